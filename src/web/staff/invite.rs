//! Inviting a colleague.

use super::account::{name_of, role_words};
use super::accounts::{crumbs, list_path};
use super::{blocking, page, see_other};
use crate::domain::permission::{Action, Reach, Role, manages_role, reach};
use crate::service::account::{self, Authority, InviteForm};
use crate::service::error::FieldError;
use crate::service::{ServiceError, Staff};
use crate::store::agency::Agency;
use crate::text::Lang;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Choice, Crumbs, Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// What a role may do and how far, in words.
struct RoleWords {
    role: String,
    may: Vec<String>,
}

#[derive(Template)]
#[template(path = "staff/account_invite.html")]
struct InvitePage {
    crumbs: Option<Crumbs>,
    problems: Problems,
    fields: Vec<Field>,
    roles: Vec<RoleWords>,
    action: String,
    agency_name: String,
    back: String,
    shell: Shell,
}

/// The roles that somebody can be invited to in an agency.
fn roles_of(user: &User, agency: &Agency) -> Vec<Role> {
    let fits = |role: &Role| agency.level == "national" || !role.is_national();
    Role::ALL.into_iter().filter(|role| fits(role) && manages_role(user.role, *role)).collect()
}

/// What a role may do, action by action, with how far it reaches.
fn role_in_words(shell: &Shell, role: Role) -> RoleWords {
    let may = Action::ALL.into_iter().filter(|action| *action != Action::UseWorkplace).filter_map(|action| {
        let far = reach(role, action);
        (far != Reach::None).then(|| {
            let what = shell.t(&format!("action.{}", action.key())).to_owned();
            let far = shell.t(&format!("reach.{}", far.key())).to_owned();
            shell.fill("accounts.invite.may", &[("what", &what), ("far", &far)])
        })
    });
    RoleWords { role: role_words(shell, role), may: may.collect() }
}

fn invite_page(shell: Shell, user: &User, agency: Agency, typed: &Fields, problems: Problems) -> InvitePage {
    let login = Field::text("login", shell.t("accounts.field.login").to_owned());
    let name = Field::text("name", shell.t("accounts.field.name").to_owned());
    let mail = Field::email("mail", shell.t("accounts.field.mail").to_owned());
    let choices = roles_of(user, &agency).into_iter().map(|role| Choice::new(role.key(), role_words(&shell, role)));
    let role = Field::radio("role", shell.t("accounts.field.role").to_owned(), choices.collect());
    let langs = vec![Choice::new("zh", "中文"), Choice::new("en", "English")];
    let lang = Field::radio("lang", shell.t("accounts.field.lang").to_owned(), langs);
    let chosen = if typed.has("lang") { typed.get("lang") } else { "zh" };
    let fields = vec![
        name.autocomplete("off").max(50).value(typed.trimmed("name")).check(&problems),
        mail.autocomplete("off").max(254).value(typed.trimmed("mail")).check(&problems),
        login
            .autocomplete("off")
            .max(32)
            .help(shell.t("accounts.field.login-help").to_owned())
            .value(typed.trimmed("login"))
            .check(&problems),
        role.value(typed.get("role")).check(&problems),
        lang.value(chosen),
    ];
    InvitePage {
        crumbs: crumbs(&shell, user),
        problems,
        fields,
        roles: roles_of(user, &agency).into_iter().map(|role| role_in_words(&shell, role)).collect(),
        action: shell.href(&format!("{}/invite", list_path(&agency.code))),
        back: shell.href(&list_path(&agency.code)),
        agency_name: name_of(&shell, &agency).to_owned(),
        shell,
    }
}

async fn agency_of(state: &AppState, staff: &Staff, code: String) -> Result<Agency, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    blocking(move || account::managed_agency(&register, &staff, &code)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    agency: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let agency = agency_of(&state, &user.staff, agency.into_inner()).await?;
    let empty = invite_page(shell, &user, agency, &Fields::default(), Problems::none());
    Ok(page(&request, StatusCode::OK, empty))
}

/// Sends the invitation.
pub async fn send(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    agency: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let agency = agency_of(&state, &user.staff, agency.into_inner()).await?;
    let invited = match Role::from_key(fields.get("role")) {
        Some(role) => {
            let form = InviteForm {
                login: fields.trimmed("login").to_owned(),
                name: fields.trimmed("name").to_owned(),
                mail: fields.trimmed("mail").to_owned(),
                role,
                agency_id: agency.id,
                lang: Lang::from_code(fields.get("lang")).unwrap_or_default(),
            };
            let (register, staff) = (state.register.clone(), user.staff.clone());
            let invite = move || account::invite(&register, Authority::Staff(&staff), &form);
            web::block(invite).await.map_err(AppError::internal)?.map(|_| ())
        }
        None => Err(ServiceError::Invalid(vec![FieldError::new("role", "refusal.role_unknown")])),
    };
    match invited {
        Ok(()) => Ok(see_other(&shell, &format!("{}?done=invited", list_path(&agency.code)))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            let again = invite_page(shell, &user, agency, &fields, problems);
            Ok(page(&request, status, again))
        }
    }
}
