//! Agencies.

use super::Conn;
use super::schema::{agency, agency_step};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// An agency (代理机构).
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = agency)]
pub struct Agency {
    /// Internal id.
    pub id: i64,
    /// Stable code: the area code, or `320-320200` below the first level.
    pub code: String,
    /// Three digits, in the numbers of its certificates.
    pub area_code: String,
    /// Name in Chinese.
    pub name_zh: String,
    /// Name in English.
    pub name_en: String,
    /// `national`, `province`, `city` or `county`.
    pub level: String,
    /// The agency above; the national office has none.
    pub parent_id: Option<i64>,
    /// The highest grade it may award, by rank.
    pub ceiling: i64,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// First day of the authorisation.
    pub valid_from: NaiveDate,
    /// Last day of the authorisation, where it ends.
    pub valid_to: Option<NaiveDate>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`Agency`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = agency)]
pub struct NewAgency {
    /// Stable code: the area code, or `320-320200` below the first level.
    pub code: String,
    /// Three digits, in the numbers of its certificates.
    pub area_code: String,
    /// Name in Chinese.
    pub name_zh: String,
    /// Name in English.
    pub name_en: String,
    /// `national`, `province`, `city` or `county`.
    pub level: String,
    /// The agency above; the national office has none.
    pub parent_id: Option<i64>,
    /// The highest grade it may award, by rank.
    pub ceiling: i64,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// First day of the authorisation.
    pub valid_from: NaiveDate,
    /// Last day of the authorisation, where it ends.
    pub valid_to: Option<NaiveDate>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewAgency) -> QueryResult<i64> {
    diesel::insert_into(agency::table).values(row).returning(agency::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Agency> {
    agency::table.find(id).select(Agency::as_select()).get_result(conn)
}

/// All agencies, by code.
pub fn all(conn: &mut Conn) -> QueryResult<Vec<Agency>> {
    agency::table.order(agency::code.asc()).select(Agency::as_select()).load(conn)
}

/// The agency of a code.
pub fn by_code(conn: &mut Conn, code: &str) -> QueryResult<Agency> {
    agency::table.filter(agency::code.eq(code)).select(Agency::as_select()).get_result(conn)
}

/// The agencies directly below one, by code.
pub fn children(conn: &mut Conn, parent: i64) -> QueryResult<Vec<Agency>> {
    agency::table.filter(agency::parent_id.eq(parent)).order(agency::code.asc()).select(Agency::as_select()).load(conn)
}

/// The national office.
pub fn national(conn: &mut Conn) -> QueryResult<Agency> {
    agency::table.filter(agency::level.eq("national")).order(agency::id.asc()).select(Agency::as_select()).first(conn)
}

/// The active agencies whose authorisation ends between two days, both included, by code.
pub fn ending_within(conn: &mut Conn, first: NaiveDate, last: NaiveDate) -> QueryResult<Vec<Agency>> {
    agency::table
        .filter(agency::state.eq("active").and(agency::valid_to.between(first, last)))
        .order(agency::code.asc())
        .select(Agency::as_select())
        .load(conn)
}

/// Moves an agency to a state.
pub fn set_state(conn: &mut Conn, id: i64, state: &str) -> QueryResult<()> {
    diesel::update(agency::table.find(id)).set(agency::state.eq(state)).execute(conn).map(|_| ())
}

/// Sets the area code of an agency's next certificates.
pub fn set_area(conn: &mut Conn, id: i64, area: &str) -> QueryResult<()> {
    diesel::update(agency::table.find(id)).set(agency::area_code.eq(area)).execute(conn).map(|_| ())
}

/// Sets the last day of an agency's authorisation.
pub fn set_valid_to(conn: &mut Conn, id: i64, last: Option<NaiveDate>) -> QueryResult<()> {
    diesel::update(agency::table.find(id)).set(agency::valid_to.eq(last)).execute(conn).map(|_| ())
}

/// Something that was decided about an agency.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = agency_step)]
pub struct AgencyStep {
    /// Internal id.
    pub id: i64,
    /// The agency.
    pub agency_id: i64,
    /// `active`, `suspended`, `closed`, `extended` or `area`.
    pub step: String,
    /// Why, or what it was set to.
    pub note: String,
    /// Who; none for the command line.
    pub account_id: Option<i64>,
    /// When, UTC.
    pub at: NaiveDateTime,
}

/// Writes down a decision about an agency.
pub fn step(
    conn: &mut Conn,
    agency_id: i64,
    step: &str,
    note: &str,
    account_id: Option<i64>,
    at: NaiveDateTime,
) -> QueryResult<()> {
    diesel::insert_into(agency_step::table)
        .values((
            agency_step::agency_id.eq(agency_id),
            agency_step::step.eq(step),
            agency_step::note.eq(note),
            agency_step::account_id.eq(account_id),
            agency_step::at.eq(at),
        ))
        .execute(conn)
        .map(|_| ())
}

/// What was decided about an agency, the latest first.
pub fn steps(conn: &mut Conn, agency_id: i64) -> QueryResult<Vec<AgencyStep>> {
    agency_step::table
        .filter(agency_step::agency_id.eq(agency_id))
        .order(agency_step::id.desc())
        .select(AgencyStep::as_select())
        .load(conn)
}
