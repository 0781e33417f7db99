//! A new password by mail.

use crate::support::register::{PASSWORD, TestRegister, with_register};
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::mail::Message;
use qipin::service::account::{
    self, Authority, Credentials, Passwords, RESET_EVERY, RESET_FOR, RESET_PATH, request_reset,
};
use qipin::service::{ServiceError, ServiceResult, Staff};

const NEW: &str = "k7-tengen-oak-2026";

fn clerk(test: &TestRegister) -> Staff {
    let agency = test.agency("310");
    test.account(Role::AgencyClerk, agency)
}

fn token(test: &TestRegister) -> String {
    let Message::PasswordReset { link, .. } = test.mails().pop().unwrap().message else { panic!() };
    link.path().strip_prefix(RESET_PATH).unwrap().to_owned()
}

fn reset(test: &TestRegister, token: &str) -> ServiceResult<String> {
    account::reset(&test.register, &Passwords::new(), token, NEW, NEW)
}

fn is_dead<T: std::fmt::Debug>(answer: ServiceResult<T>) -> bool {
    matches!(answer, Err(ServiceError::Refused { key: "refusal.link_dead", .. }))
}

#[test]
fn a_link_sets_a_new_password_once_and_ends_all_sessions() {
    with_register(|test| {
        let who = clerk(test);
        let begun = account::open_session(&test.register, who.account_id, "").unwrap();
        request_reset(&test.register, &who.login).unwrap();
        let mail = test.mails().pop().unwrap();
        assert_eq!(mail.to.as_str(), format!("{}@example.cn", who.login));
        let token = token(test);
        assert_eq!(account::reset_of(&test.register, &token).unwrap().login, who.login);
        let short = account::reset(&test.register, &Passwords::new(), &token, "short", "short");
        assert!(matches!(short, Err(ServiceError::Invalid(_))), "a mistake does not use the link up");
        assert_eq!(reset(test, &token).unwrap(), who.login);
        assert!(is_dead(reset(test, &token)) && is_dead(account::reset_of(&test.register, &token)));
        assert!(account::session(&test.register, &begun.token).unwrap().is_none());
        let try_with = |password: &str| {
            let form = Credentials { login: who.login.clone(), password: password.into(), ..Default::default() };
            account::login(&test.register, &Passwords::new(), &form).is_ok()
        };
        assert!(!try_with(PASSWORD) && try_with(NEW));
    });
}

#[test]
fn a_link_ends_with_its_hour_with_the_next_one_and_is_no_invitation() {
    with_register(|test| {
        let who = clerk(test);
        request_reset(&test.register, &who.login).unwrap();
        let first = token(test);
        assert!(is_dead(account::invitation_of(&test.register, &first)));
        test.advance(RESET_EVERY);
        request_reset(&test.register, &who.login).unwrap();
        let second = token(test);
        assert!(is_dead(reset(test, &first)));
        test.advance(RESET_FOR);
        assert!(is_dead(reset(test, &second)));
    });
}

#[test]
fn only_accounts_that_work_get_a_mail_and_the_answer_is_the_same_for_all() {
    with_register(|test| {
        let (one, gone) = (clerk(test), clerk(test));
        account::disable(&test.register, Authority::System, gone.account_id).unwrap();
        for typed in ["", "nobody.here", "nobody@example.cn", &gone.login, "王芳", &"x".repeat(5000)] {
            request_reset(&test.register, typed).unwrap();
        }
        assert!(test.mails().is_empty());
        let entries = test.journal().len();
        request_reset(&test.register, &format!(" {}@EXAMPLE.cn ", one.login)).unwrap();
        assert_eq!(test.mails().len(), 1, "by mail address, however it is capitalised");
        assert_eq!(test.journal().len(), entries + 1);
    });
}

#[test]
fn nobody_can_flood_a_mailbox() {
    with_register(|test| {
        let who = clerk(test);
        for _ in 0..11 {
            request_reset(&test.register, &who.login).unwrap();
            test.advance(Duration::seconds(31));
        }
        assert_eq!(test.mails().len(), 2, "one in five minutes");
    });
}

#[test]
fn a_locked_account_is_opened_by_a_new_password() {
    with_register(|test| {
        let who = clerk(test);
        let passwords = Passwords::new();
        let form = |password: &str| Credentials {
            login: who.login.clone(),
            password: password.into(),
            ..Credentials::default()
        };
        for _ in 0..5 {
            account::login(&test.register, &passwords, &form("wrong password")).unwrap_err();
        }
        account::login(&test.register, &passwords, &form(PASSWORD)).unwrap_err();
        request_reset(&test.register, &who.login).unwrap();
        reset(test, &token(test)).unwrap();
        account::login(&test.register, &passwords, &form(NEW)).unwrap();
    });
}
