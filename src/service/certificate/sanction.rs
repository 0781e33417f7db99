//! Suspending, reinstating and revoking a certificate.

use super::standing::in_force;
use super::{settle, subject, turn};
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff, award};
use crate::store::{self, certificate};
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
        let back = in_force(tx, &paper)?;
        let (state, action) = match (what, paper.state.as_str()) {
            (Sanction::Suspend, "valid" | "superseded") => ("suspended", "certificate.suspend"),
            (Sanction::Reinstate, "suspended") => (back, "certificate.reinstate"),
            (Sanction::Revoke, "valid" | "superseded" | "suspended" | "on-notice") => ("revoked", "certificate.revoke"),
            _ => return Err(ServiceError::refused("refusal.certificate_state")),
        };
        // Whether a reinstated one is superseded is worked out anew below.
        let by = paper.superseded_by.filter(|_| what != Sanction::Reinstate);
        let steps = turn(tx, &paper, (state, register.today()), Some(reason), by)?;
        match what {
            Sanction::Reinstate => {
                tx.record(action, &subject(&paper), json!({"by": null, "state": state, "steps": steps}));
            }
            _ => tx.record(action, &subject(&paper), json!({"state": state, "steps": steps})),
        }
        let given = store::award::by_id(tx.conn, paper.award_id)?;
        if what == Sanction::Revoke && store::award::open_notice(tx.conn, given.id)?.is_some() {
            award::refuse(tx, &given, "revoked")?;
        }
        settle(tx, &[paper.person_id])
    })
}
