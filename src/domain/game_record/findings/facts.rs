//! What is known of a game of the results and of its record, as values to be kept and judged.

use crate::domain::game_record::compare::Difference;
use crate::domain::grade::Grade;
use crate::domain::recount::{self, Points, Verdict};
use crate::domain::results::model::GameResult;
use crate::text::{Bilingual, both, both_of};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use weiqi_rules::{Colour, HalfPoints};

/// A game of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFacts {
    /// The line of the results.
    pub line: u32,
    /// The round.
    pub round: u16,
    /// The board, where it has one.
    #[serde(default)]
    pub board: Option<u16>,
    /// The declared result.
    pub result: GameResult,
    /// The record that is placed on it.
    #[serde(default)]
    pub record: Option<RecordFacts>,
    /// Why the event asks for a record of it; none where it does not.
    #[serde(default)]
    pub required: Option<Required>,
    /// Whether the event asks both players to confirm.
    #[serde(default)]
    pub confirm: bool,
    /// The dan that is to be awarded on it.
    #[serde(default)]
    pub rests: Option<Grade>,
    /// What Black says of the game.
    #[serde(default)]
    pub black: Word,
    /// What White says of it.
    #[serde(default)]
    pub white: Word,
    /// The signed ruling that decides the game.
    #[serde(default)]
    pub ruling: Option<RulingFact>,
}

/// A record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFacts {
    /// The name of its file.
    pub file: String,
    /// Which game of the file, from 0.
    #[serde(default)]
    pub part: usize,
    /// How many games the file has.
    #[serde(default)]
    pub parts: usize,
    /// The verdict of the recount.
    #[serde(serialize_with = "write_verdict", deserialize_with = "read_verdict")]
    pub verdict: Verdict,
    /// What the board says.
    #[serde(default)]
    pub computed: Counted,
    /// The move against the rules.
    #[serde(default)]
    pub illegal: Option<Illegal>,
    /// Why it cannot be read: the end of a key `recount.refusal.…`.
    #[serde(default)]
    pub unreadable: String,
    /// Whether it says itself who has won without a count ([`decided`](crate::domain::game_record::compare::decided)).
    #[serde(default)]
    pub decided: bool,
    /// Where it differs from the event and its results.
    #[serde(default)]
    pub differences: Vec<Difference>,
    /// The games that it is the same as, or like.
    #[serde(default)]
    pub same: Vec<Matched>,
}

/// What a board says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counted {
    /// `B`, `W` or `0` for a draw; none where nothing was counted.
    pub winner: Option<char>,
    /// By how many half-points.
    pub margin: i32,
}

/// A move against the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Illegal {
    /// Its number, from 1.
    pub number: usize,
    /// The point, in SGF's letters.
    pub point: String,
    /// The end of a key `recount.reason.…`.
    pub reason: String,
}

/// A game of which the record has the beginning, or the whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matched {
    /// How much of it.
    pub kind: Match,
    /// The other game in words that the uploader may read: event, round and board, or the name of a famous game; no names
    /// of people of another agency.
    pub other: Bilingual,
    /// How many stones they have in common from the beginning.
    pub stones: u16,
}

/// How alike two games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Match {
    /// They are one game.
    Reused,
    /// They begin alike for longer than games do by themselves.
    Similar,
    /// A famous game.
    Famous,
}

/// Why an event asks for the record of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Required {
    /// An award from this grade up rests on it.
    Grade(Grade),
    /// It is one of so many in a hundred.
    Sample(u8),
}

/// What a player says of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Nothing yet.
    #[default]
    Silent,
    /// It is the game.
    Confirmed,
    /// It is not.
    Disputed,
}

/// A signed ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingFact {
    /// What was ruled: its kind, and the result where it gives one.
    pub words: Bilingual,
    /// The rule and article that the referee cites; empty where none.
    #[serde(default)]
    pub article: String,
    /// Whether a second person has agreed.
    #[serde(default)]
    pub seconded: bool,
}

/// A record that is of no game of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unplaced {
    /// The name of its file.
    pub file: String,
    /// Which game of the file, from 0.
    #[serde(default)]
    pub part: usize,
    /// How many games the file has.
    #[serde(default)]
    pub parts: usize,
}

impl RecordFacts {
    /// The facts of a recounted record. What it is the same as is added by whoever looked it up, and whether it says itself
    /// who has won by whoever has read it.
    pub fn of(file: &str, parts: usize, game: &recount::Game, differences: Vec<Difference>) -> Self {
        let illegal = game.illegal.as_ref().map(|illegal| Illegal {
            number: illegal.number,
            point: illegal.point.clone().unwrap_or_else(|| "?".to_owned()),
            reason: illegal.reason.to_owned(),
        });
        let unreadable = match game.kind() {
            Verdict::Unreadable => game.findings.first().map_or("no-game", |note| note.code),
            _ => "",
        };
        RecordFacts {
            file: file.to_owned(),
            part: game.index,
            parts,
            verdict: game.kind(),
            computed: Counted::of(game),
            illegal,
            unreadable: unreadable.to_owned(),
            decided: false,
            differences,
            same: Vec::new(),
        }
    }
}

impl Counted {
    fn of(game: &recount::Game) -> Self {
        let winner = match game.computed.winner {
            Some("draw") => Some('0'),
            Some(side) => side.chars().next(),
            None => None,
        };
        Counted { winner, margin: game.computed.margin.map_or(0, |Points(margin)| margin.0) }
    }

    /// The winner in the colours of the results, and by how much; the outer none where nothing was counted.
    pub(super) fn of_results(self, turned: bool) -> Option<(Option<Colour>, HalfPoints)> {
        let side = match self.winner? {
            'B' => Some(Colour::Black),
            'W' => Some(Colour::White),
            _ => None,
        };
        Some((side.map(|side| if turned { side.other() } else { side }), HalfPoints(self.margin)))
    }

    /// As results are written, in the colours of the results.
    pub(super) fn written(self, turned: bool) -> String {
        match self.of_results(turned) {
            None => String::new(),
            Some((None, _)) => "draw".to_owned(),
            Some((Some(side), margin)) => format!("{}+{margin}", side.letter()),
        }
    }
}

impl Illegal {
    /// In words: which move, where and why.
    pub(super) fn words(&self) -> Bilingual {
        let why = both(&format!("recount.reason.{}", self.reason), &[]);
        let same = |text: String| Bilingual { zh: text.clone(), en: text };
        let (number, point) = (same(self.number.to_string()), same(self.point.clone()));
        both_of("game_record.finding.illegal", &[("n", &number), ("point", &point), ("why", &why)])
    }
}

fn write_verdict<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.key())
}

fn read_verdict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Verdict, D::Error> {
    let word = String::deserialize(deserializer)?;
    let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.key() == word);
    verdict.ok_or_else(|| serde::de::Error::custom(format!("no verdict: {word}")))
}
