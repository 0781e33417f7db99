//! Who owns which point when the dead stones are taken off.

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};

/// Whose a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A living stone stands there.
    Stone(Colour),
    /// Empty, or with a dead stone on it, and surrounded by living stones of this colour alone.
    Territory(Colour),
    /// It touches living stones of both colours, or of none.
    Shared,
}

/// A position without its dead stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ownership {
    size: Size,
    points: Vec<Owner>,
    /// Living stones, territory and dead stones by their colour.
    stones: [u16; 2],
    territory: [u16; 2],
    dead: [u16; 2],
}

/// Cells while they are looked at: as [`Board::padded`] has them, and those that have been seen.
const EMPTY: u8 = 0;
const SHARED: u8 = 4;
const TERRITORY: [u8; 2] = [5, 6];

impl Ownership {
    /// Takes the chains of `dead` off and gives every empty region to whoever alone surrounds it. A point without a
    /// stone in `dead` changes nothing; one stone stands for its whole chain.
    pub fn of(board: &Board, dead: &[Coord]) -> Self {
        let size = board.size();
        let (mut cells, stride) = board.padded();
        let mut removed = [0; 2];
        for at in dead.iter().copied() {
            let Some(colour) = board.at(at).filter(|_| cells[board.padded_place(at)] != EMPTY) else { continue };
            for stone in board.chain(at) {
                cells[board.padded_place(stone)] = EMPTY;
                removed[colour as usize] += 1;
            }
        }
        let (mut stones, mut territory) = ([0; 2], [0; 2]);
        let mut region: Vec<u16> = Vec::with_capacity(cells.len());
        for start in stride..cells.len() - stride {
            match cells[start] {
                EMPTY => {}
                stone @ (1 | 2) => {
                    stones[usize::from(stone == 2)] += 1;
                    continue;
                }
                _ => continue,
            }
            let touched = walk(&mut cells, stride, start, &mut region);
            let owner = match touched {
                [true, false] => 0,
                [false, true] => 1,
                _ => continue,
            };
            // A board has at most 2,704 points.
            territory[owner] += region.len() as u16;
            for place in &region {
                cells[usize::from(*place)] = TERRITORY[owner];
            }
        }
        let owner = |cell: &u8| match cell {
            1 => Owner::Stone(Colour::Black),
            2 => Owner::Stone(Colour::White),
            5 => Owner::Territory(Colour::Black),
            6 => Owner::Territory(Colour::White),
            _ => Owner::Shared,
        };
        let mut points = Vec::with_capacity(usize::from(size.area()));
        for row in cells[stride..cells.len() - stride].chunks_exact(stride) {
            points.extend(row[1..].iter().map(owner));
        }
        Ownership { size, points, stones, territory, dead: removed }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose a point of the board is; beyond the edge nobody's.
    pub fn at(&self, at: Coord) -> Owner {
        if self.size.has(at) { self.points[place(self.size, at)] } else { Owner::Shared }
    }

    /// Living stones of a colour.
    pub fn stones(&self, colour: Colour) -> u16 {
        self.stones[colour as usize]
    }

    /// Points that a colour surrounds, those under dead stones among them.
    pub fn territory(&self, colour: Colour) -> u16 {
        self.territory[colour as usize]
    }

    /// Points that belong to neither.
    pub fn shared(&self) -> u16 {
        self.size.area() - self.stones.iter().sum::<u16>() - self.territory.iter().sum::<u16>()
    }

    /// Dead stones of a colour.
    pub fn dead(&self, colour: Colour) -> u16 {
        self.dead[colour as usize]
    }
}

/// The place of a point in a list of all points, row by row.
fn place(size: Size, at: Coord) -> usize {
    usize::from(at.y) * usize::from(size.width()) + usize::from(at.x)
}

/// Marks the region of empty points around one as seen and writes it down; answers whether black and white stones touch it.
fn walk(cells: &mut [u8], stride: usize, start: usize, region: &mut Vec<u16>) -> [bool; 2] {
    let (mut next, mut touched) = (0, [false; 2]);
    region.clear();
    region.push(start as u16);
    cells[start] = SHARED;
    while let Some(here) = region.get(next).map(|place| usize::from(*place)) {
        next += 1;
        for near in [here - stride, here - 1, here + 1, here + stride] {
            match cells[near] {
                EMPTY => {
                    cells[near] = SHARED;
                    region.push(near as u16);
                }
                1 => touched[0] = true,
                2 => touched[1] = true,
                _ => {}
            }
        }
    }
    touched
}
