//! Which game of the results a record stands for.

use super::{OPEN, bytes_of, results_of};
use crate::domain::game_record::findings::CONTRADICTS;
use crate::domain::game_record::placing::{self, How, Placing, Wanted};
use crate::domain::permission::Action;
use crate::domain::recount::{self, Record};
use crate::domain::results::{Game, Sheet};
use crate::service::event::{find, require_state, subject};
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::event::Event;
use crate::store::game_record::{self, GameRecord};
use crate::store::pairing::{self, NewPairing};
use serde_json::{Value, json};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use weiqi_rules::Size;

/// A record that has no game yet.
pub(super) struct Fresh<'a> {
    pub(super) id: i64,
    pub(super) name: &'a str,
    pub(super) part: usize,
    pub(super) parts: usize,
    pub(super) record: &'a Record,
}

/// What stands for a record that cannot be read: only the results can say which game it is of, by naming its file.
pub(super) fn nothing() -> Record {
    Record::new(Size::NINETEEN)
}

/// A game of a sheet as a pairing; none for a bye.
pub(crate) fn pairing_of(found: &Event, group: &str, sheet: &Sheet, game: &Game) -> Option<NewPairing> {
    Some(NewPairing {
        event_id: found.id,
        group_key: group.to_owned(),
        round: i64::from(game.round),
        black_file: sheet.entries.get(game.black)?.id.clone(),
        white_file: sheet.entries.get(game.white?)?.id.clone(),
    })
}

/// The ids of pairings, those that were missing made.
pub(super) fn ids_of(
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    wanted: &[NewPairing],
) -> ServiceResult<HashMap<NewPairing, i64>> {
    let known = |tx: &mut Tx<'_>| -> ServiceResult<HashMap<NewPairing, i64>> {
        let all = pairing::of_group(tx.conn, found.id, group)?;
        Ok(all.iter().map(|one| (one.as_new(), one.id)).collect())
    };
    let before = known(tx)?;
    let mut missing: Vec<NewPairing> = wanted.iter().filter(|one| !before.contains_key(one)).cloned().collect();
    if missing.is_empty() {
        return Ok(before);
    }
    missing.sort_unstable();
    missing.dedup();
    pairing::insert_all(tx.conn, &missing)?;
    known(tx)
}

/// Where records were placed: each with its pairing.
pub(crate) type Placed = BTreeMap<i64, i64>;

/// Placed records in the words of the journal, by their ids.
pub(crate) fn placed_words(placed: &Placed) -> Value {
    Value::Object(placed.iter().map(|(record, pairing)| (record.to_string(), json!(pairing))).collect())
}

/// Places those records whose game is certain and has no other record; answers which.
pub(super) fn place(
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    sheet: &Sheet,
    fresh: &[Fresh<'_>],
) -> ServiceResult<Placed> {
    let wanted: Vec<Wanted<'_>> = fresh
        .iter()
        .map(|one| Wanted { file: one.name, part: one.part, parts: one.parts, record: one.record })
        .collect();
    let mut certain: Vec<(i64, NewPairing, How)> = Vec::new();
    for (one, placing) in fresh.iter().zip(placing::place(sheet, Some((found.starts_on, found.ends_on)), &wanted)) {
        if let Placing::Certain { game, how, .. } = placing
            && let Some(pairing) = sheet.games.get(game).and_then(|game| pairing_of(found, group, sheet, game))
        {
            certain.push((one.id, pairing, how));
        }
    }
    let rows: Vec<NewPairing> = certain.iter().map(|(_, pairing, _)| pairing.clone()).collect();
    let ids = ids_of(tx, found, group, &rows)?;
    let records = game_record::of_group(tx.conn, found.id, group)?;
    let mut taken: HashSet<i64> = records.iter().filter_map(|one| one.pairing_id).collect();
    let mut placed = Placed::new();
    for (record, pairing, how) in certain {
        let id = *ids.get(&pairing).ok_or(ServiceError::NotFound)?;
        if taken.insert(id) {
            game_record::set_pairing(tx.conn, record, Some((id, how.key())))?;
            placed.insert(record, id);
        }
    }
    // What was recounted as nobody's game is recounted as that of the results.
    game_record::set_state(tx.conn, &placed.keys().copied().collect::<Vec<_>>(), "waiting")?;
    Ok(placed)
}

/// Places the records of a group that have no game yet: after its results were sent, or sent again.
pub(crate) fn place_waiting(keys: &Keys, tx: &mut Tx<'_>, found: &Event, group: &str) -> ServiceResult<Placed> {
    let records = game_record::of_group(tx.conn, found.id, group)?;
    let open: Vec<&GameRecord> =
        records.iter().filter(|one| one.pairing_id.is_none() && one.state != "set-aside").collect();
    if open.is_empty() {
        return Ok(Placed::new());
    }
    let Some(sheet) = results_of(keys, tx.conn, found, group)? else { return Ok(Placed::new()) };
    let mut read: HashMap<i64, Vec<Option<Record>>> = HashMap::new();
    for one in &open {
        if let Entry::Vacant(place) = read.entry(one.source_id) {
            let games = recount::read(&bytes_of(keys, tx.conn, one.source_id)?);
            place.insert(games.into_iter().map(Result::ok).collect());
        }
    }
    let unreadable = nothing();
    let fresh: Vec<Fresh<'_>> = open
        .iter()
        .filter_map(|one| {
            let (part, games) = (usize::try_from(one.part).ok()?, read.get(&one.source_id)?);
            let record = games.get(part)?.as_ref().unwrap_or(&unreadable);
            Some(Fresh { id: one.id, name: &one.name, part, parts: games.len(), record })
        })
        .collect();
    place(tx, found, group, &sheet, &fresh)
}

/// A game that somebody says a record stands for: its round and both players, by the ids of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Round, from 1.
    pub round: u16,
    /// Black's id within the file.
    pub black: String,
    /// White's id within the file.
    pub white: String,
}

/// The pairing of a game of the results.
pub(super) fn pairing_for(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    chosen: &Chosen,
) -> ServiceResult<i64> {
    let sheet = results_of(keys, tx.conn, found, group)?.ok_or(ServiceError::NotFound)?;
    let is_it = |game: &&Game| {
        let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
        game.round == chosen.round
            && id(game.black) == Some(&chosen.black)
            && game.white.and_then(id) == Some(&chosen.white)
    };
    let game = sheet.games.iter().find(is_it).ok_or(ServiceError::NotFound)?;
    let pairing = pairing_of(found, group, &sheet, game).ok_or(ServiceError::NotFound)?;
    let ids = ids_of(tx, found, group, std::slice::from_ref(&pairing))?;
    ids.get(&pairing).copied().ok_or(ServiceError::NotFound)
}

/// Whether a record contradicts the results, or is not recounted yet and may.
fn holds(one: &GameRecord) -> bool {
    one.state == "waiting" || one.ground.as_deref().is_some_and(|ground| CONTRADICTS.contains(&ground))
}

/// Somebody has seen both beside each other: the record stands for this game, or for none.
pub fn place_by_hand(
    register: &Register,
    staff: &Staff,
    slug: &str,
    record: i64,
    chosen: Option<&Chosen>,
) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &OPEN)?;
        let one = game_record::by_id(tx.conn, record)?;
        if one.event_id != found.id {
            return Err(ServiceError::NotFound);
        }
        let to = match chosen {
            None => None,
            Some(chosen) => {
                let id = pairing_for(&register.keys, tx, &found, &one.group_key, chosen)?;
                let others = game_record::of_group(tx.conn, found.id, &one.group_key)?;
                if others.iter().any(|other| other.pairing_id == Some(id) && other.id != one.id) {
                    return Err(ServiceError::refused("refusal.game_has_record"));
                }
                Some(id)
            }
        };
        if to == one.pairing_id {
            tx.nothing_to_record();
            return Ok(());
        }
        // Of confirmed results such a record holds the notices: taking it off its game would let them end.
        if found.state == "confirmed" && one.pairing_id.is_some() && holds(&one) {
            return Err(ServiceError::refused("refusal.record_holds"));
        }
        game_record::set_pairing(tx.conn, one.id, to.map(|id| (id, "hand")))?;
        // By another game it may have other komi.
        game_record::set_state(tx.conn, &[one.id], "waiting")?;
        tx.record("game.place", &subject(&found), json!({"pairing": to, "record": one.id}));
        Ok(())
    })
}
