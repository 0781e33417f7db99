//! A worked example of every regulation: an event as a crosstable, with the standings and awards that the regulation
//! gives for it written out beside it, sums included, so that a reader can redo them with a pencil. Each is written
//! as the CSV files of an upload and put through `qipin promote`.
//!
//! The crosstable has a line a player (`id grade sex [key=value…] | a token a round`): `+x` beat x, `-x` lost to x,
//! `fx` won against x by forfeit, `gx` did not appear against x, `xx` both lose, `b` bye, `.` no game.

use super::command::run;
use qipin::domain::grade::Grade;
use qipin::domain::scheme::{Pick, all, builtin};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

struct Example {
    name: String,
    settings: Vec<(String, String)>,
    players: Vec<Player>,
    expected: Vec<Expected>,
}

struct Player {
    id: String,
    grade: String,
    sex: String,
    facts: BTreeMap<String, String>,
    rounds: Vec<String>,
}

/// A line of the standings: place, id, points, opponents' points, points of the beaten, award, clause.
struct Expected {
    cells: Vec<String>,
}

fn examples() -> Vec<Example> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schemes/examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| read(name(path), &std::fs::read_to_string(path).unwrap())).collect()
}

fn read(name: String, text: &str) -> Example {
    let mut example = Example { name, settings: Vec::new(), players: Vec::new(), expected: Vec::new() };
    let mut part = "";
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (part, line) {
            (_, "[players]" | "[standings]") => part = line,
            ("", setting) => {
                let (key, value) = setting.split_once(' ').unwrap();
                example.settings.push((key.to_owned(), value.to_owned()));
            }
            ("[players]", row) => {
                let (head, rounds) = row.split_once('|').unwrap();
                let mut head = head.split_whitespace().map(str::to_owned);
                let (id, grade, sex) = (head.next().unwrap(), head.next().unwrap(), head.next().unwrap());
                let fact = |text: String| text.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap();
                let facts = head.map(fact).collect();
                let rounds = rounds.split_whitespace().map(str::to_owned).collect();
                example.players.push(Player { id, grade, sex, facts, rounds });
            }
            (_, row) => {
                let (cells, why) = row.split_once('|').unwrap_or_else(|| panic!("{row} says no reason"));
                assert!(!why.trim().is_empty(), "{row}");
                example.expected.push(Expected { cells: cells.split_whitespace().map(str::to_owned).collect() });
            }
        }
    }
    assert_eq!(example.players.len(), example.expected.len(), "{}", example.name);
    example
}

impl Example {
    fn setting(&self, key: &str) -> &str {
        self.settings.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
    }

    fn players_csv(&self) -> String {
        const SURNAMES: [&str; 16] =
            ["张", "李", "王", "赵", "陈", "林", "黄", "周", "吴", "徐", "孙", "马", "朱", "胡", "郭", "何"];
        let mut text = "id,name,sex,birth,grade,certificate,household,tests\n".to_owned();
        for (n, player) in self.players.iter().enumerate() {
            let sex = if player.sex == "f" { "女" } else { "男" };
            let grade = if player.grade == "-" { "无级" } else { &player.grade };
            let fact = |key: &str| player.facts.get(key).map_or("", String::as_str);
            let (birth, cert, household, tests) = (fact("birth"), fact("cert"), fact("household"), fact("tests"));
            writeln!(text, "{},{}子轩,{sex},{birth},{grade},{cert},{household},{tests}", player.id, SURNAMES[n])
                .unwrap();
        }
        text
    }

    fn results_csv(&self) -> String {
        let mut text = "round,board,black,white,result,handicap,komi,game\n".to_owned();
        let rounds = self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
        for round in 0..rounds {
            let mut board = 0;
            let mut seen = BTreeSet::new();
            for player in &self.players {
                let token = player.rounds.get(round).map_or(".", String::as_str);
                let (kind, opponent) = token.split_at(1);
                if kind == "." || !seen.insert(player.id.as_str()) {
                    continue;
                }
                if !opponent.is_empty() {
                    let theirs = &self.players.iter().find(|p| p.id == opponent).unwrap().rounds[round];
                    let mirror = match kind {
                        "+" => "-",
                        "-" => "+",
                        "f" => "g",
                        "g" => "f",
                        same => same,
                    };
                    assert_eq!(*theirs, format!("{mirror}{}", player.id), "{}: round {}", self.name, round + 1);
                    seen.insert(opponent);
                }
                let result = match kind {
                    "+" => "B",
                    "-" => "W",
                    "f" => "B+F",
                    "g" => "W+F",
                    "x" => "both-lose",
                    "b" => "bye",
                    other => panic!("{}: {other}", self.name),
                };
                board += 1;
                writeln!(text, "{},{board},{},{opponent},{result},,7.5,", round + 1, player.id).unwrap();
            }
        }
        text
    }

    fn promote(&self) -> Vec<Value> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("event.players.csv"), self.players_csv()).unwrap();
        let file = folder.path().join("event.results.csv");
        std::fs::write(&file, self.results_csv()).unwrap();
        let mut arguments = vec!["promote".to_owned(), "--format".to_owned(), "json".to_owned()];
        for (key, value) in &self.settings {
            arguments.extend([format!("--{key}"), value.clone()]);
        }
        arguments.push(file.to_str().unwrap().to_owned());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let answer = run(&arguments).unwrap_or_else(|error| panic!("{}: {error:#}", self.name));
        assert_eq!(answer.code, 0, "{}: {}", self.name, answer.out);
        answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn every_regulation_gives_the_awards_of_its_worked_example() {
    for example in examples() {
        let lines = example.promote();
        assert_eq!(lines.len(), example.expected.len(), "{}", example.name);
        let text = |value: &Value| value.as_str().map_or_else(|| "-".to_owned(), str::to_owned);
        for (line, Expected { cells }) in lines.iter().zip(&example.expected) {
            let got = [
                line["place"].to_string(),
                text(&line["player"]),
                line["points"].to_string(),
                text(&line["award"]),
                text(&line["clause"]),
            ];
            let [place, id, points, opponents, beaten, award, clause] = cells.as_slice() else {
                panic!("{}: {cells:?}", example.name)
            };
            assert_eq!(got.each_ref(), [place, id, points, award, clause], "{}: {line:#}", example.name);
            // A tie-break is in the answer where it had to be looked at.
            for (name, expected) in [("opponents", opponents), ("beaten", beaten)] {
                let value = &line["tiebreaks"][name];
                let shown = value.to_string();
                assert!(value.is_null() || shown == *expected, "{}: {name} of {id}: {shown}", example.name);
            }
        }
    }
}

#[test]
fn no_regulation_is_without_a_worked_example() {
    let shown: BTreeSet<String> = examples().iter().map(|example| example.setting("scheme").to_owned()).collect();
    let built_in: BTreeSet<String> = all().iter().map(|scheme| scheme.id.clone()).collect();
    assert_eq!(shown, built_in);
}

/// What an example shows besides the shape of its regulation.
fn shows(example: &Example) -> BTreeSet<&'static str> {
    let date = example.setting("date").parse().ok();
    let scheme = builtin(example.setting("scheme"), date).unwrap();
    let group = scheme.group(example.setting("group")).unwrap();
    let has = |kind: &str| example.players.iter().any(|p| p.rounds.iter().any(|token| token.starts_with(kind)));
    let guest = |p: &Player| group.entry.grades.is_below(Grade::from_canonical(&p.grade));
    let by_place = |clause: &str| scheme.clause(clause).is_some_and(|(_, clause)| clause.pick != Pick::All);
    let tied = |pair: &[Expected]| {
        let (above, below) = (&pair[0].cells, &pair[1].cells);
        let parts = above[6] != below[6] && by_place(&above[6]);
        let own = |id: &str| !guest(example.players.iter().find(|p| p.id == id).unwrap());
        above[2] == below[2] && parts && own(&below[1])
    };
    let mut shown = BTreeSet::new();
    shown.extend(has("b").then_some("bye"));
    shown.extend(has("x").then_some("both lose"));
    shown.extend(has("g").then_some("withdrawn"));
    shown.extend(example.players.iter().any(guest).then_some("guest"));
    shown.extend(example.expected.windows(2).any(tied).then_some("tie"));
    shown
}

#[test]
fn the_delicate_shapes_are_shown_with_everything_that_happens_at_an_event() {
    let examples = examples();
    let of = |name: &str| shows(examples.iter().find(|example| example.name == name).unwrap());
    let always = ["both lose", "bye", "guest", "withdrawn"];
    let with_cut_off = ["both lose", "bye", "guest", "tie", "withdrawn"];
    for (shape, example) in [
        ("early stop on losses, with a number of places", "fujian-6dan-2022"),
        ("early stop on success, with a share", "guiyang-q3-10-5"),
        ("reserved place, and filling from the next win group", "zhuhai-2013-1-2-dan"),
        ("fallback award", "zhuhai-2013-1st-dan"),
        ("quarters of the standings", "nanan-6-4"),
        ("the rest one rung", "danyang-2010-E"),
        ("share of the group", "nantong-2016-1st-dan"),
    ] {
        assert_eq!(of(example).into_iter().collect::<Vec<_>>(), with_cut_off, "{shape}");
    }
    // Where wins or a score rate decide, nobody is cut off by a place.
    for (shape, example) in [
        ("early stop on success and on losses", "putian-2024-2-dan"),
        ("early stop on success", "shanghai-kyu-7-3"),
        ("old grade and score rate", "xiangqi-rate"),
        ("void under forty", "maanshan-2018-void"),
    ] {
        assert_eq!(of(example).into_iter().collect::<Vec<_>>(), always, "{shape}");
    }
}
