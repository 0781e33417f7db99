//! Signing in and out.

use super::pause::until_the_beat;
use super::{blocking, done, page, see_other};
use crate::service::ServiceError;
use crate::service::account::{self, Credentials};
use crate::web::cookies::{self, Name};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::gate::safe_next;
use crate::web::page::Page;
use crate::web::parts::Field;
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use std::time::Instant;

#[derive(Template)]
#[template(path = "staff/login.html")]
struct LoginPage {
    login: Field,
    password: Field,
    next: String,
    done: Option<String>,
    refused: Option<String>,
    shell: Shell,
}

impl LoginPage {
    fn new(shell: Shell, typed: &str, next: &str) -> Self {
        let login = Field::text("login", shell.t("accounts.field.login").to_owned());
        let password = Field::password("password", shell.t("accounts.field.password").to_owned());
        Self {
            login: login.value(typed).autocomplete("username").max(64),
            password: password.autocomplete("current-password"),
            next: safe_next(Some(next)).to_owned(),
            done: None,
            refused: None,
            shell,
        }
    }
}

/// The page.
pub async fn show(request: HttpRequest, shell: Shell) -> Page<impl Template> {
    let fields = web::Query::<Fields>::from_query(request.query_string()).map(|q| q.into_inner()).unwrap_or_default();
    let done = done(&shell, request.query_string());
    Page(LoginPage { done, ..LoginPage::new(shell, "", fields.get("next")) })
}

/// Begins a session.
pub async fn send(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let start = Instant::now();
    let policy = state.settings.cookies;
    let agent = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    let form = Credentials {
        login: fields.get("login").to_owned(),
        password: fields.get("password").to_owned(),
        client: agent.unwrap_or("").to_owned(),
        old_token: cookies::read(&request, policy, Name::Session).map(str::to_owned),
    };
    let register = state.register.clone();
    match state.passwords.run(move |passwords| account::login(&register, passwords, &form)).await {
        Ok(begun) => {
            let mut answer = see_other(&shell, safe_next(Some(fields.get("next"))));
            answer.add_cookie(&cookies::session(policy, begun.token)).map_err(AppError::internal)?;
            Ok(answer)
        }
        Err(error @ ServiceError::Refused { key: "refusal.login", .. }) => {
            until_the_beat(start).await;
            let refused = Some(error.message().get(shell.lang).to_owned());
            let again = LoginPage::new(shell, fields.trimmed("login"), fields.get("next"));
            Ok(page(&request, StatusCode::UNAUTHORIZED, LoginPage { refused, ..again }))
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends the session.
pub async fn logout(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let policy = state.settings.cookies;
    if let Some(token) = cookies::read(&request, policy, Name::Session).map(str::to_owned) {
        let register = state.register.clone();
        blocking(move || account::logout(&register, &token)).await?;
    }
    let mut answer = see_other(&shell, "/staff/login?done=signed-out");
    answer.add_cookie(&cookies::end_session(policy)).map_err(AppError::internal)?;
    Ok(answer)
}
