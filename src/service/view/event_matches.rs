//! Doubtful matches of an event, side by side with those who may be meant.

use crate::domain::matching::{Candidate, Why};
use crate::domain::permission::Action;
use crate::domain::results::{Entry as Written, Sheet};
use crate::service::event::find;
use crate::service::{Register, ServiceResult, Staff, results};
use crate::store::event::Event;
use crate::store::person::{self, Person};
use crate::store::{Conn, entry, upload};
use chrono::NaiveDate;
use std::collections::HashMap;
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// How many of a person's events are shown.
const EVENTS: usize = 3;

/// Somebody of the register who may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateView {
    /// The person.
    pub person: Person,
    /// Why.
    pub why: Why,
    /// The latest events: name and last day.
    pub events: Vec<(String, NaiveDate)>,
}

/// Which doubtful player: a case of submitted results, or a player of an upload that is not submitted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseId {
    /// A case, by its id.
    Case(i64),
    /// A player, by the upload's id and the player's within the file.
    Early(i64, String),
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseId::Case(id) => write!(f, "{id}"),
            CaseId::Early(upload, player) => write!(f, "{upload}:{player}"),
        }
    }
}

impl FromStr for CaseId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        match text.split_once(':') {
            Some((upload, player)) => Ok(CaseId::Early(upload.parse()?, player.to_owned())),
            None => Ok(CaseId::Case(text.parse()?)),
        }
    }
}

/// A doubtful player, side by side with those who may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseView {
    /// Which it is.
    pub id: CaseId,
    /// What was decided already and can still be changed: a person, or nobody, which is somebody new.
    pub chosen: Option<Option<i64>>,
    /// A digest of the candidates as they are shown; nothing for a case of submitted results, which keeps them.
    pub shown: Option<String>,
    /// The group.
    pub group: String,
    /// What the file says of the player.
    pub written: Written,
    /// Those who may be meant.
    pub candidates: Vec<CandidateView>,
}

/// Reads the doubtful players of an event: the open cases of what was submitted, or those of the uploads that are to be
/// submitted, the ones that nobody has decided first.
pub fn open(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<(Event, Vec<CaseView>)> {
    let found = register.read(|conn| find(conn, staff, slug, Action::DecideMatch))?;
    if !matches!(found.state.as_str(), "approved" | "returned") {
        return submitted(register, staff, slug);
    }
    let early = results::doubts(register, &found)?;
    let ids = early.iter().flat_map(|doubt| doubt.candidates.iter().map(|c| c.person)).collect();
    let known = register.read(|conn| Known::of(conn, ids))?;
    let mut cases: Vec<CaseView> = early
        .into_iter()
        .map(|doubt| CaseView {
            id: CaseId::Early(doubt.upload_id, doubt.written.id.clone()),
            chosen: doubt.chosen.map(|chosen| chosen.person),
            shown: Some(doubt.shown),
            candidates: known.views(&doubt.candidates),
            group: doubt.group,
            written: doubt.written,
        })
        .collect();
    cases.sort_by_key(|case| case.chosen.is_some());
    Ok((found, cases))
}

/// The people who may be meant, with what they played before.
struct Known {
    persons: HashMap<i64, Person>,
    events: HashMap<i64, Vec<(String, NaiveDate)>>,
}

impl Known {
    fn of(conn: &mut Conn, mut ids: Vec<i64>) -> ServiceResult<Self> {
        ids.sort_unstable();
        ids.dedup();
        let persons = person::by_ids(conn, &ids)?.into_iter().map(|p| (p.id, p)).collect();
        let mut events: HashMap<i64, Vec<(String, NaiveDate)>> = HashMap::new();
        for (person, name, day) in entry::events_of_persons(conn, &ids)? {
            let latest = events.entry(person).or_default();
            if latest.len() < EVENTS {
                latest.push((name, day));
            }
        }
        Ok(Self { persons, events })
    }

    fn views(&self, candidates: &[Candidate]) -> Vec<CandidateView> {
        let view = |candidate: &Candidate| {
            let person = self.persons.get(&candidate.person)?.clone();
            let events = self.events.get(&person.id).cloned().unwrap_or_default();
            Some(CandidateView { person, why: candidate.why, events })
        };
        candidates.iter().filter_map(view).collect()
    }
}

/// The open cases of submitted results.
fn submitted(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<(Event, Vec<CaseView>)> {
    let (found, cases, entries, uploads, known) = register.read(|conn| {
        let found = find(conn, staff, slug, Action::DecideMatch)?;
        let cases = entry::open_cases(conn, found.id)?;
        let entries = entry::of_event(conn, found.id)?;
        let uploads = upload::current_of(conn, found.id)?;
        let ids = cases.iter().flat_map(|case| candidates(&case.candidates)).map(|c| c.person).collect();
        let known = Known::of(conn, ids)?;
        Ok((found, cases, entries, uploads, known))
    })?;
    let sheets: HashMap<i64, Sheet> = uploads
        .iter()
        .filter_map(|row| Some((row.id, crate::service::results::sheet_of(&register.keys, row)?)))
        .collect();
    let entries: HashMap<i64, entry::Entry> = entries.into_iter().map(|e| (e.id, e)).collect();
    let mut open = Vec::with_capacity(cases.len());
    for case in cases {
        // A case of a version that no longer counts is decided by the version that does.
        let Some(one) = entries.get(&case.entry_id) else { continue };
        let Some(written) = sheets.get(&one.upload_id).and_then(|s| s.entries.iter().find(|e| e.id == one.file_id))
        else {
            continue;
        };
        open.push(CaseView {
            id: CaseId::Case(case.id),
            chosen: None,
            shown: None,
            group: one.group_key.clone(),
            written: written.clone(),
            candidates: known.views(&candidates(&case.candidates)),
        });
    }
    Ok((found, open))
}

fn candidates(json: &str) -> Vec<Candidate> {
    serde_json::from_str(json).unwrap_or_default()
}
