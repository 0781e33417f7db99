//! A field of players and their games: a small Swiss event, played by dice that always fall the same.

use super::names::Invented;
use std::fmt::Write;

/// Dice that always fall the same for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % u64::from(bound.max(1))) as u32
    }
}

/// A player of a field.
#[derive(Clone, Debug)]
pub struct Player {
    /// The person.
    pub who: Invented,
    /// The grade on entering, as written in the file; empty for none.
    pub grade: String,
    /// The certificate's number, where one is held.
    pub certificate: String,
    /// Playing strength, the higher the stronger.
    pub strength: u32,
}

/// The two files of an event's group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFiles {
    /// The players file.
    pub players: String,
    /// The results file.
    pub results: String,
}

/// Plays a Swiss event of `rounds` rounds: the higher points first, no pair twice, one bye a round at most.
pub fn play(dice: &mut Dice, players: &[Player], rounds: u16) -> FieldFiles {
    let count = players.len();
    let mut points = vec![0u32; count];
    let mut met = vec![vec![false; count]; count];
    let mut had_bye = vec![false; count];
    let mut results = String::from("round,board,black,white,result,handicap,komi,game\n");
    for round in 1..=rounds {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse(points[i]), i));
        let mut free = order.clone();
        let mut pairs = Vec::new();
        let mut bye = None;
        if free.len() % 2 == 1 {
            let at = free.iter().rposition(|&i| !had_bye[i]).unwrap_or(free.len() - 1);
            bye = Some(free.remove(at));
        }
        while free.len() >= 2 {
            let first = free.remove(0);
            let at = free.iter().position(|&i| !met[first][i]).unwrap_or(0);
            pairs.push((first, free.remove(at)));
        }
        for (board, (a, b)) in pairs.into_iter().enumerate() {
            met[a][b] = true;
            met[b][a] = true;
            let (black, white) = if dice.below(2) == 0 { (a, b) } else { (b, a) };
            let (strong, weak) = (players[black].strength + 10, players[white].strength + 10);
            let black_wins = dice.below(strong + weak) < strong;
            points[if black_wins { black } else { white }] += 2;
            let side = if black_wins { 'B' } else { 'W' };
            let result = match dice.below(5) {
                0 | 1 => format!("{side}+R"),
                2 => format!("{side}+T"),
                _ => format!("{side}+{}.5", dice.below(24)),
            };
            // proven: writing to a String does not fail.
            let _ = writeln!(results, "{round},{},{},{},{result},,7.5,", board + 1, black + 1, white + 1);
        }
        if let Some(out) = bye {
            had_bye[out] = true;
            points[out] += 2;
            let _ = writeln!(results, "{round},,{},,bye,,,", out + 1);
        }
    }
    let mut table = String::from("id,name,sex,birth,grade,certificate,agency,club\n");
    for (at, player) in players.iter().enumerate() {
        let who = &player.who;
        let _ = writeln!(
            table,
            "{},{},{},{},{},{},,",
            at + 1,
            who.name,
            who.sex,
            who.birth,
            player.grade,
            player.certificate
        );
    }
    FieldFiles { players: table, results }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::names::invent;

    #[test]
    fn the_same_seed_plays_the_same_event_and_nobody_plays_twice_in_a_round() {
        let make = || {
            let mut dice = Dice::new(7);
            let players: Vec<Player> = (0..13)
                .map(|i| Player {
                    who: invent(&mut dice, 2010..2018),
                    grade: String::new(),
                    certificate: String::new(),
                    strength: i,
                })
                .collect();
            play(&mut dice, &players, 7)
        };
        let files = make();
        assert_eq!(files, make());
        for round in 1..=7 {
            let mut seen = std::collections::BTreeSet::new();
            for line in files.results.lines().filter(|l| l.starts_with(&format!("{round},"))) {
                let cells: Vec<&str> = line.split(',').collect();
                assert!(seen.insert(cells[2].to_owned()), "{line}");
                assert!(cells[3].is_empty() || seen.insert(cells[3].to_owned()), "{line}");
            }
            assert_eq!(seen.len(), 13);
        }
    }
}
