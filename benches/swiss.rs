//! Pairing a Swiss event of 500 players: nine rounds with results at random, one after the other.
//!
//! `cargo bench --bench swiss` prints how long each round took to pair, the standings included.

#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic)]

use qipin::domain::results::{Entry, GameResult, Win, WonBy};
use qipin::domain::running::{GroupState, Member, Protect, RunSettings};
use qipin::domain::scheme::builtin;
use qipin::domain::standings::Rules;
use std::time::Instant;

const PLAYERS: u32 = 500;
const ROUNDS: u16 = 9;
const MOST_MS: f64 = 2000.0;

fn main() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let scheme = builtin("open-test", None).unwrap();
    let rules = Rules::of(&scheme, &scheme.groups[0], 1);
    let settings = RunSettings { rounds: ROUNDS, protect: Protect::Club, protect_rounds: 3, ..RunSettings::default() };
    for (players, what) in [(PLAYERS, "even"), (PLAYERS - 1, "odd")] {
        let member = |number| Member {
            number,
            entry: Entry {
                name: format!("棋手{number}"),
                club: Some(format!("俱乐部{}", number % 40)),
                ..Entry::default()
            },
            joined: 1,
            ..Member::default()
        };
        let mut state = GroupState { members: (1..=players).map(member).collect(), rounds: Vec::new() };
        let mut slowest = 0.0_f64;
        for n in 1..=ROUNDS {
            let start = Instant::now();
            let (mut round, _) = state.pair(&rules, &settings, 7, false).unwrap();
            let ms = start.elapsed().as_secs_f64() * 1000.0;
            slowest = slowest.max(ms);
            println!("{players} players ({what}), round {n}: {ms:>8.1} ms, {} boards", round.boards.len());
            for board in round.boards.iter_mut().filter(|board| board.white.is_some()) {
                let win = Win { by: WonBy::Unstated };
                board.result = match random(20) {
                    0 => GameResult::Draw,
                    n if n % 2 == 0 => GameResult::Black(win),
                    _ => GameResult::White(win),
                };
            }
            round.closed = true;
            state.rounds.push(round);
        }
        let kept = if slowest < MOST_MS { "kept" } else { "MISSED" };
        println!("{players} players: slowest round {slowest:.1} ms, at most {MOST_MS:.0} ms: {kept}");
    }
}
