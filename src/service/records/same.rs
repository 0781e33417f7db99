//! The same game twice: records of the whole register that are a record's game, or begin as it does, however the board is
//! turned, whoever is said to have played, and wherever it was cut off. A few lookups by key, whatever the register holds.

use super::bytes_of;
use super::findings::famous_game;
use crate::domain::game_record::findings::{Match, Matched};
use crate::domain::recount::{self, Record};
use crate::service::{Keys, Register, ServiceResult};
use crate::store::Conn;
use crate::store::event::{self, Event};
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::{self, Pairing};
use crate::text::{Bilingual, both};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use weiqi_rules::fingerprint::Fingerprint;

/// Games that have so many stones in common from the beginning are alike for longer than openings are.
const ALIKE: i64 = 50;

/// A game of fewer stones is no evidence: short ones come about by themselves.
const FEW: i64 = 20;

/// How many others are named for one record.
const NAMED: usize = 3;

/// How many records with a beginning in common are looked at.
const LOOKED_AT: i64 = 2_000;

/// What is known of a record that another one is like.
struct Alike {
    other: i64,
    stones: i64,
    /// Whether both have the same stones to the end.
    whole: bool,
}

/// For each record of a group, the games elsewhere that it is, or is like; the longest in common first.
pub(crate) fn same_games(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    records: &[GameRecord],
) -> ServiceResult<HashMap<i64, Vec<Matched>>> {
    let all = matches(keys, conn, found, records)?;
    let without = |list: Vec<(Matched, GameRecord)>| list.into_iter().map(|(matched, _)| matched).collect();
    Ok(all.into_iter().map(|(id, list)| (id, without(list))).collect())
}

/// The same with the record of each other game.
fn matches(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    records: &[GameRecord],
) -> ServiceResult<HashMap<i64, Vec<(Matched, GameRecord)>>> {
    let alike = alike(conn, records)?;
    let ids: BTreeSet<i64> = alike.values().flatten().map(|one| one.other).collect();
    let others: HashMap<i64, GameRecord> =
        game_record::by_ids(conn, &ids.into_iter().collect::<Vec<_>>())?.into_iter().map(|one| (one.id, one)).collect();
    let mut read: HashMap<i64, Option<Record>> = HashMap::new();
    let mut names = Names::default();
    let mut found_of = HashMap::new();
    for one in records {
        let mut matches = Vec::new();
        for alike in alike.get(&one.id).into_iter().flatten() {
            let Some(row) = others.get(&alike.other).filter(|other| counts(one, other)) else { continue };
            let reused = alike.whole || cut(keys, conn, &mut read, one, row)?;
            let kind = if reused { Match::Reused } else { Match::Similar };
            let shorter = one.stones.zip(row.stones).map_or(alike.stones, |(a, b)| a.min(b));
            let stones = if reused { shorter } else { alike.stones };
            let other = names.of(conn, found, row)?;
            let stones = u16::try_from(stones).unwrap_or(u16::MAX);
            matches.push((Matched { kind, other, stones }, row.clone()));
            if matches.len() == NAMED {
                break;
            }
        }
        if !matches.is_empty() {
            found_of.insert(one.id, matches);
        }
    }
    Ok(found_of)
}

/// The games of the whole register that one record of an event is, or begins like, each with its record; a famous game has
/// none.
pub(crate) fn beside(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    (one, read): (&GameRecord, Option<&Record>),
) -> ServiceResult<Vec<(Matched, Option<GameRecord>)>> {
    let all = matches(keys, conn, found, std::slice::from_ref(one))?.remove(&one.id).unwrap_or_default();
    let mut all: Vec<(Matched, Option<GameRecord>)> =
        all.into_iter().map(|(matched, row)| (matched, Some(row))).collect();
    all.extend(read.and_then(famous_game).map(|famous| (famous, None)));
    Ok(all)
}

/// The games of the whole register that one record is, or begins like.
pub fn others_like(register: &Register, record: i64) -> ServiceResult<Vec<Matched>> {
    register.read(|conn| {
        let one = game_record::by_id(conn, record)?;
        let found = event::by_id(conn, one.event_id)?;
        let id = one.id;
        Ok(same_games(&register.keys, conn, &found, &[one])?.remove(&id).unwrap_or_default())
    })
}

/// Whether a record may speak against another: one that stands for the same game, or for none yet in the same event, is
/// only another copy.
fn counts(one: &GameRecord, other: &GameRecord) -> bool {
    other.state != "set-aside"
        && (other.event_id != one.event_id || other.pairing_id.is_some() && other.pairing_id != one.pairing_id)
}

/// The records that have the whole game or a long beginning in common with each, by key.
fn alike(conn: &mut Conn, records: &[GameRecord]) -> ServiceResult<HashMap<i64, Vec<Alike>>> {
    let long: Vec<&GameRecord> = records.iter().filter(|one| one.stones.is_some_and(|stones| stones >= FEW)).collect();
    let wholes: BTreeSet<i64> = long.iter().filter_map(|one| one.whole_key).collect();
    let mut by_whole: HashMap<i64, Vec<i64>> = HashMap::new();
    for other in game_record::of_wholes(conn, &wholes.into_iter().collect::<Vec<_>>())? {
        by_whole.entry(other.whole_key.unwrap_or_default()).or_default().push(other.id);
    }
    let ids: Vec<i64> = long.iter().map(|one| one.id).collect();
    let mut own: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
    for one in game_record::beginnings_of(conn, &ids)?.into_iter().filter(|one| one.stones >= ALIKE) {
        own.entry(one.record_id).or_default().push((one.beginning_key, one.stones));
    }
    let keys: BTreeSet<i64> = own.values().flatten().map(|(key, _)| *key).collect();
    let mut by_beginning: HashMap<i64, Vec<i64>> = HashMap::new();
    for other in game_record::of_beginnings(conn, &keys.into_iter().collect::<Vec<_>>(), LOOKED_AT)? {
        by_beginning.entry(other.beginning_key).or_default().push(other.record_id);
    }
    let mut all = HashMap::new();
    for one in long {
        let mut found: BTreeMap<i64, (i64, bool)> = BTreeMap::new();
        for (key, stones) in own.get(&one.id).into_iter().flatten() {
            for other in by_beginning.get(key).into_iter().flatten() {
                let known = found.entry(*other).or_insert((*stones, false));
                known.0 = known.0.max(*stones);
            }
        }
        for other in one.whole_key.and_then(|key| by_whole.get(&key)).into_iter().flatten() {
            found.insert(*other, (one.stones.unwrap_or_default(), true));
        }
        found.remove(&one.id);
        let mut list: Vec<Alike> =
            found.into_iter().map(|(other, (stones, whole))| Alike { other, stones, whole }).collect();
        list.sort_by_key(|alike| (!alike.whole, -alike.stones, alike.other));
        all.insert(one.id, list);
    }
    Ok(all)
}

/// Whether one of two records is the beginning of the other, cut off.
fn cut(
    keys: &Keys,
    conn: &mut Conn,
    read: &mut HashMap<i64, Option<Record>>,
    one: &GameRecord,
    other: &GameRecord,
) -> ServiceResult<bool> {
    let (shorter, longer) = if one.stones <= other.stones { (one, other) } else { (other, one) };
    let Some(stones) = shorter.stones.and_then(|stones| u16::try_from(stones).ok()) else { return Ok(false) };
    if let std::collections::hash_map::Entry::Vacant(free) = read.entry(longer.id) {
        let games = recount::read(&bytes_of(keys, conn, longer.source_id)?);
        let part = usize::try_from(longer.part).unwrap_or(usize::MAX);
        free.insert(games.into_iter().nth(part).and_then(Result::ok));
    }
    let key = read.get(&longer.id).and_then(|record| Fingerprint::of_beginning(record.as_ref()?, stones));
    Ok(key.is_some_and(|key| shorter.whole_key == Some(key.cast_signed())))
}

/// What other games are called: by event, round and the name of the file, and by nobody's name.
#[derive(Default)]
struct Names {
    events: HashMap<i64, String>,
    pairings: HashMap<i64, Pairing>,
}

impl Names {
    fn of(&mut self, conn: &mut Conn, found: &Event, other: &GameRecord) -> ServiceResult<Bilingual> {
        if let std::collections::hash_map::Entry::Vacant(free) = self.events.entry(other.event_id) {
            let name =
                if other.event_id == found.id { found.name.clone() } else { event::by_id(conn, other.event_id)?.name };
            free.insert(name);
        }
        let event = self.events.get(&other.event_id).cloned().unwrap_or_default();
        let Some(id) = other.pairing_id else { return Ok(both("game_record.same.event", &[("event", &event)])) };
        if let std::collections::hash_map::Entry::Vacant(free) = self.pairings.entry(id) {
            free.insert(pairing::by_id(conn, id)?);
        }
        let round = self.pairings.get(&id).map(|one| one.round.to_string()).unwrap_or_default();
        Ok(both("game_record.same.round", &[("event", &event), ("round", &round)]))
    }
}
