//! `/c/{grade}/{number}`: the page that the code on a certificate opens. With the code it shows everything that is
//! printed; without it asks for the name, and tells nothing about whether the number exists.

use super::certificate_json;
use super::home::{Floor, name_of};
use super::kept_paper::{self, Sheet};
use super::query;
use crate::domain::certificate_number::{self, CertificateNumber};
use crate::domain::check_code::CheckCode;
use crate::domain::grade::{self, Grade};
use crate::service::view::CertificateView;
use crate::service::view::certificate::{self, Detail};
use crate::service::view::lookup::{self, Asked};
use crate::store::rest_here;
use crate::text::{Bilingual, both};
use crate::web::error::AppError;
use crate::web::error_page::wants_json;
use crate::web::form::{Fields, Form};
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Field, Number, Problem, Problems, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;

/// The page of one certificate.
#[derive(Template)]
#[template(path = "public/certificate.html")]
struct CertificatePage<'a> {
    shell: &'a Shell,
    view: &'a CertificateView,
    paper: Sheet<'a>,
}

/// The page that asks for the second fact.
#[derive(Template)]
#[template(path = "public/certificate_ask.html")]
struct AskPage<'a> {
    shell: &'a Shell,
    stone: Stone,
    number: Number,
    action: String,
    problems: Problems,
    name: Field,
    code: Field,
}

/// Nothing was found.
#[derive(Template)]
#[template(path = "public/unknown.html")]
pub(super) struct UnknownPage<'a> {
    pub(super) shell: &'a Shell,
    pub(super) badge: Badge,
    /// What was looked at: whether it is in order, and in words.
    pub(super) steps: Vec<(bool, String)>,
    /// What to do.
    pub(super) advice: Vec<String>,
    /// Where to try again.
    pub(super) again: String,
}

/// A grade and number from an address.
enum Address {
    Certificate(Grade, CertificateNumber),
    Elsewhere(String),
    Malformed(Bilingual),
}

fn address(request: &HttpRequest, (grade_text, number_text): &(String, String)) -> Address {
    if let (Some(grade), Ok(number)) = (Grade::from_slug(grade_text), number_text.parse()) {
        return Address::Certificate(grade, number);
    }
    let Some(grade) = Grade::from_slug(grade_text).or_else(|| grade::read(grade_text).ok()?.grade) else {
        return Address::Malformed(both("public.certificate.grade-malformed", &[]));
    };
    match certificate_number::read(number_text) {
        Ok(read) => {
            let root = if request.path().starts_with("/api/") { "/api/v1/certificates" } else { "/c" };
            let path = format!("{root}/{}/{}", grade.slug(), read.number);
            Address::Elsewhere(match request.query_string() {
                "" => path,
                query => format!("{path}?{query}"),
            })
        }
        Err(error) => Address::Malformed(error.message()),
    }
}

/// Shows the certificate of `?k=`, or asks for the name.
pub async fn show(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let json = wants_json(&request);
    let (grade, number) = match address(&request, &path) {
        Address::Certificate(grade, number) => (grade, number),
        Address::Elsewhere(path) => return Err(AppError::moved(path)),
        Address::Malformed(reason) => return Err(AppError::malformed(reason)),
    };
    let Some(typed) = query::value(request.query_string(), "k") else {
        return if json {
            Err(AppError::malformed(both("public.certificate.code-needed", &[])))
        } else {
            Ok(ask(&Shell::of(&request), grade, number, StatusCode::OK, Vec::new(), "").respond_to(&request))
        };
    };
    let code = match CheckCode::read(&typed) {
        Ok(code) => code,
        Err(error) if json => return Err(AppError::malformed(error.message())),
        Err(error) => {
            let shell = Shell::of(&request);
            let words = error.message().get(shell.lang).to_owned();
            let wrong = vec![Problem { field: "k".to_owned(), words }];
            return Ok(ask(&shell, grade, number, StatusCode::BAD_REQUEST, wrong, "").respond_to(&request));
        }
    };
    let detail = if json { Detail::Facts } else { Detail::Steps };
    let found = find(&state, grade, &path.1, code, detail).await?;
    if json {
        return Ok(certificate_json::answer(&state, grade, &path.1, found.as_ref()));
    }
    let shell = Shell::of(&request);
    Ok(match &found {
        Some(view) => {
            let paper =
                kept_paper::sheet(&shell, view, Some(&code), &state.register.policy.address, state.register.now());
            Page(CertificatePage { shell: &shell, view, paper }).respond_to(&request)
        }
        None => Page(wrong_code(&shell, &state, grade, number)).respond_to(&request),
    })
}

/// The same as JSON, whatever is asked for.
pub async fn show_json(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, AppError> {
    show(request, path, state).await
}

async fn find(
    state: &web::Data<AppState>,
    grade: Grade,
    number: &str,
    code: CheckCode,
    detail: Detail,
) -> Result<Option<CertificateView>, AppError> {
    let store = &state.register.store;
    if store.reads_here() {
        return Ok(store.read_here(rest_soon, |conn| certificate::by_code(conn, grade, number, &code, detail))?);
    }
    let number = number.to_owned();
    super::read(state, move |register| register.read(|conn| certificate::by_code(conn, grade, &number, &code, detail)))
        .await
}

/// Lets this thread's look at the register end when the requests that came together have been answered.
fn rest_soon() {
    actix_web::rt::spawn(async {
        tokio::task::yield_now().await;
        rest_here();
    });
}

/// Takes the name and shows the certificate, if the name is its holder's.
pub async fn by_name(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    state: web::Data<AppState>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let floor = Floor::begin();
    let (grade, number) = match address(&request, &path) {
        Address::Certificate(grade, number) => (grade, number),
        Address::Elsewhere(_) => return Err(AppError::not_found()),
        Address::Malformed(reason) => return Err(AppError::malformed(reason)),
    };
    let shell = Shell::of(&request);
    let typed = form.0.get("name");
    let name = match name_of(&shell, typed) {
        Ok(name) => name,
        Err(problem) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(ask(&shell, grade, number, status, vec![problem], typed).respond_to(&request));
        }
    };
    let asked = Asked::Number(number);
    let found = super::read(&state, move |register| lookup::lookup(register, &asked, &name, Some(grade))).await;
    floor.reach().await;
    Ok(match found?.certificates.first() {
        Some(view) => {
            let paper = kept_paper::sheet(&shell, view, None, &state.register.policy.address, state.register.now());
            Page(CertificatePage { shell: &shell, view, paper }).respond_to(&request)
        }
        None => Page(wrong_name(&shell, &state, number, &shell.href(request.path()))).respond_to(&request),
    })
}

fn ask<'a>(
    shell: &'a Shell,
    grade: Grade,
    number: CertificateNumber,
    status: StatusCode,
    problems: Vec<Problem>,
    typed: &str,
) -> PageWith<AskPage<'a>> {
    let problems = if problems.is_empty() { Problems::none() } else { Problems::new(shell, problems) };
    let name = Field::text("name", shell.t("public.lookup.name").to_owned())
        .autocomplete("off")
        .max(60)
        .value(typed)
        .check(&problems);
    let code = Field::text("k", shell.t("public.lookup.code").to_owned())
        .help(shell.t("public.lookup.code-help").to_owned())
        .autocomplete("off")
        .max(40)
        .narrow()
        .check(&problems);
    PageWith(
        status,
        AskPage {
            shell,
            stone: Stone::new(shell.lang, grade).medium(),
            number: Number::new(number.to_string()),
            action: format!("/c/{}/{number}", grade.slug()),
            problems,
            name,
            code,
        },
    )
}

/// The steps for a number: that it is one, and what gives pause about it without looking into the register.
fn number_steps(shell: &Shell, state: &AppState, number: CertificateNumber) -> Vec<(bool, String)> {
    let mut steps = vec![(true, shell.t("public.unknown.number-sound").to_owned())];
    let concerns = number.concerns(state.register.today());
    steps.extend(concerns.iter().map(|concern| (false, concern.message().get(shell.lang).to_owned())));
    steps
}

fn wrong_code<'a>(shell: &'a Shell, state: &AppState, grade: Grade, number: CertificateNumber) -> UnknownPage<'a> {
    let mut steps = number_steps(shell, state, number);
    steps.push((true, shell.t("public.unknown.code-sound").to_owned()));
    steps.push((false, shell.t("public.unknown.code-not-found").to_owned()));
    let advice = ["public.unknown.todo-code", "public.unknown.todo-grade", "public.unknown.todo-issuer"];
    UnknownPage {
        shell,
        badge: Badge::new(Tone::Unknown, shell.t("public.state.unknown").to_owned()).large(),
        steps,
        advice: advice.iter().map(|key| shell.t(key).to_owned()).collect(),
        again: shell.href(&format!("/c/{}/{number}", grade.slug())),
    }
}

/// The answer to a name that does not fit and to a number that does not exist: the same, byte for byte.
pub(super) fn wrong_name<'a>(
    shell: &'a Shell,
    state: &AppState,
    number: CertificateNumber,
    again: &str,
) -> UnknownPage<'a> {
    let mut steps = number_steps(shell, state, number);
    steps.push((false, shell.t("public.unknown.pair-not-found").to_owned()));
    UnknownPage { steps, again: again.to_owned(), ..nothing(shell) }
}

/// The answer where both facts together lead to nothing.
pub(super) fn nothing(shell: &Shell) -> UnknownPage<'_> {
    let advice = ["public.unknown.todo-number", "public.unknown.todo-name", "public.unknown.todo-issuer"];
    UnknownPage {
        shell,
        badge: Badge::new(Tone::Unknown, shell.t("public.state.unknown").to_owned()).large(),
        steps: Vec::new(),
        advice: advice.iter().map(|key| shell.t(key).to_owned()).collect(),
        again: shell.href("/"),
    }
}
