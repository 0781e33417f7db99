//! The reviewer's queue: awards of 4段 and above that need their public notice.

use super::event_words::event_path;
use super::{blocking, page, see_other};
use crate::service::notice;
use crate::service::view::staff_notice::{self, AwardView, Awards};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Pager, Problems, Stone, Tone};
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

/// The address of the page.
const HERE: &str = "/staff/notices";

/// What the address asks for: after which award each list begins.
#[derive(Clone, Copy, Default, serde::Deserialize)]
pub struct Asked {
    waiting: Option<i64>,
    running: Option<i64>,
}

impl Asked {
    /// The address of a page of the two lists.
    fn path(self) -> String {
        let parts = [("waiting", self.waiting), ("running", self.running)];
        let parts: Vec<String> = parts.iter().filter_map(|(name, id)| Some(format!("{name}={}", (*id)?))).collect();
        if parts.is_empty() { HERE.to_owned() } else { format!("{HERE}?{}", parts.join("&")) }
    }
}

#[derive(Template)]
#[template(path = "staff/notices.html")]
struct NoticesPage {
    done: bool,
    waiting: Vec<Row>,
    waiting_pager: Pager,
    running: Vec<Row>,
    running_pager: Pager,
    problems: Problems,
    shell: Shell,
}

fn row(shell: &Shell, view: AwardView) -> Row {
    let grade = crate::service::certificate::grade_of(view.award.grade);
    let from = view.award.from_grade.map(crate::service::certificate::grade_of).map(|grade| grade.said(shell.lang));
    let state = match view.award.state.as_str() {
        "confirmed" => Badge::new(Tone::Plain, shell.t("desk.state.confirmed").to_owned()),
        "held" => Badge::new(Tone::Paused, shell.t("desk.state.held").to_owned()),
        _ => Badge::new(Tone::Waiting, shell.t("desk.state.on-notice").to_owned()),
    };
    Row {
        stone: Stone::new(shell.lang, grade),
        from: from.unwrap_or_else(|| shell.t("desk.ungraded").to_owned()),
        state,
        event: view.event.as_ref().map(|e| (shell.href(&event_path(&e.slug, "/awards")), e.name.clone())),
        ends: view.notice.as_ref().map(|n| shell.notice_end(&n.ends_at, &n.held_since)),
        agency: if shell.zh() { view.agency.name_zh.clone() } else { view.agency.name_en.clone() },
        view,
    }
}

async fn notices_page(
    shell: Shell,
    state: &AppState,
    user: &User,
    asked: Asked,
    done: bool,
    problems: Problems,
) -> Result<NoticesPage, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (waiting, running) = blocking(move || {
        let waiting = staff_notice::awards_in(&register, &staff, &["confirmed"], asked.waiting)?;
        Ok((waiting, staff_notice::awards_in(&register, &staff, &["on-notice", "held"], asked.running)?))
    })
    .await?;
    // Each list moves by itself; the other stays where it is.
    let pager = |here: Option<i64>, first: Asked, next: Option<Asked>| {
        let first = here.map(|_| first.path());
        Pager::new(&shell, shell.t("desk.by-age"), first.as_deref(), next.map(Asked::path).as_deref())
    };
    let waiting_pager = pager(
        asked.waiting,
        Asked { waiting: None, ..asked },
        waiting.next.map(|id| Asked { waiting: Some(id), ..asked }),
    );
    let running_pager = pager(
        asked.running,
        Asked { running: None, ..asked },
        running.next.map(|id| Asked { running: Some(id), ..asked }),
    );
    let rows = |all: Awards| all.awards.into_iter().map(|v| row(&shell, v)).collect();
    let (waiting, running) = (rows(waiting), rows(running));
    Ok(NoticesPage { done, waiting, waiting_pager, running, running_pager, problems, shell })
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let done = request.query_string().split('&').any(|pair| pair == "done=published");
    let shown = notices_page(shell, &state, &user, asked.into_inner(), done, Problems::none()).await?;
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
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let shown = notices_page(shell, &state, &user, Asked::default(), false, problems).await?;
            Ok(page(&request, status, shown))
        }
    }
}
