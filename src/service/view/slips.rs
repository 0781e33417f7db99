//! The photos of result slips of a group: which games have some, and to which one can be added.

use super::records::{GameName, named};
use crate::domain::permission::Action;
use crate::service::event::{EventSettings, find, require_state, scheme_of};
use crate::service::records::{OPEN, results_of, ruled};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::{Conn, game_record, pairing, result_slip};
use crate::text::Bilingual;
use chrono::NaiveDateTime;
use std::collections::{HashMap, HashSet};

/// A game with photos of its result slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photographed {
    /// The pairing.
    pub pairing: i64,
    /// The game.
    pub game: GameName,
    /// How many photos.
    pub photos: usize,
    /// When the last one was sent, UTC.
    pub last: NaiveDateTime,
}

/// The games of a group that have photos, by round and board.
pub(super) fn of_games(
    conn: &mut Conn,
    (event_id, group): (i64, &str),
    games: &HashMap<i64, GameName>,
) -> ServiceResult<Vec<Photographed>> {
    let lines = result_slip::of_group(conn, event_id, group)?;
    let one = |of: &[result_slip::SlipLine]| {
        let last = of.last()?;
        let game = games.get(&last.pairing_id)?.clone();
        Some(Photographed { pairing: last.pairing_id, game, photos: of.len(), last: last.uploaded_at })
    };
    let mut found: Vec<Photographed> = lines.chunk_by(|a, b| a.pairing_id == b.pairing_id).filter_map(one).collect();
    found.sort_by_key(|one| (one.game.round, one.game.board.unwrap_or(u16::MAX), one.pairing));
    Ok(found)
}

/// The photos of a group, with the games to which one can be added.
#[derive(Clone, Debug)]
pub struct GroupSlips {
    /// The event.
    pub event: Event,
    /// The name of the group.
    pub group: Bilingual,
    /// The games of two players, by round and board, each with the ids of both within the file.
    pub games: Vec<(GameName, (String, String))>,
    /// Those that have photos, each with whether it has a record too.
    pub photographed: Vec<(Photographed, bool)>,
}

/// Reads the photos of a group, for somebody who adds one.
pub fn of_group(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<GroupSlips> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::EditEvent)?;
        if !EventSettings::from_json(&found.settings).groups.iter().any(|key| key == group) {
            return Err(ServiceError::NotFound);
        }
        require_state(&found, &OPEN)?;
        let name = scheme_of(conn, &found)?.group(group).map(|one| one.name.clone()).unwrap_or_default();
        let sheet = match results_of(&register.keys, conn, &found, group)? {
            Some(sheet) => Some(ruled(conn, found.id, group, &sheet)?.into_owned()),
            None => None,
        };
        let mut games: Vec<(GameName, (String, String))> = Vec::new();
        for game in sheet.iter().flat_map(|sheet| &sheet.games) {
            let entry = |at: usize| sheet.as_ref().and_then(|sheet| sheet.entries.get(at));
            let Some((black, white)) = entry(game.black).zip(game.white.and_then(entry)) else { continue };
            let named = GameName {
                round: i64::from(game.round),
                board: game.board,
                black: black.name.clone(),
                white: white.name.clone(),
                result: Some(game.result),
            };
            games.push((named, (black.id.clone(), white.id.clone())));
        }
        games.sort_by_key(|(game, _)| (game.round, game.board.unwrap_or(u16::MAX)));
        let names: HashMap<i64, GameName> =
            pairing::of_group(conn, found.id, group)?.iter().map(|of| (of.id, named(sheet.as_ref(), of))).collect();
        let recorded: HashSet<i64> =
            game_record::of_group(conn, found.id, group)?.iter().filter_map(|one| one.pairing_id).collect();
        let photographed = of_games(conn, (found.id, group), &names)?
            .into_iter()
            .map(|one| (recorded.contains(&one.pairing), one))
            .map(|(recorded, one)| (one, recorded))
            .collect();
        Ok(GroupSlips { event: found, group: name, games, photographed })
    })
}
