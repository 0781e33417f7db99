//! Series of running numbers, and the identity of a certificate.

use super::{CertificateNumber, NumberError, full_year};
use crate::domain::area_code::AreaCode;
use crate::domain::grade::Grade;
use crate::text::{Bilingual, Lang, fill};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The last number of a series; after it the national office assigns the agency a further area code.
pub const LAST_SERIAL: u16 = 9_999;

/// From this number on (80 % of a series) the agency is warned.
pub const WARN_FROM_SERIAL: u16 = 8_000;

/// What one series of running numbers spans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeriesScope {
    /// One series for each area, year and grade: the literal reading of the rule.
    #[default]
    PerGrade,
    /// One series for each area and year, over all grades.
    PerYear,
}

impl SeriesScope {
    /// The word in settings and tables: `per-grade` or `per-year`.
    pub const fn code(self) -> &'static str {
        match self {
            SeriesScope::PerGrade => "per-grade",
            SeriesScope::PerYear => "per-year",
        }
    }

    /// Reads the word of settings and tables.
    pub fn from_code(code: &str) -> Option<Self> {
        [SeriesScope::PerGrade, SeriesScope::PerYear].into_iter().find(|scope| scope.code() == code)
    }

    /// The series from which a certificate of this grade, area and year takes its number.
    pub const fn series(self, area: AreaCode, two_digit_year: u8, grade: Grade) -> SeriesKey {
        let grade = match self {
            SeriesScope::PerGrade => Some(grade),
            SeriesScope::PerYear => None,
        };
        SeriesKey { area, year: two_digit_year % 100, grade }
    }
}

/// One series: the key of its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeriesKey {
    /// The area.
    pub area: AreaCode,
    /// The last two digits of the year.
    pub year: u8,
    /// The grade, where the series runs per grade.
    pub grade: Option<Grade>,
}

impl SeriesKey {
    /// The series in words, for the refusal that names it.
    pub fn label(self) -> Bilingual {
        let name = self.area.name();
        let year = full_year(self.year).to_string();
        let area = self.area.to_string();
        let grade = self.grade.map(|g| g.to_string()).unwrap_or_default();
        let say = |lang| {
            let arguments = [("area", area.as_str()), ("name", name.get(lang)), ("year", &year), ("grade", &grade)];
            match self.grade {
                Some(_) => fill(lang, "number.series.per-grade", &arguments),
                None => fill(lang, "number.series.per-year", &arguments),
            }
        };
        Bilingual { zh: say(Lang::Zh), en: say(Lang::En) }
    }
}

/// `310-26-5d`, or `310-26` for a series over all grades.
impl fmt::Display for SeriesKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.area, self.year)?;
        self.grade.map_or(Ok(()), |grade| write!(f, "-{}", grade.slug()))
    }
}

/// What identifies a certificate: its grade and its number. Written `5d/310260001`, as in its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CertificateId {
    /// The grade.
    pub grade: Grade,
    /// The number.
    pub number: CertificateNumber,
}

impl fmt::Display for CertificateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.grade.slug(), self.number)
    }
}

impl FromStr for CertificateId {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let (grade, number) = text.split_once('/').ok_or(NumberError::NotANumber)?;
        let grade = Grade::from_slug(grade).ok_or(NumberError::NotANumber)?;
        Ok(Self { grade, number: number.parse()? })
    }
}

impl Serialize for CertificateId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CertificateId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
