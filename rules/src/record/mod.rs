//! Game records: bytes in, a game with typed facts and findings out.
//!
//! | format | from | encoding |
//! |---|---|---|
//! | SGF, versions 1 to 4 | everywhere | any: a mark at the start, the bytes themselves, then what `CA` says |
//! | GIB | Tygem | that of the country it names |
//! | NGF | wBaduk, Cyberoro | by the bytes |
//! | UGF, UGI | PandaNet | `Lang=` of its heading |
//!
//! A record is read as it was meant, and every step away from its format is a [`Finding`] with the byte where it stands;
//! [`Code`] lists them all. Nothing is guessed silently: where two readings are possible, as for komi in 子 or in points
//! or for a margin without a unit, both are kept ([`Komi::candidates`], [`Margin::readings`]). Texts are kept as they were
//! written ([`Record::text`], [`Record::properties`]).
//!
//! The main line is read, which is the first variation everywhere; other variations are left out and named. Moves are not
//! judged here: a point may be occupied or lie outside the board. [`limits`] says what is refused for its size.

pub(crate) mod date;
pub(crate) mod decode;
mod draft;
mod finding;
mod gib;
mod handicap;
mod info;
pub(crate) mod komi;
pub mod limits;
mod ngf;
mod number;
pub(crate) mod outcome;
mod rank;
mod read;
mod sgf;
mod texts;
mod time;
mod ugf;
mod unreadable;
mod write;

pub use date::{Date, Dates};
pub use decode::Encoding;
pub use finding::{Code, FINDINGS_OF_A_CODE, Finding, Level};
pub use handicap::{Handicap, usual_points};
pub use info::{Player, Property};
pub use komi::{Komi, KomiUnit};
pub use number::Unit;
pub use outcome::{By, Margin, Outcome, Winner};
pub use rank::{Grade, Rank};
pub use time::{Overtime, TimeSettings};
pub use unreadable::{Refusal, Unreadable};

use crate::{Colour, Coord, LARGEST, Play, Size};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// SGF, versions 1 to 4.
    Sgf,
    /// GIB, of Tygem.
    Gib,
    /// NGF, of wBaduk and Cyberoro.
    Ngf,
    /// UGF and UGI, of PandaNet.
    Ugf,
}

/// The point of a move that names none: it lies on no board, so a replay stops there as at any point off the board.
pub const UNCLEAR: Coord = Coord { x: u8::MAX, y: u8::MAX };

/// The point of a column and a row, or [`UNCLEAR`] where it is beyond the small letters and so on no board of a server.
fn named(x: u8, y: u8) -> Coord {
    if x < 26 && y < 26 { Coord { x, y } } else { UNCLEAR }
}

/// One move of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves.
    pub colour: Colour,
    /// What is played. The point may lie outside the board, or be [`UNCLEAR`]; a finding says so.
    pub play: Play,
    /// The byte of the file where the move stands.
    pub offset: u32,
}

/// Stones set up or taken away by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// How many moves come before.
    pub after: u32,
    /// Points that become black.
    pub black: Vec<Coord>,
    /// Points that become white.
    pub white: Vec<Coord>,
    /// Points that become empty.
    pub empty: Vec<Coord>,
    /// Whose turn it is said to be.
    pub to_move: Option<Colour>,
    /// The byte of the file where it stands.
    pub offset: u32,
}

/// A clock as the record has it after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The number of moves played when it was read.
    pub after: u32,
    /// Whose clock.
    pub colour: Colour,
    /// Milliseconds left; negative where it ran out.
    pub left: Option<i64>,
    /// Periods or stones of overtime left.
    pub overtime: Option<u32>,
    /// The byte of the file where it stands.
    pub offset: u32,
}

/// What a point is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// `MA`: a cross.
    Cross,
    /// `CR`: a circle.
    Circle,
    /// `TR`: a triangle.
    Triangle,
    /// `SQ`: a square.
    Square,
    /// `SL`: chosen.
    Selected,
}

impl Sign {
    /// The property that it is written as.
    pub const fn name(self) -> &'static str {
        match self {
            Sign::Cross => "MA",
            Sign::Circle => "CR",
            Sign::Triangle => "TR",
            Sign::Square => "SQ",
            Sign::Selected => "SL",
        }
    }
}

/// Marks after the last move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Black's points: `TB`.
    pub black: Vec<Coord>,
    /// White's points: `TW`.
    pub white: Vec<Coord>,
    /// Other marks, those of one sign together; some programs mark dead stones so.
    pub signs: Vec<(Sign, Coord)>,
}

/// A game as a record has it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The format it was written in.
    pub format: Format,
    /// The encoding it was read in.
    pub encoding: Encoding,
    /// Which game of the file, from 0.
    pub index: usize,
    /// The byte of the file where it starts.
    pub offset: usize,
    /// The board.
    pub size: Size,
    /// Komi.
    pub komi: Komi,
    /// Handicap.
    pub handicap: Handicap,
    /// The declared result.
    pub outcome: Outcome,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// Stones set up before and between the moves, in the record's order.
    pub setups: Vec<Setup>,
    /// The clocks, in the record's order.
    pub clocks: Vec<Clock>,
    /// Marks after the last move.
    pub marks: Marks,
    /// What is odd, in the order it was found.
    pub findings: Vec<Finding>,
    /// Findings beyond [`FINDINGS_OF_A_CODE`] of one code.
    pub findings_left_out: usize,
    pub(crate) texts: texts::Texts,
}

impl Record {
    /// Reads every game of a file, whatever its format and encoding; the list is never empty. It does not panic.
    ///
    /// ```
    /// use weiqi_rules::record::{Record, Winner};
    ///
    /// let games = Record::read_all("(;SZ[19]KM[3又3/4子]RE[黑胜1/4子];B[pd];W[dp])".as_bytes());
    /// let game = games[0].as_ref().unwrap();
    /// assert_eq!(game.komi.half_points, Some(weiqi_rules::HalfPoints(15)));
    /// assert_eq!(game.outcome.winner, Winner::Side(weiqi_rules::Colour::Black));
    /// assert_eq!(game.moves.len(), 2);
    /// ```
    pub fn read_all(bytes: &[u8]) -> Vec<Result<Record, Unreadable>> {
        read::all(bytes)
    }

    /// A game without moves, to be filled and written.
    ///
    /// ```
    /// use weiqi_rules::record::{By, Margin, Move, Outcome, Record, Unit, Winner};
    /// use weiqi_rules::{Colour, Coord, HalfPoints, Play, Size};
    ///
    /// let mut game = Record::new(Size::NINETEEN);
    /// game.komi.half_points = Some(HalfPoints(15));
    /// game.set_text("RU", "Chinese");
    /// let at = Coord { x: 15, y: 3 };
    /// game.moves.push(Move { colour: Colour::Black, play: Play::At(at), offset: 0 });
    /// assert_eq!(game.to_sgf(), "(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[7.5]RU[Chinese]\n;B[pd])\n");
    /// ```
    pub fn new(size: Size) -> Record {
        Record {
            format: Format::Sgf,
            encoding: Encoding::UTF_8,
            index: 0,
            offset: 0,
            size,
            komi: Komi::default(),
            handicap: Handicap::default(),
            outcome: Outcome::default(),
            moves: Vec::new(),
            setups: Vec::new(),
            clocks: Vec::new(),
            marks: Marks::default(),
            findings: Vec::new(),
            findings_left_out: 0,
            texts: texts::Texts::default(),
        }
    }

    /// Gives the whole game a property of one value; it takes the place of what was there.
    pub fn set_text(&mut self, name: &str, value: &str) {
        self.texts.remove(name);
        self.texts.add(name, value, 0);
    }

    /// The game as SGF FF\[4\] in UTF-8: the main line with all its properties. Komi and result are written as the
    /// format has them where they are certain, else as they were. Reading it gives the same game again.
    pub fn to_sgf(&self) -> String {
        write::sgf(self)
    }

    /// The stones before the first move: black and white points, row by row.
    pub fn stones(&self) -> (Vec<Coord>, Vec<Coord>) {
        standing(&self.setups)
    }
}

/// The stones that stand after the setups before the first move, row by row.
fn standing(setups: &[Setup]) -> (Vec<Coord>, Vec<Coord>) {
    let first = &setups[..setups.partition_point(|setup| setup.after == 0)];
    if let [] | [_] = first {
        // The usual case needs no board.
        let sorted = |points: &[Coord]| {
            let mut points = points.to_vec();
            points.sort_unstable_by_key(|at| (at.y, at.x));
            points
        };
        return first.first().map_or_else(Default::default, |setup| (sorted(&setup.black), sorted(&setup.white)));
    }
    let side = usize::from(LARGEST);
    let mut board = vec![None; side * side];
    for setup in first {
        let black = setup.black.iter().map(|at| (at, Some(Colour::Black)));
        let white = setup.white.iter().map(|at| (at, Some(Colour::White)));
        for (at, stone) in setup.empty.iter().map(|at| (at, None)).chain(white).chain(black) {
            if let Some(cell) = board.get_mut(usize::from(at.y) * side + usize::from(at.x)) {
                *cell = stone;
            }
        }
    }
    let of = |colour| {
        let cells = board.iter().zip(0_u16..).filter(move |(stone, _)| **stone == Some(colour));
        let at = |number: u16| Coord { x: (number % u16::from(LARGEST)) as u8, y: (number / u16::from(LARGEST)) as u8 };
        cells.map(|(_, number)| at(number)).collect()
    };
    (of(Colour::Black), of(Colour::White))
}
