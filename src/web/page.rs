//! A template as an answer.

use super::edge::Context;
use super::error::AppError;
use super::form::Resend;
use super::throttle::Pace;
use super::{lang, runs};
use crate::text::Lang;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, Responder};
use askama::Template;
use flate2::{Compression, write::GzEncoder};
use std::borrow::Cow;
use std::io::Write as _;

/// Pages smaller than this go out as they are: a packet or two either way, and the hottest page stays cheap.
const WORTH_COMPRESSING: usize = 24 << 10;

/// Room for a page of the usual length, so that it is not moved while it grows.
const USUAL: usize = 8 << 10;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// A page: the template rendered with status 200.
pub struct Page<T>(pub T);

/// A page with another status, such as a form shown again with its errors (422).
pub struct PageWith<T>(pub StatusCode, pub T);

impl<T: Template> Responder for Page<T> {
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        PageWith(StatusCode::OK, self.0).respond_to(request)
    }
}

impl<T: Template> Responder for PageWith<T> {
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        if !may_be_sent_again(request, self.0) {
            Resend::drop_from(request);
        }
        let mut text = String::with_capacity(USUAL);
        match self.1.render_into(&mut text) {
            Ok(()) => html(request, HttpResponse::build(self.0), text),
            Err(error) => {
                let error = AppError::internal(error.to_string());
                HttpResponse::from_error(error)
            }
        }
    }
}

/// Whether the page that answers a form may send it again for its other language: only where nothing was done by it. A
/// look-up does nothing; of a form with mistakes nothing was done, and nothing will be until they are mended. What was
/// refused for how things stand may be done by the time it is sent again, so in the workplace it is not.
fn may_be_sent_again(request: &HttpRequest, status: StatusCode) -> bool {
    let reads = Context::entry(request).is_some_and(|entry| entry.pace == Pace::Lookup);
    let public = !request.path().starts_with("/staff");
    reads || status == StatusCode::UNPROCESSABLE_ENTITY || public && status == StatusCode::CONFLICT
}

/// Sends a rendered page, compressed where it is long and the reader takes it.
pub fn html(request: &HttpRequest, mut answer: HttpResponseBuilder, text: String) -> HttpResponse {
    let text = match lang::of(request) {
        Lang::Zh => text,
        Lang::En => match runs::mark(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(marked) => marked,
        },
    };
    answer.insert_header((header::CONTENT_TYPE, HTML));
    if text.len() >= WORTH_COMPRESSING {
        answer.insert_header((header::VARY, HeaderValue::from_static("accept-encoding")));
        if takes_gzip(request)
            && let Some(small) = gzip(text.as_bytes(), Compression::fast())
        {
            answer.insert_header((header::CONTENT_ENCODING, HeaderValue::from_static("gzip")));
            return answer.body(small);
        }
    }
    answer.body(text)
}

/// Whether a reader takes gzip.
pub fn takes_gzip(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        name.trim().eq_ignore_ascii_case("gzip") && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// The bytes compressed.
pub fn gzip(bytes: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
