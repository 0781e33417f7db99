//! What became of a certificate after it was issued: each change of its state, with the reason that was published.

use super::schema::certificate_step;
use super::{Conn, both_databases};
use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;

/// A change of a certificate's state.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = certificate_step)]
pub struct CertificateStep {
    /// Internal id.
    pub id: i64,
    /// The certificate.
    pub certificate_id: i64,
    /// The state before.
    pub before: String,
    /// The state since.
    pub after: String,
    /// The day from which it holds.
    pub on_day: NaiveDate,
    /// The published reason; empty where none was given.
    pub note: String,
    /// The account that caused it; none of a background job.
    pub account_id: Option<i64>,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
}

/// A new row of [`CertificateStep`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = certificate_step)]
pub struct NewCertificateStep {
    /// The certificate.
    pub certificate_id: i64,
    /// The state before.
    pub before: String,
    /// The state since.
    pub after: String,
    /// The day from which it holds.
    pub on_day: NaiveDate,
    /// The published reason; empty where none was given.
    pub note: String,
    /// The account that caused it; none of a background job.
    pub account_id: Option<i64>,
    /// When it was recorded, UTC.
    pub recorded_at: NaiveDateTime,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewCertificateStep) -> QueryResult<i64> {
    diesel::insert_into(certificate_step::table).values(row).returning(certificate_step::id).get_result(conn)
}

/// The steps of certificates, those of each in their order.
pub fn of(conn: &mut Conn, certificates: &[i64]) -> QueryResult<Vec<CertificateStep>> {
    let mut out = Vec::new();
    for chunk in certificates.chunks(500) {
        out.extend(
            certificate_step::table
                .filter(certificate_step::certificate_id.eq_any(chunk))
                .order(certificate_step::id.asc())
                .select(CertificateStep::as_select())
                .load::<CertificateStep>(conn)?,
        );
    }
    Ok(out)
}

/// The steps of one certificate in their order, for the page that everybody opens.
pub fn of_one(conn: &mut Conn, certificate_id: i64) -> QueryResult<Vec<CertificateStep>> {
    both_databases!(conn, c => certificate_step::table
        .filter(certificate_step::certificate_id.eq(certificate_id))
        .order(certificate_step::id.asc())
        .select(CertificateStep::as_select())
        .load(c))
}
