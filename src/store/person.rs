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
    /// Whether the name is withheld of somebody whom an unconfirmed submission entered.
    pub hidden: bool,
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
    let id = diesel::insert_into(person::table).values(row).returning(person::id).get_result(conn)?;
    super::person_search::set_sound(conn, id, &row.name)?;
    Ok(id)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Person> {
    person::table.find(id).select(Person::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_person_change(conn: &mut Conn, row: &NewPersonChange) -> QueryResult<i64> {
    diesel::insert_into(person_change::table).values(row).returning(person_change::id).get_result(conn)
}

/// Slips of the pen in the names of persons that were put right: (person, as written, as it should have been),
/// the oldest first.
pub fn corrected_names(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<(i64, String, String)>> {
    let mut out = Vec::new();
    for chunk in persons.chunks(500) {
        let found: Vec<(i64, String, String)> = person_change::table
            .filter(person_change::person_id.eq_any(chunk).and(person_change::field.eq("name")))
            .filter(person_change::kind.eq("typo").and(person_change::undone_at.is_null()))
            .order(person_change::id.asc())
            .select((person_change::person_id, person_change::old_value, person_change::new_value))
            .load(conn)?;
        out.extend(found);
    }
    Ok(out)
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

/// Persons by their ids.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Person>> {
    let mut out = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        out.extend(
            person::table
                .filter(person::id.eq_any(chunk))
                .order(person::id.asc())
                .select(Person::as_select())
                .load::<Person>(conn)?,
        );
    }
    out.sort_by_key(|p| p.id);
    Ok(out)
}

/// The person of a public register id.
pub fn by_register_no(conn: &mut Conn, number: &str) -> QueryResult<Person> {
    person::table.filter(person::register_no.eq(number)).select(Person::as_select()).get_result(conn)
}

/// Persons of any of these register ids.
pub fn by_register_nos(conn: &mut Conn, numbers: &[String]) -> QueryResult<Vec<Person>> {
    let mut out = Vec::new();
    for chunk in numbers.chunks(500) {
        out.extend(
            person::table
                .filter(person::register_no.eq_any(chunk))
                .order(person::id.asc())
                .select(Person::as_select())
                .load::<Person>(conn)?,
        );
    }
    Ok(out)
}

/// Persons whose searched name is one of these, without merged records, by id.
pub fn by_name_keys(conn: &mut Conn, keys: &[String]) -> QueryResult<Vec<Person>> {
    let mut out = Vec::new();
    for chunk in keys.chunks(500) {
        out.extend(
            person::table
                .filter(person::name_key.eq_any(chunk).and(person::state.ne("merged")))
                .order(person::id.asc())
                .select(Person::as_select())
                .load::<Person>(conn)?,
        );
    }
    Ok(out)
}

/// Documents with any of these blind indexes, as (index, person).
pub fn by_documents(conn: &mut Conn, indexes: &[Vec<u8>]) -> QueryResult<Vec<(Vec<u8>, Person)>> {
    let mut out = Vec::new();
    for chunk in indexes.chunks(500) {
        out.extend(
            id_document::table
                .inner_join(person::table)
                .filter(id_document::blind_index.eq_any(chunk))
                .order(person::id.asc())
                .select((id_document::blind_index, Person::as_select()))
                .load::<(Vec<u8>, Person)>(conn)?,
        );
    }
    Ok(out)
}

/// The ids of a person's whole record: the person and the records merged into it.
pub fn record_of(conn: &mut Conn, id: i64) -> QueryResult<Vec<i64>> {
    let mut ids = vec![id];
    ids.extend(
        person::table
            .filter(person::merged_into.eq(id))
            .order(person::id.asc())
            .select(person::id)
            .load::<i64>(conn)?,
    );
    Ok(ids)
}

/// Every record of each of some persons, as (person asked for, record): the person's own, the one it was merged into,
/// and all that were merged into either.
pub fn records_of(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    let mut out = Vec::with_capacity(persons.len());
    for chunk in persons.chunks(500) {
        let mut records: Vec<(i64, i64)> = chunk.iter().map(|id| (*id, *id)).collect();
        let into: Vec<(i64, Option<i64>)> =
            person::table.filter(person::id.eq_any(chunk)).select((person::id, person::merged_into)).load(conn)?;
        records.extend(into.into_iter().filter_map(|(id, kept)| Some((id, kept?))));
        let kept: Vec<i64> = records.iter().map(|(_, record)| *record).collect();
        let absorbed: Vec<(Option<i64>, i64)> = person::table
            .filter(person::merged_into.eq_any(&kept))
            .select((person::merged_into, person::id))
            .load(conn)?;
        let mut duplicates: std::collections::HashMap<i64, Vec<i64>> = std::collections::HashMap::new();
        for (kept, record) in absorbed {
            duplicates.entry(kept.unwrap_or_default()).or_default().push(record);
        }
        for at in 0..records.len() {
            let (id, record) = records[at];
            records.extend(duplicates.get(&record).into_iter().flatten().map(|other| (id, *other)));
        }
        records.sort_unstable();
        records.dedup();
        out.extend(records);
    }
    Ok(out)
}

/// Moves persons from `provisional` to `active`, or to `withheld` where the name is withheld already.
pub fn activate(conn: &mut Conn, ids: &[i64]) -> QueryResult<usize> {
    let mut changed = 0;
    for chunk in ids.chunks(500) {
        let unconfirmed = || person::table.filter(person::id.eq_any(chunk).and(person::state.eq("provisional")));
        changed += diesel::update(unconfirmed().filter(person::hidden.eq(true)))
            .set((person::state.eq("withheld"), person::hidden.eq(false)))
            .execute(conn)?;
        changed += diesel::update(unconfirmed()).set(person::state.eq("active")).execute(conn)?;
    }
    Ok(changed)
}

/// Withholds the name of somebody who is not confirmed yet, or shows it again.
pub fn set_hidden(conn: &mut Conn, id: i64, hidden: bool) -> QueryResult<()> {
    diesel::update(person::table.find(id)).set(person::hidden.eq(hidden)).execute(conn).map(|_| ())
}

/// Writes a person's changed data.
pub fn update(conn: &mut Conn, changed: &Person) -> QueryResult<()> {
    diesel::update(person::table.find(changed.id))
        .set((
            person::name.eq(&changed.name),
            person::name_key.eq(&changed.name_key),
            person::region.eq(&changed.region),
            person::birth.eq(changed.birth),
            person::sex.eq(&changed.sex),
        ))
        .execute(conn)?;
    super::person_search::set_sound(conn, changed.id, &changed.name)
}

/// Sets the grade of a person, where it is known anew which is the highest.
pub fn set_grade(conn: &mut Conn, id: i64, grade: Option<i64>) -> QueryResult<()> {
    diesel::update(person::table.find(id)).set(person::grade.eq(grade)).execute(conn).map(|_| ())
}

/// Moves a person to a state.
pub fn set_state(conn: &mut Conn, id: i64, state: &str) -> QueryResult<()> {
    diesel::update(person::table.find(id)).set(person::state.eq(state)).execute(conn).map(|_| ())
}

/// Points a record to the one it duplicates, or frees it (its state is `active` then, until set otherwise).
pub fn set_merged(conn: &mut Conn, id: i64, into: Option<i64>) -> QueryResult<()> {
    let state = if into.is_some() { "merged" } else { "active" };
    diesel::update(person::table.find(id))
        .set((person::merged_into.eq(into), person::state.eq(state)))
        .execute(conn)
        .map(|_| ())
}

/// The merge of a record that was not undone.
pub fn last_merge(conn: &mut Conn, person_id: i64) -> QueryResult<PersonChange> {
    person_change::table
        .filter(person_change::person_id.eq(person_id).and(person_change::kind.eq("merge")))
        .filter(person_change::undone_at.is_null())
        .order(person_change::id.desc())
        .select(PersonChange::as_select())
        .first(conn)
}

/// Marks a change as undone.
pub fn mark_undone(conn: &mut Conn, id: i64, at: NaiveDateTime) -> QueryResult<()> {
    diesel::update(person_change::table.find(id)).set(person_change::undone_at.eq(at)).execute(conn).map(|_| ())
}

/// The changes of a person's data, the oldest first.
pub fn changes_of(conn: &mut Conn, person_id: i64) -> QueryResult<Vec<PersonChange>> {
    person_change::table
        .filter(person_change::person_id.eq(person_id))
        .order(person_change::id.asc())
        .select(PersonChange::as_select())
        .load(conn)
}
