//! Everything counted, in halves of a point: a half-point is a quarter of a 子, so both units are whole numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A count or a margin in half-points; a quarter of a stone (子) each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// Nothing.
    pub const ZERO: HalfPoints = HalfPoints(0);

    /// So many whole points.
    pub const fn points(points: i32) -> Self {
        HalfPoints(points * 2)
    }

    /// So many stones (子), each of which is two points.
    pub const fn zi(stones: i32) -> Self {
        HalfPoints(stones * 4)
    }

    /// The same without its sign.
    pub const fn abs(self) -> Self {
        HalfPoints(self.0.abs())
    }

    /// In 子 as a result is written: `3又3/4子`, `1/4子`, `2子`; without the sign.
    pub fn in_zi(self) -> String {
        let (whole, quarters) = (self.0.abs() / 4, self.0.abs() % 4);
        let part = ["", "1/4", "1/2", "3/4"][quarters as usize];
        match (whole, quarters) {
            (_, 0) => format!("{whole}子"),
            (0, _) => format!("{part}子"),
            _ => format!("{whole}又{part}子"),
        }
    }
}

impl fmt::Display for HalfPoints {
    /// In points: `7.5`, `-0.5`, `3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;
    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 + other.0)
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;
    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 - other.0)
    }
}

impl Neg for HalfPoints {
    type Output = HalfPoints;
    fn neg(self) -> HalfPoints {
        HalfPoints(-self.0)
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: HalfPoints) {
        self.0 += other.0;
    }
}

impl SubAssign for HalfPoints {
    fn sub_assign(&mut self, other: HalfPoints) {
        self.0 -= other.0;
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = HalfPoints>>(all: I) -> HalfPoints {
        all.fold(HalfPoints::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_point_is_a_quarter_of_a_stone() {
        let komi = HalfPoints(15);
        assert_eq!((komi.to_string(), komi.in_zi()), ("7.5".to_owned(), "3又3/4子".to_owned()));
        assert_eq!(HalfPoints(-1).to_string(), "-0.5");
        assert_eq!(HalfPoints(-1).in_zi(), "1/4子");
        assert_eq!(HalfPoints::zi(2).in_zi(), "2子");
        assert_eq!(HalfPoints::zi(1), HalfPoints::points(2));
        assert_eq!(HalfPoints(2).in_zi(), "1/2子");
    }
}
