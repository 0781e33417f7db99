//! Counting by territory (数目): surrounded points, dead stones and prisoners.

use super::area::{Terms, winner};
use super::territory::Territory;
use crate::coord::Colour;
use crate::half_points::HalfPoints;

/// What one colour has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Points of territory, those under dead stones among them.
    pub territory: u16,
    /// Dead stones of the opponent that are taken off at the end.
    pub dead: u16,
    /// Stones captured in play.
    pub prisoners: u16,
}

impl Hold {
    /// All told.
    pub fn total(self) -> HalfPoints {
        HalfPoints::points(i32::from(self.territory) + i32::from(self.dead) + i32::from(self.prisoners))
    }
}

/// A position counted by territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerritoryCount {
    /// Black's part.
    pub black: Hold,
    /// White's part.
    pub white: Hold,
    /// What Black gives White for handicap stones.
    pub handicap_bonus: HalfPoints,
    /// Komi.
    pub komi: HalfPoints,
    /// By how much Black is ahead, all told; negative where White is.
    pub margin: HalfPoints,
    /// Who has won; none in a draw.
    pub winner: Option<Colour>,
}

impl TerritoryCount {
    /// Counts a position; `prisoners` are the stones that Black and White have captured.
    pub fn of(territory: &Territory, prisoners: [u16; 2], terms: &Terms) -> Self {
        let [black, white] = Colour::BOTH.map(|colour| Hold {
            territory: territory.points(colour),
            dead: territory.dead(colour.other()),
            prisoners: prisoners[colour as usize],
        });
        let handicap_bonus = terms.rules.handicap_bonus(terms.handicap);
        let margin = black.total() - white.total() - terms.komi - handicap_bonus;
        let winner = winner(margin, terms.rules);
        TerritoryCount { black, white, handicap_bonus, komi: terms.komi, margin, winner }
    }
}
