//! `/schemes`: the regulations that are built in, in words.

use super::query;
use super::words as said;
use crate::domain::scheme::{self, Scheme};
use crate::text::both;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::Crumbs;
use crate::web::shell::Shell;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// A scheme of the list.
struct Row {
    id: String,
    name: String,
    version: u16,
    source: String,
    validity: String,
    groups: String,
    href: String,
}

#[derive(Template)]
#[template(path = "public/schemes.html")]
struct ListPage<'a> {
    shell: &'a Shell,
    rows: Vec<Row>,
}

/// Another version of a scheme.
struct Version {
    words: String,
    href: String,
    here: bool,
}

#[derive(Template)]
#[template(path = "public/scheme.html")]
struct OnePage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    id: &'a str,
    words: scheme::Words,
    validity: String,
    versions: Vec<Version>,
}

/// From when to when a scheme is in force.
pub(in crate::web) fn validity(shell: &Shell, scheme: &Scheme) -> String {
    let day = |day: Option<chrono::NaiveDate>| day.map(|day| shell.date(&day)).unwrap_or_default();
    let (from, until) = (day(scheme.valid_from), day(scheme.valid_until));
    let arguments = [("from", from.as_str()), ("until", until.as_str())];
    match (scheme.valid_from, scheme.valid_until) {
        (None, None) => shell.t("public.scheme.always").to_owned(),
        (Some(_), None) => shell.fill("public.scheme.since", &arguments),
        (None, Some(_)) => shell.fill("public.scheme.until", &arguments),
        (Some(_), Some(_)) => shell.fill("public.scheme.between", &arguments),
    }
}

/// The newest version of every scheme, by id.
pub async fn list(request: HttpRequest) -> HttpResponse {
    let shell = Shell::of(&request);
    let all = scheme::all();
    let newest = all.iter().enumerate().filter(|(at, scheme)| all.get(at + 1).is_none_or(|next| next.id != scheme.id));
    let rows = newest.map(|(_, scheme)| Row {
        name: said::of(&shell, &scheme.name).to_owned(),
        version: scheme.version,
        source: said::of(&shell, &scheme.source.title).to_owned(),
        validity: validity(&shell, scheme),
        groups: scheme
            .groups
            .iter()
            .map(|group| said::of(&shell, &group.name))
            .collect::<Vec<_>>()
            .join(shell.t("public.scheme.joint")),
        href: shell.href(&format!("/schemes/{}", query::escape(&scheme.id))),
        id: scheme.id.clone(),
    });
    Page(ListPage { rows: rows.collect(), shell: &shell }).respond_to(&request)
}

/// One scheme: the newest version, or the one that the address names.
pub async fn show(request: HttpRequest, path: web::Path<String>) -> Result<HttpResponse, AppError> {
    let id = path.into_inner();
    let all = scheme::registry().versions(&id);
    let wanted = match query::filled(request.query_string(), "version") {
        Some(text) => {
            let number = text.parse::<u16>();
            Some(number.map_err(|_| AppError::malformed(both("public.scheme.version-malformed", &[])))?)
        }
        None => None,
    };
    let found = match wanted {
        Some(version) => all.iter().find(|scheme| scheme.version == version),
        None => all.last(),
    };
    let scheme = found.ok_or_else(AppError::not_found)?;
    let shell = Shell::of(&request);
    let versions = all.iter().map(|other| Version {
        words: shell.fill("public.scheme.version", &[("n", &other.version.to_string())]),
        href: shell.href(&format!("/schemes/{}?version={}", query::escape(&id), other.version)),
        here: other.version == scheme.version,
    });
    let page = OnePage {
        crumbs: Crumbs::new(&shell).step(&shell, "/schemes", shell.t("public.scheme.title").to_owned()),
        id: &id,
        words: scheme.words(shell.lang),
        validity: validity(&shell, scheme),
        versions: versions.collect(),
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}
