//! Changing seats of a round by hand.

use super::{Board, Round};
use crate::domain::results::GameResult;

/// Why two cannot exchange their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatError {
    /// It is one and the same.
    Same,
    /// Neither has a seat, and one of them is nobody.
    NoSeat,
    /// A game of theirs has a result.
    Played,
}

/// The bye's opponent: nobody.
const NOBODY: u32 = 0;

/// A round in which `one` and `other` have exchanged their seats; 0 stands for the opponent of a bye. On one board that
/// turns the colours; somebody without a seat takes the other's; two without a seat sit down at a further board.
pub fn exchange(round: &Round, one: u32, other: u32) -> Result<Round, SeatError> {
    if one == other {
        return Err(SeatError::Same);
    }
    let holds = |board: &Board, number: u32| board.black == number || board.white.unwrap_or(NOBODY) == number;
    let seated = |number: u32| round.boards.iter().any(|board| holds(board, number));
    let mut next = round.clone();
    if !seated(one) && !seated(other) {
        if one == NOBODY || other == NOBODY {
            return Err(SeatError::NoSeat);
        }
        let board = u16::try_from(next.boards.len() + 1).unwrap_or(u16::MAX);
        next.boards.push(Board { board, black: one, white: Some(other), result: GameResult::NotReported });
        return Ok(next);
    }
    for board in next.boards.iter_mut().filter(|board| holds(board, one) || holds(board, other)) {
        if board.white.is_some() && board.result != GameResult::NotReported {
            return Err(SeatError::Played);
        }
        let turned = |number: u32| match number {
            n if n == one => other,
            n if n == other => one,
            n => n,
        };
        let (black, white) = (turned(board.black), turned(board.white.unwrap_or(NOBODY)));
        let (black, white) = if black == NOBODY { (white, NOBODY) } else { (black, white) };
        (board.black, board.white) = (black, (white != NOBODY).then_some(white));
        board.result = if board.white.is_some() { GameResult::NotReported } else { GameResult::Bye };
    }
    Ok(next)
}
