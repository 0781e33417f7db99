//! Standings and awards of a 2,400-player, 9-round event, reasons in both languages included.
//!
//! `cargo bench --bench standings` prints the best and the median of many runs for several schemes, and their
//! ratio to a reference that runs beside them: adding up each player's points and sorting by them, the least that
//! any standings have to do. The ratio is what to compare between machines.

#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic)]

use qipin::domain::grade::Grade;
use qipin::domain::promotion::{Context, promote};
use qipin::domain::results::{Entry, Game, GameResult, Sex, Sheet, Win, WonBy};
use qipin::domain::scheme::builtin;
use std::hint::black_box;
use std::time::{Duration, Instant};

const PLAYERS: usize = 2400;
const ROUNDS: u16 = 9;
const RUNS: usize = 60;

/// A Swiss event: neighbours in points meet, results by a fixed pseudo-random sequence.
fn event(grade: Option<Grade>) -> Sheet {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let entries = (0..PLAYERS)
        .map(|n| Entry {
            id: (n + 1).to_string(),
            name: format!("棋手{n}"),
            sex: Some(if random(3) == 0 { Sex::Female } else { Sex::Male }),
            grade,
            ..Entry::default()
        })
        .collect();
    let mut sheet = Sheet { entries, games: Vec::new() };
    let mut points = vec![0_u32; PLAYERS];
    for round in 1..=ROUNDS {
        let mut order: Vec<(u32, u64, usize)> =
            (0..PLAYERS).map(|p| (u32::MAX - points[p], random(1 << 32), p)).collect();
        order.sort_unstable();
        for (board, pair) in order.chunks_exact(2).enumerate() {
            let (black, white) = (pair[0].2, pair[1].2);
            let win = Win { by: WonBy::Unstated };
            let result = if random(2) == 0 { GameResult::Black(win) } else { GameResult::White(win) };
            points[if matches!(result, GameResult::Black(_)) { black } else { white }] += 2;
            sheet.games.push(Game {
                line: u32::try_from(sheet.games.len()).unwrap() + 2,
                round,
                board: u16::try_from(board + 1).ok(),
                black,
                white: Some(white),
                result,
                handicap: 0,
                komi: Some(15),
                record: None,
                black_warnings: 0,
                white_warnings: 0,
            });
        }
    }
    sheet
}

/// The least that standings have to do: points, then the order.
fn reference(sheet: &Sheet) -> Vec<usize> {
    let mut points = vec![0_u32; sheet.entries.len()];
    for game in &sheet.games {
        match (game.result, game.white) {
            (GameResult::Black(_), _) => points[game.black] += 2,
            (GameResult::White(_), Some(white)) => points[white] += 2,
            _ => {}
        }
    }
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| (points[*b], &sheet.entries[*a].id).cmp(&(points[*a], &sheet.entries[*b].id)));
    order
}

/// The best and the median of many runs.
fn time<T>(mut run: impl FnMut() -> T) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[0], times[RUNS / 2])
}

fn main() {
    println!("{PLAYERS} players, {ROUNDS} rounds, {RUNS} runs");
    let (_, base) = time(|| reference(black_box(event_once())));
    println!("{:<24} median {:>8.3} ms", "reference", ms(base));
    for (scheme, group, grade) in [
        ("open-test", "all", Grade::kyu(3)),
        ("fujian-6dan-2022", "all", Grade::dan(5)),
        ("yixing-2025", "定段", Grade::kyu(1)),
        ("zhuhai-2013", "1-2段", Grade::dan(1)),
        ("danyang-2010", "C", Grade::dan(1)),
        ("nanan", "9-7", Grade::kyu(9)),
    ] {
        let scheme = builtin(scheme, None).unwrap();
        let group = scheme.group(group).unwrap();
        let sheet = event(grade);
        let context = Context::default();
        let (best, median) = time(|| promote(black_box(&scheme), group, black_box(&sheet), &context).unwrap());
        println!(
            "{:<24} median {:>8.3} ms   best {:>8.3} ms   {:>6.1} × reference",
            format!("{} {}", scheme.id, group.id),
            ms(median),
            ms(best),
            median.as_secs_f64() / base.as_secs_f64()
        );
    }
}

/// The event of the reference, made once.
fn event_once() -> &'static Sheet {
    static EVENT: std::sync::LazyLock<Sheet> = std::sync::LazyLock::new(|| event(Grade::kyu(3)));
    &EVENT
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
