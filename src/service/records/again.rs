//! Records that are recounted once more: by another version of the program, because the results say something else now, or
//! because a referee has ruled which stones are dead.

use super::recount::{Sources, answer_in_peace, write};
use super::terms::{Task, tasks};
use super::{OPEN, results_of};
use crate::domain::permission::Action;
use crate::domain::recount;
use crate::domain::results::Sheet;
use crate::service::event::{find, require_state, subject};
use crate::service::{Keys, Register, ServiceResult, Staff, Tx};
use crate::store::event::Event;
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::{self, Pairing};
use crate::store::{record_source, recount as recounts};
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// Lets the records of an event be recounted by the version that runs now, where another one answered last; what that
/// one said stays beside it. Answers how many wait.
pub fn recount_again(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<usize> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &OPEN)?;
        let records = game_record::of_group(tx.conn, found.id, group)?;
        let ids: Vec<i64> = records.iter().filter(|one| one.state == "recounted").map(|one| one.id).collect();
        let older: Vec<i64> = recounts::asked_of(tx.conn, &ids)?
            .into_iter()
            .filter(|one| one.version != recount::VERSION)
            .map(|one| one.record_id)
            .collect();
        if older.is_empty() {
            tx.nothing_to_record();
            return Ok(0);
        }
        game_record::set_state(tx.conn, &older, "waiting")?;
        tx.record(
            "game.recount-again",
            &subject(&found),
            json!({"group": group, "records": older.len(), "version": recount::VERSION}),
        );
        Ok(older.len())
    })
}

/// Lets those records of a group wait again whose game has another result, komi or handicap in the results that count now
/// than in those that counted before, or is one of the `renamed`; what was said of the others still holds. Answers how
/// many wait.
pub(crate) fn wait_again(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    renamed: &HashSet<i64>,
) -> ServiceResult<usize> {
    let records: Vec<GameRecord> = game_record::of_group(tx.conn, found.id, group)?
        .into_iter()
        .filter(|one| one.state == "recounted" && one.pairing_id.is_some())
        .collect();
    let (of_others, records): (Vec<GameRecord>, Vec<GameRecord>) =
        records.into_iter().partition(|one| one.pairing_id.is_some_and(|id| renamed.contains(&id)));
    let mut other: Vec<i64> = of_others.iter().map(|one| one.id).collect();
    other.extend(asked_otherwise(keys, tx, records)?.iter().map(|task| task.row.id));
    Ok(game_record::set_state(tx.conn, &other, "waiting")?)
}

/// The games of a group one of whose players has another name in the results that count now than in those that counted
/// before.
pub(crate) fn renamed(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    before: Option<&Sheet>,
) -> ServiceResult<HashSet<i64>> {
    let Some(before) = before else { return Ok(HashSet::new()) };
    let Some(after) = results_of(keys, tx.conn, found, group)? else { return Ok(HashSet::new()) };
    let names = |sheet: &Sheet| -> HashMap<String, String> {
        sheet.entries.iter().map(|entry| (entry.id.clone(), entry.name.clone())).collect()
    };
    let (before, after) = (names(before), names(&after));
    let other = |file: &String| before.get(file) != after.get(file);
    let pairings = pairing::of_group(tx.conn, found.id, group)?;
    Ok(pairings.iter().filter(|of| other(&of.black_file) || other(&of.white_file)).map(|of| of.id).collect())
}

/// Those of some records that would be recounted by something else now than they were.
fn asked_otherwise(keys: &Keys, tx: &mut Tx<'_>, records: Vec<GameRecord>) -> ServiceResult<Vec<Task>> {
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = records.iter().map(|one| one.id).collect();
    let asked: HashMap<i64, String> =
        recounts::asked_of(tx.conn, &ids)?.into_iter().map(|one| (one.record_id, one.asked)).collect();
    let mut tasks = tasks(keys, tx.conn, records)?;
    tasks.retain(|task| asked.get(&task.row.id) != Some(&task.terms.said));
    Ok(tasks)
}

/// The record of a game is counted with the stones of the ruling that is in force now, together with the ruling: nobody
/// sees the one without the other. What cannot be counted here waits for the job, which reports it.
pub(super) fn count_as_ruled(keys: &Keys, tx: &mut Tx<'_>, of: &Pairing) -> ServiceResult<()> {
    let records: Vec<GameRecord> =
        game_record::of_pairing(tx.conn, of.id)?.into_iter().filter(|one| one.state == "recounted").collect();
    let tasks = asked_otherwise(keys, tx, records)?;
    let ids: Vec<i64> = tasks.iter().map(|task| task.row.source_id).collect();
    let sources = record_source::bytes_of(tx.conn, &ids)?;
    let sources = Sources::of(sources, &tasks);
    for task in tasks {
        match answer_in_peace(keys, &sources, &task) {
            Some(game) => write(tx, &[(task, game)])?,
            None => drop(game_record::set_state(tx.conn, &[task.row.id], "waiting")?),
        }
    }
    Ok(())
}
