//! What else happens by itself: notices end, authorisations are reminded of, sessions are forgotten.

use crate::jobs_mail::{jobs, round};
use crate::support::register::TestRegister;
use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, Utc};
use qipin::clock::Clock;
use qipin::domain::permission::Role;
use qipin::jobs::Round;
use qipin::mail::{DaysLeft, Message};
use qipin::service::{Actor, account, notice};
use qipin::store;
use qipin::store::agency::NewAgency;
use qipin::store::award::{NewAward, NewNotice, Notice};
use qipin::store::person::NewPerson;

fn folder(test: &TestRegister) -> (qipin::jobs::Jobs, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (jobs(test, &format!("file:{}", folder.path().display())), folder)
}

fn write<T>(test: &TestRegister, body: impl FnOnce(&mut qipin::store::Conn, NaiveDateTime) -> T) -> T {
    test.register
        .write(Actor::System, |tx| {
            tx.nothing_to_record();
            let now = tx.now;
            Ok(body(tx.conn, now))
        })
        .unwrap()
}

/// A person with an award of 5段 that was put on notice now; the award and the notice.
fn on_notice(test: &TestRegister) -> (i64, i64) {
    let agency_id = test.agency("310");
    let ends_at = notice::end_of_notice(test.register.now(), 7);
    write(test, |conn, now| {
        let person = NewPerson {
            register_no: "Q0001".into(),
            name: "𠮷野小明".into(),
            name_key: "𠮷野小明".into(),
            sex: None,
            birth: None,
            region: "310".into(),
            grade: Some(29),
            state: "active".into(),
            guardian_consent: true,
            publication_consent: false,
            merged_into: None,
            entered_by: agency_id,
            created_at: now,
        };
        let person_id = store::person::insert(conn, &person).unwrap();
        let award = NewAward {
            person_id,
            event_id: None,
            entry_id: None,
            from_grade: Some(29),
            grade: 30,
            basis: "other".into(),
            scheme_id: String::new(),
            scheme_version: String::new(),
            clause: String::new(),
            reason_zh: "名次".into(),
            reason_en: "place".into(),
            state: "on-notice".into(),
            agency_id,
            granted_on: None,
            created_at: now,
        };
        let award_id = store::award::insert(conn, &award).unwrap();
        let row = NewNotice {
            reference: "G-2026-000001".into(),
            award_id,
            opened_at: now,
            ends_at,
            held_since: None,
            state: "running".into(),
            closed_at: None,
            opened_by: None,
        };
        (award_id, store::award::insert_notice(conn, &row).unwrap())
    })
}

fn notice_row(test: &TestRegister, id: i64) -> Notice {
    test.register.read(|conn| Ok(store::award::by_id_notice(conn, id)?)).unwrap()
}

fn award_state(test: &TestRegister, id: i64) -> String {
    test.register.read(|conn| Ok(store::award::by_id(conn, id)?)).unwrap().state
}

#[test]
fn a_notice_ends_by_itself_at_midnight_and_only_once() {
    let test = TestRegister::new();
    let (award, notice) = on_notice(&test);
    let (jobs, _folder) = folder(&test);
    let ends: DateTime<Utc> = notice_row(&test, notice).ends_at.and_utc();
    test.advance(ends - test.clock.now() - Duration::seconds(1));
    assert_eq!(round(&jobs).notices, 0);
    assert_eq!(award_state(&test, award), "on-notice");
    test.advance(Duration::seconds(1));
    assert_eq!(round(&jobs), Round { notices: 1, ..Round::default() });
    assert_eq!((notice_row(&test, notice).state, award_state(&test, award)), ("closed".into(), "granted".into()));
    let journal = test.journal();
    assert!(round(&jobs).is_idle());
    assert_eq!(test.journal(), journal);
    assert_eq!(journal.iter().filter(|row| row.contains("notice.close")).count(), 1);
    assert!(journal.contains(&format!("job:notice award.grant award:{award}")));
}

#[test]
fn an_objection_holds_its_notice_whatever_the_clock_says() {
    let test = TestRegister::new();
    let (award, notice) = on_notice(&test);
    let (jobs, _folder) = folder(&test);
    let ends_at = notice_row(&test, notice).ends_at;
    write(&test, |conn, now| store::award::set_notice(conn, notice, "held", ends_at, Some(now), None).unwrap());
    test.advance(Duration::days(400));
    assert_eq!(round(&jobs).notices, 0);
    assert_eq!(award_state(&test, award), "on-notice");
}

/// An active agency whose authorisation ends on 28 February 2027, with two managers and a clerk.
fn ending_agency(test: &TestRegister) -> NaiveDate {
    let (ends, parent) = ("2027-02-28".parse().unwrap(), test.national_office());
    let agency = write(test, |conn, now| {
        let row = NewAgency {
            code: "610".into(),
            area_code: "610".into(),
            name_zh: "陕西省围棋协会".into(),
            name_en: "Shaanxi Go Association".into(),
            level: "province".into(),
            parent_id: Some(parent),
            ceiling: 30,
            state: "active".into(),
            valid_from: "2024-03-01".parse().unwrap(),
            valid_to: Some(ends),
            created_at: now,
        };
        store::agency::insert(conn, &row).unwrap()
    });
    test.account(Role::AgencyManager, agency);
    test.account(Role::AgencyManager, agency);
    test.account(Role::AgencyClerk, agency);
    ends
}

/// Moves the clock to noon in Beijing, `days` before `ends`.
fn go_to(test: &TestRegister, ends: NaiveDate, days: i64) {
    let noon = (ends - Duration::days(days)).and_hms_opt(4, 0, 0).unwrap().and_utc();
    test.advance(noon - test.clock.now());
}

fn reminders(test: &TestRegister) -> Vec<DaysLeft> {
    let left = |message| match message {
        Message::AuthorisationEnding { left, .. } => left,
        other => panic!("{other:?}"),
    };
    test.mails().into_iter().map(|letter| left(letter.message)).collect()
}

#[test]
fn an_agency_is_reminded_sixty_thirty_and_seven_days_before_its_authorisation_ends() {
    let test = TestRegister::new();
    let ends = ending_agency(&test);
    let (jobs, folder) = folder(&test);
    let mut reminded = Vec::new();
    for days in (0..=62).rev() {
        go_to(&test, ends, days);
        let done = round(&jobs);
        assert_eq!(done.sent, done.reminded * 2, "both managers, and nobody else");
        assert!(round(&jobs).is_idle(), "once");
        if done.reminded == 1 {
            reminded.push(days);
        }
    }
    assert_eq!(reminded, [60, 30, 7]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 6);
    go_to(&test, ends, -1);
    assert!(round(&jobs).is_idle());
    assert_eq!(test.journal().iter().filter(|row| row.starts_with("job:authorisation agency.remind")).count(), 3);
}

#[test]
fn a_reminder_that_was_missed_is_not_sent_after_the_nearer_one() {
    let test = TestRegister::new();
    let ends = ending_agency(&test);
    go_to(&test, ends, 20);
    assert_eq!(qipin::service::authorisation::remind(&test.register).unwrap(), 1);
    assert_eq!(reminders(&test), [DaysLeft::Thirty; 2]);
    assert_eq!(qipin::service::authorisation::remind(&test.register).unwrap(), 0);
}

#[test]
fn a_session_that_ended_is_forgotten() {
    let test = TestRegister::new();
    let agency = test.agency("310");
    let clerk = test.account(Role::AgencyClerk, agency);
    account::open_session(&test.register, clerk.account_id, "test").unwrap();
    let (jobs, _folder) = folder(&test);
    assert!(round(&jobs).is_idle());
    test.advance(account::IDLE);
    assert_eq!(round(&jobs), Round { forgotten: 1, ..Round::default() });
    assert!(round(&jobs).is_idle());
}
