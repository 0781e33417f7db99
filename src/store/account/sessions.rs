//! Sessions: looked up at every request of the workplace, so by one indexed read.

use super::Session;
use crate::store::Conn;
use crate::store::schema::{account, session};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// What the check of a session needs, of the session and of its account.
#[derive(Clone, Debug, Queryable)]
pub struct SessionView {
    /// The session.
    pub id: i64,
    /// Last use, UTC.
    pub seen_at: NaiveDateTime,
    /// Absolute end, UTC.
    pub ends_at: NaiveDateTime,
    /// The account.
    pub account_id: i64,
    /// Login name.
    pub login: String,
    /// The name.
    pub name: String,
    /// The role's key.
    pub role: String,
    /// The agency.
    pub agency_id: i64,
    /// The state of the account.
    pub state: String,
    /// The language's code.
    pub lang: String,
}

/// The session of a token with its account.
pub fn by_token(conn: &mut Conn, token_hash: &[u8]) -> QueryResult<Option<SessionView>> {
    session::table
        .inner_join(account::table)
        .filter(session::token_hash.eq(token_hash))
        .select((
            session::id,
            session::seen_at,
            session::ends_at,
            account::id,
            account::login,
            account::name,
            account::role,
            account::agency_id,
            account::state,
            account::lang,
        ))
        .get_result(conn)
        .optional()
}

/// Notes a session's last use.
pub fn touch(conn: &mut Conn, id: i64, at: NaiveDateTime) -> QueryResult<()> {
    diesel::update(session::table.find(id).filter(session::seen_at.lt(at)))
        .set(session::seen_at.eq(at))
        .execute(conn)
        .map(|_| ())
}

/// The sessions of an account, the last used first.
pub fn of_account(conn: &mut Conn, account_id: i64) -> QueryResult<Vec<Session>> {
    session::table
        .filter(session::account_id.eq(account_id))
        .order((session::seen_at.desc(), session::id.desc()))
        .select(Session::as_select())
        .load(conn)
}

/// Ends a session by its token; answers its id and account.
pub fn end_by_token(conn: &mut Conn, token_hash: &[u8]) -> QueryResult<Option<(i64, i64)>> {
    diesel::delete(session::table.filter(session::token_hash.eq(token_hash)))
        .returning((session::id, session::account_id))
        .get_result(conn)
        .optional()
}

/// Ends one session of an account; answers whether there was one.
pub fn end(conn: &mut Conn, account_id: i64, id: i64) -> QueryResult<bool> {
    diesel::delete(session::table.find(id).filter(session::account_id.eq(account_id))).execute(conn).map(|n| n == 1)
}

/// Ends the sessions of an account but one; answers how many.
pub fn end_all(conn: &mut Conn, account_id: i64, but: Option<i64>) -> QueryResult<usize> {
    // Ids begin at 1.
    diesel::delete(session::table.filter(session::account_id.eq(account_id).and(session::id.ne(but.unwrap_or(0)))))
        .execute(conn)
}

/// Moves the last use and the end of every session forward, for a clock that jumps; answers how many.
pub fn carry(conn: &mut Conn, by: chrono::Duration) -> QueryResult<usize> {
    let all: Vec<Session> = session::table.order(session::id.asc()).select(Session::as_select()).load(conn)?;
    for one in &all {
        diesel::update(session::table.find(one.id))
            .set((session::seen_at.eq(one.seen_at + by), session::ends_at.eq(one.ends_at + by)))
            .execute(conn)?;
    }
    Ok(all.len())
}

/// Forgets sessions that ended before `now` or were last used before `idle_since`; answers how many.
pub fn forget_ended(conn: &mut Conn, now: NaiveDateTime, idle_since: NaiveDateTime) -> QueryResult<usize> {
    diesel::delete(session::table.filter(session::ends_at.le(now).or(session::seen_at.le(idle_since)))).execute(conn)
}

/// Whether there is a session that [`forget_ended`] would forget.
pub fn any_ended(conn: &mut Conn, now: NaiveDateTime, idle_since: NaiveDateTime) -> QueryResult<bool> {
    let ended = session::table.filter(session::ends_at.le(now).or(session::seen_at.le(idle_since)));
    diesel::select(diesel::dsl::exists(ended)).get_result(conn)
}
