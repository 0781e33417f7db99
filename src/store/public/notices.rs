//! Public notices with what is said of each.

use super::{Backend, Who};
use crate::store::schema::{agency, award, certificate, event, notice, objection, person};
use crate::store::{Conn, both_databases};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A notice.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notice)]
pub struct NoticeRow {
    /// Internal id.
    pub id: i64,
    /// Public reference.
    pub reference: String,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends unless held, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an objection holds it, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// The state.
    pub state: String,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
}

/// The award on notice.
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
    /// The clause.
    pub clause: String,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
    /// The state.
    pub state: String,
}

/// The event.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = event)]
pub struct EventRow {
    /// Its part of public addresses.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Whether it was reopened after closing.
    pub reopened: bool,
}

/// The agency.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = agency)]
pub struct AgencyRow {
    /// Its code.
    pub code: String,
    /// Its name in Chinese.
    pub name_zh: String,
    /// Its name in English.
    pub name_en: String,
}

/// A notice with its award, person, agency, event, and the state of the certificate.
pub type Row = (NoticeRow, AwardRow, Who, AgencyRow, Option<EventRow>, Option<String>);

/// A place in a list ordered by a moment and an id.
pub type After = (NaiveDateTime, i64);

macro_rules! rows {
    () => {
        notice::table
            .inner_join(
                award::table
                    .inner_join(person::table)
                    .inner_join(agency::table)
                    .left_join(event::table)
                    .left_join(certificate::table),
            )
            .select((
                NoticeRow::as_select(),
                AwardRow::as_select(),
                Who::as_select(),
                AgencyRow::as_select(),
                Option::<EventRow>::as_select(),
                certificate::state.nullable(),
            ))
    };
}

/// Running and held notices, the one that ends first on top.
pub fn open(conn: &mut Conn, after: Option<After>, limit: i64) -> QueryResult<Vec<Row>> {
    let mut query = rows!()
        .filter(notice::state.eq_any(["running", "held"]))
        .order((notice::ends_at.asc(), notice::id.asc()))
        .limit(limit)
        .into_boxed::<Backend>();
    if let Some((at, id)) = after {
        query = query.filter(notice::ends_at.gt(at).or(notice::ends_at.eq(at).and(notice::id.gt(id))));
    }
    query.load(conn)
}

/// Notices that have ended, the latest first.
pub fn ended(conn: &mut Conn, after: Option<After>, limit: i64) -> QueryResult<Vec<Row>> {
    let mut query = rows!()
        .filter(notice::state.eq_any(["closed", "refused"]))
        .order((notice::ends_at.desc(), notice::id.desc()))
        .limit(limit)
        .into_boxed::<Backend>();
    if let Some((at, id)) = after {
        query = query.filter(notice::ends_at.lt(at).or(notice::ends_at.eq(at).and(notice::id.lt(id))));
    }
    query.load(conn)
}

/// The notices published last, whatever their state.
pub fn latest(conn: &mut Conn, limit: i64) -> QueryResult<Vec<Row>> {
    rows!().order((notice::opened_at.desc(), notice::id.desc())).limit(limit).load(conn)
}

/// The notice of a reference.
pub fn by_reference(conn: &mut Conn, reference: &str) -> QueryResult<Option<Row>> {
    rows!().filter(notice::reference.eq(reference)).get_result(conn).optional()
}

/// An objection as the public sees it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = objection)]
pub struct ObjectionRow {
    /// The state.
    pub state: String,
    /// When it was filed, UTC.
    pub filed_at: NaiveDateTime,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
    /// The published reason.
    pub decision: Option<String>,
}

/// The objections to a notice, the oldest first.
pub fn objections(conn: &mut Conn, notice_id: i64) -> QueryResult<Vec<ObjectionRow>> {
    objection::table
        .filter(objection::notice_id.eq(notice_id))
        .order(objection::id.asc())
        .select(ObjectionRow::as_select())
        .load(conn)
}

/// How many objections notices have: (notice, state, count).
pub fn objection_counts(conn: &mut Conn, notices: &[i64]) -> QueryResult<Vec<(i64, String, i64)>> {
    let mut out = Vec::new();
    for chunk in notices.chunks(500) {
        out.extend(
            objection::table
                .filter(objection::notice_id.eq_any(chunk))
                .group_by((objection::notice_id, objection::state))
                .order((objection::notice_id.asc(), objection::state.asc()))
                .select((objection::notice_id, objection::state, diesel::dsl::count_star()))
                .load::<(i64, String, i64)>(conn)?,
        );
    }
    Ok(out)
}

/// All notices of awards in the order in which they were published: (award, notice, reference).
pub fn of_awards(conn: &mut Conn, awards: &[i64]) -> QueryResult<Vec<(i64, i64, String)>> {
    let mut out = Vec::new();
    for chunk in awards.chunks(500) {
        out.extend(
            notice::table
                .filter(notice::award_id.eq_any(chunk))
                .order(notice::id.asc())
                .select((notice::award_id, notice::id, notice::reference))
                .load::<(i64, i64, String)>(conn)?,
        );
    }
    Ok(out)
}

/// A notice of an award, among the others of it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notice)]
pub struct AwardNotice {
    /// Public reference.
    pub reference: String,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends or ended, UTC.
    pub ends_at: NaiveDateTime,
    /// The state.
    pub state: String,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
}

/// The notices of an award in the order in which they were published.
pub fn of_award(conn: &mut Conn, award_id: i64) -> QueryResult<Vec<AwardNotice>> {
    both_databases!(conn, c => notice::table
        .filter(notice::award_id.eq(award_id))
        .order(notice::id.asc())
        .select(AwardNotice::as_select())
        .load(c))
}

/// The objection of a receipt, what was written, and the reference of its notice.
pub fn by_receipt(conn: &mut Conn, receipt: &str) -> QueryResult<Option<(ObjectionRow, String, String)>> {
    objection::table
        .inner_join(notice::table)
        .filter(objection::receipt.eq(receipt))
        .select((ObjectionRow::as_select(), objection::body, notice::reference))
        .get_result(conn)
        .optional()
}

/// The open notices of an event: how many, how many of them held, and the last end.
pub fn open_of_event(conn: &mut Conn, event_id: i64) -> QueryResult<Vec<(String, NaiveDateTime)>> {
    notice::table
        .inner_join(award::table)
        .filter(award::event_id.eq(event_id).and(notice::state.eq_any(["running", "held"])))
        .order((notice::ends_at.asc(), notice::id.asc()))
        .select((notice::state, notice::ends_at))
        .load(conn)
}
