//! Withholding a person's name from the public, and showing it again.

use super::{keep_steps, reason_of};
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::person_step::{self, NewPersonStep};
use crate::store::{Conn, DbError, certificate, person};
use chrono::NaiveDate;
use serde_json::{Value, json};

/// Hides a person's name from the public, on every certificate and under every record of the person; the certificates
/// and their states stay to be seen. Answers how many certificates there are.
pub fn withhold(register: &Register, staff: &Staff, person_id: i64, reason: &str) -> ServiceResult<usize> {
    set(register, staff, person_id, reason, &HIDE)
}

/// Shows a withheld name again, under every record of the person.
pub fn show_again(register: &Register, staff: &Staff, person_id: i64, reason: &str) -> ServiceResult<()> {
    set(register, staff, person_id, reason, &SHOW).map(|_| ())
}

/// One direction of the two.
struct Direction {
    from: &'static str,
    to: &'static str,
    withheld: bool,
    /// A merged record stays merged, and comes back so if it is ever separated.
    merged: fn(&mut Conn, i64) -> Result<usize, DbError>,
    action: &'static str,
    step: &'static str,
    nothing: &'static str,
}

const HIDE: Direction = Direction {
    from: "active",
    to: "withheld",
    withheld: true,
    merged: person_step::withhold_merged,
    action: "person.withhold",
    step: "withheld",
    nothing: "refusal.withhold_nothing",
};

const SHOW: Direction = Direction {
    from: "withheld",
    to: "active",
    withheld: false,
    merged: person_step::show_merged,
    action: "person.show",
    step: "shown",
    nothing: "refusal.withhold_lifted",
};

fn set(register: &Register, staff: &Staff, person_id: i64, reason: &str, way: &Direction) -> ServiceResult<usize> {
    staff.require_everywhere(Action::WithholdName)?;
    let reason = reason_of(reason)?;
    let today = register.today();
    register.write(staff.actor(), |tx| {
        let record = whole_record(tx, person_id)?;
        let mut changed = Vec::new();
        for one in person::by_ids(tx.conn, &record)? {
            let said = match one.state.as_str() {
                state if state == way.from => {
                    person::set_state(tx.conn, one.id, way.to)?;
                    json!({"state": way.to})
                }
                // Whoever an unconfirmed submission entered stands in the results that it published.
                "provisional" if one.hidden != way.withheld => {
                    person::set_hidden(tx.conn, one.id, way.withheld)?;
                    json!({"hidden": way.withheld, "state": "provisional"})
                }
                "merged" if (way.merged)(tx.conn, one.id)? > 0 => json!({"state": "merged", "withheld": way.withheld}),
                _ => continue,
            };
            changed.push((one.id, said));
        }
        if changed.is_empty() {
            return Err(ServiceError::refused(way.nothing));
        }
        keep(tx, (register, staff), (way.action, record[0], changed), (way.step, today), &reason)?;
        Ok(certificate::of_persons(tx.conn, &record)?.len())
    })
}

/// The record that is kept, then those that were merged into it.
fn whole_record(tx: &mut Tx<'_>, person_id: i64) -> ServiceResult<Vec<i64>> {
    let asked = person::by_id(tx.conn, person_id)?;
    Ok(person::record_of(tx.conn, asked.merged_into.unwrap_or(asked.id))?)
}

/// Records what was changed. The reason stays with the person that is kept: the journal holds no such words, but the
/// digest of the row that does.
fn keep(
    tx: &mut Tx<'_>,
    (register, staff): (&Register, &Staff),
    (action, person_id, mut changed): (&str, i64, Vec<(i64, Value)>),
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
    let steps = keep_steps(tx, &register.keys, &[row])?;
    match changed.iter_mut().find(|(id, _)| *id == person_id) {
        Some((_, said)) => said["steps"] = steps,
        None => changed.push((person_id, json!({"steps": steps}))),
    }
    for (id, said) in changed {
        tx.record(action, &format!("person:{id}"), said);
    }
    Ok(())
}
