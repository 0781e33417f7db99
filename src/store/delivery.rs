//! The outbox from the sender's side: leases and what became of attempts.

use super::Conn;
use super::schema::mail_outbox;
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// What is written about an attempt.
#[derive(Clone, Debug, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = mail_outbox)]
#[diesel(treat_none_as_null = true)]
pub struct Settlement {
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// Tries so far.
    pub attempts: i64,
    /// Not before this moment, UTC.
    pub due_at: NaiveDateTime,
    /// The end of the lease; `None` gives it back.
    pub leased_until: Option<NaiveDateTime>,
    /// Answer of the last failed try.
    pub last_error: Option<String>,
    /// When it was sent, UTC.
    pub sent_at: Option<NaiveDateTime>,
}

/// Gives a worker a mail until `until`. The attempt counts from now on, whether or not its end is ever heard of.
pub fn lease(conn: &mut Conn, id: i64, attempt: i64, until: NaiveDateTime) -> QueryResult<()> {
    diesel::update(mail_outbox::table.find(id))
        .set((mail_outbox::attempts.eq(attempt), mail_outbox::leased_until.eq(until)))
        .execute(conn)
        .map(|_| ())
}

/// Writes what became of a mail that still waits and stands at `expected` attempts; answers whether it did.
/// With `clear`, what the mail said is emptied (it held a key to an account).
pub fn settle(conn: &mut Conn, id: i64, expected: i64, row: &Settlement, clear: bool) -> QueryResult<bool> {
    let mine =
        mail_outbox::table.find(id).filter(mail_outbox::state.eq("queued").and(mail_outbox::attempts.eq(expected)));
    let settled = diesel::update(mine).set(row).execute(conn)? == 1;
    if settled && clear {
        diesel::update(mail_outbox::table.find(id)).set(mail_outbox::payload.eq("")).execute(conn)?;
    }
    Ok(settled)
}

/// How many mails are in each state.
pub fn counts(conn: &mut Conn) -> QueryResult<Vec<(String, i64)>> {
    mail_outbox::table
        .group_by(mail_outbox::state)
        .select((mail_outbox::state, diesel::dsl::count_star()))
        .order(mail_outbox::state.asc())
        .load(conn)
}

/// Removes the mails that were sent before `before`; answers how many.
pub fn forget_sent(conn: &mut Conn, before: NaiveDateTime) -> QueryResult<usize> {
    diesel::delete(mail_outbox::table.filter(mail_outbox::state.eq("sent").and(mail_outbox::sent_at.lt(before))))
        .execute(conn)
}

/// Whether a mail was sent before `before`.
pub fn has_sent_before(conn: &mut Conn, before: NaiveDateTime) -> QueryResult<bool> {
    let old = mail_outbox::table.filter(mail_outbox::state.eq("sent").and(mail_outbox::sent_at.lt(before)));
    diesel::select(diesel::dsl::exists(old)).get_result(conn)
}
