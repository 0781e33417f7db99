//! Whole events of large groups, with results at random: what may never happen does not.

use super::super::{Player, next_round};
use super::*;

struct Played {
    thirds: usize,
    uneven: usize,
    far: u32,
}

/// Plays rounds and checks each: everybody sits once, nobody meets again, nobody has a second bye.
fn play(size: usize, rounds: u16, seed: u64, within: Within) -> Played {
    let mut dice = Dice(seed);
    let mut all = players(&vec![0; size]);
    let mut played = Played { thirds: 0, uneven: 0, far: 0 };
    for round in 1..=rounds {
        all.sort_by_key(|player| (u32::MAX - player.points, player.number));
        // One in fifty stays away.
        let there: Vec<Player> = all.iter().filter(|_| round == 1 || dice.below(50) > 0).cloned().collect();
        let paired = next_round(&there, &Policy { seed, round, ..policy(within) }).unwrap();
        let mut seated: Vec<u32> = paired.boards.iter().flat_map(|(a, b)| [*a, *b]).chain(paired.bye).collect();
        seated.sort_unstable();
        let mut expected: Vec<u32> = there.iter().map(|player| player.number).collect();
        expected.sort_unstable();
        assert_eq!(seated, expected, "round {round}");
        let at = |all: &[Player], number: u32| all.iter().position(|player| player.number == number).unwrap();
        for (black, white) in paired.boards {
            let (b, w) = (at(&all, black), at(&all, white));
            assert!(!all[b].met.contains(&white), "round {round}: {black} meets {white} again");
            played.far = played.far.max(all[b].points.abs_diff(all[w].points));
            let thirds = [(b, super::super::Colour::Black), (w, super::super::Colour::White)];
            played.thirds += thirds.iter().filter(|(at, colour)| all[*at].hand.last == [Some(*colour); 2]).count();
            meet(&mut all, black, white);
            match dice.below(20) {
                0 => [b, w].iter().for_each(|at| all[*at].points += 1),
                n => all[if n % 2 == 0 { b } else { w }].points += 2,
            }
        }
        if let Some(bye) = paired.bye {
            let at = at(&all, bye);
            assert!(!all[at].had_bye, "round {round}: a second bye");
            all[at].had_bye = true;
            all[at].points += 2;
        }
    }
    played.uneven = all.iter().filter(|player| player.hand.more_black.abs() > 2).count();
    played
}

#[test]
fn nine_rounds_of_two_hundred_players_never_break_a_rule() {
    for (seed, within) in (1..).zip(Within::ALL) {
        let played = play(199 + seed as usize, 9, seed, within);
        assert!(played.far <= 6, "{within:?}: {} points apart", played.far);
        assert_eq!(played.thirds, 0, "{within:?}: a colour three times in a row");
        assert_eq!(played.uneven, 0, "{within:?}: colours out of balance");
    }
}

#[test]
fn small_groups_are_played_to_the_end_or_refused_and_never_panic() {
    for size in 2..12 {
        for seed in 0..20 {
            let rounds = u16::try_from(size / 2).unwrap().max(1);
            play(size, rounds.min(3), seed * 31 + size as u64, Within::Halves);
        }
    }
}
