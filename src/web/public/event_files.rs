//! The results of an event for programs and spreadsheets.

use super::event::find;
use super::query;
use super::table;
use super::words;
use crate::service::view::event::EventView;
use crate::service::view::results::GroupResults;
use crate::text::Lang;
use crate::web::error::AppError;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::borrow::Cow;

fn cell(text: impl ToString) -> Cow<'static, str> {
    Cow::Owned(text.to_string())
}

fn optional(text: Option<impl ToString>) -> Cow<'static, str> {
    text.map(cell).unwrap_or_default()
}

async fn results(
    request: &HttpRequest,
    slug: String,
    state: &web::Data<AppState>,
) -> Result<(EventView, usize, GroupResults), AppError> {
    let (event, found) = find(state, slug, query::filled(request.query_string(), "group")).await?;
    let (at, results) = found.ok_or_else(AppError::not_found)?;
    Ok((event, at, results))
}

/// The standings of a group as a table.
pub async fn standings(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (event, at, results) = results(&request, path.into_inner(), &state).await?;
    let mut head = vec!["place", "name", "register", "grade", "points", "wins", "losses", "byes"];
    head.extend(&results.tiebreaks);
    head.extend(["award", "award_state", "reason_zh", "reason_en"]);
    let rows = results.standings.iter().map(|row| {
        let mut cells = vec![
            optional(row.place),
            optional(row.name.text()),
            optional(row.register_no.as_deref()),
            optional(row.from),
            cell(row.points),
            cell(row.wins),
            cell(row.losses),
            cell(row.byes),
        ];
        cells.extend(row.tiebreaks.iter().map(|value| optional(*value)));
        cells.push(optional(row.award));
        cells.push(optional(row.award_state.as_deref()));
        cells.push(cell(&row.reason.zh));
        cells.push(cell(&row.reason.en));
        cells
    });
    table::download(&format!("{}.{}.standings.csv", event.slug, event.groups[at].key), &head, rows)
}

/// The games of a group as a table.
pub async fn games(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (event, at, results) = results(&request, path.into_inner(), &state).await?;
    let head = [
        "round",
        "board",
        "black",
        "black_place",
        "white",
        "white_place",
        "handicap",
        "komi",
        "winner",
        "margin",
        "decided",
        "game",
        "verdict",
        "ruled",
    ];
    let player = |at: Option<usize>| at.and_then(|at| results.standings.get(at));
    let rows = results.games.iter().map(|game| {
        let (black, white) = (player(Some(game.black)), player(game.white));
        let record = game.record.as_ref();
        vec![
            cell(game.round),
            optional(game.board),
            optional(black.and_then(|p| p.name.text())),
            optional(black.and_then(|p| p.place)),
            optional(white.and_then(|p| p.name.text())),
            optional(white.and_then(|p| p.place)),
            cell(game.handicap),
            optional(game.komi_half.map(words::points)),
            cell(&game.result),
            optional(game.margin_quarters.map(words::points)),
            cell(words::decided(Lang::En, &game.result, &game.won_by)),
            optional(record.map(|record| record.game)),
            optional(record.and_then(|record| record.verdict.as_deref())),
            optional(record.map(|record| if record.ruled { "yes" } else { "no" })),
        ]
    });
    table::download(&format!("{}.{}.games.csv", event.slug, event.groups[at].key), &head, rows)
}

/// An event and the results of one of its groups as JSON.
pub async fn json(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (event, found) = find(&state, path.into_inner(), query::filled(request.query_string(), "group")).await?;
    let utc = |at: chrono::NaiveDateTime| -> DateTime<Utc> { at.and_utc() };
    let (scheme_id, scheme_version, scheme_name) = &event.scheme;
    let deadline = event.deadline.map(|deadline| match deadline {
        crate::service::view::event::Deadline::Results(day) => json!({ "what": "results", "day": day }),
        crate::service::view::event::Deadline::Notices(at) => json!({ "what": "notices", "at": utc(at) }),
    });
    let steps: Vec<_> =
        event.steps.iter().map(|s| json!({ "step": s.step, "at": utc(s.at), "reason": s.reason })).collect();
    let groups: Vec<_> = event
        .groups
        .iter()
        .map(|g| {
            json!({
                "key": g.key, "name": g.name, "players": g.players, "version": g.version,
                "uploaded_at": g.uploaded_at.map(utc),
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(json!({
        "slug": event.slug,
        "name": event.name,
        "place": event.place,
        "level": event.level,
        "starts_on": event.days.0,
        "ends_on": event.days.1,
        "agency": event.agency,
        "scheme": { "id": scheme_id, "version": scheme_version, "name": scheme_name },
        "status": event.status,
        "reopened": event.reopened,
        "steps": steps,
        "deadline": deadline,
        "groups": groups,
        "group": found.as_ref().map(|(at, _)| event.groups[*at].key.as_str()),
        "results": found.as_ref().filter(|(_, results)| !results.standings.is_empty()).map(|(_, results)| results),
        "page": format!("{}/events/{}", state.register.policy.address, query::escape(&event.slug)),
    })))
}
