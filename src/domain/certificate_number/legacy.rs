//! Numbers of papers from before the register: kept as text with their kind, never reckoned with.

use crate::domain::area_code::AreaCode;
use crate::domain::typed;
use crate::text::{Bilingual, both};
use serde::{Deserialize, Serialize};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The longest number that is kept.
const LONGEST: usize = 40;

/// What kind of number an old paper bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LegacyKind {
    /// Ten digits, as one province drafted them: area (3), city (2), year (2), serial (3).
    ProvincialTenDigits,
    /// Anything else.
    Other,
}

impl LegacyKind {
    /// The word in tables.
    pub const fn code(self) -> &'static str {
        match self {
            LegacyKind::ProvincialTenDigits => "provincial-ten-digits",
            LegacyKind::Other => "other",
        }
    }

    /// The kind in words.
    pub fn label(self) -> Bilingual {
        match self {
            LegacyKind::ProvincialTenDigits => both("number.legacy.provincial-ten-digits", &[]),
            LegacyKind::Other => both("number.legacy.other", &[]),
        }
    }
}

/// The number of an old paper, as it stands on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct LegacyNumber {
    kind: LegacyKind,
    text: String,
}

/// Why a text is kept as no legacy number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum LegacyError {
    /// Nothing to keep.
    #[error("a legacy number cannot be empty")]
    Empty,
    /// More than forty characters.
    #[error("a legacy number has at most {LONGEST} characters")]
    TooLong,
    /// A control, private-use or unassigned character.
    #[error("a legacy number holds printable characters only")]
    Unprintable,
    /// A number of today's form, which belongs where numbers are checked.
    #[error("nine digits are a number of today, not a legacy one")]
    OfToday,
}

impl LegacyNumber {
    /// Keeps the number of an old paper.
    pub fn read(text: &str) -> Result<Self, LegacyError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(LegacyError::Empty);
        }
        if text.chars().count() > LONGEST {
            return Err(LegacyError::TooLong);
        }
        if text.chars().any(|c| c.general_category_group() == GeneralCategoryGroup::Other) {
            return Err(LegacyError::Unprintable);
        }
        let narrow = typed::narrow(text);
        let compact: String = narrow.chars().filter(|c| !typed::is_separator(*c)).collect();
        let all_digits = compact.bytes().all(|b| b.is_ascii_digit());
        let kind = match compact.len() {
            9 if all_digits => return Err(LegacyError::OfToday),
            10 if all_digits && compact[..3].parse().ok().and_then(AreaCode::area).is_some() => {
                LegacyKind::ProvincialTenDigits
            }
            _ => LegacyKind::Other,
        };
        Ok(Self { kind, text: text.to_owned() })
    }

    /// The kind.
    pub const fn kind(&self) -> LegacyKind {
        self.kind
    }

    /// The number as it stands on the paper.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}
