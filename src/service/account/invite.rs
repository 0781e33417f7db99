//! Inviting a colleague.

use super::links::{self, Purpose};
use super::{INVITATION_FOR, fields, subject};
use crate::domain::permission::{Action, Role, manages_role};
use crate::mail::{Message, SecretLink};
use crate::service::error::FieldError;
use crate::service::{Actor, Register, ServiceError, ServiceResult, Staff, Tx, outbox};
use crate::store::account::{self, Account, NewAccount, find};
use crate::store::agency::{self, Agency};
use crate::text::{Bilingual, Lang, both};
use chrono::NaiveDateTime;

/// On whose authority accounts are changed.
#[derive(Clone, Copy, Debug)]
pub enum Authority<'a> {
    /// A person of the workplace, within their permissions.
    Staff(&'a Staff),
    /// Whoever may run commands on the server.
    System,
}

impl Authority<'_> {
    pub(super) fn actor(self) -> Actor {
        match self {
            Authority::Staff(staff) => staff.actor(),
            Authority::System => Actor::System,
        }
    }

    pub(super) fn require(self, agency: &Agency) -> ServiceResult<()> {
        match self {
            Authority::Staff(staff) => staff.require(Action::ManageAccount, agency),
            Authority::System => Ok(()),
        }
    }

    /// Whether accounts of a role may be made and changed on this authority.
    pub(super) fn manages(self, role: Role) -> bool {
        match self {
            Authority::Staff(staff) => manages_role(staff.role, role),
            Authority::System => true,
        }
    }

    /// Refuses unless an account of an agency may be changed.
    pub(super) fn require_for(self, account: &Account, agency: &Agency) -> ServiceResult<()> {
        self.require(agency)?;
        match Role::from_key(&account.role) {
            Some(role) if self.manages(role) => Ok(()),
            _ => Err(ServiceError::Forbidden),
        }
    }
}

/// Who is invited to what.
#[derive(Clone, Debug)]
pub struct InviteForm {
    /// Login name.
    pub login: String,
    /// The person's name.
    pub name: String,
    /// Mail address.
    pub mail: String,
    /// The role.
    pub role: Role,
    /// The agency.
    pub agency_id: i64,
    /// The language of the mail and, at first, of the pages.
    pub lang: Lang,
}

/// An invitation just made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The account.
    pub account_id: i64,
    /// The page, from the register's address on. It is the only copy of the secret.
    pub path: String,
    /// Until when it works, UTC.
    pub ends_at: NaiveDateTime,
}

/// Makes an account and its invitation. A person's is sent by mail; the command line prints its own.
pub fn invite(register: &Register, by: Authority<'_>, form: &InviteForm) -> ServiceResult<Invited> {
    let checked = fields::check(&form.login, &form.name, &form.mail);
    register.write(by.actor(), |tx| {
        let agency = agency::by_id(tx.conn, form.agency_id)?;
        by.require(&agency)?;
        let mut errors = checked.as_ref().err().cloned().unwrap_or_default();
        // The national roles belong to the national office and to nobody else.
        if form.role.is_national() && agency.level != "national" {
            errors.push(FieldError::new("role", "refusal.role_national"));
        } else if !by.manages(form.role) {
            errors.push(FieldError::new("role", "refusal.role_above"));
        }
        let taken = match &checked {
            Ok(checked) => find::by_login(tx.conn, &checked.login)?.is_some(),
            Err(_) => false,
        };
        if taken {
            errors.push(FieldError::new("login", "refusal.login_taken"));
        }
        fields::refuse_if_any(errors)?;
        if agency.state != "active" {
            return Err(ServiceError::refused("refusal.agency_not_active"));
        }
        // proven: an error above would have been refused.
        let Ok(checked) = &checked else { return Err(ServiceError::Internal("unchecked invitation".to_owned())) };
        let (mail_sealed, mail_index) = fields::seal_mail(&register.keys, &checked.login, &checked.mail)?;
        let row = NewAccount {
            login: checked.login.clone(),
            name: checked.name.clone(),
            mail_sealed,
            mail_index,
            password_hash: None,
            role: form.role.key().to_owned(),
            agency_id: agency.id,
            state: "invited".to_owned(),
            lang: form.lang.code().to_owned(),
            failures: 0,
            locked_until: None,
            created_at: tx.now,
        };
        let id = account::insert(tx.conn, &row)?;
        let payload = serde_json::json!({ "agency": agency.id, "role": row.role, "state": row.state });
        tx.record("account.invite", &subject(id), payload);
        let account = account::by_id(tx.conn, id)?;
        send_link(register, tx, by, &account, &agency)
    })
}

/// Sends an invitation again, with a new link; the one before stops working.
pub fn renew_invitation(register: &Register, by: Authority<'_>, account_id: i64) -> ServiceResult<Invited> {
    register.write(by.actor(), |tx| {
        let account = account::by_id(tx.conn, account_id)?;
        let agency = agency::by_id(tx.conn, account.agency_id)?;
        by.require_for(&account, &agency)?;
        if account.state != "invited" || account.mail_index.is_empty() {
            return Err(ServiceError::refused("refusal.not_invited"));
        }
        send_link(register, tx, by, &account, &agency)
    })
}

fn send_link(
    register: &Register,
    tx: &mut Tx<'_>,
    by: Authority<'_>,
    account: &Account,
    agency: &Agency,
) -> ServiceResult<Invited> {
    let made = links::make(tx, account.id, Purpose::Invitation, INVITATION_FOR)?;
    if let Authority::Staff(staff) = by {
        let message = Message::Invitation {
            name: account.name.clone(),
            role: both(&format!("role.{}", account.role), &[]),
            agency: Bilingual { zh: agency.name_zh.clone(), en: agency.name_en.clone() },
            by: staff.name.clone(),
            link: SecretLink::new(&made.path),
            expires: made.ends_at.and_utc(),
        };
        outbox::to_account(tx, &register.keys, account, &message)?;
    }
    Ok(Invited { account_id: account.id, path: made.path, ends_at: made.ends_at })
}
