//! What a reader sees of an error: what happened, what was kept, what to do, and the request id.

use super::error::AppError;
use super::form::Resend;
use super::page;
use super::request_id::RequestId;
use super::shell::Shell;
use crate::text::{self, Lang};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use serde::Serialize;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    shell: Shell,
    status: u16,
    title: String,
    what: String,
    todo: String,
    request_id: String,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: &'a str,
    zh: String,
    en: String,
    request_id: String,
}

/// Whether a request wants JSON rather than a page.
pub fn wants_json(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    request.path().starts_with("/api/") || (accept.contains("application/json") && !accept.contains("text/html"))
}

/// The words of one part (`title`, `what`, `todo`) of an error.
fn words(lang: Lang, error: &AppError, part: &str) -> String {
    if let (Some(message), "what") = (error.message(), part) {
        return message.get(lang).to_owned();
    }
    let key = format!("error.{}.{part}", error.key());
    let known = if text::has(&key) { key } else { format!("error.internal.{part}") };
    let args: Vec<(&str, &str)> = error.args().iter().map(|(name, value)| (*name, value.as_ref())).collect();
    text::fill(lang, &known, &args)
}

/// The answer.
pub fn render(request: &HttpRequest, id: RequestId, error: &AppError) -> HttpResponse {
    let status = error.status_code();
    let mut answer = HttpResponse::build(status);
    if let Some(seconds) = error.retry_after() {
        answer.insert_header((header::RETRY_AFTER, seconds.to_string()));
    }
    if let Some(location) = error.location() {
        return answer.insert_header((header::LOCATION, location)).finish();
    }
    if let Some(moved) = without_final_slash(request, status) {
        return HttpResponse::build(StatusCode::MOVED_PERMANENTLY).insert_header((header::LOCATION, moved)).finish();
    }
    if wants_json(request) {
        let body = ErrorBody {
            error: error.key(),
            zh: format!("{}{}", words(Lang::Zh, error, "what"), words(Lang::Zh, error, "todo")),
            en: format!("{} {}", words(Lang::En, error, "what"), words(Lang::En, error, "todo")),
            request_id: id.to_string(),
        };
        return answer.json(body);
    }
    Resend::drop_from(request);
    let shell = Shell::of(request);
    let lang = shell.lang;
    let page = ErrorPage {
        shell,
        status: status.as_u16(),
        title: words(lang, error, "title"),
        what: words(lang, error, "what"),
        todo: words(lang, error, "todo"),
        request_id: id.to_string(),
    };
    match page.render() {
        Ok(html) => page::html(request, answer, html),
        Err(_) => answer.content_type("text/plain; charset=utf-8").body(format!("{} {id}", page.what)),
    }
}

/// `/notices/` was meant to be `/notices`.
fn without_final_slash(request: &HttpRequest, status: StatusCode) -> Option<String> {
    let trimmed = request.path().strip_suffix('/')?;
    let plain = trimmed.starts_with('/') && !trimmed.starts_with("//") && !trimmed.ends_with('/');
    (status == StatusCode::NOT_FOUND && request.method().is_safe() && plain).then(|| match request.query_string() {
        "" => trimmed.to_owned(),
        query => format!("{trimmed}?{query}"),
    })
}
