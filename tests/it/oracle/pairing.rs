//! Who meets whom in a round: pairings as events make them, good ones and careless ones.

use super::random::Random;

/// How a round is paired.
#[derive(Clone, Copy, Debug)]
pub(super) enum Policy {
    /// By lot.
    Lot,
    /// Neighbours in the standings so far, whoever has met whom.
    Neighbours,
    /// Neighbours who have not met, as far as there are any.
    Swiss,
    /// The upper half of the standings against the lower half.
    Folded,
    /// Everybody in turn, as in a round robin.
    Circle,
}

impl Policy {
    pub(super) const ALL: [Policy; 5] =
        [Policy::Lot, Policy::Neighbours, Policy::Swiss, Policy::Folded, Policy::Circle];
}

/// The pairs of a round; who is left over stands alone at the end.
pub(super) fn pair(
    policy: Policy,
    round: usize,
    here: &[usize],
    points: &[usize],
    met: &[(usize, usize)],
    random: &mut Random,
) -> Vec<(usize, Option<usize>)> {
    let mut order = here.to_vec();
    random.shuffle(&mut order);
    if !matches!(policy, Policy::Lot | Policy::Circle) {
        order.sort_by_key(|player| std::cmp::Reverse(points[*player]));
    }
    match policy {
        Policy::Lot | Policy::Neighbours => order.chunks(2).map(|pair| (pair[0], pair.get(1).copied())).collect(),
        Policy::Swiss => {
            let mut pairs = Vec::new();
            while !order.is_empty() {
                let first = order.remove(0);
                let fresh = |other: &usize| !met.contains(&(first.min(*other), first.max(*other)));
                let at = order.iter().position(fresh).or(if order.is_empty() { None } else { Some(0) });
                pairs.push((first, at.map(|at| order.remove(at))));
            }
            pairs
        }
        Policy::Folded => {
            let half = order.len() / 2;
            let mut pairs: Vec<_> = (0..half).map(|at| (order[at], Some(order[at + half]))).collect();
            if order.len() % 2 == 1 {
                pairs.push((order[order.len() - 1], None));
            }
            pairs
        }
        Policy::Circle => {
            order.sort_unstable();
            let mut seats: Vec<Option<usize>> = order.into_iter().map(Some).collect();
            if seats.len() % 2 == 1 {
                seats.push(None);
            }
            let turning = seats.len() - 1;
            let seat = |at: usize| if at == 0 { seats[0] } else { seats[(at - 1 + round) % turning + 1] };
            let tables = (0..seats.len() / 2).map(|at| (seat(at), seat(seats.len() - 1 - at)));
            tables
                .filter_map(|pair| match pair {
                    (Some(one), other) => Some((one, other)),
                    (None, Some(other)) => Some((other, None)),
                    (None, None) => None,
                })
                .collect()
        }
    }
}
