//! Lists of events.

use super::Backend;
use crate::store::Conn;
use crate::store::schema::{agency, award, event, notice};
use chrono::NaiveDate;
use diesel::prelude::*;

#[diesel::declare_sql_function]
extern "SQL" {
    /// The text in lower case.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// The states in which an event is shown to the public: from its approval on.
pub const PUBLIC_STATES: [&str; 5] = ["approved", "submitted", "returned", "confirmed", "closed"];

/// An event of a list.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = event)]
pub struct EventRow {
    /// Internal id.
    pub id: i64,
    /// Its part of public addresses.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Where it is played.
    pub place: String,
    /// Its level.
    pub level: String,
    /// First day.
    pub starts_on: NaiveDate,
    /// Last day.
    pub ends_on: NaiveDate,
    /// The state.
    pub state: String,
    /// Whether it was reopened after closing.
    pub reopened: bool,
}

/// What a list is narrowed to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Part of the name or the place.
    pub text: Option<String>,
    /// The agency's code.
    pub agency: Option<String>,
    /// The year in which it ends.
    pub year: Option<i32>,
}

/// Events that the public may see, the latest first; `after` is the last day and id of the row before.
pub fn list(
    conn: &mut Conn,
    filter: &Filter,
    after: Option<(NaiveDate, i64)>,
    limit: i64,
) -> QueryResult<Vec<(EventRow, String, String, String)>> {
    let mut query = event::table
        .inner_join(agency::table)
        .filter(event::state.eq_any(PUBLIC_STATES))
        .order((event::ends_on.desc(), event::id.desc()))
        .limit(limit)
        .select((EventRow::as_select(), agency::code, agency::name_zh, agency::name_en))
        .into_boxed::<Backend>();
    if let Some((day, id)) = after {
        query = query.filter(event::ends_on.lt(day).or(event::ends_on.eq(day).and(event::id.lt(id))));
    }
    if let Some(text) = &filter.text {
        // SQLite's LIKE takes a for A, PostgreSQL's does not.
        let pattern = lower(format!("%{}%", escape(text)));
        let name = lower(event::name).like(pattern.clone()).escape('\\');
        query = query.filter(name.or(lower(event::place).like(pattern).escape('\\')));
    }
    if let Some(code) = &filter.agency {
        query = query.filter(agency::code.eq(code.clone()));
    }
    if let Some((first, last)) = filter.year.and_then(days_of) {
        query = query.filter(event::ends_on.between(first, last));
    }
    query.load(conn)
}

/// Which of some events have a notice that runs or is held.
pub fn with_open_notices(conn: &mut Conn, events: &[i64]) -> QueryResult<Vec<i64>> {
    let found: Vec<Option<i64>> = notice::table
        .inner_join(award::table)
        .filter(award::event_id.eq_any(events))
        .filter(notice::state.eq_any(["running", "held"]))
        .order(award::event_id.asc())
        .select(award::event_id)
        .distinct()
        .load(conn)?;
    Ok(found.into_iter().flatten().collect())
}

fn days_of(year: i32) -> Option<(NaiveDate, NaiveDate)> {
    NaiveDate::from_ymd_opt(year, 1, 1).zip(NaiveDate::from_ymd_opt(year, 12, 31))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
