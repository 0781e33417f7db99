//! The real crosstables in the pairing program's own format: answered as the tables beside them.

use crate::support::events;
use qipin::cli::check::{Args, respond};
use qipin::cli::output::Format;
use qipin::cli::settings::Asked;
use qipin::domain::results::{NamedBytes, Reading, ResultsInput, Sheet, read};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn names(folder: &Path) -> Vec<String> {
    let ending = ".opengotha.xml";
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|file| file.unwrap().file_name().into_string().ok()?.strip_suffix(ending).map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn checked(file: PathBuf) -> Value {
    let args = Args {
        files: vec![file],
        players: None,
        scheme: None,
        group: None,
        date: None,
        agency: None,
        level: None,
        event: None,
        database: Asked::default(),
        format: Format::Json,
    };
    let answer = respond(&args, None);
    serde_json::from_str(answer.out.trim()).unwrap()
}

/// How often each code is raised, but for what one of the two files cannot tell: who the persons are, and the format.
fn codes(answer: &Value) -> BTreeMap<String, usize> {
    let mut codes = BTreeMap::new();
    for finding in answer["findings"].as_array().unwrap() {
        let code = finding["code"].as_str().unwrap();
        if !matches!(code, "E220" | "E232" | "E221" | "I222" | "W231" | "E225" | "I130" | "E223" | "W211") {
            *codes.entry(code.to_owned()).or_default() += 1;
        }
    }
    codes
}

fn by_name(sheet: &Sheet) -> BTreeSet<String> {
    let name = |index: usize| &sheet.entries[index];
    let person = |index: usize| format!("{} {} {:?}", name(index).id, name(index).name, name(index).grade);
    let one = |game: &qipin::domain::results::Game| {
        let white = game.white.map_or_else(|| "-".to_owned(), person);
        format!(
            "{} {:?} {} {white} {:?} {} {:?}",
            game.round,
            game.board,
            person(game.black),
            game.result,
            game.handicap,
            game.stated_komi()
        )
    };
    sheet.games.iter().map(one).collect()
}

fn reading(folder: &Path, name: &str) -> (Reading, Reading) {
    let bytes = |ending: &str| std::fs::read(folder.join(format!("{name}.{ending}"))).unwrap();
    let (results, players, xml) = (bytes("results.csv"), bytes("players.csv"), bytes("opengotha.xml"));
    let named = |bytes| NamedBytes { name: "event", bytes };
    let ours = read(&ResultsInput { results: named(&results), players: Some(named(&players)) });
    let theirs = read(&ResultsInput { results: named(&xml), players: None });
    (ours, theirs)
}

#[test]
fn a_pairing_programs_file_gets_the_answer_of_the_tables_beside_it() {
    let Some(folder) = events("a_pairing_programs_file_gets_the_answer_of_the_tables_beside_it") else { return };
    let mut different = Vec::new();
    for name in names(&folder) {
        let ours = checked(folder.join(format!("{name}.results.csv")));
        let theirs = checked(folder.join(format!("{name}.opengotha.xml")));
        if (ours["accepted"] == "no") != (theirs["accepted"] == "no") || codes(&ours) != codes(&theirs) {
            different.push(format!(
                "{name}: {} {:?}\n  {} {:?}",
                ours["accepted"],
                codes(&ours),
                theirs["accepted"],
                codes(&theirs)
            ));
        }
        assert!(
            theirs["findings"].as_array().unwrap().iter().any(|f| f["code"] == "E232"),
            "{name}: nobody is known by name"
        );
    }
    assert!(different.is_empty(), "\n{}", different.join("\n"));
}

#[test]
fn the_games_of_a_pairing_programs_file_are_those_of_the_tables_beside_it() {
    let Some(folder) = events("the_games_of_a_pairing_programs_file_are_those_of_the_tables_beside_it") else { return };
    for name in names(&folder) {
        let (ours, theirs) = reading(&folder, &name);
        let (ours, theirs) = (by_name(&ours.sheet.unwrap()), by_name(&theirs.sheet.unwrap()));
        let apart: Vec<_> = ours.symmetric_difference(&theirs).take(6).collect();
        assert!(apart.is_empty(), "{name}: {apart:#?}");
    }
}
