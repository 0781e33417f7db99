//! Prints the final position of records as text: `cargo run --release --example diagram -- [--no-marks] FILES…`.
//!
//! `X` and `O` stand, `x` and `o` are dead. The terms that the count was made by come before the board. The test `pictures`
//! reads the same form.

#![allow(missing_docs, clippy::unwrap_used)]

use weiqi_rules::judge::{Options, judge};
use weiqi_rules::record::Record;
use weiqi_rules::{Colour, Coord, Play};

fn main() {
    let mut options = Options::default();
    for argument in std::env::args().skip(1) {
        if argument == "--no-marks" {
            options.marks = false;
            continue;
        }
        for record in Record::read_all(&std::fs::read(&argument).unwrap()).into_iter().flatten() {
            let judged = judge(&record, &options);
            let board = &judged.played.board;
            println!("# {argument}: {}, {}", record.result_text(), judged.verdict.key());
            println!("# {}", judged.arithmetic());
            println!("rules {}", judged.rules.key);
            println!("komi {}", record.komi.half_points.unwrap_or_default());
            println!("prisoners {} {}", judged.played.prisoners(Colour::Black), judged.played.prisoners(Colour::White));
            println!("margin {}", judged.count.map(|count| count.margin()).unwrap_or_default());
            if let Some(Play::At(at)) = record.moves.iter().rev().map(|one| one.play).find(|play| *play != Play::Pass) {
                println!("last {}", at.name(record.size));
            }
            let dead: Vec<Coord> = judged.dead.iter().flat_map(|at| board.chain(*at)).collect();
            for y in 0..record.size.height() {
                let row = (0..record.size.width()).map(|x| {
                    let at = Coord { x, y };
                    match (board.at(at), dead.contains(&at)) {
                        (None, _) => '.',
                        (Some(Colour::Black), false) => 'X',
                        (Some(Colour::Black), true) => 'x',
                        (Some(Colour::White), false) => 'O',
                        (Some(Colour::White), true) => 'o',
                    }
                });
                println!("{}", row.map(String::from).collect::<Vec<_>>().join(" "));
            }
        }
    }
}
