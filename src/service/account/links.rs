//! Links that work once: an invitation, a new password.

use super::{password, subject, token};
use crate::service::error::FieldError;
use crate::service::{Register, ServiceError, ServiceResult, Tx};
use crate::store::Conn;
use crate::store::account::{Account, NewOneTimeLink, OneTimeLink, by_id, insert_one_time_link, links as rows};
use chrono::{Duration, NaiveDateTime};

/// Where an invitation leads; the token follows.
pub const INVITATION_PATH: &str = "/staff/invitation/";
/// Where a link for a new password leads; the token follows.
pub const RESET_PATH: &str = "/staff/reset/";

/// What a link is for, as the database keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Invitation,
    Reset,
}

impl Purpose {
    pub(super) fn key(self) -> &'static str {
        match self {
            Purpose::Invitation => "invitation",
            Purpose::Reset => "reset",
        }
    }

    fn path(self) -> &'static str {
        match self {
            Purpose::Invitation => INVITATION_PATH,
            Purpose::Reset => RESET_PATH,
        }
    }

    /// The state that an account has to be in for its link to work.
    fn account_state(self) -> &'static str {
        match self {
            Purpose::Invitation => "invited",
            Purpose::Reset => "active",
        }
    }
}

/// A link just made. The path is the only copy of the secret.
pub(super) struct Made {
    pub(super) path: String,
    pub(super) ends_at: NaiveDateTime,
}

/// Makes a link for an account and ends the ones before it.
pub(super) fn make(tx: &mut Tx<'_>, account_id: i64, purpose: Purpose, valid: Duration) -> ServiceResult<Made> {
    let token = token::new()?;
    let token_hash = token::hash(&token).unwrap_or_default();
    rows::end_all(tx.conn, account_id, tx.now)?;
    let ends_at = tx.now + valid;
    let row = NewOneTimeLink {
        token_hash,
        account_id,
        purpose: purpose.key().to_owned(),
        created_at: tx.now,
        ends_at,
        used_at: None,
    };
    let id = insert_one_time_link(tx.conn, &row)?;
    let payload = serde_json::json!({ "link": id, "purpose": purpose.key() });
    tx.record("account.link", &subject(account_id), payload);
    Ok(Made { path: format!("{}{token}", purpose.path()), ends_at })
}

/// The link of a token and its account, if it works at `now`.
pub(super) fn usable(
    conn: &mut Conn,
    token: &str,
    purpose: Purpose,
    now: NaiveDateTime,
) -> ServiceResult<Option<(OneTimeLink, Account)>> {
    let Some(hash) = token::hash(token) else { return Ok(None) };
    let Some(link) = rows::by_token(conn, &hash)? else { return Ok(None) };
    if link.purpose != purpose.key() || link.used_at.is_some() || link.ends_at <= now {
        return Ok(None);
    }
    let account = by_id(conn, link.account_id)?;
    Ok((account.state == purpose.account_state()).then_some((link, account)))
}

/// Every link that does not work answers the same.
pub(super) fn dead() -> ServiceError {
    ServiceError::refused("refusal.link_dead")
}

/// Uses a link up, inside the transaction that does what it is for.
pub(super) fn redeem(tx: &mut Tx<'_>, token: &str, purpose: Purpose) -> ServiceResult<Account> {
    let (link, account) = usable(tx.conn, token, purpose, tx.now)?.ok_or_else(dead)?;
    if !rows::redeem(tx.conn, link.id, tx.now)? {
        return Err(dead());
    }
    Ok(account)
}

/// What the page of a link shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkView {
    /// The login name of the account; empty where the person still chooses it.
    pub login: String,
    /// The name of the person; empty where it is still to be typed.
    pub name: String,
    /// Whether login name, name and mail address are still to be typed: the first administrator.
    pub needs_identity: bool,
}

impl LinkView {
    pub(super) fn of(account: &Account) -> Self {
        let needs_identity = account.mail_index.is_empty();
        let known = |text: &str| if needs_identity { String::new() } else { text.to_owned() };
        Self { login: known(&account.login), name: known(&account.name), needs_identity }
    }
}

fn view(register: &Register, token: &str, purpose: Purpose) -> ServiceResult<LinkView> {
    let now = register.now();
    let found = register.read(|conn| usable(conn, token, purpose, now))?;
    found.map(|(_, account)| LinkView::of(&account)).ok_or_else(dead)
}

/// What an invitation is for, if it works. Looking does not use it up.
pub fn invitation_of(register: &Register, token: &str) -> ServiceResult<LinkView> {
    view(register, token, Purpose::Invitation)
}

/// What a link for a new password is for, if it works. Looking does not use it up.
pub fn reset_of(register: &Register, token: &str) -> ServiceResult<LinkView> {
    view(register, token, Purpose::Reset)
}

/// What is wrong with a new password and its repetition.
pub(super) fn password_errors(password: &str, repeated: &str, login: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    errors.extend(password::check("password", password, login).err());
    if password != repeated {
        errors.push(FieldError::new("repeated", "refusal.password_repeated"));
    }
    errors
}
