//! Withholding a person's name from the public, and showing it again.

use super::reason_of;
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::person_step::{self, NewPersonStep};
use crate::store::{certificate, person};
use chrono::NaiveDate;
use serde_json::json;

/// Hides a person's name from the public, on every certificate and under every record of the person; the certificates
/// and their states stay to be seen. Answers how many certificates there are.
pub fn withhold(register: &Register, staff: &Staff, person_id: i64, reason: &str) -> ServiceResult<usize> {
    staff.require_everywhere(Action::WithholdName)?;
    let reason = reason_of(reason)?;
    let today = register.today();
    register.write(staff.actor(), |tx| {
        let record = whole_record(tx, person_id)?;
        let mut changed = 0;
        for one in person::by_ids(tx.conn, &record)? {
            let hidden = match one.state.as_str() {
                "active" => {
                    person::set_state(tx.conn, one.id, "withheld")?;
                    json!({"state": "withheld"})
                }
                // It stays merged, and comes back withheld if it is ever separated.
                "merged" if person_step::withhold_merged(tx.conn, one.id)? > 0 => {
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
        keep(tx, staff, record[0], ("withheld", today), &reason)?;
        Ok(certificate::of_persons(tx.conn, &record)?.len())
    })
}

/// Shows a withheld name again, under every record of the person.
pub fn show_again(register: &Register, staff: &Staff, person_id: i64, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::WithholdName)?;
    let reason = reason_of(reason)?;
    let today = register.today();
    register.write(staff.actor(), |tx| {
        let record = whole_record(tx, person_id)?;
        let mut changed = 0;
        for one in person::by_ids(tx.conn, &record)? {
            let shown = match one.state.as_str() {
                "withheld" => {
                    person::set_state(tx.conn, one.id, "active")?;
                    json!({"state": "active"})
                }
                "merged" if person_step::show_merged(tx.conn, one.id)? > 0 => {
                    json!({"state": "merged", "withheld": false})
                }
                _ => continue,
            };
            tx.record("person.show", &format!("person:{}", one.id), shown);
            changed += 1;
        }
        if changed == 0 {
            return Err(ServiceError::refused("refusal.withhold_lifted"));
        }
        keep(tx, staff, record[0], ("shown", today), &reason)
    })
}

/// The record that is kept, then those that were merged into it.
fn whole_record(tx: &mut Tx<'_>, person_id: i64) -> ServiceResult<Vec<i64>> {
    let asked = person::by_id(tx.conn, person_id)?;
    Ok(person::record_of(tx.conn, asked.merged_into.unwrap_or(asked.id))?)
}

/// The reason stays with the person: the journal holds no such words.
fn keep(
    tx: &mut Tx<'_>,
    staff: &Staff,
    person_id: i64,
    (step, on_day): (&str, NaiveDate),
    reason: &str,
) -> ServiceResult<()> {
    let row = NewPersonStep {
        person_id,
        step: step.to_owned(),
        on_day,
        who_sealed: None,
        note: reason.to_owned(),
        account_id: staff.account_id,
        recorded_at: tx.now,
    };
    person_step::insert(tx.conn, &row)?;
    Ok(())
}
