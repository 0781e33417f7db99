//! Moves that a record leaves out: what they are, and whether they explain the declared result.

use super::claim::read_by;
use super::played::Played;
use super::terms::Table;
use super::verdict::Match;
use super::winner::Winners;
use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::count::{Count, Found, Terms, Territory};
use crate::endgame::{Ending, finish_from};
use crate::half_points::HalfPoints;
use crate::record::Unit;
use crate::ruleset::Counting;
use std::cell::RefCell;
use std::rc::Rc;

/// What moves that nobody wrote down may change, in half-points.
pub(super) const ROOM: i32 = 6;

/// A point, in half-points.
const POINT: i32 = 2;

/// A record's position, and what it is counted by.
pub(super) struct Stopped<'a> {
    pub(super) played: &'a Played,
    pub(super) dead: &'a [Coord],
    pub(super) tables: &'a [Table],
    pub(super) claims: &'a [(Unit, HalfPoints)],
    /// Who moves next.
    pub(super) next: Colour,
    /// Whether the record stops before both sides have passed.
    pub(super) stopped: bool,
    /// What was found on the way.
    pub(super) known: Known,
}

/// What is asked of a position several times.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) stands: Found,
    endings: RefCell<Vec<(Line, Rc<Ended>)>>,
}

/// Who moves first, and who loses every ko.
type Line = (Colour, Option<Colour>);

/// An ending that is counted by several terms.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) ending: Ending,
    found: Found,
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Ended {
        Ended { ending, found: Found::default() }
    }
}

/// Moves and the count after them.
pub(super) type Explained = (Vec<(Colour, Coord)>, Count);

impl Stopped<'_> {
    fn as_it_stands(&self, table: &Table) -> HalfPoints {
        self.known.stands.count(&self.played.board, self.dead, self.played.prisoners, &table.terms).margin()
    }

    /// The rest with a side first, where one may lose every ko; played once.
    fn ended(&self, first: Colour, loses_kos: Option<Colour>) -> Rc<Ended> {
        let line = (first, loses_kos);
        if let Some((_, known)) = self.known.endings.borrow().iter().find(|(of, _)| *of == line) {
            return known.clone();
        }
        let plain = loses_kos.map(|_| self.ended(first, None)).filter(|plain| !plain.ending.ko);
        let found = plain.unwrap_or_else(|| {
            let (board, dead) = (&self.played.board, self.dead);
            let territory = self.known.stands.territory(board, dead).clone();
            Rc::new(finish_from(board, dead, territory, first, loses_kos).into())
        });
        self.known.endings.borrow_mut().push((line, found.clone()));
        found
    }

    /// Whether few points lie between a claim and the position as it stands.
    pub(super) fn near(&self) -> bool {
        let near = |table: &Table| {
            let margin = self.as_it_stands(table);
            read_by(self.claims, table.terms.rules).any(|(_, claim)| (*claim - margin).abs().0 <= ROOM)
        };
        self.tables.iter().any(near)
    }

    /// Whether the moves that lead to a count are worth few points: by what they change, or by what it changes, where both
    /// sides have not passed, who of them moves first.
    fn few(&self, counted: &Count, table: &Table) -> bool {
        let few = |other: HalfPoints| (counted.margin() - other).abs().0 <= ROOM;
        few(self.as_it_stands(table))
            || self.stopped && {
                let [one, two] = Colour::BOTH.map(|first| self.ended(first, None));
                let [one, two] = [&one, &two].map(|ending| self.after(ending, &table.terms).margin());
                (one - two).abs().0 <= ROOM && few(one) && few(two)
            }
    }

    /// The rest of the game as both sides play it on, whatever was claimed.
    pub(super) fn finish(&self) -> Rc<Ended> {
        self.ended(self.next, None)
    }

    /// The margins by the terms that the record names, or by all that its likeliest rules allow.
    pub(super) fn winners(&self, ending: Option<&Ended>) -> Winners {
        let Some(first) = self.tables.first() else { return Winners::default() };
        let tables = || self.tables.iter().filter(|table| table.likely && table.terms.rules == first.terms.rules);
        let after = ending.map(|ending| tables().map(|table| self.after(ending, &table.terms).margin()).collect());
        let (stopped, passed) = if self.stopped { (after, None) } else { (None, after) };
        Winners { stands: tables().map(|table| self.as_it_stands(table)).collect(), stopped, passed }
    }

    /// An ending and the count after it, where a claim is right after it and the moves are worth few points.
    pub(super) fn played_out(&self, ended: &Ended) -> Option<Explained> {
        let ending = &ended.ending;
        let first = self.after(ended, &self.tables.first()?.terms).margin();
        self.tables.iter().find_map(|table| {
            let counted = self.after(ended, &table.terms);
            let mut claims = read_by(self.claims, table.terms.rules);
            let claimed = claims.any(|(_, claim)| *claim == counted.margin());
            // Rules that the record does not name may explain a point.
            let named = table.terms.rules == self.tables[0].terms.rules;
            let near = named || (counted.margin() - first).abs().0 <= POINT;
            (ending.finished && claimed && near && self.few(&counted, table)).then(|| (ending.moves.clone(), counted))
        })
    }

    /// Whether an ending may turn the winner: by a point or two, or where the same side wins with the other one first too.
    pub(super) fn may_turn(&self, ending: &Ended, margin: HalfPoints) -> bool {
        let Some(first) = self.tables.first() else { return false };
        let change = self.after(ending, &first.terms).margin() - self.as_it_stands(first);
        change.abs().0 <= 2 * POINT || {
            let other = self.ended(self.next.other(), None);
            self.winners(Some(&other)).allow_after(margin)
        }
    }

    /// A claim that is a point from what an ending comes to, and the moves that make the point: with the last ko to the one
    /// side or the other, with the other side first, or with a protection against what the opponent could threaten.
    pub(super) fn one_point(&self, ended: &Ended, winners: &Winners) -> Option<(Match, Explained)> {
        let ending = &ended.ending;
        let first = self.tables.first()?;
        let tables = self.tables.iter().filter(|table| table.likely && table.terms.rules == first.terms.rules);
        let mut wanted: Vec<(&Table, HalfPoints)> = Vec::new();
        for table in tables.filter(|_| ending.finished) {
            let margin = self.after(ended, &table.terms).margin();
            let near = |claim: &HalfPoints| (*claim - margin).abs().0 == POINT && winners.allow(*claim);
            let claims = read_by(self.claims, table.terms.rules).map(|(_, claim)| *claim);
            wanted.extend(claims.filter(near).map(|claim| (table, claim)));
        }
        if wanted.is_empty() {
            return None;
        }
        let explains = |ended: &Ended| {
            let ending = &ended.ending;
            let mut counts = wanted.iter().map(|(table, claim)| (self.after(ended, &table.terms), *claim, *table));
            let fits = |(counted, claim, table): &(Count, HalfPoints, &Table)| {
                ending.finished && counted.margin() == *claim && self.few(counted, table)
            };
            counts.find(fits).map(|(counted, _, _)| (ending.moves.clone(), counted))
        };
        let lines = [(self.next, Some(Colour::Black)), (self.next, Some(Colour::White)), (self.next.other(), None)];
        // Played to the end in whichever order, what is counted by territory is what it comes to.
        let whole = if first.terms.rules.counting == Counting::Territory { Match::Exact } else { Match::UnplayedMoves };
        let by_line = lines.into_iter().find_map(|(first, loses)| explains(&self.ended(first, loses)));
        by_line.map(|explained| (whole, explained)).or_else(|| {
            let mut protected = ending.protectable.iter().filter_map(|(colour, at)| ending.protected(*colour, *at));
            protected
                .find_map(|protected| explains(&protected.into()))
                .map(|explained| (Match::UnplayedMoves, explained))
        })
    }

    fn after(&self, Ended { ending, found }: &Ended, terms: &Terms) -> Count {
        let prisoners = Colour::BOTH.map(|colour| self.played.prisoners(colour) + ending.captured[colour as usize]);
        found.count(&ending.board, &ending.dead, prisoners, terms)
    }

    /// The rest with the other side first: a record may leave out a move more than it seems. By area that is a matter of the
    /// points that are nobody's.
    pub(super) fn other_first(&self, winners: &Winners) -> Option<Explained> {
        let ending = self.ended(self.next.other(), None);
        self.played_out(&ending).filter(|(_, counted)| winners.allow(counted.margin()))
    }
}

/// Points that belong to nobody yet: where moves may be left.
pub(super) fn open_points(board: &Board, territory: &Territory) -> u32 {
    let open = |at: &Coord| board.at(*at).is_none() && territory.at(*at).dame;
    board.size().coords().filter(open).count() as u32
}
