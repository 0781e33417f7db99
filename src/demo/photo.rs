//! A picture that stands for the photo of a signed result slip: drawn in numbers, so that nobody's signature is shown.

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

const WIDTH: usize = 480;
const HEIGHT: usize = 640;

/// Red, green and blue.
type Colour = [u8; 3];
const TABLE: Colour = [0x8C, 0x6F, 0x4A];
const PAPER: Colour = [0xF4, 0xF0, 0xE4];
const INK: Colour = [0x2A, 0x29, 0x33];
const LINE: Colour = [0xB4, 0xAC, 0x9C];
const SEAL: Colour = [0xB2, 0x3A, 0x32];

/// A picture in memory, row by row.
struct Canvas(Vec<u8>);

impl Canvas {
    fn new() -> Self {
        Self(TABLE.repeat(WIDTH * HEIGHT))
    }

    fn fill(&mut self, (left, top): (usize, usize), (width, height): (usize, usize), colour: Colour) {
        for y in top..(top + height).min(HEIGHT) {
            for x in left..(left + width).min(WIDTH) {
                let at = (y * WIDTH + x) * 3;
                if let Some(point) = self.0.get_mut(at..at + 3) {
                    point.copy_from_slice(&colour);
                }
            }
        }
    }

    /// A frame of so many points.
    fn frame(&mut self, (left, top): (usize, usize), (width, height): (usize, usize), thick: usize, colour: Colour) {
        self.fill((left, top), (width, thick), colour);
        self.fill((left, top + height - thick), (width, thick), colour);
        self.fill((left, top), (thick, height), colour);
        self.fill((left + width - thick, top), (thick, height), colour);
    }

    /// A line of a pen through points.
    fn stroke(&mut self, points: &[(usize, usize)]) {
        for pair in points.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
            for step in 0..=steps {
                let between = |a: usize, b: usize| (a * (steps - step) + b * step) / steps;
                self.fill((between(from.0, to.0), between(from.1, to.1)), (3, 3), INK);
            }
        }
    }
}

/// The picture in PNG.
pub fn slip() -> anyhow::Result<Vec<u8>> {
    let mut canvas = Canvas::new();
    canvas.fill((36, 30), (408, 580), PAPER);
    // The head, and a form with four rows.
    canvas.fill((150, 62), (180, 14), INK);
    canvas.fill((186, 88), (108, 6), LINE);
    canvas.frame((66, 120), (348, 300), 2, INK);
    for row in 1..4 {
        canvas.fill((66, 120 + 75 * row), (348, 2), LINE);
    }
    canvas.fill((170, 120), (2, 300), LINE);
    for row in 0..4 {
        canvas.fill((86, 150 + 75 * row), (62, 12), INK);
    }
    // Names and a result, as a pen leaves them.
    for (row, left) in [(0, 196), (1, 200), (2, 192)] {
        let top = 140 + 75 * row;
        for sign in 0..3 {
            let x = left + 58 * sign;
            canvas.stroke(&[(x, top + 8), (x + 34, top + 4)]);
            canvas.stroke(&[(x + 18, top), (x + 14, top + 34)]);
            canvas.stroke(&[(x + 4, top + 36), (x + 20, top + 18), (x + 38, top + 34 - 4 * row)]);
        }
    }
    canvas.stroke(&[(196, 398), (214, 372), (226, 396), (244, 376), (262, 392), (300, 380), (352, 388)]);
    // Two signatures and the referee's seal.
    canvas.fill((66, 512), (140, 2), LINE);
    canvas.fill((250, 512), (120, 2), LINE);
    canvas.stroke(&[(74, 500), (92, 462), (104, 502), (122, 470), (140, 500), (172, 474), (200, 486)]);
    canvas.stroke(&[(254, 494), (276, 466), (282, 502), (310, 468), (330, 500), (366, 478)]);
    canvas.frame((338, 520), (72, 72), 5, SEAL);
    canvas.fill((354, 534), (6, 44), SEAL);
    canvas.fill((370, 534), (6, 44), SEAL);
    canvas.fill((386, 534), (6, 44), SEAL);
    canvas.fill((352, 552), (44, 5), SEAL);
    png(&canvas.0)
}

fn png(points: &[u8]) -> anyhow::Result<Vec<u8>> {
    let size = |n: usize| u32::try_from(n).map(u32::to_be_bytes);
    let mut head = [size(WIDTH)?, size(HEIGHT)?].concat();
    // Eight bits, in colours, packed as PNG has it, not interlaced.
    head.extend([8, 2, 0, 0, 0]);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in points.chunks(WIDTH * 3) {
        packed.write_all(&[0])?;
        packed.write_all(row)?;
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", head), (b"IDAT", packed.finish()?), (b"IEND", Vec::new())] {
        let mut sum = Crc::new();
        sum.update(kind);
        sum.update(&data);
        out.extend(size(data.len())?);
        out.extend(kind);
        out.extend(data);
        out.extend(sum.sum().to_be_bytes());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_a_small_png_of_its_size() {
        let picture = slip().unwrap();
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n") && picture.len() < 32 << 10, "{} bytes", picture.len());
        assert_eq!(&picture[16..24], [[0, 0, 1, 224], [0, 0, 2, 128]].concat());
        assert!(picture.ends_with(&[0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]), "the sum of an empty IEND");
    }
}
