//! Certificates (证书): issuing, copies, sanctions, look-ups, printing.

mod code;
mod copy;
mod face;
mod issue;
mod lookup;
mod sanction;
mod standing;

pub use code::{hash_of_code, open_code};
pub use copy::{Copied, CopyForm, CopyKind, make_copy};
pub use face::Face;
pub use issue::{Issue, IssueOutcome, issue};
pub use lookup::{CodeAnswer, by_code, by_name, notice_by_name};
pub use sanction::{Sanction, sanction, withhold_holder};
pub use standing::settle;

use crate::domain::grade::Grade;
use crate::store::certificate::Certificate;

/// The grade of a stored rank. Ranks are checked by the database to lie on the ladder.
pub fn grade_of(rank: i64) -> Grade {
    u8::try_from(rank).ok().and_then(Grade::from_rank).unwrap_or(Grade::LOWEST)
}

/// A certificate as the journal names it: `certificate:5d/310260001`.
pub fn subject(certificate: &Certificate) -> String {
    format!("certificate:{}/{}", grade_of(certificate.grade).slug(), certificate.number)
}

/// A keyed digest of what a certificate attests, for the journal: an edited row shows, and the journal holds no name.
pub fn attested(keys: &crate::service::Keys, certificate: &Certificate) -> String {
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

fn attested_new(keys: &crate::service::Keys, row: &crate::store::certificate::NewCertificate) -> String {
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

fn attested_fields(keys: &crate::service::Keys, fields: [&str; 10]) -> String {
    let framed: String = fields.iter().map(|field| format!("{}:{field}", field.len())).collect();
    let digest = keys.blind_index("certificate attested", &framed);
    crate::service::keys::hex(&digest[..16])
}
