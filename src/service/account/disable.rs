//! Disabling an account, and enabling it again.

use super::{Authority, sessions, subject};
use crate::domain::permission::Role;
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::account::{self, change, find, links};
use crate::store::agency;

/// Disables an account: its sessions and links end at once. Nobody disables themselves, and the last active
/// national administrator stays, since nobody could enable one again.
pub fn disable(register: &Register, by: Authority<'_>, account_id: i64) -> ServiceResult<()> {
    register.write(by.actor(), |tx| {
        let account = account::by_id(tx.conn, account_id)?;
        by.require_for(&account, &agency::by_id(tx.conn, account.agency_id)?)?;
        if matches!(by, Authority::Staff(staff) if staff.account_id == account_id) {
            return Err(ServiceError::refused("refusal.disable_self"));
        }
        if account.state == "disabled" {
            tx.nothing_to_record();
            return Ok(());
        }
        let admin = Role::NationalAdmin.key();
        if account.role == admin && account.state == "active" && find::count_of_role(tx.conn, admin, "active")? == 1 {
            return Err(ServiceError::refused("refusal.last_admin"));
        }
        change::state(tx.conn, account_id, "disabled")?;
        links::end_all(tx.conn, account_id, tx.now)?;
        sessions::end_all(tx, account_id, None)?;
        tx.record("account.disable", &subject(account_id), serde_json::json!({ "state": "disabled" }));
        Ok(())
    })
}

/// Enables an account again. Where no password was ever set it is invited once more, by a new link.
pub fn enable(register: &Register, by: Authority<'_>, account_id: i64) -> ServiceResult<()> {
    register.write(by.actor(), |tx| {
        let account = account::by_id(tx.conn, account_id)?;
        by.require_for(&account, &agency::by_id(tx.conn, account.agency_id)?)?;
        if account.state != "disabled" {
            tx.nothing_to_record();
            return Ok(());
        }
        let state = if account.password_hash.is_some() { "active" } else { "invited" };
        change::state(tx.conn, account_id, state)?;
        change::failures(tx.conn, account_id, 0, None)?;
        tx.record("account.enable", &subject(account_id), serde_json::json!({ "state": state }));
        Ok(())
    })
}
