//! Awards, public notices and objections.

use super::Conn;
use super::schema::{award, notice, objection};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// A grade given to a person (授予).
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = award)]
pub struct Award {
    /// Internal id.
    pub id: i64,
    /// The person.
    pub person_id: i64,
    /// The event.
    pub event_id: Option<i64>,
    /// The entry.
    pub entry_id: Option<i64>,
    /// The grade held on entering, by its rank; `None` is ungraded.
    pub from_grade: Option<i64>,
    /// The grade, by its rank on the ladder.
    pub grade: i64,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// The scheme.
    pub scheme_id: String,
    /// The version of the scheme.
    pub scheme_version: String,
    /// The clause of the scheme.
    pub clause: String,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The agency that issues the certificate.
    pub agency_id: i64,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`Award`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = award)]
pub struct NewAward {
    /// The person.
    pub person_id: i64,
    /// The event.
    pub event_id: Option<i64>,
    /// The entry.
    pub entry_id: Option<i64>,
    /// The grade held on entering, by its rank; `None` is ungraded.
    pub from_grade: Option<i64>,
    /// The grade, by its rank on the ladder.
    pub grade: i64,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// The scheme.
    pub scheme_id: String,
    /// The version of the scheme.
    pub scheme_version: String,
    /// The clause of the scheme.
    pub clause: String,
    /// The reason in Chinese.
    pub reason_zh: String,
    /// The reason in English.
    pub reason_en: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The agency that issues the certificate.
    pub agency_id: i64,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A public notice (公示) of one award.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notice)]
pub struct Notice {
    /// Internal id.
    pub id: i64,
    /// Public reference.
    pub reference: String,
    /// The award.
    pub award_id: i64,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends unless held, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an open objection holds the clock, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
    /// Who published it.
    pub opened_by: Option<i64>,
}

/// A new row of [`Notice`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = notice)]
pub struct NewNotice {
    /// Public reference.
    pub reference: String,
    /// The award.
    pub award_id: i64,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends unless held, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an open objection holds the clock, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
    /// Who published it.
    pub opened_by: Option<i64>,
}

/// An objection (异议) to an award on notice.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = objection)]
pub struct Objection {
    /// Internal id.
    pub id: i64,
    /// The sender's receipt number.
    pub receipt: String,
    /// The notice.
    pub notice_id: i64,
    /// JSON: name and mail of the sender, sealed.
    pub sender_sealed: Vec<u8>,
    /// Blind index of the sender's mail.
    pub sender_index: Vec<u8>,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// What is objected.
    pub body: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it was filed, UTC.
    pub filed_at: NaiveDateTime,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
    /// Who decided.
    pub decided_by: Option<i64>,
    /// The published reason of the decision.
    pub decision: Option<String>,
}

/// A new row of [`Objection`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = objection)]
pub struct NewObjection {
    /// The sender's receipt number.
    pub receipt: String,
    /// The notice.
    pub notice_id: i64,
    /// JSON: name and mail of the sender, sealed.
    pub sender_sealed: Vec<u8>,
    /// Blind index of the sender's mail.
    pub sender_index: Vec<u8>,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// What is objected.
    pub body: String,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// When it was filed, UTC.
    pub filed_at: NaiveDateTime,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
    /// Who decided.
    pub decided_by: Option<i64>,
    /// The published reason of the decision.
    pub decision: Option<String>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewAward) -> QueryResult<i64> {
    diesel::insert_into(award::table).values(row).returning(award::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Award> {
    award::table.find(id).select(Award::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_notice(conn: &mut Conn, row: &NewNotice) -> QueryResult<i64> {
    diesel::insert_into(notice::table).values(row).returning(notice::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_notice(conn: &mut Conn, id: i64) -> QueryResult<Notice> {
    notice::table.find(id).select(Notice::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_objection(conn: &mut Conn, row: &NewObjection) -> QueryResult<i64> {
    diesel::insert_into(objection::table).values(row).returning(objection::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_objection(conn: &mut Conn, id: i64) -> QueryResult<Objection> {
    objection::table.find(id).select(Objection::as_select()).get_result(conn)
}
