//! Adding an agency below another.

use super::agency::agency_path;
use super::event_words::{agency_name, level_words};
use super::{blocking, page, see_other};
use crate::domain::grade::Grade;
use crate::service::agency::{self, AgencyForm};
use crate::service::view::staff_agency;
use crate::service::{ServiceError, Staff};
use crate::store::agency::Agency;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Choice, Crumbs, Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

#[derive(Template)]
#[template(path = "staff/agency_form.html")]
struct FormPage {
    crumbs: Crumbs,
    problems: Problems,
    parent: String,
    fields: Vec<Field>,
    action: String,
    back: String,
    shell: Shell,
}

/// The levels that may stand below one.
fn levels_below(level: &str) -> &'static [&'static str] {
    match level {
        "national" => &["province"],
        "province" => &["city", "county"],
        "city" => &["county"],
        _ => &[],
    }
}

fn form(shell: Shell, parent: &Agency, typed: &Fields, problems: Problems) -> FormPage {
    let word = |key: &str| shell.t(key).to_owned();
    let national = parent.level == "national";
    let prefix = if national { String::new() } else { format!("{}-", parent.area_code) };
    let code = if typed.has("code") { typed.trimmed("code").to_owned() } else { prefix };
    let levels = levels_below(&parent.level);
    let levels = levels.iter().map(|level| Choice::new(*level, level_words(&shell, level).to_owned()));
    let grades = (1..=8).rev().filter_map(Grade::dan).filter(|g| i64::from(g.rank()) <= parent.ceiling);
    let grades = grades.map(|g| Choice::new(g.to_string(), shell.grade(&g)));
    let help = if national { "office.form.code-national" } else { "office.form.code-lower" };
    let fields = vec![
        Field::text("code", word("accounts.accounts.code")).help(word(help)).max(10).value(code).check(&problems),
        Field::text("name_zh", word("office.form.name-zh")).max(80).value(typed.trimmed("name_zh")).check(&problems),
        Field::text("name_en", word("office.form.name-en")).max(80).value(typed.trimmed("name_en")).check(&problems),
        Field::select("level", word("office.agency.level"), levels.collect())
            .value(typed.get("level"))
            .check(&problems),
        Field::select("ceiling", word("office.agency.ceiling"), grades.collect())
            .help(word("office.form.ceiling-help"))
            .value(typed.get("ceiling"))
            .check(&problems),
        Field::date("valid_from", word("office.agency.from")).value(typed.trimmed("valid_from")).check(&problems),
        Field::date("valid_to", word("office.agency.until"))
            .value(typed.trimmed("valid_to"))
            .check(&problems)
            .optional(&shell),
    ];
    FormPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/agencies", word("office.agencies.nav")).step(
            &shell,
            &agency_path(&parent.code, ""),
            agency_name(&shell, parent),
        ),
        parent: agency_name(&shell, parent),
        fields,
        action: shell.href(&agency_path(&parent.code, "/add")),
        back: shell.href(&agency_path(&parent.code, "")),
        problems,
        shell,
    }
}

async fn parent(state: &AppState, staff: &Staff, code: &str) -> Result<Agency, AppError> {
    let (register, staff, code) = (state.register.clone(), staff.clone(), code.to_owned());
    blocking(move || Ok(staff_agency::by_code(&register, &staff, &code)?.agency)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    code: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let above = parent(&state, &user.staff, &code).await?;
    let today = Fields(vec![("valid_from".to_owned(), state.register.today().to_string())]);
    Ok(page(&request, StatusCode::OK, form(shell, &above, &today, Problems::none())))
}

/// Adds the agency.
pub async fn add(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    code: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let above = parent(&state, &user.staff, &code).await?;
    let (register, staff, typed, parent_id) = (state.register.clone(), user.staff.clone(), fields.clone(), above.id);
    let added = web::block(move || {
        let day = |name: &'static str| {
            let typed = typed.trimmed(name);
            typed.parse().map_err(|_| ServiceError::field(name, "refusal.date_required"))
        };
        let sent = AgencyForm {
            code: typed.trimmed("code").to_owned(),
            name_zh: typed.trimmed("name_zh").to_owned(),
            name_en: typed.trimmed("name_en").to_owned(),
            level: typed.get("level").to_owned(),
            parent_id,
            ceiling: Grade::from_canonical(typed.get("ceiling"))
                .ok_or_else(|| ServiceError::field("ceiling", "refusal.agency_ceiling"))?,
            valid_from: day("valid_from")?,
            valid_to: if typed.trimmed("valid_to").is_empty() { None } else { Some(day("valid_to")?) },
        };
        agency::add(&register, &staff, &sent)
    });
    match added.await.map_err(AppError::internal)? {
        Ok(made) => Ok(see_other(&shell, &agency_path(&made.code, "?done=added"))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let status = problems.status();
            Ok(page(&request, status, form(shell, &above, &fields, problems)))
        }
    }
}
