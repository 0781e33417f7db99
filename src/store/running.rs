//! Groups that are run here: their entry lists, rounds and boards.

use super::Conn;
use super::schema::{running_board, running_group, running_player, running_round};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A group that is run here.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = running_group)]
pub struct RunningGroup {
    /// Internal id.
    pub id: i64,
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// JSON: what was settled before the first round.
    pub settings: String,
    /// Whether pairing numbers are given for good.
    pub numbered: bool,
    /// Who began.
    pub started_by: i64,
    /// When, UTC.
    pub started_at: NaiveDateTime,
}

/// A new row of [`RunningGroup`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = running_group)]
pub struct NewRunningGroup {
    /// The event.
    pub event_id: i64,
    /// Group id of the scheme.
    pub group_key: String,
    /// JSON: what was settled before the first round.
    pub settings: String,
    /// Whether pairing numbers are given for good.
    pub numbered: bool,
    /// Who began.
    pub started_by: i64,
    /// When, UTC.
    pub started_at: NaiveDateTime,
}

/// Somebody in the entry list of such a group.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = running_player)]
pub struct RunningPlayer {
    /// Internal id.
    pub id: i64,
    /// The group.
    pub run_id: i64,
    /// The place in the entry list, from 1; never changes.
    pub ordinal: i64,
    /// The pairing number.
    pub number: i64,
    /// What was written on entering, sealed.
    pub sealed: Vec<u8>,
    /// The first round.
    pub joined: i64,
    /// The first round without the player; 0: the entry was taken back.
    pub left_from: Option<i64>,
    /// Rounds for which the player is excused, with commas between them.
    pub absent: String,
}

/// A new row of [`RunningPlayer`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = running_player)]
pub struct NewRunningPlayer {
    /// The group.
    pub run_id: i64,
    /// The place in the entry list, from 1; never changes.
    pub ordinal: i64,
    /// The pairing number.
    pub number: i64,
    /// What was written on entering, sealed.
    pub sealed: Vec<u8>,
    /// The first round.
    pub joined: i64,
    /// The first round without the player; 0: the entry was taken back.
    pub left_from: Option<i64>,
    /// Rounds for which the player is excused, with commas between them.
    pub absent: String,
}

/// A round that was paired.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = running_round)]
pub struct RunningRound {
    /// Internal id.
    pub id: i64,
    /// The group.
    pub run_id: i64,
    /// Which round, from 1.
    pub round: i64,
    /// `open`, `closed` or `undone`.
    pub state: String,
    /// Whether it was opened again after it was closed; stays.
    pub reopened: bool,
    /// Who paired it.
    pub paired_by: i64,
    /// When, UTC.
    pub paired_at: NaiveDateTime,
}

/// A new row of [`RunningRound`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = running_round)]
pub struct NewRunningRound {
    /// The group.
    pub run_id: i64,
    /// Which round, from 1.
    pub round: i64,
    /// `open`, `closed` or `undone`.
    pub state: String,
    /// Whether it was opened again after it was closed; stays.
    pub reopened: bool,
    /// Who paired it.
    pub paired_by: i64,
    /// When, UTC.
    pub paired_at: NaiveDateTime,
}

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = running_board)]
pub struct RunningBoard {
    /// Internal id.
    pub id: i64,
    /// The round.
    pub round_id: i64,
    /// Its number, from 1.
    pub board: i64,
    /// Black's pairing number.
    pub black: i64,
    /// White's; none: a bye.
    pub white: Option<i64>,
    /// The result as a result file writes it; empty: none yet.
    pub result: String,
}

/// A new row of [`RunningBoard`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = running_board)]
pub struct NewRunningBoard {
    /// The round.
    pub round_id: i64,
    /// Its number, from 1.
    pub board: i64,
    /// Black's pairing number.
    pub black: i64,
    /// White's; none: a bye.
    pub white: Option<i64>,
    /// The result as a result file writes it; empty: none yet.
    pub result: String,
}

/// Adds a group; answers its id.
pub fn insert(conn: &mut Conn, row: &NewRunningGroup) -> QueryResult<i64> {
    diesel::insert_into(running_group::table).values(row).returning(running_group::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<RunningGroup> {
    running_group::table.find(id).select(RunningGroup::as_select()).get_result(conn)
}

/// The group of an event that is run here, if it is.
pub fn of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Option<RunningGroup>> {
    running_group::table
        .filter(running_group::event_id.eq(event_id).and(running_group::group_key.eq(group)))
        .select(RunningGroup::as_select())
        .get_result(conn)
        .optional()
}

/// The groups of an event that are run here.
pub fn of_event(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<RunningGroup>> {
    running_group::table
        .filter(running_group::event_id.eq(event_id))
        .order(running_group::id.asc())
        .select(RunningGroup::as_select())
        .load(conn)
}

/// Every group that is run here.
pub fn all(conn: &mut Conn) -> QueryResult<Vec<RunningGroup>> {
    running_group::table.order(running_group::id.asc()).select(RunningGroup::as_select()).load(conn)
}

/// Settles a group anew, and whether its numbers are given for good.
pub fn set_settings(conn: &mut Conn, id: i64, settings: &str, numbered: bool) -> QueryResult<usize> {
    diesel::update(running_group::table.find(id))
        .set((running_group::settings.eq(settings), running_group::numbered.eq(numbered)))
        .execute(conn)
}

/// The entry list of a group, by pairing number.
pub fn players(conn: &mut Conn, run_id: i64) -> QueryResult<Vec<RunningPlayer>> {
    running_player::table
        .filter(running_player::run_id.eq(run_id))
        .order((running_player::number.asc(), running_player::ordinal.asc()))
        .select(RunningPlayer::as_select())
        .load(conn)
}

/// Adds players.
pub fn insert_players(conn: &mut Conn, rows: &[NewRunningPlayer]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        super::both_databases!(conn, c => diesel::insert_into(running_player::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Writes what may change of a player.
pub fn update_player(conn: &mut Conn, row: &RunningPlayer) -> QueryResult<usize> {
    diesel::update(running_player::table.find(row.id))
        .set((
            running_player::number.eq(row.number),
            running_player::sealed.eq(&row.sealed),
            running_player::joined.eq(row.joined),
            running_player::left_from.eq(row.left_from),
            running_player::absent.eq(&row.absent),
        ))
        .execute(conn)
}

/// The rounds of a group that stand, in order.
pub fn rounds(conn: &mut Conn, run_id: i64) -> QueryResult<Vec<RunningRound>> {
    running_round::table
        .filter(running_round::run_id.eq(run_id).and(running_round::state.ne("undone")))
        .order(running_round::round.asc())
        .select(RunningRound::as_select())
        .load(conn)
}

/// Adds a round; answers its id.
pub fn insert_round(conn: &mut Conn, row: &NewRunningRound) -> QueryResult<i64> {
    diesel::insert_into(running_round::table).values(row).returning(running_round::id).get_result(conn)
}

/// Puts a round into a state.
pub fn set_round(conn: &mut Conn, id: i64, state: &str, reopened: bool) -> QueryResult<usize> {
    diesel::update(running_round::table.find(id))
        .set((running_round::state.eq(state), running_round::reopened.eq(reopened)))
        .execute(conn)
}

/// The boards of the rounds of a group that stand, by round and board.
pub fn boards(conn: &mut Conn, run_id: i64) -> QueryResult<Vec<RunningBoard>> {
    running_board::table
        .inner_join(running_round::table)
        .filter(running_round::run_id.eq(run_id).and(running_round::state.ne("undone")))
        .order((running_round::round.asc(), running_board::board.asc()))
        .select(RunningBoard::as_select())
        .load(conn)
}

/// Adds boards.
pub fn insert_boards(conn: &mut Conn, rows: &[NewRunningBoard]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        super::both_databases!(conn, c => diesel::insert_into(running_board::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Writes who sits at a board, and what came of it.
pub fn update_board(conn: &mut Conn, row: &RunningBoard) -> QueryResult<usize> {
    diesel::update(running_board::table.find(row.id))
        .set((
            running_board::black.eq(row.black),
            running_board::white.eq(row.white),
            running_board::result.eq(&row.result),
        ))
        .execute(conn)
}
