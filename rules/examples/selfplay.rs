//! Plays games against itself and writes them: `cargo run --release --example selfplay -- FOLDER RULES SIZE HANDICAP FROM TO
//! [EFFORT]`.
//!
//! Each game of the seeds FROM to TO becomes a file; a line a game goes to the standard output: the file, the dead stones,
//! what Black and White have, the margin with Black positive, the result.

#![allow(missing_docs, clippy::unwrap_used)]

use weiqi_rules::selfplay::{Setting, play};
use weiqi_rules::{HalfPoints, RuleSet, Size};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rules, side, handicap, from, to, rest @ ..] = arguments.as_slice() else {
        eprintln!("selfplay FOLDER RULES SIZE HANDICAP FROM TO [EFFORT]");
        std::process::exit(2);
    };
    let rules = RuleSet::of(rules).unwrap();
    let handicap: u16 = handicap.parse().unwrap();
    for seed in from.parse().unwrap()..=to.parse().unwrap() {
        let setting = Setting {
            size: Size::square(side.parse().unwrap()).unwrap(),
            rules,
            komi: if handicap > 1 { HalfPoints::ZERO } else { rules.komi(None) },
            handicap,
            seed,
            effort: rest.first().map_or(16, |effort| effort.parse().unwrap()),
        };
        let Some(game) = play(&setting) else {
            eprintln!("{seed}: no game could be confirmed");
            continue;
        };
        let stones = if handicap > 1 { format!("-h{handicap}") } else { String::new() };
        let name = format!("{}-{side}{stones}-{seed:03}.sgf", rules.key);
        std::fs::write(format!("{folder}/{name}"), &game.sgf).unwrap();
        let dead: Vec<String> = game.dead.iter().map(ToString::to_string).collect();
        let result = game.sgf.split_once("RE[").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
        let [black, white] = game.totals;
        println!("{name}\t{}\t{black}\t{white}\t{}\t{result}", dead.join(" "), game.margin);
    }
}
