//! Handicap: what is said, what stands, and where stones usually stand.

use crate::{Coord, Size};

/// The handicap of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// What `HA` says; none where it is missing or no number. 0 and 1 are no handicap stones.
    pub declared: Option<u16>,
    /// Black stones before the first move, where no white ones stand; 0 in a game from an empty board.
    pub stones: u16,
}

impl Handicap {
    /// The number of stones that rules give points for: those said, else those that stand; never one.
    pub fn number(self) -> u16 {
        let number = match self.declared {
            Some(declared) if declared >= 2 => declared,
            _ => self.stones,
        };
        if number < 2 { 0 } else { number }
    }
}

/// Where handicap stones stand, the first ones first: opposite corners, the others, the sides, the centre. None for
/// numbers that have no usual place. Servers differ in which corner is left free with three stones: `upper_left` is
/// whether it is the lower right.
pub fn usual_points(size: Size, stones: u16, upper_left: bool) -> Option<Vec<Coord>> {
    let side = size.width();
    if size.height() != side || side < 7 || !(2..=9).contains(&stones) || (side.is_multiple_of(2) && stones > 4) {
        return None;
    }
    let near = if side >= 13 { 3 } else { 2 };
    let (far, middle) = (side - 1 - near, side / 2);
    let at = |x, y| Coord { x, y };
    let mut corners = [at(far, near), at(near, far), at(far, far), at(near, near)];
    if upper_left {
        corners.swap(2, 3);
    }
    let sides = [at(near, middle), at(far, middle), at(middle, near), at(middle, far)];
    let stones = usize::from(stones);
    let mut points: Vec<Coord> = corners.iter().take(stones.min(4)).copied().collect();
    if stones >= 6 {
        points.extend(&sides[..if stones >= 8 { 4 } else { 2 }]);
    }
    if stones >= 5 && stones % 2 == 1 {
        points.push(at(middle, middle));
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_points_as_stones_each_once() {
        for side in [9, 13, 19] {
            let size = Size::square(side).unwrap();
            for stones in 2..=9 {
                let mut points = usual_points(size, stones, false).unwrap();
                assert!(points.iter().all(|at| size.has(*at)));
                points.sort_unstable();
                points.dedup();
                assert_eq!(points.len(), usize::from(stones), "{stones} on {side}");
            }
        }
        assert_eq!(usual_points(Size::NINETEEN, 1, false), None);
        assert_eq!(usual_points(Size::NINETEEN, 10, false), None);
        assert_eq!(usual_points(Size::new(19, 13).unwrap(), 4, false), None);
        assert_eq!(usual_points(Size::NINETEEN, 3, true).unwrap()[2], Coord { x: 3, y: 3 });
    }

    #[test]
    fn one_stone_is_no_handicap() {
        assert_eq!(Handicap { declared: Some(1), stones: 0 }.number(), 0);
        assert_eq!(Handicap { declared: Some(7), stones: 9 }.number(), 7);
        assert_eq!(Handicap { declared: None, stones: 4 }.number(), 4);
        assert_eq!(Handicap { declared: Some(0), stones: 4 }.number(), 4);
    }
}
