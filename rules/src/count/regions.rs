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
    /// Dead stones by their colour.
    dead: [u16; 2],
}

impl Ownership {
    /// Takes the chains of `dead` off and gives every empty region to whoever alone surrounds it. A point without a
    /// stone in `dead` changes nothing; one stone stands for its whole chain.
    pub fn of(board: &Board, dead: &[Coord]) -> Self {
        let size = board.size();
        let mut living: Vec<Option<Colour>> = size.coords().map(|at| board.at(at)).collect();
        let mut counted = [0; 2];
        for at in dead.iter().copied().filter(|at| size.has(*at)) {
            let Some(colour) = living[place(size, at)] else { continue };
            for stone in board.chain(at) {
                living[place(size, stone)] = None;
                counted[colour as usize] += 1;
            }
        }
        let mut points: Vec<Owner> = living.iter().map(|stone| stone.map_or(Owner::Shared, Owner::Stone)).collect();
        let mut seen = vec![false; points.len()];
        for start in size.coords() {
            if seen[place(size, start)] || living[place(size, start)].is_some() {
                continue;
            }
            let (region, touched) = walk(board, &living, start, &mut seen);
            let owner = match touched {
                [true, false] => Owner::Territory(Colour::Black),
                [false, true] => Owner::Territory(Colour::White),
                _ => continue,
            };
            for at in region {
                points[place(size, at)] = owner;
            }
        }
        Ownership { size, points, dead: counted }
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
        self.count(Owner::Stone(colour))
    }

    /// Points that a colour surrounds, those under dead stones among them.
    pub fn territory(&self, colour: Colour) -> u16 {
        self.count(Owner::Territory(colour))
    }

    /// Points that belong to neither.
    pub fn shared(&self) -> u16 {
        self.count(Owner::Shared)
    }

    /// Dead stones of a colour.
    pub fn dead(&self, colour: Colour) -> u16 {
        self.dead[colour as usize]
    }

    fn count(&self, owner: Owner) -> u16 {
        // A board has at most 2,704 points.
        self.points.iter().filter(|point| **point == owner).count() as u16
    }
}

/// The place of a point in a list of all points, row by row.
fn place(size: Size, at: Coord) -> usize {
    usize::from(at.y) * usize::from(size.width()) + usize::from(at.x)
}

/// The region of empty points around one, and whether black and white stones touch it.
fn walk(board: &Board, living: &[Option<Colour>], start: Coord, seen: &mut [bool]) -> (Vec<Coord>, [bool; 2]) {
    let size = board.size();
    let (mut region, mut next, mut touched) = (vec![start], 0, [false; 2]);
    seen[place(size, start)] = true;
    while let Some(here) = region.get(next).copied() {
        next += 1;
        for near in board.neighbours(here) {
            match living[place(size, near)] {
                Some(colour) => touched[colour as usize] = true,
                None if seen[place(size, near)] => {}
                None => {
                    seen[place(size, near)] = true;
                    region.push(near);
                }
            }
        }
    }
    (region, touched)
}
