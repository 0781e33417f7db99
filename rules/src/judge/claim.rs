//! What the declared result may mean.

use crate::HalfPoints;
use crate::record::{Margin, Unit, Winner};
use crate::{Colour, record};

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
