//! Uploads of results, as received, and the acknowledgements of their warnings.

use super::Conn;
use super::schema::{acknowledgement, upload};
use chrono::{NaiveDate, NaiveDateTime};
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
    /// The results file, sealed.
    pub results_bytes: Vec<u8>,
    /// Its SHA-256 in hexadecimal.
    pub results_sha256: String,
    /// Name of the players file.
    pub players_name: Option<String>,
    /// The players file, sealed.
    pub players_bytes: Option<Vec<u8>>,
    /// Its SHA-256 in hexadecimal.
    pub players_sha256: Option<String>,
    /// `yes`, `with-adjustments` or `no`.
    pub accepted: String,
    /// JSON: the findings and adjustments as answered when it came.
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
    /// The results file, sealed.
    pub results_bytes: Vec<u8>,
    /// Its SHA-256 in hexadecimal.
    pub results_sha256: String,
    /// Name of the players file.
    pub players_name: Option<String>,
    /// The players file, sealed.
    pub players_bytes: Option<Vec<u8>>,
    /// Its SHA-256 in hexadecimal.
    pub players_sha256: Option<String>,
    /// `yes`, `with-adjustments` or `no`.
    pub accepted: String,
    /// JSON: the findings and adjustments as answered when it came.
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
#[derive(Clone, Debug, PartialEq, Eq, Insertable, Queryable)]
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

/// The uploads that count, of an event, by group.
pub fn current_of(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<Upload>> {
    upload::table
        .filter(upload::event_id.eq(event_id).and(upload::current.eq(true)))
        .order(upload::id.asc())
        .select(Upload::as_select())
        .load(conn)
}

/// The uploads that count, of some events.
pub fn current_of_events(conn: &mut Conn, events: &[i64]) -> QueryResult<Vec<Upload>> {
    let mut found = Vec::new();
    for chunk in events.chunks(500) {
        let some: Vec<Upload> = upload::table
            .filter(upload::event_id.eq_any(chunk).and(upload::current.eq(true)))
            .order(upload::id.asc())
            .select(Upload::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// The upload of a group that counts.
pub fn current_of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Option<Upload>> {
    upload::table
        .filter(upload::event_id.eq(event_id).and(upload::group_key.eq(group)).and(upload::current.eq(true)))
        .select(Upload::as_select())
        .get_result(conn)
        .optional()
}

/// One version of a group's results.
pub fn version_of(conn: &mut Conn, event_id: i64, group: &str, version: i64) -> QueryResult<Upload> {
    upload::table
        .filter(upload::event_id.eq(event_id).and(upload::group_key.eq(group)).and(upload::version.eq(version)))
        .select(Upload::as_select())
        .get_result(conn)
}

/// What a list of versions shows of an upload: without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = upload)]
pub struct UploadLine {
    /// Internal id.
    pub id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Version of the group's results, from 1.
    pub version: i64,
    /// Name of the results file.
    pub results_name: String,
    /// Its SHA-256 in hexadecimal.
    pub results_sha256: String,
    /// Name of the players file, where there is one.
    pub players_name: Option<String>,
    /// Its SHA-256 in hexadecimal.
    pub players_sha256: Option<String>,
    /// `yes`, `with-adjustments` or `no`.
    pub accepted: String,
    /// Whether this is the version that counts.
    pub current: bool,
    /// Who uploaded.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// All versions of an event's results, by group and version.
pub fn lines_of(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<UploadLine>> {
    upload::table
        .filter(upload::event_id.eq(event_id))
        .order((upload::group_key.asc(), upload::version.asc()))
        .select(UploadLine::as_select())
        .load(conn)
}

/// Makes every version of a group one that does not count, before a newer one does.
pub fn retire(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<usize> {
    diesel::update(upload::table.filter(upload::event_id.eq(event_id).and(upload::group_key.eq(group))))
        .set(upload::current.eq(false))
        .execute(conn)
}

/// An upload of the very same bytes as another.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct SameBytes {
    /// The upload.
    pub id: i64,
    /// Its event.
    pub event_id: i64,
    /// The event's name.
    pub event: String,
    /// Its version.
    pub version: i64,
    /// Whether it is the version that counts.
    pub current: bool,
    /// SHA-256 of its players file.
    players: Option<String>,
}

/// Uploads of the very same bytes, results and players, the earliest first.
pub fn with_bytes(conn: &mut Conn, results: &str, players: Option<&str>) -> QueryResult<Vec<SameBytes>> {
    use super::schema::event;
    let found: Vec<SameBytes> = upload::table
        .inner_join(event::table)
        .filter(upload::results_sha256.eq(results))
        .order(upload::id.asc())
        .select((upload::id, event::id, event::name, upload::version, upload::current, upload::players_sha256))
        .load(conn)?;
    Ok(found.into_iter().filter(|one| one.players.as_deref() == players).collect())
}

/// An upload that counts, of another event, with how many games it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Its id.
    pub id: i64,
    /// The event.
    pub event_id: i64,
    /// The event's name.
    pub event: String,
    /// Its version.
    pub version: i64,
}

/// The uploads that count, of events that ended between two days but for one event, that have so many games.
pub fn with_games(
    conn: &mut Conn,
    (first, last): (NaiveDate, NaiveDate),
    but: i64,
    games: i64,
) -> QueryResult<Vec<Counted>> {
    use super::schema::{event, game};
    let found: Vec<(i64, i64, String, i64)> = upload::table
        .inner_join(event::table)
        .filter(upload::current.eq(true).and(event::ends_on.between(first, last)).and(event::id.ne(but)))
        .order(upload::id.asc())
        .select((upload::id, event::id, event::name, upload::version))
        .load(conn)?;
    let mut counts: std::collections::HashMap<i64, i64> = std::collections::HashMap::new();
    let ids: Vec<i64> = found.iter().map(|(id, ..)| *id).collect();
    for chunk in ids.chunks(500) {
        let some: Vec<(i64, i64)> = game::table
            .filter(game::upload_id.eq_any(chunk))
            .group_by(game::upload_id)
            .order(game::upload_id.asc())
            .select((game::upload_id, diesel::dsl::count_star()))
            .load(conn)?;
        counts.extend(some);
    }
    let alike = found.into_iter().filter(|(id, ..)| counts.get(id) == Some(&games));
    Ok(alike.map(|(id, event_id, event, version)| Counted { id, event_id, event, version }).collect())
}

/// The acknowledgements of an upload's warnings.
pub fn acknowledgements_of(conn: &mut Conn, upload_id: i64) -> QueryResult<Vec<Acknowledgement>> {
    acknowledgement::table
        .filter(acknowledgement::upload_id.eq(upload_id))
        .order(acknowledgement::id.asc())
        .select(Acknowledgement::as_select())
        .load(conn)
}
