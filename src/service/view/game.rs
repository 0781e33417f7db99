//! The record of a game as anybody may see it: the game, who played it as the results show them, what the recounts said,
//! what referees ruled and the players confirmed. No text of the record itself leaves this file.

use super::event::{self, EventView};
use super::results::{self, GameView, RecordMark, Seat};
use crate::domain::game_record::walk::walk;
use crate::domain::recount::{self, Record, RuleSet};
use crate::service::records::bytes_of;
use crate::service::{Keys, Register, ServiceError, ServiceResult};
use crate::store::Conn;
use crate::store::public::games as rows;
use crate::store::recount::{self as recounts, Recount};
use crate::store::ruling::{self, Ruling};
use crate::store::{entry, pairing};
use crate::text::Bilingual;
use chrono::NaiveDateTime;
use serde_json::Value;
use weiqi_rules::Coord;

/// A game with its record.
#[derive(Debug)]
pub struct GameShown {
    /// The event.
    pub event: EventView,
    /// The group, by its place in the event's list.
    pub group: usize,
    /// The game as the results have it.
    pub game: GameView,
    /// Black and White.
    pub players: [Seat; 2],
    /// What its record was read as; none where it cannot be read.
    pub record: Option<Record>,
    /// The recount that counts; none while the record waits.
    pub recount: Option<Counted>,
    /// What other versions of the program said, or the same of other results, the latest first.
    pub earlier: Vec<Counted>,
    /// The rulings that are in force or were, the latest first.
    pub rulings: Vec<Ruled>,
    /// When Black and White have spoken.
    pub said_at: [Option<NaiveDateTime>; 2],
}

/// What a recount came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The version of the rules crate.
    pub version: String,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// The verdict.
    pub verdict: String,
    /// Who wins on the board: `B`, `W`, `draw`; none where nothing was counted.
    pub winner: Option<String>,
    /// By how much, in half-points, which are quarters of a stone.
    pub margin: Option<i64>,
    /// The key of the rules.
    pub rules: Option<String>,
    /// Komi as it was counted with.
    pub komi: Option<String>,
    /// The dead stones.
    pub dead: Vec<Coord>,
    /// `marks`, `given`, `automatic` or `none`.
    pub dead_source: String,
    /// How sure that is, from 0 to 1.
    pub confidence: String,
    /// The result that the record declares: winner, margin in points, how.
    pub declared: (Option<String>, Option<String>, String),
    /// The number of the move against the rules.
    pub illegal: Option<usize>,
    /// What else is said of it, by code.
    pub notes: Vec<(String, Bilingual)>,
}

/// A ruling as the public is told of it: nobody's name, and not the words of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled {
    /// The kind.
    pub kind: String,
    /// The result that it gives; none: as it was reported.
    pub result: Option<String>,
    /// The margin, in quarters of a stone.
    pub margin: Option<i64>,
    /// The article that it rests on.
    pub article: String,
    /// Since when, UTC.
    pub at: NaiveDateTime,
    /// Whether it is in force; else a later one took its place.
    pub in_force: bool,
    /// Stones that it calls dead.
    pub dead: Vec<Coord>,
}

/// What a recount says of the count itself. Anything else may quote the file, and is told to nobody.
const TOLD: [&str; 13] = [
    "sum",
    "as-it-stands",
    "dead-group",
    "doubtful-group",
    "unplayed-moves",
    "handicap-compensation",
    "rules-assumed",
    "unusual-rules",
    "komi-assumed",
    "komi-given",
    "not-declared",
    "lists-differ",
    "illegal",
];

/// The game of an event, if the public may see it.
pub fn of(register: &Register, slug: &str, id: i64) -> ServiceResult<GameShown> {
    let event = event::by_slug(register, slug)?;
    let today = register.today();
    register.read(move |conn| {
        let pairing = pairing::by_id(conn, id)?;
        let at = event.groups.iter().position(|group| group.key == pairing.group_key);
        let group = at.filter(|_| pairing.event_id == event.id).ok_or(ServiceError::NotFound)?;
        let upload = event.groups[group].upload_id.ok_or(ServiceError::NotFound)?;
        let row = rows::record_of(conn, id)?.ok_or(ServiceError::NotFound)?;
        let files = [pairing.black_file.as_str(), pairing.white_file.as_str()];
        let players =
            results::seats(conn, &event, &event.groups[group], files, today)?.ok_or(ServiceError::NotFound)?;
        let of_both = [players[0].entry, players[1].entry];
        let played = entry::game_between(conn, upload, pairing.round, of_both)?.ok_or(ServiceError::NotFound)?;
        let (mut recount, mut earlier) = (None, Vec::new());
        for one in recounts::of_record(conn, row.id)? {
            // What was said of a record that waits again holds no longer.
            match one.current && row.state == "recounted" {
                true => recount = Some(counted(one)),
                false => earlier.push(counted(one)),
            }
        }
        let rulings: Vec<Ruled> = ruling::of_pairing(conn, id)?.into_iter().rev().filter_map(ruled).collect();
        let words = rows::words_of(conn, id)?;
        let said = |side: &str| words.iter().find(|(of, ..)| of == side);
        let mark = RecordMark::of(
            id,
            (recount.as_ref().map(|one| one.verdict.as_str()), row.ground.as_deref()),
            rulings.iter().any(|one| one.in_force),
            ["B", "W"].map(|side| said(side).map(|(_, said, _)| said.clone())),
        );
        let bytes = bytes_of(&register.keys, conn, row.source_id)?;
        let part = usize::try_from(row.part).map_err(|_| ServiceError::NotFound)?;
        let record = recount::read(&bytes).into_iter().nth(part).and_then(Result::ok);
        Ok(GameShown {
            said_at: ["B", "W"].map(|side| said(side).map(|(.., at)| *at)),
            game: GameView {
                round: played.round,
                board: played.board,
                black: 0,
                white: Some(1),
                result: played.result,
                won_by: played.won_by,
                margin_quarters: played.margin_quarters,
                handicap: played.handicap,
                komi_half: played.komi_half,
                players: results::BothSay::of(event.asks_players, [mark.black.as_deref(), mark.white.as_deref()]),
                record: Some(mark),
            },
            event,
            group,
            players,
            record,
            recount,
            earlier,
            rulings,
        })
    })
}

/// The final position of a game's record, its dead stones crossed out; none where it has no record that can be read.
pub(super) fn last_position(keys: &Keys, conn: &mut Conn, pairing: i64) -> ServiceResult<Option<String>> {
    let Some(row) = rows::record_of(conn, pairing)? else { return Ok(None) };
    let bytes = bytes_of(keys, conn, row.source_id)?;
    let part = usize::try_from(row.part).map_err(|_| ServiceError::NotFound)?;
    let Some(record) = recount::read(&bytes).into_iter().nth(part).and_then(Result::ok) else { return Ok(None) };
    // While it waits, what was found before holds no longer.
    let current = recounts::current_of(conn, &[row.id])?.into_iter().next();
    let recount = current.filter(|_| row.state == "recounted").map(counted);
    let rulings: Vec<Ruled> = ruling::of_pairing(conn, pairing)?.into_iter().rev().filter_map(ruled).collect();
    let end = walk(&record, rules_of(recount.as_ref(), Some(&record)), usize::MAX);
    Ok(Some(end.svg(dead_of(&rulings, recount.as_ref()))))
}

fn rules_of(recount: Option<&Counted>, record: Option<&Record>) -> &'static RuleSet {
    let counted = recount.and_then(|one| RuleSet::of(one.rules.as_deref()?));
    counted.or_else(|| record.and_then(Record::rules)).unwrap_or(&weiqi_rules::rules::CHINESE)
}

fn dead_of<'a>(rulings: &'a [Ruled], recount: Option<&'a Counted>) -> Option<&'a [Coord]> {
    let counted = || recount.filter(|one| one.winner.is_some()).map(|one| one.dead.as_slice());
    by_ruling(rulings).or_else(counted)
}

fn by_ruling(rulings: &[Ruled]) -> Option<&[Coord]> {
    let ruled = rulings.iter().find(|one| one.in_force && one.kind == "stones");
    ruled.map(|one| one.dead.as_slice())
}

impl GameShown {
    /// The rules by which the record is played through.
    pub fn rules(&self) -> &'static RuleSet {
        rules_of(self.recount.as_ref(), self.record.as_ref())
    }

    /// The dead stones of the final position: those of a ruling in force on them, else those of the recount; none where
    /// nothing was counted.
    pub fn dead(&self) -> Option<&[Coord]> {
        dead_of(&self.rulings, self.recount.as_ref())
    }

    /// A stone of each group that a ruling in force calls dead; none where no ruling is of the stones.
    pub fn by_ruling(&self) -> Option<&[Coord]> {
        by_ruling(&self.rulings)
    }

    /// What the recount says under a code.
    pub fn note(&self, code: &str) -> Option<&Bilingual> {
        self.recount.as_ref()?.note(code)
    }
}

impl Counted {
    /// What it says under a code.
    pub fn note(&self, code: &str) -> Option<&Bilingual> {
        self.notes.iter().find(|(of, _)| of == code).map(|(_, words)| words)
    }
}

/// Stones in SGF's letters.
fn stones(list: &Value) -> Vec<Coord> {
    let point = |text: &str| match text.as_bytes() {
        [x, y] => Coord::from_letters(*x, *y),
        _ => None,
    };
    list.as_array().into_iter().flatten().filter_map(|one| point(one.as_str()?)).collect()
}

/// A kept answer without anything that the record itself has written.
fn counted(row: Recount) -> Counted {
    let answer: Value = serde_json::from_str(&row.answer).unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let number = |value: &Value| value.as_number().map(ToString::to_string);
    let note = |one: &Value| {
        let code = one["code"].as_str().filter(|code| TOLD.contains(code))?;
        let message = one["message"].as_str()?;
        let (zh, en) = message.split_once(" / ").unwrap_or((message, message));
        Some((code.to_owned(), Bilingual { zh: zh.to_owned(), en: en.to_owned() }))
    };
    let declared = &answer["declared"];
    Counted {
        rules: text(&answer["rules"]),
        komi: number(&answer["komi"]),
        dead: stones(&answer["dead"]),
        dead_source: text(&answer["dead_source"]).unwrap_or_default(),
        confidence: number(&answer["confidence"]).unwrap_or_default(),
        declared: (
            text(&declared["winner"]),
            number(&declared["margin"]),
            text(&declared["by"]).unwrap_or_else(|| "unknown".to_owned()),
        ),
        illegal: answer["illegal"]["move"].as_u64().and_then(|number| usize::try_from(number).ok()),
        notes: answer["findings"].as_array().into_iter().flatten().filter_map(note).collect(),
        version: row.version,
        at: row.made_at,
        verdict: row.verdict,
        winner: row.winner,
        margin: row.margin_half,
    }
}

/// What is told of a ruling; one that was only proposed or that was refused is none.
fn ruled(row: Ruling) -> Option<Ruled> {
    let in_force = match row.state.as_str() {
        "in-force" => true,
        "superseded" => false,
        _ => return None,
    };
    let dead = stones(&serde_json::from_str(&row.dead).unwrap_or_default());
    Some(Ruled {
        dead,
        in_force,
        at: row.agreed_at.unwrap_or(row.ruled_at),
        kind: row.kind,
        result: row.result,
        margin: row.margin_quarters,
        article: row.article,
    })
}
