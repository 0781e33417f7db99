//! Counting by area (数子): living stones and the points they surround.

use super::regions::{Owner, Ownership};
use crate::coord::{Colour, Coord};
use crate::half_points::HalfPoints;
use crate::ruleset::{Passing, RuleSet, Tie};

/// What is agreed beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rules.
    pub rules: &'static RuleSet,
    /// What Black gives White for the first move.
    pub komi: HalfPoints,
    /// Handicap stones that Black had on the board before White's first move; less than 2 is no handicap.
    pub handicap: u16,
    /// Who passed first at the end, where it is known. Some rules give a point or a half for it.
    pub first_pass: Option<Colour>,
}

/// What one colour has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Living stones.
    pub stones: u16,
    /// Points that they surround alone.
    pub territory: u16,
    /// Living groups, where they cost something, else 0: stones and their territory that hang together.
    pub groups: u16,
    /// What the groups cost.
    pub tax: HalfPoints,
}

impl Side {
    /// Stones and territory less the tax.
    pub fn total(self) -> HalfPoints {
        HalfPoints::points(i32::from(self.stones) + i32::from(self.territory)) - self.tax
    }
}

/// A counted position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaCount {
    /// Black's part.
    pub black: Side,
    /// White's part.
    pub white: Side,
    /// Points of neither; by Chinese rules half of each goes to either side, which leaves the margin as it is.
    pub shared: u16,
    /// What Black gives White for handicap stones.
    pub handicap_bonus: HalfPoints,
    /// What the first pass is worth to Black; negative where it costs Black.
    pub first_pass: HalfPoints,
    /// Komi.
    pub komi: HalfPoints,
    /// By how much Black is ahead, all told; negative where White is.
    pub margin: HalfPoints,
    /// Who has won; none in a draw.
    pub winner: Option<Colour>,
}

impl AreaCount {
    /// Counts a position.
    pub fn of(ownership: &Ownership, terms: &Terms) -> Self {
        let [black, white] = Colour::BOTH.map(|colour| side(ownership, colour, terms.rules));
        let handicap_bonus = terms.rules.handicap_bonus(terms.handicap);
        let first_pass = match (terms.rules.passing, terms.first_pass) {
            (Passing::FirstByWhite, Some(Colour::White)) => HalfPoints::points(-1),
            (Passing::Button, Some(Colour::Black)) => HalfPoints(1),
            (Passing::Button, Some(Colour::White)) => HalfPoints(-1),
            _ => HalfPoints::ZERO,
        };
        let margin = black.total() - white.total() - terms.komi - handicap_bonus + first_pass;
        let winner = winner(margin, terms.rules);
        let shared = ownership.shared();
        AreaCount { black, white, shared, handicap_bonus, first_pass, komi: terms.komi, margin, winner }
    }

    /// A colour's count before komi as it is called out at the board by Chinese rules, half of the shared points with
    /// it, in half-points.
    pub fn called_out(&self, colour: Colour) -> HalfPoints {
        let side = match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        };
        side.total() + HalfPoints(i32::from(self.shared))
    }
}

/// Who has won by a margin; none in a draw.
pub(super) fn winner(margin: HalfPoints, rules: &RuleSet) -> Option<Colour> {
    match (margin.0, rules.tie) {
        (1.., _) | (0, Tie::Black) => Some(Colour::Black),
        (0, Tie::Draw) => None,
        _ => Some(Colour::White),
    }
}

fn side(ownership: &Ownership, colour: Colour, rules: &RuleSet) -> Side {
    let groups = if rules.group_tax == HalfPoints::ZERO { 0 } else { groups(ownership, colour) };
    Side {
        stones: ownership.stones(colour),
        territory: ownership.territory(colour),
        groups,
        tax: HalfPoints(rules.group_tax.0 * i32::from(groups)),
    }
}

/// How many parts the stones of a colour and their territory fall into.
fn groups(ownership: &Ownership, colour: Colour) -> u16 {
    let size = ownership.size();
    let own = |at: Coord| matches!(ownership.at(at), Owner::Stone(c) | Owner::Territory(c) if c == colour);
    let mut seen: Vec<Coord> = Vec::new();
    let mut reached = vec![false; usize::from(size.area())];
    let place = |at: Coord| usize::from(at.y) * usize::from(size.width()) + usize::from(at.x);
    let mut groups = 0;
    for start in size.coords() {
        if ownership.at(start) != Owner::Stone(colour) || reached[place(start)] {
            continue;
        }
        groups += 1;
        reached[place(start)] = true;
        seen.push(start);
        while let Some(here) = seen.pop() {
            let near = [(1i8, 0i8), (-1, 0), (0, 1), (0, -1)].into_iter().filter_map(|(dx, dy)| {
                Some(Coord { x: here.x.checked_add_signed(dx)?, y: here.y.checked_add_signed(dy)? })
            });
            for at in near.filter(|at| size.has(*at) && own(*at)) {
                if !std::mem::replace(&mut reached[place(at)], true) {
                    seen.push(at);
                }
            }
        }
    }
    groups
}
