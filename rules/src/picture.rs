//! A position as a picture in SVG, wood under two colours of stones, that stays readable in grey print: dead stones are
//! pale and crossed out, territory carries small squares, the last move a ring, a move against the rules a triangle in a
//! larger ring.

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};
use crate::count::Territory;
use crate::judge::Judged;
use crate::replay::Play;
use std::fmt::Write;

/// What is drawn beside the stones.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// A stone of each dead chain.
    pub dead: Vec<Coord>,
    /// Whose territory is marked; none where nothing is.
    pub territory: Option<Territory>,
    /// The last move.
    pub last: Option<Coord>,
    /// A move against the rules.
    pub illegal: Option<Coord>,
    /// Moves that the record leaves out, in their order.
    pub unplayed: Vec<(Colour, Coord)>,
}

/// From a point to the next, in the units of the picture.
pub const STEP: u32 = 24;

/// From the edge of the picture to the first line.
const MARGIN: u32 = 30;

/// The board.
const WOOD: &str = "#ddba78";

/// Lines, and black stones.
const INK: &str = "#1c1b19";

/// White stones.
const SHELL: &str = "#fffdf8";

/// What is wrong.
const SEAL: &str = "#a8322a";

/// Draws a board. The picture scales with its place; it needs no font, and without colour it says the same.
pub fn svg(board: &Board, drawn: &Drawn) -> String {
    let size = board.size();
    let (width, height) = (across(size.width()), across(size.height()));
    let mut out = String::with_capacity(32 * 1024);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{WOOD}\"/>"
    );
    lines(&mut out, size);
    names(&mut out, size);
    let dead: Vec<Coord> = drawn.dead.iter().flat_map(|at| board.chain(*at)).collect();
    for at in size.coords() {
        if let Some(colour) = board.at(at) {
            let fallen = dead.contains(&at);
            stone(&mut out, at, colour, fallen);
            if fallen {
                cross(&mut out, at);
            }
        }
        if let Some(colour) = drawn.territory.as_ref().and_then(|territory| territory.at(at).territory) {
            square(&mut out, at, colour, board.at(at).is_some());
        }
    }
    for (number, (colour, at)) in drawn.unplayed.iter().enumerate().filter(|(_, (_, at))| board.at(*at).is_none()) {
        numbered(&mut out, *at, *colour, number + 1);
    }
    if let Some((at, colour)) = drawn.last.and_then(|at| Some((at, board.at(at)?))) {
        let (x, y) = place(at);
        let ink = ink(colour);
        let _ =
            write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\"/>");
    }
    if let Some(at) = drawn.illegal.filter(|at| size.has(*at)) {
        let (x, y) = place(at);
        let (left, right, top, bottom) = (x - 9, x + 9, y - 9, y + 7);
        let _ = write!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"none\" stroke=\"{SEAL}\" stroke-width=\"2\"/>\
             <path d=\"M{x} {top}L{right} {bottom}L{left} {bottom}Z\" fill=\"{SHELL}\" stroke=\"{SEAL}\" stroke-width=\"3\"/>"
        );
    }
    out.push_str("</svg>");
    out
}

/// Draws what a judged record came to.
pub fn judged(judged: &Judged, last: Option<Play>) -> String {
    let board = &judged.played.board;
    let drawn = Drawn {
        dead: judged.dead.clone(),
        territory: judged.count.map(|_| Territory::of(board, &judged.dead)),
        last: last.and_then(|play| match play {
            Play::At(at) => Some(at),
            Play::Pass => None,
        }),
        illegal: judged.illegal.map(|illegal| illegal.at),
        unplayed: judged.unplayed.clone(),
    };
    svg(board, &drawn)
}

fn across(points: u8) -> u32 {
    2 * MARGIN + STEP * u32::from(points.saturating_sub(1))
}

/// Where a point lies in the picture, from its left and its upper edge.
pub fn place(at: Coord) -> (u32, u32) {
    (MARGIN + STEP * u32::from(at.x), MARGIN + STEP * u32::from(at.y))
}

/// What is seen on a stone.
const fn ink(on: Colour) -> &'static str {
    match on {
        Colour::Black => SHELL,
        Colour::White => INK,
    }
}

fn lines(out: &mut String, size: Size) {
    let (right, bottom) = place(Coord { x: size.width() - 1, y: size.height() - 1 });
    out.push_str("<path d=\"");
    for x in 0..size.width() {
        let (x, _) = place(Coord { x, y: 0 });
        let _ = write!(out, "M{x} {MARGIN}V{bottom}");
    }
    for y in 0..size.height() {
        let (_, y) = place(Coord { x: 0, y });
        let _ = write!(out, "M{MARGIN} {y}H{right}");
    }
    let _ = write!(out, "\" stroke=\"{INK}\" fill=\"none\"/>");
    for at in stars(size) {
        let (x, y) = place(at);
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"{INK}\"/>");
    }
}

/// The star points of the usual boards; others have none.
fn stars(size: Size) -> Vec<Coord> {
    let lines: &[u8] = match (size.width(), size.height()) {
        (9, 9) => &[2, 6],
        (13, 13) => &[3, 9],
        (19, 19) => &[3, 9, 15],
        _ => return Vec::new(),
    };
    let mut stars: Vec<Coord> = lines.iter().flat_map(|y| lines.iter().map(|x| Coord { x: *x, y: *y })).collect();
    let middle = Coord { x: size.width() / 2, y: size.height() / 2 };
    if !stars.contains(&middle) {
        stars.push(middle);
    }
    stars
}

fn names(out: &mut String, size: Size) {
    let _ = write!(out, "<g font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"{INK}\">");
    for x in 0..size.width() {
        let name = Coord { x, y: size.height() - 1 }.name(size);
        let (place, _) = place(Coord { x, y: 0 });
        let _ =
            write!(out, "<text x=\"{place}\" y=\"14\">{}</text>", name.trim_end_matches(|c: char| c.is_ascii_digit()));
    }
    for y in 0..size.height() {
        let (_, place) = place(Coord { x: 0, y });
        let _ = write!(out, "<text x=\"12\" y=\"{}\">{}</text>", place + 4, size.height() - y);
    }
    out.push_str("</g>");
}

fn stone(out: &mut String, at: Coord, colour: Colour, dead: bool) {
    let (x, y) = place(at);
    let fill = ink(colour.other());
    let pale = if dead { " opacity=\".45\"" } else { "" };
    let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"{INK}\"{pale}/>");
}

fn cross(out: &mut String, at: Coord) {
    let (x, y) = place(at);
    let (left, right, top, bottom) = (x - 7, x + 7, y - 7, y + 7);
    let _ = write!(
        out,
        "<path class=\"dead\" d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"{INK}\" stroke-width=\"2\"/>"
    );
}

/// A small square of the owner's colour; on a dead stone smaller still.
fn square(out: &mut String, at: Coord, colour: Colour, on_stone: bool) {
    let (x, y) = place(at);
    let half = if on_stone { 3 } else { 4 };
    let (left, top, side) = (x - half, y - half, 2 * half);
    let fill = ink(colour.other());
    let _ = write!(
        out,
        "<rect class=\"territory\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"{INK}\"/>"
    );
}

fn numbered(out: &mut String, at: Coord, colour: Colour, number: usize) {
    let (x, y) = place(at);
    let (fill, ink, low) = (ink(colour.other()), ink(colour), y + 4);
    let _ = write!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\" stroke=\"{INK}\" stroke-dasharray=\"3 2\"/>\
         <text x=\"{x}\" y=\"{low}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\">{number}</text>"
    );
}
