//! The parts of the language that no built-in scheme uses: tests away from the board, score rates, void groups,
//! households, certificates, one promotion a month, limits of rungs.

use super::*;
use crate::domain::promotion::Facts;
use crate::domain::results::Sheet;
use crate::domain::scheme::{Scheme, load};

/// A scheme from its parts.
fn scheme(top: &str, group: &str) -> Scheme {
    let text = format!(
        "id = \"t\"\nversion = 1\nname = {{ zh = \"试\", en = \"t\" }}\nladder = \"national\"\n\
         source.title = {{ zh = \"试\", en = \"t\" }}\n{top}\n[[group]]\nid = \"all\"\n\
         article = {{ zh = \"一\", en = \"1\" }}\n{group}\n"
    );
    load(&text).unwrap_or_else(|p| panic!("{text}\n{p:#?}"))
}

fn outcome(scheme: &Scheme, table: &str, context: &Context) -> Outcome {
    promote(scheme, scheme.group("all").unwrap(), &crosstable(table), context).unwrap()
}

#[test]
fn tests_away_from_the_board_are_asked_for() {
    let scheme = scheme(
        "[[test]]\nid = \"theory\"\nname = { zh = \"理论\", en = \"theory\" }\nmax = 15\n\
         [[test]]\nid = \"machine\"\nname = { zh = \"人机对弈\", en = \"games against the machine\" }",
        "grades = \"ungraded\"\n[[group.clause]]\nid = \"pass\"\ntests = { theory = 12, machine = 2 }\nto = \"12级\"",
    );
    let table = "
        a - m tests=theory=12;machine=2 | b
        b - m tests=theory=15;machine=1 | b
        c - m tests=machine=3 | b
    ";
    let outcome = outcome(&scheme, table, &Context { date: "2024-01-01".parse().ok(), ..Context::default() });
    let award = |id: &str| lines(&outcome, table).into_iter().find(|l| l.starts_with(id)).unwrap().contains("12级");
    assert!(award("a") && !award("b") && !award("c"));
    assert!(reason(&outcome, table, "a").starts_with("tests passed: games against the machine 2, theory 12"));
    assert_eq!(reason(&outcome, table, "b"), "test “games against the machine”: 1, 2 needed");
    assert_eq!(reason(&outcome, table, "c"), "no result of the test “theory”, 12 needed");
}

#[test]
fn an_old_grade_and_a_score_rate_decide_together() {
    let scheme = scheme(
        "",
        "grades = \"4级..1级\"\nrounds = 5\n\
         [[group.clause]]\nid = \"1k-85\"\nfrom = \"1级\"\nrate = \"85%\"\nto = \"2段\"\n\
         [[group.clause]]\nid = \"1k-70\"\nfrom = \"1级\"\nrate = \"70%\"\nto = \"1段\"\n\
         [[group.clause]]\nid = \"4k-70\"\nfrom = \"4级\"\nrate = \"70%\"\nto = \"2级\"",
    );
    // 85 % of ten points is 8.5, so nine; 70 % is seven.
    let table = "
        a 1级 m | b b b b b
        b 1级 m | b b b b .
        c 1级 m | b b b . .
        d 4级 m | b b b b .
        e 3级 m | b b b b b
    ";
    let outcome = outcome(&scheme, table, &Context::default());
    let mut got = lines(&outcome, table);
    got.sort();
    let awards: Vec<_> = got.iter().map(|line| line.split(' ').nth(2).unwrap()).collect();
    assert_eq!(awards, ["2段", "1段", "-", "2级", "-"]);
    assert_eq!(reason(&outcome, table, "c"), "6 points; 7 needed for a score rate of 70%");
    assert_eq!(reason(&outcome, table, "e"), "no clause of this group concerns 3 kyu");
}

#[test]
fn a_group_that_is_too_small_is_void() {
    let scheme = scheme("", "grades = \"any\"\nmin_size = 3\n[[group.clause]]\nid = \"w\"\nwins = 1\nup = 1");
    let two = "
        a 5级 m | +b
        b 5级 m | -a
        c 5级 m | .
    ";
    let void = outcome(&scheme, two, &Context::default());
    assert_eq!(void.awards().count(), 0);
    assert_eq!(reason(&void, two, "a"), "the group has 2 players and is void under 3");
    assert!(void.void.is_some() && void.notes.contains(void.void.as_ref().unwrap()));
    let three = two.replace("| .", "| b");
    assert_eq!(outcome(&scheme, &three, &Context::default()).awards().count(), 2);
}

#[test]
fn household_certificate_and_month_are_conditions_of_entry() {
    let scheme = scheme(
        "",
        "grades = \"any\"\nentry = { household = \"local\", certificate_from = \"5级\" }\n\
         [[group.clause]]\nid = \"w\"\nwins = 1\nup = 1",
    );
    let table = "
        a 5级 m household=合肥市 cert=340250001 | b
        b 5级 m household=芜湖市 cert=340250002 | b
        c 5级 m household=合肥市 | b
        d 6级 m household=合肥市 | b
        e 6级 m household=合肥市 | b
    ";
    let promoted = |day: &str| Facts { promoted_on: Some(vec![day.parse().unwrap()]), ..Facts::default() };
    let context = Context {
        date: "2026-05-31".parse().ok(),
        regions: vec!["合肥".into()],
        facts: [("d".to_owned(), promoted("2026-05-01")), ("e".to_owned(), promoted("2026-04-30"))].into(),
        ..Context::default()
    };
    let outcome = outcome(&scheme, table, &context);
    assert_eq!(reason(&outcome, table, "b"), "the household “芜湖市” is not local");
    assert_eq!(reason(&outcome, table, "c"), "a certificate has to be shown from 5 kyu up; none is given");
    assert_eq!(reason(&outcome, table, "d"), "already promoted this month, at the event that ended on 1 May 2026");
    assert_eq!(reason(&outcome, table, "e"), "0 wins, 1 bye counted as a win; at least 1 needed");
    assert!(reason(&outcome, table, "a").ends_with("one promotion a month not checked: the register was not asked"));
}

#[test]
fn whoever_is_below_the_group_may_enter_directly_at_the_age_that_it_says() {
    let scheme = scheme(
        "",
        "grades = \"2级\"\nlower = \"admitted\"\nentry = { lower_age = { from = 18 } }\n\
         [[group.clause]]\nid = \"w\"\nwins = 1\nto = \"1级\"",
    );
    let table = "
        a 2级 m birth=2015-01-01 | b
        b -   m birth=2008-05-31 | b
        c 5级 m birth=2008-06-01 | b
        d 5级 m | b
    ";
    let context = Context { date: "2026-05-31".parse().ok(), ..Context::default() };
    let outcome = outcome(&scheme, table, &context);
    let mut got = lines(&outcome, table);
    got.sort();
    assert_eq!(got.iter().map(|l| l.split(' ').nth(2).unwrap()).collect::<Vec<_>>(), ["1级", "1级", "-", "1级"]);
    assert_eq!(
        reason(&outcome, table, "c"),
        "holds 5 kyu, below the group, and is aged 17 on the day of the event; direct entry asks for ≥18"
    );
    assert!(reason(&outcome, table, "d").contains("age not checked: no birth date"));
}

#[test]
fn a_birth_date_in_a_document_counts_as_one_in_its_column() {
    let scheme = scheme(
        "",
        "grades = \"2级\"\nentry = { age = { from = 18 } }\n[[group.clause]]\nid = \"w\"\nwins = 1\nto = \"1级\"",
    );
    let context = Context { date: "2026-05-31".parse().ok(), ..Context::default() };
    let mut sheet = crosstable("a 2级 m | b");
    let award = |sheet: &Sheet| promote(&scheme, &scheme.groups[0], sheet, &context).unwrap().awards().count();
    assert_eq!(award(&sheet), 1, "no birth date is known, and nobody is held back for want of one");
    sheet.entries[0].document = Some("11010520140208001X".to_owned());
    assert_eq!(award(&sheet), 0, "born in 2014");
}

#[test]
fn a_clause_for_events_of_a_level_gives_nothing_at_others() {
    let table = "
        a 5段 m | +b
        b 5段 m | -a
    ";
    let at = |level| {
        let outcome = run("national-2024", "all", table, &Context { level, ..Context::default() });
        (lines(&outcome, table), reason(&outcome, table, "a"))
    };
    let level = crate::domain::scheme::Level::from_id;
    assert_eq!(at(level("world")).0, ["a 1 8段 8d-world", "b 2 - -"]);
    assert_eq!(at(level("national")).0, ["a 1 7段 7d-national", "b 2 6段 6d-top"]);
    assert_eq!(at(level("province")).0, ["a 1 6段 6d-top", "b 2 6段 6d-top"]);
    for low in [level("city"), None] {
        let (lines, reason) = at(low);
        assert_eq!(lines, ["a 1 - -", "b 2 - -"]);
        assert_eq!(reason, "no clause of this group is for an event of this level, or the level is not given");
    }
}

#[test]
fn an_event_lifts_no_more_rungs_than_allowed() {
    let scheme =
        scheme("[limits]\nmax_rungs = 2", "grades = \"any\"\n[[group.clause]]\nid = \"w\"\nwins = 1\nto = \"1段\"");
    let table = "
        a 10级 m | b
        b 1级  m | b
        c 2级  m | b
    ";
    let outcome = outcome(&scheme, table, &Context::default());
    let mut got = lines(&outcome, table);
    got.sort();
    assert_eq!(got.iter().map(|l| l.split(' ').nth(2).unwrap()).collect::<Vec<_>>(), ["8级", "1段", "1段"]);
}

#[test]
fn a_ceiling_lowers_an_award_as_far_as_it_must() {
    let scheme = scheme("", "grades = \"any\"\n[[group.clause]]\nid = \"w\"\nwins = 1\nup = 3");
    let table = "
        a 1级 m | b
        b 5级 m | b
        c 1段 m | b
    ";
    let context = Context { level: Some(crate::domain::scheme::Level::County), ..Context::default() };
    let outcome = outcome(&scheme, table, &context);
    let mut got = lines(&outcome, table);
    got.sort();
    assert_eq!(got.iter().map(|l| l.split(' ').nth(2).unwrap()).collect::<Vec<_>>(), ["1段", "2级", "-"]);
    assert!(reason(&outcome, table, "a").contains("3 dan but for the ceiling of this event, 1 dan"));
    assert_eq!(reason(&outcome, table, "c"), "4 dan is above the ceiling of this event, 1 dan");
    let agency = Context { agency_ceiling: crate::domain::grade::Grade::kyu(3), ..Context::default() };
    let capped = promote(&scheme, scheme.group("all").unwrap(), &crosstable(table), &agency).unwrap();
    assert_eq!(capped.awards().map(|(_, grade)| grade.to_string()).collect::<Vec<_>>(), ["3级"]);
}

#[test]
fn guests_use_up_places_only_where_the_scheme_says_so() {
    let group = "grades = \"1段\"\n[[group.clause]]\nid = \"top\"\nplaces = 2\nup = 1";
    let table = "
        a 3段 m | b b b
        b 1段 m | b b .
        c 1段 m | b . .
    ";
    let default = scheme("", group);
    assert_eq!(outcome(&default, table, &Context::default()).awards().count(), 2);
    let counting = scheme("[quota]\nguests_take_places = true", group);
    assert_eq!(outcome(&counting, table, &Context::default()).awards().count(), 1);
}

#[test]
fn a_withdrawal_can_cost_the_award_and_a_percentage_can_count_finishers() {
    let scheme = scheme(
        "[absence]\nin_a_row = 2\nforfeits_award = true\n[quota]\nbase = \"finished\"\nrounding = \"ceiling\"",
        "grades = \"any\"\n[[group.clause]]\nid = \"s\"\nshare = \"40%\"\nup = 1",
    );
    let table = "
        a 5级 m | b b b . .
        b 5级 m | b b . b .
        c 5级 m | b . b . b
        d 5级 m | . . . b b
    ";
    // d misses the first two rounds and is withdrawn. a misses the last two. c and d are there at the end: 0.8 → 1.
    let outcome = outcome(&scheme, table, &Context::default());
    assert_eq!(outcome.standings.size.finished, 2);
    assert_eq!(outcome.awards().count(), 1);
    assert_eq!(reason(&outcome, table, "a"), "withdrew in round 5, which forfeits the award");
    assert!(lines(&outcome, table).contains(&"b 2 4级 s".to_owned()));
}

#[test]
fn several_groups_in_one_file_are_kept_apart() {
    let table = "
        a 1级 m group=定段组 | b b b b
        b 1段 m group=1段 | b b b b
    ";
    let outcome = run("putian-2024", "定段", table, &Context::default());
    assert_eq!(lines(&outcome, table), ["a 1 1段 first-dan-4w"]);
}
