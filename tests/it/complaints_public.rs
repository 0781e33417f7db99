//! What users of comparable registers complained about, as the public sees it here.

use crate::jobs_mail::{jobs, round};
use crate::support::event as play;
use crate::support::fixture::{Played, Player, World, dan};
use crate::support::register::{PASSWORD, TestRegister};
use crate::support::server::TestServer;
use chrono::{Duration, Utc};
use diesel::connection::SimpleConnection;
use qipin::clock::Clock;
use qipin::service::certificate::{self, Issue, Sanction, sanction};
use qipin::service::person::{self, ChangeForm, ChangeKind};
use qipin::service::{event, print};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;

fn serve(test: &TestRegister) -> TestServer {
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    TestServer::start(AppState::new(test.register.clone(), settings))
}

#[test]
fn empty_answers_are_200_with_an_explanation_and_malformed_ones_400_with_a_reason() {
    let world = World::new();
    let server = world.server();
    for path in ["/notices", "/notices?state=ended", "/events", "/events?q=x&agency=310&year=2020"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.text().contains("class=\"empty\""), "{path} explains that there is nothing");
    }
    for path in ["/notices.atom", "/notices.csv", "/api/v1/notices", "/api/v1/certificates/withdrawn.csv"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    let mut reader = server.browser();
    reader.get("/people");
    let nobody = reader.submit("/people", &[("name", "王伟"), ("region", "310"), ("year", "1990")]);
    assert!(nobody.status == 200 && nobody.text().contains("没有三项都相符的棋手"));
    reader.get("/");
    let nothing = reader.submit("/", &[("number", "310260001"), ("name", "王伟")]);
    assert!(nothing.status == 200 && nothing.text().contains("查无此证"));
    // A pairing that was not played is an empty list, not an error.
    let event = world.event("升段赛", "2026-11-01", "closed");
    let someone = world.person("李建国", "1970-01-01");
    let player = Player { person: &someone, from: None, place: 1, score: (0, 0), award: None };
    world.results(&event, "all", &[player], &[]);
    assert_eq!(server.get(&format!("/events/{}?group=all&round=5", event.slug)).status, 200);

    for path in [
        "/events?year=abc",
        "/events?after=abc",
        "/notices?after=abc",
        "/people/Q1",
        "/c/9d/310260001",
        "/c/5d/31026",
        "/c/5d/310260001?k=short",
        "/schemes/open-test?version=x",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 400, "{path}");
        let page = answer.text();
        let said = page.split("<h1").nth(1).unwrap_or_default();
        assert!(said.contains("<p"), "{path} says why: {page}");
        let api = server.browser().sending("accept", "application/json").get(path);
        let json = api.json();
        assert!(!json["zh"].as_str().unwrap().is_empty() && !json["en"].as_str().unwrap().is_empty(), "{path}");
    }
}

#[test]
fn the_number_and_the_day_of_issue_turn_at_midnight_in_beijing() {
    let world = World::new();
    let server = world.server();
    let last: chrono::DateTime<Utc> = "2026-12-31T15:59:59Z".parse().unwrap();
    world.test.advance(last - world.test.clock.now());
    let before = world.certificate(&world.person("李建国", "1970-01-01"), None, dan(2));
    world.test.advance(Duration::seconds(1));
    let after = world.certificate(&world.person("王为民", "1971-01-01"), None, dan(2));
    assert_eq!(before.certificate.number, "310260001");
    assert_eq!(after.certificate.number, "310270001", "a year begins its own series");
    for (paper, day, iso) in [(&before, "2026年12月31日", "2026-12-31"), (&after, "2027年1月1日", "2027-01-01")] {
        let page = server.get(&paper.coded()).text();
        assert!(page.contains(&format!("data-field=\"issued-on\"><time datetime=\"{iso}\">{day}")), "{page}");
        let json = server.browser().sending("accept", "application/json").get(&paper.coded()).json();
        assert_eq!(json["issued_on"], iso);
        assert_eq!(json["state_on"], iso);
    }
    // Revoked a second before the next midnight: that day, on every way.
    let next: chrono::DateTime<Utc> = "2027-01-01T15:59:59Z".parse().unwrap();
    world.test.advance(next - world.test.clock.now());
    sanction(world.register(), &world.reviewer, after.certificate.id, Sanction::Revoke, "冒名参赛").unwrap();
    let page = server.get(&after.coded()).text();
    assert!(page.contains("2027年1月1日撤销") && page.contains("2027年1月1日"), "issue and revocation are both shown");
}

#[test]
fn a_certificate_stays_as_attested_when_its_holder_or_its_issuer_is_renamed() {
    let world = World::new();
    let holder = world.person("张文轩", "1990-05-01");
    let event = world.event("上海市升段赛", "2026-11-01", "closed");
    let paper = world.certificate(&holder, Some(&event), dan(3));
    let server = world.server();
    // What stands on the paper: not the moment at which it is looked at.
    let face = || {
        let json = server.browser().sending("accept", "application/json").get(&paper.coded()).json();
        ["holder", "grade", "number", "issued_on", "issuer", "event", "face", "state"].map(|key| json[key].clone())
    };
    let attested = face();
    let admin = world.test.account(qipin::domain::permission::Role::NationalAdmin, world.test.national_office());
    let form = ChangeForm {
        field: "name".into(),
        value: "张子墨".into(),
        kind: ChangeKind::Change,
        effective_on: Some(world.register().today()),
        reason: "改名".into(),
    };
    person::change(world.register(), &admin, holder.id, &form).unwrap();
    let mut conn = world.register().store.reader().unwrap();
    conn.batch_execute("UPDATE agency SET name_zh = '改了名的棋院', name_en = 'Renamed' WHERE code = '310'").unwrap();
    conn.batch_execute("UPDATE event SET name = '改了名的赛事'").unwrap();
    assert_eq!(face(), attested);
    let page = server.get(&format!("/people/{}", holder.register_no)).text();
    assert!(page.contains("张子墨"), "the person's own page has the new name");
}

#[test]
fn a_slip_put_right_is_right_in_old_results_too_and_a_real_change_leaves_them() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "closed");
    let (a, b) = (world.person("李健国", "1970-01-01"), world.person("王为民", "1971-01-01"));
    let player = |person, place| Player { person, from: None, place, score: (1, 1), award: None };
    world.results(&event, "all", &[player(&a, 1), player(&b, 2)], &[Played::even(1, 0, 1, "B")]);
    let server = world.server();
    let admin = world.test.account(qipin::domain::permission::Role::NationalAdmin, world.test.national_office());
    let change = |id: i64, value: &str, kind: ChangeKind| {
        let effective_on = (kind == ChangeKind::Change).then(|| world.register().today());
        let form =
            ChangeForm { field: "name".into(), value: value.into(), kind, effective_on, reason: "核对证件".into() };
        person::change(world.register(), &admin, id, &form).unwrap();
    };
    let results = || server.get(&format!("/events/{}", event.slug)).text();
    let games = |of: &str| server.get(&format!("/people/{of}")).text();
    change(a.id, "李建国", ChangeKind::Typo);
    change(b.id, "王卫民", ChangeKind::Change);
    assert!(results().contains("李建国") && !results().contains("李健国"), "it was never so");
    assert!(results().contains("王为民") && !results().contains("王卫民"), "on that day it was so");
    assert!(games(&b.register_no).contains("李建国") && games(&a.register_no).contains("王为民"));
    // Undone, both are as before: each is a new entry of the journal.
    let changes = world.register().read(|conn| Ok(qipin::store::person::corrected_names(conn, &[a.id])?)).unwrap();
    assert_eq!(changes, [(a.id, "李健国".to_owned(), "李建国".to_owned())]);
    person::undo_change(world.register(), &admin, a.id, 1).unwrap();
    assert!(results().contains("李健国"));
    assert!(world.test.journal().iter().any(|row| row.contains("person.undo")));
    // What will be so is not recorded as if it were.
    let early = ChangeForm {
        field: "region".into(),
        value: "320".into(),
        kind: ChangeKind::Change,
        effective_on: Some(world.register().today() + Duration::days(1)),
        reason: "迁居".into(),
    };
    assert!(person::change(world.register(), &admin, a.id, &early).is_err());
}

#[test]
fn a_print_file_with_a_withdrawn_certificate_is_not_handed_out_any_more() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::confirmed(&register, &crew, &play::files("申", 10, "1级"));
    let issued =
        certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), "k").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut jobs = jobs(&register, &format!("file:{}", folder.path().join("mail").display()));
    jobs.prints = folder.path().join("prints");
    let queue = || print::queue(&register.register, &crew.manager, Some(made.id), &issued.certificates, "a4");
    let (first, second) = (queue().unwrap(), queue().unwrap());
    assert_eq!(round(&jobs).printed, 2);
    let file = |id| print::file(&register.register, &crew.manager, id);
    assert!(file(first).unwrap().is_some() && file(second).unwrap().is_some());
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    let mut state = AppState::new(register.register.clone(), settings);
    state.prints = jobs.prints.clone();
    let server = TestServer::start(state);
    let mut browser = server.browser();
    browser.sign_in(&crew.manager.login, PASSWORD);
    let path = format!("/staff/prints/{first}/file");
    let pdf = browser.get(&path);
    assert!(pdf.status == 200 && pdf.body.starts_with(b"%PDF"), "{}", pdf.status);
    // Not the second one, whose name the shipped font cannot write: it is in no file.
    sanction(&register.register, &crew.reviewer, issued.certificates[0], Sanction::Revoke, "冒名参赛").unwrap();
    let refused = browser.get(&path);
    assert_eq!(refused.status, 409, "within one request");
    assert!(refused.text().contains("310 26 0001"), "it says which");
    assert!(queue().is_err(), "nor is it printed anew");
    // One that was withdrawn while its job waited is left out of the file.
    let rest = [issued.certificates[1], issued.certificates[2]];
    let waiting = print::queue(&register.register, &crew.manager, Some(made.id), &rest, "a4").unwrap();
    sanction(&register.register, &crew.reviewer, rest[0], Sanction::Suspend, "待核实").unwrap();
    round(&jobs);
    let job = print::job(&register.register, &crew.manager, waiting).unwrap();
    assert_eq!((job.printed, job.total), (1, 2));
}

#[test]
fn no_answer_about_a_certificate_is_kept_by_caches() {
    let world = World::new();
    let holder = world.person("李建国", "1970-01-01");
    let paper = world.certificate(&holder, None, dan(3));
    let server = world.server();
    let api = format!("/api/v1/certificates{}", paper.coded().trim_start_matches("/c"));
    let person = format!("/people/{}", holder.register_no);
    let withdrawn = "/api/v1/certificates/withdrawn.csv".to_owned();
    for path in [paper.coded(), paper.path(), api, person, withdrawn] {
        let answer = server.get(&path);
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{path}");
    }
}

#[test]
fn an_issuer_is_named_by_the_register_whatever_a_file_says() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let mut files = play::files("酉", 10, "1级");
    let (_, players) = files.players.as_mut().unwrap();
    let text = String::from_utf8(players.clone()).unwrap();
    *players = text.replace(",,,\n", ",,冒名棋院,冒名道场\n").into_bytes();
    let made = play::confirmed(&register, &crew, &files);
    let issued =
        certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), "k").unwrap();
    let papers =
        register.register.read(|conn| Ok(qipin::store::certificate::by_ids(conn, &issued.certificates)?)).unwrap();
    assert!(papers.iter().all(|c| c.issuer_zh == "310 围棋协会" && c.issuer_en == "Go association of 310"));
    let server = serve(&register);
    let mut reader = server.browser();
    reader.get("/");
    let page = reader.submit("/", &[("number", &papers[0].number), ("name", &papers[0].holder)]).text();
    assert!(page.contains("310 围棋协会") && !page.contains("冒名"), "{page}");
}

#[test]
fn a_reopened_event_is_marked_on_every_page_that_rests_on_it() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "closed");
    let (holder, other) = (world.person("李建国", "1970-01-01"), world.person("王为民", "1971-01-01"));
    let player = |person, place| Player { person, from: None, place, score: (1, 0), award: None };
    world.results(&event, "all", &[player(&holder, 1), player(&other, 2)], &[Played::even(1, 0, 1, "B")]);
    let paper = world.certificate(&holder, Some(&event), dan(3));
    let reference = world.notice(&other, &event, dan(4));
    let server = world.server();
    let mut staff = server.browser();
    staff.sign_in(&world.reviewer.login, PASSWORD);
    let public = [
        format!("/events/{}", event.slug),
        "/events".to_owned(),
        paper.coded(),
        format!("/people/{}", holder.register_no),
        format!("/people/{}", other.register_no),
        format!("/notices/{reference}"),
        "/notices".to_owned(),
    ];
    let at_work = format!("/staff/events/{}", event.slug);
    for path in &public {
        assert!(!server.get(path).text().contains("曾重开"), "{path} before");
    }
    event::reopen(world.register(), &world.reviewer, &event.slug, "成绩录入有误").unwrap();
    // The mark stays when the event is closed again, for ever.
    for state in ["returned", "closed"] {
        world.write(|conn| qipin::store::event::set_state(conn, event.id, state).unwrap());
        for path in &public {
            assert!(server.get(path).text().contains("曾重开"), "{path} once {state} again");
        }
        assert!(staff.get(&at_work).text().contains("note-waiting"), "{at_work} once {state} again");
        let json = server.browser().sending("accept", "application/json").get(&paper.coded()).json();
        assert_eq!(json["event"]["reopened"], true);
        assert_eq!(server.get("/api/v1/notices").json()["notices"][0]["event"]["reopened"], true);
        assert_eq!(server.get(&format!("/api/v1/events/{}", event.slug)).json()["reopened"], true);
    }
}
