//! Territory, seki, false eyes and dame on boards whose count is known point by point.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use weiqi_rules::count::{Owner, Ownership, Point, Territory};
use weiqi_rules::{Board, Colour, Coord, Size};

/// A way to write a point: what it is, and the sign of the board.
type Sign = fn(Point, char) -> char;

/// The sections of a file and how each writes a point.
const SECTIONS: [(&str, Sign); 6] = [
    ("TERRITORY", |point, sign| match point.territory {
        Some(Colour::Black) => 'z',
        Some(Colour::White) => 'a',
        None => sign,
    }),
    ("SEKI", |point, sign| match (point.seki, sign == '.') {
        (None, _) => '.',
        (Some(Colour::Black), true) => 'z',
        (Some(Colour::White), true) => 'a',
        (Some(Colour::Black), false) => 'x',
        (Some(Colour::White), false) => 'o',
    }),
    ("FALSE EYES", |point, sign| if point.false_eye { 'F' } else { sign }),
    ("UNSCORABLE FALSE EYES", |point, sign| if point.filled { 'F' } else { sign }),
    ("DAME", |point, sign| if point.dame { '1' } else { sign }),
    ("EYEVALUE", |point, sign| match point.eyes {
        0 => sign,
        eyes => char::from(b'0' + eyes),
    }),
];

fn sections(text: &str) -> BTreeMap<String, Vec<String>> {
    let (mut all, mut name) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        match line.strip_suffix(':') {
            Some(section) => name = section.to_owned(),
            None => all.entry(name.clone()).or_insert_with(Vec::new).push(line.to_owned()),
        }
    }
    all
}

#[test]
fn every_published_board_is_scored_point_by_point() {
    let Some(folder) = boards::shared("goscorer-expected") else { return };
    let (mut boards, mut wrong) = (0, String::new());
    for path in boards::sorted(&folder, "txt") {
        boards += 1;
        let sections = sections(&std::fs::read_to_string(&path).unwrap());
        let rows: Vec<&str> = sections["BOARD"].iter().map(String::as_str).collect();
        let dead = boards::points_of(&rows, "bw");
        let found = Territory::of(&boards::board(&rows), &dead);
        for (name, sign) in SECTIONS {
            let shown = |y: usize, row: &&str| {
                row.chars().enumerate().map(|(x, c)| sign(found.at(Coord { x: x as u8, y: y as u8 }), c)).collect()
            };
            let shown: Vec<String> = rows.iter().enumerate().map(|(y, row)| shown(y, row)).collect();
            if shown != sections[name] {
                let name = format!("{} {name}", path.file_stem().unwrap().to_string_lossy());
                writeln!(
                    wrong,
                    "{name}\n{}\nexpected\n{}",
                    shown.join("\n"),
                    sections[&name[name.find(' ').unwrap() + 1..]].join("\n")
                )
                .unwrap();
            }
        }
    }
    assert_eq!(boards, 91);
    assert!(wrong.is_empty(), "{wrong}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Whichever way the board lies, and whoever is called Black, the same points are whose they are.
    #[test]
    fn turning_the_board_and_exchanging_the_colours_changes_nothing(stones in prop::collection::vec(0u8..5, 63)) {
        let size = Size::new(9, 7).unwrap();
        let mut board = Board::new(size);
        let stone = |n: u8| match n { 0 | 1 => Some(Colour::Black), 2 | 3 => Some(Colour::White), _ => None };
        board.set_all(size.coords().zip(&stones).map(|(at, n)| (at, stone(*n))));
        while let Some(at) = board.smothered() {
            let chain: Vec<Coord> = board.chain(at).collect();
            board.set_all(chain.into_iter().map(|stone| (stone, None)));
        }
        let found = Territory::of(&board, &[]);
        let turned = |at: Coord| Coord { x: 8 - at.x, y: 6 - at.y };
        let mirrored = |at: Coord| Coord { x: at.y, y: at.x };
        for (to, size, swap) in [
            (turned as fn(Coord) -> Coord, size, false),
            (turned, size, true),
            (mirrored, Size::new(7, 9).unwrap(), false),
        ] {
            let mut other = Board::new(size);
            let colour = |colour: Colour| if swap { colour.other() } else { colour };
            other.set_all(board.size().coords().map(|at| (to(at), board.at(at).map(colour))));
            let there = Territory::of(&other, &[]);
            for at in board.size().coords() {
                let (here, there) = (found.at(at), there.at(to(at)));
                prop_assert_eq!(here.territory.map(colour), there.territory, "{}", at);
                prop_assert_eq!((here.seki.map(colour), here.dame, here.eyes), (there.seki, there.dame, there.eyes));
            }
        }
        // What a side surrounds strictly is never the other's, and no stone is territory.
        let owned = Ownership::of(&board, &[]);
        for at in size.coords() {
            if let Some(colour) = found.at(at).territory {
                prop_assert!(board.at(at).is_none());
                prop_assert!(owned.at(at) != Owner::Territory(colour.other()));
            }
        }
    }
}
