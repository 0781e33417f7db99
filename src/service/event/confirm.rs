//! The second person's word on a submission: confirm, or return with a reason.

use super::withdraw::withdraw;
use super::{event_ref, find, require_state, subject};
use crate::domain::grade::Grade;
use crate::domain::permission::{Action, Role};
use crate::mail::Message;
use crate::service::agency::require_active;
use crate::service::certificate::settle;
use crate::service::{Register, ServiceError, ServiceResult, Staff, outbox, records};
use crate::store::{agency, award, entry, event, person};
use serde_json::json;

/// Confirms a submission: whoever submitted it cannot. Awards below 4段 are granted at once, the others wait
/// for their public notice. After a reopening, what the results do not give any more is refused; what is certified
/// stays for the national office to decide.
pub fn confirm(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ConfirmEvent)?;
        require_state(&found, &["submitted"])?;
        require_active(&agency::by_id(tx.conn, found.agency_id)?)?;
        let steps = event::steps(tx.conn, found.id)?;
        let submitted_by = steps.iter().rev().find(|s| s.step == "submitted").and_then(|s| s.account_id);
        if submitted_by.is_none_or(|by| by == staff.account_id) {
            return Err(ServiceError::refused("refusal.four_eyes"));
        }
        let open = entry::open_cases(tx.conn, found.id)?.len();
        if open > 0 {
            return Err(ServiceError::refused_with("refusal.matches_open", [("count", open.to_string())]));
        }
        // A ruling that comes into force may change what is granted, and cannot any more once the results are confirmed.
        records::none_proposed(tx.conn, &found)?;
        // Records may have come, been recounted, or players have spoken, since the submission.
        let against = records::against(&register.keys, tx.conn, &found)?;
        for (key, count) in [
            ("refusal.games_contradicted", against.errors),
            ("refusal.rulings_alone", against.alone),
            ("refusal.games_unanswered", against.unanswered),
        ] {
            if count > 0 {
                return Err(ServiceError::refused_with(key, [("count", count.to_string())]));
            }
        }
        // A bar may have been recorded since the submission.
        crate::service::results::roll::nobody_barred(tx.conn, &found)?;
        let proposed: Vec<_> =
            award::of_event(tx.conn, found.id)?.into_iter().filter(|a| a.state == "proposed").collect();
        let needs = |rank: i64| u8::try_from(rank).ok().and_then(Grade::from_rank).is_some_and(Grade::needs_notice);
        let today = register.today();
        let (wait, grant): (Vec<_>, Vec<_>) = proposed.iter().partition(|a| needs(a.grade));
        award::set_state(tx.conn, &wait.iter().map(|a| a.id).collect::<Vec<_>>(), "confirmed", None)?;
        award::set_state(tx.conn, &grant.iter().map(|a| a.id).collect::<Vec<_>>(), "granted", Some(today))?;
        for one in &wait {
            tx.record("award.confirm", &format!("award:{}", one.id), json!({"state": "confirmed"}));
        }
        for one in &grant {
            tx.record("award.grant", &format!("award:{}", one.id), json!({"state": "granted"}));
        }
        withdraw(register, tx, &found)?;
        settle(tx, &grant.iter().map(|a| a.person_id).collect::<Vec<_>>())?;
        let persons = entry::persons_of_event(tx.conn, found.id)?;
        let mut new = person::by_ids(tx.conn, &persons)?;
        new.retain(|p| p.state == "provisional");
        person::activate(tx.conn, &new.iter().map(|p| p.id).collect::<Vec<_>>())?;
        for one in &new {
            let said = match one.hidden {
                true => json!({"event": found.id, "hidden": false, "state": "withheld"}),
                false => json!({"event": found.id, "state": "active"}),
            };
            tx.record("person.activate", &format!("person:{}", one.id), said);
        }
        event::set_state(tx.conn, found.id, "confirmed")?;
        event::step(tx.conn, found.id, "confirmed", Some(staff.account_id), tx.now, "")?;
        tx.record("event.confirm", &subject(&found), json!({"awards": proposed.len(), "state": "confirmed"}));
        let message = Message::EventConfirmed {
            event: event_ref(tx.conn, &found)?,
            by: staff.name.clone(),
            awards: proposed.len() as u32,
            for_notice: wait.len() as u32,
        };
        outbox::to_roles(tx, &register.keys, found.agency_id, &[Role::AgencyManager, Role::AgencyClerk], &message)?;
        Ok(())
    })
}

/// Returns a submission to whoever made it. Its proposed awards are refused, and proposed anew when the
/// results are submitted again.
pub fn return_results(register: &Register, staff: &Staff, slug: &str, reason: &str) -> ServiceResult<()> {
    let reason = reason.trim();
    if reason.is_empty() || reason.chars().count() > 1000 {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ConfirmEvent)?;
        require_state(&found, &["submitted"])?;
        let proposed: Vec<i64> =
            award::of_event(tx.conn, found.id)?.into_iter().filter(|a| a.state == "proposed").map(|a| a.id).collect();
        award::set_state(tx.conn, &proposed, "refused", None)?;
        for id in &proposed {
            tx.record("award.refuse", &format!("award:{id}"), json!({"state": "refused", "why": "returned"}));
        }
        event::set_state(tx.conn, found.id, "returned")?;
        event::step(tx.conn, found.id, "returned", Some(staff.account_id), tx.now, reason)?;
        tx.record("event.return", &subject(&found), json!({"state": "returned"}));
        let about = event_ref(tx.conn, &found)?;
        let message = Message::EventReturned { event: about, by: staff.name.clone(), reason: reason.to_owned() };
        outbox::to_roles(tx, &register.keys, found.agency_id, &[Role::AgencyClerk, Role::AgencyManager], &message)?;
        Ok(())
    })
}
