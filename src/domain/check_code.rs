//! The code on a printed copy of a certificate: 80 random bits as 16 characters of Crockford's base 32.
//!
//! The alphabet leaves out I, L, O and U, so that what people read off paper can be understood in one way only.

use crate::domain::typed;
use crate::text::{Bilingual, both};
use std::fmt::{self, Write as _};
use std::str::FromStr;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many characters a code has.
pub const LENGTH: usize = 16;

/// A check code. It is a secret of the paper: stored hashed, never logged, so `Debug` hides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CheckCode([u8; 10]);

/// Why a text is no check code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckCodeError {
    /// Not sixteen characters.
    Length {
        /// How many there are.
        found: usize,
    },
    /// A character outside the alphabet.
    Character(char),
}

impl CheckCodeError {
    /// The reason in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            CheckCodeError::Length { found } => both("number.check-code.length", &[("found", &found.to_string())]),
            CheckCodeError::Character(c) => both("number.check-code.character", &[("character", &c.to_string())]),
        }
    }
}

impl fmt::Display for CheckCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().en)
    }
}

impl std::error::Error for CheckCodeError {}

impl CheckCode {
    /// The code of ten (random) bytes.
    pub const fn from_bytes(bytes: [u8; 10]) -> Self {
        Self(bytes)
    }

    /// The bytes of the code.
    pub const fn as_bytes(&self) -> &[u8; 10] {
        &self.0
    }

    /// Reads a code as people type it: in any case, with spaces or hyphens, I and L for 1, O for 0, full-width.
    pub fn read(text: &str) -> Result<Self, CheckCodeError> {
        let narrow = typed::narrow(text);
        let mut bits: u128 = 0;
        let mut found = 0;
        for symbol in narrow.chars().filter(|c| !typed::is_separator(*c)) {
            let upper = match symbol.to_ascii_uppercase() {
                'I' | 'L' => '1',
                'O' => '0',
                other => other,
            };
            let value = ALPHABET.iter().position(|a| char::from(*a) == upper);
            // Only the last sixteen symbols stay; another count is refused below.
            bits = (bits << 5) | value.ok_or(CheckCodeError::Character(symbol))? as u128;
            found += 1;
        }
        if found != LENGTH {
            return Err(CheckCodeError::Length { found });
        }
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&bits.to_be_bytes()[6..]);
        Ok(Self(bytes))
    }

    fn symbols(&self) -> impl Iterator<Item = char> {
        let mut bytes = [0; 16];
        bytes[6..].copy_from_slice(&self.0);
        let bits = u128::from_be_bytes(bytes);
        (0..LENGTH).rev().map(move |place| char::from(ALPHABET[(bits >> (5 * place)) as usize & 31]))
    }

    /// The form for paper: `XXXX-XXXX-XXXX-XXXX`.
    pub fn grouped(&self) -> String {
        let mut out = String::with_capacity(LENGTH + 3);
        for (at, symbol) in self.symbols().enumerate() {
            if at > 0 && at % 4 == 0 {
                out.push('-');
            }
            out.push(symbol);
        }
        out
    }
}

/// The sixteen characters, as they stand in an address.
impl fmt::Display for CheckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.symbols().try_for_each(|symbol| f.write_char(symbol))
    }
}

impl fmt::Debug for CheckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckCode(…)")
    }
}

impl FromStr for CheckCode {
    type Err = CheckCodeError;

    fn from_str(text: &str) -> Result<Self, CheckCodeError> {
        Self::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn eighty_bits_are_sixteen_characters() {
        assert_eq!(CheckCode::from_bytes([0; 10]).to_string(), "0000000000000000");
        assert_eq!(CheckCode::from_bytes([0xff; 10]).to_string(), "ZZZZZZZZZZZZZZZZ");
        let counted = CheckCode::from_bytes([0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf]);
        assert_eq!(counted.to_string(), "0123456789ABCDEF");
        assert_eq!(counted.grouped(), "0123-4567-89AB-CDEF");
    }

    #[test]
    fn what_is_read_off_paper_is_understood() {
        let code = CheckCode::read("0123456789ABCDEF").unwrap();
        for typed in [
            "o123-4567-89ab-cdef",
            "OI23 4567 89AB CDEF",
            "0L23456789abcdef",
            "０１２３４５６７８９ＡＢＣＤＥＦ",
            " 0123–4567_89AB.CDEF ",
        ] {
            assert_eq!(CheckCode::read(typed), Ok(code), "{typed}");
        }
    }

    #[test]
    fn what_is_no_code_is_refused_with_its_reason() {
        assert_eq!(CheckCode::read(""), Err(CheckCodeError::Length { found: 0 }));
        assert_eq!(CheckCode::read("0123456789ABCDE"), Err(CheckCodeError::Length { found: 15 }));
        assert_eq!(CheckCode::read(&"0".repeat(200)), Err(CheckCodeError::Length { found: 200 }));
        assert_eq!(CheckCode::read("U123456789ABCDEF"), Err(CheckCodeError::Character('U')));
        assert!(CheckCodeError::Character('U').message().zh.contains('U'));
        assert!(CheckCodeError::Length { found: 3 }.message().en.contains('3'));
    }

    #[test]
    fn debug_hides_the_code() {
        assert!(!format!("{:?}", CheckCode::read("0123456789ABCDEF")).contains("0123"));
    }

    proptest! {
        #[test]
        fn every_code_is_read_back_in_every_form(bytes in any::<[u8; 10]>()) {
            let code = CheckCode::from_bytes(bytes);
            prop_assert_eq!(CheckCode::read(&code.to_string()), Ok(code));
            prop_assert_eq!(CheckCode::read(&code.grouped().to_lowercase()), Ok(code));
            prop_assert_eq!(code.as_bytes(), &bytes);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,40}") {
            let _ = CheckCode::read(&text);
        }
    }
}
