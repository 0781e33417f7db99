//! Game records as they were sent for the games of an event.

use super::schema::{game_record, record_beginning};
use super::{Conn, both_databases};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// One game of one file, sent for a group of an event.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = game_record)]
pub struct GameRecord {
    /// Internal id.
    pub id: i64,
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// The bytes.
    pub source_id: i64,
    /// Which game of the file, from 0.
    pub part: i64,
    /// The file's name.
    pub name: String,
    /// The game it stands for.
    pub pairing_id: Option<i64>,
    /// `column`, `names` or `hand`.
    pub placed_by: Option<String>,
    /// `waiting`, `recounted` or `set-aside`.
    pub state: String,
    /// Stones played; none where it cannot be read.
    pub stones: Option<i64>,
    /// The key of the whole game.
    pub whole_key: Option<i64>,
    /// Who sent it.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
    /// The code of the finding on it that only a referee can settle, by the recount that counts.
    pub ground: Option<String>,
}

/// A new row of [`GameRecord`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = game_record)]
pub struct NewGameRecord {
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// The bytes.
    pub source_id: i64,
    /// Which game of the file, from 0.
    pub part: i64,
    /// The file's name.
    pub name: String,
    /// The game it stands for.
    pub pairing_id: Option<i64>,
    /// `column`, `names` or `hand`.
    pub placed_by: Option<String>,
    /// `waiting`, `recounted` or `set-aside`.
    pub state: String,
    /// Stones played; none where it cannot be read.
    pub stones: Option<i64>,
    /// The key of the whole game.
    pub whole_key: Option<i64>,
    /// Who sent it.
    pub uploaded_by: i64,
    /// When, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// The key of a beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = record_beginning)]
pub struct Beginning {
    /// The key, the bits of an unsigned number.
    pub beginning_key: i64,
    /// The record.
    pub record_id: i64,
    /// How many stones it has.
    pub stones: i64,
}

/// Adds rows.
pub fn insert_all(conn: &mut Conn, rows: &[NewGameRecord]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        both_databases!(conn, c => diesel::insert_into(game_record::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Adds keys of beginnings.
pub fn insert_beginnings(conn: &mut Conn, rows: &[Beginning]) -> QueryResult<()> {
    for chunk in rows.chunks(500) {
        both_databases!(conn, c => diesel::insert_into(record_beginning::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// The records of a group, the first sent first.
pub fn of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<GameRecord>> {
    game_record::table
        .filter(game_record::event_id.eq(event_id).and(game_record::group_key.eq(group)))
        .order(game_record::id.asc())
        .select(GameRecord::as_select())
        .load(conn)
}

/// The records that stand for a game, the first sent first.
pub fn of_pairing(conn: &mut Conn, pairing_id: i64) -> QueryResult<Vec<GameRecord>> {
    game_record::table
        .filter(game_record::pairing_id.eq(pairing_id))
        .order(game_record::id.asc())
        .select(GameRecord::as_select())
        .load(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<GameRecord> {
    game_record::table.find(id).select(GameRecord::as_select()).get_result(conn)
}

/// Rows of some ids.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<GameRecord>> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let some: Vec<GameRecord> = game_record::table
            .filter(game_record::id.eq_any(chunk))
            .order(game_record::id.asc())
            .select(GameRecord::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// The records of an event that wait to be recounted, the first sent first, above an id.
pub fn waiting(conn: &mut Conn, above: i64, limit: i64) -> QueryResult<Vec<GameRecord>> {
    game_record::table
        .filter(game_record::state.eq("waiting").and(game_record::id.gt(above)))
        .order(game_record::id.asc())
        .limit(limit)
        .select(GameRecord::as_select())
        .load(conn)
}

/// How many records of an event's group are in each state.
pub fn states_of(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<(String, i64)>> {
    use diesel::dsl::count_star;
    game_record::table
        .filter(game_record::event_id.eq(event_id).and(game_record::group_key.eq(group)))
        .group_by(game_record::state)
        .order(game_record::state.asc())
        .select((game_record::state, count_star()))
        .load(conn)
}

/// Of some records, those that still wait.
pub fn still_waiting(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<i64>> {
    game_record::table
        .filter(game_record::id.eq_any(ids).and(game_record::state.eq("waiting")))
        .order(game_record::id.asc())
        .select(game_record::id)
        .load(conn)
}

/// Puts records into a state.
pub fn set_state(conn: &mut Conn, ids: &[i64], state: &str) -> QueryResult<usize> {
    let mut changed = 0;
    for chunk in ids.chunks(500) {
        changed += diesel::update(game_record::table.filter(game_record::id.eq_any(chunk)))
            .set(game_record::state.eq(state))
            .execute(conn)?;
    }
    Ok(changed)
}

/// Says that records were recounted, and what of them only a referee can settle.
pub fn set_recounted(conn: &mut Conn, ids: &[i64], ground: Option<&str>) -> QueryResult<usize> {
    let mut changed = 0;
    for chunk in ids.chunks(500) {
        changed += diesel::update(game_record::table.filter(game_record::id.eq_any(chunk)))
            .set((game_record::state.eq("recounted"), game_record::ground.eq(ground)))
            .execute(conn)?;
    }
    Ok(changed)
}

/// Games of an agency's events in one of these states of whose record a referee has something to settle, the first sent
/// first: pairing, event, the event's state and the code of the finding.
pub fn for_referee(conn: &mut Conn, agency_id: i64, states: &[&str]) -> QueryResult<Vec<(i64, i64, String, String)>> {
    use super::schema::event;
    game_record::table
        .inner_join(event::table)
        .filter(event::agency_id.eq(agency_id).and(event::state.eq_any(states)))
        .filter(game_record::pairing_id.is_not_null().and(game_record::state.eq("recounted")))
        .filter(game_record::ground.is_not_null())
        .order(game_record::id.asc())
        .select((
            game_record::pairing_id.assume_not_null(),
            game_record::event_id,
            event::state,
            game_record::ground.assume_not_null(),
        ))
        .load(conn)
}

/// Says which game a record stands for, and how that is known; none takes it away from its game.
pub fn set_pairing(conn: &mut Conn, id: i64, to: Option<(i64, &str)>) -> QueryResult<usize> {
    let (pairing_id, placed_by) = to.unzip();
    diesel::update(game_record::table.find(id))
        .set((game_record::pairing_id.eq(pairing_id), game_record::placed_by.eq(placed_by)))
        .execute(conn)
}

/// Records of the same bytes, of any event.
pub fn of_sources(conn: &mut Conn, sources: &[i64]) -> QueryResult<Vec<GameRecord>> {
    let mut found = Vec::new();
    for chunk in sources.chunks(500) {
        let some: Vec<GameRecord> = game_record::table
            .filter(game_record::source_id.eq_any(chunk))
            .order(game_record::id.asc())
            .select(GameRecord::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// Records of the same whole game, by its key.
pub fn of_wholes(conn: &mut Conn, keys: &[i64]) -> QueryResult<Vec<GameRecord>> {
    let mut found = Vec::new();
    for chunk in keys.chunks(500) {
        let some: Vec<GameRecord> = game_record::table
            .filter(game_record::whole_key.eq_any(chunk))
            .order(game_record::id.asc())
            .select(GameRecord::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// The keys of the beginnings of some records.
pub fn beginnings_of(conn: &mut Conn, records: &[i64]) -> QueryResult<Vec<Beginning>> {
    let mut found = Vec::new();
    for chunk in records.chunks(500) {
        let some: Vec<Beginning> = record_beginning::table
            .filter(record_beginning::record_id.eq_any(chunk))
            .order((record_beginning::record_id.asc(), record_beginning::stones.asc()))
            .select(Beginning::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// Records that have one of some beginnings, at most so many for each few hundred keys.
pub fn of_beginnings(conn: &mut Conn, keys: &[i64], limit: i64) -> QueryResult<Vec<Beginning>> {
    let mut found = Vec::new();
    for chunk in keys.chunks(200) {
        let some: Vec<Beginning> = record_beginning::table
            .filter(record_beginning::beginning_key.eq_any(chunk))
            .order((record_beginning::beginning_key.asc(), record_beginning::record_id.asc()))
            .limit(limit)
            .select(Beginning::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}
