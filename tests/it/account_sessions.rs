//! Sessions: how long they last, and how they end.

use crate::support::register::{PASSWORD, TestRegister, with_register};
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::service::account::{self, LoggedIn, Passwords};
use qipin::service::{ServiceError, Staff};

fn begin(test: &TestRegister, staff: &Staff) -> LoggedIn {
    account::open_session(&test.register, staff.account_id, "test").unwrap()
}

fn works(test: &TestRegister, begun: &LoggedIn) -> bool {
    account::session(&test.register, &begun.token).unwrap().is_some()
}

fn clerk(test: &TestRegister) -> Staff {
    let agency = test.agency("310");
    test.account(Role::AgencyClerk, agency)
}

fn seen(test: &TestRegister, begun: &LoggedIn) -> i64 {
    let id = begun.live.session_id;
    let row = test.register.read(|conn| Ok(qipin::store::account::by_id_session(conn, id)?)).unwrap();
    (row.seen_at - row.created_at).num_seconds()
}

#[test]
fn thirty_minutes_without_use_end_a_session_and_use_keeps_it() {
    with_register(|test| {
        let who = clerk(test);
        let (used, idle) = (begin(test, &who), begin(test, &who));
        test.advance(Duration::minutes(29));
        assert!(works(test, &used));
        test.advance(Duration::seconds(59));
        assert!(works(test, &used));
        test.advance(Duration::seconds(1));
        assert!(works(test, &used) && !works(test, &idle));
        assert_eq!(account::sessions(&test.register, &who).unwrap().len(), 1);
        assert_eq!(account::forget_ended(&test.register).unwrap(), 1);
    });
}

#[test]
fn twelve_hours_end_every_session() {
    with_register(|test| {
        let begun = begin(test, &clerk(test));
        for _ in 0..48 {
            test.advance(Duration::minutes(15) - Duration::milliseconds(1));
            assert!(works(test, &begun));
        }
        test.advance(Duration::milliseconds(48));
        assert!(!works(test, &begun));
        assert_eq!(account::forget_ended(&test.register).unwrap(), 1);
    });
}

#[test]
fn the_last_use_is_written_at_most_once_a_minute() {
    with_register(|test| {
        let begun = begin(test, &clerk(test));
        let mut written = Vec::new();
        for _ in 0..13 {
            test.advance(Duration::seconds(10));
            assert!(works(test, &begun));
            written.push(seen(test, &begun));
        }
        assert_eq!(written, [0, 0, 0, 0, 0, 60, 60, 60, 60, 60, 60, 120, 120]);
    });
}

#[test]
fn what_is_no_token_is_nobody() {
    with_register(|test| {
        let begun = begin(test, &clerk(test));
        for token in ["", "x", &begun.token[1..], &begun.token.to_uppercase(), &"0".repeat(64)] {
            assert!(account::session(&test.register, token).unwrap().is_none(), "{token}");
        }
        assert!(works(test, &begun));
    });
}

#[test]
fn a_person_ends_their_own_sessions_and_nobody_elses() {
    with_register(|test| {
        let (me, other) = (clerk(test), clerk(test));
        let (first, second, third) = (begin(test, &me), begin(test, &me), begin(test, &me));
        let theirs = begin(test, &other);
        let answer = account::end_session(&test.register, &me, theirs.live.session_id);
        assert!(matches!(answer, Err(ServiceError::NotFound)), "{answer:?}");
        account::end_session(&test.register, &me, first.live.session_id).unwrap();
        assert!(!works(test, &first) && works(test, &second) && works(test, &theirs));
        assert_eq!(account::end_other_sessions(&test.register, &me, third.live.session_id).unwrap(), 1);
        assert!(!works(test, &second) && works(test, &third));
        account::logout(&test.register, &third.token).unwrap();
        account::logout(&test.register, &third.token).unwrap();
        assert!(!works(test, &third) && works(test, &theirs));
        let journal = test.journal().join("\n");
        assert_eq!(journal.matches("session.end ").count(), 2, "{journal}");
    });
}

#[test]
fn a_changed_password_ends_every_other_session() {
    with_register(|test| {
        let passwords = Passwords::new();
        let me = clerk(test);
        let (here, there) = (begin(test, &me), begin(test, &me));
        let change = |present: &str, new: (&str, &str)| {
            let id = here.live.session_id;
            account::change_password(&test.register, &passwords, &me, id, present, new)
        };
        let key = |answer| match answer {
            Err(ServiceError::Invalid(errors)) => errors[0].key,
            other => panic!("{other:?}"),
        };
        let new = "k7-tengen-oak-2026";
        assert_eq!(key(change("wrong", (new, new))), "refusal.password_present");
        assert_eq!(key(change(PASSWORD, (new, "other"))), "refusal.password_repeated");
        assert_eq!(key(change(PASSWORD, ("qwertyuiop", "qwertyuiop"))), "refusal.password_common");
        assert_eq!(key(change(PASSWORD, (PASSWORD, PASSWORD))), "refusal.password_same");
        assert!(works(test, &there));
        change(PASSWORD, (new, new)).unwrap();
        assert!(works(test, &here) && !works(test, &there));
        for _ in 0..5 {
            assert_eq!(key(change("wrong", (PASSWORD, PASSWORD))), "refusal.password_present");
        }
        assert_eq!(key(change(new, (PASSWORD, PASSWORD))), "refusal.password_present", "no guessing in a session");
        test.advance(Duration::seconds(15));
        change(new, (PASSWORD, PASSWORD)).unwrap();
    });
}

#[test]
fn a_session_is_found_by_an_index() {
    let test = TestRegister::on_sqlite();
    let plan = test.register.read(|conn| {
        use diesel::prelude::*;
        #[derive(QueryableByName)]
        struct Step {
            #[diesel(sql_type = diesel::sql_types::Text)]
            detail: String,
        }
        let query = "EXPLAIN QUERY PLAN SELECT s.id FROM session s JOIN account a ON s.account_id = a.id \
                     WHERE s.token_hash = x'00'";
        Ok(diesel::sql_query(query).load::<Step>(conn)?.into_iter().map(|s| s.detail).collect::<Vec<_>>())
    });
    let plan = plan.unwrap();
    assert!(plan.iter().all(|step| step.starts_with("SEARCH")), "{plan:?}");
}
