//! A certificate number explained part by part.

use super::CertificateNumber;
use crate::domain::area_code::{AreaCode, Meaning};
use crate::text::{Bilingual, both};
use chrono::{Datelike, NaiveDate};
use serde::Serialize;

/// The parts of a number, and what gives pause about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The nine digits.
    pub number: CertificateNumber,
    /// The same, grouped for reading.
    pub grouped: String,
    /// Area, year and serial.
    pub parts: Vec<Part>,
    /// What does not fit, as [`CertificateNumber::concerns`] lists it.
    pub concerns: Vec<Bilingual>,
}

/// One part of a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its digits.
    pub digits: String,
    /// What the part is.
    pub label: Bilingual,
    /// What the digits say.
    pub meaning: Bilingual,
}

/// Something about a well-formed number that cannot be, or that deserves a second look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Concern {
    /// No area has this code.
    UnassignedArea(AreaCode),
    /// The area did not exist in the year of issue.
    AreaNotInThatYear(AreaCode),
    /// The year of issue lies ahead.
    YearAhead(i32),
}

impl Concern {
    /// The concern in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            Concern::UnassignedArea(area) => both("number.concern.unassigned-area", &[("area", &area.to_string())]),
            Concern::AreaNotInThatYear(area) => {
                both("number.concern.area-not-in-that-year", &[("area", &area.to_string())])
            }
            Concern::YearAhead(year) => both("number.concern.year-ahead", &[("year", &year.to_string())]),
        }
    }
}

impl CertificateNumber {
    /// What gives pause about the number on a day.
    pub fn concerns(self, today: NaiveDate) -> Vec<Concern> {
        let mut concerns = Vec::new();
        match self.area.meaning() {
            Meaning::Unassigned => concerns.push(Concern::UnassignedArea(self.area)),
            Meaning::Listed(area) | Meaning::Further(area) => {
                // An area founded during a year could issue in that year.
                let last_day = NaiveDate::from_ymd_opt(self.year(), 12, 31);
                let first_day = NaiveDate::from_ymd_opt(self.year(), 1, 1);
                let gone = area.valid_to.zip(first_day).is_some_and(|(to, first)| to < first);
                let not_yet = area.valid_from.zip(last_day).is_some_and(|(from, last)| last < from);
                if gone || not_yet {
                    concerns.push(Concern::AreaNotInThatYear(self.area));
                }
            }
        }
        if self.year() > today.year() {
            concerns.push(Concern::YearAhead(self.year()));
        }
        concerns
    }

    /// The number explained part by part, in both languages.
    pub fn explain(self, today: NaiveDate) -> Explanation {
        let year = self.year().to_string();
        let serial = self.serial.to_string();
        let parts = vec![
            Part { digits: self.area.to_string(), label: both("number.part.area", &[]), meaning: self.area.name() },
            Part {
                digits: format!("{:02}", self.year),
                label: both("number.part.year", &[]),
                meaning: both("number.part.year-meaning", &[("year", &year)]),
            },
            Part {
                digits: format!("{:04}", self.serial),
                label: both("number.part.serial", &[]),
                meaning: both("number.part.serial-meaning", &[("serial", &serial)]),
            },
        ];
        let concerns = self.concerns(today).iter().map(Concern::message).collect();
        Explanation { number: self, grouped: self.grouped(), parts, concerns }
    }
}
