//! Swiss pairing (积分编排): who plays whom in the next round of a group.
//!
//! What must never happen comes first: nobody meets an opponent twice, and nobody has a second bye. Of all ways to pair
//! that are left, the one is taken that is best by a list of criteria, each of which only chooses among what the ones before
//! it left equal: points, colours, clubs, who floats, and the policy within a score group. `docs/running.md` has the list in
//! words. The same players in the same order are always paired the same way.

mod colour;
mod cost;
mod partners;
#[cfg(test)]
mod tests;

pub use colour::{Colour, Hand};

use std::collections::{BTreeMap, BTreeSet};

/// How players of one score group are put together, by their order in the standings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Within {
    /// The upper half against the lower half (上下半区): 1–5, 2–6, 3–7, 4–8.
    #[default]
    Halves,
    /// The first against the last (首尾): 1–8, 2–7, 3–6, 4–5.
    Ends,
    /// Neighbours (相邻): 1–2, 3–4, 5–6, 7–8.
    Neighbours,
}

impl Within {
    /// All policies, the default first.
    pub const ALL: [Within; 3] = [Within::Halves, Within::Ends, Within::Neighbours];

    /// The stable name in settings and forms.
    pub const fn id(self) -> &'static str {
        match self {
            Within::Halves => "halves",
            Within::Ends => "ends",
            Within::Neighbours => "neighbours",
        }
    }

    /// The policy of a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|within| within.id() == id)
    }
}

/// A player who is to be paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The pairing number within the group.
    pub number: u32,
    /// The points so far.
    pub points: u32,
    /// The numbers of those met before.
    pub met: BTreeSet<u32>,
    /// The colours so far.
    pub hand: Hand,
    /// Whether this player has had a bye.
    pub had_bye: bool,
    /// The club or agency that the player is not to meet in the first rounds; none: meets anybody.
    pub school: Option<String>,
}

/// How a round is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The policy within a score group.
    pub within: Within,
    /// Whether players of one school are kept apart in this round.
    pub protect: bool,
    /// Whether a pair may meet again where nothing else is left. Only somebody's express word with a reason sets it.
    pub allow_repeats: bool,
    /// The seed of the lots for colours.
    pub seed: u64,
    /// The round, from 1.
    pub round: u16,
}

/// A paired round: boards from the top of the standings down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Black and White of each board, by their numbers.
    pub boards: Vec<(u32, u32)>,
    /// Who has no opponent this round.
    pub bye: Option<u32>,
    /// How many of the pairs have met before; none unless [`Policy::allow_repeats`].
    pub repeats: usize,
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Fewer than two players are left.
    TooFew,
    /// The number is odd, and everybody has had a bye.
    EverybodyHadABye,
    /// However they are paired, somebody meets an opponent of an earlier round again.
    OnlyRepeats,
}

/// Pairs a round. `players` are those who play in it, in the order of the standings, each number once.
pub fn next_round(players: &[Player], policy: &Policy) -> Result<Paired, Refusal> {
    if players.len() < 2 {
        return Err(Refusal::TooFew);
    }
    let everybody: Vec<&Player> = players.iter().collect();
    if players.len().is_multiple_of(2) {
        let pairs = partners::best(&everybody, policy).ok_or(Refusal::OnlyRepeats)?;
        return Ok(paired(&everybody, &pairs, None, policy));
    }
    // The bye goes to the lowest without one. Only where the others cannot be paired then, to the next above.
    let mut refusal = Refusal::EverybodyHadABye;
    for at in (0..players.len()).rev().filter(|at| !players[*at].had_bye) {
        let mut others = everybody.clone();
        let bye = others.remove(at).number;
        match partners::best(&others, policy) {
            Some(pairs) => return Ok(paired(&others, &pairs, Some(bye), policy)),
            None => refusal = Refusal::OnlyRepeats,
        }
    }
    Err(refusal)
}

fn paired(players: &[&Player], pairs: &[(usize, usize)], bye: Option<u32>, policy: &Policy) -> Paired {
    let boards = pairs.iter().map(|&(upper, lower)| {
        let (upper, lower) = (players[upper], players[lower]);
        let upper_black = colour::of_pair(upper, lower, policy).0;
        if upper_black { (upper.number, lower.number) } else { (lower.number, upper.number) }
    });
    let repeats = pairs.iter().filter(|(a, b)| players[*a].met.contains(&players[*b].number)).count();
    Paired { boards: boards.collect(), bye, repeats }
}

/// Where each player stands within the score group: the position from the top, and the size of the group.
fn positions(players: &[&Player]) -> Vec<(usize, usize)> {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    let at: Vec<usize> = players
        .iter()
        .map(|player| {
            let size = sizes.entry(player.points).or_default();
            *size += 1;
            *size - 1
        })
        .collect();
    at.into_iter().zip(players).map(|(at, player)| (at, sizes[&player.points])).collect()
}
