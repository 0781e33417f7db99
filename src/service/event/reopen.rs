//! Reopening a closed event: the national office only, with a reason, and marked for ever.

use super::{find, require_state, subject};
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event;
use serde_json::json;

/// Reopens a closed event for a new submission. Awards and certificates that stand are not touched yet, and until the
/// results are confirmed again nothing of the event is published, granted or issued. What the new results do not give
/// any more is then refused; a certificate that was issued for it is for the national office to decide.
pub fn reopen(register: &Register, staff: &Staff, slug: &str, reason: &str) -> ServiceResult<()> {
    let reason = reason.trim();
    if !(4..=1000).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ReopenEvent)?;
        require_state(&found, &["closed", "confirmed"])?;
        event::reopen(tx.conn, found.id)?;
        event::step(tx.conn, found.id, "reopened", Some(staff.account_id), tx.now, reason)?;
        tx.record("event.reopen", &subject(&found), json!({"reopened": true, "state": "returned"}));
        Ok(())
    })
}
