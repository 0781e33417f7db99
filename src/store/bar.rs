//! Bars: persons who may not enter events, from a day on, by a decision of the national office.

use super::Conn;
use super::schema::person_bar;
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// A bar.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = person_bar)]
pub struct Bar {
    /// Internal id.
    pub id: i64,
    /// The person.
    pub person_id: i64,
    /// First day.
    pub from_on: NaiveDate,
    /// Last day; none until it is lifted.
    pub until_on: Option<NaiveDate>,
    /// Why.
    pub reason: String,
    /// Who decided.
    pub account_id: i64,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
    /// The first day on which it holds no more, where it was lifted.
    pub lifted_on: Option<NaiveDate>,
    /// Who lifted it.
    pub lifted_by: Option<i64>,
    /// Why it was lifted.
    pub lifted_reason: Option<String>,
}

/// A new row of [`Bar`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = person_bar)]
pub struct NewBar {
    /// The person.
    pub person_id: i64,
    /// First day.
    pub from_on: NaiveDate,
    /// Last day; none until it is lifted.
    pub until_on: Option<NaiveDate>,
    /// Why.
    pub reason: String,
    /// Who decided.
    pub account_id: i64,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewBar) -> QueryResult<i64> {
    diesel::insert_into(person_bar::table).values(row).returning(person_bar::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Bar> {
    person_bar::table.find(id).select(Bar::as_select()).get_result(conn)
}

/// The bars of a person's records, the latest first.
pub fn of_record(conn: &mut Conn, record: &[i64]) -> QueryResult<Vec<Bar>> {
    person_bar::table
        .filter(person_bar::person_id.eq_any(record))
        .order((person_bar::from_on.desc(), person_bar::id.desc()))
        .select(Bar::as_select())
        .load(conn)
}

/// Lifts a bar from a day on.
pub fn lift(conn: &mut Conn, id: i64, on: NaiveDate, by: i64, reason: &str) -> QueryResult<usize> {
    diesel::update(person_bar::table.find(id).filter(person_bar::lifted_on.is_null()))
        .set((person_bar::lifted_on.eq(on), person_bar::lifted_by.eq(by), person_bar::lifted_reason.eq(reason)))
        .execute(conn)
}

/// Who of these persons is barred on a day. A bar concerns the whole record: also one on a duplicate that was merged
/// into the person, and one on the record into which the person was merged.
pub fn barred_on(conn: &mut Conn, persons: &[i64], day: NaiveDate) -> QueryResult<Vec<i64>> {
    let mut barred = Vec::new();
    let records = super::person::records_of(conn, persons)?;
    for records in records.chunks(500) {
        let all: Vec<i64> = records.iter().map(|(_, record)| *record).collect();
        let found: Vec<i64> = person_bar::table
            .filter(person_bar::person_id.eq_any(&all).and(person_bar::from_on.le(day)))
            .filter(person_bar::until_on.is_null().or(person_bar::until_on.ge(day)))
            .filter(person_bar::lifted_on.is_null().or(person_bar::lifted_on.gt(day)))
            .select(person_bar::person_id)
            .load(conn)?;
        barred.extend(records.iter().filter(|(_, record)| found.contains(record)).map(|(id, _)| *id));
    }
    barred.sort_unstable();
    barred.dedup();
    Ok(barred)
}
