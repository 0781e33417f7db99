//! Changing a person's data. "It was always so" and "it is so from a day on" are two operations: the first
//! corrects what the register shows for the past, the second does not.

use crate::domain::name::{PersonName, search_key};
use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency;
use crate::store::person::{self, NewPersonChange, Person};
use chrono::NaiveDate;
use serde_json::json;

/// Which of the two operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A slip of the pen: it was never as recorded.
    Typo,
    /// A real change, from a day on: the past stays as it was.
    Change,
}

/// What the form sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeForm {
    /// `name`, `region`, `birth` or `sex`.
    pub field: String,
    /// The new value.
    pub value: String,
    /// Typo or change.
    pub kind: ChangeKind,
    /// The day from which a real change holds.
    pub effective_on: Option<NaiveDate>,
    /// Why.
    pub reason: String,
}

/// Records a change. Certificates are frozen copies and stay; a corrected one is a further copy.
pub fn change(register: &Register, staff: &Staff, person_id: i64, form: &ChangeForm) -> ServiceResult<()> {
    let reason = form.reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let before = person::by_id(tx.conn, person_id)?;
        staff.require(Action::ChangePerson, &agency::by_id(tx.conn, before.entered_by)?)?;
        if !matches!(before.state.as_str(), "active" | "withheld") {
            return Err(ServiceError::refused("refusal.person_merged"));
        }
        let Applied { after, old, new } = apply(&before, &form.field, form.value.trim())?;
        let effective_on = match form.kind {
            ChangeKind::Typo => register.today(),
            ChangeKind::Change => {
                let day =
                    form.effective_on.ok_or_else(|| ServiceError::field("effective_on", "refusal.date_required"))?;
                // Nobody is born on another day from a day on, and what is to come is not so yet.
                if form.field == "birth" {
                    return Err(ServiceError::field("kind", "refusal.birth_changes"));
                }
                if day > register.today() {
                    return Err(ServiceError::field("effective_on", "refusal.change_ahead"));
                }
                day
            }
        };
        if old == new {
            return Err(ServiceError::field("value", "refusal.person_same"));
        }
        person::update(tx.conn, &after)?;
        let kind = if form.kind == ChangeKind::Typo { "typo" } else { "change" };
        let row = NewPersonChange {
            person_id,
            field: form.field.clone(),
            old_value: old,
            new_value: new,
            kind: kind.to_owned(),
            effective_on,
            recorded_at: tx.now,
            account_id: staff.account_id,
            reason: reason.to_owned(),
            undone_at: None,
        };
        let id = person::insert_person_change(tx.conn, &row)?;
        tx.record(
            "person.change",
            &format!("person:{person_id}"),
            json!({"change": id, "field": form.field, "kind": kind}),
        );
        Ok(())
    })
}

/// Undoes a change: a new entry that restores the value before, lossless.
pub fn undo_change(register: &Register, staff: &Staff, person_id: i64, change_id: i64) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let done = person::by_id_person_change(tx.conn, change_id)?;
        if done.person_id != person_id {
            return Err(ServiceError::NotFound);
        }
        let before = person::by_id(tx.conn, done.person_id)?;
        staff.require(Action::ChangePerson, &agency::by_id(tx.conn, before.entered_by)?)?;
        if done.undone_at.is_some() || done.kind == "merge" {
            return Err(ServiceError::refused("refusal.change_undone"));
        }
        let Applied { after, old: current, .. } = apply(&before, &done.field, &done.old_value)?;
        // Read once more: earlier entries kept the value as it was typed.
        if current != apply(&before, &done.field, &done.new_value)?.new {
            return Err(ServiceError::refused("refusal.changed_meanwhile"));
        }
        person::update(tx.conn, &after)?;
        person::mark_undone(tx.conn, change_id, tx.now)?;
        tx.record(
            "person.undo",
            &format!("person:{}", done.person_id),
            json!({"change": change_id, "field": done.field}),
        );
        Ok(())
    })
}

/// A person with a field set.
struct Applied {
    after: Person,
    /// The field's value before.
    old: String,
    /// Its value now, as the register keeps it.
    new: String,
}

/// Sets a field. An empty value is "not known".
fn apply(before: &Person, field: &str, value: &str) -> ServiceResult<Applied> {
    let mut after = before.clone();
    let wrong = || ServiceError::field("value", "refusal.person_value");
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let (old, new) = match field {
        "name" => {
            let name = PersonName::read(value).map_err(|_| wrong())?.as_str().to_owned();
            after.name_key = search_key(&name);
            (std::mem::replace(&mut after.name, name.clone()), name)
        }
        "region" => {
            let region = value.parse::<crate::domain::area_code::AreaCode>().map_err(|_| wrong())?.to_string();
            (std::mem::replace(&mut after.region, region.clone()), region)
        }
        "birth" => {
            let birth = if value.is_empty() { None } else { Some(value.parse::<NaiveDate>().map_err(|_| wrong())?) };
            let text = |day: Option<NaiveDate>| day.map(|d| d.to_string()).unwrap_or_default();
            (text(std::mem::replace(&mut after.birth, birth)), text(birth))
        }
        "sex" => {
            if !["", "female", "male"].contains(&value) {
                return Err(wrong());
            }
            (std::mem::replace(&mut after.sex, some(value)).unwrap_or_default(), value.to_owned())
        }
        _ => return Err(ServiceError::field("field", "refusal.person_field")),
    };
    Ok(Applied { after, old, new })
}
