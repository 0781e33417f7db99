//! What was decided about a person's name and agreed to for a minor: with the reason, and by whom it was said.

use super::Conn;
use super::schema::{person, person_change, person_step};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// A decision or an agreement.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = person_step)]
pub struct PersonStep {
    /// Internal id.
    pub id: i64,
    /// The person.
    pub person_id: i64,
    /// `withheld`, `shown`, or what a guardian agreed to or withdrew.
    pub step: String,
    /// The day on which it was said.
    pub on_day: NaiveDate,
    /// Who agreed, sealed.
    pub who_sealed: Option<Vec<u8>>,
    /// The reason.
    pub note: String,
    /// The account that recorded it.
    pub account_id: i64,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
}

/// A new row of [`PersonStep`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = person_step)]
pub struct NewPersonStep {
    /// The person.
    pub person_id: i64,
    /// `withheld`, `shown`, or what a guardian agreed to or withdrew.
    pub step: String,
    /// The day on which it was said.
    pub on_day: NaiveDate,
    /// Who agreed, sealed.
    pub who_sealed: Option<Vec<u8>>,
    /// The reason.
    pub note: String,
    /// The account that recorded it.
    pub account_id: i64,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewPersonStep) -> QueryResult<i64> {
    diesel::insert_into(person_step::table).values(row).returning(person_step::id).get_result(conn)
}

/// The steps of a person's records, the latest first.
pub fn of_record(conn: &mut Conn, record: &[i64]) -> QueryResult<Vec<PersonStep>> {
    person_step::table
        .filter(person_step::person_id.eq_any(record))
        .order(person_step::id.desc())
        .select(PersonStep::as_select())
        .load(conn)
}

/// Sets what a minor's guardian agreed to.
pub fn set_consents(conn: &mut Conn, id: i64, record: bool, publication: bool) -> QueryResult<()> {
    diesel::update(person::table.find(id))
        .set((person::guardian_consent.eq(record), person::publication_consent.eq(publication)))
        .execute(conn)
        .map(|_| ())
}

/// Lets a merged record come back with its name withheld when its merge is undone.
pub fn withhold_merged(conn: &mut Conn, id: i64) -> QueryResult<usize> {
    diesel::update(
        person_change::table
            .filter(person_change::person_id.eq(id).and(person_change::kind.eq("merge")))
            .filter(person_change::undone_at.is_null())
            // Entries of older programs held the other record's grade behind it.
            .filter(person_change::old_value.eq("active").or(person_change::old_value.like("active %"))),
    )
    .set(person_change::old_value.eq("withheld"))
    .execute(conn)
}

/// Lets a merged record come back with its name shown when its merge is undone.
pub fn show_merged(conn: &mut Conn, id: i64) -> QueryResult<usize> {
    diesel::update(
        person_change::table
            .filter(person_change::person_id.eq(id).and(person_change::kind.eq("merge")))
            .filter(person_change::undone_at.is_null())
            .filter(person_change::old_value.eq("withheld").or(person_change::old_value.like("withheld %"))),
    )
    .set(person_change::old_value.eq("active"))
    .execute(conn)
}
