//! Invitations, and disabling and enabling accounts.

use crate::support::register::{PASSWORD, TestRegister, with_register};
use qipin::domain::permission::Role;
use qipin::mail::Message;
use qipin::service::account::{
    self, Acceptance, Accounts, Authority, Credentials, INVITATION_FOR, INVITATION_PATH, Identity, InviteForm,
    Passwords, accept_invitation, disable, enable, invite, renew_invitation,
};
use qipin::service::{ServiceError, ServiceResult, Staff};
use qipin::text::Lang;

fn form(login: &str, role: Role, agency_id: i64) -> InviteForm {
    InviteForm {
        login: login.into(),
        name: "王芳".into(),
        mail: format!("{login}@example.cn"),
        role,
        agency_id,
        lang: Lang::En,
    }
}

fn accept(test: &TestRegister, path: &str) -> ServiceResult<String> {
    let form = Acceptance {
        token: path.strip_prefix(INVITATION_PATH).unwrap().to_owned(),
        password: PASSWORD.to_owned(),
        repeated: PASSWORD.to_owned(),
        identity: Identity::default(),
    };
    accept_invitation(&test.register, &Passwords::new(), &form)
}

fn refusal<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        Err(ServiceError::Invalid(errors)) => errors[0].key,
        Err(ServiceError::Forbidden) => "forbidden",
        Err(ServiceError::NotFound) => "not found",
        other => panic!("{other:?}"),
    }
}

fn people(test: &TestRegister) -> (Staff, Staff, i64, i64) {
    let (shanghai, jiangsu) = (test.agency("310"), test.agency("320"));
    let admin = test.account(Role::NationalAdmin, test.national_office());
    let manager = test.account(Role::AgencyManager, shanghai);
    (admin, manager, shanghai, jiangsu)
}

#[test]
fn a_manager_invites_colleagues_and_the_mail_leads_to_a_password() {
    with_register(|test| {
        let (_, manager, shanghai, _) = people(test);
        for (login, role) in
            [("clerk.one", Role::AgencyClerk), ("boss.two", Role::AgencyManager), ("judge", Role::Referee)]
        {
            let invited = invite(&test.register, Authority::Staff(&manager), &form(login, role, shanghai)).unwrap();
            let mail = test.mails().pop().unwrap();
            assert_eq!((mail.to.as_str(), mail.lang), (format!("{login}@example.cn").as_str(), Lang::En));
            let Message::Invitation { name, role: role_words, agency, by, link, expires } = mail.message else {
                panic!("another mail")
            };
            assert_eq!((name.as_str(), by.as_str()), ("王芳", manager.name.as_str()));
            assert_eq!(role_words.en, qipin::text::text(Lang::En, &format!("role.{}", role.key())));
            assert_eq!(agency.zh, "310 围棋协会");
            assert_eq!((link.path(), expires), (invited.path.as_str(), invited.ends_at.and_utc()));
            assert_eq!(accept(test, &invited.path).unwrap(), login);
            let credentials = Credentials { login: login.into(), password: PASSWORD.into(), ..Default::default() };
            let begun = account::login(&test.register, &Passwords::new(), &credentials).unwrap();
            assert_eq!((begun.live.staff.role, begun.live.staff.agency_id), (role, shanghai));
        }
    });
}

#[test]
fn neither_the_link_nor_the_address_lies_readable_in_the_database() {
    with_register(|test| {
        let (_, manager, shanghai, _) = people(test);
        let by = Authority::Staff(&manager);
        let invited = invite(&test.register, by, &form("clerk.one", Role::AgencyClerk, shanghai)).unwrap();
        let token = invited.path.strip_prefix(INVITATION_PATH).unwrap();
        let row = test
            .register
            .read(|conn| Ok(qipin::store::outbox::due(conn, test.register.now(), 9)?.pop().unwrap()))
            .unwrap();
        assert!(!row.payload.contains(token) && !row.payload.contains("王芳"), "{}", row.payload);
        let has = |hay: &[u8], needle: &str| hay.windows(needle.len()).any(|w| w == needle.as_bytes());
        assert!(!has(&row.to_sealed, "clerk.one"));
        let journal = test.register.read(|conn| Ok(qipin::store::journal::after(conn, 0, 1000)?)).unwrap();
        for entry in journal {
            assert!(!entry.payload.contains(token) && !entry.payload.contains("example.cn"), "{}", entry.payload);
            assert!(!entry.payload.contains("王芳"), "{}", entry.payload);
        }
    });
}

#[test]
fn nobody_invites_beyond_their_reach() {
    with_register(|test| {
        let (admin, manager, shanghai, jiangsu) = people(test);
        let below = test.agency("310-310100");
        let office = test.national_office();
        let by_manager = Authority::Staff(&manager);
        for agency in [jiangsu, below, office] {
            let answer = invite(&test.register, by_manager, &form("some.one", Role::AgencyClerk, agency));
            assert_eq!(refusal(answer), "forbidden");
        }
        for role in Role::ALL.into_iter().filter(|role| role.is_national()) {
            let answer = invite(&test.register, by_manager, &form("some.one", role, shanghai));
            assert_eq!(refusal(answer), "refusal.role_national");
            let answer = invite(&test.register, Authority::Staff(&admin), &form("some.one", role, jiangsu));
            assert_eq!(refusal(answer), "refusal.role_national");
        }
        for role in Role::ALL.into_iter().filter(|role| !matches!(role, Role::NationalAdmin | Role::AgencyManager)) {
            let agency = if role.is_national() { office } else { shanghai };
            let other = test.account(role, agency);
            let answer = invite(&test.register, Authority::Staff(&other), &form("some.one", Role::Referee, agency));
            assert_eq!(refusal(answer), "forbidden", "{role:?}");
        }
        let by_admin = Authority::Staff(&admin);
        invite(&test.register, by_admin, &form("far.away", Role::AgencyManager, below)).unwrap();
        invite(&test.register, by_admin, &form("auditor.one", Role::NationalAuditor, office)).unwrap();
        assert_eq!(
            refusal(invite(&test.register, by_admin, &form("far.away", Role::Referee, jiangsu))),
            "refusal.login_taken"
        );
        assert_eq!(refusal(invite(&test.register, by_admin, &form("far.away", Role::Referee, 999))), "not found");
        assert_eq!(
            refusal(invite(&test.register, by_admin, &form("x", Role::Referee, jiangsu))),
            "refusal.login_shape"
        );
    });
}

#[test]
fn a_renewed_invitation_ends_the_one_before() {
    with_register(|test| {
        let (admin, manager, shanghai, jiangsu) = people(test);
        let by = Authority::Staff(&manager);
        let first = invite(&test.register, by, &form("clerk.one", Role::AgencyClerk, shanghai)).unwrap();
        test.advance(INVITATION_FOR);
        assert_eq!(refusal(accept(test, &first.path)), "refusal.link_dead");
        let second = renew_invitation(&test.register, by, first.account_id).unwrap();
        assert_eq!(test.mails().len(), 2);
        let stranger = test.account(Role::AgencyManager, jiangsu);
        let answer = renew_invitation(&test.register, Authority::Staff(&stranger), first.account_id);
        assert_eq!(refusal(answer), "forbidden");
        accept(test, &second.path).unwrap();
        assert_eq!(refusal(renew_invitation(&test.register, by, first.account_id)), "refusal.not_invited");
        assert_eq!(
            refusal(renew_invitation(&test.register, Authority::Staff(&admin), admin.account_id)),
            "refusal.not_invited"
        );
    });
}

#[test]
fn a_disabled_account_has_no_session_no_link_and_no_login_until_it_is_enabled() {
    with_register(|test| {
        let (_, manager, shanghai, jiangsu) = people(test);
        let by = Authority::Staff(&manager);
        let clerk = test.account(Role::AgencyClerk, shanghai);
        let begun = account::open_session(&test.register, clerk.account_id, "").unwrap();
        account::request_reset(&test.register, &clerk.login).unwrap();
        let Message::PasswordReset { link, .. } = test.mails().pop().unwrap().message else { panic!() };
        let token = link.path().strip_prefix(account::RESET_PATH).unwrap().to_owned();

        let stranger = test.account(Role::AgencyManager, jiangsu);
        assert_eq!(refusal(disable(&test.register, Authority::Staff(&stranger), clerk.account_id)), "forbidden");
        assert!(account::session(&test.register, &begun.token).unwrap().is_some());

        disable(&test.register, by, clerk.account_id).unwrap();
        disable(&test.register, by, clerk.account_id).unwrap();
        assert!(account::session(&test.register, &begun.token).unwrap().is_none());
        assert_eq!(refusal(account::reset_of(&test.register, &token)), "refusal.link_dead");
        let credentials = Credentials { login: clerk.login.clone(), password: PASSWORD.into(), ..Default::default() };
        assert_eq!(refusal(account::login(&test.register, &Passwords::new(), &credentials)), "refusal.login");

        enable(&test.register, by, clerk.account_id).unwrap();
        account::login(&test.register, &Passwords::new(), &credentials).unwrap();
        let journal = test.journal().join("\n");
        assert_eq!(journal.matches("account.disable").count(), 1, "{journal}");
        assert_eq!(journal.matches("account.enable").count(), 1, "{journal}");
    });
}

#[test]
fn nobody_locks_everybody_out() {
    with_register(|test| {
        let (admin, ..) = people(test);
        let by = Authority::Staff(&admin);
        assert_eq!(refusal(disable(&test.register, by, admin.account_id)), "refusal.disable_self");
        assert_eq!(refusal(disable(&test.register, Authority::System, admin.account_id)), "refusal.last_admin");
        let second = test.account(Role::NationalAdmin, test.national_office());
        disable(&test.register, by, second.account_id).unwrap();
        assert_eq!(refusal(disable(&test.register, Authority::System, admin.account_id)), "refusal.last_admin");
    });
}

#[test]
fn lists_show_what_one_may_manage() {
    with_register(|test| {
        let (admin, manager, shanghai, jiangsu) = people(test);
        let clerk = test.account(Role::AgencyClerk, shanghai);
        let Accounts { agency, accounts, next } = account::list(&test.register, &manager, shanghai, "").unwrap();
        assert_eq!(next, None);
        assert_eq!(agency.code, "310");
        let logins: Vec<_> = accounts.iter().map(|a| a.login.clone()).collect();
        assert_eq!(logins, [clerk.login.clone(), manager.login.clone()], "in order of their names");
        assert_eq!(accounts[0].mail.as_deref(), Some(format!("{}@example.cn", clerk.login).as_str()));
        assert_eq!(refusal(account::list(&test.register, &manager, jiangsu, "")), "forbidden");
        assert_eq!(refusal(account::list(&test.register, &clerk, shanghai, "")), "forbidden");
        let codes = |staff: &Staff| {
            let agencies = account::agencies(&test.register, staff, "").unwrap().agencies;
            agencies.into_iter().map(|a| (a.agency.code, a.accounts)).collect::<Vec<_>>()
        };
        assert_eq!(codes(&manager), [("310".to_owned(), 2)]);
        assert_eq!(codes(&admin), [("000".to_owned(), 1), ("310".to_owned(), 2), ("320".to_owned(), 0)]);
        assert_eq!(refusal(account::agencies(&test.register, &clerk, "")), "forbidden");
        assert_eq!(account::list_all(&test.register).unwrap().len(), 3);
    });
}

#[test]
fn only_a_national_administrator_makes_or_changes_accounts_of_the_national_roles() {
    with_register(|test| {
        let (admin, _, _, _) = people(test);
        let office = test.national_office();
        let manager = test.account(Role::AgencyManager, office);
        let auditor = test.account(Role::NationalAuditor, office);
        let by = Authority::Staff(&manager);
        for role in Role::ALL.into_iter().filter(|role| role.is_national()) {
            let asked = invite(&test.register, by, &form(&format!("x.{}", role.key()), role, office));
            assert_eq!(refusal(asked), "refusal.role_above", "{role:?}");
        }
        assert_eq!(refusal(disable(&test.register, by, auditor.account_id)), "forbidden");
        assert_eq!(refusal(account::managed(&test.register, &manager, auditor.account_id)), "forbidden");
        let invited = invite(&test.register, Authority::Staff(&admin), &form("rev", Role::NationalReviewer, office));
        let invited = invited.unwrap().account_id;
        assert_eq!(refusal(renew_invitation(&test.register, by, invited)), "forbidden");
        disable(&test.register, Authority::Staff(&admin), auditor.account_id).unwrap();
        assert_eq!(refusal(enable(&test.register, by, auditor.account_id)), "forbidden");
        // The office's own events have clerks too, and those are the manager's.
        let clerk = invite(&test.register, by, &form("clerk.office", Role::AgencyClerk, office)).unwrap();
        disable(&test.register, by, clerk.account_id).unwrap();
    });
}
