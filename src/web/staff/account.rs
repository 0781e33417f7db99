//! One's own account: who one is here, where one is signed in, the password.

use super::client_words::describe;
use super::invitation::new_password;
use super::{blocking, done, page, see_other};
use crate::service::account::{self, AccountView, SessionView};
use crate::store::agency::Agency;
use crate::text::Lang;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// A session with its words.
struct Row {
    view: SessionView,
    client: String,
    end: String,
}

#[derive(Template)]
#[template(path = "staff/account.html")]
struct AccountPage {
    done: Option<String>,
    problems: Problems,
    present: Field,
    passwords: Vec<Field>,
    account: AccountView,
    agency: String,
    role: String,
    sessions: Vec<Row>,
    here: i64,
    shell: Shell,
}

fn row(shell: &Shell, view: SessionView) -> Row {
    let end = shell.href(&format!("/staff/account/sessions/{}/end", view.id));
    Row { client: describe(shell.lang, &view.client), end, view }
}

async fn load(shell: Shell, state: &AppState, user: &User, problems: Problems) -> Result<AccountPage, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let load = move || Ok((account::own(&register, &staff)?, account::sessions(&register, &staff)?));
    let ((account, agency), sessions) = blocking(load).await?;
    let present = Field::password("present", shell.t("accounts.field.present").to_owned());
    Ok(AccountPage {
        done: None,
        present: present.autocomplete("current-password").check(&problems),
        passwords: new_password(&shell, &problems),
        problems,
        agency: name_of(&shell, &agency).to_owned(),
        role: role_words(&shell, account.role),
        account,
        sessions: sessions.into_iter().map(|view| row(&shell, view)).collect(),
        here: user.session_id,
        shell,
    })
}

/// The agency's name in the language of the page.
pub(super) fn name_of<'a>(shell: &Shell, agency: &'a Agency) -> &'a str {
    match shell.lang {
        Lang::Zh => &agency.name_zh,
        Lang::En => &agency.name_en,
    }
}

/// A role in words.
pub(super) fn role_words(shell: &Shell, role: crate::domain::permission::Role) -> String {
    shell.t(&format!("role.{}", role.key())).to_owned()
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
) -> Result<HttpResponse, AppError> {
    let done = done(&shell, request.query_string());
    let loaded = load(shell, &state, &user, Problems::none()).await?;
    Ok(page(&request, StatusCode::OK, AccountPage { done, ..loaded }))
}

/// Changes the password.
pub async fn password(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, session) = (state.register.clone(), user.staff.clone(), user.session_id);
    let typed = fields.clone();
    let change = state.passwords.run(move |passwords| {
        let new = (typed.get("password"), typed.get("repeated"));
        account::change_password(&register, passwords, &staff, session, typed.get("present"), new)
    });
    match change.await {
        Ok(()) => Ok(see_other(&shell, "/staff/account?done=password")),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let again = load(shell, &state, &user, problems).await?;
            Ok(page(&request, status, again))
        }
    }
}

/// Ends one of one's own sessions; one's present session leads to the door.
pub async fn end_session(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    session: web::Path<i64>,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, id) = (state.register.clone(), user.staff.clone(), session.into_inner());
    blocking(move || account::end_session(&register, &staff, id)).await?;
    Ok(see_other(&shell, "/staff/account?done=session"))
}

/// Ends all other sessions.
pub async fn end_others(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    _: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, keep) = (state.register.clone(), user.staff.clone(), user.session_id);
    blocking(move || account::end_other_sessions(&register, &staff, keep)).await?;
    Ok(see_other(&shell, "/staff/account?done=sessions"))
}
