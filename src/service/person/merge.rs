//! Two records of one person: merged by a pointer, so that undoing it loses nothing.

use crate::domain::permission::Action;
use crate::service::certificate::settle;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::person::{self, NewPersonChange};
use serde_json::json;

/// Merges `absorbed` into `kept`: the history of both shows under `kept`; nothing is rewritten. A withheld name is not
/// made public by it.
pub fn merge(register: &Register, staff: &Staff, kept: i64, absorbed: i64, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::MergePerson)?;
    let reason = reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    if kept == absorbed {
        return Err(ServiceError::refused("refusal.merge_self"));
    }
    register.write(staff.actor(), |tx| {
        let (a, b) = (person::by_id(tx.conn, kept)?, person::by_id(tx.conn, absorbed)?);
        if a.state == "merged" || b.state == "merged" || person::record_of(tx.conn, absorbed)?.len() > 1 {
            return Err(ServiceError::refused("refusal.merge_merged"));
        }
        if a.state == "provisional" || b.state == "provisional" {
            return Err(ServiceError::NotFound);
        }
        if b.state == "withheld" && a.state != "withheld" {
            return Err(ServiceError::refused("refusal.merge_withheld"));
        }
        person::set_merged(tx.conn, absorbed, Some(kept))?;
        let row = NewPersonChange {
            person_id: absorbed,
            field: "merge".to_owned(),
            // What undoing it has to know; the grades follow from the awards of each.
            old_value: b.state.clone(),
            new_value: kept.to_string(),
            kind: "merge".to_owned(),
            effective_on: register.today(),
            recorded_at: tx.now,
            account_id: staff.account_id,
            reason: reason.to_owned(),
            undone_at: None,
        };
        let id = person::insert_person_change(tx.conn, &row)?;
        tx.record(
            "person.merge",
            &format!("person:{absorbed}"),
            json!({"change": id, "into": kept, "state": "merged"}),
        );
        settle(tx, &[kept, absorbed])
    })
}

/// Undoes a merge: both records are again what they were.
pub fn unmerge(register: &Register, staff: &Staff, absorbed: i64, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::MergePerson)?;
    let reason = reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let b = person::by_id(tx.conn, absorbed)?;
        if b.state != "merged" {
            return Err(ServiceError::refused("refusal.not_merged"));
        }
        let done = person::last_merge(tx.conn, absorbed)?;
        // Entries of older programs held the other record's grade behind it.
        let state = done.old_value.split(' ').next().unwrap_or_default();
        let kept = b.merged_into.ok_or(ServiceError::NotFound)?;
        person::set_merged(tx.conn, absorbed, None)?;
        person::set_state(tx.conn, absorbed, state)?;
        person::mark_undone(tx.conn, done.id, tx.now)?;
        let row = NewPersonChange {
            person_id: absorbed,
            field: "merge".to_owned(),
            old_value: kept.to_string(),
            new_value: state.to_owned(),
            kind: "merge".to_owned(),
            effective_on: register.today(),
            recorded_at: tx.now,
            account_id: staff.account_id,
            reason: reason.to_owned(),
            // A parting is no merge that could be undone.
            undone_at: Some(tx.now),
        };
        person::insert_person_change(tx.conn, &row)?;
        tx.record(
            "person.unmerge",
            &format!("person:{absorbed}"),
            json!({"change": done.id, "from": kept, "into": null, "state": state}),
        );
        settle(tx, &[kept, absorbed])
    })
}
