//! What a pair costs, criterion by criterion, and how the criteria become one number that keeps their order.

use super::colour::of_pair;
use super::{Player, Policy, Within};

/// How many criteria there are.
pub(super) const CRITERIA: usize = 8;

/// The costs of one pair, the weightiest first.
pub(super) type Cost = [u32; CRITERIA];

/// Weights stay below this many bits: the solver doubles them and adds two.
const BITS: u32 = 120;

/// The costs of all pairs of a round that may be made.
pub(super) struct Costs {
    size: usize,
    /// For each pair of positions, the upper one first; none: the pair may not be made.
    of: Vec<Option<Cost>>,
}

impl Costs {
    /// Counts the costs.
    pub(super) fn new(players: &[&Player], policy: &Policy) -> Self {
        let size = players.len();
        let positions = super::positions(players);
        let mut of = vec![None; size * size];
        for upper in 0..size {
            for lower in upper + 1..size {
                of[upper * size + lower] =
                    cost([players[upper], players[lower]], [positions[upper], positions[lower]], policy);
            }
        }
        let mut costs = Self { size, of };
        costs.fit();
        costs
    }

    /// The cost of a pair, if it may be made.
    #[cfg(test)]
    pub(super) fn of(&self, upper: usize, lower: usize) -> Option<&Cost> {
        self.of[upper * self.size + lower].as_ref()
    }

    /// One more than what each criterion can sum up to in a whole round.
    fn bases(&self) -> [u128; CRITERIA] {
        let mut most = [0_u32; CRITERIA];
        for cost in self.of.iter().flatten() {
            for (most, cost) in most.iter_mut().zip(cost) {
                *most = (*most).max(*cost);
            }
        }
        most.map(|most| 1 + u128::from(most) * (self.size as u128 / 2))
    }

    /// Coarsens the last two criteria, which only say who of equals meets whom, until the numbers fit.
    fn fit(&mut self) {
        let bits = |bases: [u128; CRITERIA]| bases.iter().map(|base| 128 - base.leading_zeros()).sum::<u32>();
        while bits(self.bases()) > BITS {
            for cost in self.of.iter_mut().flatten() {
                cost[CRITERIA - 2] >>= 1;
                cost[CRITERIA - 1] >>= 1;
            }
        }
    }

    /// A weight for each pair, larger for what is better, 0 for what may not be. The sum over a round keeps the order of
    /// the criteria, and a round with one pair more always weighs more: what all pairs of a round can cost together is
    /// less than what a single pair brings.
    pub(super) fn weights(&self) -> Vec<i128> {
        let bases = self.bases();
        let whole: u128 = bases.iter().product();
        let weigh = |cost: &Cost| {
            let cost = cost.iter().zip(bases).fold(0_u128, |sum, (cost, base)| sum * base + u128::from(*cost));
            // proven: the product of all bases has at most BITS bits, see `fit`.
            i128::try_from(whole - cost).unwrap_or(0)
        };
        self.of.iter().map(|cost| cost.as_ref().map_or(0, weigh)).collect()
    }
}

/// The costs of a pair, the upper player first; none where it may not be made.
fn cost([upper, lower]: [&Player; 2], positions: [(usize, usize); 2], policy: &Policy) -> Option<Cost> {
    let repeat = upper.met.contains(&lower.number) || lower.met.contains(&upper.number);
    if repeat && !policy.allow_repeats {
        return None;
    }
    let apart = upper.points.abs_diff(lower.points).min(1000);
    let (_, [third, imbalance, same]) = of_pair(upper, lower, policy);
    let school = policy.protect && upper.school.is_some() && upper.school == lower.school;
    let (float, within) = match apart {
        0 => (0, within(positions, policy.within)),
        _ => (float(positions), 0),
    };
    Some([u32::from(repeat), apart.pow(2), third, imbalance, same, u32::from(school), float, within])
}

/// Who leaves a score group is its last, and meets the first of the one below.
fn float([(upper, upper_size), (lower, _)]: [(usize, usize); 2]) -> u32 {
    square(upper_size - 1 - upper).saturating_add(square(lower))
}

fn within([(upper, size), (lower, _)]: [(usize, usize); 2], within: Within) -> u32 {
    let apart = lower.abs_diff(upper);
    match within {
        Within::Halves => square(apart.abs_diff(size / 2)),
        // The sum of the squared distances is greatest where the first meets the last, and so on inwards.
        Within::Ends => square(size) - square(apart),
        Within::Neighbours => square(apart),
    }
}

fn square(distance: usize) -> u32 {
    u32::try_from(distance.min(10_000)).unwrap_or(10_000).pow(2)
}
