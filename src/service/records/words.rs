//! What players say of their games: each side of a game has a code on its slip, and with it confirms or disputes the game
//! once.
//!
//! A word holds of the result that was shown with it. Where the result becomes another one, by results that are sent
//! again or by a ruling, the word ends; whoever confirmed in error gets a new code from the agency. Neither takes the
//! earlier word away: the row stays, and the journal says that it ended. What a player disputes is settled by other
//! results or by a referee, never by a new code. A code is one person's: where results give its game to other players,
//! it ends whether it was used or not.

use super::place::{ids_of, pairing_of};
use super::word_code::{digest_of_code, digest_of_word, fresh, hash_of};
use super::{RULED, results_of, ruled};
use crate::domain::check_code::CheckCode;
use crate::domain::permission::Action;
use crate::domain::results::{GameResult, Sheet, write_result};
use crate::service::event::{EventSettings, find, require_state, subject};
use crate::service::{Actor, Keys, Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::event::{self, Event};
use crate::store::pairing::{self, NewPairing, Pairing};
use crate::store::player_word::{self as rows, PlayerWord};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The sides of a game.
pub const SIDES: [&str; 2] = ["B", "W"];

/// How long a player's note may be, in characters.
pub const NOTE: usize = 500;

/// What a player says of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerSays {
    /// It was played so.
    Confirmed,
    /// It was not.
    Disputed,
}

impl PlayerSays {
    /// The stable name.
    pub const fn key(self) -> &'static str {
        match self {
            PlayerSays::Confirmed => "confirmed",
            PlayerSays::Disputed => "disputed",
        }
    }

    /// What a stable name says.
    pub fn from_key(key: &str) -> Option<Self> {
        [PlayerSays::Confirmed, PlayerSays::Disputed].into_iter().find(|says| says.key() == key)
    }
}

/// What a visitor sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordForm {
    /// What is said.
    pub says: PlayerSays,
    /// The result that was shown, as files write it.
    pub result: String,
    /// What the player adds; may be empty.
    pub note: String,
}

/// What can be done with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeState {
    /// It waits for its word.
    Open,
    /// The game has no result yet.
    NoResult,
    /// It was used.
    Used,
    /// A new code took its place, or the result is another one now.
    Ended,
    /// The results have no such game any more.
    Gone,
    /// The results are confirmed: there are other ways now.
    Over,
}

impl CodeState {
    /// How a code stands by its row, its event and the result in force.
    pub(crate) fn of(row: &PlayerWord, found: &Event, result: Option<GameResult>) -> Self {
        match result {
            _ if row.ended_at.is_some() => CodeState::Ended,
            _ if row.said.is_some() => CodeState::Used,
            _ if !RULED.contains(&found.state.as_str()) => CodeState::Over,
            None => CodeState::Gone,
            Some(GameResult::NotReported) => CodeState::NoResult,
            Some(_) => CodeState::Open,
        }
    }

    const fn refusal(self) -> Option<&'static str> {
        match self {
            CodeState::Open => None,
            CodeState::NoResult => Some("refusal.word_no_result"),
            CodeState::Used => Some("refusal.word_said"),
            CodeState::Ended => Some("refusal.word_ended"),
            CodeState::Gone => Some("refusal.word_gone"),
            CodeState::Over => Some("refusal.word_over"),
        }
    }
}

/// Makes the codes that the games of a group, or of one of its rounds, lack; answers how many those were.
pub fn make_codes(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    round: Option<u16>,
) -> ServiceResult<usize> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        asked_of_players(&found, Some(group))?;
        let sheet = results_of(&register.keys, tx.conn, &found, group)?
            .ok_or_else(|| ServiceError::refused("refusal.words_no_games"))?;
        let of_round = sheet.games.iter().filter(|game| round.is_none_or(|round| game.round == round));
        let wanted: Vec<NewPairing> = of_round.filter_map(|game| pairing_of(&found, group, &sheet, game)).collect();
        if wanted.is_empty() {
            return Err(ServiceError::refused("refusal.words_no_games"));
        }
        let ids = ids_of(tx, &found, group, &wanted)?;
        let mut held: HashSet<(i64, String)> = rows::of_group(tx.conn, found.id, group)?
            .into_iter()
            .filter(|(row, _)| row.ended_at.is_none())
            .map(|(row, _)| (row.pairing_id, row.side))
            .collect();
        let mut new = Vec::new();
        for pairing in &wanted {
            let id = *ids.get(pairing).ok_or(ServiceError::NotFound)?;
            for side in SIDES {
                if held.insert((id, side.to_owned())) {
                    new.push(fresh(&register.keys, id, side, tx.now)?);
                }
            }
        }
        if new.is_empty() {
            tx.nothing_to_record();
            return Ok(0);
        }
        let hashes: HashSet<&[u8]> = new.iter().map(|row| row.code_hash.as_slice()).collect();
        rows::insert_all(tx.conn, &new)?;
        let made = rows::of_group(tx.conn, found.id, group)?;
        let made = made.iter().map(|(row, _)| row).filter(|row| hashes.contains(row.code_hash.as_slice()));
        let codes = digests(&register.keys, made);
        tx.record("game.codes", &subject(&found), json!({"codes": codes, "group": group, "round": round}));
        Ok(new.len())
    })
}

/// Makes a new code for one side of a game, for whoever has lost theirs or has confirmed in error. What was said with the
/// earlier one ends; a dispute does not.
pub fn renew_code(register: &Register, staff: &Staff, slug: &str, pairing: i64, side: &str) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        let of = pairing::by_id(tx.conn, pairing)?;
        if of.event_id != found.id {
            return Err(ServiceError::NotFound);
        }
        asked_of_players(&found, None)?;
        let current = |row: &PlayerWord| row.side == side && row.ended_at.is_none();
        let before = rows::of_pairing(tx.conn, pairing)?.into_iter().find(current).ok_or(ServiceError::NotFound)?;
        // The agency holds the new code as well, and could take away with it what a player says against its results.
        if before.said.as_deref() == Some(PlayerSays::Disputed.key()) {
            return Err(ServiceError::refused("refusal.word_disputed"));
        }
        let ended = end(tx, &[&before])?;
        rows::insert_all(tx.conn, &[fresh(&register.keys, pairing, side, tx.now)?])?;
        let made = rows::of_pairing(tx.conn, pairing)?;
        let codes = digests(&register.keys, made.iter().filter(|row| current(row)));
        tx.record(
            "game.code-renew",
            &subject(&found),
            json!({"codes": codes, "pairing": pairing, "side": side, "words_ended": ended}),
        );
        Ok(())
    })
}

/// Whoever holds the code of a side says, once, whether the game was played so.
pub fn say(register: &Register, code: &CheckCode, form: &WordForm) -> ServiceResult<()> {
    let note = form.note.trim();
    if note.chars().count() > NOTE {
        return Err(ServiceError::field("note", "refusal.word_note"));
    }
    register.write(Actor::Visitor, |tx| {
        let (row, of) = rows::by_code(tx.conn, &hash_of(code))?.ok_or(ServiceError::NotFound)?;
        let found = event::by_id(tx.conn, of.event_id)?;
        let result = result_of(&register.keys, tx, &found, &of)?;
        if let Some(refusal) = CodeState::of(&row, &found, result).refusal() {
            return Err(ServiceError::refused(refusal));
        }
        let shown = result.map(write_result).unwrap_or_default();
        if shown != form.result {
            return Err(ServiceError::refused("refusal.changed_meanwhile"));
        }
        if rows::say(tx.conn, row.id, (form.says.key(), &shown, note), tx.now)? == 0 {
            return Err(ServiceError::refused("refusal.word_said"));
        }
        let (row, _) = rows::by_code(tx.conn, &row.code_hash)?.ok_or(ServiceError::NotFound)?;
        tx.record(
            "game.word",
            &subject(&found),
            json!({
                "digest": digest_of_word(&register.keys, &row),
                "pairing": of.id,
                "said": row.said,
                "side": row.side,
                "word": row.id,
            }),
        );
        Ok(())
    })
}

/// Lets the words of a group end whose result is another one now, and every code of the games that other people play now;
/// answers them for the journal, where there are any.
pub(crate) fn end_outdated(
    keys: &Keys,
    tx: &mut Tx<'_>,
    found: &Event,
    group: &str,
    renamed: &HashSet<i64>,
) -> ServiceResult<Option<Value>> {
    let mut all = rows::of_group(tx.conn, found.id, group)?;
    all.retain(|(row, of)| row.ended_at.is_none() && (row.said.is_some() || renamed.contains(&of.id)));
    if all.is_empty() {
        return Ok(None);
    }
    let Some(sheet) = results_of(keys, tx.conn, found, group)? else { return Ok(None) };
    let sheet = ruled(tx.conn, found.id, group, &sheet)?.into_owned();
    let other = |(row, of): &&(PlayerWord, Pairing)| {
        renamed.contains(&of.id) || reported(&sheet, of).map(write_result) != Some(row.result.clone())
    };
    let outdated: Vec<&PlayerWord> = all.iter().filter(other).map(|(row, _)| row).collect();
    if outdated.is_empty() {
        return Ok(None);
    }
    end(tx, &outdated).map(Some)
}

/// Refuses unless the event asks its players, and its results are not confirmed yet.
fn asked_of_players(found: &Event, group: Option<&str>) -> ServiceResult<()> {
    let settings = EventSettings::from_json(&found.settings);
    if group.is_some_and(|group| !settings.groups.iter().any(|one| one == group)) {
        return Err(ServiceError::NotFound);
    }
    if !settings.records.confirm {
        return Err(ServiceError::refused("refusal.words_not_asked"));
    }
    require_state(found, &RULED)
}

/// Lets codes end, each with what was said with it.
fn end(tx: &mut Tx<'_>, words: &[&PlayerWord]) -> ServiceResult<Value> {
    let ids: Vec<i64> = words.iter().map(|row| row.id).collect();
    rows::end(tx.conn, &ids, tx.now)?;
    let each = words.iter().map(|row| (row.id.to_string(), json!(row.said)));
    Ok(Value::Object(each.collect()))
}

fn digests<'a>(keys: &Keys, rows: impl Iterator<Item = &'a PlayerWord>) -> Map<String, Value> {
    rows.map(|row| (row.id.to_string(), Value::String(digest_of_code(keys, row)))).collect()
}

/// The result of a game as the rulings in force have it; none where the results have no such game.
fn result_of(keys: &Keys, tx: &mut Tx<'_>, found: &Event, of: &Pairing) -> ServiceResult<Option<GameResult>> {
    let Some(sheet) = results_of(keys, tx.conn, found, &of.group_key)? else { return Ok(None) };
    let sheet = ruled(tx.conn, found.id, &of.group_key, &sheet)?;
    Ok(reported(&sheet, of))
}

fn reported(sheet: &Sheet, of: &Pairing) -> Option<GameResult> {
    super::rule::reported(sheet, (of.round, &of.black_file, &of.white_file))
}
