//! Putting an award that was granted on notice again: what will happen, the reason, the deed.

use super::certificate::paper_path;
use super::event_words::{award_badge, event_crumbs, event_path};
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::service::certificate::grade_of;
use crate::service::notice;
use crate::service::view::staff_notice::{self, Renewal};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Field, Number, Problems, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

#[derive(Template)]
#[template(path = "staff/renew.html")]
struct RenewPage {
    crumbs: Option<Crumbs>,
    problems: Problems,
    stone: Stone,
    name: String,
    state: Badge,
    paper: Option<(String, Number)>,
    ends: String,
    /// The form, where the award can be put on notice again as it stands.
    reason: Option<Field>,
    action: String,
    shell: Shell,
}

fn render(request: &HttpRequest, shell: Shell, view: Renewal, typed: &Fields, problems: Problems) -> HttpResponse {
    let status = problems.status();
    let reason = view.possible.then(|| {
        Field::area("reason", shell.t("staff.field.reason").to_owned(), 3)
            .help(shell.t("desk.renew.reason-help").to_owned())
            .max(500)
            .value(typed.get("reason"))
            .check(&problems)
    });
    let award = view.view.award;
    let template = RenewPage {
        crumbs: view.view.event.as_ref().map(|event| {
            let awards = event_path(&event.slug, "/awards");
            event_crumbs(&shell, event).step(&shell, &awards, shell.t("staff.awards.title").to_owned())
        }),
        problems,
        stone: Stone::new(shell.lang, grade_of(award.grade)),
        name: view.view.person.name,
        state: award_badge(&shell, &award.state),
        paper: view.certificate.map(|paper| {
            (shell.href(&paper_path(grade_of(paper.grade), &paper.number, "")), Number::new(paper.number))
        }),
        ends: shell.time(&view.ends_at),
        reason,
        action: shell.href(&path(award.id)),
        shell,
    };
    page(request, status, template)
}

/// The address of the page for an award.
pub(super) fn path(award: i64) -> String {
    format!("/staff/awards/{award}/notice")
}

async fn read(state: &AppState, user: &User, id: i64) -> Result<Renewal, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    blocking(move || staff_notice::renewal(&register, &staff, id)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let view = read(&state, &user, id.into_inner()).await?;
    Ok(render(&request, shell, view, &Fields::default(), Problems::none()))
}

/// Puts it on notice again.
pub async fn renew(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let id = id.into_inner();
    let (register, staff, reason) = (state.register.clone(), user.staff.clone(), fields.get("reason").to_owned());
    staff.require_everywhere(Action::PublishNotice)?;
    let outcome = web::block(move || notice::renew(&register, &staff, id, &reason)).await;
    match outcome.map_err(AppError::internal)? {
        Ok(_) => {
            (state.wake)();
            Ok(see_other(&shell, "/staff/notices?done=published"))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let view = read(&state, &user, id).await?;
            Ok(render(&request, shell, view, &fields, problems))
        }
    }
}
