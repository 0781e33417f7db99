//! The pictures of docs/recounting.md, drawn by the crate; `UPDATE_DOCS=1` draws them anew. What the document says of a
//! picture is counted here as well.

#![allow(missing_docs, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use weiqi_rules::count::{Count, Terms, Territory};
use weiqi_rules::judge::{Options, Verdict, judge};
use weiqi_rules::picture::{self, Drawn};
use weiqi_rules::record::Record;
use weiqi_rules::{Board, Colour, Coord, HalfPoints, RuleSet, Size};

/// Positions as text: one of ours that the document works through, and those of games whose declared winner is wrong.
const BOARDS: [&str; 4] = ["worked", "match078", "gnwl3", "htgn1"];

/// Records of ours, each with its verdict.
const RECORDS: [(&str, Verdict); 4] = [
    ("winner", Verdict::WinnerDiffers),
    ("unplayed", Verdict::Confirmed),
    ("undecided", Verdict::Undecided),
    ("illegal", Verdict::Illegal),
];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name)
}

/// A position as text: terms, then the rows; `x` and `o` are dead.
struct Position {
    board: Board,
    dead: Vec<Coord>,
    last: Option<Coord>,
    prisoners: [u16; 2],
    terms: Terms,
    margin: HalfPoints,
}

fn half_points(text: &str) -> HalfPoints {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |text| (-1, text));
    let (whole, half) = text.split_once(".5").map_or((text, 0), |(whole, _)| (whole, 1));
    HalfPoints(sign * (2 * whole.parse::<i32>().unwrap() + half))
}

fn position(text: &str) -> Position {
    let is_row = |line: &&str| line.split(' ').all(|point| [".", "X", "O", "x", "o"].contains(&point));
    let rows: Vec<Vec<&str>> = text.lines().filter(is_row).map(|line| line.split(' ').collect()).collect();
    let term = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name}")).trim()
    };
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let (mut board, mut dead) = (Board::new(size), Vec::new());
    for at in size.coords() {
        let point = rows[usize::from(at.y)][usize::from(at.x)];
        let colour = match point {
            "X" | "x" => Some(Colour::Black),
            "O" | "o" => Some(Colour::White),
            _ => None,
        };
        board.set_all([(at, colour)]);
        if ["x", "o"].contains(&point) {
            dead.push(at);
        }
    }
    let prisoners: Vec<u16> = term("prisoners").split(' ').map(|number| number.parse().unwrap()).collect();
    let rules = RuleSet::of(term("rules")).unwrap();
    let terms = Terms { rules, komi: half_points(term("komi")), handicap: 0, first_pass: None };
    let last = size.coords().find(|at| at.name(size) == term("last"));
    Position { board, dead, last, prisoners: [prisoners[0], prisoners[1]], terms, margin: half_points(term("margin")) }
}

/// Compares a picture with the one of the documents, or writes it there.
fn is_drawn(name: &str, svg: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures").join(format!("recount-{name}.svg"));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, svg).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == svg, "{} is stale: UPDATE_DOCS=1 cargo test -p weiqi-rules --test pictures", path.display());
}

#[test]
fn the_positions_of_the_document_are_drawn_and_counted_by_the_crate() {
    for name in BOARDS {
        let position = position(&std::fs::read_to_string(source(&format!("{name}.txt"))).unwrap());
        let count = Count::of(&position.board, &position.dead, position.prisoners, &position.terms);
        assert_eq!(count.margin(), position.margin, "{name}: {count}");
        let drawn = Drawn {
            territory: Some(Territory::of(&position.board, &position.dead)),
            dead: position.dead,
            last: position.last,
            ..Drawn::default()
        };
        is_drawn(name, &picture::svg(&position.board, &drawn));
    }
}

#[test]
fn the_example_is_the_same_by_both_ways_of_counting() {
    let mut position = position(&std::fs::read_to_string(source("worked.txt")).unwrap());
    let count = |terms: &Terms| Count::of(&position.board, &position.dead, position.prisoners, terms);
    let area = count(&position.terms);
    assert_eq!(
        (area.total(Colour::Black), area.total(Colour::White)),
        (HalfPoints::points(37), HalfPoints::points(43))
    );
    assert_eq!(area.margin().in_zi(), "6又3/4子");
    position.terms = Terms { rules: RuleSet::of("japanese").unwrap(), komi: HalfPoints(13), ..position.terms };
    let territory = count(&position.terms);
    assert_eq!(
        territory.to_string(),
        "Black 25 territory + 1 dead + 0 prisoners = 26; White 32 territory + 1 dead + 0 prisoners = 33; komi 6.5; Black ahead by -13.5"
    );
}

#[test]
fn the_verdicts_of_the_document_are_those_of_its_pictures() {
    for (name, verdict) in RECORDS {
        let bytes = std::fs::read(source(&format!("{name}.sgf"))).unwrap();
        let record = Record::read_all(&bytes).remove(0).unwrap();
        let judged = judge(&record, &Options::default());
        assert_eq!(judged.verdict, verdict, "{name}: {}", judged.arithmetic());
        assert_eq!(judged.unplayed.is_empty(), name != "unplayed", "{name}");
        let last = record.moves.iter().rev().map(|one| one.play).find(|play| *play != weiqi_rules::Play::Pass);
        is_drawn(name, &picture::judged(&judged, last));
    }
}
