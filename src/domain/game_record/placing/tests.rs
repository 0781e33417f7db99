use super::*;
use crate::domain::results::model::{Entry, GameResult, Win, WonBy};
use proptest::prelude::*;
use weiqi_rules::Size;

fn sheet(names: &[&str], games: &[(u16, usize, usize, &str)]) -> Sheet {
    let entries = (1_u32..).zip(names).map(|(line, name)| Entry {
        line: line + 1,
        id: line.to_string(),
        name: (*name).to_owned(),
        ..Entry::default()
    });
    let games = (2_u32..).zip(games).map(|(line, (round, black, white, record))| Game {
        line,
        round: *round,
        board: None,
        black: *black,
        white: (*white != *black).then_some(*white),
        result: GameResult::Black(Win { by: WonBy::Unstated }),
        handicap: 0,
        komi: None,
        record: Some((*record).to_owned()).filter(|record| !record.is_empty()),
        black_warnings: 0,
        white_warnings: 0,
    });
    Sheet { entries: entries.collect(), games: games.collect() }
}

fn record(properties: &[(&str, &str)]) -> Record {
    let mut record = Record::new(Size::NINETEEN);
    for (name, value) in properties {
        record.set_text(name, value);
    }
    record
}

fn of(black: &str, white: &str) -> Record {
    record(&[("PB", black), ("PW", white)])
}

fn wanted<'a>(file: &'a str, record: &'a Record) -> Wanted<'a> {
    Wanted { file, part: 0, parts: 1, record }
}

fn certain(game: usize, how: How) -> Placing {
    Placing::Certain { game, how, swapped: false }
}

/// A round robin of four: 张伟, 李娜, 王芳, 古丽米热·买买提.
fn four(columns: [&str; 6]) -> Sheet {
    let names = ["张伟", "李娜", "王芳", "古丽米热·买买提"];
    let games = [(1, 0, 1), (1, 2, 3), (2, 0, 2), (2, 3, 1), (3, 0, 3), (3, 1, 2)];
    let games: Vec<_> = games.iter().zip(columns).map(|((r, b, w), file)| (*r, *b, *w, file)).collect();
    sheet(&names, &games)
}

#[test]
fn a_file_that_the_results_name_is_of_that_game_whatever_its_names_say() {
    let sheet = four(["棋谱/第1轮/A.SGF", "b", "c.sgf", "all#1", "all.sgf:2", "d.gib"]);
    let record = of("甲", "乙");
    let place = |file, part, parts| {
        let wanted = Wanted { file, part, parts, record: &record };
        super::place(&sheet, None, &[wanted]).remove(0)
    };
    assert_eq!(place("a.sgf", 0, 1), certain(0, How::Column));
    assert_eq!(place("第1轮-A.sgf", 0, 1), certain(0, How::Column));
    assert_eq!(place("B.ugf", 0, 1), certain(1, How::Column), "no ending is named");
    assert_eq!(place("C", 0, 1), certain(2, How::Column), "the file has no ending");
    assert_eq!(place("all.sgf", 0, 2), certain(3, How::Column));
    assert_eq!(place("all.sgf", 1, 2), certain(4, How::Column));
    assert_eq!(place("d.sgf", 0, 1), Placing::None, "another ending is another file");
    assert_eq!(place("all.sgf", 2, 3), Placing::None);
}

#[test]
fn names_place_a_record_where_the_two_met_once() {
    let sheet = four([""; 6]);
    let place = |black, white| super::place(&sheet, None, &[wanted("x.sgf", &of(black, white))]).remove(0);
    assert_eq!(place("张伟", "李娜"), certain(0, How::Names));
    assert_eq!(place("張偉 业5段", "李 娜(北京)"), certain(0, How::Names));
    assert_eq!(place("王芳", "古丽米热 买买提"), certain(1, How::Names));
    assert_eq!(place("李娜", "张伟"), Placing::Certain { game: 0, how: How::Names, swapped: true });
    // Names that only sound alike are offered.
    assert_eq!(place("Zhang Wei", "Na Li"), Placing::Candidates(vec![0]));
    assert_eq!(place("章炜", "李娜"), Placing::Candidates(vec![0]));
    // One name alone offers the games of that player.
    assert_eq!(place("", "张伟"), Placing::Candidates(vec![0, 2, 4]));
    assert_eq!(place("张伟", "somebody"), Placing::Candidates(vec![0, 2, 4]));
    assert_eq!((place("", ""), place("甲", "乙")), (Placing::None, Placing::None));
    // Nobody plays against himself.
    assert_eq!(place("张伟", "张伟"), Placing::Candidates(vec![0, 2, 4]));
}

#[test]
fn the_round_tells_which_of_several_games() {
    let sheet = sheet(&["张伟", "李娜", "王芳"], &[(1, 0, 1, ""), (2, 0, 2, ""), (5, 1, 0, ""), (3, 0, 0, "")]);
    let place = |record: &Record, file: &str| super::place(&sheet, None, &[wanted(file, record)]).remove(0);
    let names = [("PB", "张伟"), ("PW", "李娜")];
    let with = |more: (&'static str, &'static str)| record(&[names[0], names[1], more]);
    assert_eq!(place(&of("张伟", "李娜"), "x"), Placing::Candidates(vec![0, 2]));
    assert_eq!(place(&with(("RO", "1")), "x"), certain(0, How::Names));
    let turned = Placing::Certain { game: 2, how: How::Names, swapped: true };
    assert_eq!(place(&with(("RO", "第五轮")), "x"), turned);
    assert_eq!(place(&with(("EV", "全国业余赛第5轮")), "x"), turned);
    assert_eq!(place(&of("张伟", "李娜"), "第5轮-1台.sgf"), turned);
    assert_eq!(place(&with(("RO", "7")), "x"), Placing::Candidates(vec![0, 2]), "no such round between them");
}

#[test]
fn a_collection_that_several_games_name_is_told_apart_by_its_players() {
    let sheet = four(["r1.sgf", "r1.sgf", "", "", "", ""]);
    let records = [of("张伟", "李娜"), of("王芳", "古丽米热·买买提"), of("甲", "乙")];
    let records: Vec<Wanted<'_>> =
        records.iter().enumerate().map(|(part, record)| Wanted { file: "R1.sgf", part, parts: 3, record }).collect();
    let expected = [certain(0, How::Names), certain(1, How::Names), Placing::Candidates(vec![0, 1])];
    assert_eq!(place(&sheet, None, &records), expected);
}

#[test]
fn a_game_gets_one_record_at_most() {
    let sheet = four(["a.sgf", "", "", "", "", ""]);
    let (one, other) = (of("张伟", "李娜"), of("张伟", "李娜"));
    // The one that the results name.
    let placed = place(&sheet, None, &[wanted("b.sgf", &one), wanted("a.sgf", &other)]);
    assert_eq!(placed, [Placing::Candidates(vec![0]), certain(0, How::Column)]);
    // None of two equals.
    let sheet = four([""; 6]);
    let placed = place(&sheet, None, &[wanted("b.sgf", &one), wanted("a.sgf", &other)]);
    assert_eq!(placed, [Placing::Candidates(vec![0]), Placing::Candidates(vec![0])]);
    // The only one of the event's days.
    let day = |day: &str| day.parse().unwrap();
    let days = Some((day("2026-11-28"), day("2026-11-29")));
    let dated = |date| record(&[("PB", "张伟"), ("PW", "李娜"), ("DT", date)]);
    let (then, before, unclear) = (dated("2026-11-29"), dated("2025-11-29"), dated("2026-11"));
    let placed = place(&sheet, days, &[wanted("b.sgf", &before), wanted("a.sgf", &then)]);
    assert_eq!(placed, [Placing::Candidates(vec![0]), certain(0, How::Names)]);
    for rival in [&unclear, &one, &then] {
        let placed = place(&sheet, days, &[wanted("b.sgf", rival), wanted("a.sgf", &then)]);
        assert_eq!(placed, [Placing::Candidates(vec![0]), Placing::Candidates(vec![0])]);
    }
}

#[test]
fn namesakes_are_not_told_apart() {
    let sheet = sheet(&["王伟", "王伟", "李娜"], &[(1, 0, 2, ""), (2, 1, 2, ""), (3, 0, 1, "")]);
    let place = |black, white| super::place(&sheet, None, &[wanted("x", &of(black, white))]).remove(0);
    assert_eq!(place("王伟", "李娜"), Placing::Candidates(vec![0, 1]));
    assert_eq!(place("王伟", "王伟"), certain(2, How::Names));
}

#[test]
fn dates_are_inside_outside_or_not_exact_enough() {
    let day = |day: &str| day.parse().unwrap();
    let (first, last) = (day("2026-11-28"), day("2026-11-29"));
    for (date, inside) in [
        ("2026-11-28", Some(true)),
        ("2026-11-27", Some(false)),
        ("2026-11-27,28", Some(true)),
        ("2026-11-27,30", Some(false)),
        ("2026-11", None),
        ("2026-10", Some(false)),
        ("2026", None),
        ("2025", Some(false)),
        ("", None),
    ] {
        assert_eq!(on_days(&record(&[("DT", date)]), first, last), inside, "{date}");
    }
}

type Rows<T> = Vec<(T, usize, usize, u8)>;

fn parts() -> impl Strategy<Value = (Rows<u16>, Rows<u8>)> {
    let game = (1_u16..4, 0_usize..5, 0_usize..5, 0_u8..6);
    let record = (0_u8..6, 0_usize..7, 0_usize..7, 0_u8..4);
    (proptest::collection::vec(game, 0..12), proptest::collection::vec(record, 0..10))
}

const NAMES: [&str; 7] = ["张伟", "李娜", "王芳", "王芳", "赵敏", "Zhang Wei", ""];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_order_of_the_records_changes_nothing((games, records) in parts(), turn in 0_usize..10) {
        let files: Vec<String> = (0..6).map(|n| if n == 0 { String::new() } else { format!("{n}.sgf") }).collect();
        let games: Vec<_> =
            games.iter().map(|(round, black, white, file)| (*round, *black, *white, files[usize::from(*file)].as_str())).collect();
        let sheet = sheet(&NAMES[..5], &games);
        let texts: Vec<Record> = records
            .iter()
            .map(|(_, black, white, round)| {
                record(&[("PB", NAMES[*black]), ("PW", NAMES[*white]), ("RO", &round.to_string())])
            })
            .collect();
        let all: Vec<Wanted<'_>> =
            records.iter().zip(&texts).map(|((file, ..), record)| wanted(&files[usize::from(*file)], record)).collect();
        let placed = place(&sheet, None, &all);
        let mut order: Vec<usize> = (0..all.len()).rev().collect();
        if !order.is_empty() {
            let at = turn % order.len();
            order.rotate_left(at);
        }
        let mixed: Vec<Wanted<'_>> = order.iter().map(|at| all[*at]).collect();
        let mixed = place(&sheet, None, &mixed);
        for (at, placing) in order.iter().zip(mixed) {
            prop_assert_eq!(&placed[*at], &placing);
        }
        let mut taken = std::collections::BTreeSet::new();
        for placing in &placed {
            match placing {
                Placing::Certain { game, .. } => prop_assert!(taken.insert(*game) && sheet.games[*game].white.is_some()),
                Placing::Candidates(games) => prop_assert!(!games.is_empty() && games.windows(2).all(|two| two[0] < two[1])),
                Placing::None => {}
            }
        }
    }
}

/// In a release build well under a second; here only that it does not grow with the square.
#[test]
fn ten_thousand_records_are_placed_on_five_thousand_games() {
    let names: Vec<String> = (0..2_000_u32).map(|n| format!("{}{n}", if n % 2 == 0 { "张" } else { "李" })).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let games: Vec<(u16, usize, usize, &str)> =
        (0..5_000).map(|n| ((n / 1_000 + 1) as u16, n % 1_000, 1_000 + (n * 7 + n / 1_000) % 1_000, "")).collect();
    let sheet = sheet(&names, &games);
    let records: Vec<Record> = (0..10_000)
        .map(|n| {
            let (_, black, white, _) = games[n % 5_000];
            if n < 5_000 { of(names[black], names[white]) } else { of("nobody", names[white]) }
        })
        .collect();
    let wanted: Vec<Wanted<'_>> = records.iter().map(|record| wanted("x.sgf", record)).collect();
    let placed = place(&sheet, None, &wanted);
    let certain = placed.iter().filter(|placing| matches!(placing, Placing::Certain { .. })).count();
    assert!(certain >= 4_900, "{certain}");
}
