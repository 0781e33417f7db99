//! A certificate as its page shows it: the paper, the copy and whether the holder's name is withheld, in one read.

use crate::store::day::Day;
use crate::store::schema::{award, certificate, certificate_copy, event, notice, person};
use crate::store::{Conn, both_databases};
use chrono::NaiveDate;
use diesel::prelude::*;

/// The printed copy.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = certificate_copy)]
pub struct CopyRow {
    /// 0 for the first copy.
    pub copy_no: i64,
    /// `first`, `reissue` or `correction`.
    pub mark: String,
    /// The mark's number.
    pub mark_no: i64,
    /// The name printed on this copy.
    pub holder: String,
    /// The day it was made.
    #[diesel(deserialize_as = Day)]
    pub made_on: NaiveDate,
    /// `current` or `superseded`.
    pub state: String,
}

/// The certificate.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = certificate)]
pub struct PaperRow {
    /// Internal id.
    pub id: i64,
    /// The award.
    pub award_id: i64,
    /// The grade, by its rank.
    pub grade: i64,
    /// Nine digits.
    pub number: String,
    /// The holder's name as attested.
    pub holder: String,
    /// Issuer in Chinese.
    pub issuer_zh: String,
    /// Issuer in English.
    pub issuer_en: String,
    /// The event's name.
    pub event_name: String,
    /// The frozen rest of the face, JSON.
    pub face: String,
    /// Day of issue.
    #[diesel(deserialize_as = Day)]
    pub issued_on: NaiveDate,
    /// The state.
    pub state: String,
    /// Since when.
    #[diesel(deserialize_as = Day)]
    pub state_on: NaiveDate,
    /// The published reason.
    pub state_reason: Option<String>,
    /// The certificate of the higher grade.
    pub superseded_by: Option<i64>,
}

/// The holder's record, as far as it decides whether the name is shown.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = person)]
pub struct HolderRow {
    /// The state of the record.
    pub state: String,
    /// The record that it was found to duplicate.
    pub merged_into: Option<i64>,
}

/// A copy, its certificate, its holder, and whether its event was reopened (none for an award without an event).
pub type Row = (CopyRow, PaperRow, HolderRow, Option<bool>);

/// The copy of a code.
///
/// The read that everybody causes. On the connection's own type diesel knows the statement by its type; over both
/// databases it would write the SQL anew for each reader, which costs as much as the read.
pub fn by_code(conn: &mut Conn, code_hash: &[u8]) -> QueryResult<Option<Row>> {
    both_databases!(conn, c => certificate_copy::table
        .inner_join(certificate::table.inner_join(person::table).inner_join(award::table.left_join(event::table)))
        .filter(certificate_copy::code_hash.eq(code_hash))
        .select((CopyRow::as_select(), PaperRow::as_select(), HolderRow::as_select(), event::reopened.nullable()))
        .get_result(c))
    .optional()
}

/// The current copies of every certificate of a number, the highest grade first.
pub fn by_number(conn: &mut Conn, number: &str) -> QueryResult<Vec<Row>> {
    both_databases!(conn, c => certificate_copy::table
        .inner_join(certificate::table.inner_join(person::table).inner_join(award::table.left_join(event::table)))
        .filter(certificate::number.eq(number).and(certificate_copy::state.eq("current")))
        .order(certificate::grade.desc())
        .select((CopyRow::as_select(), PaperRow::as_select(), HolderRow::as_select(), event::reopened.nullable()))
        .load(c))
}

/// The copies of a certificate after the first, the oldest first.
pub fn later_copies(conn: &mut Conn, certificate_id: i64) -> QueryResult<Vec<CopyRow>> {
    both_databases!(conn, c => certificate_copy::table
        .filter(certificate_copy::certificate_id.eq(certificate_id).and(certificate_copy::copy_no.gt(0)))
        .order(certificate_copy::copy_no.asc())
        .select(CopyRow::as_select())
        .load(c))
}

/// The grade and number of a certificate.
pub fn identity(conn: &mut Conn, id: i64) -> QueryResult<(i64, String)> {
    both_databases!(conn, c => certificate::table
        .find(id)
        .select((certificate::grade, certificate::number))
        .get_result(c))
}

/// The reference of the open notice of an award.
pub fn open_notice(conn: &mut Conn, award_id: i64) -> QueryResult<Option<String>> {
    notice::table
        .filter(notice::award_id.eq(award_id).and(notice::state.eq_any(["running", "held"])))
        .select(notice::reference)
        .get_result(conn)
        .optional()
}

/// Whether the name of a record is withheld.
pub fn is_withheld(conn: &mut Conn, person_id: i64) -> QueryResult<bool> {
    person::table.find(person_id).select(person::state.eq("withheld")).get_result(conn)
}

/// A revoked or suspended certificate: grade, number, state, since when, issued when.
pub type WithdrawnRow = (i64, String, String, NaiveDate, NaiveDate);

/// Every certificate that is revoked or suspended, by grade and number.
pub fn withdrawn(conn: &mut Conn) -> QueryResult<Vec<WithdrawnRow>> {
    certificate::table
        .filter(certificate::state.eq_any(["revoked", "suspended"]))
        .order((certificate::grade.asc(), certificate::number.asc()))
        .select((
            certificate::grade,
            certificate::number,
            certificate::state,
            certificate::state_on,
            certificate::issued_on,
        ))
        .load(conn)
}
