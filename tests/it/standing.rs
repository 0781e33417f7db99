//! Which certificate a higher one takes the place of, and the grade that the public reads: after a revocation, a
//! refusal, a merge, and the other way round.

use crate::support::event as play;
use crate::support::register::{TestRegister, with_register};
use chrono::{Duration, NaiveDate};
use qipin::service::certificate::{self, Sanction};
use qipin::service::notice;
use qipin::service::objection::{self, Decision, NewObjectionForm, Receipt};
use qipin::service::person;
use qipin::service::view::certificate::State;
use qipin::service::view::people;
use qipin::store::award::{self as awards, Award};
use qipin::store::event::Event;
use qipin::text::Lang;

/// Two events of the same players: 1级 → 1段, and 40 days later 1段 → 2段.
fn first(register: &TestRegister, crew: &play::Crew) -> Event {
    let made = play::issued(register, crew, &play::files("壬", 10, "1级"));
    register.advance(Duration::days(40));
    made
}

fn second(register: &TestRegister, crew: &play::Crew) -> Event {
    play::issued(register, crew, &play::files("壬", 10, "1段"))
}

fn state(register: &TestRegister, award: &Award) -> String {
    play::paper(register, award).state
}

fn act(register: &TestRegister, crew: &play::Crew, award: &Award, what: Sanction) {
    let id = play::paper(register, award).id;
    certificate::sanction(&register.register, &crew.reviewer, id, what, "冒名参赛").unwrap();
}

fn object(register: &TestRegister, reference: &str) -> (Receipt, i64) {
    let form = NewObjectionForm {
        reference: reference.to_owned(),
        name: "棋友".into(),
        mail: "a@example.cn".into(),
        body: "这位选手请人代打，有照片为证。".into(),
        lang: Lang::Zh,
    };
    let receipt = objection::file(&register.register, &form).unwrap();
    let open = register.register.read(|conn| Ok(awards::objection_by_receipt(conn, &receipt.number)?)).unwrap();
    (receipt, open.id)
}

#[test]
fn when_the_higher_certificate_is_revoked_the_lower_one_is_valid_again_and_the_grade_falls_back() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let lower = play::awards(register, &first(register, &crew))[0].clone();
        let higher = play::awards(register, &second(register, &crew))[0].clone();
        assert_eq!(lower.person_id, higher.person_id);
        assert_eq!(
            (state(register, &lower).as_str(), play::grade(register, lower.person_id)),
            ("superseded", Some(27))
        );

        act(register, &crew, &higher, Sanction::Suspend);
        assert_eq!(state(register, &lower), "superseded", "a suspension is not the end");
        act(register, &crew, &higher, Sanction::Revoke);
        let back = play::paper(register, &lower);
        assert_eq!((back.state.as_str(), back.superseded_by), ("valid", None));
        assert_eq!(play::grade(register, lower.person_id), Some(26));

        // What the public finds, and what the next event takes for the grade held.
        let holder = play::paper(register, &lower).holder;
        let (found, _) = people::find(&register.register, &holder, "310", 1981, None).unwrap();
        assert_eq!(found[0].grade.map(|g| i64::from(g.rank())), Some(26));
        assert_eq!(found[0].certificate, Some(State::of("valid")));
        register.advance(Duration::days(40));
        let third = play::confirmed(register, &crew, &play::files("壬", 12, "1段"));
        let again = play::awards(register, &third).into_iter().find(|a| a.person_id == lower.person_id).unwrap();
        assert_eq!((again.from_grade, again.grade), (Some(26), 27));
    });
}

#[test]
fn a_certificate_reinstated_after_a_higher_one_was_issued_is_superseded() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let lower = play::awards(register, &first(register, &crew))[0].clone();
        act(register, &crew, &lower, Sanction::Suspend);
        let higher = play::awards(register, &second(register, &crew))[0].clone();
        assert_eq!(state(register, &lower), "suspended");
        act(register, &crew, &lower, Sanction::Reinstate);
        let back = play::paper(register, &lower);
        assert_eq!((back.state.as_str(), back.superseded_by), ("superseded", Some(play::paper(register, &higher).id)));
        // One suspended while it was superseded comes back as what it is by then.
        act(register, &crew, &lower, Sanction::Suspend);
        act(register, &crew, &higher, Sanction::Revoke);
        act(register, &crew, &lower, Sanction::Reinstate);
        let back = play::paper(register, &lower);
        assert_eq!((back.state.as_str(), back.superseded_by), ("valid", None));
    });
}

#[test]
fn a_merge_supersedes_and_raises_across_both_records_and_undoing_it_undoes_that() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let low = play::awards(register, &play::issued(register, &crew, &play::files("甲", 10, "1级")))[0].clone();
        let high = play::awards(register, &play::issued(register, &crew, &play::files("乙", 10, "1段")))[0].clone();
        let (kept, absorbed) = (low.person_id, high.person_id);
        person::merge(&register.register, &crew.reviewer, kept, absorbed, "同一人").unwrap();
        assert_eq!((state(register, &low).as_str(), state(register, &high).as_str()), ("superseded", "valid"));
        assert_eq!(play::grade(register, kept), Some(27), "what the absorbed record holds counts");
        person::unmerge(&register.register, &crew.reviewer, absorbed, "并非同一人").unwrap();
        assert_eq!((state(register, &low).as_str(), state(register, &high).as_str()), ("valid", "valid"));
        assert_eq!((play::grade(register, kept), play::grade(register, absorbed)), (Some(26), Some(27)));
    });
}

#[test]
fn a_certificate_issued_to_a_merged_record_supersedes_the_one_of_the_record_that_is_kept() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let low = play::awards(register, &play::issued(register, &crew, &play::files("甲", 10, "1级")))[0].clone();
        let granted = play::confirmed(register, &crew, &play::files("乙", 10, "1段"));
        let high = play::awards(register, &granted)[0].clone();
        person::merge(&register.register, &crew.reviewer, low.person_id, high.person_id, "同一人").unwrap();
        assert_eq!(state(register, &low), "valid", "there is no higher certificate yet");
        play::issue(register, &crew, &granted);
        assert_eq!(state(register, &low), "superseded");
    });
}

#[test]
fn a_notice_ends_with_the_revocation_of_its_certificate() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::issued(register, &crew, &play::files("丙", 10, "3段"));
        let all = play::awards(register, &made);
        let given = &all[0];
        let renewed = notice::renew(&register.register, &crew.reviewer, given.id, "收到新的举报").unwrap();
        assert_eq!((state(register, given).as_str(), play::grade(register, given.person_id)), ("on-notice", None));
        let (_, open) = object(register, &renewed.references[0]);
        act(register, &crew, given, Sanction::Revoke);
        let revoked = play::paper(register, given);
        assert_eq!(play::awards(register, &made).len(), 2, "the award is refused");
        register.advance(Duration::days(20));
        assert_eq!(notice::close_due(&register.register).unwrap(), 0, "no notice is left to close");

        // The objection is still answered; the day and the reason of the revocation stay.
        objection::decide(&register.register, &crew.reviewer, open, Decision::Upheld, "属实，已撤销证书。").unwrap();
        let after = play::paper(register, given);
        assert_eq!(
            (after.state.as_str(), after.state_on, after.state_reason),
            ("revoked", revoked.state_on, revoked.state_reason)
        );
        let again = notice::renew(&register.register, &crew.reviewer, given.id, "再次公示");
        assert!(again.is_err(), "what was revoked is not put on notice again");
    });
}

#[test]
fn an_upheld_objection_leaves_the_day_of_an_earlier_revocation() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::issued(&register, &crew, &play::files("丁", 10, "3段"));
    let given = play::awards(&register, &made)[0].clone();
    let renewed = notice::renew(&register.register, &crew.reviewer, given.id, "收到新的举报").unwrap();
    let (_, open) = object(&register, &renewed.references[0]);
    // As a register may hold it from before a revocation ended the notice.
    let day = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap();
    let id = play::paper(&register, &given).id;
    register
        .register
        .write(qipin::service::Actor::System, |tx| {
            tx.nothing_to_record();
            Ok(qipin::store::certificate::set_state(tx.conn, id, "revoked", day, Some("冒名参赛"), None)?)
        })
        .unwrap();
    objection::decide(&register.register, &crew.reviewer, open, Decision::Upheld, "属实，不予授予。").unwrap();
    let after = play::paper(&register, &given);
    assert_eq!((after.state_on, after.state_reason.as_deref()), (day, Some("冒名参赛")));
}

#[test]
fn renewal_dismissal_and_close_bring_a_certificate_back_with_its_grade() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::issued(register, &crew, &play::files("戊", 10, "3段"));
        let given = play::awards(register, &made)[1].clone();
        let renewed = notice::renew(&register.register, &crew.reviewer, given.id, "收到新的举报").unwrap();
        let (_, open) = object(register, &renewed.references[0]);
        objection::decide(&register.register, &crew.reviewer, open, Decision::Dismissed, "棋谱完整。").unwrap();
        register.advance(Duration::days(9));
        assert_eq!(notice::close_due(&register.register).unwrap(), 1);
        assert_eq!((state(register, &given).as_str(), play::grade(register, given.person_id)), ("valid", Some(29)));
    });
}

#[test]
fn a_certificate_comes_back_on_notice_while_a_notice_of_its_award_runs() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::issued(register, &crew, &play::files("己", 10, "3段"));
        let given = play::awards(register, &made)[0].clone();
        act(register, &crew, &given, Sanction::Suspend);
        notice::renew(&register.register, &crew.reviewer, given.id, "收到新的举报").unwrap();
        assert_eq!(state(register, &given), "suspended");
        act(register, &crew, &given, Sanction::Reinstate);
        assert_eq!(state(register, &given), "on-notice");
        register.advance(Duration::days(20));
        assert_eq!(notice::close_due(&register.register).unwrap(), 1);
        assert_eq!(state(register, &given), "valid");
    });
}

#[test]
fn a_superseded_certificate_is_on_notice_when_the_higher_one_goes_while_its_own_notice_runs() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let low = play::awards(register, &play::issued(register, &crew, &play::files("庚", 10, "3段")))[0].clone();
        let high = play::awards(register, &play::issued(register, &crew, &play::files("辛", 10, "4段")))[0].clone();
        person::merge(&register.register, &crew.reviewer, low.person_id, high.person_id, "同一人").unwrap();
        assert_eq!(state(register, &low), "superseded");
        notice::renew(&register.register, &crew.reviewer, low.id, "收到新的举报").unwrap();
        act(register, &crew, &high, Sanction::Revoke);
        assert_eq!(state(register, &low), "on-notice");
    });
}
