//! The best of all ways to pair: a maximum-weight matching of the players, by the blossom algorithm of `integer-blossom`
//! (ADR 14).

use super::cost::Costs;
use super::{Player, Policy};

/// The pairs of the best round, by positions, the upper player first, in the order of the boards; none where somebody is
/// left without a partner however they are paired.
pub(super) fn best(players: &[&Player], policy: &Policy) -> Option<Vec<(usize, usize)>> {
    let weights = Costs::new(players, policy).weights();
    let mates = integer_blossom::max_weight_matching(&weights, players.len());
    let pairs: Vec<(usize, usize)> =
        mates.iter().enumerate().filter_map(|(a, b)| b.filter(|b| a < *b).map(|b| (a, b))).collect();
    (pairs.len() * 2 == players.len()).then_some(pairs)
}
