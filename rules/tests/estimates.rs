//! Dead stones on published boards, by estimates that are given and by this program's own.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use weiqi_rules::count::{Owner, Ownership, Territory};
use weiqi_rules::judge::{GAMES, fates, fates_by};
use weiqi_rules::playout::Estimate;
use weiqi_rules::{Board, Colour, Coord};

/// Lists of a file in JSON, which holds nothing else: strings and numbers between brackets, by their key.
fn list<'a>(text: &'a str, key: &str) -> &'a str {
    let start = text.find(&format!("\"{key}\"")).unwrap();
    let start = start + text[start..].find('[').unwrap();
    let mut depth = 0;
    let length = text[start..]
        .char_indices()
        .find(|(_, letter)| {
            depth += i32::from(*letter == '[') - i32::from(*letter == ']');
            depth == 0
        })
        .unwrap()
        .0;
    &text[start..start + length]
}

fn rows(text: &str, key: &str) -> Vec<String> {
    list(text, key).split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Numbers such as `-0.4` in thousandths.
fn numbers(text: &str, key: &str) -> Vec<i16> {
    let words = list(text, key).split(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '-' | '.'));
    let thousandths = |word: &str| {
        let (whole, part) = word.trim_start_matches('-').split_once('.').unwrap_or((word, ""));
        let part: i16 = format!("{part:0<3}")[..3].parse().unwrap();
        let number = whole.trim_start_matches('-').parse::<i16>().unwrap() * 1000 + part;
        if word.starts_with('-') { -number } else { number }
    };
    words.filter(|word| !word.is_empty()).map(thousandths).collect()
}

/// How the points of a board come out, a sign each.
fn owners(board: &Board, dead: &[Coord], territory: bool) -> String {
    let (owned, counted) = (Ownership::of(board, dead), Territory::of(board, dead));
    let sign = |colour| if colour == Colour::Black { 'B' } else { 'W' };
    let of = |at: Coord| match (owned.at(at), territory) {
        (Owner::Stone(colour), _) => sign(colour),
        (_, true) => counted.at(at).territory.map_or(' ', sign),
        (Owner::Territory(colour), _) => sign(colour),
        (Owner::Shared, _) => ' ',
    };
    board.size().coords().map(of).collect()
}

#[test]
fn published_boards_come_out_as_expected_with_the_estimate_given_and_nearly_all_with_our_own() {
    let Some(folder) = boards::shared("ogs-goban-autoscore") else { return };
    let (mut all, mut given, mut own, mut wrong) = (0, 0, 0, Vec::new());
    for path in boards::sorted(&folder, "json") {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = rows(&text, "board");
        let board = boards::board(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let expected = rows(&text, "correct_ownership").concat();
        let both = numbers(&text, "black").into_iter().zip(numbers(&text, "white"));
        let estimate = Estimate::new(board.size(), both.map(|(black, white)| (black + white) / 2).collect()).unwrap();
        let japanese = text.contains("\"japanese\"");
        let off = |dead: &[Coord]| {
            let found = owners(&board, dead, japanese);
            let both = board.size().coords().zip(found.chars().zip(expected.chars()));
            let off = both.filter(|(_, (found, wanted))| found != wanted && !matches!(wanted, '*' | 's'));
            off.map(|(at, (found, wanted))| format!("{at} {found:?} not {wanted:?}")).collect::<Vec<_>>().join(", ")
        };
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        all += 1;
        for (right, by, dead) in [
            (&mut given, "given", fates_by(&board, &estimate, &Default::default(), 750).dead()),
            (&mut own, "own", fates(&board, GAMES).dead()),
        ] {
            let off = off(&dead);
            if off.is_empty() {
                *right += 1;
            } else {
                wrong.push(format!("{name} ({by}): {off}"));
            }
        }
    }
    println!("{given} and {own} of {all} boards");
    assert_eq!((given, all), (31, 31), "{}", wrong.join("\n"));
    assert!(own >= 28, "{own}: {}", wrong.join("\n"));
}

#[test]
fn estimates_of_a_published_suite_are_matched() {
    let Some(folder) = boards::shared("ogs-score-estimator") else { return };
    let (mut all, mut right, mut wrong) = (0, 0, Vec::new());
    for path in boards::sorted(&folder, "game") {
        let text = std::fs::read_to_string(&path).unwrap();
        let number = |line: &str| line.split_whitespace().map(|word| word.parse::<i32>().unwrap()).collect::<Vec<_>>();
        let grid: Vec<Vec<i32>> = text
            .lines()
            .filter(|line| line.trim_start().starts_with(|c: char| c == '-' || c.is_ascii_digit()))
            .map(number)
            .collect();
        let (position, removed) = grid.split_at(grid.len() / 2);
        let lines: Vec<String> = position
            .iter()
            .map(|row| {
                row.iter()
                    .map(|n| {
                        if *n > 0 {
                            'X'
                        } else if *n < 0 {
                            'O'
                        } else {
                            '.'
                        }
                    })
                    .collect()
            })
            .collect();
        let board = boards::board(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let dead = fates(&board, GAMES).dead();
        let dead: Vec<Coord> = dead.iter().flat_map(|at| board.chain(*at)).collect();
        let mut off = Vec::new();
        for at in board.size().coords().filter(|at| board.at(*at).is_some()) {
            let expected = removed[usize::from(at.y)][usize::from(at.x)] != 0;
            if expected != dead.contains(&at) {
                off.push(at.to_string());
            }
        }
        all += 1;
        if off.is_empty() {
            right += 1
        } else {
            wrong.push(format!("{}: {}", path.file_stem().unwrap().to_string_lossy(), off.join(" ")))
        }
    }
    println!("{right} of {all} boards");
    assert!(all == 54 && right >= 51, "{right} of {all}\n{}", wrong.join("\n"));
}
