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

/// Each sign is looked at once a point and each chain once a sign, however often the record repeats a rectangle.
fn by_signs(board: &Board, marks: &Marks) -> Option<Vec<Coord>> {
    let size = board.size();
    let place = |at: Coord| usize::from(at.y) * usize::from(size.width()) + usize::from(at.x);
    let chains = chains(board);
    // The marks of one sign stand together.
    marks.signs.chunk_by(|(one, _), (two, _)| one == two).find_map(|marked| {
        let (mut signed, mut points) = (vec![false; usize::from(size.area())], 0);
        for (_, at) in marked {
            // A sign beside the stones marks something else.
            board.at(*at)?;
            points += usize::from(!std::mem::replace(&mut signed[place(*at)], true));
        }
        let mut dead = Vec::new();
        for (at, _) in &chains {
            let (mut stones, mut of_them) = (0, 0);
            for stone in board.chain(*at) {
                stones += 1;
                of_them += usize::from(signed[place(stone)]);
            }
            match of_them {
                0 => {}
                all if all == stones => dead.push(*at),
                _ => return None,
            }
        }
        // A single mark is that of the last move.
        (points > 1).then_some(dead)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::record::Sign;

    /// Marks that are repeated without end are worth what each of them is worth once: a pass over the marks and one over
    /// the chains, where a look at all marks for each stone would take hours.
    #[test]
    fn repeated_marks_are_no_more_than_marks() {
        let size = Size::square(25).unwrap();
        let mut board = Board::new(size);
        board.set_all(
            size.coords()
                .filter(|at| at.y != 12)
                .map(|at| (at, Some([Colour::Black, Colour::White][usize::from(at.y > 12)]))),
        );
        let upper: Vec<Coord> = size.coords().filter(|at| at.y < 12).collect();
        let mut marks = Marks::default();
        for _ in 0..5_000 {
            marks.signs.extend(upper.iter().map(|at| (Sign::Cross, *at)));
        }
        assert_eq!(dead_by_marks(&board, &marks), Some(vec![Coord { x: 0, y: 0 }]));
        // One stone of the other side is no whole chain, a point without a stone no stone, one mark given twice one mark.
        for other in [Coord { x: 3, y: 20 }, Coord { x: 3, y: 12 }, Coord { x: 30, y: 0 }] {
            let signs = marks.signs.iter().copied().take(400).chain([(Sign::Cross, other)]).collect();
            assert_eq!(dead_by_marks(&board, &Marks { signs, ..Marks::default() }), None);
        }
        board.set_all(upper.iter().skip(1).map(|at| (*at, None)));
        let signs = vec![(Sign::Cross, upper[0]); 2];
        assert_eq!(dead_by_marks(&board, &Marks { signs, ..Marks::default() }), None);
    }
}
