//! Dead stones as a referee writes them down.

use weiqi_rules::{Coord, Size};

/// A point of a list: as SGF names it, or as people do beside a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadPoint {
    /// Two letters: `pd`.
    Letters(Coord),
    /// A letter and a number: `Q16`; the column from 0, the row from 1 at the bottom.
    Named(u8, u8),
}

/// Dead stones of a game, one of each chain or all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadList {
    /// Which game of the file; every game where none.
    pub index: Option<usize>,
    /// The points; none where all stones are alive.
    pub points: Vec<DeadPoint>,
}

impl DeadPoint {
    /// Reads one point.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if let [x, y] = bytes
            && let Some(at) = Coord::from_letters(*x, *y)
        {
            return Some(DeadPoint::Letters(at));
        }
        let (column, row) = bytes.split_first()?;
        let column = column.to_ascii_uppercase();
        // Beside a board no column is called I.
        let column = match column {
            b'A'..=b'H' => column - b'A',
            b'J'..=b'Z' => column - b'A' - 1,
            _ => return None,
        };
        let digits = row.len() <= 2 && row.iter().all(u8::is_ascii_digit);
        let row: u8 = std::str::from_utf8(row).ok().filter(|_| digits)?.parse().ok()?;
        (row > 0).then_some(DeadPoint::Named(column, row))
    }

    /// The point of a board, if it has it.
    pub fn on(self, size: Size) -> Option<Coord> {
        match self {
            DeadPoint::Letters(at) => Some(at),
            DeadPoint::Named(x, row) => Some(Coord { x, y: size.height().checked_sub(row)? }),
        }
    }

    /// As it was written, capital letters before numbers.
    pub fn written(self) -> String {
        match self {
            DeadPoint::Letters(at) => at.to_string(),
            DeadPoint::Named(column, row) => {
                let letter = b'A' + column + u8::from(column > 7);
                format!("{}{row}", char::from(letter))
            }
        }
    }
}

/// Reads points with commas or spaces between them; none where one of them is no point.
pub fn points(text: &str) -> Option<Vec<DeadPoint>> {
    let parts = text.split(|c: char| c.is_whitespace() || ",，、;；".contains(c)).filter(|part| !part.is_empty());
    parts.map(DeadPoint::read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_sgf_or_people_write_them() {
        let size = Size::NINETEEN;
        let read = |text: &str| points(text).map(|all| all.iter().filter_map(|at| at.on(size)).collect::<Vec<_>>());
        let pd = Coord { x: 15, y: 3 };
        assert_eq!(read("pd, Q16;q16"), Some(vec![pd, pd, pd]));
        assert_eq!(read(""), Some(vec![]));
        assert_eq!(read("J1 T19"), Some(vec![Coord { x: 8, y: 18 }, Coord { x: 18, y: 0 }]));
        for wrong in ["dead", "./pd", "pd,i9", "Q0", "Q+1", "Q", "q100", "点"] {
            assert_eq!(points(wrong), None, "{wrong}");
        }
        assert_eq!(DeadPoint::read("T19").map(DeadPoint::written), Some("T19".to_owned()));
        assert_eq!(DeadPoint::Named(20, 1).on(size), Some(Coord { x: 20, y: 18 }), "the board refuses it");
        assert_eq!(DeadPoint::Named(0, 20).on(size), None);
    }
}
