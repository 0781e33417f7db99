//! The results of an event: groups, entries, outcomes, games, awards.

use super::Who;
use crate::store::Conn;
use crate::store::schema::{award, certificate, entry, outcome, person, upload};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// The upload that counts for a group.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = upload)]
pub struct GroupRow {
    /// Internal id.
    pub id: i64,
    /// The group's id within the scheme.
    pub group_key: String,
    /// Its version.
    pub version: i64,
    /// When it was uploaded, UTC.
    pub uploaded_at: NaiveDateTime,
}

/// The uploads that count, with how many entries each has.
pub fn groups(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<(GroupRow, i64)>> {
    upload::table
        .left_join(entry::table)
        .filter(upload::event_id.eq(event_id).and(upload::current.eq(true)))
        .group_by((upload::id, upload::group_key, upload::version, upload::uploaded_at))
        .order(upload::id.asc())
        .select((GroupRow::as_select(), diesel::dsl::count(entry::id.nullable())))
        .load(conn)
}

/// An entry as the public may see it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = entry)]
pub struct EntryRow {
    /// Internal id.
    pub id: i64,
    /// The id within the file.
    pub file_id: String,
    /// The name as written in the file.
    pub name: String,
    /// The grade held on entering.
    pub from_grade: Option<i64>,
    /// Under 18 on the event's last day, or of unknown age.
    pub minor: bool,
}

/// What the scheme says of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = outcome)]
pub struct OutcomeRow {
    /// Place.
    pub place: i64,
    /// Points.
    pub points: i64,
    /// Games won over the board.
    pub wins: i64,
    /// Rounds without an opponent.
    pub byes: i64,
    /// Games lost.
    pub losses: i64,
    /// The value of each tie-break, JSON.
    pub tiebreaks: String,
    /// The grade awarded.
    pub grade: Option<i64>,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
}

/// An entry with its person and what the scheme says.
pub type Row = (EntryRow, Option<Who>, Option<OutcomeRow>);

/// The entries of an upload in the order of the standings: those of some ids within the file, or all of them.
pub fn standings(conn: &mut Conn, upload_id: i64, only: Option<&[&str]>) -> QueryResult<Vec<Row>> {
    let mut found = entry::table
        .left_join(person::table)
        .left_join(outcome::table)
        .filter(entry::upload_id.eq(upload_id))
        .into_boxed();
    if let Some(only) = only {
        found = found.filter(entry::file_id.eq_any(only.to_vec()));
    }
    found
        // Whoever has no place comes last: the databases order nothing at different ends.
        .order((outcome::place.is_null().asc(), outcome::place.asc(), entry::line.asc(), entry::id.asc()))
        .select((EntryRow::as_select(), Option::<Who>::as_select(), Option::<OutcomeRow>::as_select()))
        .load(conn)
}

/// An award that results of an event gave.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct GivenRow {
    /// The entry that it was given to, of whatever version.
    pub entry_id: i64,
    /// The group of that entry.
    pub group_key: String,
    /// Whether the results in which that entry stands still count.
    pub current: bool,
    /// The person, by the record that is kept.
    pub person_id: i64,
    /// The grade.
    pub grade: i64,
    /// The state.
    pub state: String,
    /// The state of its certificate.
    pub certificate: Option<String>,
}

/// The awards that the results of an event gave, refused ones too, in the order in which they were made.
pub fn given(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<GivenRow>> {
    type Given = (i64, String, bool, (i64, Option<i64>), i64, String, Option<String>);
    let found: Vec<Given> = award::table
        .inner_join(entry::table.inner_join(upload::table))
        .inner_join(person::table)
        .left_join(certificate::table)
        .filter(award::event_id.eq(event_id))
        .order(award::id.asc())
        .select((
            entry::id,
            entry::group_key,
            upload::current,
            (person::id, person::merged_into),
            award::grade,
            award::state,
            certificate::state.nullable(),
        ))
        .load(conn)?;
    let given = found.into_iter().map(|(entry_id, group_key, current, (own, kept), grade, state, certificate)| {
        GivenRow { entry_id, group_key, current, person_id: kept.unwrap_or(own), grade, state, certificate }
    });
    Ok(given.collect())
}
