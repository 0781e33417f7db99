//! How fast records are read, replayed and counted: `cargo bench -p weiqi-compare`.
//!
//! Beside each figure stands what the crates sgf-parse and goban take for the same files on the same machine in the same
//! minute; the ratio is what to compare. Figures of one core are times of the processor, the best of several rounds.

#![allow(missing_docs, clippy::unwrap_used)]

mod peers;
mod random;

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use weiqi_compare::{Games, a_second, best, load, processor, ratio, sets};
use weiqi_rules::count::{Count, Terms};
use weiqi_rules::judge::{GAMES, OnVoid, fates, play};
use weiqi_rules::record::{Format, Record};
use weiqi_rules::rules::WMSG2008;
use weiqi_rules::{HalfPoints, Size};

const ROUNDS: u32 = 7;

/// What is asked of a game: read, replayed with positional superko, counted by area.
fn whole(bytes: &[u8]) -> i32 {
    let terms = Terms { rules: &WMSG2008, komi: HalfPoints(15), handicap: 0, first_pass: None };
    let mut sum = 0;
    for game in Record::read_all(bytes).iter().flatten() {
        let played = play(game, &WMSG2008, OnVoid::Stop);
        sum += Count::of(&played.board, &[], played.prisoners, &terms).margin().0;
    }
    sum
}

fn main() {
    println!("load {}, the best of {ROUNDS} rounds", load());
    for set in sets() {
        println!("\n{}: {} files, {} games, {} bytes", set.name, set.files.len(), set.games(), set.bytes());
        one_core(&set);
        in_bytes(&set);
        two_cores(&set);
        dead_stones(&set);
    }
    println!();
    random::print(ROUNDS);
    println!("load {}", load());
}

/// Reading, replaying and counting on one core, beside the other crates.
fn one_core(set: &Games) {
    let (games, bytes) = (set.games(), set.bytes());
    let each = |work: fn(&[u8])| best(ROUNDS, || set.files.iter().for_each(|file| work(file))).processor;
    let ours = each(|file| _ = black_box(whole(file)));
    println!("  read, replay with positional superko, count: {} games/s", a_second(games, ours));
    let reading = each(|file| _ = black_box(Record::read_all(file)));
    println!("  reading alone: {} MB/s, {} games/s", a_second(bytes, reading) / 1_000_000, a_second(games, reading));
    // Some files the other parser refuses: they are compared on what it reads.
    let plain = peers::readable(set);
    let (games, bytes) = (plain.games(), plain.bytes());
    let each = |work: fn(&[u8])| best(ROUNDS, || plain.files.iter().for_each(|file| work(file))).processor;
    let (ours, theirs) = (each(|file| _ = black_box(whole(file))), each(|file| _ = black_box(peers::whole(file))));
    println!(
        "  of {} files that sgf-parse reads: {} games/s to {} of sgf-parse and goban: {} times",
        plain.files.len(),
        a_second(games, ours),
        a_second(games, theirs),
        ratio(theirs, ours)
    );
    let (ours, theirs) =
        (each(|file| _ = black_box(Record::read_all(file))), each(|file| _ = black_box(peers::read(file))));
    println!(
        "  reading alone: {} MB/s to {} of sgf-parse: {} times",
        a_second(bytes, ours) / 1_000_000,
        a_second(bytes, theirs) / 1_000_000,
        ratio(theirs, ours)
    );
}

/// One file of all the games in UTF-8, and twice and four times as many: the time grows as the bytes do.
fn in_bytes(set: &Games) {
    let mut once = Vec::new();
    for file in set.files.iter().filter(|file| file.is_ascii() && file.starts_with(b"(;")) {
        let sgf =
            Record::read_all(file).first().is_some_and(|game| game.as_ref().is_ok_and(|it| it.format == Format::Sgf));
        if sgf {
            once.extend_from_slice(file);
            once.push(b'\n');
        }
    }
    let twice = once.repeat(2);
    let four = once.repeat(4);
    let took = [&once, &twice, &four].map(|bytes| best(ROUNDS, || _ = black_box(whole(bytes))).processor);
    println!(
        "  one file of {} bytes {} ms, twice as long {} times as much, four times {} times",
        once.len(),
        took[0].as_millis(),
        ratio(took[1], took[0]),
        ratio(took[2], took[0])
    );
}

/// The same files on one thread and on two, in turns: by the clock, which a busy machine spoils, and by the time of the
/// processors, which says whether the threads hinder each other.
fn two_cores(set: &Games) {
    // Several times over, so that starting threads does not count.
    let number = set.files.len() * 8;
    let turn = |threads: usize| {
        let begun = Instant::now();
        let next = AtomicUsize::new(0);
        let work = || {
            let before = processor();
            loop {
                let from = next.fetch_add(8, Ordering::Relaxed);
                for nth in from..(from + 8).min(number) {
                    black_box(whole(&set.files[nth % set.files.len()]));
                }
                if from >= number {
                    std::thread::yield_now();
                    return processor().zip(before).map_or(Duration::ZERO, |(after, before)| after - before);
                }
            }
        };
        let used: Duration = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        (begun.elapsed(), used)
    };
    let (mut one, mut two) = ([Duration::MAX; 2], [Duration::MAX; 2]);
    for _ in 0..ROUNDS {
        for (threads, best) in [(1, &mut one), (2, &mut two)] {
            let (clock, used) = turn(threads);
            *best = [best[0].min(clock), best[1].min(used)];
        }
    }
    println!(
        "  two threads: {} times one by the clock of {} cores, with {} times its time of the processor",
        ratio(one[0], two[0]),
        cores(),
        ratio(two[1], one[1])
    );
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Deciding the dead stones of long games on 19 lines without marks.
fn dead_stones(set: &Games) {
    let boards: Vec<_> = set
        .files
        .iter()
        .flat_map(|file| Record::read_all(file))
        .flatten()
        .filter(|game| game.size == Size::NINETEEN && game.moves.len() >= 120)
        .map(|game| play(&game, &WMSG2008, OnVoid::Stop).board)
        .collect();
    // A tenth of them, evenly taken, is enough to know.
    let taken: Vec<_> = boards.iter().step_by((boards.len() / 100).max(1)).collect();
    if taken.is_empty() {
        println!("  no long game on 19 lines for the dead stones");
        return;
    }
    let mut times: Vec<Duration> =
        taken.iter().map(|board| best(2, || _ = black_box(fates(board, GAMES))).processor).collect();
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    println!(
        "  dead stones of {} positions on 19 lines: mean {} us, half within {} us, all within {} us",
        times.len(),
        mean.as_micros(),
        times[times.len() / 2].as_micros(),
        times[times.len() - 1].as_micros()
    );
}
