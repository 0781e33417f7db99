//! Agencies (代理机构): entered, changed, suspended and closed by the national office.

use crate::domain::area_code::AreaCode;
use crate::domain::grade::Grade;
use crate::domain::permission::Action;
use crate::service::error::FieldError;
use crate::service::{Actor, Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::agency::{self, Agency, NewAgency};
use crate::text::dates;
use chrono::NaiveDate;
use serde_json::json;

/// What the form sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgencyForm {
    /// The area code, or below the first level the parent's code, `-` and the six digits of the division.
    pub code: String,
    /// Name in Chinese.
    pub name_zh: String,
    /// Name in English.
    pub name_en: String,
    /// `province`, `city` or `county`.
    pub level: String,
    /// The agency above.
    pub parent_id: i64,
    /// The highest grade it may award.
    pub ceiling: Grade,
    /// First day of the authorisation.
    pub valid_from: NaiveDate,
    /// Last day of the authorisation.
    pub valid_to: Option<NaiveDate>,
}

/// Enters an agency.
pub fn add(register: &Register, staff: &Staff, form: &AgencyForm) -> ServiceResult<Agency> {
    staff.require_everywhere(Action::ManageAgency)?;
    register.write(staff.actor(), |tx| enter(tx, form))
}

/// Enters an agency within a transaction.
pub fn enter(tx: &mut Tx<'_>, form: &AgencyForm) -> ServiceResult<Agency> {
    let parent = agency::by_id(tx.conn, form.parent_id)?;
    let mut wrong = Vec::new();
    let area = area_of(form, &parent);
    if area.is_none() {
        wrong.push(FieldError::new("code", "refusal.agency_code"));
    }
    if agency::by_code(tx.conn, &form.code).is_ok() {
        wrong.push(FieldError::new("code", "refusal.agency_code_taken"));
    }
    for (field, name) in [("name_zh", &form.name_zh), ("name_en", &form.name_en)] {
        if !(1..=80).contains(&name.trim().chars().count()) {
            wrong.push(FieldError::new(field, "refusal.agency_name"));
        }
    }
    if form.valid_to.is_some_and(|last| last < form.valid_from) {
        wrong.push(FieldError::new("valid_to", "refusal.agency_days"));
    }
    let fits = matches!(
        (parent.level.as_str(), form.level.as_str()),
        ("national", "province") | ("province", "city" | "county") | ("city", "county")
    );
    if !fits {
        wrong.push(FieldError::new("level", "refusal.agency_level"));
    }
    if i64::from(form.ceiling.rank()) > parent.ceiling {
        wrong.push(FieldError::new("ceiling", "refusal.agency_ceiling"));
    }
    let (Some(area), true) = (area, wrong.is_empty()) else { return Err(ServiceError::Invalid(wrong)) };
    let row = NewAgency {
        code: form.code.clone(),
        area_code: area,
        name_zh: form.name_zh.trim().to_owned(),
        name_en: form.name_en.trim().to_owned(),
        level: form.level.clone(),
        parent_id: Some(parent.id),
        ceiling: i64::from(form.ceiling.rank()),
        state: "active".to_owned(),
        valid_from: form.valid_from,
        valid_to: form.valid_to,
        created_at: tx.now,
    };
    let id = agency::insert(tx.conn, &row)?;
    tx.record(
        "agency.enter",
        &format!("agency:{id}"),
        json!({"code": row.code, "parent": parent.id, "state": "active"}),
    );
    Ok(agency::by_id(tx.conn, id)?)
}

/// The area code of a new agency; none when its code does not fit its parent's.
fn area_of(form: &AgencyForm, parent: &Agency) -> Option<String> {
    if parent.level == "national" {
        form.code.parse::<AreaCode>().ok()?;
        return (form.code != parent.code).then(|| form.code.clone());
    }
    let (first, division) = form.code.split_once('-')?;
    let digits = division.len() == 6 && division.bytes().all(|b| b.is_ascii_digit());
    // The parent's code begins with the area code that it was entered under; its certificates may take a further one.
    let prefix = parent.code.split('-').next();
    (digits && Some(first) == prefix).then(|| parent.area_code.clone())
}

/// Refuses for an agency that the national office suspended or closed.
pub fn require_active(agency: &Agency) -> ServiceResult<()> {
    match agency.state.as_str() {
        "active" => Ok(()),
        "suspended" => Err(ServiceError::refused("refusal.agency_suspended")),
        _ => Err(ServiceError::refused("refusal.agency_closed")),
    }
}

/// Refuses unless an agency may act on a day: neither suspended nor closed, its authorisation in force.
pub fn require_authorised(agency: &Agency, on: NaiveDate) -> ServiceResult<()> {
    require_active(agency)?;
    let day = |key, date: NaiveDate| {
        let words = dates::both(date);
        ServiceError::refused_with(key, [("zh_day", words.zh), ("en_day", words.en)])
    };
    if on < agency.valid_from {
        return Err(day("refusal.agency_ahead", agency.valid_from));
    }
    match agency.valid_to.filter(|last| *last < on) {
        Some(last) => Err(day("refusal.agency_expired", last)),
        None => Ok(()),
    }
}

/// Suspends, reinstates or closes an agency. A suspended one files, confirms and issues nothing.
pub fn set_state(register: &Register, staff: &Staff, id: i64, state: &str, reason: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::ManageAgency)?;
    if !["active", "suspended", "closed"].contains(&state) {
        return Err(ServiceError::field("state", "refusal.agency_state"));
    }
    if !(2..=500).contains(&reason.trim().chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let before = agency::by_id(tx.conn, id)?;
        if before.level == "national" || before.state == state || before.state == "closed" {
            return Err(ServiceError::refused("refusal.agency_state"));
        }
        agency::set_state(tx.conn, id, state)?;
        agency::step(tx.conn, id, state, reason.trim(), Some(staff.account_id), tx.now)?;
        tx.record("agency.state", &format!("agency:{id}"), json!({"before": before.state, "state": state}));
        Ok(())
    })
}

/// Assigns an agency the area code from which its next certificates take their numbers: a further code of the
/// same province, when a series is full.
pub fn assign_area(register: &Register, staff: &Staff, id: i64, area: &str) -> ServiceResult<()> {
    staff.require_everywhere(Action::ManageAgency)?;
    let new: AreaCode = area.parse().map_err(|_| ServiceError::field("area", "refusal.agency_code"))?;
    register.write(staff.actor(), |tx| {
        let before = agency::by_id(tx.conn, id)?;
        let old: AreaCode = before.area_code.parse().map_err(|_| ServiceError::NotFound)?;
        if new.province() != old.province() || new == old {
            return Err(ServiceError::field("area", "refusal.agency_area"));
        }
        agency::set_area(tx.conn, id, &new.to_string())?;
        agency::step(tx.conn, id, "area", &new.to_string(), Some(staff.account_id), tx.now)?;
        tx.record("agency.area", &format!("agency:{id}"), json!({"area": new.to_string(), "before": before.area_code}));
        Ok(())
    })
}

/// Moves the last day of an agency's authorisation.
pub fn extend(register: &Register, staff: &Staff, id: i64, valid_to: Option<NaiveDate>) -> ServiceResult<()> {
    staff.require_everywhere(Action::ManageAgency)?;
    register.write(staff.actor(), |tx| {
        let before = agency::by_id(tx.conn, id)?;
        if valid_to.is_some_and(|last| last < before.valid_from) {
            return Err(ServiceError::field("valid_to", "refusal.agency_days"));
        }
        agency::set_valid_to(tx.conn, id, valid_to)?;
        let note = valid_to.map(|last| last.to_string()).unwrap_or_default();
        agency::step(tx.conn, id, "extended", &note, Some(staff.account_id), tx.now)?;
        tx.record("agency.extend", &format!("agency:{id}"), json!({"before": before.valid_to, "until": valid_to}));
        Ok(())
    })
}

/// Enters an agency on the authority of the command line.
pub fn add_as_system(register: &Register, form: &AgencyForm) -> ServiceResult<Agency> {
    register.write(Actor::System, |tx| enter(tx, form))
}
