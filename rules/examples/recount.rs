//! Judges records and prints what comes of it: `cargo run --release --example recount -- [--no-marks] [--list VERDICT] FILES…`.
//!
//! One line for each verdict, how many agree exactly, and the time a record takes on one core.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use weiqi_rules::judge::{Match, Options, judge};
use weiqi_rules::record::Record;

fn main() {
    let mut options = Options::default();
    let (mut list, mut files) = (None, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--no-marks" => options.marks = false,
            "--list" => list = arguments.next(),
            "--games" => options.games = arguments.next().unwrap().parse().unwrap(),
            _ => files.push(argument),
        }
    }
    let (mut verdicts, mut matches, mut games) = (BTreeMap::new(), BTreeMap::new(), 0_u32);
    let (mut took, mut longest) = (Duration::ZERO, Duration::ZERO);
    for file in files {
        for record in Record::read_all(&std::fs::read(&file).unwrap()).into_iter().flatten() {
            let begun = Instant::now();
            let judged = judge(&record, &options);
            let time = begun.elapsed();
            took += time;
            longest = longest.max(time);
            games += 1;
            *verdicts.entry(judged.verdict.key()).or_insert(0) += 1;
            *matches.entry(judged.matched.map(Match::key)).or_insert(0) += 1;
            if list.as_deref() == Some(judged.verdict.key()) {
                let margin = judged.count.map(|count| count.margin().to_string()).unwrap_or_default();
                println!(
                    "{file}: {} by {}, the board says {margin}, sure {}, passes {}; {}",
                    record.result_text(),
                    judged.rules.key,
                    judged.confidence,
                    judged.played.last_passes.len(),
                    judged.arithmetic()
                );
            }
        }
    }
    println!(
        "{games} records: {verdicts:?} {matches:?}; {} us a record, {} us at most",
        took.as_micros() / u128::from(games.max(1)),
        longest.as_micros()
    );
}
