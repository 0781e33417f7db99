//! Mails to send.

use super::Conn;
use super::schema::mail_outbox;
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A mail waiting to be sent, or sent.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = mail_outbox)]
pub struct Outgoing {
    /// Internal id.
    pub id: i64,
    /// The account it goes to, where it goes to one.
    pub account_id: Option<i64>,
    /// Address, sealed.
    pub to_sealed: Vec<u8>,
    /// Kind of mail.
    pub kind: String,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// JSON: the mail's arguments.
    pub payload: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// Tries so far.
    pub attempts: i64,
    /// Not before this moment, UTC.
    pub due_at: NaiveDateTime,
    /// Another worker has it until then, UTC.
    pub leased_until: Option<NaiveDateTime>,
    /// Answer of the last failed try.
    pub last_error: Option<String>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// When it was sent, UTC.
    pub sent_at: Option<NaiveDateTime>,
}

/// A new row of [`Outgoing`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = mail_outbox)]
pub struct NewOutgoing {
    /// The account it goes to, where it goes to one.
    pub account_id: Option<i64>,
    /// Address, sealed.
    pub to_sealed: Vec<u8>,
    /// Kind of mail.
    pub kind: String,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// JSON: the mail's arguments.
    pub payload: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// Tries so far.
    pub attempts: i64,
    /// Not before this moment, UTC.
    pub due_at: NaiveDateTime,
    /// Another worker has it until then, UTC.
    pub leased_until: Option<NaiveDateTime>,
    /// Answer of the last failed try.
    pub last_error: Option<String>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// When it was sent, UTC.
    pub sent_at: Option<NaiveDateTime>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewOutgoing) -> QueryResult<i64> {
    diesel::insert_into(mail_outbox::table).values(row).returning(mail_outbox::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Outgoing> {
    mail_outbox::table.find(id).select(Outgoing::as_select()).get_result(conn)
}

/// Mails that are due and that no worker has, oldest first.
pub fn due(conn: &mut Conn, now: NaiveDateTime, limit: i64) -> QueryResult<Vec<Outgoing>> {
    mail_outbox::table
        .filter(mail_outbox::state.eq("queued").and(mail_outbox::due_at.le(now)))
        .filter(mail_outbox::leased_until.is_null().or(mail_outbox::leased_until.le(now)))
        .order((mail_outbox::due_at.asc(), mail_outbox::id.asc()))
        .limit(limit)
        .select(Outgoing::as_select())
        .load(conn)
}

/// Up to `limit` mails that were given up, with an id below `before`, the latest first.
pub fn dead(conn: &mut Conn, before: i64, limit: i64) -> QueryResult<Vec<Outgoing>> {
    mail_outbox::table
        .filter(mail_outbox::state.eq("dead").and(mail_outbox::id.lt(before)))
        .order(mail_outbox::id.desc())
        .limit(limit)
        .select(Outgoing::as_select())
        .load(conn)
}

/// Puts a mail that was given up back into the queue as if it had never been tried.
pub fn requeue(conn: &mut Conn, id: i64, now: NaiveDateTime) -> QueryResult<()> {
    diesel::update(mail_outbox::table.find(id))
        .set((
            mail_outbox::state.eq("queued"),
            mail_outbox::attempts.eq(0),
            mail_outbox::due_at.eq(now),
            mail_outbox::leased_until.eq(None::<NaiveDateTime>),
        ))
        .execute(conn)
        .map(|_| ())
}
