//! Suspending, reinstating and revoking a certificate; withholding its holder's name.

use super::subject;
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::certificate;
use serde_json::json;

/// What is done to a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanction {
    /// 暂停, until it is reinstated or revoked.
    Suspend,
    /// 恢复 of a suspended certificate.
    Reinstate,
    /// 撤销, for good. Past events are not rewritten.
    Revoke,
}

/// Suspends, reinstates or revokes a certificate; the reason is published.
pub fn sanction(register: &Register, staff: &Staff, id: i64, what: Sanction, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::SanctionCertificate)?;
    let reason = reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let paper = certificate::by_id(tx.conn, id)?;
        let (state, action) = match (what, paper.state.as_str()) {
            (Sanction::Suspend, "valid" | "superseded") => ("suspended", "certificate.suspend"),
            (Sanction::Reinstate, "suspended") if paper.superseded_by.is_some() => {
                ("superseded", "certificate.reinstate")
            }
            (Sanction::Reinstate, "suspended") => ("valid", "certificate.reinstate"),
            (Sanction::Revoke, "valid" | "superseded" | "suspended" | "on-notice") => ("revoked", "certificate.revoke"),
            _ => return Err(ServiceError::refused("refusal.certificate_state")),
        };
        let said = (what != Sanction::Reinstate).then_some(reason);
        certificate::set_state(tx.conn, id, state, register.today(), said, paper.superseded_by)?;
        tx.record(action, &subject(&paper), json!({"state": state}));
        Ok(())
    })
}

/// Hides the holder's name of a certificate from the public; the certificate and its state stay to be seen.
pub fn withhold_holder(register: &Register, staff: &Staff, person_id: i64, reason: &str) -> ServiceResult<usize> {
    staff.require_everywhere(Action::ChangePerson)?;
    if reason.trim().is_empty() {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let record = crate::store::person::record_of(tx.conn, person_id)?;
        let papers = certificate::of_persons(tx.conn, &record)?;
        crate::store::person::withhold(tx.conn, &record)?;
        tx.record("person.withhold", &format!("person:{person_id}"), json!({"state": "withheld"}));
        Ok(papers.len())
    })
}
