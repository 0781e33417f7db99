//! Dead stones as a record marks them or a referee lists them.

use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::record::Marks;

/// Who says which stones are dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadSource {
    /// Marks of territory or signs at the end of the record.
    Marks,
    /// A list of the referee's.
    Given,
    /// This program.
    Automatic,
    /// Nobody: all that stand are alive.
    None,
}

impl DeadSource {
    /// The word of the interface.
    pub const fn key(self) -> &'static str {
        match self {
            DeadSource::Marks => "marks",
            DeadSource::Given => "given",
            DeadSource::Automatic => "automatic",
            DeadSource::None => "none",
        }
    }
}

/// The chains of a board, each by its first stone, row by row.
pub(super) fn chains(board: &Board) -> Vec<(Coord, Colour)> {
    let size = board.size();
    let mut seen = vec![false; usize::from(size.area())];
    let place = |at: Coord| usize::from(at.y) * usize::from(size.width()) + usize::from(at.x);
    let mut found = Vec::new();
    for at in size.coords() {
        if let Some(colour) = board.at(at).filter(|_| !seen[place(at)]) {
            board.chain(at).for_each(|stone| seen[place(stone)] = true);
            found.push((at, colour));
        }
    }
    found
}

/// A stone of each chain that the marks at the end say is dead; none where they say nothing about the end.
///
/// A chain in the opponent's territory is dead. Some programs mark empty points only: there a chain is dead if all
/// its liberties are the opponent's. Where no territory is marked, a sign that stands on whole chains and nothing else
/// marks the dead.
pub fn dead_by_marks(board: &Board, marks: &Marks) -> Option<Vec<Coord>> {
    if marks.black.is_empty() && marks.white.is_empty() {
        return by_signs(board, marks);
    }
    let size = board.size();
    let place = |at: Coord| usize::from(at.y) * usize::from(size.width()) + usize::from(at.x);
    let mut owner = vec![None; usize::from(size.area())];
    for (points, colour) in [(&marks.black, Colour::Black), (&marks.white, Colour::White)] {
        points.iter().filter(|at| size.has(**at)).for_each(|at| owner[place(*at)] = Some(colour));
    }
    let stones_marked =
        size.coords().any(|at| board.at(at).is_some_and(|stone| owner[place(at)] == Some(stone.other())));
    let dead = |(at, colour): &(Coord, Colour)| {
        let enemy = Some(colour.other());
        if stones_marked {
            let marked = board.chain(*at).filter(|stone| owner[place(*stone)] == enemy).count();
            return marked * 2 > board.chain(*at).count();
        }
        let mut liberties =
            board.chain(*at).flat_map(|stone| board.neighbours(stone)).filter(|near| board.at(*near).is_none());
        liberties.all(|near| owner[place(near)] == enemy)
    };
    Some(chains(board).into_iter().filter(dead).map(|(at, _)| at).collect())
}

fn by_signs(board: &Board, marks: &Marks) -> Option<Vec<Coord>> {
    let mut signs: Vec<_> = marks.signs.iter().map(|(sign, _)| *sign).collect();
    signs.sort_unstable();
    signs.dedup();
    signs.into_iter().find_map(|sign| {
        let points: Vec<Coord> = marks.signs.iter().filter(|(other, _)| *other == sign).map(|(_, at)| *at).collect();
        // A single mark is that of the last move.
        let whole = |at: &Coord| board.at(*at).is_some() && board.chain(*at).all(|stone| points.contains(&stone));
        (points.len() > 1 && points.iter().all(whole))
            .then(|| chains(board).into_iter().map(|(at, _)| at).filter(|at| points.contains(at)).collect())
    })
}
