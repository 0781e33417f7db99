//! `qipin promote` and `qipin schemes`: answers, exit codes, and the real crosstables.

use crate::support::events;
use clap::Parser;
use qipin::cli::check::Answer;
use qipin::cli::{Cli, Command, promote, schemes};
use serde_json::Value;
use std::path::Path;

/// Runs a command line as the program does, without printing.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<Answer> {
    match Cli::try_parse_from(["qipin"].iter().chain(arguments))?.command {
        Command::Promote(args) => promote::respond(&args),
        Command::Schemes(args) => schemes::respond(&args),
        other => panic!("{other:?}"),
    }
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A small event: 1段 group of the Putian regulation.
fn write_event(folder: &Path) -> String {
    let players = "id,name,sex,birth,grade,certificate,agency,club\n\
                   1,张轩,男,2012-03-04,1段,350220001,,\n2,李木子,女,2011-05-06,1段,350220002,,\n\
                   3,买买提·艾力,男,2010-07-08,2段,350220003,,\n4,王小明,男,2013-09-10,1段,350220004,,\n";
    let results = "round,board,black,white,result,handicap,komi,game\n\
                   1,1,1,2,B,,7.5,\n1,2,3,4,W+R,,7.5,\n2,1,1,3,B+1/4子,,7.5,\n2,2,2,4,draw,,7.5,\n\
                   3,1,1,4,B+F,,7.5,\n3,2,2,3,both-lose,,7.5,\n4,1,1,,bye,,,\n4,2,2,4,W,,7.5,\n";
    std::fs::write(folder.join("cup.players.csv"), players).unwrap();
    let path = folder.join("cup.results.csv");
    std::fs::write(&path, results).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn promote_gives_one_object_a_player_with_the_agreed_fields() {
    let folder = folder();
    let file = write_event(folder.path());
    let with = ["promote", "--scheme", "putian-2024", "--group", "1段", "--date", "2024-08-10", "--level", "city"];
    let answer = run(&[&with[..], &["--agency", "350-350300", "--format", "json", &file]].concat()).unwrap();
    assert_eq!(answer.code, 0);
    let lines = json_lines(&answer.out);
    assert_eq!(lines.len(), 4);
    for line in &lines {
        let keys: Vec<_> = line.as_object().unwrap().keys().map(String::as_str).collect();
        let mut agreed =
            ["player", "name", "place", "points", "wins", "losses", "tiebreaks", "from", "award", "clause", "reason"];
        agreed.sort_unstable();
        assert_eq!(keys, agreed);
        assert!(line["reason"]["zh"].as_str().is_some_and(|t| !t.is_empty()));
        assert!(line["reason"]["en"].as_str().is_some_and(|t| !t.is_empty()));
    }
    // 1: four wins (one by forfeit, one bye). 4: two wins, a draw, a loss. 2: a draw. 3 holds 2段: a guest.
    let brief = |n: usize| {
        let line = &lines[n];
        (line["player"].as_str(), line["place"].as_u64(), line["points"].as_u64(), line["award"].as_str())
    };
    assert_eq!(brief(0), (Some("1"), Some(1), Some(8), Some("2段")));
    assert_eq!(lines[0]["clause"], "1d-4w");
    assert_eq!(brief(1), (Some("4"), Some(2), Some(5), None));
    assert_eq!(lines[1]["reason"]["en"], "2 wins, 1 draw; 4 needed");
    assert_eq!((lines[1]["wins"].as_u64(), lines[1]["losses"].as_u64()), (Some(2), Some(1)));
    assert_eq!(brief(2), (Some("2"), Some(3), Some(1), None));
    assert_eq!(lines[2]["tiebreaks"], serde_json::json!({"opponents": 18, "beaten": 0, "cumulative": 3}));
    assert_eq!(brief(3), (Some("3"), Some(4), Some(0), None));
    assert!(lines[3]["reason"]["en"].as_str().unwrap().starts_with("holds 2 dan"));
}

#[test]
fn promote_prints_a_table_in_both_languages_and_notes_beside_it() {
    let folder = folder();
    let file = write_event(folder.path());
    let answer = run(&["promote", "--scheme", "putian-2024", "--group", "1段", &file]).unwrap();
    let lines: Vec<_> = answer.out.lines().collect();
    assert!(lines[0].starts_with("名次") && lines[1].starts_with("place"), "{}", answer.out);
    assert_eq!(lines.len(), 6);
    assert!(lines[2].contains("张轩") && lines[2].contains("2段") && lines[2].contains("1d-4w"));
    assert!(answer.err.contains("no date of the event"), "{}", answer.err);
    assert!(answer.err.contains("the results have 4 rounds, the regulation asks for 7"));
}

#[test]
fn wrong_usage_is_said_with_what_there_is() {
    let folder = folder();
    let file = write_event(folder.path());
    let error = |arguments: &[&str]| run(arguments).unwrap_err().to_string();
    assert!(error(&["promote", "--scheme", "moon", "--group", "1段", &file]).contains("putian-2024"));
    assert!(error(&["promote", "--scheme", "putian-2024", "--group", "9段", &file]).contains("定段, 1段, 2段"));
    let old = ["promote", "--scheme", "putian-2024", "--group", "1段", "--date", "2020-01-01", &file];
    assert!(error(&old).contains("in force on 2020-01-01"));
    let set = ["promote", "--scheme", "yixing-2025", "--group", "1段", "--set", "quota-1段=90%", &file];
    assert!(error(&set).contains("1%..60%"));
    assert!(
        error(&["promote", "--scheme", "putian-2024", "--group", "1段", "nothing.results.csv"]).contains("nothing")
    );
    for bad in [["--level", "moon"], ["--agency", "35"], ["--date", "yesterday"], ["--lot-seed", "-1"]] {
        let arguments = [&["promote", "--scheme", "putian-2024", "--group", "1段"], &bad[..], &[&file]].concat();
        assert!(Cli::try_parse_from(["qipin"].iter().chain(&arguments)).is_err(), "{bad:?}");
    }
}

#[test]
fn a_refused_file_gives_no_awards_but_places() {
    let folder = folder();
    let file = write_event(folder.path());
    let text = std::fs::read_to_string(&file).unwrap().replace("1,1,1,2,B,", "1,1,1,?,B,");
    std::fs::write(&file, text).unwrap();
    let answer = run(&["promote", "--scheme", "putian-2024", "--group", "1段", &file]).unwrap();
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("cup.results.csv:2:white: E301"), "{}", answer.out);
    let answer = run(&["promote", "--scheme", "putian-2024", "--group", "1段", "--format", "json", &file]).unwrap();
    let finding = &json_lines(&answer.out)[0];
    assert_eq!((finding["code"].as_str(), finding["line"].as_u64()), (Some("E301"), Some(2)));
}

#[test]
fn real_crosstables_are_promoted_or_refused_with_places() {
    let Some(folder) = events("real_crosstables_are_promoted_or_refused_with_places") else { return };
    let promote = |name: &str, format: &str| {
        let file = folder.join(format!("{name}.results.csv"));
        run(&["promote", "--scheme", "open-test", "--group", "all", "--format", format, file.to_str().unwrap()])
            .unwrap()
    };
    // 30 % of those with at least one round, rounded half up.
    for (name, players, places) in [
        ("01-large", 167, 50),
        ("03-medium", 45, 14),
        ("05-medium", 37, 11),
        ("07-medium", 36, 11),
        ("09-small", 23, 7),
        ("13-handicap", 66, 20),
        ("15-draws", 17, 4),
    ] {
        let answer = promote(name, "json");
        assert_eq!(answer.code, 0, "{name}");
        let lines = json_lines(&answer.out);
        assert_eq!(lines.len(), players, "{name}");
        let awards = lines.iter().filter(|line| !line["award"].is_null()).count();
        assert_eq!(awards, places, "{name}");
        for pair in lines.windows(2) {
            assert!(pair[0]["points"].as_u64() >= pair[1]["points"].as_u64(), "{name}: points come first");
        }
    }
    let refused = promote("11-small", "text");
    assert_eq!(refused.code, 1);
    assert_eq!(refused.out.matches("E301").count(), 50, "one for each reference to nobody");
    let refused = promote("17-booked-twice", "text");
    assert_eq!(refused.code, 1);
    assert!(refused.out.contains("17-booked-twice.results.csv:10:black: E303"), "{}", refused.out);
}

#[test]
fn schemes_are_listed_and_shown() {
    let list = run(&["schemes", "list"]).unwrap();
    for id in ["shanghai-kyu", "hangzhou-adult-2018", "anhui-2018", "yixing-2025", "zhuhai-2013", "putian-2024"] {
        assert!(list.out.contains(id), "{id}");
    }
    let list = json_lines(&run(&["schemes", "list", "--format", "json"]).unwrap().out);
    assert_eq!(list.len(), qipin::domain::scheme::all().len());
    assert!(list.iter().all(|s| s["name"]["zh"].is_string() && s["groups"].as_array().is_some_and(|g| !g.is_empty())));
    let shown = run(&["schemes", "show", "yixing-2025"]).unwrap().out;
    assert!(shown.contains("宜兴市") && shown.contains("Yixing"));
    assert!(shown.contains("announced by the event") && shown.contains("办法未规定"));
    let shown = run(&["schemes", "show", "yixing-2025", "--format", "json"]).unwrap().out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["parameters"][0]["why"], "announced");
    assert_eq!(shown["en"]["groups"][0]["clauses"][0]["id"], "first-dan-share");
    assert!(run(&["schemes", "show", "moon"]).is_err());
    assert!(run(&["schemes", "show", "yixing-2025", "--date", "2001-01-01"]).is_err());
}

#[test]
fn a_scheme_file_is_checked_with_lines_and_can_be_used() {
    let folder = folder();
    let built_in = qipin::domain::scheme::builtin("putian-2024", None).unwrap();
    let good = folder.path().join("good.toml");
    std::fs::write(&good, built_in.source_text()).unwrap();
    let answer = run(&["schemes", "check", good.to_str().unwrap()]).unwrap();
    assert_eq!((answer.code, answer.out.ends_with("putian-2024 v1: 合格 / ok\n")), (0, true), "{}", answer.out);
    let file = write_event(folder.path());
    let used = run(&["promote", "--scheme", good.to_str().unwrap(), "--group", "1段", &file]).unwrap();
    assert!(used.out.contains("1d-4w"));

    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, built_in.source_text().replacen("wins = 4\n", "wins = 8\n", 1)).unwrap();
    let line = built_in.source_text().lines().position(|l| l == "wins = 4").unwrap() + 1;
    let answer = run(&["schemes", "check", bad.to_str().unwrap()]).unwrap();
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains(&format!("bad.toml:{line}:8: [unreachable-wins]")), "{}", answer.out);
    let answer = run(&["schemes", "check", "--format", "json", bad.to_str().unwrap()]).unwrap();
    let answer: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["problems"][0]["line"].as_u64(), u64::try_from(line).ok());
    assert!(answer["problems"][0]["zh"].is_string() && answer["problems"][0]["en"].is_string());

    assert!(run(&["schemes", "check", folder.path().join("none.toml").to_str().unwrap()]).is_err());
    std::fs::write(&bad, b"\xff\xfe").unwrap();
    assert!(run(&["schemes", "check", bad.to_str().unwrap()]).is_err());
}
