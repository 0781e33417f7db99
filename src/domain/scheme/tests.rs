//! The reader of scheme files: what is built in reads, and every kind of fault is found at its line.

use super::*;
use crate::domain::grade::Grade;
use std::collections::BTreeSet;

#[test]
fn every_built_in_file_reads_without_a_problem() {
    for (name, text) in files() {
        let scheme = load(&text).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
        assert_eq!(name, format!("{}.toml", scheme.id), "the file is named by its scheme");
    }
    assert_eq!(all().len(), files().len());
}

#[test]
fn the_groups_are_the_texts_of_the_regulations() {
    let groups = |id: &str| -> Vec<String> { builtin(id, None).unwrap().groups.iter().map(|g| g.id.clone()).collect() };
    assert_eq!(groups("shanghai-kyu"), ["ungraded", "10-8", "7-3", "2", "1"]);
    assert_eq!(groups("hangzhou-adult-2018"), ["all"]);
    assert_eq!(groups("anhui-2018"), ["定段", "1段", "2段", "3段", "4段"]);
    assert_eq!(groups("yixing-2025"), ["定段", "1段", "2段"]);
    assert_eq!(groups("zhuhai-2013"), ["ungraded", "10-9", "8-3", "定段", "1-2段"]);
    assert_eq!(groups("putian-2024"), ["定段", "1段", "2段"]);
    assert_eq!(groups("fujian-6dan-2022"), ["all"]);
    assert_eq!(groups("danyang-2010"), ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "M"]);
    assert_eq!(groups("qinhuangdao-2026"), ["ungraded", "25", "20", "15", "10", "5", "4", "3", "2"]);
    assert_eq!(groups("nanan"), ["12-10", "9-7", "6-4", "3-1", "定段", "1段", "2段"]);
    assert_eq!(groups("shanghai-online"), ["ungraded"]);
    assert_eq!(groups("beijing-kyu"), ["10", "5", "2", "1"]);
    assert_eq!(groups("nanjing-2025"), ["ungraded", "9-10", "7-8", "5-6", "3-4", "1-2"]);
    assert_eq!(groups("nantong-2016"), ["定段", "1段", "2段", "3段", "4段"]);
    assert_eq!(groups("jurong-2017"), ["定段", "1段", "2段"]);
    assert_eq!(groups("hefei-2020"), ["3段", "4段"]);
    assert_eq!(groups("maanshan-2018"), ["4级", "3级", "2级", "定段", "1段", "2段"]);
    assert_eq!(groups("guiyang-2024"), ["定级", "15-10", "10-5", "5-2", "2-1"]);
    assert_eq!(groups("guiyang-q3"), groups("guiyang-2024"));
    assert_eq!(groups("xiangqi-rate"), ["all"]);
    assert_eq!(groups("national-2005"), groups("national-2024"));
    assert_eq!(groups("open-test"), ["all"]);
}

/// A valid file that uses much of the language; the faults below change one thing each.
const VALID: &str = r#"id = "trial-2026"
version = 1
name = { zh = "试行办法", en = "Trial" }
valid_from = "2026-01-01"
ladder = "national"

[source]
title = { zh = "试行办法", en = "Trial regulation" }
year = 2026

[standings]
order = ["points", "opponents", "direct"]
ties = "lot"

[quota]
base = "started"

[[parameter]]
id = "quota"
name = { zh = "名额", en = "quota" }
kind = "percent"
why = "announced"
default = "30%"
min = "10%"
max = "50%"

[[test]]
id = "theory"
name = { zh = "理论", en = "theory" }
max = 15

[[group]]
id = "kyu"
grades = "10级..6级"
rounds = 7
article = { zh = "第三条", en = "Article 3" }

[[group.clause]]
id = "kyu-5w"
wins = 5
up = 2

[[group.clause]]
id = "kyu-3w"
wins = 3
up = 1

[[group]]
id = "dan"
grades = "1段"
rounds = 7
article = { zh = "第四条", en = "Article 4" }

[[group.clause]]
id = "dan-share"
share = "$quota"
fill = [5, 4]
to = "2段"

[[group.clause]]
id = "dan-woman"
reserved = 1
sex = "female"
wins = 4
to = "2段"
"#;

#[test]
fn the_example_is_valid_and_silence_becomes_an_open_parameter() {
    let scheme = load(VALID).unwrap_or_else(|p| panic!("{p:#?}"));
    let open: Vec<_> = scheme.parameters.iter().filter(|p| p.why == Why::Open).map(|p| p.id.as_str()).collect();
    let unplayed = ["bye_opponent", "forfeit_opponent", "missed_round"];
    assert_eq!(open[..4], [["bye"].as_slice(), &unplayed].concat());
    assert_eq!(open[4..], ["rounding", "guests_take_places", "one_per_month"]);
    assert_eq!(scheme.group("kyu").unwrap().line, 33);
    assert_eq!(scheme.clause("dan-woman").unwrap().1.line, 61);
    assert!(scheme.group_named(" dan组 ").is_some() && scheme.group_named("none").is_none());
}

/// Reads the example with one text in place of another: the faults as `line:column code found`.
fn faults(old: &str, new: &str) -> Vec<String> {
    assert!(VALID.contains(old), "{old}");
    let problems = load(&VALID.replacen(old, new, 1)).expect_err(new);
    for problem in &problems {
        assert!(!problem.message.zh.is_empty() && problem.message.zh != problem.message.en, "{problem:?}");
        assert!(crate::text::has(&format!("schemes.problem.{}", problem.code.replace('-', "_"))), "{problem:?}");
    }
    problems
        .iter()
        .map(|p| format!("{}:{} {} {}", p.line.unwrap_or(0), p.column.unwrap_or(0), p.code, p.found))
        .collect()
}

#[test]
fn keys_and_types_are_strict() {
    assert_eq!(faults("wins = 3", "winz = 3"), ["45:1 unknown-key winz"]);
    assert_eq!(faults("ties =", "tie ="), ["13:1 unknown-key tie"]);
    assert_eq!(faults("en = \"Trial\"", "fr = \"Essai\""), ["3:23 unknown-key fr"]);
    assert_eq!(faults("version = 1\n", ""), ["1:1 missing-key -"]);
    assert_eq!(faults("version = 1", "version = \"one\""), ["2:11 wrong-type string \"one\""]);
    assert_eq!(faults("year = 2026", "year = "), ["9:8 syntax "]);
    assert_eq!(faults("ties = \"lot\"", "ties = \"lot\"\nties = \"share\""), ["14:1 syntax ties"]);
    assert_eq!(faults("ties = \"lot\"", "ties = \"dice\""), ["13:8 bad-value dice"]);
    assert_eq!(faults("2026-01-01", "2026-02-30"), ["4:14 bad-value 2026-02-30"]);
    assert_eq!(faults("valid_from", "valid_until = \"2025-01-01\"\nvalid_from"), ["4:15 bad-value 2025-01-01"]);
    assert_eq!(faults("id = \"trial-2026\"", "id = \"Trial 2026\""), ["1:6 bad-value Trial 2026"]);
    assert_eq!(faults("up = 1", "up = 1\nto = \"1级\""), ["47:6 both up, to"]);
    assert_eq!(faults("share = \"$quota\"", "share = \"$quota\"\nplaces = 3"), ["57:10 both share, places"]);
    assert_eq!(faults("up = 1\n", ""), ["44:6 missing-key -"]);
    assert_eq!(faults("wins = 3\n", ""), ["44:6 everyone kyu-3w"]);
    assert_eq!(faults("wins = 3", "wins = 3\neveryone = true"), ["44:6 everyone kyu-3w"]);
    assert_eq!(faults("article = { zh = \"第四条\", en = \"Article 4\" }\n", "").len(), 2, "one for each clause");
}

#[test]
fn grades_and_quotas_are_possible_ones() {
    assert_eq!(faults("up = 2", "to = \"9段\""), ["41:6 bad-value 9段"]);
    assert_eq!(faults("ladder = \"national\"", "ladder = \"guizhou\""), ["34:10 off-ladder 6级"]);
    assert_eq!(faults("ladder = \"national\"", "ladder = \"moon\""), ["5:10 bad-value moon"]);
    assert_eq!(
        faults("ladder = \"national\"", "rungs = [\"1级..10级\"]"),
        ["5:9 bad-value the range `1级..10级` runs downwards"]
    );
    assert_eq!(
        faults("ladder = \"national\"", "rungs = [\"10级..1级\", \"1段\"]"),
        ["58:6 off-ladder 2段", "65:6 off-ladder 2段"]
    );
    assert_eq!(faults("share = \"$quota\"", "share = \"130%\"")[0], "56:9 over-whole 130%");
    assert_eq!(faults("share = \"$quota\"", "share = \"0%\"")[0], "56:9 no-place 0%");
    assert_eq!(faults("share = \"$quota\"", "share = \"half\"")[0], "56:9 bad-value half");
    assert_eq!(faults("fill = [5, 4]", "fill = [4, 5]")[0], "57:8 bad-fill [4, 5]");
    assert_eq!(faults("grades = \"1段\"", "grades = \"1段..\""), ["50:10 bad-value 1段.."]);
}

#[test]
fn parameters_are_declared_used_and_bounded() {
    assert_eq!(faults("$quota", "$quotas"), ["56:9 unknown-parameter quotas"]);
    assert_eq!(faults("share = \"$quota\"", "share = \"30%\""), ["19:6 unused-parameter quota"]);
    assert_eq!(faults("default = \"30%\"", "default = \"60%\""), ["23:11 out-of-bounds 60%"]);
    assert_eq!(faults("kind = \"percent\"", "kind = \"colour\"")[0], "21:8 bad-value colour");
    assert_eq!(faults("why = \"announced\"", "why = \"whim\"")[0], "22:7 bad-value whim");
    assert_eq!(faults("min = \"10%\"", "choices = [\"30%\"]")[0], "21:8 bad-choices percent");
    let twice = "[[parameter]]\nid = \"quota\"\nname = { zh = \"一\", en = \"1\" }\nkind = \"count\"\nwhy = \"open\"\ndefault = 1\n\n[[test]]";
    assert_eq!(faults("[[test]]", twice), ["28:6 duplicate-parameter quota"]);
    let read = load(VALID).unwrap();
    let with = |id: &str, value: &str| read.with_parameters(&BTreeMap::from([(id.to_owned(), value.to_owned())]));
    assert_eq!(with("quota", "50%").unwrap().parameters[0].value, "50%");
    assert_eq!(with("rounding", "floor").unwrap().rounding, Rounding::Floor);
    assert_eq!(with("one_per_month", "false").map(|s| s.one_per_month), Ok(false));
    for (id, value) in [("quota", "51%"), ("rounding", "down"), ("ties", "share"), ("nothing", "1")] {
        let problems = with(id, value).unwrap_err();
        assert_eq!((problems[0].line, problems.len()), (None, 1), "{id}: {problems:?}");
    }
}

#[test]
fn groups_and_clauses_do_not_contradict_each_other() {
    assert_eq!(faults("id = \"dan\"", "id = \"kyu\""), ["49:6 duplicate-group kyu"]);
    assert_eq!(faults("id = \"kyu-3w\"", "id = \"kyu-5w\""), ["44:6 duplicate-clause kyu-5w"]);
    assert_eq!(faults("grades = \"1段\"", "grades = \"6级..1段\""), ["50:10 overlap dan: 6级..1段"]);
    // The lower threshold stands above the higher one, so the higher one is never reached.
    let swapped = VALID.replace("wins = 5\nup = 2", "wins = 2\nup = 2");
    let problems = load(&swapped).unwrap_err();
    assert_eq!((problems[0].code.as_str(), problems[0].line), ("shadowed", Some(45)));
    assert_eq!(problems[0].expected, "kyu-5w (39)");
}

#[test]
fn unreachable_clauses_are_found() {
    assert_eq!(faults("wins = 5\nup = 2", "wins = 8\nup = 2"), ["40:8 unreachable-wins 8"]);
    let stopped = "rounds = 7\nstop = { wins = 4 }\narticle = { zh = \"第三条\"";
    assert_eq!(faults("rounds = 7\narticle = { zh = \"第三条\"", stopped), ["41:8 unreachable-wins 5"]);
    assert_eq!(faults("wins = 3\nup = 1", "wins = 3\nto = \"10级\""), ["46:6 unreachable-award 10级"]);
    assert_eq!(faults("wins = 3\nup = 1", "wins = 3\nto = \"2级\""), ["46:6 rising kyu-3w: 2级"]);
    assert_eq!(faults("wins = 3\nup = 1", "wins = 3\nfrom = \"5级\"\nup = 1"), ["44:6 unreachable-from 5级"]);
    assert_eq!(faults("wins = 3\nup = 1", "tests = { theory = 16 }\nup = 1"), ["45:20 unreachable-test 16"]);
    assert_eq!(faults("wins = 3\nup = 1", "tests = { practice = 1 }\nup = 1"), ["45:22 unknown-test practice"]);
    let limited = faults("[quota]", "[limits]\nmax_rungs = 1\n\n[quota]");
    assert_eq!(limited, ["44:6 too-many-rungs 2"]);
    let girls = "rounds = 7\nentry = { sex = \"male\" }\narticle = { zh = \"第四条\"";
    assert_eq!(faults("rounds = 7\narticle = { zh = \"第四条\"", girls), ["62:6 unreachable-sex dan-woman"]);
}

#[test]
fn combinations_under_which_a_win_could_cost_an_award_are_refused() {
    let kyu = |top: &str, group: &str, clauses: &str| {
        let text = format!(
            "id = \"t\"\nversion = 1\nname = {{ zh = \"试\", en = \"t\" }}\nladder = \"national\"\n\
             source.title = {{ zh = \"试\", en = \"t\" }}\n{top}\n[[group]]\nid = \"g\"\ngrades = \"5级..1级\"\n\
             article = {{ zh = \"一\", en = \"1\" }}\n{group}\n{clauses}\n"
        );
        let problems = load(&text).expect_err(clauses);
        problems.into_iter().map(|p| p.code).collect::<Vec<_>>()
    };
    let wins = "[[group.clause]]\nid = \"a\"\nwins = 2\nto = \"1段\"";
    assert_eq!(kyu("[quota]\nbase = \"finished\"", "stop = { wins = 3 }", wins), ["finished-with-stop"]);
    let withdrawn = "[absence]\nin_a_row = 2\nforfeits_award = true";
    assert_eq!(kyu(withdrawn, "stop = { losses = 3 }", wins), ["forfeit-with-stop"]);
    assert_eq!(kyu("[standings]\norder = [\"opponents\"]", "", wins), ["points-first"]);
    assert_eq!(kyu("[standings]\norder = [\"points\", \"lot\"]", "", wins), ["lot-in-order"]);
    assert_eq!(kyu("[standings]\norder = [\"points\", \"beaten\", \"beaten\"]", "", wins), ["bad-order"]);
    assert_eq!(kyu("[standings]\nloss = 1", "", wins), ["bad-value"]);
    let below = "[[group.clause]]\nid = \"b\"\nplaces = 2\nto = \"1级\"";
    assert_eq!(kyu("", "", &format!("{wins}\n{below}")), ["not-nested"]);
    let woman = "[[group.clause]]\nid = \"w\"\nreserved = 1\nsex = \"female\"\nto = \"1段\"";
    assert_eq!(kyu("", "", woman), ["reserved-alone"]);
    let quota = "[[group.clause]]\nid = \"q\"\nplaces = 2\nwins = 4\nto = \"1段\"";
    assert_eq!(kyu("", "", &format!("{quota}\n{woman}")), ["reserved-wins"]);
    let other = woman.replace("1段", "1级").replace("sex", "wins = 4\nsex");
    assert_eq!(kyu("", "", &format!("{quota}\n{other}")), ["reserved-award"]);
    let anyone = woman.replace("sex = \"female\"\n", "wins = 4\n");
    assert_eq!(kyu("", "", &format!("{quota}\n{anyone}")), ["missing-key"]);
}

#[test]
fn every_fault_is_reported_at_once_in_the_order_of_lines() {
    let text = VALID.replace("ties = \"lot\"", "ties = \"dice\"").replace("wins = 5", "wins = 9").replace("2段", "9段");
    let lines: Vec<_> = load(&text).unwrap_err().iter().map(|p| p.line.unwrap()).collect();
    assert_eq!(lines, [13, 40, 58, 65]);
}

#[test]
fn the_version_in_force_on_the_day_the_event_ended_is_picked() {
    let version = |number: u16, from: &str, until: &str| {
        let until = if until.is_empty() { String::new() } else { format!("valid_until = \"{until}\"\n") };
        let text = VALID
            .replace("version = 1", &format!("version = {number}"))
            .replace("valid_from = \"2026-01-01\"\n", &format!("valid_from = \"{from}\"\n{until}"));
        load(&text).unwrap_or_else(|p| panic!("{p:#?}"))
    };
    let registry = Registry::new(vec![version(2, "2027-01-01", ""), version(1, "2026-01-01", "2026-12-31")]).unwrap();
    let pick = |date: &str| registry.pick("trial-2026", date.parse().ok()).map(|s| s.version);
    assert_eq!(
        [pick("2025-12-31"), pick("2026-01-01"), pick("2026-12-31"), pick("2027-01-01")],
        [None, Some(1), Some(1), Some(2)]
    );
    assert_eq!(registry.pick("trial-2026", None).unwrap().version, 2, "without a day the newest");
    assert_eq!(registry.versions("trial-2026").len(), 2);
    assert!(Registry::new(vec![version(1, "2026-01-01", ""), version(2, "2027-01-01", "")]).is_err(), "both in force");
    assert!(Registry::new(vec![version(1, "2026-01-01", ""), version(1, "2026-01-01", "")]).is_err(), "the same twice");
    assert!(builtin("yixing-2025", "2024-12-31".parse().ok()).is_none());
    assert!(builtin("yixing-2025", "2025-05-01".parse().ok()).is_some());
}

#[test]
fn ceilings_go_by_level_with_the_exception_of_fujian() {
    let grade = |n| Grade::dan(n);
    let plain = builtin("anhui-2018", None).unwrap();
    let of = |level| plain.ceiling(Some(level), None);
    assert_eq!(Level::ALL.map(of), [grade(1), grade(3), grade(5), grade(7), grade(8)]);
    assert_eq!(plain.ceiling(Some(Level::National), Some(Level::City)), grade(3), "the lower of the two");
    assert_eq!(plain.ceiling(None, None), None);
    let fujian = builtin("fujian-6dan-2022", None).unwrap();
    assert_eq!(fujian.ceiling(Some(Level::Province), Some(Level::Province)), grade(6));
    assert_eq!(fujian.ceiling(Some(Level::City), Some(Level::Province)), grade(3));
    assert_eq!(ceilings_by_level().len(), 5);
}

#[test]
fn the_national_rules_say_what_the_register_does() {
    for id in ["national-2005", "national-2024"] {
        let scheme = builtin(id, None).unwrap();
        let national = scheme.national.as_ref().unwrap();
        let noticed = scheme.ladder.rungs().iter().chain(scheme.ladder.titles());
        assert!(noticed.clone().all(|grade| grade.needs_notice() == (Some(*grade) >= national.notice_from)), "{id}");
        let printed = scheme.ladder.printed().iter().filter(|grade| !grade.is_dan());
        let printed: Vec<_> = printed.map(ToString::to_string).collect();
        assert_eq!(printed, ["25级", "20级", "15级", "10级", "5级", "2级", "1级"], "{id}");
        assert_eq!(national.bases, Basis::ALL, "{id}");
        let appraisal = national.appraisal.as_ref().unwrap();
        assert_eq!((Some(appraisal.highest), appraisal.age.from), (Grade::dan(5), Some(18)), "{id}");
        let level = crate::domain::ladder::ladder_in_force(scheme.valid_from.unwrap()).unwrap();
        assert_eq!((&level.ladder, level.valid_to), (&scheme.ladder, scheme.valid_until), "{id}");
    }
}

#[test]
fn the_words_say_everything_in_both_languages() {
    for scheme in all() {
        for lang in [crate::text::Lang::Zh, crate::text::Lang::En] {
            let text = scheme.words(lang).to_string();
            assert!(!text.contains('{') && !text.contains("schemes."), "{text}");
            for group in &scheme.groups {
                assert!(group.clauses.iter().all(|clause| text.contains(&format!("[{}]", clause.id))), "{}", group.id);
            }
            // What every scheme needs and the source leaves open is marked where it is said; all parameters in their list.
            let standard = [
                "bye",
                "bye_opponent",
                "forfeit_opponent",
                "missed_round",
                "order",
                "ties",
                "base",
                "rounding",
                "guests_take_places",
                "one_per_month",
            ];
            let open = || scheme.parameters.iter().filter(|p| p.why == Why::Open);
            let marked = text.matches(crate::text::text(lang, "schemes.said.open")).count();
            assert_eq!(marked, open().filter(|p| standard.contains(&p.id.as_str())).count(), "{text}");
            let listed = text.matches(crate::text::text(lang, "schemes.heading.open")).count();
            assert_eq!(listed - marked, open().count(), "{text}");
        }
    }
    let zhuhai = builtin("zhuhai-2013", None).unwrap().words(crate::text::Lang::En).to_string();
    assert!(zhuhai.contains("the best 25 %, 5 wins first, filled from 4 wins: one rung up"));
    let yixing = builtin("yixing-2025", None).unwrap().words(crate::text::Lang::Zh).to_string();
    assert!(yixing.contains("成绩最好的30%，参数“定段组升段比例”：授1段"), "{yixing}");
}

#[test]
fn reading_never_panics_whatever_the_text() {
    use proptest::prelude::*;
    let lines: Vec<&str> = VALID.lines().collect();
    proptest!(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }, |(
        changes in prop::collection::vec((0..lines.len(), 0..lines.len(), any::<bool>(), ".{0,12}"), 1..4),
    )| {
        let mut text: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        for (a, b, swap, junk) in changes {
            if swap { text.swap(a, b) } else if let Some((key, _)) = text[a].clone().split_once('=') { text[a] = format!("{key}= {junk}") }
        }
        let text = text.join("\n");
        let known: BTreeSet<u32> = (1..=u32::try_from(text.lines().count() + 1).unwrap()).collect();
        if let Err(problems) = load(&text) {
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().all(|p| p.line.is_none_or(|line| known.contains(&line))), "{:?}", problems);
        }
    });
}
