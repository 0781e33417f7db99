//! A game played move by move under a set of rules.

mod past;

use crate::board::{self, Board, Played};
use crate::coord::{Colour, Coord, Size};
use crate::ruleset::{Repetition, RuleSet};
use past::Past;
use std::fmt;

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// A stone on a point.
    At(Coord),
    /// A pass.
    Pass,
}

/// Why a move is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Beyond the edge.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// The stone or its chain would have no liberty.
    Suicide,
    /// One stone would be taken back at once with one stone.
    Ko,
    /// A position would come again.
    Superko,
}

impl Reason {
    /// The word of the interface.
    pub const fn key(self) -> &'static str {
        match self {
            Reason::OffBoard => "off-board",
            Reason::Occupied => "occupied",
            Reason::Suicide => "suicide",
            Reason::Ko => "ko",
            Reason::Superko => "superko",
        }
    }
}

impl From<board::Illegal> for Reason {
    fn from(illegal: board::Illegal) -> Self {
        match illegal {
            board::Illegal::OffBoard => Reason::OffBoard,
            board::Illegal::Occupied => Reason::Occupied,
            board::Illegal::Suicide => Reason::Suicide,
            board::Illegal::Ko => Reason::Ko,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl std::error::Error for Reason {}

/// Which earlier position a move brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repeated {
    /// After how many moves the position first stood on the board; 0 is the setup.
    pub first: usize,
    /// Whether the same player was to move then.
    pub same_to_move: bool,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Stones of the opponent that were captured.
    pub captured: u16,
    /// Own stones that were taken off by a suicide.
    pub own: u16,
    /// The earlier position that came again, where the rules leave that to the referee.
    pub repeated: Option<Repeated>,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
    repetition: Repetition,
    suicide: bool,
    past: Past,
    prisoners: [u16; 2],
}

impl Replay {
    /// A game on an empty board.
    pub fn new(size: Size, rules: &RuleSet) -> Self {
        Self::from_setup(Board::new(size), Colour::Black, rules)
    }

    /// A game from a position; the setup counts as one that may not come again.
    pub fn from_setup(board: Board, to_move: Colour, rules: &RuleSet) -> Self {
        let past = Past::new(board.hash(), to_move);
        Replay { board, repetition: rules.repetition, suicide: rules.suicide, past, prisoners: [0; 2] }
    }

    /// Sets stones up or takes them off in the middle of a game. The position counts as the first one from now on;
    /// prisoners stay what they are.
    pub(crate) fn set_up(&mut self, points: impl IntoIterator<Item = (Coord, Option<Colour>)>, to_move: Colour) {
        self.board.set_all(points);
        self.past.begin_anew(self.board.hash(), to_move);
    }

    /// The board as it stands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board at the end.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// Moves and passes so far.
    pub fn moves(&self) -> usize {
        self.past.moves()
    }

    /// Stones that a colour has captured, suicides of the other among them.
    pub fn prisoners(&self, of: Colour) -> u16 {
        self.prisoners[of as usize]
    }

    /// Plays a move of either colour: whose turn it is, is a question of the record and not of the board.
    ///
    /// # Errors
    /// A move that the rules forbid leaves the game as it was.
    pub fn play(&mut self, colour: Colour, play: Play) -> Result<Step, Reason> {
        let next = colour.other();
        let Play::At(at) = play else {
            self.board.forget_ko();
            self.past.add(self.board.hash(), next);
            return Ok(Step { captured: 0, own: 0, repeated: None });
        };
        let (past, repetition) = (&self.past, self.repetition);
        let mut repeated = None;
        let forbidden = |hash| {
            repeated = past.find(hash, next);
            match repetition {
                Repetition::Referee => false,
                Repetition::Positional => repeated.is_some(),
                Repetition::Situational => repeated.is_some_and(|found: Repeated| found.same_to_move),
            }
        };
        let played = self.board.play_unless(colour, at, self.suicide, forbidden);
        let Played { captured, own } = played.map_err(|refused| refused.map_or(Reason::Superko, Reason::from))?;
        // Only stones that are set up again and again are more than the number holds.
        for (of, taken) in [(colour, captured), (next, own)] {
            self.prisoners[of as usize] = self.prisoners[of as usize].saturating_add(taken);
        }
        self.past.add(self.board.hash(), next);
        Ok(Step { captured, own, repeated })
    }
}
