//! Why a record cannot be read at all.

use std::fmt;

/// The reasons. A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No game was found in the bytes.
    NoGame,
    /// The record is of another game than Go.
    OtherGame,
    /// The board is larger than 52 lines, or smaller than 1.
    Size,
    /// The file is longer than [`super::limits::BYTES`].
    TooLong,
    /// Variations are nested deeper than [`super::limits::DEPTH`].
    TooDeep,
    /// The main line has more nodes than [`super::limits::NODES`].
    TooManyNodes,
    /// The file has more games than [`super::limits::GAMES`].
    TooManyGames,
}

impl Reason {
    /// The stable name, for messages and for machines.
    pub const fn key(self) -> &'static str {
        match self {
            Reason::NoGame => "no-game",
            Reason::OtherGame => "other-game",
            Reason::Size => "size",
            Reason::TooLong => "too-long",
            Reason::TooDeep => "too-deep",
            Reason::TooManyNodes => "too-many-nodes",
            Reason::TooManyGames => "too-many-games",
        }
    }

    /// What it says, in English.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::NoGame => "no game was found",
            Reason::OtherGame => "the record is of another game than Go",
            Reason::Size => "the board is larger than 52 lines or smaller than 1",
            Reason::TooLong => "the file is too long",
            Reason::TooDeep => "the variations are nested too deeply",
            Reason::TooManyNodes => "the game has too many nodes",
            Reason::TooManyGames => "the file has too many games",
        }
    }
}

/// A record that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Why.
    pub reason: Reason,
    /// Where: the byte of the file, from 0.
    pub offset: usize,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.reason.text(), self.offset)
    }
}

impl std::error::Error for Unreadable {}
