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

/// Marks the points that hold for a colour. Where shapes of both colours hold, the later colour has it.
pub(super) fn mark(ground: &Ground) -> Vec<Option<Colour>> {
    let mut held = ground.list(None);
    let step = ground.stride as isize;
    let directions = [(step, 1), (-step, 1), (step, -1), (-step, -1), (1, step), (-1, step), (1, -step), (-1, -step)];
    for colour in Colour::BOTH {
        for gap in ground.places().filter(|place| ground.empty(*place)) {
            // Every shape has a stone beside the gap or across from it.
            let around = [-step - 1, -step, -step + 1, -1, 1, step - 1, step, step + 1];
            let stone = |by: &isize| gap.checked_add_signed(*by).is_some_and(|near| ground.alive(near, colour));
            if !around.iter().any(stone) {
                continue;
            }
            let holds = |(down, right): (isize, isize)| {
                SHAPES.iter().any(|shape| fits(ground, shape, gap, down, right, colour))
            };
            if directions.into_iter().any(holds) {
                held[gap] = Some(colour);
            }
        }
    }
    held
}

/// Whether a shape lies around a gap, in one direction.
fn fits(ground: &Ground, shape: &[[Asked; 3]; 3], gap: usize, down: isize, right: isize, colour: Colour) -> bool {
    // The gap is in the middle row, in the first or the middle column.
    let column = if matches!(shape[1][0], Gap) { 0 } else { 1 };
    (0..3_isize).all(|row| {
        (0..3_isize).all(|x| {
            let there = gap.checked_add_signed((row - 1) * down + (x - column) * right);
            asked_is(ground, shape[row as usize][x as usize], there, colour)
        })
    })
}

fn asked_is(ground: &Ground, asked: Asked, place: Option<usize>, colour: Colour) -> bool {
    let cell = place.and_then(|place| ground.cells.get(place)).copied().unwrap_or(Cell::Off);
    match asked {
        Any => true,
        Own => cell == Cell::Alive(colour),
        Free => cell == Cell::Empty || cell == Cell::Alive(colour) || cell == Cell::Dead(colour.other()),
        Gap => cell == Cell::Empty,
        Off => cell == Cell::Off,
    }
}
