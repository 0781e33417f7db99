//! What submissions were decided on: the answers to their uploads, as they stood then.

use super::Conn;
use super::schema::{kept_answer, upload};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// The answer to one upload of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Insertable, Queryable)]
#[diesel(table_name = kept_answer)]
pub struct NewKeptAnswer {
    /// The upload.
    pub upload_id: i64,
    /// JSON: findings and adjustments with everything that a page shows.
    pub answer: String,
    /// Who submitted.
    pub account_id: i64,
    /// When, UTC.
    pub at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewKeptAnswer) -> QueryResult<i64> {
    diesel::insert_into(kept_answer::table).values(row).returning(kept_answer::id).get_result(conn)
}

/// The answer of the last submission of an upload.
pub fn latest_of(conn: &mut Conn, upload_id: i64) -> QueryResult<Option<String>> {
    kept_answer::table
        .filter(kept_answer::upload_id.eq(upload_id))
        .order(kept_answer::id.desc())
        .select(kept_answer::answer)
        .first(conn)
        .optional()
}

/// Up to `limit` answers after an id, in order: id, event, and what was kept.
pub fn after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<(i64, i64, NewKeptAnswer)>> {
    kept_answer::table
        .inner_join(upload::table)
        .filter(kept_answer::id.gt(after))
        .order(kept_answer::id.asc())
        .limit(limit)
        .select((
            kept_answer::id,
            upload::event_id,
            (kept_answer::upload_id, kept_answer::answer, kept_answer::account_id, kept_answer::at),
        ))
        .load(conn)
}
