//! What a player's wins rest on: games whose record the recount confirms, games without one, games that it contradicts.

use super::results::BothSay;
use crate::domain::finding::{Log, Severity};
use crate::domain::game_record::findings::{self, GameFacts, Word};
use crate::domain::permission::Action;
use crate::domain::recount::Verdict;
use crate::domain::results::{GameResult, Sheet};
use crate::service::event::{EventSettings, find};
use crate::service::records::{self, results_of, ruled};
use crate::service::{Keys, Register, ServiceResult, Staff};
use crate::store::event::Event;
use crate::store::{Conn, pairing};
use std::collections::{BTreeMap, HashMap};

/// How a won game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Its record says the same, or a referee ruled so.
    Confirmed,
    /// There is no record, or none that says who won: one that is not decided, or that nothing was compared with.
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
    /// What both players say of it, where the event asks them or one has spoken.
    pub players: Option<BothSay>,
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
                of_group(&register.keys, conn, &found, (&group, &sheet), &mut all)?;
            }
        }
        Ok(all)
    })
}

/// How a game stands that somebody has won: by the very findings that stop a submission, so that no page calls a game
/// sound which another calls contradicted.
fn standing(game: &GameFacts) -> Standing {
    let Some(record) = game.record.as_ref().filter(|_| game.ruling.is_none()) else {
        return if game.ruling.is_some() { Standing::Confirmed } else { Standing::NotRecounted };
    };
    let mut log = Log::new();
    findings::raise(game, &mut log);
    if log.raised().iter().any(|one| one.severity == Severity::Error) {
        return Standing::Contradicted;
    }
    match record.verdict {
        Verdict::Confirmed | Verdict::MarginDiffers => Standing::Confirmed,
        // Where nothing is counted, a record confirms only what it says itself. It names no other winner than the results:
        // that would be an error.
        Verdict::NoCount if record.decided => Standing::Confirmed,
        _ => Standing::NotRecounted,
    }
}

/// What both players say of a game that somebody has won.
fn players(game: &GameFacts) -> Option<BothSay> {
    let said = |word: Word| match word {
        Word::Silent => None,
        Word::Confirmed => Some("confirmed"),
        Word::Disputed => Some("disputed"),
    };
    BothSay::of(game.confirm && findings::confirmable(game), [said(game.black), said(game.white)])
}

fn of_group(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    (group, sheet): (&str, &Sheet),
    all: &mut WonGames,
) -> ServiceResult<()> {
    let pairings: HashMap<(i64, String, String), i64> = pairing::of_group(conn, found.id, group)?
        .into_iter()
        .map(|of| ((of.round, of.black_file, of.white_file), of.id))
        .collect();
    let games = records::games(keys, conn, found, group, sheet, &[])?;
    let facts: HashMap<u32, &GameFacts> = games.games.iter().map(|game| (game.line, game)).collect();
    for game in &sheet.games {
        let (Some(black), Some(white)) =
            (sheet.entries.get(game.black), game.white.and_then(|white| sheet.entries.get(white)))
        else {
            continue;
        };
        let (winner, loser) = match game.result {
            GameResult::Black(_) => (black, white),
            GameResult::White(_) => (white, black),
            _ => continue,
        };
        let round = i64::from(game.round);
        let pairing = pairings.get(&(round, black.id.clone(), white.id.clone())).copied();
        all.entry((group.to_owned(), winner.id.clone())).or_default().push(WonGame {
            round,
            opponent: loser.name.clone(),
            standing: facts.get(&game.line).map_or(Standing::NotRecounted, |facts| standing(facts)),
            players: facts.get(&game.line).and_then(|facts| players(facts)),
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
    use serde_json::{Value, json};

    fn game(result: &Value, record: &Value) -> GameFacts {
        let win = |side: &str| json!({side: {"by": result}});
        serde_json::from_value(json!({"line": 2, "round": 1, "result": win("Black"), "record": record})).unwrap()
    }

    #[test]
    fn a_win_stands_on_what_its_record_says() {
        use Standing::*;
        let counted = |winner: &str, verdict: &str| json!({"file": "a", "verdict": verdict, "computed": {"winner": winner, "margin": 3}});
        let (by_count, resigned) = (json!({"count": 3}), json!("resignation"));
        for (result, record, expected) in [
            (&by_count, counted("B", "confirmed"), Confirmed),
            // The record confirms its own result, which is not the one that was reported.
            (&by_count, counted("W", "confirmed"), Contradicted),
            (&by_count, counted("W", "winner-differs"), Contradicted),
            (&by_count, json!({"file": "a", "verdict": "illegal"}), Contradicted),
            (&by_count, json!({"file": "a", "verdict": "undecided"}), NotRecounted),
            (&by_count, json!({"file": "a", "verdict": "not-played-out"}), NotRecounted),
            (&by_count, json!({"file": "a", "verdict": "unreadable", "unreadable": "no-game"}), NotRecounted),
            (&resigned, json!({"file": "a", "verdict": "no-count", "decided": true}), Confirmed),
            (&by_count, json!({"file": "a", "verdict": "no-count", "decided": true}), Confirmed),
            // Nobody but the results says so.
            (&resigned, json!({"file": "a", "verdict": "no-count"}), NotRecounted),
            (&json!("unstated"), json!({"file": "a", "verdict": "no-count"}), NotRecounted),
            // A count contradicts a resignation only where the record itself says that it was counted.
            (&resigned, counted("W", "winner-differs"), Contradicted),
            (&resigned, counted("W", "undecided"), NotRecounted),
            (&by_count, Value::Null, NotRecounted),
        ] {
            assert_eq!(standing(&game(result, &record)), expected, "{result} {record}");
        }
        let lost = json!({"what": "winner", "found": {"zh": "", "en": ""}, "expected": {"zh": "", "en": ""}});
        let other = json!({"file": "a", "verdict": "no-count", "decided": true, "differences": [lost]});
        assert_eq!(standing(&game(&resigned, &other)), Contradicted, "the record declares the other one");
        let mut ruled = game(&by_count, &counted("W", "confirmed"));
        ruled.ruling =
            Some(findings::RulingFact { words: Default::default(), article: String::new(), seconded: false });
        assert_eq!(standing(&ruled), Confirmed, "a referee ruled");
    }
}
