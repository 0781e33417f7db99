//! Finding persons for the workplace: by number, name, sound and region, a page at a time.

use super::Conn;
use super::person::Person;
use super::schema::{entry, event, id_document, person, person_sound, upload};
use crate::domain::name::pinyin_key;
use chrono::NaiveDate;
use diesel::prelude::*;

/// Writes down how a name sounds; a name without a reading is found by its characters only.
pub(super) fn set_sound(conn: &mut Conn, person_id: i64, name: &str) -> QueryResult<()> {
    diesel::delete(person_sound::table.find(person_id)).execute(conn)?;
    let Some(sound) = pinyin_key(name) else { return Ok(()) };
    diesel::insert_into(person_sound::table)
        .values((person_sound::person_id.eq(person_id), person_sound::sound.eq(sound)))
        .execute(conn)
        .map(|_| ())
}

/// Writes down how the names sound of everybody of whom it is not known yet; answers how many.
pub fn fill_sounds(conn: &mut Conn) -> QueryResult<usize> {
    let (mut after, mut filled) = (0, 0);
    loop {
        let rows: Vec<(i64, String)> = person::table
            .left_join(person_sound::table)
            .filter(person::id.gt(after).and(person_sound::person_id.nullable().is_null()))
            .order(person::id.asc())
            .limit(500)
            .select((person::id, person::name))
            .load(conn)?;
        let Some((last, _)) = rows.last() else { return Ok(filled) };
        after = *last;
        conn.transaction(|conn| rows.iter().try_for_each(|(id, name)| set_sound(conn, *id, name)))?;
        filled += rows.len();
    }
}

/// What is looked for; what is empty is not asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The register id, whole.
    pub register_no: Option<String>,
    /// The beginning of the search key of the name.
    pub name_key: Option<String>,
    /// The beginning of how the name sounds.
    pub sound: Option<String>,
    /// The home region.
    pub region: Option<String>,
    /// Only persons whom these agencies entered.
    pub entered_by: Option<Vec<i64>>,
    /// Also whoever an unconfirmed submission entered, who is no person of the register yet.
    pub unconfirmed: bool,
}

/// Up to `limit` persons after a register id, by register id.
pub fn find(conn: &mut Conn, wanted: &Wanted, after: &str, limit: i64) -> QueryResult<Vec<Person>> {
    let mut query = person::table
        .left_join(person_sound::table)
        .filter(person::register_no.gt(after))
        .order(person::register_no.asc())
        .limit(limit)
        .select(Person::as_select())
        .into_boxed();
    if !wanted.unconfirmed {
        query = query.filter(person::state.ne("provisional"));
    }
    if let Some(number) = &wanted.register_no {
        query = query.filter(person::register_no.eq(number));
    }
    if let Some(key) = &wanted.name_key {
        query = query.filter(person::name_key.like(beginning(key)).escape('!'));
    }
    if let Some(sound) = &wanted.sound {
        query = query.filter(person_sound::sound.like(beginning(sound)).escape('!'));
    }
    if let Some(region) = &wanted.region {
        query = query.filter(person::region.eq(region));
    }
    if let Some(agencies) = &wanted.entered_by {
        query = query.filter(person::entered_by.eq_any(agencies));
    }
    query.load(conn)
}

/// A pattern for what begins with `text`.
fn beginning(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// An event that a person entered: slug, name, last day, scheme, its version, group, name as written.
pub type Entered = (String, String, NaiveDate, String, String, String, String);

/// The confirmed events that the records of a person entered, the latest first.
pub fn entered(conn: &mut Conn, record: &[i64], limit: i64) -> QueryResult<Vec<Entered>> {
    entry::table
        .inner_join(event::table)
        .inner_join(upload::table)
        .filter(entry::person_id.eq_any(record).and(upload::current.eq(true)))
        .filter(event::state.eq_any(["confirmed", "closed"]))
        .order((event::ends_on.desc(), entry::id.desc()))
        .limit(limit)
        .select((
            event::slug,
            event::name,
            event::ends_on,
            event::scheme_id,
            event::scheme_version,
            entry::group_key,
            entry::name,
        ))
        .load(conn)
}

/// The documents of a person's records: kind, last four characters, the agency that entered each.
pub fn documents(conn: &mut Conn, record: &[i64]) -> QueryResult<Vec<(String, String, i64)>> {
    id_document::table
        .filter(id_document::person_id.eq_any(record))
        .order(id_document::id.asc())
        .select((id_document::kind, id_document::last4, id_document::entered_by))
        .load(conn)
}
