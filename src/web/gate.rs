//! The gate before every handler: built from the handler's entry in the table, so that no handler runs
//! without one.

use super::edge::Context;
use super::error::AppError;
use super::routes::{Audience, Entry, Needs, Verb};
use super::state::AppState;
use super::throttle::Pace;
use super::user::{CurrentUser, Signed};
use super::{body, cookies, csrf};
use crate::domain::permission::{self, Reach};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform};
use actix_web::http::header;
use actix_web::{Error, HttpMessage, web};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Ready, ready};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;

/// What is escaped in the value of a query.
const IN_A_VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The address of the sign-in page.
pub const SIGN_IN: &str = "/staff/login";

/// Enforces one entry of the table.
pub struct Gate {
    index: usize,
    entry: &'static Entry,
}

impl Gate {
    /// The gate of the entry with this number.
    pub fn new(index: usize, entry: &'static Entry) -> Self {
        Self { index, entry }
    }
}

impl<S> Transform<S, ServiceRequest> for Gate
where
    S: Service<ServiceRequest, Response = ServiceResponse, Error = Error> + 'static,
{
    type Response = ServiceResponse;
    type Error = Error;
    type Transform = GateService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, handler: S) -> Self::Future {
        ready(Ok(GateService { handler: Rc::new(handler), index: self.index, entry: self.entry }))
    }
}

/// See [`Gate`].
pub struct GateService<S> {
    handler: Rc<S>,
    index: usize,
    entry: &'static Entry,
}

impl<S> Service<ServiceRequest> for GateService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse, Error = Error> + 'static,
{
    type Response = ServiceResponse;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<ServiceResponse, Error>>;

    actix_web::dev::forward_ready!(handler);

    fn call(&self, mut request: ServiceRequest) -> Self::Future {
        let entry = self.entry;
        let client = Context::set_route(&request, self.index);
        // proven: `configure` puts the state there before any route.
        let Some(state) = request.app_data::<web::Data<AppState>>().cloned() else {
            let refused = request.error_response(AppError::internal("the gate has no state"));
            return Box::pin(ready(Ok(refused)));
        };
        if let Err(error) = before_reading(entry, &state, &request, client) {
            return Box::pin(ready(Ok(request.error_response(error))));
        }
        if entry.verb == Verb::Post {
            let payload = request.take_payload();
            request.set_payload(body::limited(payload, entry.body.0));
        }
        let handler = Rc::clone(&self.handler);
        Box::pin(async move {
            if entry.audience == Audience::Staff {
                match admit(entry.needs, &state, &request).await {
                    Ok(user) => drop(request.extensions_mut().insert(Signed(Rc::new(user)))),
                    Err(error) => return Ok(request.error_response(error)),
                }
            }
            let http = request.request().clone();
            match AssertUnwindSafe(handler.call(request)).catch_unwind().await {
                Ok(answer) => answer.or_else(|error| Ok(ServiceResponse::from_err(error, http))),
                Err(_) => Ok(ServiceResponse::from_err(AppError::internal("the handler panicked"), http)),
            }
        })
    }
}

/// What can be refused from the head of the request alone.
fn before_reading(entry: &Entry, state: &AppState, request: &ServiceRequest, client: u128) -> Result<(), AppError> {
    if entry.pace != Pace::General {
        state.throttle.check(entry.pace, client).map_err(|wait| {
            state.metrics.throttled();
            AppError::too_many(wait.seconds())
        })?;
    }
    // No text of ours has it, and PostgreSQL stores no such text.
    if request.uri().path_and_query().is_some_and(|address| address.as_str().contains("%00")) {
        return Err(AppError::nul());
    }
    if entry.verb == Verb::Get {
        return Ok(());
    }
    if entry.audience != Audience::Api && !csrf::same_origin(request.request()) {
        return Err(AppError::foreign_form());
    }
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    match announced {
        Some(length) if length > entry.body.0 as u64 => Err(AppError::too_large(entry.body.0)),
        _ => Ok(()),
    }
}

/// Who comes, if they may.
async fn admit(needs: Needs, state: &AppState, request: &ServiceRequest) -> Result<CurrentUser, AppError> {
    let token = cookies::read(request.request(), state.settings.cookies, cookies::Name::Session);
    let user = match token {
        Some(token) => state.sessions.find(token).await?,
        None => None,
    };
    let Some(user) = user else { return Err(to_the_door(request)) };
    let may = match needs {
        Needs::Account => true,
        Needs::May(action) => permission::reach(user.role, action) != Reach::None,
        Needs::Nothing => false,
    };
    if may { Ok(user) } else { Err(AppError::forbidden()) }
}

/// A reader is led to the sign-in page and back; a program is told.
fn to_the_door(request: &ServiceRequest) -> AppError {
    if request.method().is_safe() && !super::error_page::wants_json(request.request()) {
        let here = request.uri().path_and_query().map_or("/staff", |p| p.as_str());
        let back = utf8_percent_encode(here, IN_A_VALUE);
        AppError::see_other(format!("{SIGN_IN}?next={back}"))
    } else {
        AppError::sign_in_first()
    }
}

/// Where to go after signing in: only to a page of the workplace on this server.
pub fn safe_next(next: Option<&str>) -> &str {
    match next {
        Some(path)
            if (path == "/staff" || path.starts_with("/staff/") || path.starts_with("/staff?"))
                && !path.starts_with(SIGN_IN)
                && path.bytes().all(|b| (0x21..0x7f).contains(&b) && b != b'\\') =>
        {
            path
        }
        _ => "/staff",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_to_the_workplace_and_nowhere_else() {
        assert_eq!(safe_next(Some("/staff/events/7?round=2")), "/staff/events/7?round=2");
        for elsewhere in
            ["//evil.cn", "https://evil.cn", "/c/5d/1", "/staffx", "/staff/\\evil", "/staff/login", "/staff/\r\nx"]
        {
            assert_eq!(safe_next(Some(elsewhere)), "/staff", "{elsewhere}");
        }
        assert_eq!(safe_next(None), "/staff");
        assert_eq!(utf8_percent_encode("/staff/a?b=段&c", IN_A_VALUE).to_string(), "/staff/a%3Fb%3D%E6%AE%B5%26c");
    }
}
