//! A new password by mail. Whoever asks is told nothing about whether there is an account.

use super::links::{self, Purpose, password_errors};
use super::{Passwords, RESET_EVERY, RESET_FOR, fields, sessions, subject};
use crate::mail::{Address, Message, SecretLink};
use crate::service::{Actor, Register, ServiceResult, outbox};
use crate::store::account::{Account, change, find, links as rows};

/// To how many accounts of one address a mail is sent.
const ACCOUNTS_OF_ONE: usize = 5;

/// Sends a link for a new password to the account of a login name, or to those of a mail address.
///
/// The answer is the same whether there is one, and the search runs inside a transaction either way, so that
/// waiting for other writers does not tell them apart.
pub fn request_reset(register: &Register, typed: &str) -> ServiceResult<()> {
    let login = fields::login_name(typed);
    let index = Address::parse(typed).ok().map(|mail| fields::mail_index(&register.keys, &mail));
    register.write(Actor::Visitor, |tx| {
        tx.nothing_to_record();
        let mut accounts: Vec<Account> = Vec::new();
        if let Some(login) = &login {
            accounts.extend(find::by_login(tx.conn, login)?);
        }
        if let Some(index) = &index {
            accounts.extend(find::by_mail(tx.conn, index)?);
        }
        for account in accounts.iter().filter(|a| a.state == "active").take(ACCOUNTS_OF_ONE) {
            let newest = rows::newest(tx.conn, account.id, Purpose::Reset.key())?;
            if newest.is_some_and(|at| tx.now - at < RESET_EVERY) {
                continue;
            }
            let made = links::make(tx, account.id, Purpose::Reset, RESET_FOR)?;
            let message = Message::PasswordReset { link: SecretLink::new(&made.path), expires: made.ends_at.and_utc() };
            outbox::to_account(tx, &register.keys, account, &message)?;
        }
        Ok(())
    })
}

/// Sets a new password by a link; every session of the account ends. Answers the login name.
pub fn reset(
    register: &Register,
    passwords: &Passwords,
    token: &str,
    password: &str,
    repeated: &str,
) -> ServiceResult<String> {
    let now = register.now();
    let found = register.read(|conn| links::usable(conn, token, Purpose::Reset, now))?;
    let (_, account) = found.ok_or_else(links::dead)?;
    fields::refuse_if_any(password_errors(password, repeated, &account.login))?;
    let hash = passwords.hash(password)?;
    register.write(Actor::Account(account.id), |tx| {
        let account = links::redeem(tx, token, Purpose::Reset)?;
        change::password(tx.conn, account.id, &hash)?;
        sessions::end_all(tx, account.id, None)?;
        tx.record("account.password", &subject(account.id), serde_json::json!({ "by": "link" }));
        Ok(account.login)
    })
}
