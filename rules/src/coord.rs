//! Sizes, points and colours as records and people name them.

use std::fmt;

/// The largest side that a record can name: two letters, `a` to `z` and `A` to `Z`.
pub const LARGEST: u8 = 52;

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// 黑
    Black,
    /// 白
    White,
}

impl Colour {
    /// Both, Black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

/// The width and the height of a board, each from 1 to [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A board of 19 lines each way.
    pub const NINETEEN: Size = Size { width: 19, height: 19 };

    /// A size; none where a side is 0 or larger than [`LARGEST`].
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width == 0 || height == 0 || width > LARGEST || height > LARGEST {
            return None;
        }
        Some(Size { width, height })
    }

    /// A square board.
    pub const fn square(side: u8) -> Option<Self> {
        Self::new(side, side)
    }

    /// Points from left to right.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Points from top to bottom.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// How many points the board has.
    pub const fn area(self) -> u16 {
        self.width as u16 * self.height as u16
    }

    /// Whether a point lies on the board.
    pub const fn has(self, at: Coord) -> bool {
        at.x < self.width && at.y < self.height
    }

    /// All points, row by row from the top.
    pub fn coords(self) -> impl Iterator<Item = Coord> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Coord { x, y }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}:{}", self.width, self.height)
        }
    }
}

/// A point: the column from the left and the row from the top, both from 0, as SGF's two letters name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coord {
    /// Column, from the left.
    pub x: u8,
    /// Row, from the top.
    pub y: u8,
}

impl Coord {
    /// The point of two letters: `pd` is the fourth point of the sixteenth column.
    pub const fn from_letters(x: u8, y: u8) -> Option<Self> {
        match (line(x), line(y)) {
            (Some(x), Some(y)) => Some(Coord { x, y }),
            _ => None,
        }
    }

    /// The two letters.
    pub fn letters(self) -> [char; 2] {
        [letter(self.x), letter(self.y)]
    }

    /// The name that people write beside a board: `Q16`, columns without I, rows from the bottom.
    pub fn name(self, size: Size) -> String {
        const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        let row = size.height.saturating_sub(self.y);
        let column = usize::from(self.x);
        match column / COLUMNS.len() {
            0 => format!("{}{row}", char::from(COLUMNS[column])),
            round => format!("{}{}{row}", char::from(COLUMNS[round - 1]), char::from(COLUMNS[column % COLUMNS.len()])),
        }
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.letters();
        write!(f, "{x}{y}")
    }
}

/// The number of a line's letter.
const fn line(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The letter of a line's number; `?` for a line that no record can name.
fn letter(line: u8) -> char {
    match line {
        0..26 => char::from(b'a' + line),
        26..52 => char::from(b'A' + line - 26),
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_the_largest_board_has_two_letters_of_its_own() {
        let size = Size::square(LARGEST).unwrap();
        for at in size.coords() {
            let letters = at.to_string();
            let [x, y] = [letters.as_bytes()[0], letters.as_bytes()[1]];
            assert_eq!(Coord::from_letters(x, y), Some(at));
        }
        assert_eq!(Coord::from_letters(b'a', b'1'), None);
    }

    #[test]
    fn people_count_rows_from_the_bottom_and_leave_out_the_letter_i() {
        let size = Size::NINETEEN;
        assert_eq!(Coord { x: 15, y: 3 }.name(size), "Q16");
        assert_eq!(Coord { x: 0, y: 18 }.name(size), "A1");
        assert_eq!(Coord { x: 8, y: 0 }.name(size), "J19");
        assert_eq!(Coord { x: 25, y: 0 }.name(Size::square(30).unwrap()), "AA30");
    }

    #[test]
    fn a_board_has_from_1_to_52_lines_each_way() {
        assert_eq!(Size::new(0, 9), None);
        assert_eq!(Size::new(9, 53), None);
        let oblong = Size::new(7, 9).unwrap();
        assert_eq!((oblong.area(), oblong.coords().count(), oblong.to_string().as_str()), (63, 63, "7:9"));
        assert!(oblong.has(Coord { x: 6, y: 8 }) && !oblong.has(Coord { x: 7, y: 8 }));
    }
}
