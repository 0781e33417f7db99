//! `/agencies`: who may file events and issue certificates.

use super::query::escape;
use super::words;
use crate::service::view::agencies::{self, AgencyPage, AgencyView, Led, Standing};
use crate::service::view::events::EventLine;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// An agency of a list.
struct Line<'a> {
    view: &'a AgencyView,
    badge: Badge,
    ceiling: Stone,
    href: String,
}

#[derive(Template)]
#[template(path = "public/agencies.html")]
struct TreePage<'a> {
    shell: &'a Shell,
    lines: Vec<Line<'a>>,
}

#[derive(Template)]
#[template(path = "public/agency.html")]
struct OnePage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    page: &'a AgencyPage,
    line: Line<'a>,
    children: Vec<Line<'a>>,
    events: Vec<(&'a EventLine, Badge, String)>,
}

fn line<'a>(shell: &Shell, view: &'a AgencyView) -> Line<'a> {
    let (tone, key) = match view.standing {
        Standing::Active => (Tone::Good, "public.agency.active"),
        Standing::Ahead => (Tone::Waiting, "public.agency.ahead"),
        Standing::Expired => (Tone::Past, "public.agency.expired"),
        Standing::Suspended => (Tone::Paused, "public.agency.suspended"),
        Standing::Closed => (Tone::Past, "public.agency.closed"),
    };
    Line {
        view,
        badge: Badge::new(tone, shell.t(key).to_owned()),
        ceiling: Stone::new(shell.lang, view.ceiling),
        href: shell.href(&format!("/agencies/{}", escape(&view.code))),
    }
}

impl Line<'_> {
    fn name(&self, shell: &Shell) -> String {
        words::of(shell, &self.view.name).to_owned()
    }

    fn area(&self, shell: &Shell) -> String {
        words::of(shell, &self.view.area).to_owned()
    }

    fn level(&self, shell: &Shell) -> String {
        words::level(shell, &self.view.level)
    }

    fn until(&self, shell: &Shell) -> String {
        let from = shell.date(&self.view.valid_from);
        match &self.view.valid_to {
            Some(last) => shell.fill("public.agency.from-to", &[("first", &from), ("last", &shell.date(last))]),
            None => shell.fill("public.agency.from", &[("first", &from)]),
        }
    }
}

impl OnePage<'_> {
    fn all_events(&self) -> String {
        self.shell.href(&format!("/events?agency={}", escape(&self.page.agency.code)))
    }
}

/// All agencies.
pub async fn list(request: HttpRequest, state: web::Data<AppState>) -> Result<HttpResponse, AppError> {
    let all = super::read(&state, agencies::tree).await?;
    let shell = Shell::of(&request);
    let lines = all.iter().map(|view| line(&shell, view)).collect();
    Ok(Page(TreePage { shell: &shell, lines }).respond_to(&request))
}

/// One agency.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let code = path.into_inner();
    let led = super::read(&state, move |register| agencies::by_code(register, &code)).await?;
    let shell = Shell::of(&request);
    let page = match led {
        Led::Here(page) => page,
        Led::Elsewhere(code) => return Err(AppError::moved(shell.href(&format!("/agencies/{code}")))),
    };
    let mut crumbs = Crumbs::new(&shell).step(&shell, "/agencies", shell.t("public.agency.title").to_owned());
    if let Some(parent) = &page.parent {
        let path = format!("/agencies/{}", escape(&parent.code));
        crumbs = crumbs.step(&shell, &path, words::of(&shell, &parent.name).to_owned());
    }
    let events = page
        .events
        .iter()
        .map(|event| {
            let href = shell.href(&format!("/events/{}", escape(&event.slug)));
            (event, words::status(&shell, event.status), href)
        })
        .collect();
    let one = OnePage {
        crumbs,
        line: line(&shell, &page.agency),
        children: page.children.iter().map(|child| line(&shell, child)).collect(),
        events,
        page: &page,
        shell: &shell,
    };
    Ok(Page(one).respond_to(&request))
}
