//! Accepting an invitation: a password is set, and the account works.

use super::links::{self, LinkView, Purpose, password_errors};
use super::{Passwords, fields, subject};
use crate::service::{Actor, Register, ServiceError, ServiceResult};
use crate::store::account::{change, find};

/// Who the first administrator is; everybody else's invitation already says so.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// Login name.
    pub login: String,
    /// The person's name.
    pub name: String,
    /// Mail address.
    pub mail: String,
}

/// What is typed on the page of an invitation.
#[derive(Clone, Debug)]
pub struct Acceptance {
    /// The link's token.
    pub token: String,
    /// The password.
    pub password: String,
    /// The password again.
    pub repeated: String,
    /// Read only where [`LinkView::needs_identity`] says so.
    pub identity: Identity,
}

/// Sets the password of an invited account and makes it active; answers its login name.
pub fn accept_invitation(register: &Register, passwords: &Passwords, form: &Acceptance) -> ServiceResult<String> {
    let now = register.now();
    let found = register.read(|conn| links::usable(conn, &form.token, Purpose::Invitation, now))?;
    let (_, account) = found.ok_or_else(links::dead)?;
    let needs_identity = LinkView::of(&account).needs_identity;

    let mut errors = Vec::new();
    let mut identity = None;
    let mut login = account.login;
    if needs_identity {
        match fields::check(&form.identity.login, &form.identity.name, &form.identity.mail) {
            Ok(checked) => {
                login.clone_from(&checked.login);
                identity = Some(checked);
            }
            Err(wrong) => errors.extend(wrong),
        }
    }
    errors.extend(password_errors(&form.password, &form.repeated, &login));
    fields::refuse_if_any(errors)?;
    let hash = passwords.hash(&form.password)?;

    register.write(Actor::Account(account.id), |tx| {
        let account = links::redeem(tx, &form.token, Purpose::Invitation)?;
        if let Some(who) = &identity {
            if find::by_login(tx.conn, &who.login)?.is_some_and(|other| other.id != account.id) {
                return Err(ServiceError::field("login", "refusal.login_taken"));
            }
            let (mail_sealed, mail_index) = fields::seal_mail(&register.keys, &who.login, &who.mail)?;
            let row = change::Identity { login: who.login.clone(), name: who.name.clone(), mail_sealed, mail_index };
            change::identity(tx.conn, account.id, &row)?;
        }
        change::password(tx.conn, account.id, &hash)?;
        change::state(tx.conn, account.id, "active")?;
        let payload = serde_json::json!({ "agency": account.agency_id, "role": account.role, "state": "active" });
        tx.record("account.accept", &subject(account.id), payload);
        Ok(login)
    })
}
