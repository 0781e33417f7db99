use super::*;

fn g(text: &str) -> Grade {
    Grade::from_canonical(text).unwrap_or_else(|| panic!("{text}"))
}

fn up(ladder: &str, from: &str) -> Option<String> {
    let from = if from == "无级" { None } else { Some(g(from)) };
    Ladder::by_id(ladder).unwrap().next_up(from, 1).map(|g| g.to_string())
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn the_data_loads_and_holds_every_ladder_that_regulations_name() {
    load(include_str!("../../../data/ladders.toml")).unwrap();
    for id in [
        "national",
        "national-printed",
        "national-2005",
        "national-1992",
        "shanghai",
        "beijing",
        "hebei",
        "guizhou",
        "nanjing",
        "zhejiang",
        "chongqing",
    ] {
        assert_eq!(Ladder::by_id(id).unwrap().id(), id);
    }
    assert_eq!(Ladder::by_id("atlantis"), None);
    assert_eq!(Ladder::national().rungs().len(), 33);
}

#[test]
fn one_grade_up_is_the_next_rung_of_that_ladder() {
    for (ladder, from, to) in [
        ("guizhou", "15级", "10级"),
        ("guizhou", "2级", "1级"),
        ("beijing", "10级", "5级"),
        ("hebei", "5级", "4级"),
        ("nanjing", "15级", "10级"),
        ("chongqing", "12级", "11级"),
        ("national-printed", "5级", "2级"),
        ("national", "25级", "24级"),
    ] {
        assert_eq!(up(ladder, from).as_deref(), Some(to), "{ladder} {from}");
    }
}

#[test]
fn after_1_kyu_comes_1_dan_on_every_ladder_that_has_kyu() {
    for ladder in Ladder::all().iter().filter(|ladder| !ladder.lowest().is_dan()) {
        assert_eq!(up(ladder.id(), "1级").as_deref(), Some("1段"), "{}", ladder.id());
    }
}

#[test]
fn the_ungraded_step_onto_the_lowest_rung() {
    for (ladder, lowest) in [("shanghai", "12级"), ("beijing", "10级"), ("hebei", "25级"), ("national-1992", "1段")]
    {
        assert_eq!(up(ladder, "无级").as_deref(), Some(lowest));
    }
    assert_eq!(Ladder::by_id("hebei").unwrap().next_up(None, 2), Some(g("20级")));
}

#[test]
fn a_grade_from_elsewhere_steps_to_the_rung_above_it() {
    assert_eq!(up("guizhou", "7级").as_deref(), Some("5级"));
    assert_eq!(up("shanghai", "25级").as_deref(), Some("12级"));
}

#[test]
fn two_steps_skip_a_rung_no_step_stays_and_the_top_ends_it() {
    let ladder = Ladder::by_id("guizhou").unwrap();
    assert_eq!(ladder.next_up(Some(g("15级")), 2), Some(g("5级")));
    assert_eq!(ladder.next_up(Some(g("7级")), 0), Some(g("7级")));
    assert_eq!(ladder.next_up(None, 0), None);
    assert_eq!(ladder.next_up(Some(g("8段")), 1), None);
    assert_eq!(ladder.next_up(Some(g("7段")), 2), None);
    assert_eq!(ladder.next_up(None, u8::MAX), None);
    assert_eq!(ladder.steps_between(Some(g("15级")), g("5级")), 2);
    assert_eq!(ladder.steps_between(None, g("15级")), 1);
}

#[test]
fn nationally_only_seven_kyu_and_the_dan_grades_are_printed() {
    let printed: Vec<_> = Ladder::national().printed().iter().map(Grade::to_string).collect();
    assert_eq!(
        printed,
        ["25级", "20级", "15级", "10级", "5级", "2级", "1级", "1段", "2段", "3段", "4段", "5段", "6段", "7段", "8段"]
    );
    let hebei = Ladder::by_id("hebei").unwrap();
    assert!(hebei.contains(g("4级")) && !hebei.prints(g("4级")));
}

#[test]
fn a_ladder_may_declare_what_it_prints() {
    let own = Ladder::custom("own", &[g("1级"), g("3级"), g("2级")], Some(&[g("3级")])).unwrap();
    assert_eq!(own.rungs(), [g("3级"), g("2级"), g("1级")]);
    assert!(own.prints(g("3级")) && !own.prints(g("2级")));
    assert!(Ladder::custom("own", &[g("3级"), g("2级")], None).unwrap().prints(g("2级")));
}

#[test]
fn what_is_no_ladder_is_refused() {
    assert_eq!(Ladder::custom("x", &[], None), Err(LadderError::Empty));
    assert_eq!(Ladder::custom("x", &[g("3级"), g("3级")], None), Err(LadderError::Twice(g("3级"))));
    assert_eq!(Ladder::custom("x", &[g("3级")], Some(&[g("2级")])), Err(LadderError::PrintedOffLadder(g("2级"))));
}

#[test]
fn lists_of_grades_may_hold_ranges() {
    assert_eq!(parse_grades(&["12级..10级", "1段"]).unwrap(), [g("12级"), g("11级"), g("10级"), g("1段")]);
    assert_eq!(parse_grades(&["1级..10级"]), Err(LadderError::Downwards("1级..10级".into())));
    assert_eq!(parse_grades(&["ten"]), Err(LadderError::NotAGrade("ten".into())));
}

#[test]
fn the_rules_in_force_on_the_last_day_decide_which_grades_exist() {
    assert_eq!(ladder_in_force(day("1991-12-31")), None);
    let of = |date| &ladder_in_force(day(date)).unwrap().ladder;
    assert!(!of("2005-06-30").contains(g("1级")), "the rules of 1992 had no kyu");
    assert_eq!(of("2005-06-30").highest(), g("7段"));
    assert!(of("2005-07-01").contains(g("25级")));
    assert_eq!(of("2005-07-01").highest(), g("7段"));
    assert_eq!(of("2005-07-01").titles(), [g("8段")], "8段 was a title only");
    assert_eq!(of("2026-10-01").highest(), g("8段"));
    assert_eq!(national_rules().len(), 3, "old rules are kept");
}

#[test]
fn data_with_a_fault_is_refused_with_its_reason() {
    let one = |body: &str| load(body).err().unwrap_or_default();
    let ladder = "[[ladder]]\nid='a'\nname={zh='a',en='a'}\nrungs=['1段']\n";
    assert!(one(&format!("rules=[]\n{ladder}{ladder}")).contains("twice"));
    assert!(one(&format!("{ladder}\n[[rules]]\nladder='b'\nvalid_from='2000-01-01'")).contains("unknown ladder b"));
    let gap = "[[rules]]\nladder='a'\nvalid_from='2000-01-01'\nvalid_to='2000-12-31'\n[[rules]]\nladder='a'\nvalid_from='2002-01-01'";
    assert!(one(&format!("{ladder}{gap}")).contains("do not follow"));
    assert!(one(&format!("{ladder}colour='red'\n{gap}")).contains("colour"));
}
