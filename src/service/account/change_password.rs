//! Changing one's own password.

use super::links::password_errors;
use super::{Passwords, fields, login::pause_after, sessions, subject};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::account::{self, change, links};

/// Sets a new password for whoever knows the present one; all other sessions of the account end.
///
/// A wrong present password counts like a failed login: a session left open is no place to guess it.
pub fn change_password(
    register: &Register,
    passwords: &Passwords,
    staff: &Staff,
    session_id: i64,
    present: &str,
    (password, repeated): (&str, &str),
) -> ServiceResult<()> {
    fields::refuse_if_any(password_errors(password, repeated, &staff.login))?;
    let now = register.now();
    let account = register.read(|conn| Ok(account::by_id(conn, staff.account_id)?))?;
    let locked = account.locked_until.is_some_and(|until| now < until);
    let known = account.password_hash.as_deref().filter(|_| !locked);
    if !passwords.verify(present, known) {
        register.write(staff.actor(), |tx| {
            tx.nothing_to_record();
            let account = account::by_id(tx.conn, staff.account_id)?;
            if account.locked_until.is_none_or(|until| until <= tx.now) {
                let failures = account.failures + 1;
                let until = pause_after(failures).map(|pause| tx.now + pause);
                change::failures(tx.conn, account.id, failures, until)?;
            }
            Ok(())
        })?;
        return Err(ServiceError::field("present", "refusal.password_present"));
    }
    if present == password {
        return Err(ServiceError::field("password", "refusal.password_same"));
    }
    let hash = passwords.hash(password)?;
    register.write(staff.actor(), |tx| {
        change::password(tx.conn, staff.account_id, &hash)?;
        links::end_all(tx.conn, staff.account_id, tx.now)?;
        sessions::end_all(tx, staff.account_id, Some(session_id))?;
        tx.record("account.password", &subject(staff.account_id), serde_json::json!({ "by": "self" }));
        Ok(())
    })
}
