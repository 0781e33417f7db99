//! Accepting an invitation.

use super::{blocking, dead_link, is_dead_link, page, see_other};
use crate::service::account::password::SHORTEST;
use crate::service::account::{self, Acceptance, Identity, LinkView};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

#[derive(Template)]
#[template(path = "staff/invitation.html")]
struct InvitationPage {
    problems: Problems,
    identity: Vec<Field>,
    passwords: Vec<Field>,
    link: LinkView,
    action: String,
    shell: Shell,
}

/// The two fields of a new password.
pub(super) fn new_password(shell: &Shell, problems: &Problems) -> Vec<Field> {
    let field = |name: &'static str, words: &str| {
        Field::password(name, words.to_owned()).autocomplete("new-password").check(problems)
    };
    let help = shell.fill("accounts.password.help", &[("shortest", &SHORTEST.to_string())]);
    vec![
        field("password", shell.t("accounts.field.new-password")).help(help),
        field("repeated", shell.t("accounts.field.repeated")),
    ]
}

impl InvitationPage {
    fn new(shell: Shell, token: &str, link: LinkView, typed: &Fields, problems: Problems) -> Self {
        let mut identity = Vec::new();
        if link.needs_identity {
            let login = Field::text("login", shell.t("accounts.field.login").to_owned()).autocomplete("username");
            let name = Field::text("name", shell.t("accounts.field.name").to_owned()).autocomplete("name");
            let mail = Field::email("mail", shell.t("accounts.field.mail").to_owned());
            let help = shell.t("accounts.field.login-help").to_owned();
            identity.push(login.max(32).help(help).value(typed.trimmed("login")).check(&problems));
            identity.push(name.max(50).value(typed.trimmed("name")).check(&problems));
            identity.push(mail.max(254).value(typed.trimmed("mail")).check(&problems));
        }
        let action = shell.href(&format!("{}{token}", account::INVITATION_PATH));
        Self { passwords: new_password(&shell, &problems), problems, identity, link, action, shell }
    }
}

/// The page. Opening it uses nothing up: mail programs open links too.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    token: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let (register, token) = (state.register.clone(), token.into_inner());
    let asked = token.clone();
    let link = web::block(move || account::invitation_of(&register, &asked)).await.map_err(AppError::internal)?;
    match link {
        Ok(link) => {
            let body = InvitationPage::new(shell, &token, link, &Fields::default(), Problems::none());
            Ok(page(&request, StatusCode::OK, body))
        }
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
    let form = Acceptance {
        token: token.clone(),
        password: fields.get("password").to_owned(),
        repeated: fields.get("repeated").to_owned(),
        identity: Identity {
            login: fields.trimmed("login").to_owned(),
            name: fields.trimmed("name").to_owned(),
            mail: fields.trimmed("mail").to_owned(),
        },
    };
    let register = state.register.clone();
    match state.passwords.run(move |passwords| account::accept_invitation(&register, passwords, &form)).await {
        Ok(_) => Ok(see_other(&shell, "/staff/login?done=accepted")),
        Err(error) if is_dead_link(&error) => Ok(dead_link(&request, shell)),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let (register, asked) = (state.register.clone(), token.clone());
            let link = blocking(move || account::invitation_of(&register, &asked)).await?;
            let again = InvitationPage::new(shell, &token, link, &fields, problems);
            Ok(page(&request, status, again))
        }
    }
}
