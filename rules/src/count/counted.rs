//! A count by whatever the rules count.

use super::area::{AreaCount, Terms};
use super::found::Found;
use super::moku::{Hold, TerritoryCount};
use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::half_points::HalfPoints;

/// A counted position, with all that a referee needs to follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Stones and surrounded points.
    Area(AreaCount),
    /// Surrounded points, dead stones and prisoners.
    Territory(TerritoryCount),
}

impl Count {
    /// Counts a board by the rules of the terms; `dead` names a stone of each dead chain, `prisoners` the stones that
    /// Black and White have captured. Where the rules take no stones off, all that stand are alive.
    pub fn of(board: &Board, dead: &[Coord], prisoners: [u16; 2], terms: &Terms) -> Count {
        Found::default().count(board, dead, prisoners, terms)
    }

    /// By how much Black is ahead, all told.
    pub fn margin(&self) -> HalfPoints {
        match self {
            Count::Area(count) => count.margin,
            Count::Territory(count) => count.margin,
        }
    }

    /// Who has won; none in a draw.
    pub fn winner(&self) -> Option<Colour> {
        match self {
            Count::Area(count) => count.winner,
            Count::Territory(count) => count.winner,
        }
    }

    /// What a colour has before komi and what is given for the handicap.
    pub fn total(&self, colour: Colour) -> HalfPoints {
        match (self, colour) {
            (Count::Area(count), Colour::Black) => count.black.total(),
            (Count::Area(count), Colour::White) => count.white.total(),
            (Count::Territory(count), Colour::Black) => count.black.total(),
            (Count::Territory(count), Colour::White) => count.white.total(),
        }
    }
}

impl std::fmt::Display for Count {
    /// The sum that a referee checks by hand, from Black's side.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (komi, bonus, margin) = match self {
            Count::Area(count) => {
                let [black, white] = [count.black, count.white];
                write!(f, "Black {} stones + {} territory", black.stones, black.territory)?;
                if black.tax != HalfPoints::ZERO {
                    write!(f, " - {} for {} groups", black.tax, black.groups)?;
                }
                write!(f, " = {}; White {} stones + {} territory", black.total(), white.stones, white.territory)?;
                if white.tax != HalfPoints::ZERO {
                    write!(f, " - {} for {} groups", white.tax, white.groups)?;
                }
                write!(f, " = {}; shared {}", white.total(), count.shared)?;
                if count.first_pass != HalfPoints::ZERO {
                    write!(f, "; first pass {}", count.first_pass)?;
                }
                (count.komi, count.handicap_bonus, count.margin)
            }
            Count::Territory(count) => {
                for (name, hold) in [("Black", count.black), ("; White", count.white)] {
                    let Hold { territory, dead, prisoners } = hold;
                    write!(f, "{name} {territory} territory + {dead} dead + {prisoners} prisoners = {}", hold.total())?;
                }
                (count.komi, count.handicap_bonus, count.margin)
            }
        };
        if bonus != HalfPoints::ZERO {
            write!(f, "; handicap {bonus}")?;
        }
        write!(f, "; komi {komi}; Black ahead by {margin}")
    }
}
