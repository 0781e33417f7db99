//! Events, what happened to them, and the scheme versions they run under.

use super::Conn;
use super::schema::{event, event_step, scheme_version};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// A promotion event (赛事).
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = event)]
pub struct Event {
    /// Internal id.
    pub id: i64,
    /// The event's part of public addresses.
    pub slug: String,
    /// The agency.
    pub agency_id: i64,
    /// The name.
    pub name: String,
    /// Where it is played.
    pub place: String,
    /// `county`, `city`, `province`, `national` or `world`.
    pub level: String,
    /// The scheme.
    pub scheme_id: String,
    /// The version of the scheme.
    pub scheme_version: String,
    /// First day.
    pub starts_on: NaiveDate,
    /// Last day: the schemes and texts in force on it apply.
    pub ends_on: NaiveDate,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// It was reopened after closing; stays for ever.
    pub reopened: bool,
    /// JSON: groups, announced parameters, lot seed.
    pub settings: String,
    /// Counts changes, so that two people do not overwrite each other.
    pub revision: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`Event`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = event)]
pub struct NewEvent {
    /// The event's part of public addresses.
    pub slug: String,
    /// The agency.
    pub agency_id: i64,
    /// The name.
    pub name: String,
    /// Where it is played.
    pub place: String,
    /// `county`, `city`, `province`, `national` or `world`.
    pub level: String,
    /// The scheme.
    pub scheme_id: String,
    /// The version of the scheme.
    pub scheme_version: String,
    /// First day.
    pub starts_on: NaiveDate,
    /// Last day: the schemes and texts in force on it apply.
    pub ends_on: NaiveDate,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// It was reopened after closing; stays for ever.
    pub reopened: bool,
    /// JSON: groups, announced parameters, lot seed.
    pub settings: String,
    /// Counts changes, so that two people do not overwrite each other.
    pub revision: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A step in the life of an event.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = event_step)]
pub struct EventStep {
    /// Internal id.
    pub id: i64,
    /// The event.
    pub event_id: i64,
    /// `filed`, `approved`, `submitted`, `returned`, `confirmed`, `closed`, `reopened`, `waiver` …
    pub step: String,
    /// The account.
    pub account_id: Option<i64>,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// What was said about it.
    pub note: String,
}

/// A new row of [`EventStep`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = event_step)]
pub struct NewEventStep {
    /// The event.
    pub event_id: i64,
    /// `filed`, `approved`, `submitted`, `returned`, `confirmed`, `closed`, `reopened`, `waiver` …
    pub step: String,
    /// The account.
    pub account_id: Option<i64>,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// What was said about it.
    pub note: String,
}

/// A scheme as it was when an event used it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = scheme_version)]
pub struct SchemeVersion {
    /// Internal id.
    pub id: i64,
    /// The scheme.
    pub scheme_id: String,
    /// The version.
    pub version: String,
    /// The whole text.
    pub toml: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// When it was first used, UTC.
    pub recorded_at: NaiveDateTime,
}

/// A new row of [`SchemeVersion`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = scheme_version)]
pub struct NewSchemeVersion {
    /// The scheme.
    pub scheme_id: String,
    /// The version.
    pub version: String,
    /// The whole text.
    pub toml: String,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// When it was first used, UTC.
    pub recorded_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewEvent) -> QueryResult<i64> {
    diesel::insert_into(event::table).values(row).returning(event::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Event> {
    event::table.find(id).select(Event::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_event_step(conn: &mut Conn, row: &NewEventStep) -> QueryResult<i64> {
    diesel::insert_into(event_step::table).values(row).returning(event_step::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_event_step(conn: &mut Conn, id: i64) -> QueryResult<EventStep> {
    event_step::table.find(id).select(EventStep::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_scheme_version(conn: &mut Conn, row: &NewSchemeVersion) -> QueryResult<i64> {
    diesel::insert_into(scheme_version::table).values(row).returning(scheme_version::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_scheme_version(conn: &mut Conn, id: i64) -> QueryResult<SchemeVersion> {
    scheme_version::table.find(id).select(SchemeVersion::as_select()).get_result(conn)
}

/// The event of a public address.
pub fn by_slug(conn: &mut Conn, slug: &str) -> QueryResult<Event> {
    event::table.filter(event::slug.eq(slug)).select(Event::as_select()).get_result(conn)
}

/// Events by their ids.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Event>> {
    let mut out = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        out.extend(
            event::table
                .filter(event::id.eq_any(chunk))
                .order(event::id.asc())
                .select(Event::as_select())
                .load::<Event>(conn)?,
        );
    }
    Ok(out)
}

/// Moves an event to a state.
pub fn set_state(conn: &mut Conn, id: i64, state: &str) -> QueryResult<()> {
    diesel::update(event::table.find(id))
        .set((event::state.eq(state), event::revision.eq(event::revision + 1)))
        .execute(conn)
        .map(|_| ())
}

/// Notes a step in the life of an event.
pub fn step(
    conn: &mut Conn,
    event_id: i64,
    step: &str,
    account_id: Option<i64>,
    at: NaiveDateTime,
    note: &str,
) -> QueryResult<i64> {
    let row = NewEventStep { event_id, step: step.to_owned(), account_id, at, note: note.to_owned() };
    insert_event_step(conn, &row)
}

/// The steps of an event, the oldest first.
pub fn steps(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<EventStep>> {
    event_step::table
        .filter(event_step::event_id.eq(event_id))
        .order(event_step::id.asc())
        .select(EventStep::as_select())
        .load(conn)
}

/// Confirmed events that ended by `last_day` and of which no award waits any more.
pub fn ready_to_close(conn: &mut Conn, last_day: NaiveDate) -> QueryResult<Vec<i64>> {
    use super::schema::award;
    event::table
        .filter(event::state.eq("confirmed").and(event::ends_on.le(last_day)))
        .filter(diesel::dsl::not(diesel::dsl::exists(
            award::table.filter(award::event_id.eq(event::id.nullable())).filter(award::state.eq_any([
                "proposed",
                "confirmed",
                "on-notice",
                "held",
            ])),
        )))
        .order(event::id.asc())
        .select(event::id)
        .load(conn)
}

/// A scheme as it was when an event used it.
pub fn scheme_version(conn: &mut Conn, scheme_id: &str, version: &str) -> QueryResult<Option<SchemeVersion>> {
    scheme_version::table
        .filter(scheme_version::scheme_id.eq(scheme_id).and(scheme_version::version.eq(version)))
        .select(SchemeVersion::as_select())
        .get_result(conn)
        .optional()
}

/// Writes a changed draft.
pub fn update(conn: &mut Conn, changed: &Event) -> QueryResult<()> {
    diesel::update(event::table.find(changed.id))
        .set((
            event::name.eq(&changed.name),
            event::place.eq(&changed.place),
            event::level.eq(&changed.level),
            event::scheme_id.eq(&changed.scheme_id),
            event::scheme_version.eq(&changed.scheme_version),
            event::starts_on.eq(changed.starts_on),
            event::ends_on.eq(changed.ends_on),
            event::settings.eq(&changed.settings),
            event::revision.eq(changed.revision),
        ))
        .execute(conn)
        .map(|_| ())
}

/// Opens a closed event again; the mark stays for ever.
pub fn reopen(conn: &mut Conn, id: i64) -> QueryResult<()> {
    diesel::update(event::table.find(id))
        .set((event::state.eq("returned"), event::reopened.eq(true), event::revision.eq(event::revision + 1)))
        .execute(conn)
        .map(|_| ())
}

/// Events of agencies in some states, the newest first, below an id.
pub fn listed(conn: &mut Conn, agencies: &[i64], states: &[&str], before: i64, limit: i64) -> QueryResult<Vec<Event>> {
    event::table
        .filter(event::agency_id.eq_any(agencies).and(event::state.eq_any(states)).and(event::id.lt(before)))
        .order(event::id.desc())
        .limit(limit)
        .select(Event::as_select())
        .load(conn)
}

/// How many events of agencies are in each state: agency, state, count.
pub fn counts_of_agencies(conn: &mut Conn, agencies: &[i64]) -> QueryResult<Vec<(i64, String, i64)>> {
    event::table
        .filter(event::agency_id.eq_any(agencies))
        .group_by((event::agency_id, event::state))
        .order((event::agency_id.asc(), event::state.asc()))
        .select((event::agency_id, event::state, diesel::dsl::count_star()))
        .load(conn)
}

/// The last days of an agency's approved events that are over, the earliest first: their results are awaited.
pub fn awaited(conn: &mut Conn, agency_id: i64, today: NaiveDate) -> QueryResult<Vec<NaiveDate>> {
    event::table
        .filter(event::agency_id.eq(agency_id).and(event::state.eq("approved")).and(event::ends_on.le(today)))
        .order(event::ends_on.asc())
        .select(event::ends_on)
        .load(conn)
}
