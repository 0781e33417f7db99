//! What a record is recounted by: what its event says, then what the results say of its game and what a referee has ruled
//! of its stones.

use super::{RulingKind, results_of};
use crate::domain::recount::{Asked, DeadList, DeadPoint, HalfPoints, OnVoid, RuleSet};
use crate::domain::results::{Game, GameResult, Sheet, write_result};
use crate::service::event::{EventSettings, RecordSettings};
use crate::service::{Keys, ServiceResult};
use crate::store::event::Event;
use crate::store::game_record::GameRecord;
use crate::store::{Conn, event, pairing, ruling};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// What a record is recounted by.
pub(super) struct Terms {
    pub(super) asked: Asked,
    /// The same as it is kept. Where it is another than what was asked last, the last answer holds no longer.
    pub(super) said: String,
}

/// A record with everything that its recount needs.
pub(super) struct Task {
    pub(super) row: GameRecord,
    pub(super) terms: Terms,
    /// The game that the record stands for, where the results have it.
    pub(super) of: Option<Of>,
}

/// A game of an event's results.
#[derive(Clone)]
pub(super) struct Of {
    pub(super) event: Arc<Event>,
    pub(super) sheet: Arc<Sheet>,
    at: usize,
}

impl Of {
    /// The game.
    pub(super) fn game(&self) -> Option<&Game> {
        self.sheet.games.get(self.at)
    }

    /// Who played: Black, White.
    fn names(&self) -> [Option<&str>; 2] {
        let game = self.game();
        let name = |entry: Option<usize>| entry.and_then(|entry| Some(self.sheet.entries.get(entry)?.name.as_str()));
        [name(game.map(|game| game.black)), name(game.and_then(|game| game.white))]
    }
}

impl Task {
    /// The result of the game: that of a record which declares none.
    pub(super) fn result(&self) -> Option<GameResult> {
        Some(self.of.as_ref()?.game()?.result)
    }

    /// Whether another answer of the same record would be an answer to this.
    pub(super) fn asks_as(&self, other: &Task) -> bool {
        let names = |task: &Task| task.of.as_ref().map(|of| of.names().map(|name| name.map(str::to_owned)));
        self.terms.said == other.terms.said && names(self) == names(other)
    }
}

/// What each record is recounted by now.
pub(super) fn tasks(keys: &Keys, conn: &mut Conn, rows: Vec<GameRecord>) -> ServiceResult<Vec<Task>> {
    let mut settings: HashMap<i64, RecordSettings> = HashMap::new();
    let mut games: HashMap<i64, Of> = HashMap::new();
    let mut stones: HashMap<i64, Vec<String>> = HashMap::new();
    let ids: Vec<i64> = rows.iter().map(|row| row.event_id).collect();
    for found in event::by_ids(conn, &ids)?.into_iter().map(Arc::new) {
        settings.insert(found.id, EventSettings::from_json(&found.settings).records);
        let mut groups: Vec<&str> =
            rows.iter().filter(|row| row.event_id == found.id).map(|row| row.group_key.as_str()).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            if let Some(sheet) = results_of(keys, conn, &found, group)? {
                games.extend(games_of(conn, &found, group, Arc::new(sheet))?);
            }
            stones.extend(ruled_stones(conn, found.id, group)?);
        }
    }
    let task = |row: GameRecord| {
        let by_event = settings.get(&row.event_id).cloned().unwrap_or_default();
        let of = row.pairing_id.and_then(|pairing| games.get(&pairing).cloned());
        let dead = stones.get(&row.id).filter(|_| row.pairing_id.is_some()).map(Vec::as_slice);
        Task { terms: terms(&by_event, of.as_ref().and_then(Of::game), dead), row, of }
    };
    Ok(rows.into_iter().map(task).collect())
}

/// The dead stones that rulings in force on the stones of a group's games name, by the record that the referee looked at.
fn ruled_stones(conn: &mut Conn, event_id: i64, group: &str) -> ServiceResult<Vec<(i64, Vec<String>)>> {
    let of_stones = |one: &ruling::Ruling| one.state == "in-force" && one.kind == RulingKind::Stones.key();
    let rulings = ruling::of_group(conn, event_id, group)?.into_iter().filter(|(one, _)| of_stones(one));
    let stones = |one: ruling::Ruling| Some((one.record_id?, serde_json::from_str(&one.dead).unwrap_or_default()));
    Ok(rulings.filter_map(|(one, _)| stones(one)).collect())
}

/// The games of a group by their pairings.
fn games_of(conn: &mut Conn, event: &Arc<Event>, group: &str, sheet: Arc<Sheet>) -> ServiceResult<HashMap<i64, Of>> {
    let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.as_str());
    let places: HashMap<(i64, &str, &str), usize> = sheet
        .games
        .iter()
        .enumerate()
        .filter_map(|(at, game)| Some(((i64::from(game.round), id(game.black)?, id(game.white?)?), at)))
        .collect();
    let pairings = pairing::of_group(conn, event.id, group)?;
    let of = |one: &pairing::Pairing| {
        let at = *places.get(&(one.round, one.black_file.as_str(), one.white_file.as_str()))?;
        Some((one.id, Of { event: event.clone(), sheet: sheet.clone(), at }))
    };
    Ok(pairings.iter().filter_map(of).collect())
}

fn terms(settings: &RecordSettings, game: Option<&Game>, dead: Option<&[String]>) -> Terms {
    let rules = settings.rules.as_deref().and_then(RuleSet::of);
    let komi = game.and_then(Game::stated_komi).or(settings.komi_half).map(HalfPoints);
    let mut asked = Asked::default();
    asked.options.rules = rules;
    asked.options.komi = komi;
    if settings.void_passes {
        asked.options.on_void = OnVoid::Pass;
    }
    if let Some(dead) = dead {
        let points = dead.iter().filter_map(|at| DeadPoint::read(at)).collect();
        asked.dead = vec![DeadList { index: None, points }];
        asked.ruled = true;
    }
    let said = json!({
        "dead": dead,
        "komi_half": komi.map(|komi| komi.0),
        "result": game.map(|game| write_result(game.result)),
        "rules": rules.map(|rules| rules.key),
        "void": if settings.void_passes { "pass" } else { "stop" },
    });
    Terms { asked, said: said.to_string() }
}

/// What a record is recounted by now.
pub(crate) fn asked_of(keys: &Keys, conn: &mut Conn, row: &GameRecord) -> ServiceResult<Asked> {
    let mut tasks = tasks(keys, conn, vec![row.clone()])?;
    Ok(tasks.pop().map(|task| task.terms.asked).unwrap_or_default())
}
