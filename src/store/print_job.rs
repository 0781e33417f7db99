//! Print jobs: many certificates as one file, made after the numbers are committed.

use super::Conn;
use super::schema::print_job;
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A print job.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = print_job)]
pub struct PrintJob {
    /// Internal id.
    pub id: i64,
    /// The agency.
    pub agency_id: i64,
    /// The event.
    pub event_id: Option<i64>,
    /// The account.
    pub account_id: i64,
    /// `a4` or `card`.
    pub paper: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// JSON: certificate ids in order.
    pub certificates: String,
    /// How many certificates.
    pub total: i64,
    /// How many pages were made.
    pub printed: i64,
    /// JSON: names that could not be printed, with the missing characters.
    pub refused: String,
    /// Path of the file within the data folder.
    pub file: Option<String>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// When it ended, UTC.
    pub finished_at: Option<NaiveDateTime>,
}

/// A new row of [`PrintJob`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = print_job)]
pub struct NewPrintJob {
    /// The agency.
    pub agency_id: i64,
    /// The event.
    pub event_id: Option<i64>,
    /// The account.
    pub account_id: i64,
    /// `a4` or `card`.
    pub paper: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// JSON: certificate ids in order.
    pub certificates: String,
    /// How many certificates.
    pub total: i64,
    /// How many pages were made.
    pub printed: i64,
    /// JSON: names that could not be printed, with the missing characters.
    pub refused: String,
    /// Path of the file within the data folder.
    pub file: Option<String>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// When it ended, UTC.
    pub finished_at: Option<NaiveDateTime>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewPrintJob) -> QueryResult<i64> {
    diesel::insert_into(print_job::table).values(row).returning(print_job::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<PrintJob> {
    print_job::table.find(id).select(PrintJob::as_select()).get_result(conn)
}
