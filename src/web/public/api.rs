//! The lists for programs: events, agencies, schemes. Each is paged by the key of its last row: the `next` of a page
//! is the `after` of the one behind it, whatever is added in the meantime.

use super::events;
use super::query::{self, escape};
use crate::domain::scheme;
use crate::service::view::AgencyRef;
use crate::service::view::agencies::{self, AgencyView};
use crate::service::view::events::{self as lines, EventLine, Status};
use crate::text::Bilingual;
use crate::web::error::AppError;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::NaiveDate;
use serde::Serialize;
use serde_json::json;

/// How many agencies or schemes a page holds.
const PAGE: usize = 50;

/// Where everything is described.
pub async fn root(state: web::Data<AppState>) -> HttpResponse {
    let address = &state.register.policy.address;
    HttpResponse::Ok().json(json!({
        "name": "Qipin",
        "version": "1",
        "openapi": format!("{address}/api/v1/openapi.json"),
    }))
}

/// An event of the list.
#[derive(Serialize)]
struct EventBody<'a> {
    slug: &'a str,
    name: &'a str,
    place: &'a str,
    level: &'a str,
    starts_on: NaiveDate,
    ends_on: NaiveDate,
    status: Status,
    reopened: bool,
    agency: &'a AgencyRef,
    page: String,
}

fn event_body<'a>(address: &str, event: &'a EventLine) -> EventBody<'a> {
    EventBody {
        slug: &event.slug,
        name: &event.name,
        place: &event.place,
        level: &event.level,
        starts_on: event.days.0,
        ends_on: event.days.1,
        status: event.status,
        reopened: event.reopened,
        agency: &event.agency,
        page: format!("{address}/events/{}", escape(&event.slug)),
    }
}

/// The events that the page lists, narrowed by the same words.
pub async fn events(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let (filter, after) = events::narrowed(request.query_string())?;
    let found = super::read(&state, move |register| lines::list(register, &filter, after)).await?;
    let address = &state.register.policy.address;
    let bodies: Vec<EventBody<'_>> = found.events.iter().map(|event| event_body(address, event)).collect();
    Ok(HttpResponse::Ok().json(json!({ "events": bodies, "next": found.next.map(events::place) })))
}

/// An agency with its page.
#[derive(Serialize)]
struct AgencyBody<'a> {
    #[serde(flatten)]
    agency: &'a AgencyView,
    page: String,
}

/// The part of a sorted list behind a key, and the key of its last row where more follows.
fn behind<T>(mut all: Vec<T>, key: impl Fn(&T) -> String, after: Option<&str>) -> (Vec<T>, Option<String>) {
    all.sort_by_key(&key);
    all.retain(|one| after.is_none_or(|after| key(one).as_str() > after));
    let more = all.len() > PAGE;
    all.truncate(PAGE);
    let next = all.last().filter(|_| more).map(key);
    (all, next)
}

/// The agencies by code.
pub async fn agencies(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let after = query::filled(request.query_string(), "after");
    let all = super::read(&state, agencies::tree).await?;
    let (found, next) = behind(all, |one| one.code.clone(), after.as_deref());
    let address = &state.register.policy.address;
    let bodies: Vec<AgencyBody<'_>> = found
        .iter()
        .map(|agency| AgencyBody { page: format!("{address}/agencies/{}", escape(&agency.code)), agency })
        .collect();
    Ok(HttpResponse::Ok().json(json!({ "agencies": bodies, "next": next })))
}

/// A group of a scheme.
#[derive(Serialize)]
struct GroupBody<'a> {
    key: &'a str,
    name: &'a Bilingual,
}

/// The newest version of a scheme.
#[derive(Serialize)]
struct SchemeBody<'a> {
    id: &'a str,
    version: u16,
    name: &'a Bilingual,
    groups: Vec<GroupBody<'a>>,
    valid_from: Option<NaiveDate>,
    valid_until: Option<NaiveDate>,
    source: &'a Bilingual,
    source_year: Option<u16>,
    source_url: Option<&'a str>,
    page: String,
}

/// The schemes by id, each in its newest version.
pub async fn schemes(request: HttpRequest, state: web::Data<AppState>) -> HttpResponse {
    let after = query::filled(request.query_string(), "after");
    let all = scheme::all();
    let newest = all.iter().enumerate().filter(|(at, one)| all.get(at + 1).is_none_or(|next| next.id != one.id));
    let newest = newest.map(|(_, scheme)| scheme).collect();
    let (found, next) = behind(newest, |one| one.id.clone(), after.as_deref());
    let address = &state.register.policy.address;
    let bodies: Vec<SchemeBody<'_>> = found
        .into_iter()
        .map(|scheme| SchemeBody {
            id: &scheme.id,
            version: scheme.version,
            name: &scheme.name,
            groups: scheme.groups.iter().map(|group| GroupBody { key: &group.id, name: &group.name }).collect(),
            valid_from: scheme.valid_from,
            valid_until: scheme.valid_until,
            source: &scheme.source.title,
            source_year: scheme.source.year,
            source_url: scheme.source.url.as_deref(),
            page: format!("{address}/schemes/{}", escape(&scheme.id)),
        })
        .collect();
    HttpResponse::Ok().json(json!({ "schemes": bodies, "next": next }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_read_page_by_page_is_the_whole_list_once() {
        let all: Vec<u32> = (0..(PAGE as u32 * 2 + 1)).rev().collect();
        let key = |n: &u32| format!("{n:04}");
        let (mut read, mut after) = (Vec::new(), None);
        loop {
            let (page, next) = behind(all.clone(), key, after.as_deref());
            assert!(!page.is_empty() && page.len() <= PAGE);
            read.extend(page);
            match next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        assert_eq!(read, (0..(PAGE as u32 * 2 + 1)).collect::<Vec<_>>());
    }
}
