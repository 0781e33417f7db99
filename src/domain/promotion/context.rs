//! What is known about an event and its players beyond the results.

use crate::domain::grade::Grade;
use crate::domain::id_document::IdDocument;
use crate::domain::results::{Entry, Sex};
use crate::domain::scheme::{Level, Scheme};
use chrono::NaiveDate;
use std::collections::{BTreeMap, HashMap};

/// What is known about an event. What is not known is not checked, and the outcome says so.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The day the event ended.
    pub date: Option<NaiveDate>,
    /// The code of the agency that files it.
    pub agency: Option<String>,
    /// The agency's own ceiling where the register has one; otherwise its level decides.
    pub agency_ceiling: Option<Grade>,
    /// The level of the event.
    pub level: Option<Level>,
    /// The parameters that the event announced, by id.
    pub parameters: BTreeMap<String, String>,
    /// The seed of lots, recorded with the event.
    pub lot_seed: u64,
    /// Names of the organiser's region, as households are written; empty if not known.
    pub regions: Vec<String>,
    /// What the register knows of the players, by their id in the file. It goes before what the file says.
    pub facts: HashMap<String, Facts>,
}

/// What the register knows of one player.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The birth date.
    pub birth: Option<NaiveDate>,
    /// The sex.
    pub sex: Option<Sex>,
    /// The household region.
    pub household: Option<String>,
    /// The grade held (`Some(None)`: known to be ungraded).
    pub grade: Option<Option<Grade>>,
    /// The number of the certificate of the grade held.
    pub certificate: Option<String>,
    /// The days on which events that promoted the player ended; `None` if the register was not asked.
    pub promoted_on: Option<Vec<NaiveDate>>,
}

/// A player as the clauses see one: the file's row with the register's facts in their place.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    /// The row of the file.
    pub entry: &'a Entry,
    /// The grade held.
    pub grade: Option<Grade>,
    /// The sex.
    pub sex: Option<Sex>,
    /// The birth date.
    pub birth: Option<NaiveDate>,
    /// The household region.
    pub household: Option<&'a str>,
    /// The certificate's number.
    pub certificate: Option<&'a str>,
    /// The days of earlier promotions.
    pub promoted_on: Option<&'a [NaiveDate]>,
}

impl Context {
    /// The player of a row.
    pub fn person<'a>(&'a self, entry: &'a Entry) -> Person<'a> {
        let facts = self.facts.get(&entry.id);
        Person {
            entry,
            grade: facts.and_then(|f| f.grade).unwrap_or(entry.grade),
            sex: facts.and_then(|f| f.sex).or(entry.sex),
            birth: facts.and_then(|f| f.birth).or(entry.birth).or_else(|| of_document(entry)),
            household: facts.and_then(|f| f.household.as_deref()).or(entry.household.as_deref()),
            certificate: facts.and_then(|f| f.certificate.as_deref()).or(entry.certificate.as_deref()),
            promoted_on: facts.and_then(|f| f.promoted_on.as_deref()),
        }
    }

    /// The highest grade that this event can promote to, as far as is known.
    pub fn ceiling(&self, scheme: &Scheme) -> Option<Grade> {
        let level = self.agency.as_deref().and_then(Level::of_agency);
        match self.agency_ceiling {
            // The register's own ceiling of an agency takes the place of the one by level.
            Some(own) => Some(scheme.ceiling(self.level, None).map_or(own, |event| event.min(own))),
            None => scheme.ceiling(self.level, level),
        }
    }
}

/// The birth date in the number of a document, which says it as well as the column does.
fn of_document(entry: &Entry) -> Option<NaiveDate> {
    entry.document.as_deref().and_then(|text| IdDocument::read(text).ok()?.birth())
}

/// The full years from a birth to a day.
pub fn age_on(birth: NaiveDate, day: NaiveDate) -> Option<u16> {
    day.years_since(birth).and_then(|years| u16::try_from(years).ok())
}
