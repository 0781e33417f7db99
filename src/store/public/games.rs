//! The records that stand for games of an event, and what is said of these games.

use crate::store::Conn;
use crate::store::schema::{entry, game, game_record, pairing, player_word, recount, ruling};
use chrono::NaiveDateTime;
use diesel::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// A game that has a record.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct MarkRow {
    /// The game.
    pub pairing_id: i64,
    /// Round.
    pub round: i64,
    /// Black's id within the file.
    pub black_file: String,
    /// White's id within the file.
    pub white_file: String,
    /// The verdict that counts; none while the record waits.
    pub verdict: Option<String>,
    /// What of the record, as it was recounted last, only a referee can settle: the code of the finding.
    pub ground: Option<String>,
}

/// The games of a group that have a record, by their ids.
pub fn marks(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<MarkRow>> {
    let current = recount::record_id.eq(game_record::id).and(recount::current.eq(true));
    let current = current.and(game_record::state.eq("recounted"));
    game_record::table
        .inner_join(pairing::table)
        .left_join(recount::table.on(current))
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .filter(game_record::state.ne("set-aside"))
        .order((pairing::id.asc(), game_record::id.asc()))
        .select((
            pairing::id,
            pairing::round,
            pairing::black_file,
            pairing::white_file,
            recount::verdict.nullable(),
            game_record::ground,
        ))
        .load(conn)
}

/// Who played some games of results, by the ids of the file: event, group, round, Black, White.
type Between = (i64, String, i64, String, String);

/// Which of some games of results have a record, and so a page: the game, and the pairing that its page is of.
pub fn with_page(conn: &mut Conn, games: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    let (black, white) = diesel::alias!(entry as black_entry, entry as white_entry);
    let played: Vec<(i64, Between)> = game::table
        .inner_join(black.on(black.field(entry::id).eq(game::black_entry)))
        .inner_join(white.on(white.field(entry::id).nullable().eq(game::white_entry)))
        .filter(game::id.eq_any(games))
        .order(game::id.asc())
        .select((
            game::id,
            (
                black.field(entry::event_id),
                black.field(entry::group_key),
                game::round,
                black.field(entry::file_id),
                white.field(entry::file_id),
            ),
        ))
        .load(conn)?;
    let events: BTreeSet<i64> = played.iter().map(|(_, of)| of.0).collect();
    let blacks: BTreeSet<&str> = played.iter().map(|(_, of)| of.3.as_str()).collect();
    let whites: BTreeSet<&str> = played.iter().map(|(_, of)| of.4.as_str()).collect();
    let pages: Vec<(Between, i64)> = game_record::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq_any(events))
        .filter(pairing::black_file.eq_any(blacks).and(pairing::white_file.eq_any(whites)))
        .filter(game_record::state.ne("set-aside"))
        .order((pairing::id.asc(), game_record::id.asc()))
        .select((
            (pairing::event_id, pairing::group_key, pairing::round, pairing::black_file, pairing::white_file),
            pairing::id,
        ))
        .load(conn)?;
    let pages: HashMap<Between, i64> = pages.into_iter().collect();
    Ok(played.into_iter().filter_map(|(game, of)| Some((game, *pages.get(&of)?))).collect())
}

/// The games of a group that a ruling in force is of.
pub fn ruled(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<i64>> {
    ruling::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .filter(ruling::state.eq("in-force"))
        .order(ruling::pairing_id.asc())
        .select(ruling::pairing_id)
        .load(conn)
}

/// A game as the results name it: round, Black's and White's id within the file.
pub type GameKey = (i64, String, String);

/// What the players of a group's games have said: the game, `B` or `W`, `confirmed` or `disputed`.
pub fn words(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<(GameKey, String, String)>> {
    player_word::table
        .inner_join(pairing::table)
        .filter(pairing::event_id.eq(event_id).and(pairing::group_key.eq(group)))
        .filter(player_word::said.is_not_null().and(player_word::ended_at.is_null()))
        .order(player_word::id.asc())
        .select((
            (pairing::round, pairing::black_file, pairing::white_file),
            player_word::side,
            player_word::said.assume_not_null(),
        ))
        .load(conn)
}

/// What the players of a game have said: `B` or `W`, `confirmed` or `disputed`, when.
pub fn words_of(conn: &mut Conn, pairing_id: i64) -> QueryResult<Vec<(String, String, NaiveDateTime)>> {
    player_word::table
        .filter(player_word::pairing_id.eq(pairing_id))
        .filter(player_word::said.is_not_null().and(player_word::ended_at.is_null()))
        .order(player_word::id.asc())
        .select((player_word::side, player_word::said.assume_not_null(), player_word::said_at.assume_not_null()))
        .load(conn)
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct RecordRow {
    /// Its id.
    pub id: i64,
    /// Its bytes.
    pub source_id: i64,
    /// Which game of them.
    pub part: i64,
    /// Its state.
    pub state: String,
    /// What of it, as it was recounted last, only a referee can settle: the code of the finding.
    pub ground: Option<String>,
}

/// The record of a game; none where it has none.
pub fn record_of(conn: &mut Conn, pairing_id: i64) -> QueryResult<Option<RecordRow>> {
    game_record::table
        .filter(game_record::pairing_id.eq(pairing_id).and(game_record::state.ne("set-aside")))
        .order(game_record::id.asc())
        .select((game_record::id, game_record::source_id, game_record::part, game_record::state, game_record::ground))
        .first(conn)
        .optional()
}
