//! Mails that could not be delivered.

use super::{blocking, page, see_other};
use crate::service::dead_letters;
use crate::text;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Pager, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    before: Option<i64>,
}

/// One mail.
struct Row {
    kind: String,
    to: String,
    queued: String,
    attempts: i64,
    error: String,
    retry: Option<String>,
}

#[derive(Template)]
#[template(path = "staff/mails.html")]
struct MailsPage {
    done: bool,
    problems: Problems,
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

/// What a mail is about; a kind that has no words shows itself.
fn kind_words(shell: &Shell, kind: &str) -> String {
    let key = format!("letter.{kind}");
    if text::has(&key) { shell.t(&key).to_owned() } else { kind.to_owned() }
}

/// The list.
pub async fn list(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    listed(&request, shell, &state, &user, asked.before, Problems::none()).await
}

/// The list before a mail, with what was refused.
async fn listed(
    request: &HttpRequest,
    shell: Shell,
    state: &AppState,
    user: &User,
    before: Option<i64>,
    problems: Problems,
) -> Result<HttpResponse, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (letters, next) = blocking(move || dead_letters::list(&register, &staff, before)).await?;
    let rows = letters.into_iter().map(|letter| Row {
        retry: letter.can_retry.then(|| shell.href(&format!("/staff/mails/{}/retry", letter.row.id))),
        to: letter.to.unwrap_or_else(|| shell.t("office.mails.sealed").to_owned()),
        queued: shell.time(&letter.row.created_at),
        attempts: letter.row.attempts,
        error: letter.row.last_error.unwrap_or_default(),
        kind: kind_words(&shell, &letter.row.kind),
    });
    let rows = rows.collect();
    let first = before.map(|_| "/staff/mails");
    let next = next.map(|id| format!("/staff/mails?before={id}"));
    let status = problems.status();
    let list = MailsPage {
        done: request.query_string().split('&').any(|pair| pair == "done=retried"),
        problems,
        rows,
        pager: Pager::new(&shell, shell.t("office.mails.newest"), first, next.as_deref()),
        shell,
    };
    Ok(page(request, status, list))
}

/// Puts a mail back into the queue.
pub async fn retry(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, id) = (state.register.clone(), user.staff.clone(), id.into_inner());
    match web::block(move || dead_letters::retry(&register, &staff, id)).await.map_err(AppError::internal)? {
        Ok(()) => {
            (state.wake)();
            Ok(see_other(&shell, "/staff/mails?done=retried"))
        }
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            listed(&request, shell, &state, &user, None, problems).await
        }
    }
}
