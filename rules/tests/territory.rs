//! Territory, seki, false eyes and dame on boards whose count is known point by point.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use std::collections::BTreeMap;
use std::fmt::Write;
use weiqi_rules::count::{Point, Territory};
use weiqi_rules::{Colour, Coord};

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
