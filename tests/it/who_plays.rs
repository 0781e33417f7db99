//! Who the players of an event are: nobody by a document that is not theirs, nobody twice, nobody who is barred, and
//! no grade on the file's word alone.

use crate::support::event::{self as play, Crew};
use crate::support::fixture::{Paper, World, dan, day};
use crate::support::register::with_register;
use chrono::Duration;
use qipin::domain::finding::Finding;
use qipin::domain::grade::Grade;
use qipin::domain::matching::{Candidate, Why};
use qipin::domain::permission::Role;
use qipin::service::certificate::{Sanction, sanction};
use qipin::service::event::{self, EventForm, Verdict};
use qipin::service::journal_verify::{Kind, Problem, verify};
use qipin::service::person::{self, BarForm};
use qipin::service::results::{self, EarlyWord, Identity};
use qipin::service::view::staff_event;
use qipin::service::{ServiceError, ServiceResult, Staff};
use qipin::store::award::NewAward;
use qipin::store::entry::{Entry, MatchCase};
use qipin::store::event::{self as event_rows, Event};

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ref error @ ServiceError::Refused { key, .. }) => {
            let words = error.message();
            assert!(!words.zh.contains('{') && !words.en.contains('{'), "{words:?}");
            key
        }
        other => panic!("not refused: {other:?}"),
    }
}

fn crew(world: &World) -> Crew {
    Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() }
}

const OTHERS: [&str; 8] = [
    "赵甲,男,1985-06-01,5级,,,",
    "钱乙,男,1985-06-01,5级,,,",
    "孙丙,男,1985-06-01,5级,,,",
    "李丁,男,1985-06-01,5级,,,",
    "周戊,男,1985-06-01,5级,,,",
    "吴己,男,1985-06-01,5级,,,",
    "郑庚,男,1985-06-01,5级,,,",
    "冯壬,男,1985-06-01,5级,,,",
];

fn rows<'a>(first: &[&'a str]) -> Vec<&'a str> {
    first.iter().copied().chain(OTHERS).collect()
}

/// Submits rows without deciding any doubt.
fn submit(world: &World, first: &[&str]) -> Event {
    let made = play::approved(&world.test, &crew(world));
    play::upload(&world.test, &crew(world), &made, &play::files_of(&rows(first)));
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    made
}

/// The codes that rows get of the register, by the file's id of the player.
fn codes_of(world: &World, first: &[&str], person: &str) -> Vec<&'static str> {
    let made = play::approved(&world.test, &crew(world));
    let report = results::dry_run(world.register(), &world.clerk, &made.slug, "all", &play::files_of(&rows(first)));
    let of =
        report.unwrap().findings.into_iter().filter(|f| f.person.as_deref() == Some(person) && &f.code[1..2] == "7");
    of.map(|f| f.code).collect()
}

fn entry(world: &World, made: &Event, file_id: &str) -> Entry {
    play::entries(&world.test, made).into_iter().find(|e| e.file_id == file_id).unwrap()
}

fn case_of(world: &World, made: &Event, file_id: &str) -> MatchCase {
    let id = entry(world, made, file_id).id;
    play::cases(&world.test, made).into_iter().find(|case| case.entry_id == id).unwrap()
}

fn decide(world: &World, made: &Event, file_id: &str, who: Identity, reason: &str) -> ServiceResult<()> {
    let case = case_of(world, made, file_id);
    results::decide_match(world.register(), &world.clerk, &made.slug, case.id, who, reason)
}

fn barred(world: &World, person_id: i64) {
    let today = world.register().today();
    let form = BarForm { from_on: Some(today - Duration::days(3)), until_on: None, reason: "代打".to_owned() };
    person::bar(world.register(), &world.reviewer, person_id, &form).unwrap();
}

#[test]
fn a_document_that_is_not_the_namesakes_is_looked_at_side_by_side() {
    let world = World::new();
    let known = world.person("林小满", "1990-01-01");
    let row = "林小满,男,1990-01-01,5级,,,110105199001010037";
    // The register keeps no document of the namesake: nothing speaks against them.
    assert!(!codes_of(&world, &[row], "1").contains(&"W729"));
    world.document(&known, "110105199001010010");
    assert!(codes_of(&world, &[row], "1").contains(&"W729"));
    // A passport is no resident ID: it is another document, not another person's.
    let passport = "林小满,男,1990-01-01,5级,,,JPN:TR1234567";
    assert!(!codes_of(&world, &[passport], "1").contains(&"W729"));

    let made = submit(&world, &[row]);
    assert_eq!(entry(&world, &made, "1").person_id, None, "nobody was linked");
    let candidates: Vec<Candidate> = serde_json::from_str(&case_of(&world, &made, "1").candidates).unwrap();
    assert_eq!(candidates, [Candidate { person: known.id, why: Why::OtherDocument }]);
    assert_eq!(refused(event::confirm(world.register(), &world.manager, &made.slug)), "refusal.matches_open");
    // Name and birth date agree; that the document does not has to be explained.
    let silent = decide(&world, &made, "1", Identity::Person(known.id), "");
    assert!(matches!(silent, Err(ServiceError::Invalid(ref f)) if f[0].field == "reason"), "{silent:?}");
    decide(&world, &made, "1", Identity::New, "").unwrap();
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
    assert_ne!(entry(&world, &made, "1").person_id, Some(known.id));
}

#[test]
fn nobody_is_two_entries_of_an_event() {
    let world = World::new();
    // Nobody knows when this one was born, so both namesakes of the file may be meant.
    let known = world.person("林小满", "");
    let made = submit(&world, &["林小满,男,1990-01-01,5级,,,", "林小满,男,1971-08-30,5级,,,"]);
    decide(&world, &made, "1", Identity::Person(known.id), "本人确认").unwrap();
    let twice = decide(&world, &made, "2", Identity::Person(known.id), "本人确认");
    assert_eq!(refused(twice), "refusal.match_entered");
    // Neither under the number of a duplicate that was found in the meantime.
    let duplicate = world.person("林小满", "");
    person::merge(world.register(), &world.reviewer, duplicate.id, known.id, "同一人").unwrap();
    assert_eq!(refused(decide(&world, &made, "2", Identity::Person(known.id), "本人确认")), "refusal.match_entered");
    decide(&world, &made, "2", Identity::New, "").unwrap();
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
}

#[test]
fn a_doubt_is_linked_to_the_record_that_is_kept() {
    let world = World::new();
    let (known, kept) = (world.person("林小满", ""), world.person("林小漫", "1990-01-01"));
    let made = submit(&world, &["林小满,男,1990-01-01,5级,,,"]);
    person::merge(world.register(), &world.reviewer, kept.id, known.id, "同一人").unwrap();
    decide(&world, &made, "1", Identity::Person(known.id), "此名是曾用名").unwrap();
    assert_eq!(entry(&world, &made, "1").person_id, Some(kept.id));
}

#[test]
fn two_numbers_of_one_person_are_one_person_in_a_file() {
    let world = World::new();
    let (known, old) = (world.person("林小满", "1990-01-01"), world.person("林晓满", "1971-08-30"));
    let second = format!("林晓满,男,1971-08-30,5级,,{},", old.register_no);
    let first = ["林小满,男,1990-01-01,5级,,,", second.as_str()];
    assert!(!codes_of(&world, &first, "2").contains(&"E728"));
    person::merge(world.register(), &world.reviewer, known.id, old.id, "同一人").unwrap();
    assert!(codes_of(&world, &first, "2").contains(&"E728"));
}

#[test]
fn nobody_enters_two_groups_of_an_event() {
    let world = World::new();
    let crew = crew(&world);
    let known = world.person("林小满", "1990-01-01");
    world.award_of(&known, None, Grade::kyu(6).unwrap(), "granted", |row| row.granted_on = Some(day("2026-01-15")));
    let form = EventForm {
        scheme: "danyang-2010".to_owned(),
        groups: vec!["G".to_owned(), "H".to_owned()],
        ..play::form(&world.test)
    };
    let made = event::create(world.register(), &world.clerk, &form).unwrap();
    event::file(world.register(), &world.clerk, &made.slug).unwrap();
    event::decide_filing(world.register(), &world.reviewer, &made.slug, &Verdict::Approve).unwrap();
    let child = "林小满,男,1990-01-01,6级,,,";
    let sixth: Vec<String> = OTHERS.iter().map(|row| row.replace("5级", "6级")).collect();
    let group = |first: &[&str], others: &[String]| {
        let rows: Vec<&str> = first.iter().copied().chain(others.iter().map(String::as_str)).collect();
        play::files_of(&rows)
    };
    play::upload_to(&world.test, &crew, &made, "G", &group(&[child], &sixth[..4]));
    play::upload_to(&world.test, &crew, &made, "H", &group(&[child, "褚癸,男,1985-06-01,6级,,,"], &sixth[4..]));
    assert_eq!(refused(results::submit(world.register(), &world.clerk, &made.slug, "")), "refusal.entered_twice");
    assert_eq!(play::awards(&world.test, &made).len(), 0);
    assert!(play::entries(&world.test, &made).is_empty(), "nothing of it was written");
    play::upload_to(&world.test, &crew, &made, "H", &group(&["褚癸,男,1985-06-01,6级,,,"], &sixth[4..]));
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
}

#[test]
fn a_barred_player_does_not_get_in_through_a_doubt_or_between_submission_and_confirmation() {
    let world = World::new();
    let known = world.person("林小满", "");
    barred(&world, known.id);
    let made = submit(&world, &["林小满,男,1990-01-01,5级,,,"]);
    let linked = decide(&world, &made, "1", Identity::Person(known.id), "本人确认");
    assert_eq!(refused(linked), "refusal.entered_barred");
    // The same under the number of a record into which the barred one was merged.
    let kept = world.person("林小满", "1990-01-01");
    person::merge(world.register(), &world.reviewer, kept.id, known.id, "同一人").unwrap();
    let linked = decide(&world, &made, "1", Identity::Person(known.id), "本人确认");
    assert_eq!(refused(linked), "refusal.entered_barred");

    let player = world.person("林大满", "1990-01-01");
    let other = submit(&world, &["林大满,男,1990-01-01,4级,,,"]);
    assert_eq!(entry(&world, &other, "1").person_id, Some(player.id));
    barred(&world, player.id);
    assert_eq!(refused(event::confirm(world.register(), &world.manager, &other.slug)), "refusal.entered_barred");
    assert_eq!(play::state(&world.test, &other), "submitted");
    event::return_results(world.register(), &world.manager, &other.slug, "第一名被禁赛").unwrap();
}

#[test]
fn a_grade_that_a_newcomer_claims_needs_a_certificate_of_their_own() {
    let world = World::new();
    let owner = world.person("林小满", "1990-01-01");
    let held = world.event("前次升段赛", "2026-05-02", "closed");
    let given = |row: &mut NewAward| row.granted_on = Some(day("2026-05-10"));
    let Paper { certificate, .. } = world.issue(world.award_of(&owner, Some(&held), dan(2), "granted", given));
    let claim = |name: &str, birth: &str, number: &str| format!("{name},男,{birth},2段,{number},,");
    let codes = |row: &str| codes_of(&world, &[row], "1");
    let number = certificate.number.as_str();

    assert_eq!(codes(&claim("许大勇", "1990-01-01", number)), ["E714", "I710"], "somebody else's");
    assert_eq!(codes(&claim("林小满", "1971-08-30", number)), ["E714", "I710"], "a namesake's");
    assert_eq!(codes(&claim("许大勇", "1990-01-01", "310269999")), ["W715", "I710"], "invented");
    assert_eq!(codes(&claim("许大勇", "1990-01-01", "")), ["W726", "I710"], "none");
    assert_eq!(codes("许大勇,男,1990-01-01,5级,,,"), ["I710"], "a grade below dan is taken from the file");
    // Whoever may be the holder is looked at side by side, not accused.
    assert_eq!(codes(&claim("林小满", "1990-01-02", number)), ["W708"]);
    assert_eq!(codes(&claim("林小满", "1990-01-01", number)), [] as [&str; 0]);
    sanction(world.register(), &world.reviewer, certificate.id, Sanction::Revoke, "冒名参赛").unwrap();
    let mut revoked = codes(&claim("林小满", "1990-01-02", number));
    revoked.sort_unstable();
    assert_eq!(revoked, ["E716", "W708"]);

    // The warning stops the submission until somebody has looked at the paper.
    let made = play::approved(&world.test, &crew(&world));
    let files = play::files_of(&rows(&[&claim("许大勇", "1990-01-01", "")]));
    results::upload(world.register(), &world.clerk, &made.slug, "all", &files).unwrap();
    assert_eq!(refused(results::submit(world.register(), &world.clerk, &made.slug, "")), "refusal.warnings_open");
}

#[test]
fn the_certificate_of_a_merged_duplicate_is_ones_own() {
    let world = World::new();
    let (known, old) = (world.person("林小满", "1990-01-01"), world.person("林晓满", "1971-08-30"));
    let held = world.event("前次升段赛", "2026-05-02", "closed");
    let number = world.certificate(&old, Some(&held), dan(2)).certificate.number;
    let row = format!("林小满,男,1990-01-01,2段,{number},,");
    assert!(codes_of(&world, &[&row], "1").contains(&"E714"));
    person::merge(world.register(), &world.reviewer, known.id, old.id, "同一人").unwrap();
    assert!(!codes_of(&world, &[&row], "1").contains(&"E714"));
}

#[test]
fn what_happened_under_a_merged_number_happened_to_the_same_person() {
    let world = World::new();
    let known = world.person("林小满", "1990-01-01");
    let old = world.person("林晓满", "1971-08-30");
    // Promoted in the month of the event under the old number, at an event far away that shares one day with it.
    let elsewhere = world.event("邻市升段赛", "2026-11-15", "closed");
    world.write(|conn| {
        let moved = Event { place: "杭州棋院".to_owned(), ..elsewhere.clone() };
        qipin::store::event::update(conn, &moved).unwrap();
    });
    let player = crate::support::fixture::Player {
        person: &old,
        from: Grade::kyu(5),
        place: 1,
        score: (3, 0),
        award: Grade::kyu(4),
    };
    world.results(&elsewhere, "all", &[player], &[]);
    let last = day("2026-11-18");
    let form = EventForm {
        scheme: "hangzhou-adult-2018".to_owned(),
        starts_on: Some(day("2026-11-15")),
        ends_on: Some(last),
        ..play::form(&world.test)
    };
    let made = event::create(world.register(), &world.clerk, &form).unwrap();
    event::file(world.register(), &world.clerk, &made.slug).unwrap();
    event::decide_filing(world.register(), &world.reviewer, &made.slug, &Verdict::Approve).unwrap();
    let files = play::files_of(&rows(&["林小满,男,1990-01-01,4级,,,"]));
    let codes = || -> Vec<&'static str> {
        let report = results::dry_run(world.register(), &world.clerk, &made.slug, "all", &files).unwrap();
        report.findings.iter().filter(|f| f.person.as_deref() == Some("1")).map(|f| f.code).collect()
    };
    let before = codes();
    assert!(!before.contains(&"E717") && !before.contains(&"E718"), "{before:?}");
    person::merge(world.register(), &world.reviewer, known.id, old.id, "同一人").unwrap();
    let after = codes();
    assert!(after.contains(&"E717"), "promoted this month: {after:?}");
    // The first day of this event was the last one of the other: the last day alone would not show it.
    assert!(after.contains(&"E718"), "in two places on one day: {after:?}");
}

/// The doubtful players of an event that is not submitted, as they are decided.
fn early(world: &World, made: &Event, who: Identity, reason: &str, by: &Staff) -> ServiceResult<()> {
    let doubt = results::doubts(world.register(), made).unwrap().remove(0);
    let word = EarlyWord {
        upload_id: doubt.upload_id,
        file_id: doubt.written.id,
        identity: who,
        shown: doubt.shown,
        reason: reason.to_owned(),
    };
    results::decide_early(world.register(), by, &made.slug, &word)
}

/// What the group's page says of the warnings about who the first player is: the reasons, none where one waits.
fn said(world: &World, made: &Event) -> Vec<Option<String>> {
    let page = staff_event::group_upload(world.register(), &world.clerk, &made.slug, "all").unwrap().unwrap();
    let asks = |code: &str| ["W708", "W709", "W729"].contains(&code);
    page.findings.into_iter().filter(|f| asks(f.finding.code)).map(|f| f.reason).collect()
}

#[test]
fn a_doubt_decided_before_the_submission_has_a_reason_of_its_own_and_is_whose_it_is() {
    let world = World::new();
    let known = world.person("林小满", "1990-01-02");
    let made = play::approved(&world.test, &crew(&world));
    let made = world.register().read(|conn| Ok(event_rows::by_id(conn, made.id)?)).unwrap();
    let files = play::files_of(&rows(&["林小满,男,1990-02-01,5级,,,"]));
    results::upload(world.register(), &world.clerk, &made.slug, "all", &files).unwrap();
    assert_eq!(said(&world, &made), [None]);
    let submit = |by: &Staff| results::submit(world.register(), by, &made.slug, "");
    assert_eq!(refused(submit(&world.clerk)), "refusal.warnings_open");

    let silent = early(&world, &made, Identity::New, " ", &world.clerk);
    assert!(matches!(silent, Err(ServiceError::Invalid(ref f)) if f[0].field == "reason"), "{silent:?}");
    early(&world, &made, Identity::New, "另一位棋手", &world.clerk).unwrap();
    assert_eq!(said(&world, &made), [Some("另一位棋手".to_owned())]);
    // Decided otherwise, it is the new reason that stands.
    early(&world, &made, Identity::Person(known.id), "核对过户口簿，日月写反", &world.clerk).unwrap();
    assert_eq!(said(&world, &made), [Some("核对过户口簿，日月写反".to_owned())]);

    // A row that was put beside it behind the journal says nothing, before the submission or after.
    let beside = "INSERT INTO match_choice (upload_id, file_id, person_id, reason, account_id, at, compared) \
                  SELECT upload_id, file_id, person_id, '另有说法', account_id, at, '' FROM match_choice \
                  WHERE id = (SELECT max(id) FROM match_choice)";
    world.write(|conn| diesel::connection::SimpleConnection::batch_execute(conn, beside).unwrap());
    assert_eq!(said(&world, &made), [Some("核对过户口簿，日月写反".to_owned())]);

    // Somebody else submits, and the journal still says who decided.
    let other = world.test.account(Role::AgencyClerk, world.agency);
    submit(&other).unwrap();
    let one = entry(&world, &made, "1");
    assert_eq!(one.person_id, Some(known.id));
    let journal = world.test.journal();
    let by = |staff: &Staff, what: &str| format!("account:{} {what}", staff.account_id);
    assert!(journal.contains(&by(&other, &format!("entry.identify entry:{}", one.id))), "{journal:#?}");
    let rows = world.register().read(|conn| Ok(qipin::store::journal::before(conn, i64::MAX, 1000)?)).unwrap();
    let carried_out = rows.iter().find(|row| row.action == "entry.identify").unwrap();
    let payload: serde_json::Value = serde_json::from_str(&carried_out.payload).unwrap();
    assert_eq!(payload["decided_by"], world.clerk.account_id);
    assert!(journal.contains(&by(&other, &format!("event.submit event:{}", made.id))), "{journal:#?}");
    let decided = journal.iter().filter(|line| line.ends_with(&format!("event.identify event:{}", made.id))).count();
    assert_eq!(decided, 2);
    assert_eq!(said(&world, &made), [Some("核对过户口簿，日月写反".to_owned())]);
    let away = "DELETE FROM match_choice WHERE compared = ''";
    world.write(|conn| diesel::connection::SimpleConnection::batch_execute(conn, away).unwrap());
    assert_eq!(said(&world, &made), [Some("核对过户口簿，日月写反".to_owned())]);
    // The persons of this world are in no journal; the event is.
    let of_event = |problems: Vec<Problem>| -> Vec<Problem> {
        problems.into_iter().filter(|p| p.subject == format!("event:{}", made.id)).collect()
    };
    assert_eq!(of_event(verify(world.register()).unwrap().problems), []);

    for (sql, kind) in [
        ("UPDATE match_choice SET reason = '不是' WHERE id = (SELECT max(id) FROM match_choice)", Kind::TableDiffers),
        ("UPDATE match_choice SET compared = '' WHERE id = (SELECT max(id) FROM match_choice)", Kind::NotInTable),
        ("DELETE FROM match_choice WHERE id = (SELECT min(id) FROM match_choice)", Kind::NotInTable),
    ] {
        world.write(|conn| diesel::connection::SimpleConnection::batch_execute(conn, sql).unwrap());
        let problems = of_event(verify(world.register()).unwrap().problems);
        assert!(problems.iter().any(|p| p.kind == kind), "{sql}: {problems:?}");
    }
}

#[test]
fn a_decision_holds_only_among_those_who_were_compared() {
    let world = World::new();
    let known = world.person("林小满", "1990-01-02");
    let made = play::approved(&world.test, &crew(&world));
    let made = world.register().read(|conn| Ok(event_rows::by_id(conn, made.id)?)).unwrap();
    let files = play::files_of(&rows(&["林小满,男,1990-02-01,5级,,,"]));
    results::upload(world.register(), &world.clerk, &made.slug, "all", &files).unwrap();
    let stands = || results::doubts(world.register(), &made).unwrap()[0].chosen.is_some();
    let before = results::doubts(world.register(), &made).unwrap().remove(0);
    for who in [Identity::New, Identity::Person(known.id)] {
        early(&world, &made, who, "核对过户口簿", &world.clerk).unwrap();
        assert!(stands());
        // Another who may be meant as well.
        let namesake = world.person("林小满", "");
        assert!(!stands(), "{who:?} was decided without {}", namesake.register_no);
        assert_eq!(said(&world, &made), [None], "it is asked again");
        assert_eq!(refused(results::submit(world.register(), &world.clerk, &made.slug, "")), "refusal.warnings_open");
    }
    // A page that was opened before the others came decides nothing.
    let word = EarlyWord {
        upload_id: before.upload_id,
        file_id: before.written.id,
        identity: Identity::New,
        shown: before.shown,
        reason: "另一位棋手".to_owned(),
    };
    let late = results::decide_early(world.register(), &world.clerk, &made.slug, &word);
    assert_eq!(refused(late), "refusal.match_changed");
    // The same people whose record says something else now.
    early(&world, &made, Identity::New, "另一位棋手", &world.clerk).unwrap();
    world.write(|conn| {
        let sql = format!("UPDATE person SET sex = 'female' WHERE id = {}", known.id);
        diesel::connection::SimpleConnection::batch_execute(conn, &sql).unwrap();
    });
    assert!(!stands());
}

#[test]
fn only_who_keeps_a_record_is_told_what_is_in_it() {
    let world = World::new();
    let theirs = world.test.agency("320");
    let ours = world.person("林小满", "1990-01-02");
    let foreign = world.person_of("许大勇", "1988-07-09", "320", |row| row.entered_by = theirs);
    let found = |row: String| {
        let made = play::approved(&world.test, &crew(&world));
        let files = play::files_of(&rows(&[&row]));
        results::dry_run(world.register(), &world.clerk, &made.slug, "all", &files).unwrap().findings
    };
    let wrong_name = |number: &str| found(format!("张三丰,男,1990-01-01,5级,,{number},"));
    let wrong_birth = |name: &str, number: &str| found(format!("{name},男,1970-03-04,5级,,{number},"));
    let of = |findings: Vec<Finding>, code: &str| findings.into_iter().find(|f| f.code == code).unwrap();
    assert_eq!(of(wrong_name(&ours.register_no), "E702").expected, "林小满");
    assert_eq!(of(wrong_birth("林小满", &ours.register_no), "E707").expected, "1990-01-02");
    for (finding, secret) in [
        (of(wrong_name(&foreign.register_no), "E702"), "许大勇"),
        (of(wrong_birth("许大勇", &foreign.register_no), "E707"), "1988-07-09"),
    ] {
        assert!(!format!("{finding:?}").contains(secret), "{finding:?}");
        assert!(!finding.expected.is_empty(), "{finding:?}");
    }
}

#[test]
fn a_file_of_guesses_finds_out_nobodys_birth_date() {
    let world = World::new();
    let theirs = world.test.agency("320");
    let keep = |row: &mut qipin::store::person::NewPerson| row.entered_by = theirs;
    let foreign = world.person_of("许大勇", "1988-07-09", "320", keep);
    let told = |guesses: &[&str]| -> Vec<Vec<&'static str>> {
        let line = |birth: &&str| format!("许大勇,女,{birth},5级,,{},", foreign.register_no);
        let lines: Vec<String> = guesses.iter().map(line).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        (1..=guesses.len()).map(|id| codes_of(&world, &lines, &id.to_string())).collect()
    };
    assert!(told(&["1988-07-10"])[0].contains(&"E707"), "once it is a question about one's own player");
    let several = told(&["1988-07-08", "1988-07-09", "1988-07-10"]);
    assert!(several.iter().flatten().all(|code| *code != "E707"), "{several:?}");
    assert!(several[1].contains(&"E728") && several[1] == several[2], "right or wrong, told the same: {several:?}");
}

#[test]
fn birth_dates_of_a_name_cannot_be_tried_out_one_upload_after_the_other() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::approved(register, &crew);
        let most = results::BIRTHS_OF_A_NAME as i32;
        let row = |year: i32| format!("王为民,男,{year}-05-01,,,,");
        let guess = |crew: &play::Crew, slug: &str, year: i32| {
            let files = play::files_of(&[&row(year), "李甲,男,1990-01-01,,,,"]);
            results::upload(&register.register, &crew.clerk, slug, "all", &files)
        };
        for year in 0..most {
            guess(&crew, &made.slug, 1970 + year).unwrap();
        }
        let over = guess(&crew, &made.slug, 1969).unwrap_err();
        let ServiceError::Refused { key, .. } = &over else { panic!("{over:?}") };
        assert_eq!(*key, "refusal.births_tried");
        assert!(
            over.message().zh.contains("王为民") && over.message().en.contains("24 different birth dates"),
            "{over:?}"
        );
        // The auditors learn that it was tried, and beside whose name is told to nobody.
        let told = register.register.read(|conn| Ok(qipin::store::journal::before(conn, i64::MAX, 1000)?)).unwrap();
        let tried: Vec<_> = told.iter().filter(|row| row.action == "agency.births-tried").collect();
        assert_eq!(tried.len(), 1);
        assert!(!tried[0].payload.contains("王为民") && tried[0].subject == format!("agency:{}", crew.clerk.agency_id));
        let versions = || {
            let lines = register.register.read(|conn| Ok(qipin::store::upload::lines_of(conn, made.id)?)).unwrap();
            lines.len()
        };
        assert_eq!(versions(), most as usize, "nothing of it is kept");
        // Dates that were given already are answered again; so is another agency, and everybody on the next day.
        guess(&crew, &made.slug, 1970).unwrap();
        let elsewhere = play::crew(register, "320");
        let theirs = play::approved(register, &elsewhere);
        guess(&elsewhere, &theirs.slug, 1969).unwrap();
        register.advance(Duration::days(1));
        guess(&crew, &made.slug, 1969).unwrap();
        // A file of guesses tells nothing of any of them.
        let rows: Vec<String> = (0..=most).map(|year| row(1990 + year)).collect();
        let all = play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &all);
        assert!(matches!(answer, Err(ServiceError::Refused { key: "refusal.births_tried", .. })), "{answer:?}");
    });
}
