//! Pairings: the games of an event, the same through every version of its results.

use super::schema::pairing;
use super::{Conn, both_databases};
use diesel::prelude::*;

/// A game of an event: who met whom in which round, by the ids of the file.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = pairing)]
pub struct Pairing {
    /// Internal id.
    pub id: i64,
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Round, from 1.
    pub round: i64,
    /// Black's id within the file.
    pub black_file: String,
    /// White's id within the file.
    pub white_file: String,
}

/// A new row of [`Pairing`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Insertable)]
#[diesel(table_name = pairing)]
pub struct NewPairing {
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// Round, from 1.
    pub round: i64,
    /// Black's id within the file.
    pub black_file: String,
    /// White's id within the file.
    pub white_file: String,
}

impl Pairing {
    /// The same without its id.
    pub fn as_new(&self) -> NewPairing {
        NewPairing {
            event_id: self.event_id,
            group_key: self.group_key.clone(),
            round: self.round,
            black_file: self.black_file.clone(),
            white_file: self.white_file.clone(),
        }
    }
}

/// Adds rows.
pub fn insert_all(conn: &mut Conn, rows: &[NewPairing]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        both_databases!(conn, c => diesel::insert_into(pairing::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// The pairings of a group that something has been said of.
pub fn of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<Pairing>> {
    pairing::table
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .order((pairing::round.asc(), pairing::id.asc()))
        .select(Pairing::as_select())
        .load(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Pairing> {
    pairing::table.find(id).select(Pairing::as_select()).get_result(conn)
}

/// Rows of some ids.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Pairing>> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let some: Vec<Pairing> = pairing::table
            .filter(pairing::id.eq_any(chunk))
            .order(pairing::id.asc())
            .select(Pairing::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// Games of an agency's events in one of these states of whose record a player disputes something, by the side.
pub fn disputed(conn: &mut Conn, agency_id: i64, states: &[&str]) -> QueryResult<Vec<(Pairing, String)>> {
    use super::schema::{event, player_word};
    player_word::table
        .inner_join(pairing::table.inner_join(event::table))
        .filter(event::agency_id.eq(agency_id).and(event::state.eq_any(states)))
        .filter(player_word::said.eq("disputed").and(player_word::ended_at.is_null()))
        .order(player_word::id.asc())
        .select((Pairing::as_select(), player_word::side))
        .load(conn)
}
