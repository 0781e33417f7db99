//! What a submission that was not confirmed leaves behind must stop nobody: not its next version, not another agency.

use crate::staff_people::signed_in;
use crate::support::event::{self as play, Crew};
use crate::support::fixture::World;
use qipin::domain::permission::Role;
use qipin::service::event;
use qipin::service::person::{show_again, withhold};
use qipin::service::results::{self, Identity};
use qipin::service::view::staff_person::{self, Search};
use qipin::service::{ServiceError, ServiceResult};
use qipin::store::person::{self, Person};

/// A resident ID of somebody born on 1 January 1990, and the row of a child who has it.
const DOCUMENT: &str = "110105199001010010";
const CHILD: &str = "林小满,男,1990-01-01,5级,,,110105199001010010";

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        other => panic!("not refused: {other:?}"),
    }
}

fn crew(world: &World) -> Crew {
    Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() }
}

/// Rows of so many others, all of 5级, before which `first` is put.
fn with_others<'a>(first: &'a str, others: &'a [String]) -> Vec<&'a str> {
    std::iter::once(first).chain(others.iter().map(String::as_str)).collect()
}

fn others(count: usize) -> Vec<String> {
    let names = ["赵甲", "钱乙", "孙丙", "李丁", "周戊", "吴己", "郑庚", "王辛", "冯壬", "陈癸"];
    names.iter().take(count).map(|name| format!("{name},男,1985-06-0{},5级,,,", 1 + count % 9)).collect()
}

fn holders(world: &World) -> Vec<Person> {
    let index = world.register().keys.blind_index("document", &format!("resident:{DOCUMENT}"));
    let found = world.register().read(|conn| Ok(person::by_documents(conn, &[index])?)).unwrap();
    found.into_iter().map(|(_, person)| person).collect()
}

#[test]
fn doubts_about_a_version_that_no_longer_counts_stop_no_confirmation() {
    let world = World::new();
    let crew = crew(&world);
    // Day and month exchanged: somebody has to look.
    let known = world.person("林小满", "1990-01-02");
    let others = others(9);
    let slip = play::files_of(&with_others("林小满,男,1990-02-01,5级,,,", &others));
    let right = play::files_of(&with_others("林小满,男,1990-01-02,5级,,,", &others));
    let made = play::approved(&world.test, &crew);
    play::upload(&world.test, &crew, &made, &slip);
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    let old = play::cases(&world.test, &made);
    assert_eq!(old.len(), 1);
    // Whoever is first is promoted, also while nobody knows yet who that is.
    let server = world.server();
    let page = server.get(&format!("/events/{}", made.slug)).text();
    let row = page.split("<tr").find(|row| row.contains("林小满") && row.contains("class=\"reason\"")).unwrap();
    assert!(row.contains("拟授予") && row.contains("4级") && !row.contains("未升级"), "{row}");
    assert!(page.contains("✕ 未升级："), "{page}");
    assert_eq!(refused(event::confirm(world.register(), &world.manager, &made.slug)), "refusal.matches_open");

    event::return_results(world.register(), &world.manager, &made.slug, "出生日期有误").unwrap();
    play::upload(&world.test, &crew, &made, &right);
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    assert!(play::cases(&world.test, &made).is_empty(), "the earlier version's doubt waits for nobody");
    let late = results::decide_match(world.register(), &world.clerk, &made.slug, old[0].id, Identity::New, "同名");
    assert!(matches!(late, Err(ServiceError::NotFound)), "{late:?}");
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
    assert_eq!(play::state(&world.test, &made), "confirmed");
    assert!(play::entries(&world.test, &made).iter().any(|e| e.person_id == Some(known.id)));

    // The doubt of a version that still counts is kept through a return.
    let again = play::approved(&world.test, &crew);
    let slip = play::files_of(&with_others("林小满,男,1990-02-01,4级,,,", &others));
    play::upload(&world.test, &crew, &again, &slip);
    results::submit(world.register(), &world.clerk, &again.slug, "").unwrap();
    event::return_results(world.register(), &world.manager, &again.slug, "请核对第一名").unwrap();
    results::submit(world.register(), &world.clerk, &again.slug, "").unwrap();
    assert_eq!(play::cases(&world.test, &again).len(), 1);
    assert_eq!(refused(event::confirm(world.register(), &world.manager, &again.slug)), "refusal.matches_open");
}

#[test]
fn a_returned_newcomer_with_a_document_can_be_submitted_again() {
    let world = World::new();
    let crew = crew(&world);
    let others = others(9);
    let first = play::files_of(&with_others(CHILD, &others));
    let made = play::submitted(&world.test, &crew, &first);
    event::return_results(world.register(), &world.manager, &made.slug, "第二轮有误").unwrap();
    // The same file is not stopped by the child that it entered itself.
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    event::return_results(world.register(), &world.manager, &made.slug, "第三轮有误").unwrap();
    let fewer = play::files_of(&with_others(CHILD, &others[..8]));
    play::upload(&world.test, &crew, &made, &fewer);
    results::submit(world.register(), &world.clerk, &made.slug, "").unwrap();
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
    let holders = holders(&world);
    assert_eq!(holders.len(), 1, "one child, whatever the number of versions: {holders:?}");
    assert_eq!(holders[0].state, "active");
    world.test.assert_journal_agrees();
}

#[test]
fn whoever_another_agency_has_not_confirmed_is_nobody_yet() {
    let world = World::new();
    let (ours, theirs) = (crew(&world), play::crew(&world.test, "320"));
    let others = others(9);
    let first = play::submitted(&world.test, &ours, &play::files_of(&with_others(CHILD, &others)));
    let entered = holders(&world).remove(0);
    assert_eq!((entered.state.as_str(), entered.entered_by), ("provisional", world.agency));

    let made = play::approved(&world.test, &theirs);
    let files = play::files_of(&with_others(&CHILD.replace("5级", "4级"), &others));
    let answer = results::upload(world.register(), &theirs.clerk, &made.slug, "all", &files).unwrap();
    assert!(!answer.report.blocks(), "{:?}", answer.report.findings);
    assert!(!answer.report.json().contains(&entered.register_no), "it is told who is unconfirmed elsewhere");
    play::upload(&world.test, &theirs, &made, &files);
    results::submit(world.register(), &theirs.clerk, &made.slug, "").unwrap();
    let mine = play::entries(&world.test, &made).into_iter().find(|e| e.file_id == "1").unwrap();
    assert!(mine.person_id.is_some() && mine.person_id != Some(entered.id), "{mine:?}");
    event::confirm(world.register(), &theirs.manager, &made.slug).unwrap();
    let kept = world.register().read(|conn| Ok(person::by_id(conn, entered.id)?)).unwrap();
    assert_eq!(kept.state, "provisional", "another agency's confirmation makes nobody of ours a person");
    event::return_results(world.register(), &world.manager, &first.slug, "有误").unwrap();
    world.test.assert_journal_agrees();
}

#[test]
fn a_name_is_withheld_before_the_results_that_brought_it_are_confirmed_and_stays_so() {
    let world = World::new();
    let crew = crew(&world);
    let others = others(9);
    let made = play::submitted(&world.test, &crew, &play::files_of(&with_others(CHILD, &others)));
    let entered = holders(&world).remove(0);
    assert_eq!(entered.state, "provisional");
    let admin = world.test.account(Role::NationalAdmin, world.test.national_office());
    let server = world.server();
    let page = || server.get(&format!("/events/{}", made.slug)).text();
    assert!(page().contains("林小满"));
    // Who may withhold names finds the person, and nobody else does.
    let found = |staff, unconfirmed| {
        let asked = Search { text: "林小满".into(), unconfirmed, ..Search::default() };
        staff_person::search(world.register(), staff, &asked).unwrap().persons.len()
    };
    assert_eq!((found(&admin, true), found(&admin, false), found(&world.clerk, true)), (1, 0, 0));
    assert!(staff_person::file(world.register(), &world.clerk, entered.id).is_err());
    let file = staff_person::file(world.register(), &admin, entered.id).unwrap();
    assert!(file.may.withhold && !file.may.change && !file.may.merge && !file.may.bar);
    let mut browser = signed_in(&world, &server, &admin);
    let path = format!("/staff/people/{}", entered.id);
    assert!(browser.get(&path).text().contains("尚未在册"));
    assert!(browser.get("/staff/people?q=%E6%9E%97&unconfirmed=1").text().contains(&path));

    assert!(matches!(withhold(world.register(), &world.manager, entered.id, "本人要求"), Err(ServiceError::Forbidden)));
    withhold(world.register(), &admin, entered.id, "监护人要求").unwrap();
    assert_eq!(refused(withhold(world.register(), &admin, entered.id, "再次")), "refusal.withhold_nothing");
    assert!(!page().contains("林小满") && page().contains("姓名不公开"), "{}", page());
    for file in ["standings.csv", "games.csv"] {
        let text = server.get(&format!("/events/{}/{file}?group=all", made.slug)).text();
        assert!(!text.contains("林小满"), "{file}");
    }
    show_again(world.register(), &admin, entered.id, "撤回要求").unwrap();
    assert!(page().contains("林小满"));
    withhold(world.register(), &admin, entered.id, "监护人仍要求").unwrap();
    event::confirm(world.register(), &world.manager, &made.slug).unwrap();
    let kept = world.register().read(|conn| Ok(person::by_id(conn, entered.id)?)).unwrap();
    assert_eq!(
        (kept.state.as_str(), kept.hidden),
        ("withheld", false),
        "it goes on once the person is on the register"
    );
    assert!(!page().contains("林小满"));
    world.test.assert_journal_agrees();
}
