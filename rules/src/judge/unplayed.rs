//! Moves that a record leaves out: what they are, and whether they explain the declared result.

use super::played::Played;
use super::terms::Table;
use super::winner::Winners;
use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::count::{Count, Territory};
use crate::endgame::{Ending, finish};
use crate::half_points::HalfPoints;
use crate::record::Unit;

/// What moves that nobody wrote down may change, in half-points.
pub(super) const ROOM: i32 = 6;

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

    /// Whether few points lie between a claim and the position as it stands.
    pub(super) fn near(&self) -> bool {
        let near = |margin: HalfPoints| self.claims.iter().any(|(_, claim)| (*claim - margin).abs().0 <= ROOM);
        self.tables.iter().any(|table| near(self.as_it_stands(table)))
    }

    /// Whether few points lie between a count and the position as it stands.
    fn few(&self, counted: &Count, table: &Table) -> bool {
        (counted.margin() - self.as_it_stands(table)).abs().0 <= ROOM
    }

    /// The rest of the game as both sides play it on, whatever was claimed.
    pub(super) fn finish(&self, next: Colour) -> Ending {
        finish(&self.played.board, self.dead, next)
    }

    /// The margins by the terms that the record names, or by all that its likeliest rules allow.
    pub(super) fn winners(&self, ending: Option<&Ending>, stopped: bool) -> Winners {
        let Some(first) = self.tables.first() else { return Winners::default() };
        let tables = || self.tables.iter().filter(|table| table.likely && table.terms.rules == first.terms.rules);
        let after = ending.map(|ending| tables().map(|table| after(ending, self.played, table).margin()).collect());
        let (stopped, passed) = if stopped { (after, None) } else { (None, after) };
        Winners { stands: tables().map(|table| self.as_it_stands(table)).collect(), stopped, passed }
    }

    /// An ending and the count after it, where a claim is right after it and the moves are worth few points.
    pub(super) fn played_out(&self, ending: &Ending) -> Option<Explained> {
        self.tables.iter().find_map(|table| {
            let counted = after(ending, self.played, table);
            let claimed = self.claims.iter().any(|(_, claim)| *claim == counted.margin());
            (claimed && self.few(&counted, table)).then(|| (ending.moves.clone(), counted))
        })
    }

    /// The same with the other side first: a record may leave out a move more than it seems.
    pub(super) fn other_first(&self, next: Colour, winners: &Winners) -> Option<Explained> {
        self.played_out(&self.finish(next.other())).filter(|(_, counted)| winners.allow(counted.margin()))
    }
}

fn after(ending: &Ending, played: &Played, table: &Table) -> Count {
    let prisoners = Colour::BOTH.map(|colour| played.prisoners(colour) + ending.captured[colour as usize]);
    Count::of(&ending.board, &ending.dead, prisoners, &table.terms)
}

/// Points that belong to nobody yet: where moves may be left.
pub(super) fn open_points(board: &Board, dead: &[Coord]) -> u32 {
    let territory = Territory::of(board, dead);
    let open = |at: &Coord| board.at(*at).is_none() && territory.at(*at).dame;
    board.size().coords().filter(open).count() as u32
}
