//! Drawing in millimetres: lines, stones and set text, on a krilla surface.

use super::content::Phrase;
#[cfg(test)]
use super::content::Said;
use super::fit::{Fitted, Measure};
use super::glyphs::{Line, Shaper, Style};
use super::size::POINTS;
use krilla::color::{Color, luma, rgb};
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::paint::{Fill, LineCap, Stroke};
use krilla::surface::Surface;

/// The colours of the paper. Ink is pure black, so that a press prints it with one plate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Black,
    Quiet,
    Rule,
    Shadow,
    Paper,
    White,
    Wood,
    WoodLine,
    Seal,
}

impl Ink {
    fn colour(self) -> Color {
        match self {
            Ink::Black => luma::Color::black().into(),
            Ink::White => luma::Color::white().into(),
            Ink::Quiet => rgb::Color::new(0x5F, 0x5A, 0x50).into(),
            Ink::Rule => rgb::Color::new(0xC9, 0xBE, 0xA8).into(),
            Ink::Shadow => rgb::Color::new(0xD8, 0xD0, 0xBF).into(),
            Ink::Paper => rgb::Color::new(0xFA, 0xF8, 0xF2).into(),
            Ink::Wood => rgb::Color::new(0xDD, 0xBA, 0x78).into(),
            Ink::WoodLine => rgb::Color::new(0x6B, 0x55, 0x2C).into(),
            Ink::Seal => rgb::Color::new(0xA8, 0x32, 0x2A).into(),
        }
    }
}

/// A straight line from a point to a point, in millimetres.
pub(crate) type Segment = ((f32, f32), (f32, f32));

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) style: Style,
    pub(crate) size: f32,
    pub(crate) ink: Ink,
    pub(crate) align: Align,
    /// Added between glyphs, in ems.
    pub(crate) tracking: f32,
}

impl Type {
    pub(crate) fn text(size: f32) -> Self {
        Self { style: Style::Text, size, ink: Ink::Black, align: Align::Left, tracking: 0.0 }
    }

    pub(crate) fn title(size: f32) -> Self {
        Self { style: Style::Title, ..Self::text(size) }
    }

    pub(crate) fn quiet(self) -> Self {
        Self { ink: Ink::Quiet, ..self }
    }

    pub(crate) fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    pub(crate) fn centre(self) -> Self {
        Self { align: Align::Centre, ..self }
    }

    pub(crate) fn right(self) -> Self {
        Self { align: Align::Right, ..self }
    }

    pub(crate) fn tracked(self, tracking: f32) -> Self {
        Self { tracking, ..self }
    }
}

/// A surface with the faces to set text in.
pub(crate) struct Painter<'p, 's, 'f> {
    surface: &'p mut Surface<'s>,
    pub(crate) shaper: &'p Shaper<'f>,
    /// What has been set, for the tests that compare paper and page.
    #[cfg(test)]
    pub(crate) said: Vec<Said>,
}

impl<'p, 's, 'f> Painter<'p, 's, 'f> {
    pub(crate) fn new(surface: &'p mut Surface<'s>, shaper: &'p Shaper<'f>) -> Self {
        Self {
            surface,
            shaper,
            #[cfg(test)]
            said: Vec::new(),
        }
    }

    #[cfg(test)]
    fn log(&mut self, phrase: &Phrase) {
        self.said.extend(phrase.0.iter().cloned());
    }

    #[cfg(not(test))]
    fn log(&mut self, _: &Phrase) {}

    /// Fills a path given in points.
    fn fill(&mut self, path: Option<Path>, ink: Ink) {
        if let Some(path) = path {
            self.surface.set_stroke(None);
            self.surface.set_fill(Some(Fill { paint: ink.colour().into(), ..Fill::default() }));
            self.surface.draw_path(&path);
        }
    }

    fn stroke(&mut self, path: Option<Path>, weight: f32, ink: Ink) {
        if let Some(path) = path {
            self.surface.set_fill(None);
            let stroke =
                Stroke { paint: ink.colour().into(), width: weight, line_cap: LineCap::Butt, ..Stroke::default() };
            self.surface.set_stroke(Some(stroke));
            self.surface.draw_path(&path);
        }
    }

    /// A filled rectangle.
    pub(crate) fn area(&mut self, (x, y, w, h): (f32, f32, f32, f32), ink: Ink) {
        self.fill(rectangle(x, y, w, h), ink);
    }

    /// The outline of a rectangle; `weight` in points.
    pub(crate) fn frame(&mut self, (x, y, w, h): (f32, f32, f32, f32), weight: f32, ink: Ink) {
        self.stroke(rectangle(x, y, w, h), weight, ink);
    }

    /// Straight lines, each from a point to a point; `weight` in points.
    pub(crate) fn lines(&mut self, lines: &[Segment], weight: f32, ink: Ink) {
        let mut path = PathBuilder::new();
        for &((x1, y1), (x2, y2)) in lines {
            path.move_to(x1 * POINTS, y1 * POINTS);
            path.line_to(x2 * POINTS, y2 * POINTS);
        }
        self.stroke(path.finish(), weight, ink);
    }

    /// A filled disc.
    pub(crate) fn disc(&mut self, centre: (f32, f32), radius: f32, ink: Ink) {
        self.fill(circle(centre, radius), ink);
    }

    /// A circle's line; `weight` in points.
    pub(crate) fn ring(&mut self, centre: (f32, f32), radius: f32, weight: f32, ink: Ink) {
        self.stroke(circle(centre, radius), weight, ink);
    }

    /// Filled polygons on a grid, whose upper left corner is at a point and whose cell is so many millimetres.
    /// The grid is scaled as a whole, so that the file has small whole numbers for the corners.
    pub(crate) fn polygons(&mut self, (x, y): (f32, f32), cell: f32, polygons: &[Vec<(u16, u16)>], ink: Ink) {
        let mut path = PathBuilder::new();
        for polygon in polygons {
            for (i, &(column, row)) in polygon.iter().enumerate() {
                let (column, row) = (f32::from(column), f32::from(row));
                if i == 0 { path.move_to(column, row) } else { path.line_to(column, row) }
            }
            path.close();
        }
        let scale = cell * POINTS;
        self.surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x * POINTS, y * POINTS));
        self.fill(path.finish(), ink);
        self.surface.pop();
    }

    /// A rectangle with rounded corners, filled.
    pub(crate) fn rounded(&mut self, (x, y, w, h): (f32, f32, f32, f32), radius: f32, ink: Ink) {
        self.fill(rounded(x, y, w, h, radius), ink);
    }

    /// The outline of a rectangle with rounded corners.
    pub(crate) fn rounded_frame(&mut self, (x, y, w, h): (f32, f32, f32, f32), radius: f32, weight: f32, ink: Ink) {
        self.stroke(rounded(x, y, w, h, radius), weight, ink);
    }

    /// Sets one line with its base line at `y`; returns its width in millimetres.
    pub(crate) fn text(&mut self, at: (f32, f32), kind: Type, phrase: &Phrase) -> f32 {
        if phrase.is_empty() {
            return 0.0;
        }
        self.log(phrase);
        let line = self.shaper.shape(kind.style, &phrase.text(), kind.tracking);
        self.set(at, kind, &line);
        line.width * kind.size / POINTS
    }

    /// As [`Painter::text`], set smaller where the line is wider than `width` millimetres.
    pub(crate) fn text_within(&mut self, at: (f32, f32), kind: Type, width: f32, phrase: &Phrase) -> f32 {
        let natural = self.width(kind, phrase);
        let size = if natural > width { kind.size * width / natural } else { kind.size };
        self.text(at, Type { size, ..kind }, phrase)
    }

    /// How wide a line would be, in millimetres.
    pub(crate) fn width(&self, kind: Type, phrase: &Phrase) -> f32 {
        self.shaper.shape(kind.style, &phrase.text(), kind.tracking).width * kind.size / POINTS
    }

    /// A name in its field `(x, y, width, height)`, centred both ways.
    pub(crate) fn name(&mut self, (x, y, w, h): (f32, f32, f32, f32), kind: Type, phrase: &Phrase) {
        self.log(phrase);
        let fitted = super::fit::name(self.shaper, &phrase.text(), (w * POINTS, h * POINTS), kind.size);
        let top = y + (h - fitted.height() / POINTS) / 2.0;
        let at = match kind.align {
            Align::Left => x,
            Align::Centre => x + w / 2.0,
            Align::Right => x + w,
        };
        self.block((at, top), kind, &fitted);
    }

    /// A sentence from `top` down; returns where it ends.
    pub(crate) fn paragraph(&mut self, (x, top): (f32, f32), kind: Type, measure: Measure, phrase: &Phrase) -> f32 {
        if phrase.is_empty() {
            return top;
        }
        self.log(phrase);
        let fitted = super::fit::paragraph(self.shaper, phrase, measure);
        self.block((x, top), kind, &fitted);
        top + fitted.height() / POINTS
    }

    fn block(&mut self, (x, top): (f32, f32), kind: Type, fitted: &Fitted) {
        for (i, line) in fitted.lines.iter().enumerate() {
            // The middle of a Chinese character lies 0.38 em above the base line.
            let base = top + ((i as f32 + 0.5) * fitted.leading + 0.38 * fitted.size) / POINTS;
            self.set((x, base), Type { size: fitted.size, ..kind }, line);
        }
    }

    fn set(&mut self, (x, y): (f32, f32), kind: Type, line: &Line) {
        let width = line.width * kind.size;
        let mut x = x * POINTS
            - match kind.align {
                Align::Left => 0.0,
                Align::Centre => width / 2.0,
                Align::Right => width,
            };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(Fill { paint: kind.ink.colour().into(), ..Fill::default() }));
        for piece in &line.pieces {
            let start = Point::from_xy(x, y * POINTS);
            self.surface.draw_glyphs(start, &piece.glyphs, piece.font.clone(), &line.text, kind.size, false);
            x += piece.width * kind.size;
        }
    }
}

fn rectangle(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_xywh(x * POINTS, y * POINTS, w * POINTS, h * POINTS)?);
    path.finish()
}

/// How far a Bézier curve's handles reach to draw a quarter of a circle of radius 1.
const QUARTER: f32 = 0.552_285;

fn circle((x, y): (f32, f32), radius: f32) -> Option<Path> {
    rounded(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius)
}

fn rounded(x: f32, y: f32, w: f32, h: f32, radius: f32) -> Option<Path> {
    let [x, y, w, h, r] = [x, y, w, h, radius].map(|length| length * POINTS);
    let (right, bottom, k) = (x + w, y + h, r * (1.0 - QUARTER));
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - k, y, right, y + k, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + k, x + k, y, x + r, y);
    path.close();
    path.finish()
}
