//! The first start: a register without accounts offers one link, with which the first administrator begins.

use super::links::{self, Purpose};
use super::{INVITATION_FOR, subject};
use crate::clock::beijing_date;
use crate::domain::permission::Role;
use crate::service::{Actor, Register, ServiceError, ServiceResult, Tx};
use crate::store::account::{self, NewAccount, find};
use crate::store::agency::{self, NewAgency};
use crate::text::{self, Lang};
use chrono::NaiveDateTime;

/// The code of the national office.
const NATIONAL_OFFICE: &str = "000";
/// The national office awards every grade of the ladder, 8段 (rank 33) included.
const HIGHEST: i64 = 33;

/// The link with which the first administrator begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstStart {
    /// The page, from the register's address on.
    pub path: String,
    /// Until when it works, UTC.
    pub ends_at: NaiveDateTime,
}

/// Makes the link of the first administrator, or a new one while nobody has used it. None once there are accounts.
pub fn first_start(register: &Register) -> ServiceResult<Option<FirstStart>> {
    register.write(Actor::System, |tx| {
        let account_id = match find::count(tx.conn)? {
            0 => Some(first_account(tx)?),
            1 => the_waiting_one(tx)?,
            _ => None,
        };
        let Some(account_id) = account_id else {
            tx.nothing_to_record();
            return Ok(None);
        };
        let made = links::make(tx, account_id, Purpose::Invitation, INVITATION_FOR)?;
        Ok(Some(FirstStart { path: made.path, ends_at: made.ends_at }))
    })
}

/// The only account, if it is the first administrator's and nobody has taken it yet.
fn the_waiting_one(tx: &mut Tx<'_>) -> ServiceResult<Option<i64>> {
    let all = find::all(tx.conn)?;
    Ok(all.into_iter().find(|(a, _)| a.state == "invited" && a.mail_index.is_empty()).map(|(a, _)| a.id))
}

/// The account without a person: whoever opens the link says who they are.
fn first_account(tx: &mut Tx<'_>) -> ServiceResult<i64> {
    let agency_id = national_office(tx)?;
    let row = NewAccount {
        login: "first-administrator".to_owned(),
        name: text::text(Lang::Zh, "role.national-admin").to_owned(),
        mail_sealed: Vec::new(),
        mail_index: Vec::new(),
        password_hash: None,
        role: Role::NationalAdmin.key().to_owned(),
        agency_id,
        state: "invited".to_owned(),
        lang: Lang::default().code().to_owned(),
        failures: 0,
        locked_until: None,
        created_at: tx.now,
    };
    let id = account::insert(tx.conn, &row)?;
    let payload = serde_json::json!({ "agency": agency_id, "role": row.role, "state": row.state });
    tx.record("account.invite", &subject(id), payload);
    Ok(id)
}

/// The agency of a code; the national office is made where it is missing, since the command line may add the
/// first account before anything else is there.
pub fn agency_for_invitation(register: &Register, code: &str) -> ServiceResult<i64> {
    match register.read(|conn| Ok(find::agency_by_code(conn, code)?))? {
        Some(agency) => Ok(agency.id),
        None if code == NATIONAL_OFFICE => register.write(Actor::System, |tx| {
            tx.nothing_to_record();
            national_office(tx)
        }),
        None => Err(ServiceError::field("agency", "refusal.agency_unknown")),
    }
}

/// The national office's row, made where it is missing.
pub fn national_office(tx: &mut Tx<'_>) -> ServiceResult<i64> {
    if let Some(office) = find::agency_by_code(tx.conn, NATIONAL_OFFICE)? {
        return Ok(office.id);
    }
    let row = NewAgency {
        code: NATIONAL_OFFICE.to_owned(),
        area_code: NATIONAL_OFFICE.to_owned(),
        name_zh: text::text(Lang::Zh, "accounts.national_office").to_owned(),
        name_en: text::text(Lang::En, "accounts.national_office").to_owned(),
        level: "national".to_owned(),
        parent_id: None,
        ceiling: HIGHEST,
        state: "active".to_owned(),
        valid_from: beijing_date(tx.now.and_utc()),
        valid_to: None,
        created_at: tx.now,
    };
    let id = agency::insert(tx.conn, &row)?;
    let payload = serde_json::json!({
        "area_code": row.area_code, "ceiling": row.ceiling, "code": row.code, "level": row.level,
        "parent": null, "state": row.state, "valid_from": row.valid_from.to_string(),
    });
    tx.record("agency.add", &format!("agency:{id}"), payload);
    Ok(id)
}
