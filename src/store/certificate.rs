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
pub fn insert_copy(conn: &mut Conn, row: &NewCertificateCopy) -> QueryResult<i64> {
    diesel::insert_into(certificate_copy::table).values(row).returning(certificate_copy::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_certificate_copy(conn: &mut Conn, id: i64) -> QueryResult<CertificateCopy> {
    certificate_copy::table.find(id).select(CertificateCopy::as_select()).get_result(conn)
}

/// Adds many certificates.
pub fn insert_all(conn: &mut Conn, rows: &[NewCertificate]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        super::both_databases!(conn, c => diesel::insert_into(certificate::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Adds many copies.
pub fn insert_copies(conn: &mut Conn, rows: &[NewCertificateCopy]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        super::both_databases!(conn, c => diesel::insert_into(certificate_copy::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// The ids of the certificates of awards, as (award, certificate).
pub fn ids_of_awards(conn: &mut Conn, awards: &[i64]) -> QueryResult<Vec<(i64, i64)>> {
    let mut out = Vec::with_capacity(awards.len());
    for chunk in awards.chunks(500) {
        out.extend(
            certificate::table
                .filter(certificate::award_id.eq_any(chunk))
                .order(certificate::id.asc())
                .select((certificate::award_id, certificate::id))
                .load::<(i64, i64)>(conn)?,
        );
    }
    Ok(out)
}

/// Certificates by their ids, in order of grade and number.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Certificate>> {
    let mut out = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        out.extend(
            certificate::table
                .filter(certificate::id.eq_any(chunk))
                .order(certificate::id.asc())
                .select(Certificate::as_select())
                .load::<Certificate>(conn)?,
        );
    }
    out.sort_by(|a, b| (a.grade, &a.number).cmp(&(b.grade, &b.number)));
    Ok(out)
}

/// The certificate of a grade and number.
pub fn by_number(conn: &mut Conn, grade: i64, number: &str) -> QueryResult<Certificate> {
    certificate::table
        .filter(certificate::grade.eq(grade).and(certificate::number.eq(number)))
        .select(Certificate::as_select())
        .get_result(conn)
}

/// Every certificate of a number, whatever its grade, the highest grade first.
pub fn all_of_number(conn: &mut Conn, number: &str) -> QueryResult<Vec<Certificate>> {
    certificate::table
        .filter(certificate::number.eq(number))
        .order(certificate::grade.desc())
        .select(Certificate::as_select())
        .load(conn)
}

/// The certificates of persons, the oldest first.
pub fn of_persons(conn: &mut Conn, persons: &[i64]) -> QueryResult<Vec<Certificate>> {
    let mut out = Vec::new();
    for chunk in persons.chunks(500) {
        out.extend(
            certificate::table
                .filter(certificate::person_id.eq_any(chunk))
                .order(certificate::id.asc())
                .select(Certificate::as_select())
                .load::<Certificate>(conn)?,
        );
    }
    Ok(out)
}

/// A copy by the hash of its code, with its certificate: the one read behind the code on the paper.
pub fn by_code(conn: &mut Conn, code_hash: &[u8]) -> QueryResult<Option<(CertificateCopy, Certificate)>> {
    certificate_copy::table
        .inner_join(certificate::table)
        .filter(certificate_copy::code_hash.eq(code_hash))
        .select((CertificateCopy::as_select(), Certificate::as_select()))
        .get_result(conn)
        .optional()
}

/// The copies of a certificate, the first one first.
pub fn copies_of(conn: &mut Conn, certificate_id: i64) -> QueryResult<Vec<CertificateCopy>> {
    certificate_copy::table
        .filter(certificate_copy::certificate_id.eq(certificate_id))
        .order(certificate_copy::copy_no.asc())
        .select(CertificateCopy::as_select())
        .load(conn)
}

/// The current copies of many certificates.
pub fn current_copies(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<CertificateCopy>> {
    let mut out = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        out.extend(
            certificate_copy::table
                .filter(certificate_copy::certificate_id.eq_any(chunk).and(certificate_copy::state.eq("current")))
                .order(certificate_copy::id.asc())
                .select(CertificateCopy::as_select())
                .load::<CertificateCopy>(conn)?,
        );
    }
    Ok(out)
}

/// Makes every copy of a certificate superseded.
pub fn supersede_copies(conn: &mut Conn, certificate_id: i64) -> QueryResult<usize> {
    diesel::update(certificate_copy::table.filter(certificate_copy::certificate_id.eq(certificate_id)))
        .set(certificate_copy::state.eq("superseded"))
        .execute(conn)
}

/// Moves a certificate to a state.
pub fn set_state(
    conn: &mut Conn,
    id: i64,
    state: &str,
    on: NaiveDate,
    reason: Option<&str>,
    superseded_by: Option<i64>,
) -> QueryResult<()> {
    diesel::update(certificate::table.find(id))
        .set((
            certificate::state.eq(state),
            certificate::state_on.eq(on),
            certificate::state_reason.eq(reason),
            certificate::superseded_by.eq(superseded_by),
        ))
        .execute(conn)
        .map(|_| ())
}

/// Corrects the holder's name that a certificate attests.
pub fn set_holder(conn: &mut Conn, id: i64, holder: &str) -> QueryResult<()> {
    diesel::update(certificate::table.find(id)).set(certificate::holder.eq(holder)).execute(conn).map(|_| ())
}

/// Certificates by grade and number.
pub fn by_identities(conn: &mut Conn, identities: &[(i64, String)]) -> QueryResult<Vec<Certificate>> {
    let mut out = Vec::with_capacity(identities.len());
    for chunk in identities.chunks(500) {
        let numbers: Vec<&String> = chunk.iter().map(|(_, number)| number).collect();
        let found: Vec<Certificate> = certificate::table
            .filter(certificate::number.eq_any(numbers))
            .order(certificate::id.asc())
            .select(Certificate::as_select())
            .load(conn)?;
        out.extend(
            found.into_iter().filter(|c| chunk.iter().any(|(grade, number)| *grade == c.grade && *number == c.number)),
        );
    }
    Ok(out)
}

/// The certificates of awards.
pub fn of_awards(conn: &mut Conn, awards: &[i64]) -> QueryResult<Vec<Certificate>> {
    let mut out = Vec::with_capacity(awards.len());
    for chunk in awards.chunks(500) {
        out.extend(
            certificate::table
                .filter(certificate::award_id.eq_any(chunk))
                .order(certificate::id.asc())
                .select(Certificate::as_select())
                .load::<Certificate>(conn)?,
        );
    }
    Ok(out)
}
