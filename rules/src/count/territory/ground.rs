//! The position that is counted: stones, those of them that are dead, and the steps from a point to its neighbours.

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};

/// What lies on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Beyond the edge.
    Off,
    /// Nothing.
    Empty,
    /// A living stone.
    Alive(Colour),
    /// A dead stone.
    Dead(Colour),
}

/// A place on the padded board.
pub(super) type Place = usize;

/// No number.
pub(super) const NONE: u16 = u16::MAX;

/// The position with a border around it.
pub(super) struct Ground {
    size: Size,
    pub(super) stride: usize,
    pub(super) cells: Vec<Cell>,
}

impl Ground {
    /// The position of a board, where the chains of some stones are dead.
    pub(super) fn new(board: &Board, dead: &[Coord]) -> Ground {
        let size = board.size();
        let stride = usize::from(size.width()) + 2;
        let mut ground = Ground { size, stride, cells: vec![Cell::Off; stride * (usize::from(size.height()) + 2)] };
        for at in size.coords() {
            let place = ground.place(at);
            ground.cells[place] = board.at(at).map_or(Cell::Empty, Cell::Alive);
        }
        for at in dead.iter().copied() {
            for stone in board.chain(at) {
                let place = ground.place(stone);
                if let Cell::Alive(colour) = ground.cells[place] {
                    ground.cells[place] = Cell::Dead(colour);
                }
            }
        }
        ground
    }

    /// Where a point lies.
    pub(super) fn place(&self, at: Coord) -> Place {
        (usize::from(at.y) + 1) * self.stride + usize::from(at.x) + 1
    }

    /// All points, row by row.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (stride, width) = (self.stride, usize::from(self.size.width()));
        (1..=usize::from(self.size.height())).flat_map(move |row| (1..=width).map(move |x| row * stride + x))
    }

    /// The four neighbours, those beyond the edge among them.
    pub(super) fn around(&self, place: Place) -> [Place; 4] {
        [place - self.stride, place - 1, place + 1, place + self.stride]
    }

    /// The eight points around, those beyond the edge among them.
    pub(super) fn near(&self, place: Place) -> [Place; 8] {
        let (above, below) = (place - self.stride, place + self.stride);
        [above - 1, above, above + 1, place - 1, place + 1, below - 1, below, below + 1]
    }

    pub(super) fn alive(&self, place: Place, colour: Colour) -> bool {
        self.cells[place] == Cell::Alive(colour)
    }

    pub(super) fn empty(&self, place: Place) -> bool {
        self.cells[place] == Cell::Empty
    }

    /// A stone of the colour, dead or alive.
    pub(super) fn stone(&self, place: Place, colour: Colour) -> bool {
        matches!(self.cells[place], Cell::Alive(c) | Cell::Dead(c) if c == colour)
    }

    pub(super) fn dead(&self, place: Place, colour: Colour) -> bool {
        self.cells[place] == Cell::Dead(colour)
    }

    /// Whether no living stone is there: empty, or with a dead stone on it.
    pub(super) fn open(&self, place: Place) -> bool {
        matches!(self.cells[place], Cell::Empty | Cell::Dead(_))
    }

    pub(super) fn on_board(&self, place: Place) -> bool {
        self.cells[place] != Cell::Off
    }

    /// Whether a point lies on the edge of the board.
    pub(super) fn on_edge(&self, place: Place) -> bool {
        self.around(place).into_iter().any(|near| !self.on_board(near))
    }

    /// A list with one value for each place.
    pub(super) fn list<T: Clone>(&self, value: T) -> Vec<T> {
        vec![value; self.cells.len()]
    }
}
