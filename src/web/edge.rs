//! The outermost layer: one pass over each request and its answer.
//!
//! One middleware does it all (id, pace, headers, error page, figures, log), because the hottest page is
//! measured against a bare handler and each layer costs an allocation and a poll.

use super::routes;
use super::state::AppState;
use super::throttle::Pace;
use super::{client, cookies, error::AppError, error_page, headers, lang};
use crate::web::request_id::RequestId;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform};
use actix_web::http::header;
use actix_web::{Error, HttpMessage, HttpRequest, web};
use futures_util::future::{LocalBoxFuture, Ready, ready};
use std::cell::{Cell, RefCell};
use std::time::Instant;

const REQUEST_ID: header::HeaderName = header::HeaderName::from_static("x-request-id");

/// What the edge knows of a request, in its extensions.
pub struct Context {
    id: RequestId,
    client: u128,
    route: Cell<Option<usize>>,
    form_cookie: RefCell<Option<String>>,
}

impl Context {
    /// The id of a request.
    pub fn id(request: &HttpRequest) -> Option<RequestId> {
        request.extensions().get::<Context>().map(|context| context.id)
    }

    /// The route that answers a request.
    pub fn entry(request: &HttpRequest) -> Option<&'static routes::Entry> {
        request.extensions().get::<Context>().and_then(|context| routes::entry(context.route.get()?))
    }

    /// Notes the number of the route that matched; the client's key.
    pub(super) fn set_route(request: &ServiceRequest, index: usize) -> u128 {
        request.extensions().get::<Context>().map_or(0, |context| {
            context.route.set(Some(index));
            context.client
        })
    }

    /// The form cookie that this answer sets, made on first use.
    pub(super) fn new_form_cookie(request: &HttpRequest) -> Result<String, AppError> {
        let extensions = request.extensions();
        let context = extensions.get::<Context>().ok_or_else(|| AppError::internal("outside the edge"))?;
        let mut slot = context.form_cookie.borrow_mut();
        if slot.is_none() {
            *slot = Some(super::csrf::random_value()?);
        }
        Ok(slot.clone().unwrap_or_default())
    }
}

/// The middleware.
pub struct Edge(pub web::Data<AppState>);

impl<S, B> Transform<S, ServiceRequest> for Edge
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Transform = EdgeService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, inner: S) -> Self::Future {
        ready(Ok(EdgeService { inner, state: self.0.clone() }))
    }
}

/// See [`Edge`].
pub struct EdgeService<S> {
    inner: S,
    state: web::Data<AppState>,
}

impl<S, B> Service<ServiceRequest> for EdgeService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<EitherBody<B>>;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self::Response, Error>>;

    actix_web::dev::forward_ready!(inner);

    fn call(&self, request: ServiceRequest) -> Self::Future {
        let started = Instant::now();
        let state = self.state.clone();
        let id = state.request_ids.next();
        let behind_proxy = state.settings.cookies == super::bind::CookiePolicy::Secure;
        let client = client::key(client::address(&request, behind_proxy));
        request.extensions_mut().insert(Context {
            id,
            client,
            route: Cell::new(None),
            form_cookie: RefCell::new(None),
        });
        state.metrics.begin();
        if !free_of_pace(request.path())
            && let Err(wait) = state.throttle.check(Pace::General, client)
        {
            state.metrics.throttled();
            let refused = request.error_response(AppError::too_many(wait.seconds())).map_into_right_body();
            return Box::pin(ready(Ok(finish(&state, id, started, refused))));
        }
        let answer = self.inner.call(request);
        Box::pin(async move {
            match answer.await {
                Ok(response) => Ok(finish(&state, id, started, response.map_into_left_body())),
                Err(error) => {
                    // No layer below answers with an error of its own; the figures stay right if one does.
                    state.metrics.end(None, 500, started.elapsed());
                    tracing::error!(target: "qipin::web", %id, %error, "a layer failed");
                    Err(error)
                }
            }
        })
    }
}

/// What is served from memory, or watched by operators, is not counted against a client.
fn free_of_pace(path: &str) -> bool {
    path.starts_with("/static/") || path == "/healthz" || path == "/metrics"
}

fn finish<B: MessageBody + 'static>(
    state: &AppState,
    id: RequestId,
    started: Instant,
    mut response: ServiceResponse<EitherBody<B>>,
) -> ServiceResponse<EitherBody<B>> {
    if response.response().error().is_some() {
        response = explain(id, response);
    }
    let (route, form_cookie) = match response.request().extensions().get::<Context>() {
        Some(context) => (context.route.get(), context.form_cookie.take()),
        None => (None, None),
    };
    let policy = state.settings.cookies;
    if let Some(value) = form_cookie {
        let _ = response.response_mut().add_cookie(&cookies::form(policy, value));
    }
    if let Some(chosen) = lang::in_query(response.request().query_string()) {
        let _ = response.response_mut().add_cookie(&cookies::lang(policy, chosen));
    }
    headers::add(response.headers_mut(), policy);
    response.headers_mut().insert(REQUEST_ID, id.header());
    let status = response.status().as_u16();
    let took = started.elapsed();
    state.metrics.end(route, status, took);
    log(&response, route, id, status, took);
    response
}

/// One line a request, without anything that names a person: the pattern of the address, never the address.
fn log<B>(response: &ServiceResponse<B>, route: Option<usize>, id: RequestId, status: u16, took: std::time::Duration) {
    let entry = route.and_then(routes::entry);
    let quiet = entry.is_some_and(|e| e.verb == routes::Verb::Get && e.audience != routes::Audience::Staff);
    let line = (entry.map_or("(none)", |e| e.path), response.request().method().as_str(), took.as_micros() as u64);
    if status >= 500 {
        tracing::error!(target: "qipin::web", %id, route = line.0, method = line.1, status, micros = line.2);
    } else if quiet || entry.is_none() {
        tracing::debug!(target: "qipin::web", %id, route = line.0, method = line.1, status, micros = line.2);
    } else {
        tracing::info!(target: "qipin::web", %id, route = line.0, method = line.1, status, micros = line.2);
    }
}

/// Puts the page (or the JSON) that explains an error in place of its bare status.
fn explain<B: MessageBody + 'static>(
    id: RequestId,
    response: ServiceResponse<EitherBody<B>>,
) -> ServiceResponse<EitherBody<B>> {
    let Some(error) = response.response().error() else { return response };
    let foreseen = error.as_error::<AppError>();
    let translated = foreseen.is_none().then(|| AppError::from_framework(error));
    let Some(shown) = foreseen.or(translated.as_ref()) else { return response };
    if let Some(cause) = shown.causes() {
        tracing::error!(target: "qipin::web", %id, key = shown.key(), cause, "failed");
    }
    let page = error_page::render(response.request(), id, shown);
    let (request, _) = response.into_parts();
    ServiceResponse::new(request, page).map_into_right_body()
}
