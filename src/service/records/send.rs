//! Sending records: kept byte for byte, placed on the games of the results, left waiting for the recount.

use super::place::{Fresh, Placed, nothing, place, placed_words};
use super::{OPEN, results_of, sealed_place};
use crate::domain::game_record::bundle::{self, BundleRefusal, LeftOut};
use crate::domain::permission::Action;
use crate::domain::recount::{self, Record};
use crate::service::all_cores::on_all_cores;
use crate::service::error::FieldError;
use crate::service::event::{EventSettings, find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::event::Event;
use crate::store::game_record::{self, Beginning, NewGameRecord};
use crate::store::record_source::{self, NewRecordSource};
use chrono::NaiveDateTime;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use weiqi_rules::fingerprint::Fingerprint;

/// Beginnings shorter than this, in stones, are openings that many games share.
const TELLING: u16 = 31;

/// How many games one file may hold.
const PARTS: usize = 2_000;

/// How many games may be sent at once.
const GAMES: usize = 20_000;

/// What became of what was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Games that are new here.
    pub new: usize,
    /// Those of them that stand for a game of the results for certain.
    pub placed: usize,
    /// Games that the group had already.
    pub known: usize,
    /// Files that were not kept, and why.
    pub left_out: Vec<LeftOut>,
}

fn refused(refusal: BundleRefusal) -> ServiceError {
    let why = refusal.words();
    let arguments = vec![("zh_why", why.zh), ("en_why", why.en)];
    ServiceError::Invalid(vec![FieldError { field: "records", key: "refusal.records_bundle", arguments }])
}

/// One game of a file.
struct One {
    name: String,
    sha256: String,
    part: usize,
    parts: usize,
    record: Option<Record>,
    print: Option<Fingerprint>,
}

/// Keeps the records of some files for a group of an event. The same bytes sent again are kept once.
pub fn send(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    files: &[(String, Vec<u8>)],
) -> ServiceResult<Sent> {
    let found = register.read(|conn| find(conn, staff, slug, Action::EditEvent))?;
    require_state(&found, &OPEN)?;
    if !EventSettings::from_json(&found.settings).groups.iter().any(|g| g == group) {
        return Err(ServiceError::field("group", "refusal.group_required"));
    }
    let mut sent = Sent::default();
    let mut distinct: HashSet<String> = HashSet::new();
    let mut all: Vec<File> = Vec::new();
    for (name, content) in files.iter().filter(|(name, content)| !(name.is_empty() && content.is_empty())) {
        let bundle = bundle::unpack(name, content).map_err(refused)?;
        sent.left_out.extend(bundle.left_out);
        for file in bundle.files {
            let digest = hex(&sha256(&file.bytes));
            if distinct.insert(digest.clone()) {
                all.push(File { name: file.name, sha256: digest, bytes: file.bytes });
            }
        }
    }
    let keys = &register.keys;
    let now = register.now();
    let (mut games, mut sources) = (Vec::new(), Vec::with_capacity(all.len()));
    for kept in on_all_cores(&all, |file| Ok::<_, ServiceError>((read(file), seal(keys, file, now)?)))? {
        let (read, sealed) = kept?;
        games.extend(read);
        sources.push(sealed);
    }
    sources.sort_by(|a, b| a.sha256.cmp(&b.sha256));
    if games.is_empty() && sent.left_out.is_empty() {
        return Err(ServiceError::field("records", "refusal.file_required"));
    }
    if games.len() > GAMES {
        return Err(ServiceError::field("records", "refusal.file_too_large"));
    }
    register.write(staff.actor(), |tx| {
        let now = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&now, &OPEN)?;
        keep(keys, tx, &now, group, (staff.account_id, &sources), games, &mut sent)?;
        Ok(sent)
    })
}

/// A file that was sent.
struct File {
    name: String,
    sha256: String,
    bytes: Vec<u8>,
}

/// Every game of a file with its keys.
fn read(file: &File) -> Vec<One> {
    let mut all = recount::read(&file.bytes);
    all.truncate(PARTS);
    let parts = all.len();
    let one = |(part, read): (usize, Result<Record, _>)| {
        let record = read.ok();
        let print = record.as_ref().map(Fingerprint::of);
        One { name: file.name.clone(), sha256: file.sha256.clone(), part, parts, record, print }
    };
    all.into_iter().enumerate().map(one).collect()
}

/// The row that keeps the bytes of a file.
fn seal(keys: &Keys, file: &File, first_at: NaiveDateTime) -> ServiceResult<NewRecordSource> {
    Ok(NewRecordSource {
        sha256: file.sha256.clone(),
        bytes: keys.seal(&sealed_place(&file.sha256), &file.bytes)?,
        size: file.bytes.len() as i64,
        first_at,
    })
}

/// Writes the rows of what is new and says so in the journal.
fn keep(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    (account_id, sources): (i64, &[NewRecordSource]),
    games: Vec<One>,
    sent: &mut Sent,
) -> ServiceResult<()> {
    let digests: Vec<String> = sources.iter().map(|source| source.sha256.clone()).collect();
    let kept: HashSet<String> =
        record_source::ids_of(tx.conn, &digests)?.into_iter().map(|(sha256, _)| sha256).collect();
    let missing: Vec<&NewRecordSource> = sources.iter().filter(|one| !kept.contains(&one.sha256)).collect();
    record_source::insert_all(tx.conn, &missing)?;
    let ids: HashMap<String, i64> = record_source::ids_of(tx.conn, &digests)?.into_iter().collect();
    let before = game_record::of_group(tx.conn, found.id, group)?;
    let known: HashSet<(i64, i64)> = before.iter().map(|one| (one.source_id, one.part)).collect();
    let source_of = |one: &One| ids.get(&one.sha256).copied().unwrap_or_default();
    let (old, new): (Vec<One>, Vec<One>) =
        games.into_iter().partition(|one| known.contains(&(source_of(one), one.part as i64)));
    sent.known = old.len();
    if new.is_empty() {
        tx.nothing_to_record();
        return Ok(());
    }
    let rows: Vec<NewGameRecord> = new
        .iter()
        .map(|one| NewGameRecord {
            event_id: found.id,
            group_key: group.to_owned(),
            source_id: source_of(one),
            part: one.part as i64,
            name: one.name.chars().take(120).collect(),
            pairing_id: None,
            placed_by: None,
            state: "waiting".to_owned(),
            stones: one.print.as_ref().map(|print| i64::from(print.stones)),
            whole_key: one.print.as_ref().map(|print| print.whole.cast_signed()),
            uploaded_by: account_id,
            uploaded_at: tx.now,
        })
        .collect();
    game_record::insert_all(tx.conn, &rows)?;
    let made: HashMap<(i64, i64), i64> = game_record::of_group(tx.conn, found.id, group)?
        .into_iter()
        .map(|one| ((one.source_id, one.part), one.id))
        .collect();
    let id_of = |one: &One| made.get(&(source_of(one), one.part as i64)).copied().ok_or(ServiceError::NotFound);
    let mut beginnings = Vec::new();
    let unreadable = nothing();
    let mut fresh = Vec::with_capacity(new.len());
    for one in &new {
        let record_id = id_of(one)?;
        for (stones, key) in one.print.iter().flat_map(|print| &print.beginnings).filter(|(n, _)| *n >= TELLING) {
            beginnings.push(Beginning { beginning_key: key.cast_signed(), record_id, stones: i64::from(*stones) });
        }
        let record = one.record.as_ref().unwrap_or(&unreadable);
        fresh.push(Fresh { id: record_id, name: &one.name, part: one.part, parts: one.parts, record });
    }
    game_record::insert_beginnings(tx.conn, &beginnings)?;
    sent.new = new.len();
    let mut placed = Placed::new();
    if let Some(sheet) = results_of(keys, tx.conn, found, group)? {
        placed = place(tx, found, group, &sheet, &fresh)?;
    }
    sent.placed = placed.len();
    let all = hex(&sha256(digests.join("\n").as_bytes()));
    tx.record(
        "event.records",
        &subject(found),
        json!({
            "files": digests.len(),
            "games": sent.new,
            "group": group,
            "placed": placed_words(&placed),
            "sources": all,
        }),
    );
    Ok(())
}
