//! A register without accounts, and its first administrator.

use crate::support::register::{PASSWORD, with_register};
use qipin::domain::permission::Role;
use qipin::service::ServiceError;
use qipin::service::account::{
    self, Acceptance, Credentials, INVITATION_FOR, INVITATION_PATH, Identity, Passwords, accept_invitation, first_start,
};

fn acceptance(path: &str, login: &str) -> Acceptance {
    Acceptance {
        token: path.strip_prefix(INVITATION_PATH).unwrap().to_owned(),
        password: PASSWORD.to_owned(),
        repeated: PASSWORD.to_owned(),
        identity: Identity { login: login.into(), name: "李华".into(), mail: "Li.Hua@example.cn".into() },
    }
}

#[test]
fn the_first_administrator_begins_with_a_link_and_says_who_they_are() {
    with_register(|test| {
        let passwords = Passwords::new();
        let first = first_start(&test.register).unwrap().unwrap();
        let view = account::invitation_of(&test.register, first.path.strip_prefix(INVITATION_PATH).unwrap()).unwrap();
        assert!(view.needs_identity && view.login.is_empty() && view.name.is_empty());

        let mut wrong = acceptance(&first.path, "x");
        wrong.password = "short".into();
        let Err(ServiceError::Invalid(errors)) = accept_invitation(&test.register, &passwords, &wrong) else {
            panic!()
        };
        assert_eq!(errors.iter().map(|e| e.field).collect::<Vec<_>>(), ["login", "password", "repeated"]);

        let login = accept_invitation(&test.register, &passwords, &acceptance(&first.path, "Li.Hua")).unwrap();
        assert_eq!(login, "li.hua");
        let form = Credentials { login, password: PASSWORD.into(), ..Credentials::default() };
        let begun = account::login(&test.register, &passwords, &form).unwrap();
        assert_eq!(begun.live.staff.role, Role::NationalAdmin);
        let (own, agency) = account::own(&test.register, &begun.live.staff).unwrap();
        assert_eq!((own.mail.as_deref(), agency.code.as_str()), (Some("Li.Hua@example.cn"), "000"));
        assert_eq!(
            test.journal(),
            [
                "system agency.add agency:1",
                "system account.invite account:1",
                "system account.link account:1",
                "account:1 account.accept account:1",
                "account:1 session.start account:1"
            ]
        );
        assert_eq!(first_start(&test.register).unwrap(), None, "there is an account now");
    });
}

#[test]
fn a_link_that_scrolled_away_is_made_anew_at_the_next_start() {
    with_register(|test| {
        let passwords = Passwords::new();
        let lost = first_start(&test.register).unwrap().unwrap();
        let found = first_start(&test.register).unwrap().unwrap();
        let refused = accept_invitation(&test.register, &passwords, &acceptance(&lost.path, "li.hua"));
        assert!(matches!(refused, Err(ServiceError::Refused { key: "refusal.link_dead", .. })), "{refused:?}");
        test.advance(INVITATION_FOR);
        let late = accept_invitation(&test.register, &passwords, &acceptance(&found.path, "li.hua"));
        assert!(matches!(late, Err(ServiceError::Refused { key: "refusal.link_dead", .. })), "{late:?}");
        let again = first_start(&test.register).unwrap().unwrap();
        accept_invitation(&test.register, &passwords, &acceptance(&again.path, "li.hua")).unwrap();
        let twice = accept_invitation(&test.register, &passwords, &acceptance(&again.path, "li.hua"));
        assert!(matches!(twice, Err(ServiceError::Refused { key: "refusal.link_dead", .. })), "{twice:?}");
    });
}

#[test]
fn two_instances_that_start_at_once_make_one_administrator() {
    with_register(|test| {
        let paths: Vec<String> = std::thread::scope(|scope| {
            let starts: Vec<_> =
                (0..6).map(|_| scope.spawn(|| first_start(&test.register).unwrap().unwrap())).collect();
            starts.into_iter().map(|start| start.join().unwrap().path).collect()
        });
        let works =
            |path: &String| account::invitation_of(&test.register, path.strip_prefix(INVITATION_PATH).unwrap()).is_ok();
        assert_eq!(paths.iter().filter(|path| works(path)).count(), 1, "the newest link works, no other");
        assert_eq!(account::list_all(&test.register).unwrap().len(), 1);
    });
}
