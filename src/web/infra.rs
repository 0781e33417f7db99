//! What machines ask for.

use super::bind::CookiePolicy;
use super::error::AppError;
use super::state::AppState;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use std::sync::Arc;
use std::time::Duration;
use subtle::ConstantTimeEq;

/// How long the database may take to answer the health check.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether we and what we depend on are up: `ok`, or 503 with the reason in the log.
pub async fn healthz(state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let check = Arc::clone(&state.health);
    let answer = tokio::time::timeout(PATIENCE, web::block(move || check())).await;
    match answer {
        Ok(Ok(Ok(()))) => Ok(HttpResponse::Ok().content_type("text/plain").body("ok\n")),
        Ok(Ok(Err(reason))) => Err(AppError::unavailable(5).caused_by(reason)),
        Ok(Err(error)) => Err(AppError::unavailable(5).caused_by(error)),
        Err(_) => Err(AppError::unavailable(5).caused_by("the health check took too long")),
    }
}

/// The figures, for this machine or for whoever holds the token. To everybody else the address does not exist.
pub async fn metrics(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let allowed = match &state.settings.metrics_token {
        Some(token) => {
            let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
            given
                .and_then(|value| value.strip_prefix("Bearer "))
                .is_some_and(|given| bool::from(given.as_bytes().ct_eq(token.as_bytes())))
        }
        None => {
            state.settings.cookies == CookiePolicy::Local
                && request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        }
    };
    if !allowed {
        return Err(AppError::not_found());
    }
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(state.metrics.text()))
}

/// Search engines may list what is for everybody; certificates, persons and the workplace are asked for by
/// those who need them.
pub async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body("User-agent: *\nDisallow: /c/\nDisallow: /people/\nDisallow: /staff\nDisallow: /api/\n")
}
