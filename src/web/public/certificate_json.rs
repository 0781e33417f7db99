//! A certificate as JSON.

use crate::domain::grade::Grade;
use crate::service::view::CertificateView;
use crate::service::view::certificate::State;
use crate::text::{Lang, text};
use crate::web::state::AppState;
use actix_web::HttpResponse;
use chrono::NaiveDate;
use serde::Serialize;

#[derive(Serialize)]
struct Words<'a> {
    zh: &'a str,
    en: &'a str,
}

#[derive(Serialize)]
struct Event<'a> {
    name: &'a str,
    slug: Option<&'a str>,
    starts_on: Option<NaiveDate>,
    ends_on: Option<NaiveDate>,
    reopened: bool,
}

#[derive(Serialize)]
struct Basis<'a> {
    kind: &'a str,
    scheme: Words<'a>,
    clause: &'a str,
    article: Words<'a>,
    reason: Words<'a>,
    group: Option<&'a str>,
    place: Option<i64>,
    of: Option<i64>,
    wins: Option<i64>,
    losses: Option<i64>,
    notice: Option<&'a str>,
    granted_on: Option<NaiveDate>,
}

#[derive(Serialize)]
struct Copy<'a> {
    no: i64,
    mark: &'a str,
    mark_no: i64,
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
    state_on: NaiveDate,
    state_reason: Option<&'a str>,
    grade: Grade,
    number: &'a str,
    holder: Option<&'a str>,
    holder_withheld: bool,
    issued_on: NaiveDate,
    issuer: Words<'a>,
    event: Option<Event<'a>>,
    basis: Basis<'a>,
    register_no: &'a str,
    copy: Copy<'a>,
    superseded_by: Option<Other>,
    latest_copy: Option<String>,
    open_notice: Option<&'a str>,
    page: String,
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

/// A view as JSON.
pub(super) fn body<'a>(address: &str, view: &'a CertificateView) -> Body<'a> {
    let face = &view.face;
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
        event: (!view.event_name.is_empty()).then(|| Event {
            name: &view.event_name,
            slug: face.event_slug.as_deref(),
            starts_on: face.event_days.map(|days| days.0),
            ends_on: face.event_days.map(|days| days.1),
            reopened: view.reopened,
        }),
        basis: Basis {
            kind: &face.basis,
            scheme: words(&face.scheme),
            clause: &face.clause,
            article: words(&face.article),
            reason: words(&face.reason),
            group: face.group.as_deref(),
            place: face.place,
            of: face.of,
            wins: face.wins,
            losses: face.losses,
            notice: face.notice.as_deref(),
            granted_on: face.granted_on,
        },
        register_no: &face.register_no,
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
    }
}

/// The answer to a code.
pub(super) fn answer(state: &AppState, grade: Grade, number: &str, found: Option<&CertificateView>) -> HttpResponse {
    match found {
        Some(view) => HttpResponse::Ok().json(body(&state.register.policy.address, view)),
        None => HttpResponse::Ok().json(Unknown {
            state: State::Unknown.key(),
            state_words: both("public.state.unknown"),
            grade,
            number,
            explanation: both("public.unknown.code-not-found"),
        }),
    }
}
