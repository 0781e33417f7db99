//! Sessions: who is behind a cookie, and how sessions end.

use super::{IDLE, LoggedIn, SEEN_EVERY, login, subject, token};
use crate::domain::permission::Role;
use crate::service::{Actor, Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::account::{self, Account, NewSession, sessions as rows};
use crate::text::Lang;
use chrono::NaiveDateTime;

/// How much of what a browser calls itself is kept.
const CLIENT_LENGTH: usize = 160;

/// A session that works, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// The session.
    pub session_id: i64,
    /// The person.
    pub staff: Staff,
}

/// Who is behind a session's token, if the session has not ended. One indexed read; at most once a minute a write.
pub fn session(register: &Register, token: &str) -> ServiceResult<Option<Live>> {
    let Some(hash) = token::hash(token) else { return Ok(None) };
    let now = register.now();
    register.read(|conn| {
        let Some(found) = rows::by_token(conn, &hash)? else { return Ok(None) };
        let ended = now >= found.ends_at || now - found.seen_at >= IDLE || found.state != "active";
        let (false, Some(role)) = (ended, Role::from_key(&found.role)) else { return Ok(None) };
        if now - found.seen_at >= SEEN_EVERY {
            // A reader is not turned away because the last use could not be noted.
            if let Err(error) = rows::touch(conn, found.id, now) {
                tracing::warn!(target: "qipin::account", %error, "last use not noted");
            }
        }
        let staff = Staff {
            account_id: found.account_id,
            name: found.name,
            login: found.login,
            role,
            agency_id: found.agency_id,
            lang: Lang::from_code(&found.lang).unwrap_or_default(),
        };
        Ok(Some(Live { session_id: found.id, staff }))
    })
}

/// Begins a session for an account; ends the one that the browser had.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    account: &Account,
    client: &str,
    old_token: Option<&str>,
) -> ServiceResult<LoggedIn> {
    if let Some(old) = old_token.and_then(token::hash) {
        end_by_hash(tx, &old)?;
    }
    let role = Role::from_key(&account.role)
        .ok_or_else(|| ServiceError::Internal(format!("account {} has no role", account.id)))?;
    let token = token::new()?;
    let row = NewSession {
        token_hash: token::hash(&token).unwrap_or_default(),
        account_id: account.id,
        created_at: tx.now,
        seen_at: tx.now,
        ends_at: login::end_of(tx.now),
        client: client.chars().filter(|c| !c.is_control()).take(CLIENT_LENGTH).collect(),
    };
    let session_id = account::insert_session(tx.conn, &row)?;
    tx.record("session.start", &subject(account.id), serde_json::json!({ "session": session_id }));
    let staff = Staff {
        account_id: account.id,
        name: account.name.clone(),
        login: account.login.clone(),
        role,
        agency_id: account.agency_id,
        lang: Lang::from_code(&account.lang).unwrap_or_default(),
    };
    Ok(LoggedIn { token, live: Live { session_id, staff } })
}

/// Begins a session without a password: for the demo's and the tests' own accounts.
pub fn open_session(register: &Register, account_id: i64, client: &str) -> ServiceResult<LoggedIn> {
    register.write(Actor::System, |tx| {
        let account = account::by_id(tx.conn, account_id)?;
        begin(tx, &account, client, None)
    })
}

fn end_by_hash(tx: &mut Tx<'_>, hash: &[u8]) -> ServiceResult<bool> {
    let Some((session_id, account_id)) = rows::end_by_token(tx.conn, hash)? else { return Ok(false) };
    tx.record("session.end", &subject(account_id), serde_json::json!({ "session": session_id }));
    Ok(true)
}

/// Ends the session of a token. A token without a session is no error: the aim is reached.
pub fn logout(register: &Register, token: &str) -> ServiceResult<()> {
    let Some(hash) = token::hash(token) else { return Ok(()) };
    let owner = register.read(|conn| Ok(rows::by_token(conn, &hash)?))?;
    let Some(owner) = owner else { return Ok(()) };
    register.write(Actor::Account(owner.account_id), |tx| {
        if !end_by_hash(tx, &hash)? {
            tx.nothing_to_record();
        }
        Ok(())
    })
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionView {
    /// The session.
    pub id: i64,
    /// What the browser calls itself.
    pub client: String,
    /// When it began, UTC.
    pub created_at: NaiveDateTime,
    /// Last use, to the minute, UTC.
    pub seen_at: NaiveDateTime,
    /// Absolute end, UTC.
    pub ends_at: NaiveDateTime,
}

/// The sessions of a person that have not ended, the last used first.
pub fn sessions(register: &Register, staff: &Staff) -> ServiceResult<Vec<SessionView>> {
    let now = register.now();
    let all = register.read(|conn| Ok(rows::of_account(conn, staff.account_id)?))?;
    let live = all.into_iter().filter(|s| now < s.ends_at && now - s.seen_at < IDLE);
    let view = |s: account::Session| SessionView {
        id: s.id,
        client: s.client,
        created_at: s.created_at,
        seen_at: s.seen_at,
        ends_at: s.ends_at,
    };
    Ok(live.map(view).collect())
}

/// Ends one of a person's own sessions. Somebody else's is not found.
pub fn end_session(register: &Register, staff: &Staff, session_id: i64) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        if !rows::end(tx.conn, staff.account_id, session_id)? {
            return Err(ServiceError::NotFound);
        }
        tx.record("session.end", &subject(staff.account_id), serde_json::json!({ "session": session_id }));
        Ok(())
    })
}

/// Ends a person's sessions but the one in use.
pub fn end_other_sessions(register: &Register, staff: &Staff, keep: i64) -> ServiceResult<usize> {
    register.write(staff.actor(), |tx| end_all(tx, staff.account_id, Some(keep)))
}

/// Ends the sessions of an account but one, inside a transaction.
pub(super) fn end_all(tx: &mut Tx<'_>, account_id: i64, but: Option<i64>) -> ServiceResult<usize> {
    let ended = rows::end_all(tx.conn, account_id, but)?;
    if ended == 0 {
        tx.nothing_to_record();
    } else {
        tx.record("session.end_all", &subject(account_id), serde_json::json!({ "but": but, "ended": ended }));
    }
    Ok(ended)
}

/// Lets no session end by a jump of the clock: each has been idle as long as before, and has as long to live. Inside the
/// transaction that keeps the jump.
pub fn carry_over(tx: &mut Tx<'_>, by: chrono::Duration) -> ServiceResult<usize> {
    Ok(rows::carry(tx.conn, by)?)
}

/// Forgets sessions that have ended by themselves; for a background job.
pub fn forget_ended(register: &Register) -> ServiceResult<usize> {
    let now = register.now();
    // Looked at first, so that a job that asks every few seconds keeps no writer waiting.
    if !register.read(|conn| Ok(rows::any_ended(conn, now, now - IDLE)?))? {
        return Ok(0);
    }
    register.write(Actor::Job("sessions"), |tx| {
        tx.nothing_to_record();
        Ok(rows::forget_ended(tx.conn, tx.now, tx.now - IDLE)?)
    })
}
