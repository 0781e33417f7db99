//! What a check asks of the register, and what it is told: values only.

use super::content::Content;
use crate::domain::grade::Grade;
use crate::domain::id_document::IdKind;
use crate::domain::register_number::RegisterNumber;
use crate::domain::results::Sex;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// What the register is asked, everything at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The register ids that the file names.
    pub registers: Vec<RegisterNumber>,
    /// The documents that the file names, in their normalised form, over which the blind index is computed.
    pub documents: Vec<String>,
    /// The search keys of all names, each once: whoever has one of them is a candidate.
    pub name_keys: Vec<String>,
    /// The certificates that the file names: grade and nine digits.
    pub certificates: Vec<(Grade, String)>,
    /// The day the event ended.
    pub date: Option<NaiveDate>,
    /// The agency that files the event.
    pub agency: Option<String>,
    /// SHA-256 of the result file, in lower-case hexadecimal.
    pub sha256: Option<String>,
    /// What its games say, where they are enough to know them again.
    pub content: Option<Content>,
}

/// Whether a person's record may be used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonState {
    /// Yes.
    #[default]
    Active,
    /// It was merged into another person's.
    MergedInto(RegisterNumber),
    /// Barred from events by a decision of the national office.
    Barred,
}

/// A person of the register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonFact {
    /// The register id.
    pub register: RegisterNumber,
    /// The name.
    pub name: String,
    /// The birth date, where known.
    pub birth: Option<NaiveDate>,
    /// The sex, where known.
    pub sex: Option<Sex>,
    /// The highest grade on the day of the event.
    pub grade: Option<Grade>,
    /// Whether the record may be used.
    #[serde(default)]
    pub state: PersonState,
    /// The kinds of identity documents that the register keeps for the person.
    #[serde(default)]
    pub documents: Vec<IdKind>,
    /// Whether the agency that asks keeps the record, and so may be told what is in it.
    #[serde(default)]
    pub ours: bool,
    /// Whether it was this very event, since opened again, that entered the person, and nothing else is known of them.
    #[serde(default)]
    pub entered_here: bool,
}

/// Whose document it is. One document may be several people's: history has shared numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentFact {
    /// The normalised number, as the question gave it.
    pub document: String,
    /// The person.
    pub register: RegisterNumber,
}

/// A certificate of the register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateFact {
    /// Its grade.
    pub grade: Grade,
    /// Its nine digits.
    pub number: String,
    /// The holder.
    pub register: RegisterNumber,
    /// Whether it may be relied on (neither suspended nor revoked).
    pub valid: bool,
}

/// A promotion at another event in the month of this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promotion {
    /// The person.
    pub register: RegisterNumber,
    /// The event's name.
    pub event: String,
    /// The day it ended.
    pub date: NaiveDate,
    /// The grade awarded.
    pub grade: Grade,
}

/// An entry at another event that shares a day with this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booking {
    /// The person.
    pub register: RegisterNumber,
    /// The event's name.
    pub event: String,
    /// Where it was held.
    pub place: String,
    /// Whether it was held in another place than this one.
    pub elsewhere: bool,
}

/// An earlier upload of the very same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadFact {
    /// The event's name.
    pub event: String,
    /// The version of the upload.
    pub version: u32,
    /// Whether it was for the same event.
    pub same_event: bool,
}

/// Results of another event that say the same of the same players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SameContent {
    /// The event's name.
    pub event: String,
    /// The version of its results.
    pub version: u32,
}

/// The agency that files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgencyFact {
    /// Its code.
    pub code: String,
    /// Whether it is active (neither suspended nor closed).
    pub active: bool,
    /// The last day of its approval, where it has one.
    #[serde(default)]
    pub valid_to: Option<NaiveDate>,
}

/// An award that the results would give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// The entry, an index into the sheet.
    pub entry: usize,
    /// The grade.
    pub grade: Grade,
}

/// What the register answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// The people with one of the ids, documents or names asked for.
    pub persons: Vec<PersonFact>,
    /// Whose documents they are.
    pub documents: Vec<DocumentFact>,
    /// The certificates asked for.
    pub certificates: Vec<CertificateFact>,
    /// The promotions of these people in the month of the event, at other events.
    pub promotions: Vec<Promotion>,
    /// Their entries at other events on its days.
    pub bookings: Vec<Booking>,
    /// Earlier uploads of the same bytes.
    pub uploads: Vec<UploadFact>,
    /// Results of other events about the same time with the same content.
    pub same_content: Vec<SameContent>,
    /// The agency, when it is known.
    pub agency: Option<AgencyFact>,
    /// The last day on which the results may be submitted without a waiver, where there is a deadline.
    pub deadline: Option<NaiveDate>,
    /// Today, in Beijing.
    pub today: Option<NaiveDate>,
    /// The awards that the results would give, where they were computed.
    pub awards: Vec<Proposed>,
}
