//! Putting awards on notice.

use super::end_of_notice;
use crate::clock::beijing_time;
use crate::domain::grade::Grade;
use crate::domain::permission::{Action, Role};
use crate::mail::{Link, Message};
use crate::service::certificate::{grade_of, settle, subject, turn};
use crate::service::event::{event_ref, opened_again, refuse_opened_again};
use crate::service::keys::random;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx, outbox};
use crate::store::award::{self, Award, NewNotice};
use crate::store::{certificate, event};
use chrono::{Duration, NaiveDateTime};
use serde_json::json;
use std::collections::BTreeMap;

/// What was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The references, in the order of the awards.
    pub references: Vec<String>,
    /// The moment at which the notices end unless an objection holds them, UTC.
    pub ends_at: NaiveDateTime,
}

/// Publishes confirmed awards of 4段 and above for objections.
pub fn publish(register: &Register, staff: &Staff, award_ids: &[i64]) -> ServiceResult<Published> {
    staff.require_everywhere(Action::PublishNotice)?;
    if award_ids.is_empty() {
        return Err(ServiceError::refused("refusal.nothing_chosen"));
    }
    register.write(staff.actor(), |tx| {
        let ids = unique(award_ids);
        let awards = award::by_ids(tx.conn, &ids)?;
        if awards.len() != ids.len() {
            return Err(ServiceError::NotFound);
        }
        for one in &awards {
            if !Grade::from_rank(one.grade as u8).is_some_and(Grade::needs_notice) {
                return Err(ServiceError::refused("refusal.notice_not_needed"));
            }
            if one.state != "confirmed" {
                return Err(ServiceError::refused_with("refusal.award_not_confirmed", [("award", one.id.to_string())]));
            }
        }
        if let Some(event) = opened_again(tx.conn, &awards.iter().collect::<Vec<_>>())?.first() {
            return Err(refuse_opened_again(event));
        }
        let published = open(register, tx, staff, &awards)?;
        tell_agencies(register, tx, &awards, published.ends_at)?;
        Ok(published)
    })
}

/// Whether an award can be put on notice again: one of 4段 and above that was granted.
pub fn may_be_renewed(award: &Award) -> bool {
    matches!(award.state.as_str(), "certified" | "granted") && grade_of(award.grade).needs_notice()
}

/// Puts an award that was granted on notice again, as after the reopening of its event or for new evidence; its
/// certificate says so while the notice runs.
pub fn renew(register: &Register, staff: &Staff, award_id: i64, reason: &str) -> ServiceResult<Published> {
    staff.require_everywhere(Action::PublishNotice)?;
    let reason = reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let one = award::by_id(tx.conn, award_id)?;
        if !grade_of(one.grade).needs_notice() {
            return Err(ServiceError::refused("refusal.notice_not_needed"));
        }
        if !may_be_renewed(&one) {
            return Err(ServiceError::refused_with("refusal.award_not_renewed", [("award", one.id.to_string())]));
        }
        for (_, id) in certificate::ids_of_awards(tx.conn, &[award_id])? {
            let paper = certificate::by_id(tx.conn, id)?;
            if paper.state == "revoked" {
                return Err(ServiceError::refused("refusal.certificate_state"));
            }
            if paper.state == "valid" {
                let steps = turn(tx, &paper, ("on-notice", register.today()), Some(reason), None)?;
                let payload = json!({"state": "on-notice", "steps": steps});
                tx.record("certificate.on-notice", &subject(&paper), payload);
            }
        }
        let published = open(register, tx, staff, std::slice::from_ref(&one))?;
        tell_agencies(register, tx, std::slice::from_ref(&one), published.ends_at)?;
        // The grade is in doubt again while the notice runs.
        settle(tx, &[one.person_id])?;
        Ok(published)
    })
}

fn open(register: &Register, tx: &mut Tx<'_>, staff: &Staff, awards: &[Award]) -> ServiceResult<Published> {
    let ends_at = end_of_notice(tx.now, register.policy.notice_days);
    let mut references = Vec::with_capacity(awards.len());
    for one in awards {
        let reference = new_reference()?;
        let notice = NewNotice {
            reference: reference.clone(),
            award_id: one.id,
            opened_at: tx.now,
            ends_at,
            held_since: None,
            state: "running".to_owned(),
            closed_at: None,
            opened_by: Some(staff.account_id),
        };
        let id = award::insert_notice(tx.conn, &notice)?;
        tx.record(
            "notice.open",
            &format!("notice:{id}"),
            json!({"award": one.id, "reference": reference, "state": "running"}),
        );
        tx.record("award.on-notice", &format!("award:{}", one.id), json!({"state": "on-notice"}));
        references.push(reference);
    }
    let ids: Vec<i64> = awards.iter().map(|a| a.id).collect();
    award::set_state(tx.conn, &ids, "on-notice", None)?;
    Ok(Published { references, ends_at })
}

fn tell_agencies(register: &Register, tx: &mut Tx<'_>, awards: &[Award], ends_at: NaiveDateTime) -> ServiceResult<()> {
    let mut by_event: BTreeMap<i64, u32> = BTreeMap::new();
    for event_id in awards.iter().filter_map(|a| a.event_id) {
        *by_event.entry(event_id).or_default() += 1;
    }
    let first_day = beijing_time(tx.now).date() + Duration::days(1);
    let last_day = beijing_time(ends_at).date() - Duration::days(1);
    for (event_id, count) in by_event {
        let event = event::by_id(tx.conn, event_id)?;
        let message = Message::AwardsOnNotice {
            event: event_ref(tx.conn, &event)?,
            awards: count,
            first_day,
            last_day,
            notices: Link::new("/notices"),
        };
        outbox::to_roles(tx, &register.keys, event.agency_id, &[Role::AgencyManager], &message)?;
    }
    Ok(())
}

/// A reference that cannot be guessed by counting: `G` and eight digits.
fn new_reference() -> ServiceResult<String> {
    let number = u32::from_be_bytes(random()?) % 100_000_000;
    Ok(format!("G{number:08}"))
}

fn unique(ids: &[i64]) -> Vec<i64> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    ids
}
