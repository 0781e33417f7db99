//! `docs/complaints-answered.md` keeps its word: each complaint that was asked for has a row, each test in it exists.

use super::{assert_none, files_of, quoted, read};
use std::collections::BTreeSet;

const DOCUMENT: &str = "docs/complaints-answered.md";
/// The complaints that have to be answered.
const ASKED: [std::ops::RangeInclusive<u32>; 18] = [
    1..=5,
    7..=12,
    14..=22,
    26..=27,
    29..=29,
    31..=32,
    34..=37,
    39..=40,
    43..=44,
    45..=55,
    63..=72,
    75..=76,
    79..=79,
    82..=84,
    86..=86,
    89..=90,
    92..=92,
    94..=94,
];
/// A number that the list of complaints does not use.
const UNUSED: u32 = 14;

/// The rows: number, what is done, the tests.
fn rows() -> Vec<(u32, String, Vec<String>)> {
    let text = read(DOCUMENT);
    let cells = |line: &str| line.trim().trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect();
    let table: Vec<Vec<String>> = text.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect();
    assert!(table.iter().all(|row| row.len() == 3), "{DOCUMENT}: every row has three cells");
    table.into_iter().map(|row| (row[0].parse().unwrap(), row[1].clone(), quoted(&row[2]))).collect()
}

#[test]
fn every_complaint_that_was_asked_for_has_one_row() {
    let numbers: Vec<u32> = rows().into_iter().map(|(number, ..)| number).collect();
    let asked: BTreeSet<u32> = ASKED.into_iter().flatten().collect();
    assert_eq!(numbers, asked.into_iter().collect::<Vec<_>>(), "in their order, each once");
}

#[test]
fn every_answered_complaint_is_shown_by_tests_that_exist() {
    let sources: String = ["src", "tests/it", "rules/src", "rules/tests"]
        .iter()
        .flat_map(|folder| files_of(folder, "rs"))
        .map(|path| read(&path))
        .collect();
    let mut complaints = Vec::new();
    for (number, done, tests) in rows() {
        if done.chars().count() < 20 {
            complaints.push(format!("{number}: says too little"));
        }
        if tests.is_empty() && number != UNUSED {
            complaints.push(format!("{number}: names no test"));
        }
        for test in tests {
            if !sources.contains(&format!("fn {test}(")) {
                complaints.push(format!("{number}: there is no test {test}"));
            }
        }
    }
    assert_none(complaints);
}
