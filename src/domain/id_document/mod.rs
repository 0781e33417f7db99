//! Numbers of identity documents: which kind, what they say, and one form of each to compare by.
//!
//! Only what never changes is checked: the province, the calendar date, the check character. Counties are abolished
//! and their codes live on in numbers. A number does not identify a person: history has shared numbers.
//!
//! A number is secret. `Debug` shows the kind only, errors never repeat it, and nothing here prints it;
//! [`IdDocument::expose`] is for encrypting it, [`IdDocument::normalised`] for its blind index.

mod read;
mod resident;

pub use read::IdError;

use crate::domain::results::Sex;
use crate::text::{Bilingual, both};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdKind {
    /// 居民身份证, 18 characters or the old 15 digits.
    Resident,
    /// 港澳台居民居住证: 18 characters beginning with 81, 82 or 83.
    ResidencePermit,
    /// 港澳居民来往内地通行证: H or M and 8 digits, on older cards with 2 digits of renewal.
    HkMacauPermit,
    /// 台湾居民来往大陆通行证: 8 digits.
    TaiwanPermit,
    /// 外国人永久居留身份证: 18 characters beginning with 9, or the old 3 letters and 12 digits.
    ForeignResident,
    /// 护照: the country's code and 5 to 20 letters and digits.
    Passport,
}

impl IdKind {
    /// All kinds, in the order in which forms offer them.
    pub const ALL: [IdKind; 6] = [
        IdKind::Resident,
        IdKind::ResidencePermit,
        IdKind::HkMacauPermit,
        IdKind::TaiwanPermit,
        IdKind::ForeignResident,
        IdKind::Passport,
    ];

    /// The word in forms and tables.
    pub const fn code(self) -> &'static str {
        match self {
            IdKind::Resident => "resident",
            IdKind::ResidencePermit => "residence-permit",
            IdKind::HkMacauPermit => "hk-macau-permit",
            IdKind::TaiwanPermit => "taiwan-permit",
            IdKind::ForeignResident => "foreign-resident",
            IdKind::Passport => "passport",
        }
    }

    /// Reads the word of forms and tables.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The name of the kind.
    pub fn label(self) -> Bilingual {
        match self {
            IdKind::Resident => both("document.kind.resident", &[]),
            IdKind::ResidencePermit => both("document.kind.residence-permit", &[]),
            IdKind::HkMacauPermit => both("document.kind.hk-macau-permit", &[]),
            IdKind::TaiwanPermit => both("document.kind.taiwan-permit", &[]),
            IdKind::ForeignResident => both("document.kind.foreign-resident", &[]),
            IdKind::Passport => both("document.kind.passport", &[]),
        }
    }
}

/// The number of an identity document. Two are equal when they are one number, in whatever form it was written.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IdDocument {
    kind: IdKind,
    /// Upper case, without separators, 15 digits expanded, without a count of renewals; a passport as `JPN:TR1234567`.
    number: String,
    birth: Option<NaiveDate>,
    sex: Option<Sex>,
}

impl IdDocument {
    /// Reads a number whose kind is told by its shape. Eight digits that are a calendar date are not taken for a
    /// Taiwan permit: name the kind ([`IdDocument::read_as`]).
    pub fn read(text: &str) -> Result<Self, IdError> {
        read::read(text)
    }

    /// Reads a number of a stated kind.
    pub fn read_as(kind: IdKind, text: &str) -> Result<Self, IdError> {
        read::read_as(kind, text)
    }

    /// The kind of document.
    pub const fn kind(&self) -> IdKind {
        self.kind
    }

    /// The birth date that the number holds.
    pub const fn birth(&self) -> Option<NaiveDate> {
        self.birth
    }

    /// The sex that the number holds.
    pub const fn sex(&self) -> Option<Sex> {
        self.sex
    }

    /// The number itself, to be encrypted.
    pub fn expose(&self) -> &str {
        &self.number
    }

    /// The one form of the number, with its kind, over which the blind index is computed: 15 and 18 digits of one
    /// number, `x` and `X`, grouped or not, with and without a count of renewals, give the same.
    pub fn normalised(&self) -> String {
        format!("{}:{}", self.kind.code(), self.number)
    }

    /// The last four characters: all that the agency which entered the number sees of it.
    pub fn last4(&self) -> &str {
        // proven: every reader leaves at least five ASCII characters.
        self.number.get(self.number.len().saturating_sub(4)..).unwrap_or_default()
    }
}

impl fmt::Debug for IdDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IdDocument({})", self.kind.code())
    }
}

#[cfg(test)]
mod tests;
