//! Suspending, reinstating and revoking a certificate; withholding its holder's name.

use super::{settle, subject};
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff, award};
use crate::store::{self, certificate, person};
use serde_json::json;

/// What is done to a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanction {
    /// 暂停, until it is reinstated or revoked.
    Suspend,
    /// 恢复 of a suspended certificate.
    Reinstate,
    /// 撤销, for good. Past events are not rewritten. A notice that runs for the award ends with it.
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
            (Sanction::Reinstate, "suspended") => ("valid", "certificate.reinstate"),
            (Sanction::Revoke, "valid" | "superseded" | "suspended" | "on-notice") => ("revoked", "certificate.revoke"),
            _ => return Err(ServiceError::refused("refusal.certificate_state")),
        };
        let said = (what != Sanction::Reinstate).then_some(reason);
        // Whether a reinstated one is superseded is worked out anew below.
        let by = paper.superseded_by.filter(|_| what != Sanction::Reinstate);
        certificate::set_state(tx.conn, id, state, register.today(), said, by)?;
        match what {
            Sanction::Reinstate => tx.record(action, &subject(&paper), json!({"by": null, "state": state})),
            _ => tx.record(action, &subject(&paper), json!({"state": state})),
        }
        let given = store::award::by_id(tx.conn, paper.award_id)?;
        if what == Sanction::Revoke && store::award::open_notice(tx.conn, given.id)?.is_some() {
            award::refuse(tx, &given, "revoked")?;
        }
        settle(tx, &[paper.person_id])
    })
}

/// Hides a person's name from the public, on every certificate and under every record of the person; the certificates
/// and their states stay to be seen. Answers how many certificates there are.
pub fn withhold_holder(register: &Register, staff: &Staff, person_id: i64, reason: &str) -> ServiceResult<usize> {
    staff.require_everywhere(Action::ChangePerson)?;
    if reason.trim().is_empty() {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let asked = person::by_id(tx.conn, person_id)?;
        let record = person::record_of(tx.conn, asked.merged_into.unwrap_or(asked.id))?;
        let mut changed = 0;
        for one in person::by_ids(tx.conn, &record)? {
            let hidden = match one.state.as_str() {
                "active" => {
                    person::set_state(tx.conn, one.id, "withheld")?;
                    json!({"state": "withheld"})
                }
                // It stays merged, and comes back withheld if it is ever separated.
                "merged" if person::withhold_merged(tx.conn, one.id)? > 0 => {
                    json!({"state": "merged", "withheld": true})
                }
                _ => continue,
            };
            tx.record("person.withhold", &format!("person:{}", one.id), hidden);
            changed += 1;
        }
        if changed == 0 {
            return Err(ServiceError::refused("refusal.withhold_nothing"));
        }
        Ok(certificate::of_persons(tx.conn, &record)?.len())
    })
}
