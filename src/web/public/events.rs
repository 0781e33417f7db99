//! `/events`: every event from its approval on, the latest first.

use super::query::{self, escape};
use super::words;
use crate::service::view::AgencyRef;
use crate::service::view::events::{self, EventLine};
use crate::store::public::events::Filter;
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Choice, Field, Pager};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use chrono::{Datelike, NaiveDate};

/// An event of the list.
struct Row<'a> {
    event: &'a EventLine,
    badge: Badge,
    href: String,
    days: String,
    agency: String,
    agency_href: String,
    level: String,
}

#[derive(Template)]
#[template(path = "public/events.html")]
struct ListPage<'a> {
    shell: &'a Shell,
    text: Field,
    agency: Field,
    year: Field,
    filtered: bool,
    rows: Vec<Row<'a>>,
    pager: Pager,
}

/// The longest text that is searched for.
const LONGEST: usize = 60;

/// The place in the list, as it stands in an address.
pub(super) fn place((day, id): (NaiveDate, i64)) -> String {
    format!("{day}.{id}")
}

fn read_place(text: &str) -> Option<(NaiveDate, i64)> {
    let (day, id) = text.split_once('.')?;
    Some((day.parse().ok()?, id.parse().ok()?))
}

fn asked(query: &str) -> Result<Filter, AppError> {
    let year = match query::filled(query, "year") {
        Some(text) => {
            let year = text.parse::<i32>().ok().filter(|year| (1990..=2200).contains(year));
            Some(year.ok_or_else(|| AppError::malformed(both("public.events.year-malformed", &[])))?)
        }
        None => None,
    };
    let text = query::filled(query, "q").map(|text| text.chars().take(LONGEST).collect());
    Ok(Filter { text, agency: query::filled(query, "agency"), year })
}

/// What an address asks of the list: what it is narrowed to, and the row behind which it begins.
pub(super) fn narrowed(query: &str) -> Result<(Filter, Option<(NaiveDate, i64)>), AppError> {
    let after = match query::filled(query, "after") {
        Some(text) => Some(read_place(&text).ok_or_else(|| AppError::malformed(both("public.page-malformed", &[])))?),
        None => None,
    };
    Ok((asked(query)?, after))
}

/// The list.
pub async fn list(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let (filter, after) = narrowed(request.query_string())?;
    let narrowed = filter.clone();
    let (found, agencies) = super::read(&state, move |register| {
        Ok((events::list(register, &narrowed, after)?, events::agencies(register)?))
    })
    .await?;
    let shell = Shell::of(&request);
    let own = address(&filter);
    let joint = if own.contains('?') { '&' } else { '?' };
    let next = found.next.map(|next| format!("{own}{joint}after={}", place(next)));
    let pager = Pager::new(&shell, shell.t("public.events.sorted"), after.map(|_| own.as_str()), next.as_deref());
    let rows = found
        .events
        .iter()
        .map(|event| Row {
            badge: words::status(&shell, event.status),
            href: shell.href(&format!("/events/{}", escape(&event.slug))),
            days: words::days(&shell, event.days),
            agency: words::of(&shell, &event.agency.name).to_owned(),
            agency_href: shell.href(&format!("/agencies/{}", escape(&event.agency.code))),
            level: words::level(&shell, &event.level),
            event,
        })
        .collect();
    let page = ListPage {
        text: Field::text("q", shell.t("public.events.text").to_owned())
            .optional(&shell)
            .max(60)
            .value(filter.text.clone().unwrap_or_default()),
        agency: Field::select("agency", shell.t("public.events.agency").to_owned(), choices(&shell, &agencies))
            .optional(&shell)
            .value(filter.agency.clone().unwrap_or_default()),
        year: Field::select("year", shell.t("public.events.year").to_owned(), years(&shell, state.register.today()))
            .optional(&shell)
            .value(filter.year.map(|year| year.to_string()).unwrap_or_default()),
        filtered: filter != Filter::default(),
        rows,
        pager,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}

fn address(filter: &Filter) -> String {
    let mut parts = Vec::new();
    parts.extend(filter.text.as_ref().map(|text| format!("q={}", escape(text))));
    parts.extend(filter.agency.as_ref().map(|code| format!("agency={}", escape(code))));
    parts.extend(filter.year.map(|year| format!("year={year}")));
    if parts.is_empty() { "/events".to_owned() } else { format!("/events?{}", parts.join("&")) }
}

fn choices(shell: &Shell, agencies: &[AgencyRef]) -> Vec<Choice> {
    let all = Choice::new("", shell.t("public.events.all-agencies").to_owned());
    let each = agencies
        .iter()
        .map(|agency| Choice::new(agency.code.clone(), format!("{} {}", agency.code, words::of(shell, &agency.name))));
    std::iter::once(all).chain(each).collect()
}

fn years(shell: &Shell, today: NaiveDate) -> Vec<Choice> {
    let all = Choice::new("", shell.t("public.events.all-years").to_owned());
    let each = (0..12).map(|back| (today.year() + 1 - back).to_string()).map(|year| Choice::new(year.clone(), year));
    std::iter::once(all).chain(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_the_same_after_its_own_address() {
        let filter = Filter { text: Some("段 赛&x".into()), agency: Some("320-320200".into()), year: Some(2026) };
        let address = address(&filter);
        assert_eq!(asked(address.split_once('?').unwrap().1).unwrap(), filter);
        assert!(asked("year=26").is_err() && asked("year=x").is_err());
        assert_eq!(asked("q=+&agency=&year=").unwrap(), Filter::default());
    }
}
