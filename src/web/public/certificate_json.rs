//! A certificate as JSON.

use super::day;
use crate::domain::grade::Grade;
use crate::service::view::CertificateView;
use crate::service::view::certificate::State;
use crate::text::{Lang, text};
use crate::web::error::AppError;
use crate::web::state::AppState;
use actix_web::http::header::ContentType;
use actix_web::{HttpResponse, ResponseError};
use chrono::NaiveDate;
use serde::Serialize;
use serde_json::value::RawValue;

#[derive(Serialize)]
struct Words<'a> {
    zh: &'a str,
    en: &'a str,
}

#[derive(Serialize)]
struct Event<'a> {
    name: &'a str,
    reopened: bool,
}

#[derive(Serialize)]
struct Copy<'a> {
    no: i64,
    mark: &'a str,
    mark_no: i64,
    #[serde(serialize_with = "day::serialize")]
    made_on: NaiveDate,
    current: bool,
}

#[derive(Serialize)]
struct Other {
    grade: String,
    number: String,
    page: String,
}

/// A certificate.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    state: &'static str,
    state_words: Words<'static>,
    #[serde(serialize_with = "day::serialize")]
    state_on: NaiveDate,
    state_reason: Option<&'a str>,
    grade: Grade,
    number: &'a str,
    holder: Option<&'a str>,
    holder_withheld: bool,
    #[serde(serialize_with = "day::serialize")]
    issued_on: NaiveDate,
    issuer: Words<'a>,
    event: Option<Event<'a>>,
    copy: Copy<'a>,
    superseded_by: Option<Other>,
    latest_copy: Option<String>,
    open_notice: Option<&'a str>,
    page: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Unknown<'a> {
    state: &'static str,
    state_words: Words<'static>,
    grade: Grade,
    number: &'a str,
    explanation: Words<'static>,
}

fn both(key: &'static str) -> Words<'static> {
    Words { zh: text(Lang::Zh, key), en: text(Lang::En, key) }
}

/// The words of a state.
pub(super) const fn state_key(state: State) -> &'static str {
    match state {
        State::Valid => "public.state.valid",
        State::OnNotice => "public.state.on-notice",
        State::Suspended => "public.state.suspended",
        State::Revoked => "public.state.revoked",
        State::Superseded => "public.state.superseded",
        State::Unknown => "public.state.unknown",
    }
}

/// A view as JSON, among others.
pub(super) fn body<'a>(address: &str, view: &'a CertificateView) -> Body<'a> {
    Body { face: Some(serde_json::from_str(&view.frozen).unwrap_or(RawValue::NULL)), ..faceless(address, view) }
}

/// A view as JSON, without what was frozen when it was issued.
fn faceless<'a>(address: &str, view: &'a CertificateView) -> Body<'a> {
    let words = |both: &'a crate::text::Bilingual| Words { zh: &both.zh, en: &both.en };
    let page = format!("{address}{}", view.path());
    Body {
        state: view.state.key(),
        state_words: both(state_key(view.state)),
        state_on: view.state_on,
        state_reason: view.state_reason.as_deref(),
        grade: view.grade,
        number: &view.number,
        holder: view.holder.as_deref(),
        holder_withheld: view.holder.is_none(),
        issued_on: view.issued_on,
        issuer: words(&view.issuer),
        event: (!view.event_name.is_empty()).then(|| Event { name: &view.event_name, reopened: view.reopened }),
        copy: Copy {
            no: view.copy.no,
            mark: &view.copy.mark,
            mark_no: view.copy.mark_no,
            made_on: view.copy.made_on,
            current: view.copy.current,
        },
        superseded_by: view.higher.as_ref().map(|higher| Other {
            grade: higher.grade.to_string(),
            number: higher.number.clone(),
            page: format!("{address}{}", higher.path()),
        }),
        latest_copy: (!view.copy.current).then(|| page.clone()),
        open_notice: view.notice.as_deref(),
        page,
        face: None,
    }
}

/// The JSON of one view. What was frozen goes out as it is kept, in its last field: it was written as JSON by
/// [`crate::service::certificate::Face::to_json`], the journal attests it, and reading it to write the same again
/// would take as long as the look-up.
fn written(address: &str, view: &CertificateView) -> serde_json::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(1024 + view.frozen.len());
    serde_json::to_writer(&mut out, &faceless(address, view))?;
    out.pop();
    out.extend_from_slice(b",\"face\":");
    let whole = view.frozen.starts_with('{') && view.frozen.ends_with('}');
    out.extend_from_slice(if whole { view.frozen.as_bytes() } else { b"null" });
    out.push(b'}');
    Ok(out)
}

/// The answer to a code.
pub(super) fn answer(state: &AppState, grade: Grade, number: &str, found: Option<&CertificateView>) -> HttpResponse {
    match found {
        Some(view) => match written(&state.register.policy.address, view) {
            Ok(json) => HttpResponse::Ok().content_type(ContentType::json()).body(json),
            Err(error) => AppError::internal(error.to_string()).error_response(),
        },
        None => HttpResponse::Ok().json(Unknown {
            state: State::Unknown.key(),
            state_words: both("public.state.unknown"),
            grade,
            number,
            explanation: both("public.unknown.code-not-found"),
        }),
    }
}
