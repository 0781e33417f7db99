//! Certificates, their printed copies, and the number series.

use super::Conn;
use super::schema::{certificate, certificate_copy};
use chrono::NaiveDate;
use diesel::prelude::*;

/// A certificate (证书): a frozen copy of what was attested. Its identity is (grade, number).
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = certificate)]
pub struct Certificate {
    /// Internal id.
    pub id: i64,
    /// The award.
    pub award_id: i64,
    /// The person.
    pub person_id: i64,
    /// The agency.
    pub agency_id: i64,
    /// The grade, by its rank on the ladder.
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
    /// JSON: the other fields printed, and the chain that led here.
    pub face: String,
    /// Day of issue in Beijing.
    pub issued_on: NaiveDate,
    /// `valid`, `on-notice`, `suspended`, `revoked` or `superseded`.
    pub state: String,
    /// The day since which the state holds.
    pub state_on: NaiveDate,
    /// Public reason of the state.
    pub state_reason: Option<String>,
    /// The certificate of the higher grade.
    pub superseded_by: Option<i64>,
}

/// A new row of [`Certificate`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = certificate)]
pub struct NewCertificate {
    /// The award.
    pub award_id: i64,
    /// The person.
    pub person_id: i64,
    /// The agency.
    pub agency_id: i64,
    /// The grade, by its rank on the ladder.
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
    /// JSON: the other fields printed, and the chain that led here.
    pub face: String,
    /// Day of issue in Beijing.
    pub issued_on: NaiveDate,
    /// `valid`, `on-notice`, `suspended`, `revoked` or `superseded`.
    pub state: String,
    /// The day since which the state holds.
    pub state_on: NaiveDate,
    /// Public reason of the state.
    pub state_reason: Option<String>,
    /// The certificate of the higher grade.
    pub superseded_by: Option<i64>,
}

/// A printed copy of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = certificate_copy)]
pub struct CertificateCopy {
    /// Internal id.
    pub id: i64,
    /// The certificate.
    pub certificate_id: i64,
    /// 0 for the first copy.
    pub copy_no: i64,
    /// `first`, `reissue` (补发) or `correction` (更正).
    pub mark: String,
    /// The mark's number: 补发 1, 补发 2 …
    pub mark_no: i64,
    /// SHA-256 of the code on the paper.
    pub code_hash: Vec<u8>,
    /// The code, sealed, for printing.
    pub code_sealed: Vec<u8>,
    /// The name printed on this copy.
    pub holder: String,
    /// The day it was made.
    pub made_on: NaiveDate,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The reason given.
    pub reason: String,
    /// Who made it.
    pub made_by: Option<i64>,
}

/// A new row of [`CertificateCopy`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = certificate_copy)]
pub struct NewCertificateCopy {
    /// The certificate.
    pub certificate_id: i64,
    /// 0 for the first copy.
    pub copy_no: i64,
    /// `first`, `reissue` (补发) or `correction` (更正).
    pub mark: String,
    /// The mark's number: 补发 1, 补发 2 …
    pub mark_no: i64,
    /// SHA-256 of the code on the paper.
    pub code_hash: Vec<u8>,
    /// The code, sealed, for printing.
    pub code_sealed: Vec<u8>,
    /// The name printed on this copy.
    pub holder: String,
    /// The day it was made.
    pub made_on: NaiveDate,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The reason given.
    pub reason: String,
    /// Who made it.
    pub made_by: Option<i64>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewCertificate) -> QueryResult<i64> {
    diesel::insert_into(certificate::table).values(row).returning(certificate::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Certificate> {
    certificate::table.find(id).select(Certificate::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_certificate_copy(conn: &mut Conn, row: &NewCertificateCopy) -> QueryResult<i64> {
    diesel::insert_into(certificate_copy::table).values(row).returning(certificate_copy::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_certificate_copy(conn: &mut Conn, id: i64) -> QueryResult<CertificateCopy> {
    certificate_copy::table.find(id).select(CertificateCopy::as_select()).get_result(conn)
}
