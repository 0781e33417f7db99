//! `/notices`: who is to receive 4段 or more, for everybody to see and to object to.

use super::home::notice_badge;
use super::query;
use super::table;
use super::words::{self, Name};
use crate::clock::beijing;
use crate::service::view::notices::{self, NoticeView, Which};
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Pager, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Serialize;

/// A row of the list.
struct Row<'a> {
    notice: &'a NoticeView,
    stone: Stone,
    name: Name,
    badge: Badge,
    outcome: Option<String>,
    href: String,
}

#[derive(Template)]
#[template(path = "public/notices.html")]
struct ListPage<'a> {
    shell: &'a Shell,
    which: Which,
    rows: Vec<Row<'a>>,
    pager: Pager,
}

#[derive(Template)]
#[template(path = "public/notices.xml")]
struct Feed<'a> {
    address: &'a str,
    updated: DateTime<Utc>,
    entries: Vec<(&'a NoticeView, String, String)>,
}

/// The place in a list, as it stands in an address.
fn place((at, id): notices::After) -> String {
    format!("{}.{id}", at.and_utc().timestamp_micros())
}

fn read_place(text: &str) -> Option<notices::After> {
    let (at, id) = text.split_once('.')?;
    Some((DateTime::from_timestamp_micros(at.parse().ok()?)?.naive_utc(), id.parse().ok()?))
}

/// What an address asks of the list.
fn asked(request: &HttpRequest) -> Result<(Which, Option<notices::After>), AppError> {
    let query = request.query_string();
    let which = match query::filled(query, "state").as_deref() {
        Some("ended") => Which::Ended,
        None | Some("open") => Which::Open,
        Some(_) => return Err(AppError::malformed(both("public.notice.state-malformed", &[]))),
    };
    let after = match query::filled(query, "after") {
        Some(text) => Some(read_place(&text).ok_or_else(|| AppError::malformed(both("public.page-malformed", &[])))?),
        None => None,
    };
    Ok((which, after))
}

/// The list.
pub async fn list(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let (which, after) = asked(&request)?;
    let found = super::read(&state, move |register| notices::list(register, which, after)).await?;
    let shell = Shell::of(&request);
    let own = if which == Which::Ended { "/notices?state=ended" } else { "/notices" };
    let joint = if which == Which::Ended { '&' } else { '?' };
    let next = found.next.map(|next| format!("{own}{joint}after={}", place(next)));
    let sorted = match which {
        Which::Open => shell.t("public.notice.sorted-open"),
        Which::Ended => shell.t("public.notice.sorted-ended"),
    };
    let pager = Pager::new(&shell, sorted, after.map(|_| own), next.as_deref());
    let rows = found
        .notices
        .iter()
        .map(|notice| Row {
            stone: Stone::new(shell.lang, notice.grade),
            name: Name::new(&shell, &notice.name, None),
            badge: notice_badge(&shell, notice.fate),
            outcome: words::outcome(&shell, notice),
            href: shell.href(&format!("/notices/{}", notice.reference)),
            notice,
        })
        .collect();
    Ok(Page(ListPage { shell: &shell, which, rows, pager }).respond_to(&request))
}

/// The feed of what was published last.
pub async fn atom(state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let found = super::read(&state, notices::feed).await?;
    let changed = |notice: &NoticeView| notice.closed_at.or(notice.held_since).unwrap_or(notice.opened_at);
    let updated = found.iter().map(changed).max().map_or(DateTime::UNIX_EPOCH, |at| at.and_utc());
    let rfc = |at: NaiveDateTime| at.and_utc().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let entries = found.iter().map(|notice| (notice, rfc(notice.opened_at), rfc(changed(notice)))).collect();
    let feed = Feed { address: &state.register.policy.address, updated, entries };
    let body = feed.render().map_err(AppError::internal)?;
    Ok(HttpResponse::Ok().content_type("application/atom+xml; charset=utf-8").body(body))
}

impl Feed<'_> {
    fn title(&self, notice: &NoticeView) -> String {
        let name = notice.name.text().unwrap_or(crate::text::text(crate::text::Lang::Zh, "public.name.withheld"));
        let grade = notice.grade.to_string();
        let arguments = [("name", name), ("region", notice.region.zh.as_str()), ("grade", grade.as_str())];
        crate::text::fill(crate::text::Lang::Zh, "public.notice.feed-entry", &arguments)
    }

    fn ends(&self, notice: &NoticeView) -> String {
        crate::web::format::notice_end(crate::text::Lang::Zh, notice.ends_at, notice.held_since)
    }

    fn word(&self, key: &'static str) -> &'static str {
        crate::text::text(crate::text::Lang::Zh, key)
    }

    fn updated(&self) -> String {
        self.updated.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }
}

/// The open notices as a table.
pub async fn csv(state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let found = super::read(&state, notices::table).await?;
    let head = [
        "reference",
        "grade",
        "name",
        "shown",
        "region",
        "event",
        "agency",
        "opened_at (Asia/Shanghai)",
        "ends_at (Asia/Shanghai)",
        "held_since (Asia/Shanghai)",
        "state",
    ];
    let rows = found.iter().map(|notice| {
        vec![
            notice.reference.as_str().into(),
            notice.grade.to_string().into(),
            notice.name.text().unwrap_or("").into(),
            shown(notice).into(),
            notice.region.zh.as_str().into(),
            notice.event.as_ref().map_or("", |event| event.name.as_str()).into(),
            notice.agency.name.zh.as_str().into(),
            there(notice.opened_at).into(),
            there(notice.ends_at).into(),
            notice.held_since.map(there).unwrap_or_default().into(),
            notice.state.as_str().into(),
        ]
    });
    table::download("notices.csv", &head, rows)
}

/// A moment in Beijing with its offset from UTC, which the head of the column names.
fn there(utc: NaiveDateTime) -> String {
    utc.and_utc().with_timezone(&beijing()).to_rfc3339_opts(chrono::SecondsFormat::Secs, false)
}

fn shown(notice: &NoticeView) -> &'static str {
    use crate::service::view::PublicName;
    match notice.name {
        PublicName::Full(_) => "full",
        PublicName::Masked(_) => "masked",
        PublicName::Withheld => "withheld",
    }
}

/// A notice as JSON.
#[derive(Serialize)]
struct Body<'a> {
    reference: &'a str,
    state: &'a str,
    outcome: &'static str,
    grade: crate::domain::grade::Grade,
    from: Option<crate::domain::grade::Grade>,
    person: &'a crate::service::view::PublicName,
    register_no: Option<&'a str>,
    region: &'a crate::text::Bilingual,
    event: Option<&'a crate::service::view::EventRef>,
    agency: &'a crate::service::view::AgencyRef,
    reason: &'a crate::text::Bilingual,
    opened_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    held_since: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    page: String,
}

/// The list for programs.
pub async fn json(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let (which, after) = asked(&request)?;
    let found = super::read(&state, move |register| notices::list(register, which, after)).await?;
    let address = &state.register.policy.address;
    let bodies: Vec<Body<'_>> = found.notices.iter().map(|notice| body(address, notice)).collect();
    Ok(HttpResponse::Ok().json(serde_json::json!({ "notices": bodies, "next": found.next.map(place) })))
}

fn body<'a>(address: &str, notice: &'a NoticeView) -> Body<'a> {
    Body {
        reference: &notice.reference,
        state: &notice.state,
        outcome: notice.fate.key(),
        grade: notice.grade,
        from: notice.from,
        person: &notice.name,
        register_no: notice.register_no.as_deref(),
        region: &notice.region,
        event: notice.event.as_ref(),
        agency: &notice.agency,
        reason: &notice.reason,
        opened_at: notice.opened_at.and_utc(),
        ends_at: notice.ends_at.and_utc(),
        held_since: notice.held_since.map(|at| at.and_utc()),
        closed_at: notice.closed_at.map(|at| at.and_utc()),
        page: format!("{address}/notices/{}", notice.reference),
    }
}

impl Row<'_> {
    fn agency(&self, shell: &Shell) -> String {
        words::of(shell, &self.notice.agency.name).to_owned()
    }

    fn region(&self, shell: &Shell) -> String {
        words::of(shell, &self.notice.region).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_list_survives_an_address() {
        let at = DateTime::from_timestamp_micros(1_795_190_400_123_456).unwrap().naive_utc();
        assert_eq!(read_place(&place((at, 42))), Some((at, 42)));
        for broken in ["", ".", "1", "1.x", "x.1", "99999999999999999999.1"] {
            assert_eq!(read_place(broken), None, "{broken}");
        }
    }
}
