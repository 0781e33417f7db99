//! The journal's rows.

use super::Conn;
use super::schema::{journal, journal_head};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = journal)]
pub struct JournalRow {
    /// Position, from 1 without gaps.
    pub seq: i64,
    /// Moment, UTC.
    pub at: NaiveDateTime,
    /// Who: `account:7`, `job:notice`, `visitor`, `system`.
    pub actor: String,
    /// What: `award.grant`.
    pub action: String,
    /// To what: `award:31`.
    pub subject: String,
    /// Canonical JSON of what changed.
    pub payload: String,
    /// Hash of the row before.
    pub prev: Vec<u8>,
    /// Hash of this row.
    pub hash: Vec<u8>,
}

/// The end of the chain: the last position and its hash.
pub fn head(conn: &mut Conn) -> QueryResult<(i64, Vec<u8>)> {
    journal_head::table.find(1).select((journal_head::seq, journal_head::hash)).get_result(conn)
}

/// Appends rows and moves the head.
pub fn append(conn: &mut Conn, rows: &[JournalRow]) -> QueryResult<()> {
    let Some(last) = rows.last() else { return Ok(()) };
    for chunk in rows.chunks(200) {
        super::both_databases!(conn, c => diesel::insert_into(journal::table).values(chunk).execute(c))?;
    }
    diesel::update(journal_head::table.find(1))
        .set((journal_head::seq.eq(last.seq), journal_head::hash.eq(&last.hash)))
        .execute(conn)
        .map(|_| ())
}

/// Up to `limit` rows after position `after`, in order.
pub fn after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<JournalRow>> {
    journal::table
        .filter(journal::seq.gt(after))
        .order(journal::seq.asc())
        .limit(limit)
        .select(JournalRow::as_select())
        .load(conn)
}

/// Up to `limit` rows before position `before`, newest first (for pages).
pub fn before(conn: &mut Conn, before: i64, limit: i64) -> QueryResult<Vec<JournalRow>> {
    journal::table
        .filter(journal::seq.lt(before))
        .order(journal::seq.desc())
        .limit(limit)
        .select(JournalRow::as_select())
        .load(conn)
}

/// The rows of one subject, oldest first.
pub fn of_subject(conn: &mut Conn, subject: &str) -> QueryResult<Vec<JournalRow>> {
    journal::table
        .filter(journal::subject.eq(subject))
        .order(journal::seq.asc())
        .select(JournalRow::as_select())
        .load(conn)
}

/// The payloads of these subjects that say a state: (subject, payload), oldest first.
pub fn stateful(conn: &mut Conn, subjects: &[&str]) -> QueryResult<Vec<(String, String)>> {
    let mut out = Vec::new();
    for chunk in subjects.chunks(500) {
        let found: Vec<(String, String)> = journal::table
            .filter(journal::subject.eq_any(chunk).and(journal::payload.like("%\"state\":%")))
            .order(journal::seq.asc())
            .select((journal::subject, journal::payload))
            .load(conn)?;
        out.extend(found);
    }
    Ok(out)
}

/// Whether the journal has an entry of this subject, action and payload.
pub fn has(conn: &mut Conn, subject: &str, action: &str, payload: &str) -> QueryResult<bool> {
    let same = journal::table
        .filter(journal::subject.eq(subject).and(journal::action.eq(action)).and(journal::payload.eq(payload)));
    diesel::select(diesel::dsl::exists(same)).get_result(conn)
}

/// What is looked for in the journal; what is `None` is not asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The subject, whole.
    pub subject: Option<String>,
    /// The actor, whole.
    pub actor: Option<String>,
    /// The action, or its beginning up to the dot.
    pub action: Option<String>,
    /// Not before this moment, UTC.
    pub since: Option<NaiveDateTime>,
    /// Before this moment, UTC.
    pub until: Option<NaiveDateTime>,
}

/// Up to `limit` rows before position `before` that a filter lets through, newest first.
pub fn find(conn: &mut Conn, filter: &Filter, before: i64, limit: i64) -> QueryResult<Vec<JournalRow>> {
    let mut query = journal::table
        .filter(journal::seq.lt(before))
        .order(journal::seq.desc())
        .limit(limit)
        .select(JournalRow::as_select())
        .into_boxed::<<Conn as Connection>::Backend>();
    if let Some(subject) = &filter.subject {
        query = query.filter(journal::subject.eq(subject));
    }
    if let Some(actor) = &filter.actor {
        query = query.filter(journal::actor.eq(actor));
    }
    match filter.action.as_deref() {
        // A kind of action ends in its dot.
        Some(action) if action.ends_with('.') => {
            query = query.filter(journal::action.like(format!("{}%", action.replace(['%', '_', '\\'], ""))));
        }
        Some(action) => query = query.filter(journal::action.eq(action.to_owned())),
        None => {}
    }
    if let Some(since) = filter.since {
        query = query.filter(journal::at.ge(since));
    }
    if let Some(until) = filter.until {
        query = query.filter(journal::at.lt(until));
    }
    query.load(conn)
}
