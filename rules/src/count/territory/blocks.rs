//! Points where a colour holds its stones together although a gap is left: the opponent cannot pass there, because
//! a move into the gap is answered by closing it.

use super::ground::{Cell, Ground};
use crate::coord::Colour;

/// What a shape asks of a point.
#[derive(Clone, Copy)]
enum Asked {
    /// Anything.
    Any,
    /// A living stone of the colour.
    Own,
    /// Nothing that the opponent could use: empty, an own stone or a dead one of the opponent.
    Free,
    /// The gap itself: empty.
    Gap,
    /// Beyond the edge.
    Off,
}
use Asked::{Any, Free, Gap, Off, Own};

/// The shapes that hold, row by row, three points wide; each in eight directions.
const SHAPES: [[[Asked; 3]; 3]; 6] = [
    // A stone above and below one side of the gap.
    [[Own, Own, Any], [Gap, Free, Any], [Own, Free, Any]],
    // The gap between two jumps.
    [[Free, Own, Any], [Free, Gap, Free], [Free, Own, Any]],
    // Three stones around it.
    [[Own, Free, Free], [Free, Gap, Own], [Own, Free, Free]],
    // Between two stones on the first line.
    [[Any, Free, Any], [Own, Gap, Own], [Off, Off, Off]],
    // Under a pair of stones on the first line.
    [[Own, Own, Any], [Gap, Free, Any], [Off, Off, Any]],
    // Under a stone on the first line, whose sides are free.
    [[Free, Own, Any], [Free, Gap, Free], [Off, Off, Off]],
];

/// How far a shape reaches from its gap, and how wide the square around the gap is that it lies in.
const REACH: isize = 2;
const WIDE: isize = 2 * REACH + 1;

/// Points of that square, a bit each: those that have to be own stones, free, and beyond the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Square {
    own: u32,
    free: u32,
    off: u32,
}

impl Square {
    /// Whether all that another one asks is there.
    const fn has(self, asked: Square) -> bool {
        asked.own & !self.own == 0 && asked.free & !self.free == 0 && asked.off & !self.off == 0
    }

    const fn with(mut self, asked: Asked, down: isize, right: isize) -> Square {
        let bit = 1 << ((down + REACH) * WIDE + right + REACH);
        match asked {
            Any | Gap => {}
            Own => self.own |= bit,
            Free => self.free |= bit,
            Off => self.off |= bit,
        }
        self
    }
}

/// All shapes in all directions.
const PATTERNS: [Square; SHAPES.len() * 8] = {
    let mut found = [Square { own: 0, free: 0, off: 0 }; SHAPES.len() * 8];
    let mut nth = 0;
    while nth < found.len() {
        let (shape, direction) = (&SHAPES[nth / 8], nth % 8);
        // The gap is in the middle row, in the first or the middle column.
        let column = if matches!(shape[1][0], Gap) { 0 } else { 1 };
        let mut row = 0;
        while row < 3 {
            let mut x = 0;
            while x < 3 {
                let (mut down, mut right) = (row as isize - 1, x as isize - column);
                if direction & 1 != 0 {
                    down = -down;
                }
                if direction & 2 != 0 {
                    right = -right;
                }
                if direction & 4 != 0 {
                    (down, right) = (right, down);
                }
                found[nth] = found[nth].with(shape[row][x], down, right);
                x += 1;
            }
            row += 1;
        }
        nth += 1;
    }
    found
};

/// What lies around a gap, for a colour.
fn around(ground: &Ground, gap: usize, colour: Colour) -> Square {
    let mut square = Square::default();
    for down in -REACH..=REACH {
        for right in -REACH..=REACH {
            let there = gap.checked_add_signed(down * ground.stride as isize + right);
            let cell = there.and_then(|place| ground.cells.get(place)).copied().unwrap_or(Cell::Off);
            square = match cell {
                Cell::Alive(stone) if stone == colour => square.with(Own, down, right).with(Free, down, right),
                Cell::Empty => square.with(Free, down, right),
                Cell::Dead(stone) if stone != colour => square.with(Free, down, right),
                Cell::Alive(_) | Cell::Dead(_) => square,
                Cell::Off => square.with(Off, down, right),
            };
        }
    }
    square
}

/// Marks the points that hold for a colour. Where shapes of both colours hold, the later colour has it.
pub(super) fn mark(ground: &Ground) -> Vec<Option<Colour>> {
    let mut held = ground.list(None);
    for gap in ground.places().filter(|place| ground.empty(*place)) {
        for colour in Colour::BOTH {
            // Every shape has a stone beside the gap or across from it.
            if !ground.near(gap).into_iter().any(|near| ground.alive(near, colour)) {
                continue;
            }
            let square = around(ground, gap, colour);
            if PATTERNS.iter().any(|asked| square.has(*asked)) {
                held[gap] = Some(colour);
            }
        }
    }
    held
}
