//! `qipin schemes check`: a file for every kind of fault. The line that is wrong says so in a comment; the checker has to
//! name that line and that kind, and nothing else.

use super::command::run;
use qipin::text::keys;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schemes/faults");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The faults that the comments of a file announce: line and kind.
fn announced(text: &str) -> Vec<(u64, String)> {
    let fault = |(n, line): (usize, &str)| {
        line.split_once("# fault: ").map(|(_, kind)| (u64::try_from(n).unwrap() + 1, kind.trim().to_owned()))
    };
    text.lines().enumerate().filter_map(fault).collect()
}

#[test]
fn every_kind_of_fault_is_named_with_its_line() {
    let mut kinds = BTreeSet::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let answer = run(&["schemes", "check", "--format", "json", file.to_str().unwrap()]).unwrap();
        assert_eq!(answer.code, 1, "{}", file.display());
        let answer: Value = serde_json::from_str(&answer.out).unwrap();
        let found = answer["problems"].as_array().unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|problem| (problem["line"].as_u64().unwrap_or(0), problem["code"].as_str().unwrap().to_owned()))
            .collect();
        assert_eq!(found, announced(&text), "{}: {answer:#}", file.display());
        kinds.extend(found.into_iter().map(|(_, kind)| kind));
    }
    let known = keys().into_iter().filter_map(|key| key.strip_prefix("schemes.problem."));
    assert_eq!(kinds, known.map(|kind| kind.replace('_', "-")).collect());
}

#[test]
fn a_person_reads_what_is_wrong_in_both_languages() {
    for file in files() {
        let answer = run(&["schemes", "check", file.to_str().unwrap()]).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        let kind = name.strip_suffix(".toml").unwrap();
        let line =
            answer.out.lines().find(|line| line.contains(&format!("[{kind}]"))).unwrap_or_else(|| panic!("{name}"));
        let (zh, en) = line.split_once("] ").unwrap().1.split_once(" / ").unwrap_or_else(|| panic!("{line}"));
        assert!(zh.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) && en.is_ascii() || en.len() > 10, "{line}");
    }
}
