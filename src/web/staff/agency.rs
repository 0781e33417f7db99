//! One agency: how its authorisation stands, how full its series are, what may be changed about it.

use super::event_words::{agency_name, level_words};
use super::sent::Sent;
use super::{blocking, page, see_other};
use crate::domain::area_code::{AreaCode, areas};
use crate::service::agency as deeds;
use crate::service::certificate::grade_of;
use crate::service::view::staff_agency::{self, AgencyView};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency::Agency;
use crate::web::error::AppError;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Choice, Crumbs, Field, Problems, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use chrono::NaiveDate;

/// The address of an agency's page, or of one below it.
pub(super) fn agency_path(code: &str, below: &str) -> String {
    format!("/staff/agencies/{code}{below}")
}

/// How an agency's authorisation stands on a day.
pub(super) fn standing_badge(shell: &Shell, one: &Agency, today: NaiveDate) -> Badge {
    let (tone, key) = match one.state.as_str() {
        "suspended" => (Tone::Paused, "office.agency.suspended"),
        "closed" => (Tone::Past, "office.agency.closed"),
        _ if today < one.valid_from => (Tone::Waiting, "office.agency.ahead"),
        _ if one.valid_to.is_some_and(|last| last < today) => (Tone::Bad, "office.agency.expired"),
        _ => (Tone::Good, "office.agency.active"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// A series of numbers.
struct SeriesRow {
    grade: Option<Stone>,
    used: i64,
    left: i64,
    share: String,
    warns: bool,
}

/// Something that was decided.
struct StepRow {
    what: String,
    note: String,
    by: String,
    at: String,
}

#[derive(Template)]
#[template(path = "staff/agency.html")]
struct AgencyPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    name: String,
    code: String,
    badge: Badge,
    facts: Vec<(String, String)>,
    ceiling: Stone,
    /// Words on series that are nearly full.
    warnings: Vec<String>,
    series: Vec<SeriesRow>,
    series_title: String,
    children: Vec<(String, String, Badge)>,
    steps: Vec<StepRow>,
    may_manage: bool,
    /// The form that was sent and has problems: `state`, `extend`, `area`.
    sent: String,
    states: Option<Vec<Field>>,
    extend: Field,
    area: Option<Field>,
    here: String,
    shell: Shell,
}

impl AgencyPage {
    fn to(&self, below: &str) -> String {
        self.shell.href(&format!("{}{below}", self.here))
    }
}

fn done(shell: &Shell, query: &str) -> Option<String> {
    let key = match query.split('&').find_map(|pair| pair.strip_prefix("done="))? {
        "added" => "office.done.added",
        "state" => "office.done.state",
        "extended" => "office.done.extended",
        "area" => "office.done.area",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}

fn facts(shell: &Shell, view: &AgencyView) -> Vec<(String, String)> {
    let word = |key: &str| shell.t(key).to_owned();
    let one = &view.agency;
    let area = one.area_code.parse::<AreaCode>().map(|a| a.name().get(shell.lang).to_owned()).unwrap_or_default();
    let until = one.valid_to.map_or_else(|| word("office.agency.no-end"), |day| shell.date(&day));
    let mut facts = vec![
        (word("accounts.accounts.code"), one.code.clone()),
        (word("office.agency.level"), level_words(shell, &one.level).to_owned()),
        (word("office.agency.area"), format!("{} {area}", one.area_code)),
        (word("office.agency.from"), shell.date(&one.valid_from)),
        (word("office.agency.until"), until),
    ];
    if let Some(parent) = &view.parent {
        facts.push((word("office.agency.parent"), agency_name(shell, parent)));
    }
    facts
}

fn series(shell: &Shell, view: &AgencyView) -> (Vec<SeriesRow>, Vec<String>) {
    let mut warnings = Vec::new();
    let rows = view.series.iter().map(|one| {
        let grade = one.grade.map(|g| shell.grade(&g)).unwrap_or_else(|| shell.t("office.series.all").to_owned());
        if one.warns() {
            let (used, left) = (shell.count(&one.used), shell.count(&(one.capacity - one.used)));
            let arguments =
                [("grade", grade.as_str()), ("area", &view.agency.area_code), ("used", &used), ("left", &left)];
            warnings.push(shell.fill("office.series.warning", &arguments));
        }
        SeriesRow {
            grade: one.grade.map(|g| Stone::new(shell.lang, g)),
            used: one.used,
            left: one.capacity - one.used,
            share: format!("{} %", one.used * 100 / one.capacity),
            warns: one.warns(),
        }
    });
    let rows = rows.collect();
    (rows, warnings)
}

fn step_row(shell: &Shell, (step, by): &(crate::store::agency::AgencyStep, String)) -> StepRow {
    let key = match step.step.as_str() {
        "suspended" => "office.step.suspended",
        "closed" => "office.step.closed",
        "active" => "office.step.reopened",
        "extended" => "office.step.extended",
        _ => "office.step.area",
    };
    let note = match (step.step.as_str(), step.note.parse::<NaiveDate>()) {
        ("extended", Ok(day)) => shell.date(&day),
        ("extended", Err(_)) => shell.t("office.agency.no-end").to_owned(),
        _ => step.note.clone(),
    };
    StepRow { what: shell.t(key).to_owned(), note, by: by.clone(), at: shell.time(&step.at) }
}

fn of_form(form: &str, sent: &str, field: Field, name: &str, typed: &Fields, problems: &Problems) -> Field {
    match form == sent {
        true => field.value(typed.get(name)).check(problems),
        false => field.id(format!("{form}-{name}")),
    }
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    view: AgencyView,
    sent: &str,
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let word = |key: &str| shell.t(key).to_owned();
    let one = &view.agency;
    let choices: &[(&str, &str)] = match one.state.as_str() {
        "active" => &[("suspended", "office.act.suspend"), ("closed", "office.act.close")],
        "suspended" => &[("active", "office.act.reopen"), ("closed", "office.act.close")],
        _ => &[],
    };
    let changeable = view.may_manage && one.level != "national";
    let states = (changeable && !choices.is_empty()).then(|| {
        let choices = choices.iter().map(|(value, key)| Choice::new(*value, word(key))).collect();
        let reason = Field::text("reason", word("staff.field.reason")).max(500);
        vec![
            of_form("state", sent, Field::radio("state", word("office.act.label"), choices), "state", typed, &problems),
            of_form("state", sent, reason, "reason", typed, &problems),
        ]
    });
    let until = Field::date("valid_to", word("office.agency.until")).help(word("office.extend.help")).optional(&shell);
    let until = match one.valid_to {
        Some(day) => until.value(day.to_string()),
        None => until,
    };
    let own = one.area_code.parse::<AreaCode>().ok();
    let codes: Vec<Choice> = areas()
        .iter()
        .filter(|a| Some(a.code) != own && a.code.province() == own.and_then(|o| o.province()))
        .map(|a| Choice::new(a.code.to_string(), format!("{} {}", a.code, a.name.get(shell.lang))))
        .collect();
    let area = Field::digits("area", word("office.area.code")).help(word("office.area.help")).max(3);
    let area = if codes.is_empty() { area } else { Field::select("area", word("office.area.code"), codes) };
    let (rows, warnings) = series(&shell, &view);
    let status = problems.status();
    let template = AgencyPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/agencies", word("office.agencies.nav")),
        done: done(&shell, request.query_string()),
        name: agency_name(&shell, one),
        code: one.code.clone(),
        badge: standing_badge(&shell, one, view.today),
        facts: facts(&shell, &view),
        ceiling: Stone::new(shell.lang, grade_of(one.ceiling)),
        warnings,
        series: rows,
        series_title: shell.fill("office.series.title", &[("year", &view.year.to_string()), ("area", &one.area_code)]),
        children: view
            .children
            .iter()
            .map(|c| {
                let href = shell.href(&agency_path(&c.code, ""));
                (agency_name(&shell, c), href, standing_badge(&shell, c, view.today))
            })
            .collect(),
        steps: view.steps.iter().map(|step| step_row(&shell, step)).collect(),
        may_manage: view.may_manage,
        sent: sent.to_owned(),
        states,
        extend: of_form("extend", sent, until, "valid_to", typed, &problems),
        area: changeable.then(|| of_form("area", sent, area, "area", typed, &problems)),
        here: agency_path(&one.code, ""),
        problems,
        shell,
    };
    page(request, status, template)
}

async fn read(state: &AppState, staff: &Staff, code: &str) -> Result<AgencyView, AppError> {
    let (register, staff, code) = (state.register.clone(), staff.clone(), code.to_owned());
    blocking(move || staff_agency::by_code(&register, &staff, &code)).await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    code: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let view = read(&state, &user.staff, &code).await?;
    Ok(render(&request, shell, view, "", &Fields::default(), Problems::none()))
}

/// Does something to an agency; what was typed wrongly is shown again on its page.
async fn act<F>(sent: Sent, code: String, (form, done): (&str, &str), work: F) -> Result<HttpResponse, AppError>
where
    F: FnOnce(&Register, &Staff, i64, &Fields) -> ServiceResult<()> + Send + 'static,
{
    let view = read(&sent.state, &sent.user.staff, &code).await?;
    let id = view.agency.id;
    let done_it = sent.attempt(move |register, staff, typed| work(register, staff, id, typed)).await?;
    let Sent { request, shell, fields, .. } = sent;
    match done_it {
        Ok(()) => Ok(see_other(&shell, &agency_path(&code, &format!("?done={done}")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            Ok(render(&request, shell, view, form, &fields, problems))
        }
    }
}

/// Suspends, reinstates or closes the agency.
pub async fn set_state(code: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    act(sent, code.into_inner(), ("state", "state"), |register, staff, id, typed| {
        deeds::set_state(register, staff, id, typed.get("state"), typed.get("reason"))
    })
    .await
}

/// Moves the last day of the authorisation.
pub async fn extend(code: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    act(sent, code.into_inner(), ("extend", "extended"), |register, staff, id, typed| {
        let last = match typed.trimmed("valid_to") {
            "" if typed.has("valid_to") => None,
            day => Some(day.parse().map_err(|_| ServiceError::field("valid_to", "refusal.date_required"))?),
        };
        deeds::extend(register, staff, id, last)
    })
    .await
}

/// Assigns another area code of the same province.
pub async fn area(code: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    act(sent, code.into_inner(), ("area", "area"), |register, staff, id, typed| {
        deeds::assign_area(register, staff, id, typed.trimmed("area"))
    })
    .await
}
