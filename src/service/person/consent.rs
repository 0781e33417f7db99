//! What is agreed to for a minor: that the record is kept, and that the name is published. Given and withdrawn by a
//! guardian (from fourteen on by the minor too), recorded with who said so and when.

use super::keep_steps;
use crate::domain::permission::Action;
use crate::service::error::FieldError;
use crate::service::view::name::OF_AGE;
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff};
use crate::store::person_step::{self, NewPersonStep, PersonStep};
use crate::store::{agency, person};
use chrono::{NaiveDate, NaiveDateTime};
use serde_json::json;

/// The longest that is written about who agreed, in characters.
const LONGEST: usize = 60;

/// What is agreed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// That the register keeps a record.
    Record,
    /// That the name is published in full.
    Publication,
}

impl Consent {
    /// What the table calls it given or withdrawn.
    pub const fn step(self, given: bool) -> &'static str {
        match (self, given) {
            (Consent::Record, true) => "record-agreed",
            (Consent::Record, false) => "record-withdrawn",
            (Consent::Publication, true) => "publication-agreed",
            (Consent::Publication, false) => "publication-withdrawn",
        }
    }

    /// The name in forms and in the journal.
    pub const fn key(self) -> &'static str {
        match self {
            Consent::Record => "record",
            Consent::Publication => "publication",
        }
    }

    /// The consent of a [`Consent::key`].
    pub fn from_key(key: &str) -> Option<Self> {
        [Consent::Record, Consent::Publication].into_iter().find(|one| one.key() == key)
    }
}

/// What the form sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsentForm {
    /// What is agreed to.
    pub what: Consent,
    /// Given, or withdrawn.
    pub given: bool,
    /// Who said so: a guardian's name and relation.
    pub who: String,
    /// The day on which it was said.
    pub on_day: Option<NaiveDate>,
}

/// Records that a guardian agreed, or does so no more. The public sees the name accordingly at once.
pub fn consent(register: &Register, staff: &Staff, person_id: i64, form: &ConsentForm) -> ServiceResult<()> {
    let today = register.today();
    let who = form.who.trim();
    let mut wrong = Vec::new();
    if !(2..=LONGEST).contains(&who.chars().count()) {
        wrong.push(FieldError::new("who", "refusal.consent_who"));
    }
    match form.on_day {
        None => wrong.push(FieldError::new("on_day", "refusal.date_required")),
        Some(day) if day > today => wrong.push(FieldError::new("on_day", "refusal.consent_ahead")),
        Some(_) => {}
    }
    let (Some(on_day), true) = (form.on_day, wrong.is_empty()) else { return Err(ServiceError::Invalid(wrong)) };
    register.write(staff.actor(), |tx| {
        let minor = person::by_id(tx.conn, person_id)?;
        staff.require(Action::ChangePerson, &agency::by_id(tx.conn, minor.entered_by)?)?;
        if !matches!(minor.state.as_str(), "active" | "withheld") {
            return Err(ServiceError::refused("refusal.person_merged"));
        }
        if minor.birth.and_then(|birth| today.years_since(birth)).is_some_and(|age| age >= OF_AGE) {
            return Err(ServiceError::refused("refusal.consent_of_age"));
        }
        if minor.birth.is_some_and(|birth| on_day < birth) {
            return Err(ServiceError::field("on_day", "refusal.consent_born"));
        }
        let (mut record, mut publication) = (minor.guardian_consent, minor.publication_consent);
        let now = match form.what {
            Consent::Record => &mut record,
            Consent::Publication => &mut publication,
        };
        if std::mem::replace(now, form.given) == form.given {
            return Err(ServiceError::field("given", "refusal.person_same"));
        }
        let place = place(person_id, tx.now);
        let step = |what: Consent| -> ServiceResult<NewPersonStep> {
            Ok(NewPersonStep {
                person_id,
                step: what.step(form.given).to_owned(),
                on_day,
                who_sealed: Some(register.keys.seal(&place, who.as_bytes())?),
                note: String::new(),
                account_id: staff.account_id,
                recorded_at: tx.now,
            })
        };
        let mut rows = vec![step(form.what)?];
        // Whoever takes back that the child is kept on record does not go on agreeing that its name is shown.
        let hides = form.what == Consent::Record && !form.given && publication;
        if hides {
            publication = false;
            rows.push(step(Consent::Publication)?);
        }
        person_step::set_consents(tx.conn, person_id, record, publication)?;
        let steps = keep_steps(tx, &register.keys, &rows)?;
        let mut said = json!({"steps": steps, (form.what.key()): form.given});
        if hides {
            said[Consent::Publication.key()] = json!(false);
        }
        tx.record("person.consent", &format!("person:{person_id}"), said);
        Ok(())
    })
}

/// Who agreed, for whoever may know. A seal of another key opens nothing, and hinders nothing.
pub fn who(keys: &Keys, step: &PersonStep) -> Option<String> {
    keys.open_text(&place(step.person_id, step.recorded_at), step.who_sealed.as_deref()?).ok()
}

/// The place for which the name of who agreed is sealed.
fn place(person_id: i64, at: NaiveDateTime) -> String {
    format!("person_step.who/{person_id}/{}", at.and_utc().timestamp_micros())
}
