//! A group of an approved event that is run here: from the entry list, round by round, to the results that are handed over
//! as a version of the group's results, the way an uploaded file becomes one.

mod attest;
mod begin;
mod enter;
mod entry_row;
mod hand_over;
mod load;
mod presence;
mod results;
mod rounds;
mod seats;

pub use begin::{Settled, begin, settle};
pub use enter::{change_entry, enter, enter_file};
pub use entry_row::{EntryForm, FIELDS};
pub use hand_over::{files_of_run, hand_over};
pub use load::{Run, seal};
pub use presence::{Stay, be_present, take_back};
pub use results::{RESULTS, enter_result};
pub use rounds::{close_round, pair_round, reopen_round, undo_round};
pub use seats::exchange_seats;

pub(crate) use attest::digest;
pub(crate) use load::load;

use crate::domain::permission::Action;
use crate::service::event::{find, require_state};
use crate::service::{Actor, Keys, ServiceError, ServiceResult, Staff, Tx};
use crate::store::event;
use serde_json::{Value, json};

/// The states of an event in which its groups are run.
pub const OPEN: [&str; 2] = ["approved", "returned"];

/// The run of a group, for somebody who may do `action` to its event while it is open.
fn open(
    tx: &mut Tx<'_>,
    keys: &Keys,
    staff: &Staff,
    (slug, group): (&str, &str),
    action: Action,
) -> ServiceResult<Run> {
    let found = find(tx.conn, staff, slug, action)?;
    require_state(&found, &OPEN)?;
    load(tx.conn, keys, &found, group)?.ok_or(ServiceError::NotFound)
}

/// Writes into the journal what was done to a run, with a digest of how it stands now.
fn record(action: &str, tx: &mut Tx<'_>, keys: &Keys, run: &Run, mut payload: Value) -> ServiceResult<()> {
    let stands = digest(keys, tx.conn, run.row.id)?;
    // A reason is free text about people: it stands among the steps of the event, and the journal keeps its digest.
    if let Some(why) = payload.get("reason").and_then(Value::as_str).map(str::to_owned) {
        let account = if let Actor::Account(id) = tx.actor { Some(id) } else { None };
        let step = event::step(tx.conn, run.event.id, action, account, tx.now, &why)?;
        payload["reason"] = json!(keys.attest("running reason", &[&step.to_string(), &why]));
        payload["step"] = json!(step);
    }
    if let Value::Object(map) = &mut payload {
        map.insert("event".to_owned(), json!(run.event.id));
        map.insert("group".to_owned(), json!(run.row.group_key));
        map.insert("stands".to_owned(), json!(stands));
    }
    tx.record(action, &subject(run.row.id), payload);
    Ok(())
}

/// A run as the journal names it.
pub(crate) fn subject(id: i64) -> String {
    format!("running:{id}")
}

/// A reason that somebody gave, as long as one is.
fn reason(text: &str) -> ServiceResult<&str> {
    let text = text.trim();
    match (4..=500).contains(&text.chars().count()) {
        true => Ok(text),
        false => Err(ServiceError::field("reason", "refusal.running_reason")),
    }
}
