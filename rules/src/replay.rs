//! A game played move by move under a set of rules.

use crate::board::{self, Board, Played};
use crate::coord::{Colour, Coord, Size};
use crate::ruleset::{Repetition, RuleSet};
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
    /// The position after each move, the setup first.
    past: Vec<u64>,
    /// Who was to move then.
    turns: Vec<Colour>,
    /// A bit for each of the past positions: what is not here need not be looked for.
    seen: [u64; 16],
    prisoners: [u16; 2],
}

impl Replay {
    /// A game on an empty board.
    pub fn new(size: Size, rules: &RuleSet) -> Self {
        Self::from_setup(Board::new(size), Colour::Black, rules)
    }

    /// A game from a position; the setup counts as one that may not come again.
    pub fn from_setup(board: Board, to_move: Colour, rules: &RuleSet) -> Self {
        let mut replay = Replay {
            board,
            repetition: rules.repetition,
            suicide: rules.suicide,
            past: Vec::with_capacity(512),
            turns: Vec::with_capacity(512),
            seen: [0; 16],
            prisoners: [0; 2],
        };
        replay.remember(to_move);
        replay
    }

    /// The board as it stands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Moves and passes so far.
    pub fn moves(&self) -> usize {
        self.past.len() - 1
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
            self.remember(next);
            return Ok(Step { captured: 0, own: 0, repeated: None });
        };
        if self.repetition != Repetition::Referee {
            let repeated = self.repeated(self.board.hash_after(colour, at, self.suicide)?, next);
            if repeated.is_some_and(|r| r.same_to_move || self.repetition == Repetition::Positional) {
                return Err(Reason::Superko);
            }
        }
        let Played { captured, own } = self.board.play(colour, at, self.suicide)?;
        let repeated = self.repeated(self.board.hash(), next);
        self.prisoners[colour as usize] += captured;
        self.prisoners[next as usize] += own;
        self.remember(next);
        Ok(Step { captured, own, repeated })
    }

    fn remember(&mut self, to_move: Colour) {
        let hash = self.board.hash();
        self.past.push(hash);
        self.turns.push(to_move);
        self.seen[word(hash)] |= bit(hash);
    }

    /// Whether a position has stood on the board before, preferring a time when the same player was to move.
    fn repeated(&self, hash: u64, to_move: Colour) -> Option<Repeated> {
        if self.seen[word(hash)] & bit(hash) == 0 {
            return None;
        }
        let times = || self.past.iter().zip(&self.turns).enumerate().filter(|(_, (past, _))| **past == hash);
        let same = times().find(|(_, (_, turn))| **turn == to_move).map(|(first, _)| (first, true));
        let any = || times().next().map(|(first, _)| (first, false));
        same.or_else(any).map(|(first, same_to_move)| Repeated { first, same_to_move })
    }
}

/// Where a position's bit is kept.
const fn word(hash: u64) -> usize {
    (hash >> 60) as usize
}

/// A position's bit.
const fn bit(hash: u64) -> u64 {
    1 << ((hash >> 54) & 63)
}
