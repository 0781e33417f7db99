//! Uploads of results, as received, and the acknowledgements of their warnings.

use super::Conn;
use super::schema::{acknowledgement, upload};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// One upload of a group's results, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = upload)]
pub struct Upload {
    /// Internal id.
    pub id: i64,
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Version of the group's results, from 1.
    pub version: i64,
    /// Name of the results file.
    pub results_name: String,
    /// The results file.
    pub results_bytes: Vec<u8>,
    /// Its SHA-256 in hexadecimal.
    pub results_sha256: String,
    /// Name of the players file.
    pub players_name: Option<String>,
    /// The players file.
    pub players_bytes: Option<Vec<u8>>,
    /// Its SHA-256 in hexadecimal.
    pub players_sha256: Option<String>,
    /// `yes`, `with-adjustments` or `no`.
    pub accepted: String,
    /// JSON: the findings and adjustments as answered.
    pub answer: String,
    /// Whether this is the version that counts.
    pub current: bool,
    /// Who uploaded.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// A new row of [`Upload`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = upload)]
pub struct NewUpload {
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Version of the group's results, from 1.
    pub version: i64,
    /// Name of the results file.
    pub results_name: String,
    /// The results file.
    pub results_bytes: Vec<u8>,
    /// Its SHA-256 in hexadecimal.
    pub results_sha256: String,
    /// Name of the players file.
    pub players_name: Option<String>,
    /// The players file.
    pub players_bytes: Option<Vec<u8>>,
    /// Its SHA-256 in hexadecimal.
    pub players_sha256: Option<String>,
    /// `yes`, `with-adjustments` or `no`.
    pub accepted: String,
    /// JSON: the findings and adjustments as answered.
    pub answer: String,
    /// Whether this is the version that counts.
    pub current: bool,
    /// Who uploaded.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// Why a warning was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = acknowledgement)]
pub struct Acknowledgement {
    /// Internal id.
    pub id: i64,
    /// The upload.
    pub upload_id: i64,
    /// Which finding: hexadecimal hash of its content.
    pub finding_key: String,
    /// The reason given.
    pub reason: String,
    /// The account.
    pub account_id: i64,
    /// When, UTC.
    pub at: NaiveDateTime,
}

/// A new row of [`Acknowledgement`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = acknowledgement)]
pub struct NewAcknowledgement {
    /// The upload.
    pub upload_id: i64,
    /// Which finding: hexadecimal hash of its content.
    pub finding_key: String,
    /// The reason given.
    pub reason: String,
    /// The account.
    pub account_id: i64,
    /// When, UTC.
    pub at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewUpload) -> QueryResult<i64> {
    diesel::insert_into(upload::table).values(row).returning(upload::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Upload> {
    upload::table.find(id).select(Upload::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_acknowledgement(conn: &mut Conn, row: &NewAcknowledgement) -> QueryResult<i64> {
    diesel::insert_into(acknowledgement::table).values(row).returning(acknowledgement::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_acknowledgement(conn: &mut Conn, id: i64) -> QueryResult<Acknowledgement> {
    acknowledgement::table.find(id).select(Acknowledgement::as_select()).get_result(conn)
}
