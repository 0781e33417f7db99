//! The results of a group as files, with what each cannot hold said before it is downloaded.

use super::event_words::{event_crumbs, event_path};
use super::group::attachment;
use super::{blocking, page};
use crate::domain::results::interchange::write::{Target, write};
use crate::service::ServiceError;
use crate::service::view::{export, staff_event};
use crate::web::error::AppError;
use crate::web::exports::{Offer, offers};
use crate::web::parts::Crumbs;
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

#[derive(Template)]
#[template(path = "staff/export.html")]
struct ExportPage {
    crumbs: Crumbs,
    group_name: String,
    event_name: String,
    offers: Vec<Offer>,
    shell: Shell,
}

/// The files, and what each loses.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (named, of) = (slug.clone(), group.clone());
    let (name, (event, sheet)) = blocking(move || {
        let view = staff_event::event(&register, &staff, &named)?;
        let group = view.groups.iter().find(|g| g.key == of).ok_or(ServiceError::NotFound)?;
        Ok((group.name.clone(), export::of_staff(&register, &staff, &named, &of)?))
    })
    .await?;
    let own = event_path(&slug, &format!("/groups/{group}"));
    let address = |ending: &str| shell.href(&format!("{own}/export/{ending}"));
    let template = ExportPage {
        crumbs: event_crumbs(&shell, &event).step(&shell, &own, name.get(shell.lang).to_owned()),
        group_name: name.get(shell.lang).to_owned(),
        event_name: event.name.clone(),
        offers: offers(&shell, &sheet, &address),
        shell,
    };
    Ok(page(&request, StatusCode::OK, template))
}

/// One of the files.
pub async fn file(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, ending) = path.into_inner();
    let target = Target::of_ending(&ending).ok_or_else(AppError::not_found)?;
    let (register, staff, lang) = (state.register.clone(), user.staff.clone(), shell.lang);
    let name = format!("{slug}.{group}.{ending}");
    let bytes = blocking(move || {
        let (about, sheet) = export::opened(&register, &staff, &slug, &group, &ending)?;
        Ok(write(&sheet, &about, target, lang))
    });
    Ok(attachment(&name, target.media_type(), bytes.await?))
}
