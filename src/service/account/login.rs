//! Signing in.
//!
//! Whoever tries learns nothing but success: an unknown name, a disabled or locked account and a wrong password
//! have the same answer, the same work (one hash, one transaction) and so about the same time.

use super::{LONGEST, Live, Passwords, fields, sessions};
use crate::service::{Actor, Register, ServiceError, ServiceResult};
use crate::store::account::{self, Account, change, find};
use chrono::{Duration, NaiveDateTime};

/// What is typed, and where.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// Login name.
    pub login: String,
    /// The password.
    pub password: String,
    /// What the browser calls itself.
    pub client: String,
    /// The token of a session that this browser still has: it ends.
    pub old_token: Option<String>,
}

/// A session that has just begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedIn {
    /// The token for the cookie: the only copy.
    pub token: String,
    /// Whose it is.
    pub live: Live,
}

/// How long no login is accepted after so many failed ones in a row: nothing at first, then 15 seconds, doubled
/// each time, at most 15 minutes. A person who tries what they may have typed is not held up; a program gets about
/// a hundred tries a day.
pub fn pause_after(failures: i64) -> Option<Duration> {
    let doubled = u32::try_from(failures - 5).ok()?.min(6);
    Some(Duration::seconds((15 << doubled).min(15 * 60)))
}

fn is_locked(account: &Account, now: NaiveDateTime) -> bool {
    account.locked_until.is_some_and(|until| now < until)
}

/// Begins a session, or refuses.
pub fn login(register: &Register, passwords: &Passwords, form: &Credentials) -> ServiceResult<LoggedIn> {
    let now = register.now();
    let name = fields::login_name(&form.login).unwrap_or_default();
    let found = register.read(|conn| Ok(find::by_login(conn, &name)?))?;
    let open = found.as_ref().filter(|account| account.state == "active" && !is_locked(account, now));
    let right = passwords.verify(&form.password, open.and_then(|account| account.password_hash.as_deref()));
    let actor = found.as_ref().map_or(Actor::Visitor, |account| Actor::Account(account.id));
    let begun = register.write(actor, |tx| {
        // Read again: tries that ran beside this one may have locked or changed the account.
        let account = match &found {
            Some(seen) => Some(account::by_id(tx.conn, seen.id)?).filter(|a| a.password_hash == seen.password_hash),
            None => None,
        };
        let account = account.filter(|account| account.state == "active" && !is_locked(account, tx.now));
        match account {
            Some(account) if right => {
                change::failures(tx.conn, account.id, 0, None)?;
                sessions::begin(tx, &account, &form.client, form.old_token.as_deref()).map(Some)
            }
            Some(account) => {
                let failures = account.failures + 1;
                let until = pause_after(failures).map(|pause| tx.now + pause);
                change::failures(tx.conn, account.id, failures, until)?;
                tx.nothing_to_record();
                Ok(None)
            }
            None => {
                tx.nothing_to_record();
                Ok(None)
            }
        }
    })?;
    match begun {
        Some(begun) => {
            tracing::info!(target: "qipin::account", account = begun.live.staff.account_id, "signed in");
            Ok(begun)
        }
        None => {
            tracing::info!(target: "qipin::account", account = found.map(|a| a.id), "sign-in refused");
            Err(ServiceError::refused("refusal.login"))
        }
    }
}

/// The absolute end of a session that begins at `now`.
pub(super) fn end_of(now: NaiveDateTime) -> NaiveDateTime {
    now + LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_and_is_bounded() {
        let seconds = |n| pause_after(n).map(|d| d.num_seconds());
        assert_eq!((0..5).map(seconds).collect::<Vec<_>>(), [None; 5]);
        let growing: Vec<_> = (5..13).filter_map(seconds).collect();
        assert_eq!(growing, [15, 30, 60, 120, 240, 480, 900, 900]);
        assert_eq!(seconds(i64::from(i32::MAX)), Some(900));
    }
}
