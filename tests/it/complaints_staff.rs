//! What users of comparable registers complained about, as those who work with this one see it.

use crate::support::dates::told;
use crate::support::event as play;
use crate::support::register::{PASSWORD, TestRegister, with_register};
use crate::support::server::{Browser, TestServer};
use chrono::Duration;
use qipin::domain::finding::{Mark, codes};
use qipin::domain::permission::Role;
use qipin::service::certificate::{self, Issue, Sanction, sanction};
use qipin::service::person::{self, ChangeForm, ChangeKind};
use qipin::service::register::Policy;
use qipin::service::results::{self, Files};
use qipin::service::view::doubles::{self, Shared};
use qipin::service::{Actor, Register, ServiceError, event, settings};
use qipin::store::person::{self as people, NewIdDocument, NewPerson};
use qipin::store::{entry, journal, upload};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use serde_json::Value;
use std::sync::Arc;

fn serve(test: &TestRegister) -> TestServer {
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    TestServer::start(AppState::new(test.register.clone(), settings))
}

fn at_work(server: &TestServer, login: &str) -> Browser {
    let mut browser = server.browser();
    browser.sign_in(login, PASSWORD);
    browser
}

/// Before anything is submitted the clerk is led to the doubtful players, settles who they are, may think again, and the
/// submission leaves nothing open.
#[test]
fn who_is_meant_is_settled_before_the_results_are_submitted() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let files = play::files("戌", 10, "1级");
    let before = play::confirmed(&register, &crew, &files);
    register.advance(Duration::days(40));
    let made = play::approved(&register, &crew);
    let answer = results::upload(
        &register.register,
        &crew.clerk,
        &made.slug,
        "all",
        &with(&with(&files, "1981-03-02", "1981-03-20"), "1982-03-03", "1982-03-13"),
    )
    .unwrap();
    let doubtful = |code: &str| answer.report.findings.iter().filter(|f| f.code == code).count();
    assert_eq!(doubtful("W708"), 2, "{:?}", answer.report.findings.iter().map(|f| f.code).collect::<Vec<_>>());
    let server = serve(&register);
    let mut clerk = at_work(&server, &crew.clerk.login);
    let event = format!("/staff/events/{}", made.slug);
    let path = format!("{event}/matches");
    let shown = clerk.get(&event).text();
    assert!(shown.contains(&format!("href=\"{path}\"")), "the page of the event leads there: {shown}");
    let page = clerk.get(&path).text();
    assert_eq!(page.matches("class=\"side-by-side\"").count(), 2);
    let candidate =
        |page: &str| page.split("name=\"identity\" value=\"").nth(2).unwrap().split('"').next().unwrap().to_owned();
    // The first is somebody known, for which a reason is needed; the second is somebody new.
    let (first, person, seen) = (clerk.value("case"), candidate(&page), clerk.value("shown"));
    let link =
        |reason: &'static str| [("case", &*first), ("identity", &*person), ("shown", &*seen), ("reason", reason)];
    assert_eq!(clerk.submit(&path, &link("")).status, 422);
    clerk.get(&path);
    let unseen = clerk.submit(&path, &[("case", &first), ("identity", &person), ("reason", "同一人，日期写错")]);
    assert_eq!(unseen.status, 409, "nobody decides on people they have not seen: {}", unseen.text());
    let sent = clerk.submit(&path, &link("同一人，日期写错"));
    assert_eq!(sent.status, 303, "{}", sent.text());
    let page = clerk.get(&path).text();
    let (second, others) = (clerk.value("case"), clerk.value("shown"));
    assert!(second != first && page.contains("已经认定"), "the one that is settled comes last");
    assert!(page.contains(&format!("value=\"{person}\" required checked")), "and can be changed: {page}");
    let new = |reason: &'static str| [("case", &*second), ("identity", "new"), ("shown", &*others), ("reason", reason)];
    assert_eq!(clerk.submit(&path, &new(" ")).status, 422, "it answers the warning, too, and so needs a reason");
    assert_eq!(clerk.submit(&path, &new("另一位棋手")).status, 303);
    clerk.get(&path);
    let foreign = [("case", &*first), ("identity", "999999"), ("shown", &*seen), ("reason", "同一人，日期写错")];
    let foreign = clerk.submit(&path, &foreign);
    assert_eq!(foreign.status, 404, "only those who may be meant");
    assert!(!clerk.get(&event).text().contains(&format!("href=\"{path}\"")), "nothing is left to settle");
    // The warnings that asked for it have their reason by it; the event page says so.
    let open = |register: &TestRegister| {
        let checked = qipin::service::view::event_checked::checked(&register.register, &crew.clerk, &made.slug);
        let counts = checked.unwrap().1.counts["all"];
        counts.warnings - counts.acknowledged
    };
    let others: Vec<String> = answer
        .report
        .findings
        .iter()
        .filter(|f| f.severity == qipin::domain::finding::Severity::Warning && f.code != "W708")
        .map(results::finding_key)
        .collect();
    assert_eq!(open(&register), others.len());
    if !others.is_empty() {
        results::acknowledge(
            &register.register,
            &crew.clerk,
            &made.slug,
            answer.upload_id,
            &results::ChosenWarnings { keys: &others, codes: &[] },
            "已核对",
        )
        .unwrap();
    }
    results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
    assert_eq!(play::cases(&register, &made), []);
    let entries = play::entries(&register, &made);
    let of = |file_id: &str| entries.iter().find(|e| e.file_id == file_id).unwrap();
    assert_eq!((of("1").match_state.as_str(), of("1").person_id), ("linked", person.parse().ok()));
    assert_eq!(of("2").match_state, "created");
    let known = play::entries(&register, &before);
    assert_eq!(of("1").person_id, known.iter().find(|e| e.file_id == "1").unwrap().person_id);
    assert!(!known.iter().any(|e| e.person_id == of("2").person_id), "somebody new");
    event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
    register.assert_journal_agrees();
}

/// A register number with another name is an error of the file: nobody learns from it whose the number is.
#[test]
fn a_number_with_another_name_shows_nobody_whose_it_is() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let known = play::entries(&register, &play::confirmed(&register, &crew, &play::files("戌", 10, "1级")));
    let holder = register.register.read(|conn| Ok(people::by_id(conn, known[0].person_id.unwrap())?)).unwrap();
    register.advance(Duration::days(40));
    let stranger = play::crew(&register, "320");
    let made = play::approved(&register, &stranger);
    let mut rows = vec![format!("王小二,男,1999-09-09,1级,,{},", holder.register_no)];
    rows.extend((1..10).map(|n| {
        format!("李{},男,199{n}-01-0{n},1级,,,", ["一", "二", "三", "四", "五", "六", "七", "八", "九"][n - 1])
    }));
    let files = play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    results::upload(&register.register, &stranger.clerk, &made.slug, "all", &files).unwrap();
    let server = serve(&register);
    let mut clerk = at_work(&server, &stranger.clerk.login);
    let page = clerk.get(&format!("/staff/events/{}/matches", made.slug)).text();
    assert!(!page.contains(&holder.name) && !page.contains("side-by-side"), "{page}");
}

/// The same event with one row of the players file changed.
fn with(files: &Files, from: &str, to: &str) -> Files {
    let (name, bytes) = files.players.clone().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(from), "{from} is not in\n{text}");
    Files { results: files.results.clone(), players: Some((name, text.replacen(from, to, 1).into_bytes())) }
}

#[test]
fn a_doubtful_player_stands_beside_those_who_may_be_meant_with_birth_dates_masked_and_earlier_events() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let files = play::files("戌", 10, "1级");
    let first = play::confirmed(&register, &crew, &files);
    // Born on another day of the same year, as a slip of the pen would have it.
    let near = with(&files, "1981-03-02", "1981-03-20");
    let made = play::approved(&register, &crew);
    register.advance(Duration::days(40));
    play::upload(&register, &crew, &made, &near);
    results::submit(&register.register, &crew.clerk, &made.slug, "场馆停电，成绩单遗失后补录。").unwrap();
    let server = serve(&register);
    let mut clerk = at_work(&server, &crew.clerk.login);
    let path = format!("/staff/events/{}/matches", made.slug);
    let page = clerk.get(&path).text();
    assert!(page.contains("side-by-side") && page.contains("戌丁"), "{page}");
    assert!(page.contains("<dd>1981-03-20</dd>"), "the file's own date in full: {page}");
    assert!(
        page.contains("1981-03-**（日子不同）"),
        "of the register's what the two share, and where they differ: {page}"
    );
    assert_eq!(told(&page, "1981-03-02".parse().unwrap()), None);
    assert!(page.contains(&first.name), "what the candidate played before");
    // One press links; another would create.
    let id = clerk.value("case");
    let candidate = page.split("name=\"identity\" value=\"").nth(2).unwrap().split('"').next().unwrap().to_owned();
    let sent = clerk.submit(&path, &[("case", &id), ("identity", &candidate), ("reason", "同一人，日期写错")]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert!(!clerk.get(&path).text().contains("side-by-side"));
    let entries = register.register.read(|conn| Ok(entry::of_event(conn, made.id)?)).unwrap();
    let linked = entries.iter().find(|e| e.file_id == "1").unwrap();
    assert_eq!(linked.person_id.map(|id| id.to_string()), Some(candidate));
}

#[test]
fn an_auditor_opens_every_version_that_was_ever_sent_and_sees_what_changed() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let auditor = register.account(Role::NationalAuditor, register.national_office());
    let made = play::submitted(&register, &crew, &play::files("亥", 10, "1级"));
    event::return_results(&register.register, &crew.manager, &made.slug, "第二轮有误").unwrap();
    let corrected = with(&play::files("亥", 10, "1级"), "1981-03-02", "1981-03-03");
    play::upload(&register, &crew, &made, &corrected);
    let server = serve(&register);
    let mut reader = at_work(&server, &auditor.login);
    let versions = format!("/staff/events/{}/groups/all/versions", made.slug);
    let first = reader.get(&format!("{versions}/1/players"));
    assert_eq!((first.status, first.body), (200, play::files("亥", 10, "1级").players.unwrap().1), "byte for byte");
    assert_eq!(reader.get(&format!("{versions}/2/players")).body, corrected.players.unwrap().1);
    let group = reader.get(&format!("/staff/events/{}/groups/all", made.slug)).text();
    assert!(group.contains("1981-03-03"), "the difference is shown: {group}");
    // Whoever opens a file with birth dates is in the journal.
    let opened = register.journal().into_iter().filter(|row| row.contains("event.open_file")).count();
    assert_eq!(opened, 2);
    register.assert_journal_agrees();
}

#[test]
fn the_deadline_counts_down_and_a_late_submission_asks_for_its_reason() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    play::upload(&register, &crew, &made, &play::files("甲", 10, "1级"));
    let server = serve(&register);
    let path = format!("/staff/events/{}", made.slug);
    // The event ended yesterday, and thirty days are given. A session lasts twelve hours, so each day signs in anew.
    for (days, said) in [(0, "还剩 29 天"), (9, "还剩 20 天"), (20, "还剩 0 天"), (2, "已逾期 2 天")] {
        register.advance(Duration::days(days));
        let page = at_work(&server, &crew.clerk.login).get(&path).text();
        assert!(page.contains(said), "{said}");
        // Once it has passed, the warning that says so comes first: nothing is offered that cannot succeed.
        assert!(!page.contains("name=\"waiver\""), "{said}");
        assert_eq!(page.contains("条警告须说明理由"), said.contains("逾期"), "{said}");
    }
    play::upload(&register, &crew, &made, &play::files("甲", 11, "1级"));
    let mut clerk = at_work(&server, &crew.clerk.login);
    assert!(clerk.get(&path).text().contains("name=\"waiver\""), "the reason is asked for");
    let bare = clerk.submit(&format!("{path}/submit"), &[("waiver", " ")]);
    assert_eq!(bare.status, 422, "{}", bare.text());
    assert!(bare.text().contains("href=\"#waiver\""), "the summary leads to the field");
    let sent = clerk.submit(&format!("{path}/submit"), &[("waiver", "场馆停电，成绩单遗失后补录。")]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert!(clerk.get(&path).text().contains("场馆停电"), "the reason stays to be read");
}

#[test]
fn what_was_confirmed_or_closed_takes_no_upload_until_the_national_office_reopens_it() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let files = play::files("乙", 10, "1级");
    let made = play::confirmed(&register, &crew, &files);
    let more = play::files("乙", 12, "1级");
    let send = || results::upload(&register.register, &crew.clerk, &made.slug, "all", &more);
    let closed = |answer: Result<_, ServiceError>| match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        _ => panic!("not refused"),
    };
    assert_eq!(closed(send().map(|_| ())), "refusal.event_state");
    register.advance(Duration::days(40));
    qipin::service::notice::close_events(&register.register).unwrap();
    assert_eq!(play::state(&register, &made), "closed");
    assert_eq!(closed(send().map(|_| ())), "refusal.event_state");
    let agency = event::reopen(&register.register, &crew.manager, &made.slug, "成绩录入有误");
    assert!(matches!(agency, Err(ServiceError::Forbidden)));
    assert!(event::reopen(&register.register, &crew.reviewer, &made.slug, " ").is_err(), "with a reason only");
    event::reopen(&register.register, &crew.reviewer, &made.slug, "成绩录入有误").unwrap();
    send().unwrap();
}

#[test]
fn the_bytes_that_were_kept_give_the_same_findings_years_later() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::approved(register, &crew);
        let mut files = play::files("丙", 10, "1级");
        files.results.1.extend_from_slice("4,9,2,2,W+R,,7.5,\n".as_bytes());
        let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &files).unwrap();
        let kept = register.register.read(|conn| Ok(upload::version_of(conn, made.id, "all", 1)?)).unwrap();
        let of_file = |json: &str| -> String {
            let mut value: Value = serde_json::from_str(json).unwrap();
            let file = |f: &Value| codes::ALL.iter().any(|c| f["code"] == c.id && c.mark == Mark::File);
            value["findings"].as_array_mut().unwrap().retain(file);
            value.to_string()
        };
        assert_eq!(kept.answer, answer.report.json());
        assert!(of_file(&kept.answer).contains("E302"), "{}", kept.answer);
        register.advance(Duration::days(3650));
        let again = results::files_of(&register.register.keys, &kept).unwrap();
        assert_eq!(again, files);
        let later = results::dry_run(&register.register, &crew.clerk, &made.slug, "all", &again).unwrap().json();
        assert_eq!(of_file(&later), of_file(&kept.answer));
        assert_ne!(later, kept.answer, "the register says what it knows by then: the deadline has passed");
    });
}

fn person(register: &Register, name: &str, birth: &str, document: Option<&str>, agency: i64) -> i64 {
    register
        .write(Actor::System, |tx| {
            let seen = qipin::store::person::by_name_keys(tx.conn, &[name.to_owned()])?.len();
            let row = NewPerson {
                register_no: format!("{name}{birth}{seen}"),
                name: name.to_owned(),
                name_key: name.to_owned(),
                sex: None,
                birth: Some(birth.parse().unwrap()),
                region: "310".into(),
                grade: None,
                state: "active".into(),
                guardian_consent: false,
                publication_consent: false,
                merged_into: None,
                entered_by: agency,
                created_at: tx.now,
            };
            let id = qipin::store::person::insert(tx.conn, &row)?;
            if let Some(document) = document {
                let row = NewIdDocument {
                    person_id: id,
                    kind: "resident".into(),
                    sealed: register.keys.seal(&person::document_place(id), document.as_bytes())?,
                    blind_index: register.keys.blind_index("document", document),
                    last4: "002X".into(),
                    entered_by: agency,
                    created_at: tx.now,
                };
                qipin::store::person::insert_id_document(tx.conn, &row)?;
            }
            tx.record("person.enter", &format!("person:{id}"), serde_json::json!({"state": "active"}));
            Ok(id)
        })
        .unwrap()
}

#[test]
fn records_that_may_be_one_person_are_reported_and_merged_by_nobody_but_a_person() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let enter = |name, birth, document| person(&register.register, name, birth, document, crew.clerk.agency_id);
        let twice = [enter("李建国", "1970-01-01", None), enter("李建国", "1970-01-01", None)];
        let paper = "11010519491231002X";
        let shared = [enter("王为民", "1949-12-31", Some(paper)), enter("王卫民", "1949-12-31", Some(paper))];
        enter("李建国", "1970-01-02", None);
        enter("孙丽", "1970-01-01", None);
        let list = || doubles::list(&register.register, &crew.reviewer, None).unwrap().pairs;
        let found: Vec<_> = list().into_iter().map(|d| (d.first.id, d.second.id, d.shared)).collect();
        assert_eq!(
            found,
            [(twice[0], twice[1], vec![Shared::NameAndBirth]), (shared[0], shared[1], vec![Shared::Document]),]
        );
        assert!(matches!(doubles::list(&register.register, &crew.manager, None), Err(ServiceError::Forbidden)));
        person::merge(&register.register, &crew.reviewer, twice[0], twice[1], "同一人").unwrap();
        assert_eq!(list().len(), 1);
        person::unmerge(&register.register, &crew.reviewer, twice[1], "两个人").unwrap();
        assert_eq!(list().len(), 2, "lossless");
    });
}

#[test]
fn the_database_itself_refuses_a_second_game_of_a_person_in_a_round() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::submitted(register, &crew, &play::files("丁", 4, "1级"));
        let kept = register.register.read(|conn| Ok(upload::version_of(conn, made.id, "all", 1)?)).unwrap();
        let games = register.register.read(|conn| Ok(entry::games_of_upload(conn, kept.id)?)).unwrap();
        let (first, other) = (&games[0], games.iter().find(|g| g.round != games[0].round).unwrap());
        let seat = entry::NewSeat {
            upload_id: kept.id,
            round: first.round,
            entry_id: first.black_entry,
            game_id: other.id,
            colour: "B".into(),
        };
        let twice = register.register.write(Actor::System, |tx| {
            tx.nothing_to_record();
            Ok(entry::insert_seat(tx.conn, &seat)?)
        });
        assert!(matches!(twice, Err(ServiceError::Internal(_))), "{twice:?}");
    });
}

#[test]
fn every_change_of_state_says_what_was_before_and_a_setting_too() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::confirmed(register, &crew, &play::files("戊", 10, "1级"));
        let issued =
            certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), "k").unwrap();
        let act = |what| sanction(&register.register, &crew.reviewer, issued.certificates[0], what, "冒名参赛");
        act(Sanction::Suspend).unwrap();
        act(Sanction::Reinstate).unwrap();
        let rows = register.register.read(|conn| Ok(journal::after(conn, 0, 100_000)?)).unwrap();
        let mut states: std::collections::HashMap<String, String> = std::collections::HashMap::new();
        let mut changed = 0;
        for row in &rows {
            let payload: Value = serde_json::from_str(&row.payload).unwrap();
            let Some(state) = payload["state"].as_str() else { continue };
            let before = states.insert(row.subject.clone(), state.to_owned());
            assert_eq!(payload["from"].as_str(), before.as_deref(), "{} {} {}", row.seq, row.action, row.payload);
            changed += usize::from(before.is_some());
        }
        assert!(changed > 15, "{changed}");
        let actions: Vec<&str> = rows.iter().map(|row| row.action.as_str()).collect();
        for action in ["event.upload", "event.submit", "event.confirm", "award.grant", "certificate.issue"] {
            assert!(actions.contains(&action), "{action}");
        }

        // The settings that decide something, once for each time they differ.
        assert!(settings::record(&register.register).unwrap());
        assert!(!settings::record(&register.register).unwrap());
        let longer = Policy { notice_days: 15, ..Policy::default() };
        let other = Register { policy: Arc::new(longer), ..register.register.clone() };
        assert!(settings::record(&other).unwrap());
        let last = register.register.read(|conn| Ok(journal::before(conn, i64::MAX, 1)?)).unwrap().remove(0);
        let payload: Value = serde_json::from_str(&last.payload).unwrap();
        assert_eq!((&payload["before"]["notice_days"], &payload["after"]["notice_days"]), (&7.into(), &15.into()));
    });
}

#[test]
fn a_change_of_a_person_keeps_both_values_and_can_be_undone_by_a_further_entry() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let admin = register.account(Role::NationalAdmin, register.national_office());
    let id = person(&register.register, "李健国", "1970-01-01", None, crew.clerk.agency_id);
    let form = ChangeForm {
        field: "name".into(),
        value: "李建国".into(),
        kind: ChangeKind::Typo,
        effective_on: None,
        reason: "核对证件".into(),
    };
    person::change(&register.register, &admin, id, &form).unwrap();
    let kept = register.register.read(|conn| Ok(qipin::store::person::by_id_person_change(conn, 1)?)).unwrap();
    assert_eq!((kept.old_value.as_str(), kept.new_value.as_str()), ("李健国", "李建国"));
    person::undo_change(&register.register, &admin, id, 1).unwrap();
    let now = register.register.read(|conn| Ok(qipin::store::person::by_id(conn, id)?)).unwrap();
    assert_eq!(now.name, "李健国");
    let rows = register.journal();
    let of_person: Vec<&String> = rows.iter().filter(|row| row.ends_with(&format!("person:{id}"))).collect();
    assert_eq!(of_person.len(), 3, "entered, changed, undone: {of_person:?}");
}

#[test]
fn players_are_checked_against_the_register_before_a_game_is_played() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let files = play::files("己", 10, "1级");
    play::confirmed(&register, &crew, &files);
    let made = play::approved(&register, &crew);
    // The list of those who registered, one of them with a birth date that differs by a slip; no round yet.
    let registered = with(&files, "1981-03-02", "1981-03-20");
    let header = "round,board,black,white,result,handicap,komi,game\n".to_owned();
    let before = Files { results: (registered.results.0.clone(), header.into_bytes()), ..registered };
    let report = results::dry_run(&register.register, &crew.clerk, &made.slug, "all", &before).unwrap();
    let of_register: Vec<&str> = report
        .findings
        .iter()
        .filter(|f| codes::ALL.iter().any(|c| c.id == f.code && c.mark == Mark::Register) && f.person.is_some())
        .map(|f| f.code)
        .collect();
    assert!(!of_register.is_empty(), "{}", report.json());
}
