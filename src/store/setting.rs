//! Small settings of the register, and the keys of what was already done.

use super::Conn;
use super::schema::{idempotency, setting};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// The value of a setting.
pub fn get(conn: &mut Conn, key: &str) -> QueryResult<Option<String>> {
    setting::table.find(key).select(setting::value).get_result(conn).optional()
}

/// Sets a setting.
pub fn set(conn: &mut Conn, key: &str, value: &str) -> QueryResult<()> {
    if diesel::update(setting::table.find(key)).set(setting::value.eq(value)).execute(conn)? == 0 {
        diesel::insert_into(setting::table).values((setting::key.eq(key), setting::value.eq(value))).execute(conn)?;
    }
    Ok(())
}

/// What an action was about when its key was first used, and what it answered.
pub fn outcome_of(conn: &mut Conn, key: &str, action: &str, account: i64) -> QueryResult<Option<(String, String)>> {
    idempotency::table
        .filter(idempotency::key.eq(key).and(idempotency::action.eq(action)).and(idempotency::account_id.eq(account)))
        .select((idempotency::subject, idempotency::outcome))
        .get_result(conn)
        .optional()
}

/// Remembers what an action of an account, about a subject, answered under a key.
pub fn remember(
    conn: &mut Conn,
    key: &str,
    (action, account, subject): (&str, i64, &str),
    outcome: &str,
    at: NaiveDateTime,
) -> QueryResult<()> {
    diesel::insert_into(idempotency::table)
        .values((
            idempotency::key.eq(key),
            idempotency::action.eq(action),
            idempotency::account_id.eq(account),
            idempotency::subject.eq(subject),
            idempotency::outcome.eq(outcome),
            idempotency::at.eq(at),
        ))
        .execute(conn)
        .map(|_| ())
}
