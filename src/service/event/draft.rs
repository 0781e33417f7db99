//! Drafting and filing an event.

use super::{EventSettings, RecordSettings, digest, event_ref, find, require_state, subject};
use crate::domain::grade::Grade;
use crate::domain::permission::{Action, Role};
use crate::domain::recount::RuleSet;
use crate::domain::scheme::{self, Scheme};
use crate::mail::Message;
use crate::service::agency::require_authorised;
use crate::service::error::FieldError;
use crate::service::keys::{hex, random, sha256};
use crate::service::once::Once;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx, outbox};
use crate::store::agency;
use crate::store::event::{self, Event, NewEvent, NewSchemeVersion};
use chrono::{Duration, NaiveDate};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the form sends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventForm {
    /// The event's name.
    pub name: String,
    /// Where it is played.
    pub place: String,
    /// `county`, `city`, `province`, `national` or `world`.
    pub level: String,
    /// The scheme's id.
    pub scheme: String,
    /// First day.
    pub starts_on: Option<NaiveDate>,
    /// Last day.
    pub ends_on: Option<NaiveDate>,
    /// The groups held; empty: all of the scheme.
    pub groups: Vec<String>,
    /// Announced parameters.
    pub parameters: BTreeMap<String, String>,
    /// What is asked of game records.
    pub records: RecordSettings,
    /// The form's idempotency key.
    pub key: String,
}

/// Makes a draft for the agency of `staff`.
pub fn create(register: &Register, staff: &Staff, form: &EventForm) -> ServiceResult<Event> {
    let (scheme, settings) = read(form, None)?;
    // A form without a key makes a draft each time that it is sent.
    let once = match form.key.as_str() {
        "" => None,
        key => Some(Once::new(staff, "event", key, &format!("{form:?}"))?),
    };
    register.write(staff.actor(), |tx| {
        let holder = agency::by_id(tx.conn, staff.agency_id)?;
        staff.require(Action::EditEvent, &holder)?;
        require_authorised(&holder, register.today())?;
        let before = once.as_ref().map(|once| once.before(tx)).transpose()?;
        if let Some(before) = before.flatten() {
            tx.nothing_to_record();
            return Ok(event::by_slug(tx.conn, &before)?);
        }
        let version = keep_scheme(tx, &scheme)?;
        let slug = format!("{}-{}", holder.code, hex(&random::<4>()?));
        let row = NewEvent {
            slug: slug.clone(),
            agency_id: holder.id,
            name: form.name.trim().to_owned(),
            place: form.place.trim().to_owned(),
            level: form.level.clone(),
            scheme_id: scheme.id.clone(),
            scheme_version: version,
            // proven: `read` refuses a form without both days.
            starts_on: form.starts_on.unwrap_or_default(),
            ends_on: form.ends_on.unwrap_or_default(),
            state: "draft".to_owned(),
            reopened: false,
            settings: settings.to_json(),
            revision: 0,
            created_at: tx.now,
        };
        let id = event::insert(tx.conn, &row)?;
        event::step(tx.conn, id, "draft", Some(staff.account_id), tx.now, "")?;
        tx.record(
            "event.draft",
            &format!("event:{id}"),
            json!({
                "agency": holder.id,
                "scheme": row.scheme_id,
                "scheme_version": row.scheme_version,
                "settings": digest(&row.settings),
                "state": "draft",
            }),
        );
        if let Some(once) = &once {
            once.remember(tx, &slug)?;
        }
        Ok(event::by_id(tx.conn, id)?)
    })
}

/// Changes a draft. `revision` is the one that the form was made from: a draft changed since is not overwritten.
pub fn update(register: &Register, staff: &Staff, slug: &str, revision: i64, form: &EventForm) -> ServiceResult<Event> {
    register.write(staff.actor(), |tx| {
        let before = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&before, &["draft"])?;
        if before.revision != revision {
            return Err(ServiceError::refused("refusal.changed_meanwhile"));
        }
        let seed = EventSettings::from_json(&before.settings).lot_seed;
        let (scheme, settings) = read(form, Some(seed))?;
        let version = keep_scheme(tx, &scheme)?;
        let changed = Event {
            name: form.name.trim().to_owned(),
            place: form.place.trim().to_owned(),
            level: form.level.clone(),
            scheme_id: scheme.id.clone(),
            scheme_version: version,
            starts_on: form.starts_on.unwrap_or_default(),
            ends_on: form.ends_on.unwrap_or_default(),
            settings: settings.to_json(),
            revision: before.revision + 1,
            ..before
        };
        event::update(tx.conn, &changed)?;
        tx.record(
            "event.change",
            &subject(&changed),
            json!({
                "revision": changed.revision,
                "scheme": changed.scheme_id,
                "scheme_version": changed.scheme_version,
                "settings": digest(&changed.settings),
            }),
        );
        Ok(changed)
    })
}

/// Files a draft with the parent agency.
pub fn file(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<()> {
    register.write(staff.actor(), |tx| {
        let draft = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&draft, &["draft"])?;
        let holder = agency::by_id(tx.conn, draft.agency_id)?;
        require_authorised(&holder, register.today())?;
        event::set_state(tx.conn, draft.id, "filed")?;
        event::step(tx.conn, draft.id, "filed", Some(staff.account_id), tx.now, "")?;
        tx.record("event.file", &subject(&draft), json!({"state": "filed"}));
        let about = event_ref(tx.conn, &draft)?;
        let filed = Message::EventFiled { event: about.clone(), by: staff.name.clone() };
        outbox::to_roles(tx, &register.keys, holder.id, &[Role::AgencyManager], &filed)?;
        // Nobody is above the national office: its own reviewers decide on its events.
        let above = holder.parent_id.unwrap_or(holder.id);
        let approver = match holder.level.as_str() {
            "national" | "province" => Role::NationalReviewer,
            _ => Role::AgencyManager,
        };
        outbox::to_roles(tx, &register.keys, above, &[approver], &Message::EventApprovalNeeded { event: about })?;
        Ok(())
    })
}

/// Reads a form: the scheme in force on the event's last day, and the settings.
fn read(form: &EventForm, seed: Option<u64>) -> ServiceResult<(Arc<Scheme>, EventSettings)> {
    let mut wrong = Vec::new();
    let length = |text: &str, most: usize| (1..=most).contains(&text.trim().chars().count());
    if !length(&form.name, 60) {
        wrong.push(FieldError::new("name", "refusal.event_name"));
    }
    if !length(&form.place, 60) {
        wrong.push(FieldError::new("place", "refusal.event_place"));
    }
    if !["county", "city", "province", "national", "world"].contains(&form.level.as_str()) {
        wrong.push(FieldError::new("level", "refusal.event_level"));
    }
    match (form.starts_on, form.ends_on) {
        (Some(first), Some(last)) if first <= last && last - first <= Duration::days(60) => {}
        (Some(_), Some(_)) => wrong.push(FieldError::new("ends_on", "refusal.event_days")),
        (None, _) => wrong.push(FieldError::new("starts_on", "refusal.date_required")),
        (_, None) => wrong.push(FieldError::new("ends_on", "refusal.date_required")),
    }
    let Some(scheme) = scheme::builtin(&form.scheme, form.ends_on) else {
        wrong.push(FieldError::new("scheme", "refusal.scheme_unknown"));
        return Err(ServiceError::Invalid(wrong));
    };
    let groups: Vec<String> = if form.groups.is_empty() {
        scheme.groups.iter().map(|g| g.id.clone()).collect()
    } else {
        scheme.groups.iter().map(|g| g.id.clone()).filter(|id| form.groups.contains(id)).collect()
    };
    if groups.is_empty() {
        wrong.push(FieldError::new("groups", "refusal.group_required"));
    }
    if scheme.with_parameters(&form.parameters).is_err() {
        wrong.push(FieldError::new("parameters", "refusal.parameters"));
    }
    check_records(&form.records, &mut wrong);
    if !wrong.is_empty() {
        return Err(ServiceError::Invalid(wrong));
    }
    let lot_seed = match seed {
        Some(seed) => seed,
        // 53 bits, so that every reader of the JSON keeps the number exactly.
        None => u64::from_be_bytes(random()?) >> 11,
    };
    let (parameters, records) = (form.parameters.clone(), form.records.clone());
    Ok((scheme, EventSettings { groups, parameters, lot_seed, names_of_minors: false, records }))
}

/// The most komi in either direction, in half-points.
const KOMI: i32 = 200;

/// What an event asks of game records has to make sense.
fn check_records(asked: &RecordSettings, wrong: &mut Vec<FieldError>) {
    if asked.required_from.is_some_and(|rank| Grade::from_rank(rank).is_none()) {
        wrong.push(FieldError::new("records_from", "refusal.records_from"));
    }
    if asked.sample_percent > 100 {
        wrong.push(FieldError::new("records_sample", "refusal.records_sample"));
    }
    if asked.rules.as_deref().is_some_and(|key| RuleSet::of(key).is_none()) {
        wrong.push(FieldError::new("records_rules", "refusal.records_rules"));
    }
    if asked.komi_half.is_some_and(|komi| !(-KOMI..=KOMI).contains(&komi)) {
        wrong.push(FieldError::new("records_komi", "refusal.records_komi"));
    }
}

/// Keeps the scheme's text as it is used, so that it can be read years later; answers the version's name.
fn keep_scheme(tx: &mut Tx<'_>, scheme: &Scheme) -> ServiceResult<String> {
    let version = scheme.version.to_string();
    match event::scheme_version(tx.conn, &scheme.id, &version)? {
        Some(kept) if kept.toml == scheme.source_text() => {}
        // A built-in text that changed under the same version would rewrite the past.
        Some(_) => return Err(ServiceError::Internal(format!("scheme {} {version} changed", scheme.id))),
        None => {
            let row = NewSchemeVersion {
                scheme_id: scheme.id.clone(),
                version: version.clone(),
                toml: scheme.source_text().to_owned(),
                sha256: hex(&sha256(scheme.source_text().as_bytes())),
                recorded_at: tx.now,
            };
            event::insert_scheme_version(tx.conn, &row)?;
            tx.record("scheme.keep", &format!("scheme:{}/{version}", scheme.id), json!({"sha256": row.sha256}));
        }
    }
    Ok(version)
}
