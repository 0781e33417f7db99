//! Unconditional life and what it encloses, checked by a published suite.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use weiqi_rules::judge::{OnVoid, play};
use weiqi_rules::record::Record;
use weiqi_rules::rules::JAPANESE;
use weiqi_rules::{Board, Colour, Coord, Size, unconditional};

/// The point of a name such as `Q16`.
fn point(name: &str, size: Size) -> Coord {
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(&name[..1]).unwrap() as u8;
    Coord { x: column, y: size.height() - name[1..].parse::<u8>().unwrap() }
}

fn status(board: &Board, safe: &[Vec<Coord>; 2], at: Coord) -> &'static str {
    let owner = Colour::BOTH.into_iter().find(|colour| safe[*colour as usize].contains(&at));
    match (owner, board.at(at)) {
        (None, _) => "undecided",
        (Some(owner), Some(stone)) if owner == stone => "alive",
        (Some(_), Some(_)) => "dead",
        (Some(Colour::Black), None) => "black_territory",
        (Some(Colour::White), None) => "white_territory",
    }
}

#[test]
fn every_point_of_the_suite_has_its_status() {
    let Some(folder) = boards::shared("gnugo-regression") else { return };
    let suite = std::fs::read_to_string(folder.join("unconditional.tst")).unwrap();
    let mut board = Board::new(Size::NINETEEN);
    let find = |board: &Board| Colour::BOTH.map(|colour| unconditional(board, colour));
    let mut safe = find(&board);
    let (mut asked, mut checked, mut wrong) = (String::new(), 0, Vec::new());
    for line in suite.lines().map(str::trim) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["loadsgf", path, ..] => {
                let record = Record::read_all(&std::fs::read(folder.join(path)).unwrap()).remove(0).unwrap();
                board = play(&record, &JAPANESE, OnVoid::Stop).board;
                safe = find(&board);
            }
            ["boardsize", side] => board = Board::new(Size::square(side.parse().unwrap()).unwrap()),
            ["clear_board"] => board = Board::new(board.size()),
            ["play", colour, at] => {
                let colour = if *colour == "black" { Colour::Black } else { Colour::White };
                board.play(colour, point(at, board.size()), false).unwrap();
                safe = find(&board);
            }
            [_, "unconditional_status", at] => asked = (*at).to_owned(),
            ["#?", ..] => {
                checked += 1;
                let found = status(&board, &safe, point(&asked, board.size()));
                let expected: Vec<&str> = line.split(['[', ']']).nth(1).unwrap().split('|').map(str::trim).collect();
                if !expected.contains(&found) {
                    wrong.push(format!("{checked}: {asked} {found}, expected {expected:?}"));
                }
            }
            _ => {}
        }
    }
    assert_eq!(checked, 673);
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
