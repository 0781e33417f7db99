//! Signing in: what it costs and what it tells.

use crate::support::register::{PASSWORD, TestRegister, with_register};
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::service::account::{self, Authority, Credentials, Passwords, login};
use qipin::service::{ServiceError, Staff};

fn attempt(test: &TestRegister, passwords: &Passwords, name: &str, password: &str) -> Result<String, String> {
    let form = Credentials { login: name.into(), password: password.into(), ..Default::default() };
    match login(&test.register, passwords, &form) {
        Ok(begun) => Ok(begun.token),
        Err(error) => {
            assert!(matches!(error, ServiceError::Refused { key: "refusal.login", .. }), "{error:?}");
            Err(error.message().zh)
        }
    }
}

fn clerk(test: &TestRegister) -> Staff {
    let agency = test.agency("310");
    test.account(Role::AgencyClerk, agency)
}

#[test]
fn an_unknown_a_disabled_a_locked_an_invited_account_and_a_wrong_password_answer_the_same_for_the_same_work() {
    with_register(|test| {
        let passwords = Passwords::new();
        let (known, disabled, locked) = (clerk(test), clerk(test), clerk(test));
        account::disable(&test.register, Authority::System, disabled.account_id).unwrap();
        for _ in 0..5 {
            attempt(test, &passwords, &locked.login, "wrong password").unwrap_err();
        }
        let invited = account::InviteForm {
            login: "not.yet".into(),
            name: "王芳".into(),
            mail: "a@b.cn".into(),
            role: Role::Referee,
            agency_id: known.agency_id,
            lang: Default::default(),
        };
        account::invite(&test.register, Authority::System, &invited).unwrap();
        let mut answers = Vec::new();
        for (name, password) in [
            (known.login.as_str(), "wrong password"),
            ("nobody.here", PASSWORD),
            ("no login name at all!", PASSWORD),
            (&disabled.login, PASSWORD),
            (&locked.login, PASSWORD),
            ("not.yet", PASSWORD),
            (&known.login, ""),
        ] {
            let before = passwords.computed();
            answers.push(attempt(test, &passwords, name, password).unwrap_err());
            assert_eq!(passwords.computed() - before, 1, "one hash for {name}");
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:?}");
        let before = passwords.computed();
        attempt(test, &passwords, &known.login.to_uppercase(), PASSWORD).unwrap();
        assert_eq!(passwords.computed() - before, 1, "and one for whoever gets in");
    });
}

#[test]
fn failures_in_a_row_make_a_pause_that_grows_and_success_forgets_them() {
    with_register(|test| {
        let passwords = Passwords::new();
        let who = clerk(test);
        let state = || {
            let row = test.register.read(|conn| Ok(qipin::store::account::by_id(conn, who.account_id)?)).unwrap();
            (row.failures, row.locked_until.map(|until| (until - test.register.now()).num_seconds()))
        };
        for failures in 1..=4 {
            attempt(test, &passwords, &who.login, "wrong password").unwrap_err();
            assert_eq!(state(), (failures, None));
        }
        attempt(test, &passwords, &who.login, "wrong password").unwrap_err();
        assert_eq!(state(), (5, Some(15)));
        // During the pause nothing is counted, and the right password is not taken either.
        attempt(test, &passwords, &who.login, "wrong password").unwrap_err();
        attempt(test, &passwords, &who.login, PASSWORD).unwrap_err();
        assert_eq!(state(), (5, Some(15)));
        test.advance(Duration::seconds(15));
        attempt(test, &passwords, &who.login, "wrong password").unwrap_err();
        assert_eq!(state(), (6, Some(30)));
        test.advance(Duration::seconds(30));
        attempt(test, &passwords, &who.login, PASSWORD).unwrap();
        assert_eq!(state(), (0, None));
    });
}

#[test]
fn guesses_made_at_once_are_all_counted() {
    with_register(|test| {
        let passwords = Passwords::new();
        let who = clerk(test);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| attempt(test, &passwords, &who.login, "wrong password").unwrap_err());
            }
        });
        let row = test.register.read(|conn| Ok(qipin::store::account::by_id(conn, who.account_id)?)).unwrap();
        assert!(row.failures >= 5 && row.locked_until.is_some(), "{row:?}");
        attempt(test, &passwords, &who.login, PASSWORD).unwrap_err();
    });
}

#[test]
fn a_new_login_ends_the_session_that_the_browser_had() {
    with_register(|test| {
        let passwords = Passwords::new();
        let who = clerk(test);
        let first = attempt(test, &passwords, &who.login, PASSWORD).unwrap();
        let elsewhere = attempt(test, &passwords, &who.login, PASSWORD).unwrap();
        let form = Credentials {
            login: who.login.clone(),
            password: PASSWORD.into(),
            client: "Browser\r\n9".into(),
            old_token: Some(first.clone()),
        };
        let second = login(&test.register, &passwords, &form).unwrap();
        assert_ne!(first, second.token);
        let live = |token: &str| account::session(&test.register, token).unwrap();
        assert!(live(&first).is_none());
        assert_eq!(live(&second.token).unwrap().staff, who);
        assert!(live(&elsewhere).is_some(), "another browser's session stays");
        let clients: Vec<_> = account::sessions(&test.register, &who).unwrap().into_iter().map(|s| s.client).collect();
        assert!(clients.contains(&"Browser9".to_owned()), "{clients:?}");
    });
}
