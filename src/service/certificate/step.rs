//! Changes of a certificate's state: each is kept with its day, its reason and who made it.

use crate::service::keys::{hex, sha256};
use crate::service::{Actor, ServiceResult, Tx};
use crate::store::certificate::{self, Certificate};
use crate::store::certificate_step::{self, CertificateStep, NewCertificateStep};
use chrono::NaiveDate;
use serde_json::{Value, json};

/// Moves a certificate to a state that holds from a day, for a reason that is published; `by` is the certificate that
/// supersedes it. Answers what the journal says of the step: its id with the digest of its row.
pub(crate) fn turn(
    tx: &mut Tx<'_>,
    paper: &Certificate,
    (state, day): (&str, NaiveDate),
    reason: Option<&str>,
    by: Option<i64>,
) -> ServiceResult<Value> {
    certificate::set_state(tx.conn, paper.id, state, day, reason, by)?;
    let account_id = match tx.actor {
        Actor::Account(id) => Some(id),
        _ => None,
    };
    let row = NewCertificateStep {
        certificate_id: paper.id,
        before: paper.state.clone(),
        after: state.to_owned(),
        on_day: day,
        note: reason.unwrap_or_default().to_owned(),
        account_id,
        recorded_at: tx.now,
    };
    let id = certificate_step::insert(tx.conn, &row)?;
    let NewCertificateStep { certificate_id, before, after, on_day, note, account_id, recorded_at } = row;
    let row = CertificateStep { id, certificate_id, before, after, on_day, note, account_id, recorded_at };
    Ok(json!({ (id.to_string()): attested_step(&row) }))
}

/// A digest of a step, for the journal: an edited row shows. What a step says is published, so nothing is keyed.
pub fn attested_step(row: &CertificateStep) -> String {
    let account = row.account_id.map(|id| id.to_string()).unwrap_or_default();
    let day = row.on_day.to_string();
    let moment = row.recorded_at.and_utc().timestamp_micros().to_string();
    let certificate = row.certificate_id.to_string();
    let fields = [certificate.as_str(), &row.before, &row.after, &day, &row.note, &account, &moment];
    let framed: String = fields.iter().map(|field| format!("{}:{field}", field.len())).collect();
    hex(&sha256(framed.as_bytes())[..16])
}
