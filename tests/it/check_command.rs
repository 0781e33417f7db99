//! `qipin check`: what it answers to real crosstables, its exit codes, and that every reader gets the same bytes.

use crate::support::events;
use qipin::cli::check::{Answer, Args, respond};
use qipin::cli::output::Format;
use qipin::cli::settings::Asked;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn args(files: Vec<PathBuf>, format: Format) -> Args {
    Args {
        files,
        players: None,
        scheme: None,
        group: None,
        date: None,
        agency: None,
        level: None,
        event: None,
        database: Asked::default(),
        format,
    }
}

struct Checked(Value, u8);

impl Checked {
    fn of(folder: &Path, name: &str) -> Self {
        let answer = respond(&args(vec![folder.join(format!("{name}.results.csv"))], Format::Json), None);
        assert_eq!(answer.err, "");
        assert_eq!(answer.out.lines().count(), 1);
        Self(serde_json::from_str(&answer.out).unwrap(), answer.code)
    }

    fn all(&self, code: &str) -> Vec<&Value> {
        self.0["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == code).collect()
    }

    fn count(&self, code: &str) -> usize {
        self.all(code).len()
    }

    fn accepted(&self) -> &str {
        self.0["accepted"].as_str().unwrap()
    }

    fn adjusted(&self, rule: &str) -> usize {
        self.0["adjustments"].as_array().unwrap().iter().filter(|adjustment| adjustment["rule"] == rule).count()
    }

    fn errors(&self) -> Vec<&str> {
        let findings = self.0["findings"].as_array().unwrap().iter();
        findings.filter(|f| f["severity"] == "error").map(|f| f["code"].as_str().unwrap()).collect()
    }
}

#[test]
fn real_crosstables_are_answered_as_their_faults_deserve() {
    let Some(folder) = events("real_crosstables_are_answered_as_their_faults_deserve") else { return };
    let checked = |name| Checked::of(&folder, name);

    let large = checked("01-large");
    assert_eq!(large.accepted(), "with-adjustments");
    assert_eq!((large.adjusted("both-win"), large.adjusted("both-lose")), (1, 3));
    assert_eq!(large.0["adjustments"].as_array().unwrap().len(), 4);
    assert_eq!((large.count("W403"), large.count("I404")), (1, 3));
    assert_eq!(large.count("I208"), 1);
    assert!(large.all("I208")[0]["en"].as_str().unwrap().contains("2 players"));

    let medium = checked("03-medium");
    assert_eq!((medium.accepted(), medium.count("W304"), medium.count("I208")), ("yes", 6, 1));

    let forfeits = checked("05-medium");
    assert_eq!((forfeits.accepted(), forfeits.count("I406"), forfeits.count("W304")), ("yes", 2, 1));

    for name in ["07-medium", "09-small"] {
        let clean = checked(name);
        assert_eq!((clean.accepted(), clean.1), ("yes", 0), "{name}: {:?}", clean.0["findings"]);
    }

    let unknown = checked("11-small");
    assert_eq!((unknown.accepted(), unknown.1), ("no", 1));
    let places: std::collections::BTreeSet<_> =
        unknown.all("E301").iter().map(|f| (f["line"].as_u64().unwrap(), f["column"].as_str().unwrap())).collect();
    assert_eq!(places.len(), 50, "each reference has a place of its own");
    assert!(unknown.all("E301").iter().all(|f| f["found"] == "?"));

    let handicap = checked("13-handicap");
    assert_eq!((handicap.accepted(), handicap.count("I410")), ("yes", 19));
    assert!(handicap.errors().is_empty());

    let draws = checked("15-draws");
    assert_eq!((draws.accepted(), draws.count("I415"), draws.count("I406")), ("yes", 1, 1));
    assert!(draws.count("I314") + draws.count("I315") > 5);
    // People are told once what is so of many lines; programs are told each.
    let text = respond(&args(vec![folder.join("15-draws.results.csv")], Format::Text), None).out;
    assert_eq!((draws.count("I315"), text.matches("I315").count()), (5, 1), "{text}");
    assert!(text.contains("没有任何对局：5条。名单 第5, 6, 10, 12, 16行"), "{text}");

    let booked = checked("17-booked-twice");
    assert_eq!((booked.accepted(), booked.1), ("no", 1));
    let persons: Vec<_> = booked.all("E303").iter().map(|f| f["person"].as_str().unwrap()).collect();
    assert_eq!(persons, ["9", "1", "5", "3"], "in the order of their lines and columns");
    assert_eq!((booked.count("E302"), booked.count("E402")), (5, 20));
    let lines = |severity: &str| -> Vec<u64> {
        let findings = booked.0["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == severity);
        findings.filter_map(|f| f["line"].as_u64()).collect()
    };
    let errors = lines("error");
    assert!(errors.is_sorted() && errors[0] == 2 && errors.contains(&10), "by line, as a number: {errors:?}");

    let missing = checked("19-unknown-results");
    assert_eq!((missing.accepted(), missing.1), ("yes", 1));
    assert_eq!(missing.errors(), ["E402"]);
    assert!(missing.all("E402")[0]["en"].as_str().unwrap().contains("a submission needs it"));
}

#[test]
fn every_answer_names_the_register_checks_left_out_once() {
    let Some(folder) = events("every_answer_names_the_register_checks_left_out_once") else { return };
    for name in ["01-large", "11-small", "17-booked-twice"] {
        assert_eq!(Checked::of(&folder, name).count("I700"), 1);
    }
}

#[test]
fn a_folder_of_results_and_players_is_one_line_for_each_event() {
    let Some(folder) = events("a_folder_of_results_and_players_is_one_line_for_each_event") else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "csv"));
    files.sort();
    let answer = respond(&args(files.clone(), Format::Json), None);
    assert_eq!((answer.out.lines().count(), answer.code, answer.err.as_str()), (files.len() / 2, 1, ""));
}

const PLAYERS: &str = "编号,姓名,性别,出生日期,级段\n1,张子轩,男,2014-02-08,1级\n2,李思涵,女,2013/5/6,2级\n";
const RESULTS: &str = "轮次,台号,黑方,白方,结果,让子,贴子,棋谱\n1,1,1,2,黑胜,,3.75,\n";

fn small(folder: &Path) -> PathBuf {
    std::fs::write(folder.join("a.players.csv"), PLAYERS).unwrap();
    std::fs::write(folder.join("a.results.csv"), RESULTS).unwrap();
    folder.join("a.results.csv")
}

#[test]
fn the_json_has_exactly_the_fields_of_its_contract() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let answer = respond(&args(vec![file.clone()], Format::Json), None);
    assert_eq!(answer.code, 0, "{}", answer.out);
    let value: Value = serde_json::from_str(&answer.out).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
        names.sort();
        names
    };
    assert_eq!(
        sorted(&keys(&value).iter().map(String::as_str).collect::<Vec<_>>()),
        sorted(&["file", "kind", "accepted", "adjustments", "findings", "recount"])
    );
    assert_eq!((&value["file"], &value["kind"]), (&Value::from(file.to_string_lossy()), &Value::from("results")));
    assert_eq!((&value["accepted"], &value["recount"]), (&Value::from("with-adjustments"), &Value::Null));
    let komi = &value["adjustments"][1];
    assert_eq!(
        komi,
        &serde_json::json!({"line": 2, "column": "贴子", "field": "komi", "from": "3.75", "to": "7.5", "rule": "komi-stones"})
    );
    let birth = &value["adjustments"][0];
    assert_eq!((&birth["from"], &birth["to"], &birth["line"]), (&"2013/5/6".into(), &"2013-05-06".into(), &3.into()));
    let finding = value["findings"].as_array().unwrap().last().unwrap();
    assert_eq!(
        sorted(&keys(finding).iter().map(String::as_str).collect::<Vec<_>>()),
        sorted(&[
            "code", "severity", "line", "column", "round", "board", "person", "found", "expected", "rule", "zh", "en"
        ])
    );
}

#[test]
fn the_same_file_is_the_same_answer_byte_for_byte_whoever_asks() {
    use qipin::domain::results::{CheckContext, NamedBytes, ResultsInput, dry_run};
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let name = file.to_string_lossy();
    let input = ResultsInput {
        results: NamedBytes { name: &name, bytes: RESULTS.as_bytes() },
        players: Some(NamedBytes { name: "a.players.csv", bytes: PLAYERS.as_bytes() }),
    };
    let library = dry_run(&name, &input, &CheckContext::default(), None).unwrap().json() + "\n";
    assert_eq!(respond(&args(vec![file], Format::Json), None).out, library);
}

#[test]
fn people_get_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let answer = respond(&args(vec![small(folder.path())], Format::Text), None);
    for part in [
        "接受，附调整清单 / accepted with the listed adjustments",
        "3.75",
        "I700",
        "players 2, rounds 1, games 1, byes 0; UTF-8",
    ] {
        assert!(answer.out.contains(part), "{part} is not in\n{}", answer.out);
    }
}

#[test]
fn usage_and_unreadable_input_end_with_two() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let usage = |change: &dyn Fn(&mut Args)| {
        let mut args = args(vec![file.clone()], Format::Json);
        change(&mut args);
        let Answer { out, err, code } = respond(&args, None);
        assert!(out.is_empty() && err.contains(" / "), "{out}{err}");
        code
    };
    assert_eq!(usage(&|a| a.scheme = Some("nowhere-1999".into())), 2);
    assert_eq!(usage(&|a| a.group = Some("all".into())), 2);
    assert_eq!(usage(&|a| a.agency = Some("32".into())), 2);
    assert_eq!(usage(&|a| a.level = Some("galaxy".into())), 2);
    assert_eq!(usage(&|a| a.files = vec!["nowhere.results.csv".into()]), 2);
    assert_eq!(usage(&|a| a.files = vec![folder.path().join("a.players.csv")]), 2);
    assert_eq!(usage(&|a| (a.files = vec![file.clone(), file.clone()], a.players = Some("x".into())).1), 2);
    let answer = respond(&args(vec!["nowhere.sgf".into(), file.clone()], Format::Json), None);
    assert_eq!((answer.out.lines().count(), answer.code), (1, 2), "what can be read is answered all the same");
    assert!(answer.err.contains("cannot be read") && answer.err.contains("不能读取"), "{}", answer.err);
}

#[test]
fn without_players_the_file_is_refused_with_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.results.csv");
    std::fs::write(&file, RESULTS).unwrap();
    let answer = respond(&args(vec![file.clone()], Format::Json), None);
    let value: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((value["accepted"].as_str(), answer.code), (Some("no"), 1));
    assert_eq!(value["findings"][0]["code"], "E121");
    std::fs::write(folder.path().join("other.csv"), PLAYERS).unwrap();
    let mut with = args(vec![file], Format::Json);
    with.players = Some(folder.path().join("other.csv"));
    assert_eq!(respond(&with, None).code, 0);
}

#[test]
fn a_schemes_conditions_are_checked_when_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut with = args(vec![small(folder.path())], Format::Json);
    with.scheme = Some("hangzhou-adult-2018".into());
    with.date = Some("2026-10-03".parse().unwrap());
    let answer = respond(&with, None);
    let value: Value = serde_json::from_str(&answer.out).unwrap();
    let young: Vec<_> = value["findings"].as_array().unwrap().iter().filter(|f| f["code"] == "E506").collect();
    assert_eq!((young.len(), answer.code), (2, 1));
    assert_eq!(young[0]["rule"], "hangzhou-adult-2018 v1 all");
    assert_eq!((&young[0]["found"], &young[0]["expected"]), (&Value::from("12"), &Value::from("≥ 18")));
}

#[test]
fn a_game_record_is_recounted_as_by_the_command_for_records() {
    const GAME: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[2.75]RU[中国规则]RE[黑胜1/4子]\
                        ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])";
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.sgf");
    std::fs::write(&record, GAME).unwrap();
    let answer = respond(&args(vec![record.clone()], Format::Json), None);
    let value: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((value["kind"].as_str(), value["accepted"].as_str(), answer.code), (Some("record"), Some("yes"), 1));
    assert_eq!(value["findings"].as_array().unwrap().len(), 1);
    let finding = &value["findings"][0];
    let said =
        [&finding["code"], &finding["found"], &finding["expected"]].map(|part| part.as_str().unwrap().to_owned());
    assert_eq!(said, ["W803", "黑胜1/4子", "W+0.5"]);
    let rescored = std::process::Command::new(env!("CARGO_BIN_EXE_qipin"))
        .args([std::ffi::OsStr::new("rescore"), record.as_os_str(), "--format=json".as_ref()])
        .output()
        .unwrap();
    let rescored = String::from_utf8(rescored.stdout).unwrap();
    assert!(answer.out.contains(&format!("\"recount\":{}", rescored.trim_end())), "{}\n{rescored}", answer.out);
    let people = respond(&args(vec![record], Format::Text), None).out;
    assert!(people.contains("白胜0.5目（1/4子）") && people.contains("White wins by 0.5"), "{people}");
}
