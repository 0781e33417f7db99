//! A position that is counted by several terms: what they have in common is found once.

use super::area::{AreaCount, Terms};
use super::counted::Count;
use super::moku::TerritoryCount;
use super::regions::Ownership;
use super::territory::Territory;
use crate::board::Board;
use crate::coord::Coord;
use crate::ruleset::Counting;
use std::cell::OnceCell;

/// What was found of one position with its dead stones, as they are asked for.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// With all stones on the board, and without the dead ones.
    owned: [OnceCell<Ownership>; 2],
    territory: [OnceCell<Territory>; 2],
}

impl Found {
    /// Counts the position, which is the same every time, as [`Count::of`] does.
    pub(crate) fn count(&self, board: &Board, dead: &[Coord], prisoners: [u16; 2], terms: &Terms) -> Count {
        let nth = usize::from(terms.rules.removal);
        let dead = if terms.rules.removal { dead } else { &[] };
        match terms.rules.counting {
            Counting::Area => {
                let owned = self.owned[nth].get_or_init(|| Ownership::of(board, dead));
                Count::Area(AreaCount::of(owned, terms))
            }
            Counting::Territory => {
                let territory = self.territory[nth].get_or_init(|| Territory::of(board, dead));
                Count::Territory(TerritoryCount::of(territory, prisoners, terms))
            }
        }
    }

    /// The territory without the dead stones.
    pub(crate) fn territory(&self, board: &Board, dead: &[Coord]) -> &Territory {
        self.territory[1].get_or_init(|| Territory::of(board, dead))
    }
}
