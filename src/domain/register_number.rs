//! The register id of a person (登记号): `Q`, nine random digits and a check digit (Damm's algorithm).
//!
//! The letter keeps it apart from certificate numbers, which have nine digits and no letter; the check digit finds
//! every single wrong digit and every two neighbours swapped. Ids are random, so that nobody walks through them
//! one by one or reads an age out of them.

use crate::domain::typed;
use crate::text::{Bilingual, both};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How many ids there are.
pub const CAPACITY: u32 = 1_000_000_000;

/// How many digits follow the letter.
const DIGITS: usize = 10;

/// The quasigroup of order 10 of Damm's algorithm: totally anti-symmetric, zeros on the diagonal.
const DAMM: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

/// A register id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterNumber(u32);

/// Why a text is no register id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RegisterNumberError {
    /// Nothing was typed.
    Empty,
    /// The letter Q is missing; with ten digits whose check digit is right this is the id.
    LetterMissing(Option<RegisterNumber>),
    /// A character that is no digit.
    Character(char),
    /// Not ten digits.
    Length {
        /// How many there are.
        found: usize,
    },
    /// The check digit does not fit: a digit is wrong, or two are swapped.
    CheckDigit {
        /// The ids that swapping two neighbours gives: to be shown, never to be taken.
        swapped: Vec<RegisterNumber>,
    },
}

impl RegisterNumberError {
    /// The reason in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            RegisterNumberError::Empty => both("number.register.empty", &[]),
            RegisterNumberError::LetterMissing(None) => both("number.register.not-an-id", &[]),
            RegisterNumberError::LetterMissing(Some(id)) => {
                both("number.register.letter-missing", &[("id", &id.grouped())])
            }
            RegisterNumberError::Character(c) => both("number.register.character", &[("character", &c.to_string())]),
            RegisterNumberError::Length { found } => both("number.register.length", &[("found", &found.to_string())]),
            RegisterNumberError::CheckDigit { swapped } if swapped.is_empty() => {
                both("number.register.check-digit", &[])
            }
            RegisterNumberError::CheckDigit { swapped } => {
                let ids: Vec<_> = swapped.iter().map(|id| id.grouped()).collect();
                both("number.register.digits-swapped", &[("ids", &ids.join(" / "))])
            }
        }
    }
}

impl fmt::Display for RegisterNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().en)
    }
}

impl std::error::Error for RegisterNumberError {}

impl RegisterNumber {
    /// The id of a random number, or `None` where another must be drawn so that every id is equally likely.
    pub const fn from_random(random: u32) -> Option<Self> {
        // The largest multiple of the capacity that 32 bits hold.
        if random < CAPACITY * 4 { Some(Self(random % CAPACITY)) } else { None }
    }

    /// The id with this payload, as tables hold it.
    pub const fn from_payload(payload: u32) -> Option<Self> {
        if payload < CAPACITY { Some(Self(payload)) } else { None }
    }

    /// The nine digits without the check digit, as a number.
    pub const fn payload(self) -> u32 {
        self.0
    }

    /// The form for people: `Q123 456 7890`.
    pub fn grouped(self) -> String {
        let plain = self.to_string();
        format!("{} {} {}", &plain[..4], &plain[4..7], &plain[7..])
    }

    /// Reads an id as people type it: in any case, grouped or not, full-width, O for 0 and l or I for 1.
    pub fn read(text: &str) -> Result<Self, RegisterNumberError> {
        let narrow = typed::narrow(text);
        let compact: String = narrow.chars().filter(|c| !typed::is_separator(*c)).collect();
        if compact.is_empty() {
            return Err(RegisterNumberError::Empty);
        }
        let Some(body) = compact.strip_prefix(['Q', 'q']) else {
            let plain = compact.len() == DIGITS && compact.bytes().all(|b| b.is_ascii_digit());
            return Err(RegisterNumberError::LetterMissing(if plain { Self::of_digits(&compact) } else { None }));
        };
        let digits: String = body
            .chars()
            .map(|c| typed::digit_like(c).ok_or(RegisterNumberError::Character(c)))
            .collect::<Result<_, _>>()?;
        if digits.len() != DIGITS {
            return Err(RegisterNumberError::Length { found: digits.len() });
        }
        Self::of_digits(&digits).ok_or_else(|| RegisterNumberError::CheckDigit { swapped: swapped(&digits) })
    }

    /// The id of ten digits, if the last one checks.
    fn of_digits(digits: &str) -> Option<Self> {
        let payload = digits.get(..DIGITS - 1)?;
        let checks = damm(digits.bytes().map(|b| b.wrapping_sub(b'0'))) == 0;
        checks.then(|| payload.parse().ok().and_then(Self::from_payload)).flatten()
    }
}

/// The check digit of digits; 0 for digits that end with their check digit.
fn damm(digits: impl Iterator<Item = u8>) -> u8 {
    digits.fold(0, |interim, digit| DAMM[usize::from(interim % 10)][usize::from(digit % 10)])
}

fn swapped(digits: &str) -> Vec<RegisterNumber> {
    let mut found = Vec::new();
    for at in 1..digits.len() {
        let mut bytes = digits.as_bytes().to_vec();
        bytes.swap(at - 1, at);
        let candidate = std::str::from_utf8(&bytes).ok().and_then(RegisterNumber::of_digits);
        found.extend(candidate.filter(|id| !found.contains(id)));
    }
    found
}

impl fmt::Display for RegisterNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let payload = format!("{:09}", self.0);
        write!(f, "Q{payload}{}", damm(payload.bytes().map(|b| b - b'0')))
    }
}

impl fmt::Debug for RegisterNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for RegisterNumber {
    type Err = RegisterNumberError;

    fn from_str(text: &str) -> Result<Self, RegisterNumberError> {
        Self::read(text)
    }
}

impl Serialize for RegisterNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RegisterNumber {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::RegisterNumberError::*;
    use super::*;
    use crate::domain::certificate_number;
    use proptest::prelude::*;

    fn id(payload: u32) -> RegisterNumber {
        RegisterNumber::from_payload(payload).unwrap()
    }

    #[test]
    fn an_id_is_q_nine_digits_and_a_check_digit() {
        // Damm's own example: 572 has the check digit 4.
        assert_eq!(id(572).to_string(), "Q0000005724");
        assert_eq!(id(572).grouped(), "Q000 000 5724");
        assert_eq!(RegisterNumber::from_payload(CAPACITY), None);
    }

    #[test]
    fn it_is_read_as_people_type_it() {
        for text in ["Q0000005724", "q000 000 5724", "Q-000-000-5724", "Ｑ００００００５７２４", "QOOO 000 5724"]
        {
            assert_eq!(RegisterNumber::read(text), Ok(id(572)), "{text}");
        }
    }

    #[test]
    fn what_is_no_id_is_refused_with_its_reason() {
        assert_eq!(RegisterNumber::read("  "), Err(Empty));
        assert_eq!(RegisterNumber::read("310260001"), Err(LetterMissing(None)));
        assert_eq!(RegisterNumber::read("0000005724"), Err(LetterMissing(Some(id(572)))));
        assert_eq!(RegisterNumber::read("Q000000572"), Err(Length { found: 9 }));
        assert_eq!(RegisterNumber::read("Q00000x5724"), Err(Character('x')));
        assert_eq!(RegisterNumber::read("Q2222222222"), Err(CheckDigit { swapped: vec![] }));
    }

    #[test]
    fn two_swapped_digits_are_named_but_never_put_right() {
        let Err(CheckDigit { swapped }) = RegisterNumber::read("Q0000007524") else { panic!("accepted") };
        assert!(swapped.contains(&id(572)));
    }

    #[test]
    fn an_id_is_never_taken_for_a_certificate_number() {
        let error = certificate_number::read("Q0000005724").unwrap_err();
        assert_eq!(error, certificate_number::NumberError::RegisterNumber);
    }

    #[test]
    fn every_reason_speaks_both_languages() {
        for error in [
            Empty,
            LetterMissing(None),
            LetterMissing(Some(id(1))),
            Character('x'),
            Length { found: 3 },
            CheckDigit { swapped: vec![] },
            CheckDigit { swapped: vec![id(1)] },
        ] {
            assert!(!error.message().zh.starts_with("number."), "{error:?}");
        }
    }

    #[test]
    fn random_numbers_that_would_favour_some_ids_are_drawn_again() {
        assert_eq!(RegisterNumber::from_random(u32::MAX), None);
        assert_eq!(RegisterNumber::from_random(3_999_999_999), Some(id(999_999_999)));
    }

    proptest! {
        #[test]
        fn every_id_is_read_back(payload in 0..CAPACITY) {
            prop_assert_eq!(RegisterNumber::read(&id(payload).to_string()), Ok(id(payload)));
            prop_assert_eq!(RegisterNumber::read(&id(payload).grouped()), Ok(id(payload)));
        }

        #[test]
        fn every_wrong_digit_is_found(payload in 0..CAPACITY, at in 1usize..=10, add in 1u8..=9) {
            let mut bytes = id(payload).to_string().into_bytes();
            bytes[at] = b'0' + (bytes[at] - b'0' + add) % 10;
            let is_refused = matches!(RegisterNumber::read(&String::from_utf8(bytes).unwrap()), Err(CheckDigit { .. }));
            prop_assert!(is_refused);
        }

        #[test]
        fn every_swap_of_neighbours_is_found_and_the_right_id_named(payload in 0..CAPACITY, at in 1usize..=9) {
            let mut bytes = id(payload).to_string().into_bytes();
            prop_assume!(bytes[at] != bytes[at + 1]);
            bytes.swap(at, at + 1);
            match RegisterNumber::read(&String::from_utf8(bytes).unwrap()) {
                Err(CheckDigit { swapped }) => prop_assert!(swapped.contains(&id(payload))),
                other => prop_assert!(false, "{other:?}"),
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[Qq]?\\PC{0,14}") {
            let _ = RegisterNumber::read(&text);
        }
    }
}
