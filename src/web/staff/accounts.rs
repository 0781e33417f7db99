//! The accounts of an agency.

use super::account::{name_of, role_words};
use super::{blocking, done, page, see_other};
use crate::domain::permission::{Action, Reach, manages_role, reach};
use crate::service::account::{self, AccountView, Accounts, AgencyView, Authority};
use crate::service::{Register, ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Pager, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// Where the agencies are listed.
const AGENCIES: &str = "/staff/accounts";

/// Where the accounts of an agency are listed.
pub(super) fn list_path(agency: &str) -> String {
    format!("/staff/accounts/of/{agency}")
}

/// An agency with its name and the address of its list.
struct AgencyRow {
    view: AgencyView,
    name: String,
    list: String,
}

#[derive(Template)]
#[template(path = "staff/account_agencies.html")]
struct AgenciesPage {
    agencies: Vec<AgencyRow>,
    pager: Pager,
    shell: Shell,
}

/// What the address of a list asks for: the code or the login name after which the page begins.
#[derive(serde::Deserialize)]
pub struct Asked {
    after: Option<String>,
}

/// Which agency? Who manages the accounts of one only is led there.
pub async fn agencies(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let after = asked.into_inner().after.unwrap_or_default();
    let first = (!after.is_empty()).then_some(AGENCIES);
    let found = blocking(move || account::agencies(&register, &staff, &after)).await?;
    if let ([only], false) = (found.agencies.as_slice(), reach(user.role, Action::ManageAccount) == Reach::All) {
        return Ok(see_other(&shell, &list_path(&only.agency.code)));
    }
    let row = |view: AgencyView| AgencyRow {
        name: name_of(&shell, &view.agency).to_owned(),
        list: shell.href(&list_path(&view.agency.code)),
        view,
    };
    let agencies = found.agencies.into_iter().map(row).collect();
    let next = found.next.map(|code| format!("{AGENCIES}?after={code}"));
    let pager = Pager::new(&shell, shell.t("accounts.accounts.by-code"), first, next.as_deref());
    Ok(page(&request, StatusCode::OK, AgenciesPage { agencies, pager, shell }))
}

/// An account with its words.
struct Row {
    account: AccountView,
    role: String,
    state: Badge,
    own: bool,
    /// Of a role that only a national administrator changes.
    above: bool,
    disable: String,
    enable: String,
    renew: String,
}

#[derive(Template)]
#[template(path = "staff/accounts.html")]
struct AccountsPage {
    crumbs: Option<Crumbs>,
    done: Option<String>,
    problems: Problems,
    active: bool,
    invite: String,
    agency_name: String,
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

fn badge(shell: &Shell, state: &str) -> Badge {
    match state {
        "active" => Badge::new(Tone::Good, shell.t("accounts.state.active").to_owned()),
        "invited" => Badge::new(Tone::Waiting, shell.t("accounts.state.invited").to_owned()),
        _ => Badge::new(Tone::Past, shell.t("accounts.state.disabled").to_owned()),
    }
}

/// The way here, for whoever manages more than one agency.
pub(super) fn crumbs(shell: &Shell, user: &User) -> Option<Crumbs> {
    (reach(user.role, Action::ManageAccount) == Reach::All)
        .then(|| Crumbs::new(shell).step(shell, AGENCIES, shell.t("accounts.accounts.title").to_owned()))
}

/// The accounts of one agency.
pub async fn list(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    agency: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let after = asked.into_inner().after.unwrap_or_default();
    listed(&request, shell, &state, &user, (agency.into_inner(), after), Problems::none()).await
}

/// The list after a login name, with what was refused.
async fn listed(
    request: &HttpRequest,
    shell: Shell,
    state: &AppState,
    user: &User,
    (agency, after): (String, String),
    problems: Problems,
) -> Result<HttpResponse, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let here = list_path(&agency);
    let first = (!after.is_empty()).then(|| here.clone());
    let found = blocking(move || account::list_by_code(&register, &staff, &agency, &after)).await?;
    let Accounts { agency, accounts, next } = found;
    let next = next.map(|login| format!("{here}?after={login}"));
    let pager = Pager::new(&shell, shell.t("accounts.accounts.by-login"), first.as_deref(), next.as_deref());
    let at = |id: i64, what: &str| shell.href(&format!("/staff/accounts/{id}/{what}"));
    let rows = accounts.into_iter().map(|account| Row {
        role: role_words(&shell, account.role),
        state: badge(&shell, &account.state),
        own: account.id == user.account_id,
        above: !manages_role(user.role, account.role),
        disable: at(account.id, "disable"),
        enable: at(account.id, "enable"),
        renew: at(account.id, "renew"),
        account,
    });
    let rows = rows.collect();
    let invite = shell.href(&format!("{}/invite", list_path(&agency.code)));
    let status = problems.status();
    let list = AccountsPage {
        crumbs: crumbs(&shell, user),
        done: done(&shell, request.query_string()),
        problems,
        agency_name: name_of(&shell, &agency).to_owned(),
        active: agency.state == "active",
        invite,
        rows,
        pager,
        shell,
    };
    Ok(page(request, status, list))
}

#[derive(Template)]
#[template(path = "staff/account_disable.html")]
struct DisablePage {
    account: AccountView,
    role: String,
    button: String,
    action: String,
    back: String,
    shell: Shell,
}

/// What disabling an account means, before it happens.
pub async fn ask_disable(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    account: web::Path<i64>,
) -> Result<Page<impl Template>, AppError> {
    let (register, staff, id) = (state.register.clone(), user.staff.clone(), account.into_inner());
    let account = blocking(move || account::managed(&register, &staff, id)).await?;
    let role = role_words(&shell, account.role);
    let button = shell.fill("accounts.disable.button", &[("name", &account.name)]);
    let action = shell.href(&format!("/staff/accounts/{id}/disable"));
    let back = shell.href(&list_path(&account.agency));
    Ok(Page(DisablePage { account, role, button, action, back, shell }))
}

/// Does something to an account and leads back to its agency's list.
async fn change<T: Send + 'static>(
    request: HttpRequest,
    shell: Shell,
    state: &AppState,
    user: &User,
    (account_id, word): (i64, &str),
    act: fn(&Register, Authority<'_>, i64) -> ServiceResult<T>,
) -> Result<HttpResponse, AppError> {
    let (register, staff): (Register, Staff) = (state.register.clone(), user.staff.clone());
    let (agency, done) = blocking(move || {
        let agency = account::managed(&register, &staff, account_id)?.agency;
        Ok((agency, act(&register, Authority::Staff(&staff), account_id).map(drop)))
    })
    .await?;
    match done {
        Ok(()) => Ok(see_other(&shell, &format!("{}?done={word}", list_path(&agency)))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            listed(&request, shell, state, user, (agency, String::new()), problems).await
        }
    }
}

/// Disables an account.
pub async fn disable(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    account: web::Path<i64>,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    change(request, shell, &state, &user, (account.into_inner(), "disabled"), account::disable).await
}

/// Enables an account again.
pub async fn enable(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    account: web::Path<i64>,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    change(request, shell, &state, &user, (account.into_inner(), "enabled"), account::enable).await
}

/// Sends an invitation again.
pub async fn renew(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    account: web::Path<i64>,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    change(request, shell, &state, &user, (account.into_inner(), "renewed"), account::renew_invitation).await
}
