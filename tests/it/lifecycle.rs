//! From an event's results to certificates: the rules that nobody can get round.

use crate::support::event::{self as play, Crew};
use crate::support::register::{TestRegister, with_register};
use crate::support::server::TestServer;
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::service::certificate::{self, CopyForm, CopyKind, Issue, Sanction};
use qipin::service::event;
use qipin::service::notice;
use qipin::service::objection::{self, Decision, NewObjectionForm};
use qipin::service::results;
use qipin::service::{ServiceError, ServiceResult};
use qipin::store::{award, certificate as papers, entry, upload};
use qipin::text::Lang;
use qipin::web::state::{AppState, WebSettings};

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn whoever_submitted_cannot_confirm() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::approved(register, &crew);
        let alone =
            Crew { clerk: crew.manager.clone(), manager: crew.manager.clone(), reviewer: crew.reviewer.clone() };
        play::upload(register, &alone, &made, &play::files("甲", 10, "5级"));
        results::submit(&register.register, &alone.clerk, &made.slug, "").unwrap();
        assert_eq!(refused(event::confirm(&register.register, &alone.manager, &made.slug)), "refusal.four_eyes");
        let colleague = register.account(Role::AgencyManager, crew.manager.agency_id);
        event::confirm(&register.register, &colleague, &made.slug).unwrap();
        assert_eq!(play::state(register, &made), "confirmed");
    });
}

#[test]
fn only_the_parent_approves_an_event() {
    let register = TestRegister::new();
    let (crew, other) = (play::crew(&register, "310"), play::crew(&register, "320"));
    let made = event::create(&register.register, &crew.clerk, &play::form(&register)).unwrap();
    event::file(&register.register, &crew.clerk, &made.slug).unwrap();
    for stranger in [&crew.manager, &other.manager, &other.clerk] {
        let answer = event::decide_filing(&register.register, stranger, &made.slug, &event::Verdict::Approve);
        assert!(matches!(answer, Err(ServiceError::Forbidden)), "{answer:?}");
    }
}

#[test]
fn grades_below_4_dan_are_granted_at_once_and_the_others_wait_for_their_notice() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let low = play::confirmed(register, &crew, &play::files("乙", 10, "2级"));
        let high = play::confirmed(register, &crew, &play::files("丙", 10, "3段"));
        assert!(play::awards(register, &low).iter().all(|a| a.state == "granted" && a.grade == 25));
        let waiting = play::awards(register, &high);
        assert_eq!(waiting.len(), 3, "30 % of ten");
        assert!(waiting.iter().all(|a| a.state == "confirmed" && a.grade == 29));
        // Nothing of it can be issued before the notice.
        let ids: Vec<i64> = waiting.iter().map(|a| a.id).collect();
        let early = certificate::issue(&register.register, &crew.manager, high.agency_id, &Issue::Awards(ids), "k");
        assert_eq!(refused(early), "refusal.award_not_granted");
    });
}

#[test]
fn a_notice_closes_at_midnight_in_beijing_after_seven_days_and_an_objection_holds_its_clock() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::confirmed(register, &crew, &play::files("丁", 10, "3段"));
        let ids: Vec<i64> = play::awards(register, &made).iter().map(|a| a.id).collect();
        let published = notice::publish(&register.register, &crew.reviewer, &ids).unwrap();
        // The clock stands at noon of the 20th: the 21st to the 27th count.
        assert_eq!(published.ends_at.to_string(), "2026-11-27 16:00:00");

        register.advance(Duration::days(2));
        let form = NewObjectionForm {
            reference: published.references[0].clone(),
            name: "棋友".into(),
            mail: "a@example.cn".into(),
            body: "第三轮的对局没有下完就判了胜负。".into(),
            lang: Lang::Zh,
        };
        let receipt = objection::file(&register.register, &form).unwrap();
        assert_eq!(refused(objection::file(&register.register, &form)), "refusal.objection_open_already");

        register.advance(Duration::days(5) + Duration::hours(13));
        assert_eq!(notice::close_due(&register.register).unwrap(), 2, "the held one stays open");
        assert_eq!(notice::close_due(&register.register).unwrap(), 0, "a second round has nothing to do");
        let states: Vec<String> = play::awards(register, &made).iter().map(|a| a.state.clone()).collect();
        assert_eq!(states.iter().filter(|s| *s == "held").count(), 1);
        assert_eq!(states.iter().filter(|s| *s == "granted").count(), 2);

        let open = register.register.read(|conn| Ok(award::objection_by_receipt(conn, &receipt.number)?)).unwrap();
        objection::decide(&register.register, &crew.reviewer, open.id, Decision::Dismissed, "棋谱完整。").unwrap();
        let notice = register.register.read(|conn| Ok(award::by_id_notice(conn, open.notice_id)?)).unwrap();
        // Held on its second day: only the 21st has run, and six whole days follow the day of the decision, the 28th.
        assert_eq!(notice.ends_at.to_string(), "2026-12-04 16:00:00");
        register.advance(Duration::days(7));
        assert_eq!(notice::close_due(&register.register).unwrap(), 1);
        assert_eq!(notice::close_events(&register.register).unwrap(), 1);
        assert_eq!(play::state(register, &made), "closed");
    });
}

#[test]
fn an_upheld_objection_refuses_the_award() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::confirmed(&register, &crew, &play::files("戊", 10, "4段"));
    let ids: Vec<i64> = play::awards(&register, &made).iter().map(|a| a.id).collect();
    let published = notice::publish(&register.register, &crew.reviewer, &ids).unwrap();
    let form = NewObjectionForm {
        reference: published.references[1].clone(),
        name: "棋友".into(),
        mail: "b@example.cn".into(),
        body: "这位选手请人代打，有照片为证。".into(),
        lang: Lang::En,
    };
    let receipt = objection::file(&register.register, &form).unwrap();
    let open = register.register.read(|conn| Ok(award::objection_by_receipt(conn, &receipt.number)?)).unwrap();
    let agency = objection::decide(&register.register, &crew.manager, open.id, Decision::Upheld, "属实，不予授予。");
    assert!(matches!(agency, Err(ServiceError::Forbidden)));
    objection::decide(&register.register, &crew.reviewer, open.id, Decision::Upheld, "属实，不予授予。").unwrap();
    assert_eq!(play::awards(&register, &made).len(), 2);
    let server = TestServer::start(AppState::new(register.register.clone(), WebSettings::default()));
    let page = server.get(&format!("/events/{}", made.slug)).text();
    assert_eq!(page.matches("✕ 授予被驳回（原为：").count(), 1, "{page}");
    assert_eq!(page.matches("✕ 未升级：").count(), 7, "nobody who was promoted is said not to be: {page}");
    let again = objection::decide(&register.register, &crew.reviewer, open.id, Decision::Dismissed, "重新决定");
    assert_eq!(refused(again), "refusal.objection_decided");
    register.assert_journal_agrees();
}

#[test]
fn one_click_issues_everything_granted_and_the_same_key_answers_the_same() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::confirmed(register, &crew, &play::files("己", 20, "1级"));
        let issue = |key: &str| {
            certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Everything, key).unwrap()
        };
        let first = issue("once");
        assert_eq!(first.new, 6);
        assert_eq!(issue("once"), first);
        assert_eq!(issue("twice").new, 0);
        let all = register.register.read(|conn| Ok(papers::by_ids(conn, &first.certificates)?)).unwrap();
        let numbers: Vec<&str> = all.iter().map(|c| c.number.as_str()).collect();
        assert_eq!(numbers, ["310260001", "310260002", "310260003", "310260004", "310260005", "310260006"]);
        assert!(register.mails().iter().any(|m| m.message.kind() == "certificates-issued"));
    });
}

#[test]
fn a_further_copy_keeps_the_number_and_retires_the_earlier_code() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::confirmed(&register, &crew, &play::files("庚", 10, "1级"));
    let issued =
        certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), "k").unwrap();
    let id = issued.certificates[0];
    let form = CopyForm { kind: CopyKind::Reissue, holder: None, reason: "遗失".into(), key: "c1".into() };
    let made_copy = certificate::make_copy(&register.register, &crew.manager, id, &form).unwrap();
    assert_eq!(made_copy.copy_no, 1);
    assert_eq!(certificate::make_copy(&register.register, &crew.manager, id, &form).unwrap().copy_no, 1, "sent twice");
    let copies = register.register.read(|conn| Ok(papers::copies_of(conn, id)?)).unwrap();
    assert_eq!(copies.iter().map(|c| c.state.as_str()).collect::<Vec<_>>(), ["superseded", "current"]);
    assert_ne!(copies[0].code_hash, copies[1].code_hash);
    register.assert_journal_agrees();
}

#[test]
fn a_revoked_certificate_stays_revoked_and_a_suspended_one_can_come_back() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::confirmed(&register, &crew, &play::files("辛", 10, "1级"));
    let issued =
        certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), "k").unwrap();
    let act = |who, what| certificate::sanction(&register.register, who, issued.certificates[0], what, "冒名参赛");
    assert!(matches!(act(&crew.manager, Sanction::Revoke), Err(ServiceError::Forbidden)));
    act(&crew.reviewer, Sanction::Suspend).unwrap();
    act(&crew.reviewer, Sanction::Reinstate).unwrap();
    act(&crew.reviewer, Sanction::Revoke).unwrap();
    assert_eq!(refused(act(&crew.reviewer, Sanction::Reinstate)), "refusal.certificate_state");
    register.assert_journal_agrees();
}

#[test]
fn the_lower_dan_certificate_is_superseded_by_the_higher_one() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let first = play::confirmed(&register, &crew, &play::files("壬", 10, "1级"));
    certificate::issue(&register.register, &crew.manager, first.agency_id, &Issue::Event(first.id), "a").unwrap();
    register.advance(Duration::days(40));
    let second = play::confirmed(&register, &crew, &play::files("壬", 10, "1段"));
    certificate::issue(&register.register, &crew.manager, second.agency_id, &Issue::Event(second.id), "b").unwrap();
    let persons: Vec<i64> = play::awards(&register, &second).iter().map(|a| a.person_id).collect();
    assert_eq!(
        persons,
        play::awards(&register, &first).iter().map(|a| a.person_id).collect::<Vec<_>>(),
        "the same people"
    );
    let all = register.register.read(|conn| Ok(papers::of_persons(conn, &persons)?)).unwrap();
    assert_eq!(all.iter().filter(|c| c.grade == 26 && c.state == "superseded").count(), 3);
    assert_eq!(all.iter().filter(|c| c.grade == 27 && c.state == "valid").count(), 3);
    register.assert_journal_agrees();
}

#[test]
fn every_upload_is_kept_byte_for_byte_and_a_resubmission_is_a_new_version() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::approved(register, &crew);
        let (one, two) = (play::files("癸", 10, "5级"), play::files("癸", 12, "5级"));
        play::upload(register, &crew, &made, &one);
        play::upload(register, &crew, &made, &one);
        play::upload(register, &crew, &made, &two);
        let lines = register.register.read(|conn| Ok(upload::lines_of(conn, made.id)?)).unwrap();
        assert_eq!(lines.iter().map(|l| (l.version, l.current)).collect::<Vec<_>>(), [(1, false), (2, true)]);
        let kept = register.register.read(|conn| Ok(upload::version_of(conn, made.id, "all", 1)?)).unwrap();
        assert_eq!(results::files_of(&register.register.keys, &kept).unwrap(), one);
        // In the tables they cannot be read: a players file may hold identity numbers.
        let stored = [kept.results_bytes, kept.players_bytes.unwrap()];
        assert!(stored.iter().all(|bytes| !String::from_utf8_lossy(bytes).contains("name")), "sealed");
    });
}

#[test]
fn a_refused_file_is_kept_and_blocks_the_submission() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    let mut files = play::files("子", 10, "5级");
    files.results.1.extend_from_slice("9,1,1,99,B,,,\n".as_bytes());
    let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &files).unwrap();
    assert!(answer.report.blocks());
    assert_eq!(refused(results::submit(&register.register, &crew.clerk, &made.slug, "")), "refusal.results_blocked");
    let lines = register.register.read(|conn| Ok(upload::lines_of(conn, made.id)?)).unwrap();
    assert_eq!(lines.len(), 1);
    let entries = register.register.read(|conn| Ok(entry::of_event(conn, made.id)?)).unwrap();
    assert!(entries.is_empty(), "nothing of it was written");
}

#[test]
fn late_results_need_a_reason() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    play::upload(&register, &crew, &made, &play::files("丑", 10, "5级"));
    register.advance(Duration::days(40));
    let late = results::submit(&register.register, &crew.clerk, &made.slug, "");
    assert!(matches!(late, Err(ServiceError::Invalid(ref f)) if f[0].field == "waiver"), "{late:?}");
    // The deadline is a warning of the upload too, and needs its reason there as well.
    play::upload(&register, &crew, &made, &play::files("丑", 11, "5级"));
    results::submit(&register.register, &crew.clerk, &made.slug, "场馆停电，成绩单遗失后补录。").unwrap();
}

#[test]
fn a_returned_submission_is_proposed_anew_and_a_reopened_event_stays_marked() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::submitted(&register, &crew, &play::files("寅", 10, "5级"));
    let before = play::awards(&register, &made).len();
    event::return_results(&register.register, &crew.manager, &made.slug, "第二轮有误").unwrap();
    assert!(play::awards(&register, &made).is_empty());
    results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
    assert_eq!(play::awards(&register, &made).len(), before);
    event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
    assert!(matches!(
        event::reopen(&register.register, &crew.manager, &made.slug, "重新核查成绩"),
        Err(ServiceError::Forbidden)
    ));
    event::reopen(&register.register, &crew.reviewer, &made.slug, "重新核查成绩").unwrap();
    let found = register.register.read(|conn| Ok(qipin::store::event::by_id(conn, made.id)?)).unwrap();
    assert!(found.reopened && found.state == "returned");
    register.assert_journal_agrees();
}
