//! What surrounds the words: ground and frame, the stone on its intersection, the seal, crop marks.

use super::content::{Content, Phrase, Said};
use super::paint::{Ink, Painter, Type};
use super::size::{Options, POINTS, PaperSize};

/// Paper tint and frame. With bleed the tint runs over the edge; without it ends at the frame.
pub(crate) fn ground(painter: &mut Painter, size: PaperSize, options: Options, inset: f32) {
    let (w, h) = trimmed(size);
    if options.bleed {
        let over = Options::BLEED;
        painter.area((-over, -over, w + 2.0 * over, h + 2.0 * over), Ink::Paper);
    } else {
        painter.area((inset, inset, w - 2.0 * inset, h - 2.0 * inset), Ink::Paper);
    }
}

/// A board's edge: a firm line outside, a fine one inside, which cross at the corners as board lines do.
pub(crate) fn frame(painter: &mut Painter, size: PaperSize, inset: f32, cell: f32) {
    let (w, h) = trimmed(size);
    painter.frame((inset, inset, w - 2.0 * inset, h - 2.0 * inset), 0.9, Ink::Black);
    let inner = inset + cell;
    let lines = [
        ((inset, inner), (w - inset, inner)),
        ((inset, h - inner), (w - inset, h - inner)),
        ((inner, inset), (inner, h - inset)),
        ((w - inner, inset), (w - inner, h - inset)),
    ];
    painter.lines(&lines, 0.25, Ink::Black);
    for x in [inner, w - inner] {
        for y in [inner, h - inner] {
            painter.disc((x, y), cell * 0.16, Ink::Black);
        }
    }
}

/// Board lines around a point, ending in a circle.
pub(crate) fn lattice(painter: &mut Painter, (x, y): (f32, f32), radius: f32, cell: f32, ink: Ink) {
    let mut lines = Vec::new();
    let mut distance = 0.0;
    while distance < radius {
        let half = (radius * radius - distance * distance).sqrt();
        for d in if distance > 0.0 { vec![-distance, distance] } else { vec![0.0] } {
            lines.push(((x - half, y + d), (x + half, y + d)));
            lines.push(((x + d, y - half), (x + d, y + half)));
        }
        distance += cell;
    }
    painter.lines(&lines, 0.3, ink);
}

/// The badge without its numeral: black for a dan, white for a kyu.
pub(crate) fn stone(painter: &mut Painter, centre: (f32, f32), radius: f32, content: &Content) {
    let (x, y) = centre;
    painter.disc((x + radius * 0.035, y + radius * 0.075), radius, Ink::Shadow);
    if content.is_dan {
        painter.disc(centre, radius, Ink::Black);
    } else {
        painter.disc(centre, radius, Ink::White);
        painter.ring(centre, radius, 0.6, Ink::Black);
    }
}

/// The badge's numeral: light on black, ink on white.
pub(crate) fn numeral(painter: &mut Painter, (x, y): (f32, f32), radius: f32, content: &Content) {
    let digits = content.numeral.text().len();
    let size = radius * POINTS * if digits > 1 { 1.05 } else { 1.35 };
    let ink = if content.is_dan { Ink::Paper } else { Ink::Black };
    // Lining figures are about 0.67 em high: half of that below the centre puts them in the middle.
    let base = y + size / POINTS * 0.335;
    painter.text((x, base), Type::title(size).centre().ink(ink), &content.numeral);
}

/// The register's seal: four characters cut out of a vermilion square, read from the right column down.
/// It marks the paper as the register's; the issuing body's own stamp goes beside it.
pub(crate) fn seal(painter: &mut Painter, (x, y): (f32, f32), side: f32, words: &Phrase) {
    painter.rounded((x, y, side, side), side * 0.07, Ink::Seal);
    let line = side * 0.05;
    painter.rounded_frame(
        (x + line, y + line, side - 2.0 * line, side - 2.0 * line),
        side * 0.04,
        side * 0.055,
        Ink::Paper,
    );
    let cell = (side - 4.4 * line) / 2.0;
    let size = cell * POINTS * 0.98;
    for said in &words.0 {
        for (i, character) in said.text.chars().take(4).enumerate() {
            let column = if i < 2 { 1.0 } else { 0.0 };
            let row = (i % 2) as f32;
            let left = x + 2.2 * line + (column + 0.5) * cell;
            let base = y + 2.2 * line + (row + 0.5) * cell + 0.38 * size / POINTS;
            let one = Phrase(vec![Said { source: said.source, text: character.to_string() }]);
            painter.text((left, base), Type::title(size).centre().ink(Ink::Paper), &one);
        }
    }
}

/// Marks at the corners of the trimmed sheet, outside the bleed.
pub(crate) fn crop_marks(painter: &mut Painter, size: PaperSize) {
    let (w, h) = trimmed(size);
    let (from, to) = (Options::BLEED, Options::BLEED + Options::MARK);
    let mut lines = Vec::new();
    for (x, outward) in [(0.0, -1.0), (w, 1.0)] {
        for (y, down) in [(0.0, -1.0), (h, 1.0)] {
            lines.push(((x + outward * from, y), (x + outward * to, y)));
            lines.push(((x, y + down * from), (x, y + down * to)));
        }
    }
    painter.lines(&lines, 0.25, Ink::Black);
}

/// Width and height of the trimmed sheet.
pub(crate) fn trimmed(size: PaperSize) -> (f32, f32) {
    let (w, h) = size.millimetres();
    (f32::from(w), f32::from(h))
}
