//! What players say of their games, each by a code that is used once.

use super::pairing::Pairing;
use super::schema::{pairing, player_word};
use super::{Conn, both_databases};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A code of one side of a game, and what was said with it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = player_word)]
pub struct PlayerWord {
    /// Internal id.
    pub id: i64,
    /// The game.
    pub pairing_id: i64,
    /// `B` or `W`.
    pub side: String,
    /// The hash under which the code is found.
    pub code_hash: Vec<u8>,
    /// The code, sealed, so that the slip can be printed again.
    pub code_sealed: Vec<u8>,
    /// `confirmed` or `disputed`; none where nothing was said yet.
    pub said: Option<String>,
    /// The result that was shown when it was said, as files write it; empty before.
    pub result: String,
    /// What the player added.
    pub note: String,
    /// When the code was made, UTC.
    pub made_at: NaiveDateTime,
    /// When it was used, UTC.
    pub said_at: Option<NaiveDateTime>,
    /// Since when it does not count any more, UTC: a new code took its place, or the result is another one now.
    pub ended_at: Option<NaiveDateTime>,
}

/// A new code.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = player_word)]
pub struct NewPlayerWord {
    /// The game.
    pub pairing_id: i64,
    /// `B` or `W`.
    pub side: String,
    /// The hash under which the code is found.
    pub code_hash: Vec<u8>,
    /// The code, sealed.
    pub code_sealed: Vec<u8>,
    /// Empty.
    pub result: String,
    /// Empty.
    pub note: String,
    /// When the code was made, UTC.
    pub made_at: NaiveDateTime,
}

/// Adds rows.
pub fn insert_all(conn: &mut Conn, rows: &[NewPlayerWord]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        both_databases!(conn, c => diesel::insert_into(player_word::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Every code of a group's games, those that have ended as well, the first one first.
pub fn of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<(PlayerWord, Pairing)>> {
    player_word::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .order(player_word::id.asc())
        .select((PlayerWord::as_select(), Pairing::as_select()))
        .load(conn)
}

/// Every code of a game, those that have ended as well, the first one first.
pub fn of_pairing(conn: &mut Conn, pairing_id: i64) -> QueryResult<Vec<PlayerWord>> {
    player_word::table
        .filter(player_word::pairing_id.eq(pairing_id))
        .order(player_word::id.asc())
        .select(PlayerWord::as_select())
        .load(conn)
}

/// The code with this hash, and its game.
pub fn by_code(conn: &mut Conn, hash: &[u8]) -> QueryResult<Option<(PlayerWord, Pairing)>> {
    player_word::table
        .inner_join(pairing::table)
        .filter(player_word::code_hash.eq(hash))
        .select((PlayerWord::as_select(), Pairing::as_select()))
        .first(conn)
        .optional()
}

/// Writes what was said with a code that was not used and has not ended; answers how many rows that were.
pub fn say(
    conn: &mut Conn,
    id: i64,
    (said, result, note): (&str, &str, &str),
    at: NaiveDateTime,
) -> QueryResult<usize> {
    let open = player_word::said.is_null().and(player_word::ended_at.is_null());
    diesel::update(player_word::table.filter(player_word::id.eq(id).and(open)))
        .set((
            player_word::said.eq(said),
            player_word::result.eq(result),
            player_word::note.eq(note),
            player_word::said_at.eq(at),
        ))
        .execute(conn)
}

/// Lets codes end.
pub fn end(conn: &mut Conn, ids: &[i64], at: NaiveDateTime) -> QueryResult<()> {
    for chunk in ids.chunks(500) {
        let open = player_word::id.eq_any(chunk).and(player_word::ended_at.is_null());
        diesel::update(player_word::table.filter(open)).set(player_word::ended_at.eq(at)).execute(conn)?;
    }
    Ok(())
}
