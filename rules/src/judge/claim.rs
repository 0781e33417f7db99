//! What the declared result may mean.

use crate::record::{Margin, Unit, Winner};
use crate::ruleset::{Counting, RuleSet};
use crate::{Colour, HalfPoints, record};

/// A way to read komi and the declared margin, and whether the board agrees with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Komi.
    pub komi: HalfPoints,
    /// The unit of the declared margin.
    pub unit: Unit,
    /// The declared margin, negative where White has won.
    pub margin: HalfPoints,
    /// Whether the board agrees.
    pub matches: bool,
}

/// The margins that a result may declare, the likelier first; negative where White has won.
pub(super) fn claims(winner: &Winner, margin: Option<Margin>) -> Vec<(record::Unit, HalfPoints)> {
    match (winner, margin) {
        (Winner::Draw, _) => vec![(Unit::Points, HalfPoints::ZERO)],
        (Winner::Side(side), Some(margin)) => {
            let signed = |points: HalfPoints| if *side == Colour::Black { points } else { -points };
            margin.readings().map(|(unit, points)| (unit, signed(points))).collect()
        }
        _ => Vec::new(),
    }
}

/// The claims that can be meant under some rules: territory is counted in points, unless the record says otherwise.
pub(super) fn read_by<'a>(
    claims: &'a [(Unit, HalfPoints)],
    rules: &RuleSet,
) -> impl Iterator<Item = &'a (Unit, HalfPoints)> {
    let points = rules.counting == Counting::Territory && claims.iter().any(|(unit, _)| *unit == Unit::Points);
    claims.iter().filter(move |(unit, _)| !points || *unit == Unit::Points)
}
