//! Persons for programs. Nobody is listed: as on the page, name, region and year of birth lead to the namesakes for
//! whom all three agree, and a register id to one person's grades and games; names come as the page shows them.

use super::home::Floor;
use super::people::{facts, read_place, region_is_known, year_is_possible};
use super::query::{self, escape};
use crate::domain::grade::Grade;
use crate::domain::register_number::RegisterNumber;
use crate::service::view::people::{self, PersonLine};
use crate::service::view::person::{self, GradeStep, Led, OwnGame};
use crate::service::view::{AgencyRef, EventRef, PublicName};
use crate::text::{Bilingual, both};
use crate::web::error::AppError;
use crate::web::form::JsonBody;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What a program sends: the three facts, and the `next` of the page before.
#[derive(Deserialize)]
pub struct FactsBody {
    name: String,
    region: String,
    year: i32,
    #[serde(default)]
    after: Option<String>,
}

/// A namesake.
#[derive(Serialize)]
struct LineBody<'a> {
    register_no: &'a str,
    name: &'a PublicName,
    region: &'a Bilingual,
    grade: Option<Grade>,
    certificate: Option<&'static str>,
    page: String,
}

fn line_body<'a>(address: &str, line: &'a PersonLine) -> LineBody<'a> {
    LineBody {
        register_no: &line.register_no,
        name: &line.name,
        region: &line.region,
        grade: line.grade,
        certificate: line.certificate.map(|state| state.key()),
        page: page(address, &line.register_no),
    }
}

/// The namesakes that three facts lead to.
pub async fn find(state: web::Data<AppState>, body: JsonBody<FactsBody>) -> Result<HttpResponse, AppError> {
    let floor = Floor::begin();
    let FactsBody { name, region, year, after } = body.0;
    let name = facts(&name)?;
    if !region_is_known(&region) {
        return Err(AppError::malformed(both("public.people.region-missing", &[])));
    }
    if !year_is_possible(year, state.register.today()) {
        return Err(AppError::malformed(both("public.people.year-wrong", &[])));
    }
    let found =
        super::read(&state, move |register| people::find(register, &name, &region, year, after.as_deref())).await;
    floor.reach().await;
    let (lines, more) = found?;
    let address = &state.register.policy.address;
    let next = lines.last().filter(|_| more).map(|line| line.register_no.as_str());
    let bodies: Vec<LineBody<'_>> = lines.iter().map(|line| line_body(address, line)).collect();
    Ok(HttpResponse::Ok().json(json!({ "people": bodies, "next": next })))
}

fn page(address: &str, register_no: &str) -> String {
    format!("{address}/people/{}", escape(register_no))
}

/// The certificate of a step.
#[derive(Serialize)]
struct PaperBody<'a> {
    number: &'a str,
    state: &'static str,
    state_on: NaiveDate,
    issued_on: NaiveDate,
}

/// A step of the history.
#[derive(Serialize)]
struct StepBody<'a> {
    from: Option<Grade>,
    grade: Grade,
    basis: &'a str,
    reason: &'a Bilingual,
    event: Option<&'a EventRef>,
    agency: &'a AgencyRef,
    state: &'a str,
    granted_on: Option<NaiveDate>,
    certificate: Option<PaperBody<'a>>,
}

fn step(one: &GradeStep) -> StepBody<'_> {
    StepBody {
        from: one.from,
        grade: one.grade,
        basis: &one.basis,
        reason: &one.reason,
        event: one.event.as_ref().map(|(event, _)| event),
        agency: &one.agency,
        state: &one.state,
        granted_on: one.granted_on,
        certificate: one.certificate.as_ref().map(|(number, state, state_on, issued_on)| PaperBody {
            number,
            state: state.key(),
            state_on: *state_on,
            issued_on: *issued_on,
        }),
    }
}

/// A game as one of its players sees it.
#[derive(Serialize)]
struct GameBody<'a> {
    event: &'a EventRef,
    day: NaiveDate,
    round: i64,
    colour: &'static str,
    opponent: Option<&'a PublicName>,
    opponent_register_no: Option<&'a str>,
    result: &'a str,
    won_by: &'a str,
    margin_quarters: Option<i64>,
    handicap: i64,
    komi_half: Option<i64>,
}

fn game(one: &OwnGame) -> GameBody<'_> {
    GameBody {
        event: &one.event,
        day: one.day,
        round: one.round,
        colour: if one.black { "B" } else { "W" },
        opponent: one.opponent.as_ref().map(|(name, _)| name),
        opponent_register_no: one.opponent.as_ref().and_then(|(_, number)| number.as_deref()),
        result: &one.result,
        won_by: &one.won_by,
        margin_quarters: one.margin_quarters,
        handicap: one.handicap,
        komi_half: one.komi_half,
    }
}

/// One person: every grade with how it was obtained, and a page of the games.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let number = path.parse::<RegisterNumber>().map_err(|error| AppError::malformed(error.message()))?.to_string();
    let before = match query::filled(request.query_string(), "before") {
        Some(text) => Some(read_place(&text).ok_or_else(|| AppError::malformed(both("public.page-malformed", &[])))?),
        None => None,
    };
    let led = super::read(&state, move |register| person::by_register_no(register, &number, before)).await?;
    let view = match led {
        Led::Here(view) => view,
        Led::Elsewhere(kept) => return Err(AppError::moved(format!("/api/v1/people/{}", escape(&kept)))),
    };
    let (steps, games): (Vec<_>, Vec<_>) =
        (view.steps.iter().map(step).collect(), view.games.iter().map(game).collect());
    Ok(HttpResponse::Ok().json(json!({
        "register_no": view.register_no,
        "name": view.name,
        "region": view.region,
        "grade": view.grade,
        "steps": steps,
        "games_total": view.games_total,
        "byes_total": view.byes_total,
        "games": games,
        "next": view.next.map(|(day, id)| format!("{day}.{id}")),
        "page": page(&state.register.policy.address, &view.register_no),
    })))
}
