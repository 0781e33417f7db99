//! Whether a person's name is public: what is agreed to for a minor, and names that are withheld.

use super::person::act;
use super::sent::Sent;
use crate::domain::permission::Action;
use crate::service::ServiceError;
use crate::service::person::{self, Consent, ConsentForm};
use crate::web::error::AppError;
use actix_web::{HttpResponse, web};

/// Records what a guardian agreed to, or withdrew.
pub async fn consent(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    act(sent, id.into_inner(), "consent", "consent", Action::ChangePerson, |register, staff, id, typed| {
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
pub async fn withhold(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    withholding(sent, id.into_inner(), "withheld", true).await
}

/// Shows a withheld name again.
pub async fn show_again(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    withholding(sent, id.into_inner(), "shown", false).await
}

async fn withholding(sent: Sent, id: i64, done: &str, hide: bool) -> Result<HttpResponse, AppError> {
    act(sent, id, "withhold", done, Action::WithholdName, move |register, staff, id, typed| {
        let reason = typed.get("reason");
        match hide {
            true => person::withhold(register, staff, id, reason).map(|_| ()),
            false => person::show_again(register, staff, id, reason),
        }
    })
    .await
}
