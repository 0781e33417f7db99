//! The workplace: signing in, one's own account, the accounts of an agency.

pub mod account;
pub mod accounts;
pub mod agencies;
pub mod agency;
pub mod agency_form;
pub mod awards;
pub mod certificate;
pub mod certificates;
pub mod client_words;
pub mod codes;
pub mod doubles;
pub mod event;
pub mod event_form;
mod event_next;
mod event_records;
pub mod event_words;
pub mod events;
pub mod export;
pub mod game;
mod game_board;
pub mod game_desk;
pub mod group;
pub mod invitation;
pub mod invite;
pub mod journal;
pub mod login;
pub mod mails;
pub mod matches;
pub mod merge;
pub mod notices;
pub mod objections;
pub mod pause;
pub mod people;
pub mod person;
pub mod person_name;
pub mod person_words;
pub mod prints;
pub mod queue;
pub mod record_place;
pub mod record_same;
mod record_words;
pub mod records;
pub mod renew;
pub mod reset;
pub mod run;
pub mod run_entries;
pub mod run_round;
mod run_words;
mod sent;
pub mod session;
mod slices;
pub mod slips;
mod unprintable;

use super::error::AppError;
use super::page::PageWith;
use super::shell::Shell;
use crate::service::ServiceResult;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// Runs a use case on a thread that may block.
pub async fn blocking<T, F>(work: F) -> Result<T, AppError>
where
    T: Send + 'static,
    F: FnOnce() -> ServiceResult<T> + Send + 'static,
{
    Ok(web::block(work).await.map_err(AppError::internal)??)
}

/// A page as the answer of a handler that sometimes answers otherwise.
pub fn page(request: &HttpRequest, status: StatusCode, template: impl Template) -> HttpResponse {
    PageWith(status, template).respond_to(request)
}

/// Leads to another page of ours after a form has done its work, so that reloading does not send it again.
pub fn see_other(shell: &Shell, path: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, shell.href(path))).finish()
}

/// What has just been done, said at the top of the page that follows. Only words of ours can be named.
fn done(shell: &Shell, query: &str) -> Option<String> {
    let what = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    let key = match what {
        "accepted" => "accounts.done.accepted",
        "signed-out" => "accounts.done.signed-out",
        "reset" => "accounts.done.reset",
        "password" => "accounts.done.password",
        "session" => "accounts.done.session",
        "sessions" => "accounts.done.sessions",
        "invited" => "accounts.done.invited",
        "renewed" => "accounts.done.renewed",
        "disabled" => "accounts.done.disabled",
        "enabled" => "accounts.done.enabled",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}

/// A one-time link that does not work, whatever the reason.
#[derive(Template)]
#[template(path = "staff/dead_link.html")]
struct DeadLink {
    shell: Shell,
}

/// The answer to a link that does not work.
fn dead_link(request: &HttpRequest, shell: Shell) -> HttpResponse {
    page(request, StatusCode::GONE, DeadLink { shell })
}

/// Whether a use case was refused because its link does not work.
fn is_dead_link(error: &crate::service::ServiceError) -> bool {
    matches!(error, crate::service::ServiceError::Refused { key: "refusal.link_dead", .. })
}
