//! Names of persons: kept as they were written, compared by a key, shown masked where the law asks for it.
//!
//! The name itself is never normalised: rare characters, the middle dot of a minority name and a compatibility
//! ideograph stay what the family writes. Only the search key folds such differences away.

mod key;
mod mask;
mod pinyin_key;
mod reserved;

pub use key::{SEPARATORS, lookup_key, search_key};
pub use mask::mask;
pub use pinyin_key::pinyin_key;
pub use reserved::{ReservedReason, reserved};

use crate::text::{Bilingual, both};
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

/// The most characters a name may have.
pub const LONGEST: usize = 50;
/// How many Chinese characters the name field of a certificate holds.
pub const WIDEST: usize = 25;

/// The middle dots that stand between the parts of a name; U+00B7 is the one to write.
pub(crate) const MIDDLE_DOTS: [char; 11] = ['·', '•', '‧', '・', '･', '⋅', '∙', '\u{0387}', '﹒', '᛫', '⸱'];

/// The name of a person, as it was written. `Debug` shows it masked, for logs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonName(String);

/// Why a text is no name of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameError {
    /// Nothing was typed.
    Empty,
    /// More than fifty characters.
    TooLong {
        /// How many there are.
        characters: usize,
    },
    /// Wider than 25 Chinese characters, which is what a certificate holds.
    TooWide,
    /// A character of a private use area: other machines show something else, or nothing.
    PrivateUse(char),
    /// A code point without a character, or a control character.
    NoCharacter(char),
    /// A character that cannot be seen, such as one that turns the direction of writing.
    Invisible(char),
    /// `?` or U+FFFD: the character that was here was lost on the way.
    Lost,
    /// A digit, sign or symbol that names do not have.
    NotInNames(char),
    /// A name without a letter.
    NoLetter,
    /// A word that stands for nobody (轮空, bye, 测试).
    Reserved(ReservedReason),
}

impl NameError {
    /// The reason in both languages.
    pub fn message(&self) -> Bilingual {
        let shown = |c: &char| format!("{c} (U+{:04X})", u32::from(*c));
        let hidden = |c: &char| format!("U+{:04X}", u32::from(*c));
        match self {
            NameError::Empty => both("name.error.empty", &[]),
            NameError::TooLong { characters } => both(
                "name.error.too-long",
                &[("characters", &characters.to_string()), ("longest", &LONGEST.to_string())],
            ),
            NameError::TooWide => both("name.error.too-wide", &[("widest", &WIDEST.to_string())]),
            NameError::PrivateUse(c) => both("name.error.private-use", &[("character", &hidden(c))]),
            NameError::NoCharacter(c) => both("name.error.no-character", &[("character", &hidden(c))]),
            NameError::Invisible(c) => both("name.error.invisible", &[("character", &hidden(c))]),
            NameError::Lost => both("name.error.lost", &[]),
            NameError::NotInNames(c) => both("name.error.not-in-names", &[("character", &shown(c))]),
            NameError::NoLetter => both("name.error.no-letter", &[]),
            NameError::Reserved(reason) => reason.message(),
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().en)
    }
}

impl std::error::Error for NameError {}

impl PersonName {
    /// Takes a name as it was written; only spaces around it are dropped.
    pub fn read(raw: &str) -> Result<Self, NameError> {
        let name = raw.trim().trim_matches('\u{feff}').trim();
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        let characters = name.chars().count();
        if characters > LONGEST {
            return Err(NameError::TooLong { characters });
        }
        let mut has_letter = false;
        for c in name.chars() {
            has_letter |= judge(c)?;
        }
        if let Some(reason) = reserved(name) {
            return Err(NameError::Reserved(reason));
        }
        if !has_letter {
            return Err(NameError::NoLetter);
        }
        if half_widths(name) > 2 * WIDEST {
            return Err(NameError::TooWide);
        }
        Ok(Self(name.to_owned()))
    }

    /// The name as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key by which names are matched and searched; see [`search_key`].
    pub fn search_key(&self) -> String {
        search_key(&self.0)
    }

    /// The key of how the name sounds; see [`pinyin_key`].
    pub fn pinyin_key(&self) -> Option<String> {
        pinyin_key(&self.0)
    }

    /// The name as the public sees it of a minor; see [`mask`].
    pub fn masked(&self) -> String {
        mask(&self.0)
    }
}

/// Whether a character may stand in a name (`Err` when not) and is a letter.
fn judge(c: char) -> Result<bool, NameError> {
    use GeneralCategory as G;
    match c {
        // The middle dots are not all punctuation, and 〇 is a number that is also a given name.
        _ if MIDDLE_DOTS.contains(&c) => return Ok(false),
        '〇' => return Ok(true),
        '\u{fffd}' | '?' | '？' => return Err(NameError::Lost),
        '-' | '\'' | '’' | '.' | ',' | '(' | ')' | '（' | '）' | '‐' => return Ok(false),
        _ => {}
    }
    match c.general_category() {
        G::PrivateUse => Err(NameError::PrivateUse(c)),
        G::Unassigned | G::Control | G::Surrogate => Err(NameError::NoCharacter(c)),
        G::Format | G::LineSeparator | G::ParagraphSeparator => Err(NameError::Invisible(c)),
        G::SpaceSeparator => Ok(false),
        category => match c.general_category_group() {
            GeneralCategoryGroup::Letter => Ok(true),
            // Marks belong to the letter before them; enclosing marks make symbols.
            GeneralCategoryGroup::Mark if category != G::EnclosingMark => Ok(false),
            _ => Err(NameError::NotInNames(c)),
        },
    }
}

/// The width of a name in half-widths: what is as wide as a Chinese character counts two.
fn half_widths(name: &str) -> usize {
    name.graphemes(true).map(|grapheme| if grapheme.chars().any(is_wide) { 2 } else { 1 }).sum()
}

/// Whether a character is as wide as a Chinese one.
pub(crate) fn is_wide(c: char) -> bool {
    is_han(c)
        || matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0x33ff | 0xa960..=0xa97f
            | 0xac00..=0xd7a3 | 0xfe30..=0xfe4f | 0xff01..=0xff60 | 0xffe0..=0xffe6)
}

/// Whether a character is a Chinese one, of any plane.
pub(crate) fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x3005 | 0x3007 | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff
        | 0x2_0000..=0x2_ffff | 0x3_0000..=0x3_ffff)
}

/// Whether a character belongs to writing without capitals and spaces, in which a name is masked by character:
/// Chinese, Japanese, Korean.
pub(crate) fn is_east_asian(c: char) -> bool {
    is_han(c)
        || matches!(u32::from(c), 0x1100..=0x11ff | 0x3041..=0x30fa | 0x30fc..=0x31ff | 0xa960..=0xa97f
            | 0xac00..=0xd7ff | 0xff66..=0xffdc)
}

/// The compatibility form of a text without the marks that select a variant of a glyph.
pub(crate) fn compatible(text: &str) -> String {
    let selects_variant = |c: &char| matches!(u32::from(*c), 0xfe00..=0xfe0f | 0xe_0100..=0xe_01ef);
    text.nfkc().filter(|c| !selects_variant(c)).collect()
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PersonName({})", self.masked())
    }
}

#[cfg(test)]
mod tests;
