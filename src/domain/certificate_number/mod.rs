//! Certificate numbers: nine digits, area + year of issue + running number (`310 26 0001`).
//!
//! The running number counts "for each grade", so the nine digits alone need not be unique: a certificate is
//! known by grade **and** number ([`CertificateId`]). Whether a series runs per grade or over all grades of a year
//! is a setting ([`SeriesScope`]).

mod explain;
mod groups;
mod legacy;
mod read;
mod series;

pub use explain::{Concern, Explanation, Part};
pub use groups::{groups, spaced};
pub use legacy::{LegacyError, LegacyKind, LegacyNumber};
pub use read::{NumberError, NumberNote, ReadNumber, read};
pub use series::{CertificateId, LAST_SERIAL, SeriesKey, SeriesScope, WARN_FROM_SERIAL};

use crate::domain::area_code::AreaCode;
use chrono::{DateTime, Datelike, Duration, Utc};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Two-digit years from here on are of the 1990s: the first rules with certificates date from 1992.
const FIRST_YEAR_OF_THE_1900S: u8 = 92;

/// A certificate number. Ordered by area, then year, then serial.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CertificateNumber {
    area: AreaCode,
    year: u8,
    serial: u16,
}

/// Why a serial makes no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SerialError {
    /// Serials begin at 1.
    #[error("the serial 0000 is never given")]
    Zero,
    /// Four digits are used up: the series ends at 9999.
    #[error("the series has no number after 9999")]
    Exhausted,
}

impl CertificateNumber {
    /// The number for a certificate issued at a moment: the year is that of Beijing's date, and of the issue, not
    /// of the event.
    pub fn issue(area: AreaCode, at: DateTime<Utc>, serial: u32) -> Result<Self, SerialError> {
        // Beijing is eight hours ahead of UTC all year round.
        let in_beijing = at.checked_add_signed(Duration::hours(8)).unwrap_or(at);
        let year = u8::try_from(in_beijing.year().rem_euclid(100)).unwrap_or_default();
        Self::from_parts(area, year, serial)
    }

    /// The number with these parts; of `year` the last two digits count.
    pub fn from_parts(area: AreaCode, year: u8, serial: u32) -> Result<Self, SerialError> {
        match u16::try_from(serial) {
            Ok(0) => Err(SerialError::Zero),
            Ok(serial) if serial <= LAST_SERIAL => Ok(Self { area, year: year % 100, serial }),
            _ => Err(SerialError::Exhausted),
        }
    }

    /// The area of the agency that issued.
    pub const fn area(self) -> AreaCode {
        self.area
    }

    /// The two digits of the year of issue.
    pub const fn two_digit_year(self) -> u8 {
        self.year
    }

    /// The year of issue in full: 26 is 2026, 98 is 1998.
    pub const fn year(self) -> i32 {
        full_year(self.year)
    }

    /// The running number, 1 to 9999.
    pub const fn serial(self) -> u16 {
        self.serial
    }

    /// The form for people: `310 26 0001`.
    pub fn grouped(self) -> String {
        format!("{} {:02} {:04}", self.area, self.year, self.serial)
    }
}

/// The year that two digits of a number mean.
const fn full_year(two_digits: u8) -> i32 {
    if two_digits >= FIRST_YEAR_OF_THE_1900S { 1900 + two_digits as i32 } else { 2000 + two_digits as i32 }
}

impl PartialOrd for CertificateNumber {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CertificateNumber {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.area, self.year(), self.serial).cmp(&(other.area, other.year(), other.serial))
    }
}

impl fmt::Display for CertificateNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}{:04}", self.area, self.year, self.serial)
    }
}

impl fmt::Debug for CertificateNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the stored form only, nine digits; what people type goes through [`read`].
impl FromStr for CertificateNumber {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let digits = text.len();
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NumberError::NotANumber);
        }
        let (Some(area), Some(year), Some(serial)) = (text.get(..3), text.get(3..5), text.get(5..9)) else {
            return Err(NumberError::TooShort { digits, proposal: None });
        };
        if digits > 9 {
            return Err(NumberError::TooLong { digits });
        }
        match (area.parse(), year.parse(), serial.parse()) {
            (Ok(area), Ok(year), Ok(serial)) => {
                Self::from_parts(area, year, serial).map_err(|_| NumberError::SerialZero)
            }
            _ => Err(NumberError::NotANumber),
        }
    }
}

impl Serialize for CertificateNumber {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CertificateNumber {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
