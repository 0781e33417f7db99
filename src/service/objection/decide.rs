//! Deciding an objection, with a reason that is published.

use super::{lang_of, reference, sender};
use crate::domain::permission::{Action, Role};
use crate::mail::{Link, Message};
use crate::service::award::refuse;
use crate::service::certificate::{settle, subject, turn};
use crate::service::notice::{days_after, end_of_notice};
use crate::service::{Register, ServiceError, ServiceResult, Staff, outbox};
use crate::store::{award, certificate};
use serde_json::json;

/// The two ways an objection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The award is refused.
    Upheld,
    /// The award stands and the clock runs on.
    Dismissed,
}

/// Decides an open objection. A dismissed one lets the notice's clock run on, unless another objection to the
/// same notice is still open; an upheld one refuses the award and ends the notice.
pub fn decide(register: &Register, staff: &Staff, id: i64, decision: Decision, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::DecideObjection)?;
    let reason = reason.trim();
    if !(4..=2000).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.decision_reason"));
    }
    register.write(staff.actor(), |tx| {
        let objection = award::by_id_objection(tx.conn, id)?;
        let notice = award::by_id_notice(tx.conn, objection.notice_id)?;
        let given = award::by_id(tx.conn, notice.award_id)?;
        let upheld = decision == Decision::Upheld;
        let state = if upheld { "upheld" } else { "dismissed" };
        if award::decide_objection(tx.conn, id, state, staff.account_id, reason, tx.now)? == 0 {
            return Err(ServiceError::refused("refusal.objection_decided"));
        }
        tx.record("objection.decide", &format!("objection:{id}"), json!({"notice": notice.id, "state": state}));
        let others_open = award::objections_of(tx.conn, notice.id)?.iter().any(|o| o.state == "open");
        let (notice_subject, award_subject) = (format!("notice:{}", notice.id), format!("award:{}", given.id));
        if upheld && notice.state == "held" {
            refuse(tx, &given, "objection")?;
            for (_, paper_id) in certificate::ids_of_awards(tx.conn, &[given.id])? {
                let paper = certificate::by_id(tx.conn, paper_id)?;
                // One that was revoked before keeps the day and the reason of that.
                if paper.state != "revoked" {
                    let (day, by) = (register.today(), paper.superseded_by);
                    let steps = turn(tx, &paper, ("revoked", day), Some(reason), by)?;
                    tx.record("certificate.revoke", &subject(&paper), json!({"state": "revoked", "steps": steps}));
                }
            }
            settle(tx, &[given.person_id])?;
        } else if let (false, Some(since)) = (others_open, notice.held_since) {
            let ends_at = end_of_notice(tx.now, days_after(since, notice.ends_at));
            award::set_notice(tx.conn, notice.id, "running", ends_at, None, None)?;
            award::set_state(tx.conn, &[given.id], "on-notice", None)?;
            tx.record("notice.resume", &notice_subject, json!({"award": given.id, "state": "running"}));
            tx.record("award.on-notice", &award_subject, json!({"state": "on-notice"}));
        }
        let receipt = objection.receipt.clone();
        let public = Link::new(format!("/objections/{receipt}"));
        let message = Message::ObjectionDecided {
            objection: reference(tx.conn, &notice, &given, &receipt, objection.filed_at, public)?,
            upheld,
            decided: tx.now.and_utc(),
            reason: reason.to_owned(),
        };
        let to = sender(&register.keys, &objection)?;
        outbox::to_address(tx, &register.keys, &to.mail, lang_of(&objection), &message)?;
        outbox::to_roles(tx, &register.keys, given.agency_id, &[Role::AgencyManager], &message)?;
        Ok(())
    })
}
