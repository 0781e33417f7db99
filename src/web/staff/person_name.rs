//! Whether a person's name is public: what is agreed to for a minor, and names that are withheld.

use super::person::{Sent, act};
use crate::domain::permission::Action;
use crate::service::ServiceError;
use crate::service::person::{self, Consent, ConsentForm};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};

/// Records what a guardian agreed to, or withdrew.
pub async fn consent(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let sent = Sent { request, shell, state, user, id: id.into_inner(), fields };
    act(sent, "consent", "consent", Action::ChangePerson, |register, staff, id, typed| {
        let chosen = |field| ServiceError::field(field, "refusal.consent_choice");
        let form = ConsentForm {
            what: Consent::from_key(typed.get("what")).ok_or_else(|| chosen("what"))?,
            given: match typed.get("given") {
                "given" => true,
                "withdrawn" => false,
                _ => return Err(chosen("given")),
            },
            who: typed.get("who").to_owned(),
            on_day: typed.trimmed("on_day").parse().ok(),
        };
        person::consent(register, staff, id, &form)
    })
    .await
}

/// Withholds the name from the public.
pub async fn withhold(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let sent = Sent { request, shell, state, user, id: id.into_inner(), fields };
    act(sent, "withhold", "withheld", Action::WithholdName, |register, staff, id, typed| {
        person::withhold(register, staff, id, typed.get("reason")).map(|_| ())
    })
    .await
}

/// Shows a withheld name again.
pub async fn show_again(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let sent = Sent { request, shell, state, user, id: id.into_inner(), fields };
    act(sent, "withhold", "shown", Action::WithholdName, |register, staff, id, typed| {
        person::show_again(register, staff, id, typed.get("reason"))
    })
    .await
}
