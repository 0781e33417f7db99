//! The entry list: by form and from a players file, before the first round and later.

use super::entry_row::{EntryForm, read_players};
use super::load::seal;
use super::{Run, open, record};
use crate::domain::permission::Action;
use crate::domain::results::{Entry, MAX_BYTES};
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::running::{self, NewRunningPlayer, RunningPlayer};
use serde_json::json;

/// The most players of a group that is run here.
pub const MOST: usize = 1000;

/// Enters somebody; answers the number.
pub fn enter(register: &Register, staff: &Staff, slug: &str, group: &str, form: &EntryForm) -> ServiceResult<u32> {
    let entry = form.read()?;
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        add(tx, register, &run, vec![entry])
    })
}

/// Enters everybody of a players file, in its order; answers the first number.
pub fn enter_file(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    (name, bytes): (&str, &[u8]),
) -> ServiceResult<u32> {
    if bytes.is_empty() {
        return Err(ServiceError::field("players", "refusal.running_file"));
    }
    if bytes.len() > MAX_BYTES {
        return Err(ServiceError::field("players", "refusal.file_too_large"));
    }
    let entries = read_players(name, bytes)?;
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        add(tx, register, &run, entries)
    })
}

fn add(tx: &mut Tx<'_>, register: &Register, run: &Run, entries: Vec<Entry>) -> ServiceResult<u32> {
    if run.players.len() + entries.len() > MOST {
        return Err(ServiceError::refused_with("refusal.running_full", [("most", MOST.to_string())]));
    }
    let joined = run.state.next();
    if joined > run.settings.rounds {
        return Err(ServiceError::refused("refusal.running_over"));
    }
    // Who missed so many rounds in a row counts as withdrawn by the scheme, and could not win anything any more.
    if let Some(limit) = run.scheme.absence.in_a_row.filter(|limit| joined > *limit) {
        return Err(ServiceError::refused_with("refusal.running_too_late", [("rounds", limit.to_string())]));
    }
    let mut known: Vec<&Entry> = run.state.entered().map(|member| &member.entry).collect();
    for entry in &entries {
        if known.iter().any(|other| same(other, entry)) {
            return Err(ServiceError::refused_with("refusal.running_twice", [("name", entry.name.clone())]));
        }
        known.push(entry);
    }
    let first = run.state.members.iter().map(|member| member.number).max().unwrap_or(0) + 1;
    let mut ordinal = run.players.iter().map(|player| player.ordinal).max().unwrap_or(0);
    let mut rows = Vec::with_capacity(entries.len());
    for (number, entry) in (first..).zip(&entries) {
        ordinal += 1;
        rows.push(NewRunningPlayer {
            run_id: run.row.id,
            ordinal,
            number: i64::from(number),
            sealed: seal(&register.keys, (run.row.id, ordinal), entry)?,
            joined: i64::from(joined),
            left_from: None,
            absent: String::new(),
        });
    }
    running::insert_players(tx.conn, &rows)?;
    let payload = json!({"entered": rows.len(), "first": first, "round": joined});
    record("running.enter", tx, &register.keys, run, payload)?;
    Ok(first)
}

/// Whether two entries are certainly one person: one register id, one document, or one name with one birth date.
fn same(a: &Entry, b: &Entry) -> bool {
    let equal = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
    equal(&a.register, &b.register)
        || equal(&a.document, &b.document)
        || (a.name == b.name && a.birth.is_some() && a.birth == b.birth && !differ(&a.register, &b.register))
}

fn differ(a: &Option<String>, b: &Option<String>) -> bool {
    a.is_some() && b.is_some() && a != b
}

/// Corrects what was written on entering somebody.
pub fn change_entry(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    number: u32,
    form: &EntryForm,
) -> ServiceResult<()> {
    let entry = form.read()?;
    register.write(staff.actor(), |tx| {
        let run = open(tx, &register.keys, staff, (slug, group), Action::EditEvent)?;
        let (member, row) = run.member(number)?;
        let entry =
            Entry { id: member.entry.id.clone(), line: member.entry.line, group: member.entry.group.clone(), ..entry };
        if member.entry == entry {
            tx.nothing_to_record();
            return Ok(());
        }
        let others = run.state.entered().filter(|other| other.number != number);
        if others.into_iter().any(|other| same(&other.entry, &entry)) {
            return Err(ServiceError::refused_with("refusal.running_twice", [("name", entry.name.clone())]));
        }
        let sealed = seal(&register.keys, (run.row.id, row.ordinal), &entry)?;
        running::update_player(tx.conn, &RunningPlayer { sealed, ..row.clone() })?;
        record("running.change", tx, &register.keys, &run, json!({"number": number}))
    })
}
