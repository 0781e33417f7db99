//! `/objections`: the receipt of an objection leads to it. `/objections/{receipt}`: how it stands.
//!
//! The receipt is a secret of sixty random bits that only the sender was given: it is not asked for with a second fact,
//! and the page that it opens says what was objected and decided, never by whom.

use super::query::{self, escape};
use crate::service::ServiceError;
use crate::service::objection::read_receipt;
use crate::service::view::objection::{self as receipt, ReceiptView};
use crate::web::error::AppError;
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Chain, Crumbs, Field, Link, Problem, Problems, Stage, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

#[derive(Template)]
#[template(path = "public/objection.html")]
struct ReceiptPage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    view: &'a ReceiptView,
    badge: Badge,
    chain: Chain,
    notice_href: String,
}

#[derive(Template)]
#[template(path = "public/objection_ask.html")]
struct AskPage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    problems: Problems,
    field: Field,
}

/// The badge of an objection's state.
pub(super) fn objection_badge(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "open" => (Tone::Waiting, "public.objection.open"),
        "upheld" => (Tone::Good, "public.objection.upheld"),
        _ => (Tone::Past, "public.objection.dismissed"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

fn crumbs(shell: &Shell) -> Crumbs {
    Crumbs::new(shell).step(shell, "/notices", shell.t("public.notice.title").to_owned())
}

fn ask_page<'a>(shell: &'a Shell, typed: &str, wrong: Option<&'static str>) -> AskPage<'a> {
    let problem = |key| Problem { field: "receipt".to_owned(), words: shell.t(key).to_owned() };
    let problems = wrong.map_or_else(Problems::none, |key| Problems::new(shell, vec![problem(key)]));
    let field = Field::text("receipt", shell.t("public.objection.number").to_owned())
        .help(shell.t("public.objection.number-help").to_owned())
        .autocomplete("off")
        .max(40)
        .value(typed)
        .check(&problems);
    AskPage { shell, crumbs: crumbs(shell), problems, field }
}

/// Asks for a receipt, and leads to what it opens.
pub async fn ask(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let shell = Shell::of(&request);
    let Some(typed) = query::filled(request.query_string(), "receipt") else {
        return Ok(Page(ask_page(&shell, "", None)).respond_to(&request));
    };
    let Some(number) = read_receipt(&typed) else {
        let page = ask_page(&shell, &typed, Some("public.objection.number-wrong"));
        return Ok(PageWith(StatusCode::UNPROCESSABLE_ENTITY, page).respond_to(&request));
    };
    let wanted = number.clone();
    let found = super::read(&state, move |register| match receipt::by_receipt(register, &wanted) {
        Err(ServiceError::NotFound) => Ok(false),
        other => other.map(|_| true),
    });
    if !found.await? {
        let page = ask_page(&shell, &typed, Some("public.objection.number-unknown"));
        return Ok(PageWith(StatusCode::NOT_FOUND, page).respond_to(&request));
    }
    Ok(to_the_receipt(&shell, &number))
}

/// Leads to the page of a receipt.
pub(super) fn to_the_receipt(shell: &Shell, number: &str) -> HttpResponse {
    let location = shell.href(&format!("/objections/{number}"));
    HttpResponse::SeeOther().insert_header((header::LOCATION, location)).finish()
}

/// How an objection stands.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let number = read_receipt(&path).ok_or_else(AppError::not_found)?;
    let view = super::read(&state, move |register| receipt::by_receipt(register, &number)).await?;
    let shell = Shell::of(&request);
    let filed = Link::new(Stage::Done, shell.t("public.objection.filed").to_owned(), "")
        .when(shell.time(&view.objection.filed_at));
    let word = |key: &str| shell.t(key).to_owned();
    let mut links = vec![filed];
    links.push(match view.objection.decided_at {
        None => Link::new(Stage::Now, word("public.objection.open"), word("public.objection.open-text")),
        Some(at) => {
            let key =
                if view.objection.state == "upheld" { "public.objection.upheld" } else { "public.objection.dismissed" };
            Link::new(Stage::Done, word(key), view.objection.decision.clone().unwrap_or_default()).when(shell.time(&at))
        }
    });
    if view.objection.decided_at.is_none() {
        links.push(Link::new(Stage::Later, word("public.objection.decision"), word("public.objection.decision-later")));
    }
    let page = ReceiptPage {
        crumbs: crumbs(&shell).step(&shell, "/objections", shell.t("public.objection.ask").to_owned()),
        badge: objection_badge(&shell, &view.objection.state).large(),
        chain: Chain { links },
        notice_href: shell.href(&format!("/notices/{}", escape(&view.reference))),
        view: &view,
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}
