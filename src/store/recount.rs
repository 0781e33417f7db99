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
    /// JSON: what it was asked for (rules, komi, result of the game, dead stones).
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
    /// JSON: what it was asked for (rules, komi, result of the game, dead stones).
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

/// What a record was asked for last, and by which version.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = recount)]
pub struct LastAsked {
    /// The record.
    pub record_id: i64,
    /// The version of the rules crate.
    pub version: String,
    /// JSON: what it was asked for.
    pub asked: String,
}

/// What the recounts that count were asked for, of some records, without their answers.
pub fn asked_of(conn: &mut Conn, records: &[i64]) -> QueryResult<Vec<LastAsked>> {
    let mut found = Vec::with_capacity(records.len());
    for chunk in records.chunks(500) {
        let some: Vec<LastAsked> = recount::table
            .filter(recount::record_id.eq_any(chunk).and(recount::current.eq(true)))
            .order(recount::record_id.asc())
            .select(LastAsked::as_select())
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
