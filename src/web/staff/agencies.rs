//! The agencies that the reader may see.

use super::agency::{agency_path, standing_badge};
use super::blocking;
use super::event_words::{agency_name, level_words};
use crate::service::certificate::grade_of;
use crate::service::view::staff_agency;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Pager, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    after: Option<String>,
}

/// One agency.
struct Row {
    name: String,
    href: String,
    code: String,
    level: String,
    until: String,
    ceiling: Stone,
    state: Badge,
}

#[derive(Template)]
#[template(path = "staff/agencies.html")]
struct AgenciesPage {
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

/// The list.
pub async fn list(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<Page<impl Template>, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (today, after) = (register.today(), asked.after.clone().unwrap_or_default());
    let from = after.clone();
    let found = blocking(move || staff_agency::list(&register, &staff, &from)).await?;
    let first = (!after.is_empty()).then_some("/staff/agencies");
    let next = found.next.map(|code| format!("/staff/agencies?after={code}"));
    let rows = found.agencies.iter().map(|one| Row {
        name: agency_name(&shell, one),
        href: shell.href(&agency_path(&one.code, "")),
        level: level_words(&shell, &one.level).to_owned(),
        until: one.valid_to.map_or_else(|| shell.t("office.agency.no-end").to_owned(), |day| shell.date(&day)),
        ceiling: Stone::new(shell.lang, grade_of(one.ceiling)),
        state: standing_badge(&shell, one, today),
        code: one.code.clone(),
    });
    let rows = rows.collect();
    let pager = Pager::new(&shell, shell.t("accounts.accounts.by-code"), first, next.as_deref());
    Ok(Page(AgenciesPage { rows, pager, shell }))
}
