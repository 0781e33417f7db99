//! The bytes of game records, kept once each by what they are.

use super::schema::record_source;
use super::{Conn, both_databases};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// New bytes.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = record_source)]
pub struct NewRecordSource {
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// The bytes, sealed.
    pub bytes: Vec<u8>,
    /// How many bytes they are, unsealed.
    pub size: i64,
    /// When they came first, UTC.
    pub first_at: NaiveDateTime,
}

/// Adds rows.
pub fn insert_all(conn: &mut Conn, rows: &[&NewRecordSource]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        both_databases!(conn, c => diesel::insert_into(record_source::table).values(chunk.to_vec()).execute(c))?;
    }
    Ok(())
}

/// Ids of bytes that are kept, by their SHA-256.
pub fn ids_of(conn: &mut Conn, sha256: &[String]) -> QueryResult<Vec<(String, i64)>> {
    let mut found = Vec::with_capacity(sha256.len());
    for chunk in sha256.chunks(500) {
        let some: Vec<(String, i64)> = record_source::table
            .filter(record_source::sha256.eq_any(chunk))
            .order(record_source::id.asc())
            .select((record_source::sha256, record_source::id))
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// SHA-256 and sealed bytes of some sources, by their ids.
pub fn bytes_of(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, String, Vec<u8>)>> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let some: Vec<(i64, String, Vec<u8>)> = record_source::table
            .filter(record_source::id.eq_any(chunk))
            .order(record_source::id.asc())
            .select((record_source::id, record_source::sha256, record_source::bytes))
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}
