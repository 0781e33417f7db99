//! Games whose dead stones were captured in the end: recounted with marks, with the list and without either; and made again.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use weiqi_rules::judge::{DeadSource, Match, Options, Verdict, judge};
use weiqi_rules::record::{Code, Record};
use weiqi_rules::selfplay::{Setting, play};
use weiqi_rules::{Colour, Coord, HalfPoints, RuleSet, Size};

/// A fixture with what is expected of it.
struct Game {
    name: String,
    record: Record,
    dead: Vec<Coord>,
    totals: [String; 2],
    margin: String,
}

fn games() -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let point = |name: &str| Coord::from_letters(name.as_bytes()[0], name.as_bytes()[1]).unwrap();
    let list = fs::read_to_string(folder.join("expect.tsv")).unwrap();
    let row = |line: &str| {
        let [name, dead, black, white, margin, result] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let record = Record::read_all(&fs::read(folder.join(name)).unwrap()).remove(0).unwrap();
        assert_eq!(record.result_text(), result);
        Game {
            name: name.to_owned(),
            record,
            dead: dead.split(' ').filter(|it| !it.is_empty()).map(point).collect(),
            totals: [black.to_owned(), white.to_owned()],
            margin: margin.to_owned(),
        }
    };
    list.lines().skip(1).map(row).collect()
}

#[test]
fn there_are_fifty_of_every_rule_set() {
    let mut by_rules = BTreeMap::new();
    for game in games() {
        // Results in 子 are written in words.
        let odd = game.record.findings.iter().filter(|it| it.code != Code::ResultForm);
        assert_eq!(odd.count(), 0, "{}: {:?}", game.name, game.record.findings);
        *by_rules.entry(game.record.rules().unwrap().key).or_insert(0) += 1;
    }
    assert!(by_rules.values().sum::<u32>() >= 50, "{by_rules:?}");
    assert!(RuleSet::ALL.iter().all(|rules| by_rules.get(rules.key).is_some_and(|count| *count >= 2)), "{by_rules:?}");
    assert!(by_rules["chinese"] >= 18);
}

/// With marks, with the list and by the program: the same stones, the same sums, the declared result.
#[test]
fn every_game_is_recounted_as_it_was_played() {
    let mut wrong = Vec::new();
    for game in games() {
        for (way, options) in [
            ("marks", Options::default()),
            ("list", Options { dead: Some(game.dead.clone()), ..Options::default() }),
            ("automatic", Options { marks: false, ..Options::default() }),
        ] {
            let judged = judge(&game.record, &options);
            let removal = judged.rules.removal;
            let source = match way {
                "list" => DeadSource::Given,
                _ if !removal && way == "automatic" => DeadSource::None,
                "marks" => DeadSource::Marks,
                _ => DeadSource::Automatic,
            };
            let count = judged.count.unwrap();
            let totals = Colour::BOTH.map(|colour| count.total(colour).to_string());
            let mut dead: Vec<Coord> = judged.dead.iter().flat_map(|at| judged.played.board.chain(*at)).collect();
            dead.sort_unstable_by_key(|at| (at.y, at.x));
            dead.dedup();
            let seen = (judged.verdict, judged.matched, judged.dead_source, &totals, count.margin().to_string());
            let wanted = (Verdict::Confirmed, Some(Match::Exact), source, &game.totals, game.margin.clone());
            if seen != wanted || removal && dead != game.dead {
                wrong.push(format!("{} by {way}: {seen:?}, wanted {wanted:?}", game.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_seed_makes_the_same_bytes_and_what_is_made_is_confirmed() {
    for (nth, rules) in RuleSet::ALL.into_iter().enumerate() {
        let size = Size::square(if rules.key == "ancient" { 7 } else { 5 }).unwrap();
        let setting = Setting { size, rules, komi: rules.komi(None), handicap: 0, seed: 7 + nth as u64, effort: 2 };
        let Some(game) = play(&setting) else { panic!("no game by {}", rules.key) };
        if nth % 3 == 0 {
            assert_eq!(play(&setting).unwrap().sgf, game.sgf);
        }
        let record = Record::read_all(game.sgf.as_bytes()).remove(0).unwrap();
        let dead = Some(game.dead.clone());
        let judged = judge(&record, &Options { dead, ..Options::default() });
        assert_eq!((judged.verdict, judged.matched), (Verdict::Confirmed, Some(Match::Exact)), "{}", game.sgf);
        assert_eq!(judged.count.map(|count| count.margin()), Some(game.margin));
        assert_ne!(game.margin, HalfPoints::ZERO);
    }
}
