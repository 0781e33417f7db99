//! Findings that need the register, raised by a real upload of a real event.

use crate::support::event::{self as play, Crew};
use crate::support::fixture::{World, dan, day};
use chrono::Duration;
use qipin::domain::finding::Finding;
use qipin::domain::grade::Grade;
use qipin::domain::results::{CheckContext, NamedBytes, ResultsInput};
use qipin::domain::scheme::{self, Level};
use qipin::service::event::EventForm;
use qipin::service::person::{self, BarForm};
use qipin::service::results::{self, Files};
use qipin::service::{ServiceError, event};
use qipin::store::event::Event;
use qipin::store::person::Person;

/// The first player of [`play::files`], known to the register.
fn known(world: &World, held: Option<Grade>) -> Person {
    let person = world.person("甲丁", "1981-03-02");
    if let Some(grade) = held {
        world.award_of(&person, None, grade, "granted", |row| row.granted_on = Some(day("2026-01-15")));
    }
    person
}

fn crew(world: &World) -> Crew {
    Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() }
}

fn approved(world: &World, scheme: &str) -> Event {
    let form = EventForm { scheme: scheme.to_owned(), level: "province".to_owned(), ..play::form(&world.test) };
    let made = event::create(world.register(), &world.clerk, &form).unwrap();
    event::file(world.register(), &world.clerk, &made.slug).unwrap();
    event::decide_filing(world.register(), &world.reviewer, &made.slug, &event::Verdict::Approve).unwrap();
    made
}

fn upload(world: &World, made: &Event, files: &Files) -> Vec<Finding> {
    results::upload(world.register(), &world.clerk, &made.slug, "all", files).unwrap().report.findings
}

fn codes_of(findings: &[Finding], person: &str) -> Vec<&'static str> {
    findings.iter().filter(|f| f.person.as_deref() == Some(person)).map(|f| f.code).collect()
}

#[test]
fn whoever_is_barred_on_the_day_is_found_and_the_submission_stops() {
    let world = World::new();
    let today = world.register().today();
    let player = known(&world, None);
    let bar = |from: i64, until: Option<i64>| BarForm {
        from_on: Some(today + Duration::days(from)),
        until_on: until.map(|days| today + Duration::days(days)),
        reason: "代打".to_owned(),
    };
    // Over before the event, and not yet begun: neither counts. The event ended yesterday.
    person::bar(world.register(), &world.reviewer, player.id, &bar(-30, Some(-2))).unwrap();
    person::bar(world.register(), &world.reviewer, player.id, &bar(0, None)).unwrap();
    let made = approved(&world, "open-test");
    let files = play::files("甲", 10, "5级");
    assert!(!codes_of(&upload(&world, &made, &files), "1").contains(&"E712"));

    // A bar of the duplicate concerns the person.
    let duplicate = world.person("甲丁 旧", "1981-03-02");
    let standing = person::bar(world.register(), &world.reviewer, duplicate.id, &bar(-3, None)).unwrap();
    assert!(!codes_of(&upload(&world, &made, &files), "1").contains(&"E712"), "nobody knows that they are one");
    person::merge(world.register(), &world.reviewer, player.id, duplicate.id, "同一人").unwrap();
    let found = results::dry_run(world.register(), &world.clerk, &made.slug, "all", &files).unwrap().findings;
    assert!(codes_of(&found, "1").contains(&"E712"), "{found:?}");
    let answer = results::submit(world.register(), &world.clerk, &made.slug, "");
    assert!(matches!(answer, Err(ServiceError::Refused { key: "refusal.results_blocked", .. })), "{answer:?}");

    // Only who decides it may bar and lift; a bar is lifted once, from today on.
    let no = person::lift(world.register(), &world.manager, duplicate.id, standing, "查清");
    assert!(matches!(no, Err(ServiceError::Forbidden)));
    person::lift(world.register(), &world.reviewer, duplicate.id, standing, "查清").unwrap();
    let again = person::lift(world.register(), &world.reviewer, duplicate.id, standing, "查清");
    assert!(matches!(again, Err(ServiceError::Refused { key: "refusal.bar_lifted", .. })));
    let found = results::dry_run(world.register(), &world.clerk, &made.slug, "all", &files).unwrap().findings;
    assert!(codes_of(&found, "1").contains(&"E712"), "the day of the event was before it was lifted");
}

/// What is found of an event that nobody has filed, of which the same is said as of a filed one.
fn unfiled(world: &World, made: &Event, files: &Files) -> Vec<Finding> {
    let context = CheckContext {
        scheme: scheme::builtin(&made.scheme_id, Some(made.ends_on)),
        group: None,
        date: Some(made.ends_on),
        agency: Some("310".to_owned()),
        level: Level::from_id(&made.level),
    };
    let (sent, players) = (&files.results, files.players.as_ref().unwrap());
    let input = ResultsInput {
        results: NamedBytes { name: &sent.0, bytes: &sent.1 },
        players: Some(NamedBytes { name: &players.0, bytes: &players.1 }),
    };
    results::check_outside(world.register(), None, &context, &sent.0, &input).unwrap().findings
}

#[test]
fn an_award_that_is_not_above_the_grade_held_is_found() {
    let world = World::new();
    known(&world, Some(dan(1)));
    let made = approved(&world, "hangzhou-adult-2018");
    // Five wins make 1段 of the 10级 that the file writes, and the register has given 1段 already.
    let found = upload(&world, &made, &play::files("甲", 8, "10级"));
    let one = found.iter().find(|f| f.code == "E724").unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!((one.person.as_deref(), one.found.as_str()), (Some("1"), "1段"));
    assert_eq!(one.expected, "> 1段");
    assert_eq!(found.iter().filter(|f| f.code == "E724").count(), 1, "only whoever holds it");
    let before = unfiled(&world, &made, &play::files("甲", 8, "10级"));
    assert_eq!(before.iter().find(|f| f.code == "E724"), Some(one), "the same before anybody has filed the event");
    let answer = results::submit(world.register(), &world.clerk, &made.slug, "");
    assert!(matches!(answer, Err(ServiceError::Refused { key: "refusal.results_blocked", .. })), "{answer:?}");
    // With the grade that the register knows the results claim nothing that was given before.
    let mut files = play::files("甲", 8, "10级");
    let players = String::from_utf8(files.players.as_ref().unwrap().1.clone()).unwrap();
    files.players.as_mut().unwrap().1 = players.replacen(",10级,", ",1段,", 1).into_bytes();
    assert!(!upload(&world, &made, &files).iter().any(|f| f.code == "E724"));
    // Where every grade may rise, so may this one: by the register, not by the file.
    let open = approved(&world, "open-test");
    let found = upload(&world, &open, &play::files("甲", 10, "1级"));
    assert!(!found.iter().any(|f| f.code == "E724") && codes_of(&found, "1").contains(&"W706"), "{found:?}");
}

#[test]
fn a_long_jump_is_found_and_asks_for_a_reason() {
    let world = World::new();
    known(&world, Some(Grade::kyu(10).unwrap()));
    let made = approved(&world, "hangzhou-adult-2018");
    // Seven rounds of eight adults: five wins make 1段, whatever was held before.
    let found = upload(&world, &made, &play::files("甲", 8, "10级"));
    let jump = found.iter().find(|f| f.code == "W725").unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!((jump.person.as_deref(), jump.found.as_str()), (Some("1"), "10级 → 1段"));
    let before = unfiled(&world, &made, &play::files("甲", 8, "10级"));
    assert_eq!(before.iter().find(|f| f.code == "W725"), Some(jump), "the same before anybody has filed the event");
    let answer = results::submit(world.register(), &world.clerk, &made.slug, "");
    assert!(matches!(answer, Err(ServiceError::Refused { key: "refusal.warnings_open", .. })), "{answer:?}");
    play::upload(&world.test, &crew(&world), &made, &play::files("甲", 8, "10级"));
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
}

#[test]
fn what_an_event_gave_is_not_held_before_it() {
    let world = World::new();
    let crew = crew(&world);
    // Granted on the event's last day: the event ends today.
    let today = world.register().today();
    let form = EventForm { starts_on: Some(today), ends_on: Some(today), ..play::form(&world.test) };
    let made = event::create(world.register(), &world.clerk, &form).unwrap();
    event::file(world.register(), &world.clerk, &made.slug).unwrap();
    event::decide_filing(world.register(), &world.reviewer, &made.slug, &event::Verdict::Approve).unwrap();
    let files = play::files("甲", 10, "2级");
    play::upload(&world.test, &crew, &made, &files);
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
    let before: Vec<_> = play::awards(&world.test, &made).iter().map(|a| (a.person_id, a.grade)).collect();
    event::reopen(world.register(), &world.reviewer, &made.slug, "第三轮结果有误").unwrap();
    let found = results::dry_run(world.register(), &world.clerk, &made.slug, "all", &files).unwrap().findings;
    assert!(!found.iter().any(|f| f.code == "E724"), "{found:?}");
    play::upload(&world.test, &crew, &made, &files);
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    let after: Vec<_> = play::awards(&world.test, &made).iter().map(|a| (a.person_id, a.grade)).collect();
    assert_eq!(before, after, "the same results give the same awards");
    world.test.assert_journal_agrees();
}

#[test]
fn the_same_results_in_another_form_are_told_with_the_event_that_has_them() {
    let world = World::new();
    let crew = crew(&world);
    let files = play::files("辛", 6, "5级");
    let first = play::confirmed(&world.test, &crew, &files);
    let other = approved(&world, "open-test");
    let said = |files: &Files| -> Vec<(&'static str, String)> {
        let report = results::dry_run(world.register(), &crew.clerk, &other.slug, "all", files).unwrap();
        let about = |f: &&Finding| matches!(f.code, "E719" | "W720" | "W727");
        report.findings.iter().filter(about).map(|f| (f.code, f.found.clone())).collect()
    };
    let name = format!("{} v1", first.name);
    assert_eq!(said(&files), [("E719", name.clone())], "the same bytes, which is said once");
    // Saved again by another program: Chinese headers, other ends of lines, the games in another order.
    let rows = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let mut lines: Vec<String> = rows(&files.results.1).lines().map(str::to_owned).collect();
    lines[0] = "轮次,台号,黑方,白方,结果,让子,komi,棋谱".to_owned();
    lines[1..].reverse();
    let mut again = files.clone();
    again.results.1 = lines.join("\r\n").into_bytes();
    assert_eq!(said(&again), [("W727", name)]);
    // One result less alike, and it is another event.
    again.results.1 = lines.join("\r\n").replacen(",B+R,", ",W+R,", 1).into_bytes();
    assert_eq!(said(&again), []);
}

#[test]
fn an_approval_that_ends_before_certificates_can_be_issued_is_told() {
    let world = World::new();
    let made = approved(&world, "open-test");
    let (today, office) = (world.register().today(), world.test.national_office());
    let admin = world.test.account(qipin::domain::permission::Role::NationalAdmin, office);
    let until = |days: i64| {
        let last = today + Duration::days(days);
        qipin::service::agency::extend(world.register(), &admin, world.agency, Some(last)).unwrap();
        let files = play::files("壬", 4, "5级");
        let report = results::dry_run(world.register(), &world.clerk, &made.slug, "all", &files).unwrap();
        report.findings.iter().filter(|f| f.code == "W723").map(|f| f.found.clone()).collect::<Vec<_>>()
    };
    assert_eq!(until(30), Vec::<String>::new());
    assert_eq!(until(29), [(today + Duration::days(29)).to_string()]);
}
