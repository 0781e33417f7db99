//! Moves that a record leaves out: what they are, and whether they explain the declared result.

use super::played::Played;
use super::terms::Table;
use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::count::{Count, Territory};
use crate::endgame::{Ending, finish};
use crate::half_points::HalfPoints;
use crate::record::Unit;
use crate::ruleset::Counting;

/// What moves that nobody wrote down may change, in half-points.
const ROOM: i32 = 6;

/// Moves and the count after them by which one of the claims is right; none where a few moves do not explain it.
pub(super) fn explain(
    played: &Played,
    dead: &[Coord],
    next: Colour,
    tables: &[Table],
    claims: &[(Unit, HalfPoints)],
) -> Option<(Vec<(Colour, Coord)>, Count)> {
    let near = |margin: HalfPoints| claims.iter().any(|(_, claim)| (*claim - margin).abs().0 <= ROOM);
    let static_count = |table: &Table| Count::of(&played.board, dead, played.prisoners, &table.terms);
    if !tables.iter().any(|table| near(static_count(table).margin())) {
        return None;
    }
    for first in [next, next.other()] {
        let ending = finish(&played.board, dead, first);
        for table in tables {
            let counted = after(&ending, played, table);
            let said = static_count(table).margin();
            if claims.iter().any(|(_, claim)| *claim == counted.margin()) && (counted.margin() - said).abs().0 <= ROOM {
                return Some((ending.moves.clone(), counted));
            }
        }
        for table in tables.iter().filter(|table| table.terms.rules.counting == Counting::Territory) {
            let counted = after(&ending, played, table);
            if let Some((moves, counted)) = protected(&ending, counted, played, table, claims) {
                return Some((moves, counted));
            }
        }
    }
    None
}

fn after(ending: &Ending, played: &Played, table: &Table) -> Count {
    let prisoners = Colour::BOTH.map(|colour| played.prisoners(colour) + ending.captured[colour as usize]);
    Count::of(&ending.board, &[], prisoners, &table.terms)
}

/// Protections inside a side's own territory, as few as the claim asks for, at points where its chains are short of
/// liberties.
fn protected(
    ending: &Ending,
    counted: Count,
    played: &Played,
    table: &Table,
    claims: &[(Unit, HalfPoints)],
) -> Option<(Vec<(Colour, Coord)>, Count)> {
    claims.iter().find_map(|(_, claim)| {
        let missing = *claim - counted.margin();
        if missing.0 == 0 || missing.abs().0 > ROOM || missing.0 % 2 != 0 {
            return None;
        }
        // Who has too much fills some of it.
        let side = if missing.0 > 0 { Colour::White } else { Colour::Black };
        let wanted = (missing.abs().0 / 2) as usize;
        let weak: Vec<Coord> = weak_points(&ending.board, side).into_iter().take(wanted).collect();
        if weak.len() < wanted {
            return None;
        }
        let mut board = ending.board.clone();
        board.set_all(weak.iter().map(|at| (*at, Some(side))));
        let prisoners = Colour::BOTH.map(|colour| played.prisoners(colour) + ending.captured[colour as usize]);
        let counted = Count::of(&board, &[], prisoners, &table.terms);
        if counted.margin() != *claim {
            return None;
        }
        let mut moves = ending.moves.clone();
        moves.extend(weak.into_iter().map(|at| (side, at)));
        Some((moves, counted))
    })
}

/// Points of a side's territory next to a chain of few liberties that the opponent touches, the weakest first.
fn weak_points(board: &Board, side: Colour) -> Vec<Coord> {
    let territory = Territory::of(board, &[]);
    let touched = |at: Coord| {
        board.chain(at).flat_map(|stone| board.neighbours(stone)).any(|near| board.at(near) == Some(side.other()))
    };
    let weakness = |at: &Coord| {
        let chains = board.neighbours(*at).filter(|near| board.at(*near) == Some(side));
        chains.filter(|near| touched(*near)).map(|near| board.liberties(near)).min().filter(|liberties| *liberties <= 4)
    };
    let mut found: Vec<(u16, Coord)> = board
        .size()
        .coords()
        .filter(|at| board.at(*at).is_none() && territory.at(*at).territory == Some(side))
        .filter_map(|at| Some((weakness(&at)?, at)))
        .collect();
    found.sort_unstable_by_key(|(liberties, at)| (*liberties, at.y, at.x));
    found.into_iter().map(|(_, at)| at).collect()
}

/// Points that belong to nobody yet: where moves may be left.
pub(super) fn open_points(board: &Board, dead: &[Coord]) -> u32 {
    let territory = Territory::of(board, dead);
    let open = |at: &Coord| board.at(*at).is_none() && territory.at(*at).dame;
    board.size().coords().filter(open).count() as u32
}
