//! How many birth dates an agency may give beside one name in a day.
//!
//! A name with its birth date finds a person of the register, and a file is told when it does. Whoever gave one date after
//! the other would find out that of anybody. Namesakes of one day
//! are few, even of a name that many children have; guesses are many, and who makes them is written down.

use crate::domain::name::search_key;
use crate::domain::results::Sheet;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::asked_birth::{self, NewAskedBirth};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// How many birth dates beside one name are answered for an agency on a day.
pub const MOST: usize = 24;

/// Counts the birth dates of a sheet, before anything is told of it. With more than are answered, nothing is told at all,
/// and whether the register knows the name makes no difference.
pub(super) fn ask(register: &Register, staff: &Staff, agency_id: i64, sheet: &Sheet) -> ServiceResult<()> {
    let today = register.today();
    let digest = |purpose: &str, fields: &[&str]| register.keys.attest(purpose, fields);
    let mut names: BTreeMap<String, &str> = BTreeMap::new();
    let mut asked: BTreeSet<(String, String)> = BTreeSet::new();
    for entry in &sheet.entries {
        let Some(birth) = entry.birth else { continue };
        let key = search_key(&entry.name);
        let name = digest("asked name", &[&key]);
        names.entry(name.clone()).or_insert(&entry.name);
        asked.insert((name, digest("asked birth", &[&key, &birth.to_string()])));
    }
    if asked.is_empty() {
        return Ok(());
    }
    let over = register.write(staff.actor(), |tx| {
        asked_birth::forget_before(tx.conn, today)?;
        let known: BTreeSet<(String, String)> = asked_birth::of_day(tx.conn, agency_id, today)?.into_iter().collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, _) in known.union(&asked) {
            *counts.entry(name).or_default() += 1;
        }
        let new: Vec<&(String, String)> = asked.difference(&known).collect();
        let over = new.iter().find(|(name, _)| counts.get(name.as_str()).is_some_and(|count| *count > MOST));
        if let Some(name) = over.and_then(|(name, _)| names.get(name)) {
            // The auditors learn of it, and not of whom.
            tx.record("agency.births-tried", &format!("agency:{agency_id}"), json!({"day": today, "most": MOST}));
            return Ok(Some((*name).to_owned()));
        }
        let row = |(name, birth): &(String, String)| NewAskedBirth {
            agency_id,
            on_day: today,
            name_digest: name.clone(),
            birth_digest: birth.clone(),
        };
        asked_birth::insert_all(tx.conn, &new.into_iter().map(row).collect::<Vec<_>>())?;
        // What somebody asked is no change of the register.
        tx.nothing_to_record();
        Ok(None)
    })?;
    match over {
        Some(name) => {
            Err(ServiceError::refused_with("refusal.births_tried", [("name", name), ("most", MOST.to_string())]))
        }
        None => Ok(()),
    }
}
