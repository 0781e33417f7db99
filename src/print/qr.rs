//! The QR code of a certificate's page, as outlines.

use super::paint::{Ink, Painter};
use fast_qr::ECL;
use fast_qr::qr::{QRBuilder, QRCode};
use std::fmt::Write as _;

/// Light modules around a code, as the standard asks for; layouts keep them free.
pub(crate) const QUIET_ZONE: f32 = 4.0;

/// A corner of a module: column and row.
type Corner = (u16, u16);

/// Encodes an address; a quarter of the symbol may be damaged (level Q) and it still reads.
pub(crate) fn encode(address: &str) -> Option<QRCode> {
    QRBuilder::new(address).ecl(ECL::Q).build().ok()
}

/// The code of an address as a picture in SVG, black on white with its quiet zone; none where the address is too long.
pub fn svg(address: &str) -> Option<String> {
    let code = encode(address)?;
    let (quiet, size) = (QUIET_ZONE as usize, code.size);
    let side = size + 2 * quiet;
    let mut path = String::new();
    for (y, row) in (0..size).map(|y| (y + quiet, &code[y][..size])) {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a.value() == b.value()) {
            if run.first().is_some_and(|module| module.value()) {
                // proven: writing to a String does not fail.
                let _ = write!(path, "M{} {y}h{}v1h-{}z", x + quiet, run.len(), run.len());
            }
            x += run.len();
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\" aria-hidden=\"true\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

/// Draws the code in a square without its quiet zone.
pub(crate) fn draw(painter: &mut Painter, corner: (f32, f32), side: f32, code: &QRCode) {
    painter.polygons(corner, side / code.size as f32, &outlines(code), Ink::Black);
}

/// The outlines of the dark areas, clockwise around dark and counter-clockwise around light. Outlines instead of
/// squares: no hairline shows between neighbours, and the page is half the size.
fn outlines(code: &QRCode) -> Vec<Vec<Corner>> {
    let size = u16::try_from(code.size).unwrap_or(0);
    let dark = |x: i32, y: i32| {
        let inside = 0..i32::from(size);
        inside.contains(&x) && inside.contains(&y) && code[y as usize][x as usize].value()
    };
    // Which of the four sides that can begin at a corner are lines between dark and light.
    let width = usize::from(size) + 1;
    let mut sides = vec![0u8; width * width];
    for y in 0..size {
        for x in 0..size {
            let (column, row) = (i32::from(x), i32::from(y));
            if !dark(column, row) {
                continue;
            }
            let at = usize::from(y) * width + usize::from(x);
            for (direction, neighbour, corner) in [
                (EAST, (column, row - 1), at),
                (SOUTH, (column + 1, row), at + 1),
                (WEST, (column, row + 1), at + width + 1),
                (NORTH, (column - 1, row), at + width),
            ] {
                if !dark(neighbour.0, neighbour.1) {
                    sides[corner] |= direction;
                }
            }
        }
    }
    let mut all = Vec::new();
    for y in 0..=size {
        for x in 0..=size {
            while let Some(outline) = trace(&mut sides, width, (x, y)) {
                all.push(outline);
            }
        }
    }
    all
}

const EAST: u8 = 1;
const SOUTH: u8 = 2;
const WEST: u8 = 4;
const NORTH: u8 = 8;

/// Follows the sides from a corner back to it, using them up, and keeps the corners where the direction changes.
fn trace(sides: &mut [u8], width: usize, start: Corner) -> Option<Vec<Corner>> {
    let mut outline = Vec::new();
    let mut at = start;
    let mut before = 0;
    loop {
        let here = &mut sides[usize::from(at.1) * width + usize::from(at.0)];
        let direction = *here & here.wrapping_neg();
        if direction == 0 {
            return (!outline.is_empty()).then_some(outline);
        }
        *here &= !direction;
        if direction != before {
            outline.push(at);
        }
        before = direction;
        at = match direction {
            EAST => (at.0 + 1, at.1),
            SOUTH => (at.0, at.1 + 1),
            WEST => (at.0 - 1, at.1),
            _ => (at.0, at.1 - 1),
        };
        if at == start {
            return Some(outline);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fills the outlines again by counting the sides left of each module (the non-zero rule).
    fn filled(outlines: &[Vec<Corner>], size: usize) -> Vec<Vec<bool>> {
        let mut winding = vec![vec![0i32; size]; size];
        for outline in outlines {
            for (i, &(x, from)) in outline.iter().enumerate() {
                let (next_x, to) = outline[(i + 1) % outline.len()];
                if x != next_x {
                    continue;
                }
                let (low, high, turn) = if from < to { (from, to, -1) } else { (to, from, 1) };
                for row in low..high {
                    for cell in &mut winding[usize::from(row)][usize::from(x)..] {
                        *cell += turn;
                    }
                }
            }
        }
        winding.into_iter().map(|row| row.into_iter().map(|count| count != 0).collect()).collect()
    }

    #[test]
    fn the_outlines_enclose_exactly_the_dark_modules() {
        for address in ["https://qipin.example.cn/c/5d/310260001?k=7H3KQ9ZT0M5XWB2C", "x", &"0123456789".repeat(40)] {
            let code = encode(address).unwrap();
            let outlines = outlines(&code);
            let drawn = filled(&outlines, code.size);
            for y in 0..code.size {
                for x in 0..code.size {
                    assert_eq!(drawn[y][x], code[y][x].value(), "column {x}, row {y}");
                }
            }
            for outline in &outlines {
                assert!(outline.len() >= 4 && outline.len() % 2 == 0, "corners alternate");
            }
        }
    }
}
