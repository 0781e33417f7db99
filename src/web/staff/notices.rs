//! The reviewer's queue: awards of 4段 and above that need their public notice.

use super::{blocking, page, see_other};
use crate::domain::grade::Grade;
use crate::service::view::staff_notice::{self, AwardView};
use crate::service::{ServiceError, notice};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

struct Row {
    view: AwardView,
    stone: Stone,
    from: String,
    state: Badge,
    event: Option<(String, String)>,
    ends: Option<String>,
    agency: String,
}

#[derive(Template)]
#[template(path = "staff/notices.html")]
struct NoticesPage {
    done: bool,
    waiting: Vec<Row>,
    running: Vec<Row>,
    refusal: Option<String>,
    shell: Shell,
}

fn row(shell: &Shell, view: AwardView) -> Row {
    let grade = crate::service::certificate::grade_of(view.award.grade);
    let from = view.award.from_grade.map(crate::service::certificate::grade_of).as_ref().map(Grade::to_string);
    let state = match view.award.state.as_str() {
        "confirmed" => Badge::new(Tone::Plain, shell.t("desk.state.confirmed").to_owned()),
        "held" => Badge::new(Tone::Paused, shell.t("desk.state.held").to_owned()),
        _ => Badge::new(Tone::Waiting, shell.t("desk.state.on-notice").to_owned()),
    };
    Row {
        stone: Stone::new(shell.lang, grade),
        from: from.unwrap_or_else(|| shell.t("desk.ungraded").to_owned()),
        state,
        event: view.event.as_ref().map(|e| (shell.href(&format!("/staff/events/{}", e.slug)), e.name.clone())),
        ends: view.notice.as_ref().map(|n| shell.time(&n.ends_at)),
        agency: if shell.zh() { view.agency.name_zh.clone() } else { view.agency.name_en.clone() },
        view,
    }
}

async fn notices_page(
    shell: Shell,
    state: &AppState,
    user: &User,
    done: bool,
    refusal: Option<String>,
) -> Result<NoticesPage, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (waiting, running) = blocking(move || {
        let waiting = staff_notice::awards_in(&register, &staff, &["confirmed"])?;
        Ok((waiting, staff_notice::awards_in(&register, &staff, &["on-notice", "held"])?))
    })
    .await?;
    let rows = |all: Vec<AwardView>, shell: &Shell| all.into_iter().map(|v| row(shell, v)).collect();
    Ok(NoticesPage { done, waiting: rows(waiting, &shell), running: rows(running, &shell), refusal, shell })
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
) -> Result<HttpResponse, AppError> {
    let done = request.query_string().split('&').any(|pair| pair == "done=published");
    let shown = notices_page(shell, &state, &user, done, None).await?;
    Ok(page(&request, StatusCode::OK, shown))
}

/// Publishes the chosen awards.
pub async fn publish(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let ids: Vec<i64> = form.0.all("award").filter_map(|id| id.parse().ok()).collect();
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let outcome = web::block(move || notice::publish(&register, &staff, &ids)).await.map_err(AppError::internal)?;
    match outcome {
        Ok(_) => {
            (state.wake)();
            Ok(see_other(&shell, "/staff/notices?done=published"))
        }
        Err(error @ ServiceError::Refused { .. }) => {
            let words = error.message().get(shell.lang).to_owned();
            let shown = notices_page(shell, &state, &user, false, Some(words)).await?;
            Ok(page(&request, StatusCode::CONFLICT, shown))
        }
        Err(error) => Err(error.into()),
    }
}
