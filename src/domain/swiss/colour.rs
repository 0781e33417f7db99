//! Who takes Black: the side that both histories ask for, and a lot where neither asks.

use super::{Player, Policy};
use crate::domain::standings::lot;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// 黑
    Black,
    /// 白
    White,
}

/// The colours that a player has had in games that were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Games with Black less games with White.
    pub more_black: i32,
    /// The colour of the last game and of the one before it.
    pub last: [Option<Colour>; 2],
}

impl Hand {
    /// The history with one more game.
    pub fn and(self, colour: Colour) -> Self {
        let step = if colour == Colour::Black { 1 } else { -1 };
        Self { more_black: self.more_black + step, last: [Some(colour), self.last[0]] }
    }

    fn third_in_a_row(self, colour: Colour) -> u32 {
        u32::from(self.last == [Some(colour); 2])
    }

    fn repeats(self, colour: Colour) -> u32 {
        u32::from(self.last[0] == Some(colour))
    }

    /// How far from even the history is with one more game, squared so that one player far off weighs more than two
    /// that are a little.
    fn imbalance(self, colour: Colour) -> u32 {
        self.and(colour).more_black.unsigned_abs().min(100).pow(2)
    }
}

/// What a pair costs in colours: third games in a row of one colour, imbalance, colours that do not change.
pub(super) type ColourCost = [u32; 3];

fn cost(black: &Player, white: &Player) -> ColourCost {
    let (b, w) = (black.hand, white.hand);
    [
        b.third_in_a_row(Colour::Black) + w.third_in_a_row(Colour::White),
        b.imbalance(Colour::Black) + w.imbalance(Colour::White),
        b.repeats(Colour::Black) + w.repeats(Colour::White),
    ]
}

/// Whether the upper of two takes Black, and what the pair costs in colours.
pub(super) fn of_pair(upper: &Player, lower: &Player, policy: &Policy) -> (bool, ColourCost) {
    let (black, white) = (cost(upper, lower), cost(lower, upper));
    match black.cmp(&white) {
        std::cmp::Ordering::Less => (true, black),
        std::cmp::Ordering::Greater => (false, white),
        std::cmp::Ordering::Equal => (upper_by_lot(upper, lower, policy), black),
    }
}

/// The lot depends on the two numbers, not on who of them stands higher.
fn upper_by_lot(upper: &Player, lower: &Player, policy: &Policy) -> bool {
    let (first, second) = (upper.number.min(lower.number), upper.number.max(lower.number));
    let drawn = lot(policy.seed, &format!("colour:{}:{first}:{second}", policy.round));
    (drawn[0] & 1 == 0) == (upper.number == first)
}
