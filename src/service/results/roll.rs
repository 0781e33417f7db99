//! Who is on an event's roll: nobody who is barred on its last day, nobody twice.
//!
//! The findings say both of whoever the file makes certain; here it is asked again of the persons that the entries
//! were found or decided to be, over all their records.

use crate::domain::scheme::Group;
use crate::service::event::scheme_of;
use crate::service::{ServiceError, ServiceResult};
use crate::store::entry::{self, Entry};
use crate::store::event::Event;
use crate::store::person::{self, Person};
use crate::store::{Conn, bar};
use crate::text::Bilingual;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many names a refusal gives.
const NAMED: usize = 5;

/// Refuses unless `known` may be entry `entry_id` of an event: not barred, and no other entry is the same person.
pub(super) fn may_enter(conn: &mut Conn, event: &Event, known: &Person, entry_id: i64) -> ServiceResult<()> {
    not_barred(conn, event, known)?;
    let records: BTreeSet<i64> = person::records_of(conn, &[known.id])?.into_iter().map(|(_, record)| record).collect();
    let all = entry::of_event(conn, event.id)?;
    let other = all.iter().find(|e| e.id != entry_id && e.person_id.is_some_and(|id| records.contains(&id)));
    match other {
        Some(other) => {
            let group = group_words(conn, event, &other.group_key)?;
            Err(ServiceError::refused_with(
                "refusal.match_entered",
                [
                    ("name", other.name.clone()),
                    ("zh_group", group.zh),
                    ("en_group", group.en),
                    ("line", other.line.to_string()),
                ],
            ))
        }
        None => Ok(()),
    }
}

/// Refuses who is barred on the last day of an event.
pub(super) fn not_barred(conn: &mut Conn, event: &Event, known: &Person) -> ServiceResult<()> {
    match bar::barred_on(conn, &[known.id], event.ends_on)?.is_empty() {
        true => Ok(()),
        false => Err(barred(&[known.name.as_str()])),
    }
}

/// Refuses when one person is two entries of an event's current uploads, in one group or in two.
pub(super) fn nobody_twice(conn: &mut Conn, event: &Event) -> ServiceResult<()> {
    let entries = entry::of_event(conn, event.id)?;
    let stands = stands_for(conn, &entries)?;
    let mut first: BTreeMap<i64, &Entry> = BTreeMap::new();
    for one in &entries {
        let Some(person) = one.person_id.and_then(|id| stands.get(&id)) else { continue };
        if let Some(earlier) = first.insert(*person, one) {
            let (here, there) =
                (group_words(conn, event, &earlier.group_key)?, group_words(conn, event, &one.group_key)?);
            return Err(ServiceError::refused_with(
                "refusal.entered_twice",
                [
                    ("name", one.name.clone()),
                    ("zh_group", here.zh),
                    ("en_group", here.en),
                    ("line", earlier.line.to_string()),
                    ("zh_group_2", there.zh),
                    ("en_group_2", there.en),
                    ("line_2", one.line.to_string()),
                ],
            ));
        }
    }
    Ok(())
}

/// Refuses when somebody of an event's current uploads is barred on its last day.
pub(crate) fn nobody_barred(conn: &mut Conn, event: &Event) -> ServiceResult<()> {
    let entries = entry::of_event(conn, event.id)?;
    let ids: Vec<i64> = entries.iter().filter_map(|e| e.person_id).collect();
    let found = bar::barred_on(conn, &ids, event.ends_on)?;
    let names: Vec<&str> = entries
        .iter()
        .filter(|e| e.person_id.is_some_and(|id| found.binary_search(&id).is_ok()))
        .map(|e| e.name.as_str())
        .collect();
    if names.is_empty() { Ok(()) } else { Err(barred(&names)) }
}

fn barred(names: &[&str]) -> ServiceError {
    let count = names.len().to_string();
    let named: Vec<&str> = names.iter().take(NAMED).copied().collect();
    ServiceError::refused_with(
        "refusal.entered_barred",
        [("count", count), ("zh_names", named.join("、")), ("en_names", named.join(", "))],
    )
}

/// A group of an event as sentences speak of it.
pub(super) fn group_words(conn: &mut Conn, event: &Event, key: &str) -> ServiceResult<Bilingual> {
    let scheme = scheme_of(conn, event)?;
    let named = || Bilingual { zh: key.to_owned(), en: key.to_owned() };
    Ok(scheme.group_named(key).map_or_else(named, Group::label))
}

/// The record under which each person of some entries is kept.
fn stands_for(conn: &mut Conn, entries: &[Entry]) -> ServiceResult<HashMap<i64, i64>> {
    let ids: Vec<i64> = entries.iter().filter_map(|e| e.person_id).collect();
    let persons = person::by_ids(conn, &ids)?;
    Ok(persons.into_iter().map(|p| (p.id, p.merged_into.unwrap_or(p.id))).collect())
}
