//! Danyang 2010: fixed numbers of places, partly by sex, and something for everyone.

use super::*;

/// A line with so many wins (byes) out of six rounds.
fn with_wins(id: &str, grade: &str, sex: &str, wins: usize) -> String {
    format!("{id} {grade} {sex} | {}{}\n", "b ".repeat(wins), ". ".repeat(6 - wins))
}

#[test]
fn the_best_3_dan_of_the_open_group_rises_whoever_stands_above() {
    let table = [with_wins("a", "4段", "m", 6), with_wins("b", "3段", "m", 5), with_wins("c", "3段", "f", 4)].concat();
    let outcome = run("danyang-2010", "A", &table, &Context::default());
    assert_eq!(lines(&outcome, &table), ["a 1 - -", "b 2 4段 a-best", "c 3 - -"]);
    assert_eq!(
        reason(&outcome, &table, "c"),
        "0 wins, 4 byes counted as wins, place 3 of 3; 1 place, the last went to place 2"
    );
    assert_eq!(reason(&outcome, &table, "a"), "no clause of this group concerns 4 dan");
}

#[test]
fn the_first_five_2_dan_rise() {
    let table: String = (0..6).map(|n| with_wins(&format!("p{n}"), "2段", "m", 6 - n)).collect();
    let outcome = run("danyang-2010", "B", &table, &Context::default());
    assert_eq!(outcome.awards().count(), 5);
    assert_eq!(reason(&outcome, &table, "p5"), "0 wins, 1 bye counted as a win, place 6 of 6; 5 places");
}

#[test]
fn places_of_groups_c_and_d_are_counted_by_sex() {
    let mut table: String = (0..12).map(|n| with_wins(&format!("m{n:02}"), "1段", "m", 6)).collect();
    table.push_str(&with_wins("w1", "1段", "f", 3));
    table.push_str(&with_wins("w2", "1段", "f", 2));
    table.push_str(&with_wins("w3", "1段", "f", 1));
    table.push_str(&with_wins("x", "1段", "-", 6));
    let outcome = run("danyang-2010", "C", &table, &Context::default());
    let by = |clause: &str| outcome.players.iter().filter(|p| p.clause.as_deref() == Some(clause)).count();
    assert_eq!((by("c-boys"), by("c-girls")), (10, 2));
    assert_eq!(
        reason(&outcome, &table, "w3"),
        "0 wins, 1 bye counted as a win, place 16 of 16; 2 places, the last went to place 15"
    );
    assert_eq!(reason(&outcome, &table, "x"), "the places of this group go by sex, and the sex is not given");
    let mut table: String = (0..20).map(|n| with_wins(&format!("m{n:02}"), "1级", "m", 6)).collect();
    table.extend((0..5).map(|n| with_wins(&format!("w{n}"), "1级", "f", 1)));
    let outcome = run("danyang-2010", "D", &table, &Context::default());
    let by = |clause: &str| outcome.players.iter().filter(|p| p.clause.as_deref() == Some(clause)).count();
    assert_eq!((by("d-boys"), by("d-girls")), (16, 4));
}

#[test]
fn boys_and_girls_of_2_to_4_kyu_rise_by_place_and_the_rest_one_rung() {
    let table: String = [("a", "4级"), ("b", "2级"), ("c", "4级"), ("d", "3级"), ("e", "4级"), ("f", "2级")]
        .iter()
        .enumerate()
        .map(|(n, (id, grade))| with_wins(id, grade, "m", 6 - n))
        .collect();
    let outcome = run("danyang-2010", "E", &table, &Context::default());
    assert_eq!(
        lines(&outcome, &table),
        ["a 1 1段 e-top", "b 2 1段 e-top", "c 3 1级 e-next", "d 4 1级 e-next", "e 5 3级 e-rest", "f 6 1级 e-rest",]
    );
    let girls: String = [("a", "4级"), ("b", "3级"), ("c", "2级")]
        .iter()
        .enumerate()
        .map(|(n, (id, grade))| with_wins(id, grade, "f", 6 - n))
        .collect();
    let outcome = run("danyang-2010", "F", &girls, &Context::default());
    assert_eq!(lines(&outcome, &girls), ["a 1 1段 f-first", "b 2 1级 f-second", "c 3 1级 f-rest"]);
}

#[test]
fn the_top_two_of_5_and_6_kyu_skip_one_and_beginners_all_get_6_kyu() {
    let table = [with_wins("a", "6级", "m", 6), with_wins("b", "5级", "f", 5), with_wins("c", "6级", "m", 0)].concat();
    for group in ["G", "H", "I"] {
        let table = table.replace(". . . . . .", "-b . . . . .").replace("b b b b b .", "+c b b b b .");
        let outcome = run("danyang-2010", group, &table, &Context::default());
        assert_eq!(lines(&outcome, &table), ["a 1 4级 ghi-top", "b 2 3级 ghi-top", "c 3 5级 ghi-rest"]);
    }
    let beginners = [with_wins("a", "-", "m", 3), with_wins("b", "10级", "f", 1), with_wins("c", "-", "m", 0)].concat();
    for group in ["J", "K", "M"] {
        let outcome = run("danyang-2010", group, &beginners, &Context::default());
        assert_eq!(lines(&outcome, &beginners), ["a 1 5级 jkm-first", "b 2 6级 jkm-rest", "c 3 - -"]);
    }
    let scheme = builtin("danyang-2010", None).unwrap();
    assert!(scheme.group("L").is_none(), "there is no group L");
}
