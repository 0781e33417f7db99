//! What referees ruled of games.

use super::Conn;
use super::schema::{pairing, ruling};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A referee's ruling of a game.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = ruling)]
pub struct Ruling {
    /// Internal id.
    pub id: i64,
    /// The game.
    pub pairing_id: i64,
    /// The record that was looked at, where there was one.
    pub record_id: Option<i64>,
    /// `stones`, `void-move`, `two-warnings`, `replay`, `draw` or `stands`.
    pub kind: String,
    /// The result that the ruling gives: `B`, `W`, `draw`, `both-lose` or `void`; none: it stays as it was reported.
    pub result: Option<String>,
    /// The margin that it gives, in quarters of a stone.
    pub margin_quarters: Option<i64>,
    /// JSON: dead stones, in SGF's letters.
    pub dead: String,
    /// The article that it rests on.
    pub article: String,
    /// What the referee says of it.
    pub note: String,
    /// `proposed`, `in-force`, `refused` or `superseded`.
    pub state: String,
    /// Who ruled.
    pub ruled_by: i64,
    /// When, UTC.
    pub ruled_at: NaiveDateTime,
    /// Who agreed or refused, where a second person had to.
    pub agreed_by: Option<i64>,
    /// When, UTC.
    pub agreed_at: Option<NaiveDateTime>,
}

/// A new row of [`Ruling`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = ruling)]
pub struct NewRuling {
    /// The game.
    pub pairing_id: i64,
    /// The record that was looked at, where there was one.
    pub record_id: Option<i64>,
    /// `stones`, `void-move`, `two-warnings`, `replay`, `draw` or `stands`.
    pub kind: String,
    /// The result that the ruling gives: `B`, `W`, `draw`, `both-lose` or `void`; none: it stays as it was reported.
    pub result: Option<String>,
    /// The margin that it gives, in quarters of a stone.
    pub margin_quarters: Option<i64>,
    /// JSON: dead stones, in SGF's letters.
    pub dead: String,
    /// The article that it rests on.
    pub article: String,
    /// What the referee says of it.
    pub note: String,
    /// `proposed` or `in-force`.
    pub state: String,
    /// Who ruled.
    pub ruled_by: i64,
    /// When, UTC.
    pub ruled_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewRuling) -> QueryResult<i64> {
    diesel::insert_into(ruling::table).values(row).returning(ruling::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Ruling> {
    ruling::table.find(id).select(Ruling::as_select()).get_result(conn)
}

/// Every ruling of a group's games with the round and players it is of, the first one first.
pub fn of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<(Ruling, super::pairing::Pairing)>> {
    ruling::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .order(ruling::id.asc())
        .select((Ruling::as_select(), super::pairing::Pairing::as_select()))
        .load(conn)
}

/// The rulings in force of some events' games, with the games, the first one first.
pub fn in_force_of_events(conn: &mut Conn, events: &[i64]) -> QueryResult<Vec<(Ruling, super::pairing::Pairing)>> {
    let mut found = Vec::new();
    for chunk in events.chunks(500) {
        let some: Vec<(Ruling, super::pairing::Pairing)> = ruling::table
            .inner_join(pairing::table)
            .filter(pairing::event_id.eq_any(chunk).and(ruling::state.eq("in-force")))
            .order(ruling::id.asc())
            .select((Ruling::as_select(), super::pairing::Pairing::as_select()))
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// Every ruling of a game, the first one first.
pub fn of_pairing(conn: &mut Conn, pairing_id: i64) -> QueryResult<Vec<Ruling>> {
    ruling::table
        .filter(ruling::pairing_id.eq(pairing_id))
        .order(ruling::id.asc())
        .select(Ruling::as_select())
        .load(conn)
}

/// How many rulings of an event's games wait for a second person.
pub fn proposed_of_event(conn: &mut Conn, event_id: i64) -> QueryResult<i64> {
    ruling::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq(event_id).and(ruling::state.eq("proposed")))
        .count()
        .get_result(conn)
}

/// Says what a second person decided of a ruling.
pub fn decide(conn: &mut Conn, id: i64, state: &str, by: i64, at: NaiveDateTime) -> QueryResult<usize> {
    diesel::update(ruling::table.find(id))
        .set((ruling::state.eq(state), ruling::agreed_by.eq(by), ruling::agreed_at.eq(at)))
        .execute(conn)
}

/// Puts a ruling into a state.
pub fn set_state(conn: &mut Conn, id: i64, state: &str) -> QueryResult<usize> {
    diesel::update(ruling::table.find(id)).set(ruling::state.eq(state)).execute(conn)
}

/// The rulings of an agency's events in one of these states that are in force or wait for a second person, with their
/// games, the first one first.
pub fn standing_of_agency(
    conn: &mut Conn,
    agency_id: i64,
    states: &[&str],
) -> QueryResult<Vec<(Ruling, super::pairing::Pairing)>> {
    use super::schema::event;
    ruling::table
        .inner_join(pairing::table.inner_join(event::table))
        .filter(event::agency_id.eq(agency_id).and(event::state.eq_any(states)))
        .filter(ruling::state.eq_any(["in-force", "proposed"]))
        .order(ruling::id.asc())
        .select((Ruling::as_select(), super::pairing::Pairing::as_select()))
        .load(conn)
}
