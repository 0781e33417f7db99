//! On small groups every way to pair is tried: none is better than the one taken.

use super::super::cost::{CRITERIA, Costs};
use super::super::{Player, partners};
use super::*;

type Sum = [u64; CRITERIA];

/// The least sum of costs, criterion by criterion, of all ways to pair those who are left.
fn least(costs: &Costs, left: &[usize]) -> Option<Sum> {
    let Some((&first, rest)) = left.split_first() else { return Some([0; CRITERIA]) };
    let of = |(at, other): (usize, &usize)| {
        let cost = costs.of(first, *other)?;
        let mut others = rest.to_vec();
        others.remove(at);
        Some(add(least(costs, &others)?, cost))
    };
    rest.iter().enumerate().filter_map(of).min()
}

fn add(mut sum: Sum, cost: &[u32; CRITERIA]) -> Sum {
    sum.iter_mut().zip(cost).for_each(|(sum, cost)| *sum += u64::from(*cost));
    sum
}

/// A group in the middle of an event: some have met, colours are uneven, clubs are mixed.
fn group(dice: &mut Dice, size: usize) -> Vec<Player> {
    let mut points: Vec<u32> = (0..size).map(|_| dice.below(4) as u32 * 2 + (dice.below(5) == 0) as u32).collect();
    points.sort_unstable_by(|a, b| b.cmp(a));
    let mut all = players(&points);
    for _ in 0..dice.below(size as u64 * 2) {
        let (a, b) = (dice.below(size as u64) as u32 + 1, dice.below(size as u64) as u32 + 1);
        if a != b && !all[a as usize - 1].met.contains(&b) {
            meet(&mut all, a, b);
        }
    }
    for player in &mut all {
        player.school = (dice.below(3) > 0).then(|| dice.below(3).to_string());
    }
    all
}

#[test]
fn no_way_to_pair_up_to_eight_players_is_better_than_the_one_taken() {
    let (mut compared, mut impossible) = (0, 0);
    for seed in 0..3000 {
        let mut dice = Dice(seed);
        let size = 2 * (1 + dice.below(4) as usize);
        let all = group(&mut dice, size);
        let within = Within::ALL[dice.below(3) as usize];
        let policy = Policy { protect: dice.below(2) == 0, allow_repeats: dice.below(4) == 0, seed, ..policy(within) };
        let everybody: Vec<&Player> = all.iter().collect();
        let costs = Costs::new(&everybody, &policy);
        let taken = partners::best(&everybody, &policy);
        let sum =
            taken.map(|pairs| pairs.iter().fold([0; CRITERIA], |sum, (a, b)| add(sum, costs.of(*a, *b).unwrap())));
        assert_eq!(sum, least(&costs, &(0..size).collect::<Vec<_>>()), "seed {seed}: {all:?}");
        if sum.is_some() { compared += 1 } else { impossible += 1 }
    }
    assert!(compared > 2000 && impossible > 100, "{compared} {impossible}");
}
