//! Why a record cannot be read at all.

use std::fmt;

/// The reasons to refuse a record. A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
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
    /// The main line names more points than [`super::limits::POINTS`].
    TooManyPoints,
    /// The file has more games than [`super::limits::GAMES`].
    TooManyGames,
}

impl Refusal {
    /// The stable name, for messages and for machines.
    pub const fn key(self) -> &'static str {
        match self {
            Refusal::NoGame => "no-game",
            Refusal::OtherGame => "other-game",
            Refusal::Size => "size",
            Refusal::TooLong => "too-long",
            Refusal::TooDeep => "too-deep",
            Refusal::TooManyNodes => "too-many-nodes",
            Refusal::TooManyPoints => "too-many-points",
            Refusal::TooManyGames => "too-many-games",
        }
    }

    /// What it says, in English.
    pub const fn text(self) -> &'static str {
        match self {
            Refusal::NoGame => "no game was found",
            Refusal::OtherGame => "the record is of another game than Go",
            Refusal::Size => "the board is larger than 52 lines or smaller than 1",
            Refusal::TooLong => "the file is too long",
            Refusal::TooDeep => "the variations are nested too deeply",
            Refusal::TooManyNodes => "the game has too many nodes",
            Refusal::TooManyPoints => "the game sets up or marks too many points",
            Refusal::TooManyGames => "the file has too many games",
        }
    }
}

/// A record that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Why.
    pub reason: Refusal,
    /// Where: the byte of the file, from 0.
    pub offset: usize,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.reason.text(), self.offset)
    }
}

impl std::error::Error for Unreadable {}
