//! Certificates (证书): issuing, copies, sanctions, look-ups, printing.

mod code;
mod copy;
mod face;
mod issue;
mod lookup;
mod sanction;
mod standing;
mod step;

pub use code::{hash_of_code, open_code};
pub use copy::{Copied, CopyForm, CopyKind, make_copy};
pub use face::{EventFace, Face, granted_under};
pub use issue::{Issue, IssueOutcome, issue};
pub use lookup::{CodeAnswer, by_code, by_name, notice_by_name};
pub use sanction::{Sanction, sanction};
pub use standing::settle;
pub use step::attested_step;
pub(crate) use step::turn;

use crate::domain::grade::Grade;
use crate::service::Keys;
use crate::service::keys::hex;
use crate::store::certificate::{Certificate, CertificateCopy, NewCertificateCopy};

/// The grade of a stored rank. Ranks are checked by the database to lie on the ladder.
pub fn grade_of(rank: i64) -> Grade {
    u8::try_from(rank).ok().and_then(Grade::from_rank).unwrap_or(Grade::LOWEST)
}

/// A certificate as the journal names it: `certificate:5d/310260001`.
pub fn subject(certificate: &Certificate) -> String {
    format!("certificate:{}/{}", grade_of(certificate.grade).slug(), certificate.number)
}

/// A keyed digest of what a certificate attests, for the journal: an edited row shows, and the journal holds no name.
pub fn attested(keys: &Keys, certificate: &Certificate) -> String {
    attested_fields(
        keys,
        [
            &certificate.grade.to_string(),
            &certificate.number,
            &certificate.person_id.to_string(),
            &certificate.award_id.to_string(),
            &certificate.holder,
            &certificate.issuer_zh,
            &certificate.issuer_en,
            &certificate.event_name,
            &certificate.face,
            &certificate.issued_on.to_string(),
        ],
    )
}

fn attested_new(keys: &Keys, row: &crate::store::certificate::NewCertificate) -> String {
    attested_fields(
        keys,
        [
            &row.grade.to_string(),
            &row.number,
            &row.person_id.to_string(),
            &row.award_id.to_string(),
            &row.holder,
            &row.issuer_zh,
            &row.issuer_en,
            &row.event_name,
            &row.face,
            &row.issued_on.to_string(),
        ],
    )
}

/// What a printed copy says and is found by.
pub struct CopyFields<'a> {
    copy_no: i64,
    mark: (&'a str, i64),
    code: (&'a [u8], &'a [u8]),
    holder: &'a str,
    made_on: chrono::NaiveDate,
}

impl<'a> From<&'a CertificateCopy> for CopyFields<'a> {
    fn from(row: &'a CertificateCopy) -> Self {
        Self {
            copy_no: row.copy_no,
            mark: (&row.mark, row.mark_no),
            code: (&row.code_hash, &row.code_sealed),
            holder: &row.holder,
            made_on: row.made_on,
        }
    }
}

impl<'a> From<&'a NewCertificateCopy> for CopyFields<'a> {
    fn from(row: &'a NewCertificateCopy) -> Self {
        Self {
            copy_no: row.copy_no,
            mark: (&row.mark, row.mark_no),
            code: (&row.code_hash, &row.code_sealed),
            holder: &row.holder,
            made_on: row.made_on,
        }
    }
}

/// A keyed digest of a copy of the certificate of a grade and number, for the journal.
pub fn attested_copy(keys: &Keys, (grade, number): (i64, &str), copy: &CopyFields<'_>) -> String {
    attested_fields(
        keys,
        [
            &grade.to_string(),
            number,
            &copy.copy_no.to_string(),
            copy.mark.0,
            &copy.mark.1.to_string(),
            &hex(copy.code.0),
            &hex(copy.code.1),
            copy.holder,
            &copy.made_on.to_string(),
            "copy",
        ],
    )
}

fn attested_fields(keys: &Keys, fields: [&str; 10]) -> String {
    keys.attest("certificate attested", &fields)
}
