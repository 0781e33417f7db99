//! Photos of signed result slips.

use super::Conn;
use super::schema::{pairing, result_slip};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// What a list shows of a photo: without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = result_slip)]
pub struct SlipLine {
    /// Internal id.
    pub id: i64,
    /// The game.
    pub pairing_id: i64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// `image/jpeg`, `image/png` or `image/webp`.
    pub mime: String,
    /// Who sent it.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// A new photo.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = result_slip)]
pub struct NewSlip {
    /// The game.
    pub pairing_id: i64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// `image/jpeg`, `image/png` or `image/webp`.
    pub mime: String,
    /// The bytes, sealed.
    pub bytes: Vec<u8>,
    /// Who sent it.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewSlip) -> QueryResult<i64> {
    diesel::insert_into(result_slip::table).values(row).returning(result_slip::id).get_result(conn)
}

/// The photos of a game, the first one first.
pub fn of_pairing(conn: &mut Conn, pairing_id: i64) -> QueryResult<Vec<SlipLine>> {
    result_slip::table
        .filter(result_slip::pairing_id.eq(pairing_id))
        .order(result_slip::id.asc())
        .select(SlipLine::as_select())
        .load(conn)
}

/// The photos of a group's games, game by game, the first one first.
pub fn of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<SlipLine>> {
    result_slip::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .order((result_slip::pairing_id.asc(), result_slip::id.asc()))
        .select(SlipLine::as_select())
        .load(conn)
}

/// Of some games, those with photos, and how many each has.
pub fn counts(conn: &mut Conn, pairings: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    use diesel::dsl::count_star;
    result_slip::table
        .filter(result_slip::pairing_id.eq_any(pairings))
        .group_by(result_slip::pairing_id)
        .order(result_slip::pairing_id.asc())
        .select((result_slip::pairing_id, count_star()))
        .load(conn)
}

/// A photo and its sealed bytes.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<(SlipLine, Vec<u8>)> {
    result_slip::table.find(id).select((SlipLine::as_select(), result_slip::bytes)).get_result(conn)
}
