//! The parent agency's word on a filed event.

use super::{event_ref, find, require_state, subject};
use crate::domain::permission::{Action, Role};
use crate::mail::Message;
use crate::service::{Register, ServiceError, ServiceResult, Staff, outbox};
use crate::store::{agency, event};
use crate::text::Bilingual;
use serde_json::json;

/// What the parent decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The event may be held.
    Approve,
    /// Back to a draft, with a reason.
    SendBack(String),
}

/// Approves a filed event or sends it back: a manager of the parent agency, for a first-level agency a
/// national reviewer.
pub fn decide_filing(register: &Register, staff: &Staff, slug: &str, verdict: &Verdict) -> ServiceResult<()> {
    if let Verdict::SendBack(reason) = verdict
        && (reason.trim().is_empty() || reason.chars().count() > 1000)
    {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let filed = find(tx.conn, staff, slug, Action::ApproveEvent)?;
        require_state(&filed, &["filed"])?;
        let about = event_ref(tx.conn, &filed)?;
        let (state, step, note) = match verdict {
            Verdict::Approve => ("approved", "approved", ""),
            Verdict::SendBack(reason) => ("draft", "sent-back", reason.trim()),
        };
        event::set_state(tx.conn, filed.id, state)?;
        event::step(tx.conn, filed.id, step, Some(staff.account_id), tx.now, note)?;
        tx.record(&format!("event.{step}"), &subject(&filed), json!({"state": state}));
        let own = agency::by_id(tx.conn, staff.agency_id)?;
        let message = match verdict {
            Verdict::Approve => {
                Message::EventApproved { event: about, by: Bilingual { zh: own.name_zh, en: own.name_en } }
            }
            Verdict::SendBack(reason) => {
                Message::EventReturned { event: about, by: staff.name.clone(), reason: reason.trim().to_owned() }
            }
        };
        let roles = [Role::AgencyManager, Role::AgencyClerk];
        outbox::to_roles(tx, &register.keys, filed.agency_id, &roles, &message)?;
        Ok(())
    })
}
