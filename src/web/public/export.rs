//! `/events/{slug}/export`: the results of a group as files, with what each cannot hold said before it is downloaded.

use super::event::find;
use super::query::{self, escape};
use super::words;
use crate::domain::results::interchange::write::{Target, write};
use crate::service::view::export::of_public;
use crate::web::error::AppError;
use crate::web::exports::{Offer, offers};
use crate::web::page::Page;
use crate::web::parts::Crumbs;
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

#[derive(Template)]
#[template(path = "public/export.html")]
struct ExportPage<'a> {
    shell: &'a Shell,
    crumbs: Crumbs,
    group_name: String,
    event_name: String,
    offers: Vec<Offer>,
}

/// The files, and what each loses.
pub async fn show(
    request: HttpRequest,
    path: web::Path<String>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (event, found) = find(&state, path.into_inner(), query::filled(request.query_string(), "group")).await?;
    let (at, results) = found.filter(|(_, results)| !results.standings.is_empty()).ok_or_else(AppError::not_found)?;
    let shell = Shell::of(&request);
    let (own, key) = (format!("/events/{}", escape(&event.slug)), escape(&event.groups[at].key));
    let (_, sheet) = of_public(&event, &results);
    let address = |ending: &str| shell.href(&format!("{own}/export/{ending}?group={key}"));
    let page = ExportPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/events", shell.t("public.events.title").to_owned()).step(
            &shell,
            &format!("{own}?group={key}"),
            event.name.clone(),
        ),
        group_name: words::of(&shell, &event.groups[at].name).to_owned(),
        event_name: event.name.clone(),
        offers: offers(&shell, &sheet, &address),
        shell: &shell,
    };
    Ok(Page(page).respond_to(&request))
}

/// One of the files.
pub async fn file(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let (slug, ending) = path.into_inner();
    let target = Target::of_ending(&ending).ok_or_else(AppError::not_found)?;
    let (event, found) = find(&state, slug, query::filled(request.query_string(), "group")).await?;
    let (at, results) = found.filter(|(_, results)| !results.standings.is_empty()).ok_or_else(AppError::not_found)?;
    let name = format!("{}.{}.{ending}", event.slug, event.groups[at].key);
    let lang = Shell::of(&request).lang;
    let bytes = web::block(move || {
        let (about, sheet) = of_public(&event, &results);
        write(&sheet, &about, target, lang)
    });
    let bytes = bytes.await.map_err(AppError::internal)?;
    Ok(HttpResponse::Ok()
        .content_type(target.media_type())
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename*=UTF-8''{}", escape(&name))))
        .body(bytes))
}
