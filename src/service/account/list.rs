//! Accounts as those who manage them see them.

use super::Authority;
use super::fields::mail_of;
use crate::domain::permission::{Action, Reach, Role, reach};
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff};
use crate::store::account::{self, Account, find};
use crate::store::agency::{self, Agency};
use chrono::NaiveDateTime;

/// An account in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountView {
    /// The account.
    pub id: i64,
    /// Login name.
    pub login: String,
    /// The person's name.
    pub name: String,
    /// Mail address; none where the first administrator has not begun.
    pub mail: Option<String>,
    /// The role.
    pub role: Role,
    /// `invited`, `active` or `disabled`.
    pub state: String,
    /// Code of the agency.
    pub agency: String,
    /// When it was made, UTC.
    pub created_at: NaiveDateTime,
    /// No login before this moment, UTC, if that is still to come.
    pub locked_until: Option<NaiveDateTime>,
}

/// An agency with the number of its accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgencyView {
    /// The agency.
    pub agency: Agency,
    /// How many accounts it has.
    pub accounts: i64,
}

fn view(keys: &Keys, account: Account, agency: String, now: NaiveDateTime) -> ServiceResult<AccountView> {
    let role = Role::from_key(&account.role)
        .ok_or_else(|| ServiceError::Internal(format!("account {} has no role", account.id)))?;
    Ok(AccountView {
        id: account.id,
        mail: mail_of(keys, &account).ok().map(|mail| mail.to_string()),
        login: account.login,
        name: account.name,
        role,
        state: account.state,
        agency,
        created_at: account.created_at,
        locked_until: account.locked_until.filter(|until| now < *until),
    })
}

/// How many accounts or agencies a page shows.
pub const PAGE: usize = 50;

/// A page of the accounts of an agency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accounts {
    /// The agency.
    pub agency: Agency,
    /// The accounts, by login name.
    pub accounts: Vec<AccountView>,
    /// The login name after which the next page begins, where there is one.
    pub next: Option<String>,
}

/// The accounts of an agency after a login name, for those who may manage them.
pub fn list(register: &Register, staff: &Staff, agency_id: i64, after: &str) -> ServiceResult<Accounts> {
    let now = register.now();
    register.read(|conn| {
        let agency = agency::by_id(conn, agency_id)?;
        staff.require(Action::ManageAccount, &agency)?;
        let mut accounts = find::of_agency(conn, agency_id, after, PAGE as i64 + 1)?;
        let more = accounts.len() > PAGE;
        accounts.truncate(PAGE);
        let next = accounts.last().filter(|_| more).map(|last| last.login.clone());
        let views = accounts.into_iter().map(|a| view(&register.keys, a, agency.code.clone(), now));
        Ok(Accounts { accounts: views.collect::<ServiceResult<Vec<_>>>()?, agency, next })
    })
}

/// [`list`] by the agency's code.
pub fn list_by_code(register: &Register, staff: &Staff, code: &str, after: &str) -> ServiceResult<Accounts> {
    let agency = managed_agency(register, staff, code)?;
    list(register, staff, agency.id, after)
}

/// The agency of a code, for those who may manage its accounts.
pub fn managed_agency(register: &Register, staff: &Staff, code: &str) -> ServiceResult<Agency> {
    let agency = register.read(|conn| Ok(find::agency_by_code(conn, code)?))?.ok_or(ServiceError::NotFound)?;
    staff.require(Action::ManageAccount, &agency)?;
    Ok(agency)
}

/// An account, for those who may manage it.
pub fn managed(register: &Register, staff: &Staff, account_id: i64) -> ServiceResult<AccountView> {
    let now = register.now();
    register.read(|conn| {
        let account = account::by_id(conn, account_id)?;
        let agency = agency::by_id(conn, account.agency_id)?;
        Authority::Staff(staff).require_for(&account, &agency)?;
        view(&register.keys, account, agency.code, now)
    })
}

/// Every account, for the command line.
pub fn list_all(register: &Register) -> ServiceResult<Vec<AccountView>> {
    let now = register.now();
    let all = register.read(|conn| Ok(find::all(conn)?))?;
    all.into_iter().map(|(account, agency)| view(&register.keys, account, agency, now)).collect()
}

/// A page of agencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agencies {
    /// The agencies, by code.
    pub agencies: Vec<AgencyView>,
    /// The code after which the next page begins, where there is one.
    pub next: Option<String>,
}

/// The agencies after a code whose accounts a person may manage.
pub fn agencies(register: &Register, staff: &Staff, after: &str) -> ServiceResult<Agencies> {
    if reach(staff.role, Action::ManageAccount) == Reach::None {
        return Err(ServiceError::Forbidden);
    }
    register.read(|conn| {
        let all = agency::all(conn)?;
        let managed: Vec<i64> = all.iter().filter(|a| staff.may(Action::ManageAccount, a)).map(|a| a.id).collect();
        let mut found = find::agencies(conn, &managed, after, PAGE as i64 + 1)?;
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().filter(|_| more).map(|(last, _)| last.code.clone());
        let agencies = found.into_iter().map(|(agency, accounts)| AgencyView { agency, accounts }).collect();
        Ok(Agencies { agencies, next })
    })
}

/// The account of a login name, for the command line.
pub fn find_by_login(register: &Register, login: &str) -> ServiceResult<AccountView> {
    let login = super::fields::login_name(login).ok_or(ServiceError::NotFound)?;
    let now = register.now();
    register.read(|conn| {
        let account = find::by_login(conn, &login)?.ok_or(ServiceError::NotFound)?;
        let agency = agency::by_id(conn, account.agency_id)?.code;
        view(&register.keys, account, agency, now)
    })
}

/// One's own account and agency.
pub fn own(register: &Register, staff: &Staff) -> ServiceResult<(AccountView, Agency)> {
    let now = register.now();
    register.read(|conn| {
        let account = account::by_id(conn, staff.account_id)?;
        let agency = agency::by_id(conn, account.agency_id)?;
        Ok((view(&register.keys, account, agency.code.clone(), now)?, agency))
    })
}
