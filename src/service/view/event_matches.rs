//! Doubtful matches of an event, side by side with those who may be meant.

use crate::domain::matching::{Candidate, Why};
use crate::domain::permission::Action;
use crate::domain::results::{Entry as Written, Sheet};
use crate::service::event::find;
use crate::service::{Register, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::person::{self, Person};
use crate::store::{entry, upload};
use chrono::NaiveDate;
use std::collections::HashMap;

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

/// An open case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseView {
    /// The case's id.
    pub id: i64,
    /// The group.
    pub group: String,
    /// What the file says of the player.
    pub written: Written,
    /// Those who may be meant.
    pub candidates: Vec<CandidateView>,
}

/// Reads the open cases of an event.
pub fn open(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<(Event, Vec<CaseView>)> {
    let (found, cases, entries, uploads, persons, played) = register.read(|conn| {
        let found = find(conn, staff, slug, Action::DecideMatch)?;
        let cases = entry::open_cases(conn, found.id)?;
        let entries = entry::of_event(conn, found.id)?;
        let uploads = upload::current_of(conn, found.id)?;
        let mut ids: Vec<i64> = cases.iter().flat_map(|case| candidates(&case.candidates)).map(|c| c.person).collect();
        ids.sort_unstable();
        ids.dedup();
        let persons = person::by_ids(conn, &ids)?;
        let played = entry::events_of_persons(conn, &ids)?;
        Ok((found, cases, entries, uploads, persons, played))
    })?;
    let sheets: HashMap<i64, Sheet> = uploads
        .iter()
        .filter_map(|row| Some((row.id, crate::service::results::sheet_of(&register.keys, row)?)))
        .collect();
    let entries: HashMap<i64, entry::Entry> = entries.into_iter().map(|e| (e.id, e)).collect();
    let persons: HashMap<i64, Person> = persons.into_iter().map(|p| (p.id, p)).collect();
    let mut events: HashMap<i64, Vec<(String, NaiveDate)>> = HashMap::new();
    for (person, name, day) in played {
        let latest = events.entry(person).or_default();
        if latest.len() < EVENTS {
            latest.push((name, day));
        }
    }
    let mut open = Vec::with_capacity(cases.len());
    for case in cases {
        // A case of a version that no longer counts is decided by the version that does.
        let Some(one) = entries.get(&case.entry_id) else { continue };
        let Some(written) = sheets.get(&one.upload_id).and_then(|s| s.entries.iter().find(|e| e.id == one.file_id))
        else {
            continue;
        };
        let known = candidates(&case.candidates).into_iter().filter_map(|candidate| {
            let person = persons.get(&candidate.person)?.clone();
            let events = events.get(&person.id).cloned().unwrap_or_default();
            Some(CandidateView { person, why: candidate.why, events })
        });
        open.push(CaseView {
            id: case.id,
            group: one.group_key.clone(),
            written: written.clone(),
            candidates: known.collect(),
        });
    }
    Ok((found, open))
}

fn candidates(json: &str) -> Vec<Candidate> {
    serde_json::from_str(json).unwrap_or_default()
}
