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
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<Vec<&'a str>>,
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
    if let Some(methods) = error.allowed() {
        answer.insert_header((header::ALLOW, methods));
    }
    if let Some(location) = error.location() {
        return answer.insert_header((header::LOCATION, location)).finish();
    }
    if let Some(moved) = tidied(request, status) {
        return HttpResponse::build(StatusCode::MOVED_PERMANENTLY).insert_header((header::LOCATION, moved)).finish();
    }
    if wants_json(request) {
        let body = ErrorBody {
            error: error.key(),
            zh: format!("{}{}", words(Lang::Zh, error, "what"), words(Lang::Zh, error, "todo")),
            en: format!("{} {}", words(Lang::En, error, "what"), words(Lang::En, error, "todo")),
            request_id: id.to_string(),
            allowed: error.allowed().map(|methods| methods.split(", ").collect()),
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

/// Where people look for the door of the workplace.
const AT_THE_DOOR: [&str; 5] = ["/login", "/signin", "/sign-in", "/admin", "/staff/signin"];

/// `/notices/` and `//notices` were meant to be `/notices`.
fn tidied(request: &HttpRequest, status: StatusCode) -> Option<String> {
    if status != StatusCode::NOT_FOUND || !request.method().is_safe() {
        return None;
    }
    if AT_THE_DOOR.contains(&request.path().trim_end_matches('/')) {
        return Some("/staff/login".to_owned());
    }
    let path = single_slashes(request.path())?;
    Some(match request.query_string() {
        "" => path,
        query => format!("{path}?{query}"),
    })
}

/// A path with one slash wherever there were several and none at its end; nothing if that is what it is already. A
/// backslash, which a browser would read as a slash and so leave this site, is no part of any address of ours.
fn single_slashes(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let tidy = format!("/{}", parts.join("/"));
    (tidy != path && !path.contains('\\')).then_some(tidy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_too_many_slashes_leads_to_the_one_that_was_meant_and_never_elsewhere() {
        let is = |path: &str| single_slashes(path);
        assert_eq!(is("/notices/").as_deref(), Some("/notices"));
        assert_eq!(is("//events///x").as_deref(), Some("/events/x"));
        assert_eq!(is("//example.org/").as_deref(), Some("/example.org"));
        assert_eq!(is("//").as_deref(), Some("/"));
        for same in ["/", "/notices", "/a/b", "/\\example.org/", "//\\example.org"] {
            assert_eq!(is(same), None, "{same}");
        }
    }
}
