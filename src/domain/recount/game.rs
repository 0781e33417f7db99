//! The answer to one game, as `qipin rescore --format json` prints it: one object a line.

use super::number::{Points, Thousandths};
use super::words;
use crate::text::Bilingual;
use serde::Serialize;
use weiqi_rules::count::Count;
use weiqi_rules::judge::{DeadSource, Judged, Kind, Match, Verdict};
use weiqi_rules::record::{By, Outcome, Record, Unit, Unreadable, Winner};
use weiqi_rules::{Colour, Coord, HalfPoints};

/// A recounted game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Game {
    /// The file, as it was named.
    pub file: String,
    /// Which game of the file, from 0.
    pub index: usize,
    /// The board: the number of its lines, or columns and rows as SGF writes them.
    pub size: Option<Side>,
    /// How many moves and passes the main line has.
    pub moves: usize,
    /// The rules it was judged by.
    pub rules: Option<&'static str>,
    /// Komi, where it is known.
    pub komi: Option<Points>,
    /// Handicap stones.
    pub handicap: u16,
    /// What the record declares.
    pub declared: Declared,
    /// The first move against the rules.
    pub illegal: Option<Illegal>,
    /// The dead stones, row by row.
    pub dead: Vec<String>,
    /// Who says so.
    pub dead_source: &'static str,
    /// How sure that is.
    pub confidence: Thousandths,
    /// What Black has, before komi.
    pub black: Option<Points>,
    /// What White has.
    pub white: Option<Points>,
    /// What the board says.
    pub computed: Computed,
    /// How board and declared result agree.
    #[serde(rename = "match")]
    pub matched: Option<&'static str>,
    /// Points of moves that the record leaves out.
    pub unplayed: Vec<String>,
    /// Komi and unit as they were understood.
    pub readings: Vec<Reading>,
    /// The verdict.
    pub verdict: &'static str,
    /// What else there is to say.
    pub findings: Vec<Note>,
}

/// The sides of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Side {
    /// A square board.
    Square(u8),
    /// Any other, as `13:19`.
    Oblong(String),
}

/// A declared result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Declared {
    /// As it was written.
    pub raw: String,
    /// `B`, `W`, `draw`, `void`.
    pub winner: Option<&'static str>,
    /// In points.
    pub margin: Option<Points>,
    /// `count`, `resignation`, `time`, `forfeit`, `illegal`, `unknown`.
    pub by: &'static str,
}

/// A move against the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Illegal {
    /// Its number, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// `occupied`, `suicide`, `ko`, `superko`, `off-board`.
    pub reason: &'static str,
    /// Where, in SGF's letters; none for a point that no letters name.
    pub point: Option<String>,
}

/// What the board says.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Computed {
    /// `B`, `W`, `draw`; none where nothing was counted.
    pub winner: Option<&'static str>,
    /// In points.
    pub margin: Option<Points>,
}

/// A way to understand komi and the unit of the result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Komi in points.
    pub komi: Points,
    /// `points` or `zi`.
    pub unit: &'static str,
    /// The declared margin in points.
    pub margin: Points,
    /// Whether the board agrees.
    pub matches: bool,
}

/// Something to say about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// What kind of thing it is.
    pub code: &'static str,
    /// In both languages.
    pub message: String,
    /// The same for pages that have one language.
    #[serde(skip)]
    pub words: Bilingual,
    /// Whether it matters to somebody who only wants to know what is wrong.
    #[serde(skip)]
    pub matters: bool,
}

impl Computed {
    /// As results are written: `B+3.5`, `0`; empty where nothing was counted.
    pub fn written(&self) -> String {
        let margin = self.margin.map(|Points(margin)| margin.to_string()).unwrap_or_default();
        match self.winner {
            None => String::new(),
            Some("draw") => "0".to_owned(),
            Some(side) => format!("{side}+{margin}"),
        }
    }
}

impl Note {
    /// Whether it is about how the game was played, for the referee.
    pub fn is_remark(&self) -> bool {
        Kind::ALL.iter().any(|(_, key, _)| *key == self.code)
    }
}

impl Game {
    /// The sum, in both languages; none where nothing was counted.
    pub fn sum(&self) -> Option<&Bilingual> {
        self.findings.iter().find(|note| note.code == "sum").map(|note| &note.words)
    }

    /// The JSON, without a line end.
    pub fn json(&self) -> String {
        // proven: string keys and plain values serialise.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The verdict as a value.
    pub fn kind(&self) -> Verdict {
        // proven: only keys of verdicts are put there.
        Verdict::ALL.into_iter().find(|verdict| verdict.key() == self.verdict).unwrap_or(Verdict::Unreadable)
    }

    /// Whether nothing stands against the game: the board agrees, or there was nothing to count, and every move is legal.
    pub fn is_sound(&self) -> bool {
        matches!(self.kind(), Verdict::Confirmed | Verdict::NoCount) && self.illegal.is_none()
    }

    /// Takes back the result that was lent for the judging: the record declares none, and the answer says no other thing.
    pub fn declares_nothing(&mut self) {
        self.declared = Declared { raw: String::new(), winner: None, margin: None, by: "unknown" };
        let said = self.findings.iter().any(|note| note.code == words::NOT_DECLARED);
        if self.kind() == Verdict::NoCount && !said {
            self.findings.push(words::not_declared());
        }
    }

    /// A game that cannot be read.
    pub fn unreadable(file: &str, index: usize, note: Note) -> Self {
        Game {
            file: file.to_owned(),
            index,
            size: None,
            moves: 0,
            rules: None,
            komi: None,
            handicap: 0,
            declared: Declared { raw: String::new(), winner: None, margin: None, by: "unknown" },
            illegal: None,
            dead: Vec::new(),
            dead_source: DeadSource::None.key(),
            confidence: Thousandths(0),
            black: None,
            white: None,
            computed: Computed::default(),
            matched: None,
            unplayed: Vec::new(),
            readings: Vec::new(),
            verdict: Verdict::Unreadable.key(),
            findings: vec![note],
        }
    }

    /// A game that the reader refuses.
    pub(super) fn refused(file: &str, index: usize, why: &Unreadable) -> Self {
        Self::unreadable(file, index, words::refused(why))
    }

    /// A judged game.
    pub(super) fn judged(
        file: &str,
        index: usize,
        record: &Record,
        komi: Option<HalfPoints>,
        judged: &Judged,
        findings: Vec<Note>,
    ) -> Self {
        let total = |colour| judged.count.map(|count| Points(count.total(colour)));
        let size = record.size;
        Game {
            file: file.to_owned(),
            index,
            size: Some(match size.width() == size.height() {
                true => Side::Square(size.width()),
                false => Side::Oblong(size.to_string()),
            }),
            moves: record.moves.len(),
            rules: Some(judged.rules.key),
            komi: komi.or(record.komi.half_points).map(Points),
            handicap: record.handicap.number(),
            declared: declared(record, judged),
            illegal: judged.illegal.map(|illegal| Illegal {
                number: illegal.number,
                reason: illegal.reason.key(),
                point: point(illegal.at),
            }),
            dead: dead(judged),
            dead_source: judged.dead_source.key(),
            confidence: Thousandths(judged.confidence),
            black: total(Colour::Black),
            white: total(Colour::White),
            computed: judged.count.as_ref().map(computed).unwrap_or_default(),
            matched: judged.matched.map(Match::key),
            unplayed: judged.unplayed.iter().map(|(_, at)| at.to_string()).collect(),
            readings: judged.readings.iter().map(reading).collect(),
            verdict: judged.verdict.key(),
            findings,
        }
    }
}

/// The letters of a point, where it has any.
fn point(at: Coord) -> Option<String> {
    Some(at.to_string()).filter(|letters| !letters.contains('?'))
}

/// Every dead stone, row by row.
fn dead(judged: &Judged) -> Vec<String> {
    let board = &judged.played.board;
    let standing = judged.dead.iter().filter(|at| board.at(**at).is_some());
    let mut stones: Vec<Coord> = standing.flat_map(|at| board.chain(*at)).collect();
    stones.sort_unstable_by_key(|at| (at.y, at.x));
    stones.dedup();
    stones.iter().map(Coord::to_string).collect()
}

const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn computed(count: &Count) -> Computed {
    Computed { winner: Some(count.winner().map_or("draw", side)), margin: Some(Points(count.margin().abs())) }
}

fn reading(reading: &weiqi_rules::judge::Reading) -> Reading {
    Reading {
        komi: Points(reading.komi),
        unit: unit(reading.unit),
        margin: Points(reading.margin.abs()),
        matches: reading.matches,
    }
}

const fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Points => "points",
        Unit::Zi => "zi",
    }
}

/// What the record declares; where the unit is not said, in that of the reading by which the board agrees.
fn declared(record: &Record, judged: &Judged) -> Declared {
    let Outcome { winner, by, margin, .. } = &record.outcome;
    let (winner, draw) = match winner {
        Winner::Side(colour) => (Some(side(*colour)), false),
        Winner::Draw => (Some("draw"), true),
        Winner::Void => (Some("void"), false),
        Winner::Unknown => (None, false),
    };
    let agreed = judged.readings.iter().find(|reading| reading.matches).map(|reading| reading.margin.abs());
    let said = margin.and_then(|margin| {
        agreed.or(margin.half_points()).or_else(|| margin.readings().next().map(|(_, margin)| margin))
    });
    Declared {
        raw: record.result_text().to_owned(),
        winner,
        margin: said.or(draw.then_some(HalfPoints::ZERO)).map(Points),
        by: match by {
            By::Count => "count",
            By::Resignation => "resignation",
            By::Time => "time",
            By::Forfeit => "forfeit",
            By::Illegal => "illegal",
            By::Unknown => "unknown",
        },
    }
}
