//! The demo's clock: a page that only the demo has.

use super::error::AppError;
use super::form::{Fields, Form};
use super::page::Page;
use super::shell::Shell;
use super::state::AppState;
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono::Duration;

#[derive(Template)]
#[template(path = "demo_clock.html")]
struct ClockPage {
    now: String,
    shell: Shell,
}

/// The page.
pub async fn show(shell: Shell, state: web::Data<AppState>) -> Result<Page<impl Template>, AppError> {
    if state.mover.is_none() {
        return Err(AppError::not_found());
    }
    Ok(Page(ClockPage { now: shell.time(&state.register.now()), shell }))
}

/// Moves the clock forward by 1 to 60 days and begins a round of the jobs.
pub async fn advance(shell: Shell, state: web::Data<AppState>, form: Form<Fields>) -> Result<HttpResponse, AppError> {
    let Some(mover) = state.mover.clone() else { return Err(AppError::not_found()) };
    let days: i64 = form.0.get("days").parse().map_err(|_| AppError::bad_request("days"))?;
    if !(1..=60).contains(&days) {
        return Err(AppError::bad_request("days: 1–60"));
    }
    web::block(move || (mover.0)(Duration::days(days)))
        .await
        .map_err(AppError::internal)?
        .map_err(AppError::internal)?;
    (state.wake)();
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, shell.href("/demo/clock"))).finish())
}
