//! `/`: number and name lead to the certificate. A number that is none is told why; an unknown number and a wrong
//! name get the same answer, byte for byte, after the same time.

use super::certificate::{UnknownPage, nothing, wrong_name};
use super::certificate_json;
use super::objection::to_the_receipt;
use super::paper::Paper;
use crate::domain::certificate_number::NumberError;
use crate::domain::check_code::CheckCode;
use crate::service::objection::read_receipt;
use crate::service::view::certificate::State;
use crate::service::view::lookup::{self, Asked, Found, NoticeAnswer};
use crate::service::view::notices::Fate;
use crate::text::{Bilingual, Lang, both};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form, JsonBody};
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Field, Problem, Problems, Stone, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Every look-up takes a whole number of these, whatever it had to do.
const STEP: Duration = Duration::from_millis(250);

/// Names are at most this long, as typed.
pub(super) const LONGEST_NAME: usize = 60;

/// Makes the time of an answer say nothing about what was found.
pub(super) struct Floor(Instant);

impl Floor {
    /// Starts the clock.
    pub(super) fn begin() -> Self {
        Self(Instant::now())
    }

    /// Waits for the end of the step that has begun.
    pub(super) async fn reach(self) {
        let steps = self.0.elapsed().as_nanos() / STEP.as_nanos() + 1;
        let until = self.0 + STEP * u32::try_from(steps).unwrap_or(u32::MAX);
        tokio::time::sleep_until(until.into()).await;
    }
}

#[derive(Template)]
#[template(path = "public/home.html")]
struct Home<'a> {
    shell: &'a Shell,
    problems: Problems,
    number: Field,
    name: Field,
    code: Field,
    code_open: bool,
}

#[derive(Template)]
#[template(path = "public/found.html")]
struct FoundPage<'a> {
    shell: &'a Shell,
    papers: Vec<Paper<'a>>,
    notice: Option<NoticePaper<'a>>,
    notes: Vec<String>,
    several: Option<String>,
}

/// An award on notice, for whoever knows reference and name.
struct NoticePaper<'a> {
    answer: &'a NoticeAnswer,
    stone: Stone,
    badge: Badge,
    title: &'static str,
    foot: &'static str,
    href: String,
}

fn page<'a>(shell: &'a Shell, problems: Problems, fields: &Fields) -> Home<'a> {
    let word = |key: &str| shell.t(key).to_owned();
    Home {
        shell,
        number: Field::digits("number", word("public.lookup.number"))
            .help(word("public.lookup.number-help"))
            .autocomplete("off")
            .max(40)
            .value(fields.get("number"))
            .check(&problems),
        name: Field::text("name", word("public.lookup.name"))
            .help(word("public.lookup.name-help"))
            .autocomplete("off")
            .max(60)
            .value(fields.get("name"))
            .check(&problems),
        code: Field::text("code", word("public.lookup.code"))
            .optional(shell)
            .help(word("public.lookup.code-help"))
            .autocomplete("off")
            .max(40)
            .value(fields.get("code"))
            .check(&problems),
        code_open: !fields.trimmed("code").is_empty(),
        problems,
    }
}

/// The form.
pub async fn home(shell: Shell, request: HttpRequest) -> HttpResponse {
    Page(page(&shell, Problems::none(), &Fields::default())).respond_to(&request)
}

/// The name of a form, or what is wrong with it.
pub(super) fn name_of(shell: &Shell, typed: &str) -> Result<String, Problem> {
    let name = typed.trim();
    let wrong = |key: &str| Err(Problem { field: "name".to_owned(), words: shell.t(key).to_owned() });
    match name.chars().count() {
        0 => wrong("name.error.empty"),
        n if n > LONGEST_NAME => wrong("public.lookup.name-long"),
        _ => Ok(name.to_owned()),
    }
}

/// Takes the form.
pub async fn look_up(
    request: HttpRequest,
    state: web::Data<AppState>,
    form: Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let floor = Floor::begin();
    let shell = Shell::of(&request);
    let fields = form.0;
    if let Some(receipt) = read_receipt(fields.get("number")) {
        return Ok(to_the_receipt(&shell, &receipt));
    }
    let mut wrong = Vec::new();
    let asked = match lookup::read(fields.get("number")) {
        Ok(read) => Some(read),
        Err(error) => {
            let words = not_read(fields.get("number"), &error).get(shell.lang).to_owned();
            wrong.push(Problem { field: "number".to_owned(), words });
            None
        }
    };
    let code = match fields.trimmed("code") {
        "" => None,
        typed => match CheckCode::read(typed) {
            Ok(code) => Some(code),
            Err(error) => {
                let words = error.message().get(shell.lang).to_owned();
                wrong.push(Problem { field: "code".to_owned(), words });
                None
            }
        },
    };
    let name = match (&code, name_of(&shell, fields.get("name"))) {
        (_, Ok(name)) => Some(name),
        (Some(_), Err(_)) => None,
        (None, Err(problem)) => {
            wrong.push(problem);
            None
        }
    };
    let (Some((asked, notes)), true) = (asked, wrong.is_empty()) else {
        let problems = Problems::new(&shell, wrong);
        return Ok(PageWith(StatusCode::UNPROCESSABLE_ENTITY, page(&shell, problems, &fields)).respond_to(&request));
    };
    if let (Some(code), Asked::Number(number)) = (code, &asked) {
        return to_the_code(&shell, &state, &request, code, number.to_string(), floor).await;
    }
    let name = name.unwrap_or_default();
    let (found, asked) =
        super::read(&state, move |register| Ok((lookup::lookup(register, &asked, &name, None), asked))).await?;
    floor.reach().await;
    let found = found?;
    if found.is_empty() {
        let unknown = match asked {
            Asked::Number(number) => wrong_name(&shell, &state, number, &shell.href("/")),
            Asked::Reference(_) => UnknownPage {
                steps: vec![
                    (true, shell.t("public.unknown.reference-sound").to_owned()),
                    (false, shell.t("public.unknown.reference-not-found").to_owned()),
                ],
                advice: ["public.unknown.todo-reference", "public.unknown.todo-name", "public.unknown.todo-notices"]
                    .map(|key| shell.t(key).to_owned())
                    .to_vec(),
                ..nothing(&shell)
            },
        };
        return Ok(Page(unknown).respond_to(&request));
    }
    let notes = notes.iter().map(|note| note.message().get(shell.lang).to_owned()).collect();
    Ok(found_page(&shell, &state, &found, notes).respond_to(&request))
}

/// Why the first field is neither a number nor a reference.
fn not_read(typed: &str, error: &NumberError) -> Bilingual {
    match lookup::meant_for_a_reference(typed) {
        true => both("public.lookup.reference-wrong", &[]),
        false => error.message(),
    }
}

/// A code tells the grade too: its page is the certificate's own.
async fn to_the_code(
    shell: &Shell,
    state: &web::Data<AppState>,
    request: &HttpRequest,
    code: CheckCode,
    number: String,
    floor: Floor,
) -> Result<HttpResponse, AppError> {
    let found = super::read(state, move |register| lookup::grade_of_code(register, &number, &code)).await;
    floor.reach().await;
    let Some(identity) = found? else {
        let unknown = UnknownPage {
            steps: vec![
                (true, shell.t("public.unknown.code-sound").to_owned()),
                (false, shell.t("public.unknown.code-not-found").to_owned()),
            ],
            advice: ["public.unknown.todo-code", "public.unknown.todo-number", "public.unknown.todo-issuer"]
                .map(|key| shell.t(key).to_owned())
                .to_vec(),
            ..nothing(shell)
        };
        return Ok(Page(unknown).respond_to(request));
    };
    let location = shell.href(&format!("{}?k={code}", identity.path()));
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, location)).finish())
}

fn found_page<'a>(shell: &'a Shell, state: &AppState, found: &'a Found, notes: Vec<String>) -> Page<FoundPage<'a>> {
    let (address, now) = (&state.register.policy.address, state.register.now());
    let papers = found.certificates.iter().map(|view| Paper::new(shell, view, None, address, now)).collect();
    let notice = found.notice.as_ref().map(|answer| NoticePaper {
        answer,
        stone: Stone::new(shell.lang, answer.grade).large(),
        badge: notice_badge(shell, answer.fate).large(),
        title: said(answer.fate).0,
        foot: said(answer.fate).1,
        href: shell.href(&format!("/notices/{}", answer.reference)),
    });
    let count = found.certificates.len();
    let several = (count > 1).then(|| shell.fill("public.found.several", &[("n", &count.to_string())]));
    Page(FoundPage { shell, papers, notice, notes, several })
}

/// What a notice has come to: title and explanation.
fn said(fate: Fate) -> (&'static str, &'static str) {
    match fate {
        Fate::Running | Fate::Held => ("public.found.on-notice", "public.found.no-number"),
        Fate::Refused => ("public.found.refused", "public.found.refused-text"),
        Fate::Granted => ("public.found.granted", "public.found.granted-text"),
        Fate::Renewed => ("public.found.renewed", "public.found.renewed-text"),
        Fate::Lapsed => ("public.found.lapsed", "public.found.lapsed-text"),
        Fate::Withdrawn => ("public.found.withdrawn", "public.found.withdrawn-text"),
        Fate::Suspended => ("public.found.suspended", "public.found.suspended-text"),
        Fate::Revoked => ("public.found.revoked", "public.found.revoked-text"),
    }
}

/// The badge of what a notice has come to.
pub(super) fn notice_badge(shell: &Shell, fate: Fate) -> Badge {
    let (tone, key) = match fate {
        Fate::Running => (Tone::Waiting, "public.notice-state.running"),
        Fate::Held => (Tone::Paused, "public.notice-state.held"),
        Fate::Refused => (Tone::Bad, "public.notice-state.refused"),
        Fate::Granted => (Tone::Good, "public.notice-state.closed"),
        Fate::Renewed => (Tone::Waiting, "public.notice-state.renewed"),
        Fate::Lapsed => (Tone::Past, "public.notice-state.lapsed"),
        Fate::Withdrawn => (Tone::Bad, "public.notice-state.withdrawn"),
        Fate::Suspended => (Tone::Paused, "public.notice-state.suspended"),
        Fate::Revoked => (Tone::Bad, "public.notice-state.revoked"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// The state of what was found, where that is one thing: `unknown` where nothing was, none for several certificates
/// and for a notice that has ended.
fn one_state(found: &Found) -> Option<&'static str> {
    match (found.certificates.as_slice(), &found.notice) {
        ([], None) => Some(State::Unknown.key()),
        ([one], None) => Some(one.state.key()),
        ([], Some(notice)) if matches!(notice.state.as_str(), "running" | "held") => Some(State::OnNotice.key()),
        _ => None,
    }
}

/// What a program sends.
#[derive(Deserialize)]
pub struct LookupBody {
    number: String,
    name: String,
}

#[derive(Serialize)]
struct NoticeBody<'a> {
    reference: &'a str,
    grade: String,
    state: &'a str,
    outcome: &'static str,
    ends_at: chrono::DateTime<chrono::Utc>,
    held_since: Option<chrono::DateTime<chrono::Utc>>,
    event: &'a str,
}

/// The same for programs: `{"number", "name"}` leads to `{"certificates": […], "notice": …}`.
pub async fn look_up_json(state: web::Data<AppState>, body: JsonBody<LookupBody>) -> Result<HttpResponse, AppError> {
    let floor = Floor::begin();
    let (asked, _) =
        lookup::read(&body.0.number).map_err(|error| AppError::malformed(not_read(&body.0.number, &error)))?;
    let name = super::people::facts(&body.0.name)?;
    let found = super::read(&state, move |register| lookup::lookup(register, &asked, &name, None)).await;
    floor.reach().await;
    let found = found?;
    let address = &state.register.policy.address;
    let certificates: Vec<_> = found.certificates.iter().map(|view| certificate_json::body(address, view)).collect();
    let notice = found.notice.as_ref().map(|notice| NoticeBody {
        reference: &notice.reference,
        grade: notice.grade.to_string(),
        state: &notice.state,
        outcome: notice.fate.key(),
        ends_at: notice.ends_at.and_utc(),
        held_since: notice.held_since.map(|at| at.and_utc()),
        event: &notice.event,
    });
    let explanation = found
        .is_empty()
        .then(|| [Lang::Zh, Lang::En].map(|lang| crate::text::text(lang, "public.unknown.pair-not-found")));
    let explanation = explanation.map(|[zh, en]| serde_json::json!({ "zh": zh, "en": en }));
    Ok(HttpResponse::Ok().json(serde_json::json!({
        "state": one_state(&found),
        "certificates": certificates,
        "notice": notice,
        "explanation": explanation,
    })))
}
