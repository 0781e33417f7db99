//! What each version of the rules crate made of a record.

use super::schema::recount;
use super::{Conn, both_databases};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// The recount of a record.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = recount)]
pub struct Recount {
    /// Internal id.
    pub id: i64,
    /// The record.
    pub record_id: i64,
    /// The version of the rules crate.
    pub version: String,
    /// JSON: what it was asked for (rules, komi, dead stones).
    pub asked: String,
    /// The verdict.
    pub verdict: String,
    /// `exact` or `unplayed-moves`.
    pub matched: Option<String>,
    /// `B`, `W` or `draw` as the board says.
    pub winner: Option<String>,
    /// The margin that the board says, in half-points.
    pub margin_half: Option<i64>,
    /// JSON: the whole answer.
    pub answer: String,
    /// Whether it is the one that counts.
    pub current: bool,
    /// When, UTC.
    pub made_at: NaiveDateTime,
}

/// A new row of [`Recount`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = recount)]
pub struct NewRecount {
    /// The record.
    pub record_id: i64,
    /// The version of the rules crate.
    pub version: String,
    /// JSON: what it was asked for (rules, komi, dead stones).
    pub asked: String,
    /// The verdict.
    pub verdict: String,
    /// `exact` or `unplayed-moves`.
    pub matched: Option<String>,
    /// `B`, `W` or `draw` as the board says.
    pub winner: Option<String>,
    /// The margin that the board says, in half-points.
    pub margin_half: Option<i64>,
    /// JSON: the whole answer.
    pub answer: String,
    /// Whether it is the one that counts.
    pub current: bool,
    /// When, UTC.
    pub made_at: NaiveDateTime,
}

/// Adds rows that count, in place of what counted of the same records.
pub fn replace(conn: &mut Conn, rows: &[NewRecount]) -> QueryResult<()> {
    let records: Vec<i64> = rows.iter().map(|row| row.record_id).collect();
    for chunk in records.chunks(500) {
        diesel::update(recount::table.filter(recount::record_id.eq_any(chunk).and(recount::current.eq(true))))
            .set(recount::current.eq(false))
            .execute(conn)?;
    }
    for chunk in rows.chunks(200) {
        both_databases!(conn, c => diesel::insert_into(recount::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// The recounts that count, of some records.
pub fn current_of(conn: &mut Conn, records: &[i64]) -> QueryResult<Vec<Recount>> {
    let mut found = Vec::with_capacity(records.len());
    for chunk in records.chunks(500) {
        let some: Vec<Recount> = recount::table
            .filter(recount::record_id.eq_any(chunk).and(recount::current.eq(true)))
            .order(recount::record_id.asc())
            .select(Recount::as_select())
            .load(conn)?;
        found.extend(some);
    }
    Ok(found)
}

/// Every recount of a record, the latest first.
pub fn of_record(conn: &mut Conn, record: i64) -> QueryResult<Vec<Recount>> {
    recount::table
        .filter(recount::record_id.eq(record))
        .order(recount::id.desc())
        .select(Recount::as_select())
        .load(conn)
}

/// A recount without its answer, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = recount)]
pub struct Outcome {
    /// The record.
    pub record_id: i64,
    /// The version of the rules crate.
    pub version: String,
    /// The verdict.
    pub verdict: String,
    /// `B`, `W` or `draw` as the board says.
    pub winner: Option<String>,
    /// The margin that the board says, in half-points.
    pub margin_half: Option<i64>,
}

/// What the recounts that count say of a group's records.
pub fn outcomes_of_group(conn: &mut Conn, event_id: i64, group: &str) -> QueryResult<Vec<Outcome>> {
    use super::schema::game_record;
    recount::table
        .inner_join(game_record::table)
        .filter(game_record::event_id.eq(event_id).and(game_record::group_key.eq(group)))
        .filter(recount::current.eq(true))
        .order(recount::record_id.asc())
        .select(Outcome::as_select())
        .load(conn)
}

/// Records that stand for a game and got one of these verdicts, of an agency's events in one of these states, the first
/// sent first: record, pairing, event and verdict.
pub fn of_verdicts(
    conn: &mut Conn,
    agency_id: i64,
    states: &[&str],
    verdicts: &[&str],
) -> QueryResult<Vec<(i64, i64, i64, String)>> {
    use super::schema::{event, game_record};
    let all: Vec<(i64, Option<i64>, i64, String)> = recount::table
        .inner_join(game_record::table.inner_join(event::table))
        .filter(event::agency_id.eq(agency_id).and(event::state.eq_any(states)))
        .filter(recount::current.eq(true).and(recount::verdict.eq_any(verdicts)))
        .filter(game_record::pairing_id.is_not_null().and(game_record::state.eq("recounted")))
        .order(recount::record_id.asc())
        .select((recount::record_id, game_record::pairing_id, game_record::event_id, recount::verdict))
        .load(conn)?;
    Ok(all
        .into_iter()
        .filter_map(|(record, pairing, event, verdict)| Some((record, pairing?, event, verdict)))
        .collect())
}
