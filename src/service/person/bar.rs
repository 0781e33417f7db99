//! Barring a person from events, and lifting it: decided by a national reviewer, with a reason, from a day on.

use super::reason_of;
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::bar::{self, NewBar};
use crate::store::person;
use chrono::NaiveDate;
use serde_json::json;

/// What the form sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarForm {
    /// First day.
    pub from_on: Option<NaiveDate>,
    /// Last day; none until it is lifted.
    pub until_on: Option<NaiveDate>,
    /// Why.
    pub reason: String,
}

/// Bars a person; answers the bar's id. Results that name the person on a day of the bar are stopped by a finding.
pub fn bar(register: &Register, staff: &Staff, person_id: i64, form: &BarForm) -> ServiceResult<i64> {
    staff.require_everywhere(Action::BarPerson)?;
    let reason = reason_of(&form.reason)?;
    let from_on = form.from_on.ok_or_else(|| ServiceError::field("from_on", "refusal.date_required"))?;
    if form.until_on.is_some_and(|last| last < from_on) {
        return Err(ServiceError::field("until_on", "refusal.bar_days"));
    }
    register.write(staff.actor(), |tx| {
        let barred = person::by_id(tx.conn, person_id)?;
        if barred.state == "provisional" {
            return Err(ServiceError::NotFound);
        }
        let row = NewBar {
            person_id,
            from_on,
            until_on: form.until_on,
            reason,
            account_id: staff.account_id,
            recorded_at: tx.now,
        };
        let id = bar::insert(tx.conn, &row)?;
        tx.record(
            "person.bar",
            &format!("person:{person_id}"),
            json!({"bar": id, "from": from_on, "until": form.until_on}),
        );
        Ok(id)
    })
}

/// Lifts a bar from today on; events of the days before stay as they are.
pub fn lift(register: &Register, staff: &Staff, person_id: i64, bar_id: i64, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::BarPerson)?;
    let reason = reason_of(reason)?;
    let today = register.today();
    register.write(staff.actor(), |tx| {
        if bar::by_id(tx.conn, bar_id)?.person_id != person_id {
            return Err(ServiceError::NotFound);
        }
        if bar::lift(tx.conn, bar_id, today, staff.account_id, &reason)? == 0 {
            return Err(ServiceError::refused("refusal.bar_lifted"));
        }
        tx.record("person.unbar", &format!("person:{person_id}"), json!({"bar": bar_id, "on": today}));
        Ok(())
    })
}
