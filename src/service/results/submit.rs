//! Submitting an event's results: checked once more, made into rows, awards proposed.

use super::attested::digest_of_answer;
use super::materialise::materialise;
use super::reasons::Reasons;
use super::recompute::recompute;
use super::roll;
use super::upload::{KEPT, check_again};
use crate::domain::finding::{Severity, kept};
use crate::domain::permission::{Action, Role};
use crate::domain::results::Report;
use crate::mail::Message;
use crate::service::event::{EventSettings, event_ref, find, require_state, subject};
use crate::service::{Register, ServiceError, ServiceResult, Staff, outbox, records};
use crate::store::kept_answer::{self, NewKeptAnswer};
use crate::store::upload::{self, Upload};
use crate::store::{agency, entry, event};
use chrono::Duration;
use serde_json::json;

/// Submits the results of every group of an event. Errors block; warnings need an acknowledgement; after the
/// deadline a reason (`waiver`) is needed.
pub fn submit(register: &Register, staff: &Staff, slug: &str, waiver: &str) -> ServiceResult<()> {
    let found = register.read(|conn| find(conn, staff, slug, Action::EditEvent))?;
    require_state(&found, &["approved", "returned"])?;
    let waiver = waiver.trim();
    if register.today() > found.ends_on + Duration::days(register.policy.results_due_days) && waiver.chars().count() < 4
    {
        return Err(ServiceError::field("waiver", "refusal.waiver_required"));
    }
    if register.today() < found.ends_on {
        return Err(ServiceError::refused("refusal.event_not_over"));
    }
    // What was ruled comes before what it settles is asked for.
    register.read(|conn| records::none_proposed(conn, &found))?;
    let checked = check_groups(register, &found)?;
    register.write(staff.actor(), |tx| {
        let now = event::by_id(tx.conn, found.id)?;
        require_state(&now, &["approved", "returned"])?;
        if now.revision != found.revision {
            return Err(ServiceError::refused("refusal.changed_meanwhile"));
        }
        records::none_proposed(tx.conn, &now)?;
        let holder = agency::by_id(tx.conn, now.agency_id)?;
        let current: Vec<i64> = upload::current_of(tx.conn, now.id)?.iter().map(|u| u.id).collect();
        let (mut players, mut warnings, mut version) = (0, 0, 0);
        let mut sheets = Vec::with_capacity(checked.len());
        let (mut answers, mut cases) = (serde_json::Map::new(), serde_json::Map::new());
        for (row, report) in &checked {
            if !current.contains(&row.id) {
                return Err(ServiceError::refused("refusal.changed_meanwhile"));
            }
            let sheet = report.sheet().ok_or_else(|| ServiceError::refused("refusal.results_refused"))?;
            // An upload that was submitted before, and returned without a new version, has its rows already.
            if entry::of_upload(tx.conn, row.id)?.is_empty() {
                cases.extend(materialise(&register.keys, tx, &now, &holder, &row.group_key, row.id, sheet)?);
            }
            let answer = to_keep(report)?;
            let kept = NewKeptAnswer { upload_id: row.id, answer, account_id: staff.account_id, at: tx.now };
            let digest = digest_of_answer(&register.keys, &kept);
            answers.insert(kept_answer::insert(tx.conn, &kept)?.to_string(), json!(digest));
            sheets.push((row, sheet));
            players += sheet.entries.len() as u32;
            warnings += report.count(Severity::Warning) as u32;
            version = version.max(row.version as u32);
        }
        roll::nobody_twice(tx.conn, &now)?;
        for (row, sheet) in sheets {
            recompute(tx, &now, &holder, row, sheet)?;
        }
        event::set_state(tx.conn, now.id, "submitted")?;
        if !waiver.is_empty() {
            event::step(tx.conn, now.id, "waiver", Some(staff.account_id), tx.now, waiver)?;
        }
        event::step(tx.conn, now.id, "submitted", Some(staff.account_id), tx.now, "")?;
        let uploads: Vec<i64> = checked.iter().map(|(row, _)| row.id).collect();
        tx.record(
            "event.submit",
            &subject(&now),
            json!({
                "answers": answers,
                "cases": cases,
                "late": !waiver.is_empty(),
                "state": "submitted",
                "uploads": uploads,
            }),
        );
        let message = Message::EventSubmitted {
            event: event_ref(tx.conn, &now)?,
            by: staff.name.clone(),
            version,
            players,
            warnings,
        };
        outbox::to_roles(tx, &register.keys, now.agency_id, &[Role::AgencyManager], &message)?;
        Ok(())
    })
}

/// The upload of each group, checked against the register as it is now, with nothing left that blocks.
fn check_groups(register: &Register, found: &event::Event) -> ServiceResult<Vec<(Upload, Report)>> {
    let settings = EventSettings::from_json(&found.settings);
    let current = register.read(|conn| Ok(upload::current_of(conn, found.id)?))?;
    let mut checked = Vec::new();
    for group in &settings.groups {
        // A group that nobody entered has no results; at least one group has some.
        let Some(row) = current.iter().find(|u| u.group_key == *group) else { continue };
        let report = check_again(register, found, row)?;
        let waiting = register.read(|conn| records::waiting_of(conn, found.id, group))?;
        if waiting > 0 {
            return Err(refused(register, found, group, "refusal.records_waiting", waiting));
        }
        if report.blocks() {
            let errors = report.count(Severity::Error);
            return Err(refused(register, found, group, "refusal.results_blocked", errors));
        }
        let open = Reasons::of(register, found, row)?.open(&report);
        if open > 0 {
            return Err(refused(register, found, group, "refusal.warnings_open", open));
        }
        checked.push((row.clone(), report));
    }
    if checked.is_empty() {
        return Err(ServiceError::refused("refusal.no_results"));
    }
    Ok(checked)
}

/// The report as it was answered, with everything that its page shows.
fn to_keep(report: &Report) -> ServiceResult<String> {
    let broken = |error: serde_json::Error| ServiceError::Internal(error.to_string());
    let mut answer = serde_json::to_value(report).map_err(broken)?;
    answer[KEPT] = kept::keep(&report.findings);
    serde_json::to_string(&answer).map_err(broken)
}

/// What stops a group's results, with how much of it there is.
fn refused(register: &Register, found: &event::Event, group: &str, key: &'static str, count: usize) -> ServiceError {
    match register.read(|conn| roll::group_words(conn, found, group)) {
        Ok(group) => ServiceError::refused_with(
            key,
            [("zh_group", group.zh), ("en_group", group.en), ("count", count.to_string())],
        ),
        Err(error) => error,
    }
}
