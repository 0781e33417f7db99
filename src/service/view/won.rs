//! What a player's wins rest on: games whose record the recount confirms, games without one, games that it contradicts.

use crate::domain::permission::Action;
use crate::domain::results::{GameResult, Sheet};
use crate::service::event::{EventSettings, find};
use crate::service::records::{results_of, ruled};
use crate::service::{Register, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::recount::{self as recounts, Outcome};
use crate::store::{Conn, game_record, pairing, ruling};
use std::collections::{BTreeMap, HashMap, HashSet};

/// How a won game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Its record says the same, or a referee ruled so.
    Confirmed,
    /// There is no record, or none that says who won.
    NotRecounted,
    /// Its record says otherwise.
    Contradicted,
}

/// A won game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WonGame {
    /// Round, from 1.
    pub round: i64,
    /// Who lost it.
    pub opponent: String,
    /// How it stands.
    pub standing: Standing,
    /// The pairing, where something was said of the game.
    pub pairing: Option<i64>,
}

/// The won games of every player of an event, by group and id within the file, in the order of the rounds.
pub type WonGames = BTreeMap<(String, String), Vec<WonGame>>;

/// Reads the won games of an event's players.
pub fn of_event(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<WonGames> {
    register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let mut all = WonGames::new();
        for group in EventSettings::from_json(&found.settings).groups {
            if let Some(sheet) = results_of(&register.keys, conn, &found, &group)? {
                let sheet = ruled(conn, found.id, &group, &sheet)?.into_owned();
                of_group(conn, &found, &group, &sheet, &mut all)?;
            }
        }
        Ok(all)
    })
}

/// How a game stands that somebody has won.
fn standing(black: bool, ruled: bool, outcome: Option<&Outcome>) -> Standing {
    let side = if black { "B" } else { "W" };
    match outcome {
        _ if ruled => Standing::Confirmed,
        None => Standing::NotRecounted,
        Some(one) => match (one.verdict.as_str(), one.winner.as_deref()) {
            ("illegal" | "winner-differs", _) => Standing::Contradicted,
            // Replayed by the rules, and nothing to count: the record has the result that was reported.
            ("no-count", _) => Standing::Confirmed,
            ("confirmed" | "margin-differs", Some(winner)) if winner == side => Standing::Confirmed,
            ("confirmed" | "margin-differs", Some(_)) => Standing::Contradicted,
            _ => Standing::NotRecounted,
        },
    }
}

fn of_group(conn: &mut Conn, found: &Event, group: &str, sheet: &Sheet, all: &mut WonGames) -> ServiceResult<()> {
    let pairings: HashMap<(i64, String, String), i64> = pairing::of_group(conn, found.id, group)?
        .into_iter()
        .map(|of| ((of.round, of.black_file, of.white_file), of.id))
        .collect();
    let records: HashMap<i64, i64> = game_record::of_group(conn, found.id, group)?
        .into_iter()
        .filter(|one| one.state == "recounted")
        .filter_map(|one| Some((one.pairing_id?, one.id)))
        .collect();
    let outcomes: HashMap<i64, Outcome> =
        recounts::outcomes_of_group(conn, found.id, group)?.into_iter().map(|one| (one.record_id, one)).collect();
    let in_force: HashSet<i64> = ruling::of_group(conn, found.id, group)?
        .into_iter()
        .filter(|(one, _)| one.state == "in-force")
        .map(|(_, of)| of.id)
        .collect();
    for game in &sheet.games {
        let (Some(black), Some(white)) =
            (sheet.entries.get(game.black), game.white.and_then(|white| sheet.entries.get(white)))
        else {
            continue;
        };
        let (winner, loser, by_black) = match game.result {
            GameResult::Black(_) => (black, white, true),
            GameResult::White(_) => (white, black, false),
            _ => continue,
        };
        let round = i64::from(game.round);
        let pairing = pairings.get(&(round, black.id.clone(), white.id.clone())).copied();
        let outcome = pairing.and_then(|id| records.get(&id)).and_then(|record| outcomes.get(record));
        let ruled = pairing.is_some_and(|id| in_force.contains(&id));
        all.entry((group.to_owned(), winner.id.clone())).or_default().push(WonGame {
            round,
            opponent: loser.name.clone(),
            standing: standing(by_black, ruled, outcome),
            pairing,
        });
    }
    for games in all.values_mut() {
        games.sort_by_key(|game| game.round);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdict: &str, winner: Option<&str>) -> Outcome {
        Outcome {
            record_id: 1,
            version: String::new(),
            verdict: verdict.to_owned(),
            winner: winner.map(str::to_owned),
            margin_half: None,
        }
    }

    #[test]
    fn a_win_stands_on_what_its_record_says() {
        use Standing::*;
        for (verdict, winner, expected) in [
            ("confirmed", Some("B"), Confirmed),
            // The record confirms its own result, which is not the one that was reported.
            ("confirmed", Some("W"), Contradicted),
            ("margin-differs", Some("B"), Confirmed),
            ("winner-differs", Some("W"), Contradicted),
            ("illegal", None, Contradicted),
            ("no-count", None, Confirmed),
            ("undecided", Some("B"), NotRecounted),
            ("not-played-out", None, NotRecounted),
            ("unreadable", None, NotRecounted),
        ] {
            assert_eq!(standing(true, false, Some(&outcome(verdict, winner))), expected, "{verdict} {winner:?}");
        }
        assert_eq!(standing(true, false, None), NotRecounted);
        assert_eq!(standing(true, true, Some(&outcome("winner-differs", Some("W")))), Confirmed, "a referee ruled");
    }
}
