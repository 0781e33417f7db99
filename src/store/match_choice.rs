//! Who the doubtful players of an upload are, as decided before the results are submitted.

use super::Conn;
use super::schema::{match_choice, upload};
use chrono::NaiveDateTime;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// A word on one player of an upload.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = match_choice)]
pub struct MatchChoice {
    /// Internal id.
    pub id: i64,
    /// The upload.
    pub upload_id: i64,
    /// Id of the player within the file.
    pub file_id: String,
    /// The person; none: somebody new.
    pub person_id: Option<i64>,
    /// The reason given.
    pub reason: String,
    /// Who decided.
    pub account_id: i64,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// A digest of those who were compared; empty where it was not kept.
    pub compared: String,
}

/// A new row of [`MatchChoice`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = match_choice)]
pub struct NewMatchChoice {
    /// The upload.
    pub upload_id: i64,
    /// Id of the player within the file.
    pub file_id: String,
    /// The person; none: somebody new.
    pub person_id: Option<i64>,
    /// The reason given.
    pub reason: String,
    /// Who decided.
    pub account_id: i64,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// A digest of those who were compared; empty where it was not kept.
    pub compared: String,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewMatchChoice) -> QueryResult<i64> {
    diesel::insert_into(match_choice::table).values(row).returning(match_choice::id).get_result(conn)
}

/// Every row with its event.
pub fn all(conn: &mut Conn) -> QueryResult<Vec<(MatchChoice, i64)>> {
    match_choice::table
        .inner_join(upload::table)
        .order(match_choice::id.asc())
        .select((MatchChoice::as_select(), upload::event_id))
        .load(conn)
}

/// The last word on each player of an upload, by the player's id within the file. What does not say who was compared
/// holds no more, is not in the journal, and takes the place of nothing.
pub fn of_upload(conn: &mut Conn, upload_id: i64) -> QueryResult<BTreeMap<String, MatchChoice>> {
    let rows: Vec<MatchChoice> = match_choice::table
        .filter(match_choice::upload_id.eq(upload_id).and(match_choice::compared.ne("")))
        .order(match_choice::id.asc())
        .select(MatchChoice::as_select())
        .load(conn)?;
    Ok(rows.into_iter().map(|row| (row.file_id.clone(), row)).collect())
}
