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

/// A record's position, and what it is counted by.
pub(super) struct Stopped<'a> {
    pub(super) played: &'a Played,
    pub(super) dead: &'a [Coord],
    pub(super) tables: &'a [Table],
    pub(super) claims: &'a [(Unit, HalfPoints)],
}

/// Moves and the count after them.
pub(super) type Explained = (Vec<(Colour, Coord)>, Count);

impl Stopped<'_> {
    fn as_it_stands(&self, table: &Table) -> HalfPoints {
        Count::of(&self.played.board, self.dead, self.played.prisoners, &table.terms).margin()
    }

    /// Who has won as it stands, where some stones are dead.
    pub(super) fn winner(&self, dead: &[Coord]) -> Option<Colour> {
        let terms = &self.tables.first()?.terms;
        Count::of(&self.played.board, dead, self.played.prisoners, terms).winner()
    }

    /// Whether few points lie between a claim and the position as it stands.
    pub(super) fn near(&self) -> bool {
        let near = |margin: HalfPoints| self.claims.iter().any(|(_, claim)| (*claim - margin).abs().0 <= ROOM);
        self.tables.iter().any(|table| near(self.as_it_stands(table)))
    }

    /// Whether few points lie between a count and the position as it stands.
    fn few(&self, counted: &Count, table: &Table) -> bool {
        (counted.margin() - self.as_it_stands(table)).abs().0 <= ROOM
    }

    /// The rest of the game, where a claim is right after it.
    fn claimed_after(&self, ending: &Ending, believed: &dyn Fn(&Count, &Table) -> bool) -> Option<Explained> {
        self.tables.iter().find_map(|table| {
            let counted = after(ending, self.played, table);
            let claimed = self.claims.iter().any(|(_, claim)| *claim == counted.margin());
            (claimed && believed(&counted, table)).then(|| (ending.moves.clone(), counted))
        })
    }

    /// The rest of the game as both sides play it on, whatever was claimed, and the count after it where it is a claim.
    /// By territory it is the count that this program gives, by area it is moves that the record leaves out.
    pub(super) fn played_out(&self, next: Colour) -> (Ending, Option<Explained>) {
        let ending = finish(&self.played.board, self.dead, next);
        let by_territory = |table: &Table| table.terms.rules.counting == Counting::Territory;
        let explained = self.claimed_after(&ending, &|counted, table| by_territory(table) || self.few(counted, table));
        (ending, explained)
    }

    /// Whether a count has the winner that the position has as it stands or after the ending: moves that nobody wrote down
    /// may explain a margin, not another winner.
    fn likely(&self, counted: &Count, table: &Table, ending: &Ending) -> bool {
        let stands = Count::of(&self.played.board, self.dead, self.played.prisoners, &table.terms);
        [stands, after(ending, self.played, table)].iter().any(|likely| likely.winner() == counted.winner())
    }

    /// Other moves by which one of the claims is right: the other side first, or protections at the end.
    pub(super) fn explain(&self, ending: Ending, next: Colour) -> Option<Explained> {
        let other = finish(&self.played.board, self.dead, next.other());
        let likely = |counted: &Count, table: &Table| {
            let far = (counted.margin() - after(&ending, self.played, table).margin()).abs().0 > ROOM;
            (self.few(counted, table) || !far) && self.likely(counted, table, &ending)
        };
        self.claimed_after(&other, &likely).or_else(|| {
            let by_territory = |table: &&Table| table.terms.rules.counting == Counting::Territory;
            [&ending, &other].into_iter().find_map(|ending| {
                self.tables.iter().filter(by_territory).find_map(|table| {
                    protected(ending, after(ending, self.played, table), self.played, table, self.claims)
                        .filter(|(_, counted)| likely(counted, table))
                })
            })
        })
    }
}

fn after(ending: &Ending, played: &Played, table: &Table) -> Count {
    let prisoners = Colour::BOTH.map(|colour| played.prisoners(colour) + ending.captured[colour as usize]);
    Count::of(&ending.board, &ending.dead, prisoners, &table.terms)
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
        let weak: Vec<Coord> = weak_points(&ending.board, &ending.dead, side).into_iter().take(wanted).collect();
        if weak.len() < wanted {
            return None;
        }
        let mut board = ending.board.clone();
        board.set_all(weak.iter().map(|at| (*at, Some(side))));
        let prisoners = Colour::BOTH.map(|colour| played.prisoners(colour) + ending.captured[colour as usize]);
        let counted = Count::of(&board, &ending.dead, prisoners, &table.terms);
        if counted.margin() != *claim {
            return None;
        }
        let mut moves = ending.moves.clone();
        moves.extend(weak.into_iter().map(|at| (side, at)));
        Some((moves, counted))
    })
}

/// Points of a side's territory next to a chain of few liberties that the opponent touches, the weakest first.
fn weak_points(board: &Board, dead: &[Coord], side: Colour) -> Vec<Coord> {
    let territory = Territory::of(board, dead);
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
