//! Who may act for an agency on a day, and who approves the events of which agency.

use crate::support::event::{self as play, Crew};
use crate::support::register::TestRegister;
use chrono::{Duration, NaiveDate};
use qipin::domain::permission::Role;
use qipin::service::certificate::{self, CopyForm, CopyKind, Issue};
use qipin::service::event::{self, Verdict};
use qipin::service::{ServiceError, ServiceResult, agency};
use qipin::text::Lang;

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> (&'static str, String) {
    match answer {
        Err(ref error @ ServiceError::Refused { key, .. }) => (key, error.message().get(Lang::En).to_owned()),
        other => panic!("not refused: {other:?}"),
    }
}

/// A register with an agency whose awards are granted.
fn granted(register: &TestRegister) -> (Crew, i64) {
    let crew = play::crew(register, "310");
    let made = play::confirmed(register, &crew, &play::files("甲", 10, "2级"));
    (crew, made.agency_id)
}

fn extend(register: &TestRegister, agency_id: i64, last: Option<NaiveDate>) {
    let admin = register.account(Role::NationalAdmin, register.national_office());
    agency::extend(&register.register, &admin, agency_id, last).unwrap();
}

fn set_state(register: &TestRegister, agency_id: i64, state: &str) {
    let admin = register.account(Role::NationalAdmin, register.national_office());
    agency::set_state(&register.register, &admin, agency_id, state, "年审未过").unwrap();
}

#[test]
fn nothing_is_issued_outside_the_authorisation() {
    let register = TestRegister::new();
    let (crew, agency_id) = granted(&register);
    let today = register.register.today();
    let issue = |key: &str| certificate::issue(&register.register, &crew.manager, agency_id, &Issue::Everything, key);

    extend(&register, agency_id, Some(today - Duration::days(1)));
    let (key, words) = refused(issue("late"));
    assert_eq!(key, "refusal.agency_expired");
    assert!(words.contains("19 Nov 2026") && !words.contains('{'), "{words}");

    set_state(&register, agency_id, "suspended");
    assert_eq!(refused(issue("suspended")).0, "refusal.agency_suspended");
    set_state(&register, agency_id, "active");

    // The last day itself counts.
    extend(&register, agency_id, Some(today));
    let done = issue("on the day").unwrap();
    assert_eq!(done.new, 3);

    // What was done stays answered; a further copy is an act of its own.
    set_state(&register, agency_id, "closed");
    assert_eq!(issue("on the day").unwrap(), done);
    assert_eq!(refused(issue("closed")).0, "refusal.agency_closed");
    let form = CopyForm { kind: CopyKind::Reissue, holder: None, reason: "遗失".into(), key: "copy".into() };
    let copy = certificate::make_copy(&register.register, &crew.manager, done.certificates[0], &form);
    assert_eq!(refused(copy).0, "refusal.agency_closed");
    register.assert_journal_agrees();
}

#[test]
fn a_suspended_agency_neither_files_nor_confirms() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let draft = event::create(&register.register, &crew.clerk, &play::form(&register)).unwrap();
    let submitted = play::submitted(&register, &crew, &play::files("乙", 10, "2级"));
    set_state(&register, submitted.agency_id, "suspended");
    let form = event::EventForm { key: "another".into(), ..play::form(&register) };
    assert_eq!(refused(event::create(&register.register, &crew.clerk, &form)).0, "refusal.agency_suspended");
    assert_eq!(refused(event::file(&register.register, &crew.clerk, &draft.slug)).0, "refusal.agency_suspended");
    let confirmed = event::confirm(&register.register, &crew.manager, &submitted.slug);
    assert_eq!(refused(confirmed).0, "refusal.agency_suspended");
    set_state(&register, submitted.agency_id, "active");
    event::confirm(&register.register, &crew.manager, &submitted.slug).unwrap();
    register.assert_journal_agrees();
}

#[test]
fn events_of_first_level_agencies_are_approved_by_reviewers_and_by_nobody_else() {
    let register = TestRegister::new();
    let (first, lower) = (play::crew(&register, "310"), play::crew(&register, "310-310100"));
    let office = register.national_office();
    let national_manager = register.account(Role::AgencyManager, office);
    let filed = |crew: &Crew| {
        let made = event::create(&register.register, &crew.clerk, &play::form(&register)).unwrap();
        event::file(&register.register, &crew.clerk, &made.slug).unwrap();
        made.slug
    };
    let decide = |staff: &qipin::service::Staff, slug: &str| {
        event::decide_filing(&register.register, staff, slug, &Verdict::Approve)
    };

    let of_first = filed(&first);
    let answer = decide(&national_manager, &of_first);
    assert!(matches!(answer, Err(ServiceError::Forbidden)), "a manager at the national office: {answer:?}");
    decide(&first.reviewer, &of_first).unwrap();

    let of_lower = filed(&lower);
    for stranger in [&first.reviewer, &national_manager, &lower.manager] {
        assert!(matches!(decide(stranger, &of_lower), Err(ServiceError::Forbidden)));
    }
    decide(&first.manager, &of_lower).unwrap();

    // Nobody is above the national office: its own reviewers decide on its events, and hear of them.
    let clerk = register.account(Role::AgencyClerk, office);
    let own = filed(&Crew { clerk, manager: national_manager.clone(), reviewer: first.reviewer.clone() });
    assert!(matches!(decide(&national_manager, &own), Err(ServiceError::Forbidden)));
    decide(&first.reviewer, &own).unwrap();
    register.assert_journal_agrees();
}

#[test]
fn an_agency_with_a_further_area_code_still_has_agencies_below_it() {
    let register = TestRegister::new();
    let parent = register.agency("310");
    let admin = register.account(Role::NationalAdmin, register.national_office());
    agency::assign_area(&register.register, &admin, parent, "311").unwrap();
    let form = |code: &str| agency::AgencyForm {
        code: code.to_owned(),
        name_zh: "浦东新区围棋协会".to_owned(),
        name_en: "Pudong Go association".to_owned(),
        level: "city".to_owned(),
        parent_id: parent,
        ceiling: qipin::domain::grade::Grade::dan(3).unwrap(),
        valid_from: register.register.today(),
        valid_to: None,
    };
    // Codes begin as the parent's does; certificates take the area code that the parent's take now.
    let made = agency::add(&register.register, &admin, &form("310-310115")).unwrap();
    assert_eq!((made.code.as_str(), made.area_code.as_str()), ("310-310115", "311"));
    let other = agency::add(&register.register, &admin, &form("311-310116"));
    assert!(matches!(other, Err(ServiceError::Invalid(ref f)) if f[0].field == "code"), "{other:?}");
    register.assert_journal_agrees();
}
