//! The board: chains, captures and the simple ko, with nothing allocated while a game is played.
//!
//! Chains are circular lists that are spliced together. A chain's liberties are counted once for each stone that
//! touches them; that number tells whether the last one has gone, which is all that playing needs, and changes by
//! additions alone.

mod chains;
mod hash;
mod place;
#[cfg(test)]
mod tests;

pub use place::{Illegal, Played};

use crate::coord::{Colour, Coord, Size};

/// What stands on a cell of the padded board.
type Cell = u8;
const EMPTY: Cell = 0;
const BLACK: Cell = 1;
const WHITE: Cell = 2;
const BORDER: Cell = 3;

/// Whether a stone stands on a cell.
const fn is_stone(cell: Cell) -> bool {
    matches!(cell, BLACK | WHITE)
}

/// The cell of a colour.
const fn cell(colour: Colour) -> Cell {
    match colour {
        Colour::Black => BLACK,
        Colour::White => WHITE,
    }
}

/// A place on the padded board.
type Index = u16;

/// A place with its stone. All that a move looks at lies together.
#[derive(Clone, Copy, Debug)]
struct Point {
    cell: Cell,
    /// The chain of a stone, named after one of its stones.
    chain: Index,
    /// The next stone of the chain, in a circle.
    next: Index,
    /// Where this stone names its chain: how often the chain's stones touch an empty point.
    contacts: u16,
    /// Where this stone names its chain: how many stones it has.
    stones: u16,
}

/// A board with stones on it.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    /// From a point to the one below it: the width, and one column of border between two rows.
    stride: usize,
    points: Vec<Point>,
    /// The point that is forbidden to a colour by the simple ko.
    ko: Option<(Colour, Index)>,
    hash: u64,
    /// Stones taken off by the last move.
    removed: Vec<Index>,
    on_board: [u16; 2],
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Self {
        let stride = usize::from(size.width()) + 1;
        let places = stride * (usize::from(size.height()) + 2) + 1;
        let nothing = Point { cell: BORDER, chain: 0, next: 0, contacts: 0, stones: 0 };
        let mut points = vec![nothing; places];
        for row in points[stride..places - stride].chunks_exact_mut(stride) {
            // The first column is the border between two rows.
            row[1..].iter_mut().for_each(|point| point.cell = EMPTY);
        }
        let removed = Vec::with_capacity(usize::from(size.area()));
        Board { size, stride, points, ko: None, hash: 0, removed, on_board: [0; 2] }
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What stands on a point; nothing stands beyond the edge.
    pub fn at(&self, at: Coord) -> Option<Colour> {
        if !self.size.has(at) {
            return None;
        }
        match self.points[self.index(at)].cell {
            BLACK => Some(Colour::Black),
            WHITE => Some(Colour::White),
            _ => None,
        }
    }

    /// How many stones of a colour stand on the board.
    pub fn count(&self, colour: Colour) -> u16 {
        self.on_board[colour as usize]
    }

    /// A number that two boards of one size share when the same stones stand on them, and for all practical purposes
    /// only then. It knows nothing of whose turn it is, nor of a ko.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The point that a colour must not play at now because of the simple ko.
    pub fn ko(&self, colour: Colour) -> Option<Coord> {
        self.ko.filter(|(barred, _)| *barred == colour).map(|(_, index)| self.coord(usize::from(index)))
    }

    /// Forgets the ko, as a pass does.
    pub fn forget_ko(&mut self) {
        self.ko = None;
    }

    /// The stones that the last move took off the board.
    pub fn removed(&self) -> impl Iterator<Item = Coord> {
        self.removed.iter().map(|index| self.coord(usize::from(*index)))
    }

    /// Puts a stone on a point, or takes one off, as a record's setup does: nothing is captured and no ko arises.
    /// Chains may be left without a liberty; [`Board::smothered`] tells. Beyond the edge nothing happens.
    pub fn set(&mut self, at: Coord, stone: Option<Colour>) {
        self.set_all([(at, stone)]);
    }

    /// The same for many points, which costs less than one after the other.
    pub fn set_all(&mut self, points: impl IntoIterator<Item = (Coord, Option<Colour>)>) {
        for (at, stone) in points {
            if self.size.has(at) {
                let index = self.index(at);
                self.points[index].cell = stone.map_or(EMPTY, cell);
            }
        }
        self.ko = None;
        self.removed.clear();
        self.rebuild();
    }

    /// The stones of the chain that stands on a point; none on an empty one.
    pub fn chain(&self, at: Coord) -> impl Iterator<Item = Coord> {
        let first = self.at(at).map(|_| self.index(at));
        let mut here = first;
        std::iter::from_fn(move || {
            let index = here?;
            let next = usize::from(self.points[index].next);
            here = (Some(next) != first).then_some(next);
            Some(self.coord(index))
        })
    }

    /// How many empty points touch the chain of a stone; none on an empty point.
    pub fn liberties(&self, at: Coord) -> u16 {
        let mut found: Vec<Coord> = Vec::new();
        for stone in self.chain(at) {
            found.extend(self.neighbours(stone).filter(|near| self.at(*near).is_none()));
        }
        found.sort_unstable();
        found.dedup();
        found.len() as u16
    }

    /// The rows with the border around them, and how far it is from a point to the one below: 0 is empty, 1 Black, 2 White,
    /// 3 beyond the edge.
    pub(crate) fn padded(&self) -> (Vec<u8>, usize) {
        (self.points.iter().map(|point| point.cell).collect(), self.stride)
    }

    /// The place of a point in [`Board::padded`].
    pub(crate) fn padded_place(&self, at: Coord) -> usize {
        self.index(at)
    }

    /// The first stone of a chain that has no liberty, which only a setup can leave; row by row from the top.
    pub fn smothered(&self) -> Option<Coord> {
        self.size.coords().find(|at| self.at(*at).is_some() && self.points[self.name(self.index(*at))].contacts == 0)
    }

    /// The neighbours of a point that are on the board.
    pub fn neighbours(&self, at: Coord) -> impl Iterator<Item = Coord> {
        let size = self.size;
        [(0, -1), (-1, 0), (1, 0), (0, 1)].into_iter().filter_map(move |(dx, dy)| {
            let there = Coord { x: at.x.checked_add_signed(dx)?, y: at.y.checked_add_signed(dy)? };
            size.has(there).then_some(there)
        })
    }

    /// Where a point lies on the padded board.
    fn index(&self, at: Coord) -> usize {
        (usize::from(at.y) + 1) * self.stride + usize::from(at.x) + 1
    }

    /// The point of a place on the padded board.
    fn coord(&self, index: usize) -> Coord {
        let (row, column) = (index / self.stride, index % self.stride);
        // A board has at most 52 rows and columns.
        Coord { x: (column - 1) as u8, y: (row - 1) as u8 }
    }

    /// The name of the chain that a stone belongs to.
    fn name(&self, index: usize) -> usize {
        usize::from(self.points[index].chain)
    }

    fn around(&self, index: usize) -> [usize; 4] {
        [index - self.stride, index - 1, index + 1, index + self.stride]
    }
}

impl PartialEq for Board {
    /// Whether the same stones stand on boards of the same size.
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, two): (&Point, &Point)| one.cell == two.cell;
        self.size == other.size && self.points.iter().zip(&other.points).all(same)
    }
}

impl Eq for Board {}

impl std::fmt::Display for Board {
    /// Row by row: `X` black, `O` white, `.` empty.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                f.write_str(match self.at(Coord { x, y }) {
                    Some(Colour::Black) => "X",
                    Some(Colour::White) => "O",
                    None => ".",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
