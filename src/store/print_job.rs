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

/// The jobs of an agency below an id, the newest first.
pub fn listed(conn: &mut Conn, agency_id: i64, before: i64, limit: i64) -> QueryResult<Vec<PrintJob>> {
    print_job::table
        .filter(print_job::agency_id.eq(agency_id).and(print_job::id.lt(before)))
        .order(print_job::id.desc())
        .limit(limit)
        .select(PrintJob::as_select())
        .load(conn)
}

/// The oldest job that waits, or that was begun before `stale` and never finished.
pub fn next(conn: &mut Conn, stale: NaiveDateTime) -> QueryResult<Option<PrintJob>> {
    print_job::table
        .filter(print_job::state.eq("queued").or(print_job::state.eq("running").and(print_job::finished_at.lt(stale))))
        .order(print_job::id.asc())
        .select(PrintJob::as_select())
        .first(conn)
        .optional()
}

/// Marks a job as begun; `finished_at` holds the beginning until it is finished.
pub fn start(conn: &mut Conn, id: i64, at: NaiveDateTime) -> QueryResult<()> {
    diesel::update(print_job::table.find(id))
        .set((print_job::state.eq("running"), print_job::finished_at.eq(at)))
        .execute(conn)
        .map(|_| ())
}

/// Records the end of a job.
pub fn settle(
    conn: &mut Conn,
    id: i64,
    state: &str,
    printed: i64,
    refused: &str,
    file: Option<&str>,
    at: NaiveDateTime,
) -> QueryResult<()> {
    diesel::update(print_job::table.find(id))
        .set((
            print_job::state.eq(state),
            print_job::printed.eq(printed),
            print_job::refused.eq(refused),
            print_job::file.eq(file),
            print_job::finished_at.eq(at),
        ))
        .execute(conn)
        .map(|_| ())
}

/// The jobs finished before a moment that have their file still, with its name.
pub fn files_before(conn: &mut Conn, before: NaiveDateTime) -> QueryResult<Vec<(i64, String)>> {
    let old: Vec<(i64, Option<String>)> = print_job::table
        .filter(print_job::file.is_not_null().and(print_job::finished_at.lt(before)))
        .order(print_job::id.asc())
        .select((print_job::id, print_job::file))
        .load(conn)?;
    Ok(old.into_iter().filter_map(|(id, file)| Some((id, file?))).collect())
}

/// Forgets the files of jobs.
pub fn forget_files(conn: &mut Conn, jobs: &[i64]) -> QueryResult<()> {
    for chunk in jobs.chunks(500) {
        diesel::update(print_job::table.filter(print_job::id.eq_any(chunk)))
            .set(print_job::file.eq(None::<String>))
            .execute(conn)?;
    }
    Ok(())
}

/// Id, state, file of jobs.
pub fn states_of(conn: &mut Conn, jobs: &[i64]) -> QueryResult<Vec<(i64, String, Option<String>)>> {
    let mut out = Vec::with_capacity(jobs.len());
    for chunk in jobs.chunks(500) {
        out.extend(
            print_job::table
                .filter(print_job::id.eq_any(chunk))
                .order(print_job::id.asc())
                .select((print_job::id, print_job::state, print_job::file))
                .load::<(i64, String, Option<String>)>(conn)?,
        );
    }
    Ok(out)
}
