use super::*;
use crate::domain::results::{NamedBytes, ResultsInput, read};

const PLAYERS: &str = "id,name,sex,birth,grade\n1,张子轩,男,2014-02-08,1级\n2,李思涵,女,2013-05-06,2级\n3,王浩宇,男,2012-07-08,1段\n4,王浩宇,男,2015-01-02,5级\n";
const RESULTS: &str =
    "round,board,black,white,result,komi\n1,1,1,2,B,7.5\n1,2,3,4,W+R,7.5\n2,1,1,3,draw,7.5\n2,,2,,bye,\n";

fn sheet(players: &str, results: &str) -> Sheet {
    let input = ResultsInput {
        results: NamedBytes { name: "a.results.csv", bytes: results.as_bytes() },
        players: Some(NamedBytes { name: "a.players.csv", bytes: players.as_bytes() }),
    };
    let reading = read(&input);
    assert!(reading.usable().is_some(), "{:?}", reading.findings());
    reading.sheet.unwrap()
}

#[test]
fn the_same_file_has_no_changes_and_neither_has_another_order_of_rows() {
    let old = sheet(PLAYERS, RESULTS);
    assert_eq!(diff(&old, &old), []);
    let mut lines: Vec<&str> = RESULTS.lines().collect();
    lines[1..].reverse();
    assert_eq!(diff(&old, &sheet(PLAYERS, &lines.join("\n"))), []);
}

#[test]
fn a_renumbered_file_changes_ids_only() {
    let old = sheet(PLAYERS, RESULTS);
    let players = PLAYERS.replace("\n1,", "\n91,");
    let results = RESULTS.replace("1,1,1,2", "1,1,91,2").replace("2,1,1,3", "2,1,91,3");
    let changes = diff(&old, &sheet(&players, &results));
    assert_eq!(
        changes,
        [Change::EntryChanged { player: "91 张子轩".into(), field: "id", from: "1".into(), to: "91".into() }]
    );
}

#[test]
fn results_players_and_games_that_change_are_named() {
    let old = sheet(PLAYERS, RESULTS);
    let players =
        PLAYERS.replace("2,李思涵,女,2013-05-06,2级", "2,李思涵,女,2013-05-06,3级") + "5,赵一诺,女,2016-03-04,10级\n";
    let results = RESULTS.replace("1,1,1,2,B", "1,1,2,1,W+0.5").replace("2,,2,,bye,", "2,2,2,5,B,7.5");
    let changes = diff(&old, &sheet(&players, &results));
    let words: Vec<String> = changes.iter().map(|change| change.words().en).collect();
    assert_eq!(changes.len(), 6, "{words:#?}");
    assert!(changes.contains(&Change::EntryAdded { player: "5 赵一诺".into() }));
    assert!(changes.iter().any(|c| matches!(c, Change::EntryChanged { field: "grade", .. })));
    assert!(changes.iter().any(|c| matches!(c, Change::GameChanged { field: "black", round: 1, .. })));
    assert!(
        changes.iter().any(
            |c| matches!(c, Change::GameChanged { field: "result", from, to, .. } if from == "B" && to == "W+0.5")
        )
    );
    assert!(changes.iter().any(|c| matches!(c, Change::GameRemoved { round: 2, result, .. } if result == "bye")));
    assert!(changes.iter().any(|c| matches!(c, Change::GameAdded { round: 2, .. })));
    for change in &changes {
        let words = change.words();
        assert!(!words.zh.contains('{') && !words.en.contains("finding."), "{words:?}");
    }
}

#[test]
fn a_number_of_a_document_is_never_shown_whole() {
    let players = "id,name,document\n1,张子轩,11010519491231002X\n2,李思涵,440524188001010014\n";
    let results = "round,black,white,result\n1,1,2,B\n";
    let changes = diff(&sheet(players, results), &sheet(&players.replace("11010519491231002X", ""), results));
    let text = format!("{changes:?}");
    assert!(text.contains("002X") && !text.contains("110105"), "{text}");
}
