//! One-time links.

use super::OneTimeLink;
use crate::store::Conn;
use crate::store::schema::one_time_link;
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// The link of a token.
pub fn by_token(conn: &mut Conn, token_hash: &[u8]) -> QueryResult<Option<OneTimeLink>> {
    one_time_link::table
        .filter(one_time_link::token_hash.eq(token_hash))
        .select(OneTimeLink::as_select())
        .get_result(conn)
        .optional()
}

/// When the newest link of a purpose was made for an account.
pub fn newest(conn: &mut Conn, account_id: i64, purpose: &str) -> QueryResult<Option<NaiveDateTime>> {
    one_time_link::table
        .filter(one_time_link::account_id.eq(account_id).and(one_time_link::purpose.eq(purpose)))
        .select(diesel::dsl::max(one_time_link::created_at))
        .get_result(conn)
}

/// Marks a link as used, unless it was; answers whether it was this call.
pub fn redeem(conn: &mut Conn, id: i64, at: NaiveDateTime) -> QueryResult<bool> {
    diesel::update(one_time_link::table.find(id).filter(one_time_link::used_at.is_null()))
        .set(one_time_link::used_at.eq(Some(at)))
        .execute(conn)
        .map(|n| n == 1)
}

/// Ends every link of an account that still works, as if used at `at`.
pub fn end_all(conn: &mut Conn, account_id: i64, at: NaiveDateTime) -> QueryResult<usize> {
    diesel::update(
        one_time_link::table.filter(one_time_link::account_id.eq(account_id).and(one_time_link::used_at.is_null())),
    )
    .set(one_time_link::used_at.eq(Some(at)))
    .execute(conn)
}
