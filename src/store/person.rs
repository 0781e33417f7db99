//! Persons, changes of their data, and their identity documents.

use super::Conn;
use super::schema::{id_document, person, person_change};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// A person (棋手) of the register.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = person)]
pub struct Person {
    /// Internal id.
    pub id: i64,
    /// Public register id (登记号).
    pub register_no: String,
    /// The name as written.
    pub name: String,
    /// The name as searched.
    pub name_key: String,
    /// `female` or `male`.
    pub sex: Option<String>,
    /// Birth date, never shown to the public.
    pub birth: Option<NaiveDate>,
    /// Home region: the area code.
    pub region: String,
    /// Highest grade granted, by rank.
    pub grade: Option<i64>,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// A guardian agreed to the record (under 14).
    pub guardian_consent: bool,
    /// The person, or a guardian, agreed to be published by name while a minor.
    pub publication_consent: bool,
    /// The record that this one was found to duplicate.
    pub merged_into: Option<i64>,
    /// The agency that entered the person.
    pub entered_by: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`Person`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = person)]
pub struct NewPerson {
    /// Public register id (登记号).
    pub register_no: String,
    /// The name as written.
    pub name: String,
    /// The name as searched.
    pub name_key: String,
    /// `female` or `male`.
    pub sex: Option<String>,
    /// Birth date, never shown to the public.
    pub birth: Option<NaiveDate>,
    /// Home region: the area code.
    pub region: String,
    /// Highest grade granted, by rank.
    pub grade: Option<i64>,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// A guardian agreed to the record (under 14).
    pub guardian_consent: bool,
    /// The person, or a guardian, agreed to be published by name while a minor.
    pub publication_consent: bool,
    /// The record that this one was found to duplicate.
    pub merged_into: Option<i64>,
    /// The agency that entered the person.
    pub entered_by: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A change of a person's data.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = person_change)]
pub struct PersonChange {
    /// Internal id.
    pub id: i64,
    /// The person.
    pub person_id: i64,
    /// Which field: `name`, `region`, `birth`, `sex`, `merge`.
    pub field: String,
    /// Value before.
    pub old_value: String,
    /// Value after.
    pub new_value: String,
    /// `typo` (was always so), `change` (so from a day on) or `merge`.
    pub kind: String,
    /// The day from which it holds.
    pub effective_on: NaiveDate,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
    /// The account.
    pub account_id: i64,
    /// The reason given.
    pub reason: String,
    /// When it was undone, UTC.
    pub undone_at: Option<NaiveDateTime>,
}

/// A new row of [`PersonChange`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = person_change)]
pub struct NewPersonChange {
    /// The person.
    pub person_id: i64,
    /// Which field: `name`, `region`, `birth`, `sex`, `merge`.
    pub field: String,
    /// Value before.
    pub old_value: String,
    /// Value after.
    pub new_value: String,
    /// `typo` (was always so), `change` (so from a day on) or `merge`.
    pub kind: String,
    /// The day from which it holds.
    pub effective_on: NaiveDate,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
    /// The account.
    pub account_id: i64,
    /// The reason given.
    pub reason: String,
    /// When it was undone, UTC.
    pub undone_at: Option<NaiveDateTime>,
}

/// An identity document, sealed.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = id_document)]
pub struct IdDocument {
    /// Internal id.
    pub id: i64,
    /// The person.
    pub person_id: i64,
    /// Kind of document.
    pub kind: String,
    /// The number, sealed.
    pub sealed: Vec<u8>,
    /// Keyed index of the normalised number.
    pub blind_index: Vec<u8>,
    /// Last four characters.
    pub last4: String,
    /// The agency that entered it.
    pub entered_by: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`IdDocument`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = id_document)]
pub struct NewIdDocument {
    /// The person.
    pub person_id: i64,
    /// Kind of document.
    pub kind: String,
    /// The number, sealed.
    pub sealed: Vec<u8>,
    /// Keyed index of the normalised number.
    pub blind_index: Vec<u8>,
    /// Last four characters.
    pub last4: String,
    /// The agency that entered it.
    pub entered_by: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewPerson) -> QueryResult<i64> {
    diesel::insert_into(person::table).values(row).returning(person::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Person> {
    person::table.find(id).select(Person::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_person_change(conn: &mut Conn, row: &NewPersonChange) -> QueryResult<i64> {
    diesel::insert_into(person_change::table).values(row).returning(person_change::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_person_change(conn: &mut Conn, id: i64) -> QueryResult<PersonChange> {
    person_change::table.find(id).select(PersonChange::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_id_document(conn: &mut Conn, row: &NewIdDocument) -> QueryResult<i64> {
    diesel::insert_into(id_document::table).values(row).returning(id_document::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_id_document(conn: &mut Conn, id: i64) -> QueryResult<IdDocument> {
    id_document::table.find(id).select(IdDocument::as_select()).get_result(conn)
}
