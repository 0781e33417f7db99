//! Persons: found by three facts, and the history of one.

use super::Who;
use super::notices::{AgencyRow, EventRow};
use crate::store::Conn;
use crate::store::schema::{agency, award, certificate, entry, event, game, outcome, person, seat, upload};
use chrono::NaiveDate;
use diesel::prelude::*;

/// Active persons of a name, a region and a year of birth, by register id, behind one.
pub fn by_facts(
    conn: &mut Conn,
    name_key: &str,
    region: &str,
    (first, last): (NaiveDate, NaiveDate),
    after: &str,
    limit: i64,
) -> QueryResult<Vec<Who>> {
    person::table
        .filter(person::name_key.eq(name_key).and(person::birth.between(first, last)))
        .filter(person::region.eq(region).and(person::state.eq("active")))
        .filter(person::register_no.gt(after))
        .order(person::register_no.asc())
        .limit(limit)
        .select(Who::as_select())
        .load(conn)
}

/// The persons of a region and of some days of birth whose name begins as this key does and has one of these marks in
/// it, by register id; so many at most.
pub fn by_beginning(
    conn: &mut Conn,
    beginning: char,
    marks: &[char],
    region: &str,
    (first, last): (NaiveDate, NaiveDate),
    limit: i64,
) -> QueryResult<Vec<Who>> {
    let escaped = |c: char| if matches!(c, '%' | '_' | '!') { format!("!{c}") } else { c.to_string() };
    let mut marked: Box<dyn BoxableExpression<person::table, super::Backend, SqlType = diesel::sql_types::Bool>> =
        Box::new(diesel::dsl::sql::<diesel::sql_types::Bool>("1 = 0"));
    for mark in marks {
        let pattern = format!("{}%{}%", escaped(beginning), escaped(*mark));
        marked = Box::new(marked.or(person::name_key.like(pattern).escape('!')));
    }
    person::table
        .filter(person::region.eq(region).and(person::state.eq("active")))
        .filter(person::birth.between(first, last))
        .filter(marked)
        .order(person::register_no.asc())
        .limit(limit)
        .select(Who::as_select())
        .load(conn)
}

/// The person of a register id.
pub fn by_register_no(conn: &mut Conn, number: &str) -> QueryResult<Option<Who>> {
    person::table.filter(person::register_no.eq(number)).select(Who::as_select()).get_result(conn).optional()
}

/// The public number of a record.
pub fn register_no(conn: &mut Conn, id: i64) -> QueryResult<String> {
    person::table.find(id).select(person::register_no).get_result(conn)
}

/// The states of the certificates of persons: (person, grade, state), the highest grade first.
pub fn certificates(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<(i64, i64, String)>> {
    certificate::table
        .filter(certificate::person_id.eq_any(persons))
        .order((certificate::grade.desc(), certificate::id.desc()))
        .select((certificate::person_id, certificate::grade, certificate::state))
        .load(conn)
}

/// An award of a history.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = award)]
pub struct AwardRow {
    /// Internal id.
    pub id: i64,
    /// The grade held before.
    pub from_grade: Option<i64>,
    /// The grade.
    pub grade: i64,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// The clause's reason in Chinese.
    pub reason_zh: String,
    /// The clause's reason in English.
    pub reason_en: String,
    /// The state.
    pub state: String,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
}

/// The event of an award.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = event)]
pub struct AwardEvent {
    /// Its part of public addresses.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Its last day.
    pub ends_on: NaiveDate,
    /// Whether it was reopened after closing.
    pub reopened: bool,
}

/// The certificate of an award.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = certificate)]
pub struct PaperRow {
    /// The number.
    pub number: String,
    /// The state.
    pub state: String,
    /// Since when.
    pub state_on: NaiveDate,
    /// Day of issue.
    pub issued_on: NaiveDate,
}

/// An award with its agency, event and certificate.
pub type HistoryRow = (AwardRow, AgencyRow, Option<AwardEvent>, Option<PaperRow>);

/// The awards of a record that the public may see, the latest first.
pub fn history(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<HistoryRow>> {
    award::table
        .inner_join(agency::table)
        .left_join(event::table)
        .left_join(certificate::table)
        .filter(award::person_id.eq_any(persons))
        .filter(award::state.eq_any(["on-notice", "held", "granted", "certified", "lapsed"]))
        .order((award::id.desc(), certificate::id.desc()))
        .select((
            AwardRow::as_select(),
            AgencyRow::as_select(),
            Option::<AwardEvent>::as_select(),
            Option::<PaperRow>::as_select(),
        ))
        .load(conn)
}

/// A game of a person's list.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = game)]
pub struct GameRow {
    /// Internal id.
    pub id: i64,
    /// Round.
    pub round: i64,
    /// Black.
    pub black_entry: i64,
    /// White; none for a bye.
    pub white_entry: Option<i64>,
    /// The result.
    pub result: String,
    /// How it was won.
    pub won_by: String,
    /// The margin in quarters of a stone.
    pub margin_quarters: Option<i64>,
    /// Handicap stones.
    pub handicap: i64,
    /// Komi in half-points.
    pub komi_half: Option<i64>,
}

/// A game with the colour the person had and its event.
pub type PlayedRow = (GameRow, String, EventRow, NaiveDate);

/// The games of a record in confirmed events, the latest first. `before` is the last day of the event and the id of
/// the game of the row before.
pub fn games(
    conn: &mut Conn,
    persons: &[i64],
    before: Option<(NaiveDate, i64)>,
    limit: i64,
) -> QueryResult<Vec<PlayedRow>> {
    let mut query = seat::table
        .inner_join(game::table)
        .inner_join(entry::table.inner_join(event::table).inner_join(upload::table))
        .filter(entry::person_id.eq_any(persons))
        .filter(upload::current.eq(true).and(event::state.eq_any(["confirmed", "closed"])))
        .order((event::ends_on.desc(), game::id.desc()))
        .limit(limit)
        .select((GameRow::as_select(), seat::colour, EventRow::as_select(), event::ends_on))
        .into_boxed::<super::Backend>();
    if let Some((day, id)) = before {
        query = query.filter(event::ends_on.lt(day).or(event::ends_on.eq(day).and(game::id.lt(id))));
    }
    query.load(conn)
}

/// How many games a record has in confirmed events, and how many rounds without an opponent.
pub fn count_games(conn: &mut Conn, persons: &[i64]) -> QueryResult<(i64, i64)> {
    let counts: Vec<(String, i64)> = seat::table
        .inner_join(game::table)
        .inner_join(entry::table.inner_join(event::table).inner_join(upload::table))
        .filter(entry::person_id.eq_any(persons))
        .filter(upload::current.eq(true).and(event::state.eq_any(["confirmed", "closed"])))
        .group_by(game::result)
        .order(game::result.asc())
        .select((game::result, diesel::dsl::count_star()))
        .load(conn)?;
    let of = |bye: bool| counts.iter().filter(|(result, _)| (result == "bye") == bye).map(|(_, count)| count).sum();
    Ok((of(false), of(true)))
}

/// Which of these entries had an award that was refused, without another in its place.
pub fn refused(conn: &mut Conn, entries: &[i64]) -> QueryResult<Vec<i64>> {
    let found: Vec<(i64, String)> = award::table
        .inner_join(entry::table.left_join(outcome::table))
        .filter(entry::id.eq_any(entries).and(outcome::grade.eq(award::grade.nullable())))
        .order(award::id.asc())
        .select((entry::id, award::state))
        .load(conn)?;
    let stands = |id: i64| found.iter().any(|(entry, state)| *entry == id && state != "refused");
    Ok(found.iter().map(|(entry, _)| *entry).filter(|entry| !stands(*entry)).collect())
}

/// Entries with their persons, by the entry's id: (entry, name in the file, minor then, person).
pub fn entrants(conn: &mut Conn, entries: &[i64]) -> QueryResult<Vec<(i64, String, Option<Who>)>> {
    entry::table
        .left_join(person::table)
        .filter(entry::id.eq_any(entries))
        .order(entry::id.asc())
        .select((entry::id, entry::name, Option::<Who>::as_select()))
        .load(conn)
}
