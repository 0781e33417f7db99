//! A new password by mail.

use super::invitation::new_password;
use super::pause::until_the_beat;
use super::{blocking, dead_link, is_dead_link, page, see_other};
use crate::service::account::{self, LinkView};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::page::Page;
use crate::web::parts::{Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use std::time::Instant;

#[derive(Template)]
#[template(path = "staff/reset_request.html")]
struct RequestPage {
    who: Field,
    asked: bool,
    shell: Shell,
}

impl RequestPage {
    fn new(shell: Shell, asked: bool) -> Self {
        let who = Field::text("who", shell.t("accounts.reset.who").to_owned()).autocomplete("username").max(254);
        Self { who, asked, shell }
    }
}

/// The page that asks for the login name or mail address.
pub async fn ask(shell: Shell) -> Page<impl Template> {
    Page(RequestPage::new(shell, false))
}

/// Sends the mail, if there is somebody to send it to: the answer and its time are the same.
pub async fn asked(
    shell: Shell,
    state: web::Data<AppState>,
    Form(fields): Form<Fields>,
) -> Result<Page<impl Template>, AppError> {
    let start = Instant::now();
    let (register, who) = (state.register.clone(), fields.trimmed("who").to_owned());
    let done = blocking(move || account::request_reset(&register, &who)).await;
    until_the_beat(start).await;
    done.map(|()| Page(RequestPage::new(shell, true)))
}

#[derive(Template)]
#[template(path = "staff/reset.html")]
struct ResetPage {
    problems: Problems,
    passwords: Vec<Field>,
    link: LinkView,
    action: String,
    shell: Shell,
}

impl ResetPage {
    fn new(shell: Shell, token: &str, link: LinkView, problems: Problems) -> Self {
        let action = shell.href(&format!("{}{token}", account::RESET_PATH));
        Self { passwords: new_password(&shell, &problems), problems, link, action, shell }
    }
}

/// The page that the mail leads to. Opening it uses nothing up.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    token: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let (register, token) = (state.register.clone(), token.into_inner());
    let asked = token.clone();
    let link = web::block(move || account::reset_of(&register, &asked)).await.map_err(AppError::internal)?;
    match link {
        Ok(link) => Ok(page(&request, StatusCode::OK, ResetPage::new(shell, &token, link, Problems::none()))),
        Err(error) if is_dead_link(&error) => Ok(dead_link(&request, shell)),
        Err(error) => Err(error.into()),
    }
}

/// Sets the password.
pub async fn send(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    token: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let token = token.into_inner();
    let (register, used) = (state.register.clone(), token.clone());
    let (password, repeated) = (fields.get("password").to_owned(), fields.get("repeated").to_owned());
    let answer =
        state.passwords.run(move |passwords| account::reset(&register, passwords, &used, &password, &repeated)).await;
    match answer {
        Ok(_) => Ok(see_other(&shell, "/staff/login?done=reset")),
        Err(error) if is_dead_link(&error) => Ok(dead_link(&request, shell)),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let (register, asked) = (state.register.clone(), token.clone());
            let link = blocking(move || account::reset_of(&register, &asked)).await?;
            let again = ResetPage::new(shell, &token, link, problems);
            Ok(page(&request, status, again))
        }
    }
}
