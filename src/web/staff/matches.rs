//! Doubtful matches, decided by somebody who sees both sides.

use super::event_words::{allow, event_crumbs, event_done, event_path};
use super::slices::slice;
use super::{blocking, page, see_other};
use crate::domain::area_code::AreaCode;
use crate::domain::matching::Why;
use crate::domain::name::search_key;
use crate::domain::permission::Action;
use crate::domain::results::Sex;
use crate::service::Staff;
use crate::service::certificate::grade_of;
use crate::service::results::{self, EarlyWord, Identity};
use crate::service::view::event_matches::{self, CandidateView, CaseId, CaseView};
use crate::store::event::Event;
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Crumbs, Field, Pager, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use chrono::{Datelike, NaiveDate};

/// One fact of a side: label, value, and whether it is the same as on the other side (`same`, `differs` or empty).
struct Fact(String, String, &'static str);

/// One who may be meant.
struct CandidateRow {
    id: i64,
    chosen: bool,
    register_no: String,
    why: String,
    facts: Vec<Fact>,
}

/// One case.
struct CaseRow {
    id: String,
    /// The id of the field for the reason, and of the case on the page.
    mark: String,
    /// A digest of what is shown of the candidates, which comes back with the decision.
    shown: Option<String>,
    /// Whether it was decided that this is somebody new.
    new: bool,
    /// What was decided, and can be changed until the results are submitted.
    decided: bool,
    name: String,
    facts: Vec<Fact>,
    candidates: Vec<CandidateRow>,
    reason: Field,
}

/// How many cases a page shows.
const PAGE: usize = 20;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    from: Option<usize>,
}

#[derive(Template)]
#[template(path = "staff/matches.html")]
struct MatchesPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    cases: Vec<CaseRow>,
    pager: Pager,
    action: String,
    shell: Shell,
}

/// The birth date that the file gives: whoever decides works for the agency that sent the file.
fn written_birth(shell: &Shell, birth: Option<NaiveDate>) -> String {
    birth.map_or_else(|| shell.t("staff.match.unknown").to_owned(), |day| day.to_string())
}

/// The birth date that the register keeps, against the file's: its year, and of month and day what the two share.
fn masked(shell: &Shell, kept: Option<NaiveDate>, written: Option<NaiveDate>) -> String {
    let Some(kept) = kept else { return shell.t("staff.match.unknown").to_owned() };
    let (month, day) = written.map_or((None, None), |written| {
        let same = |a: u32, b: u32| (a == b).then_some(a);
        (same(kept.month(), written.month()), same(kept.day(), written.day()))
    });
    let part = |part: Option<u32>| part.map_or_else(|| "**".to_owned(), |part| format!("{part:02}"));
    format!("{:04}-{}-{}", kept.year(), part(month), part(day))
}

/// In which parts two birth dates differ.
fn difference(shell: &Shell, kept: NaiveDate, written: NaiveDate) -> String {
    if kept.year() == written.year() && kept.month() == written.day() && kept.day() == written.month() {
        return shell.t("staff.match.exchanged").to_owned();
    }
    let parts = [
        (kept.year() != written.year(), "staff.match.year"),
        (kept.month() != written.month(), "staff.match.month"),
        (kept.day() != written.day(), "staff.match.day"),
    ];
    let differing: Vec<&str> = parts.iter().filter(|(differs, _)| *differs).map(|(_, key)| shell.t(key)).collect();
    differing.join(shell.t("staff.match.and"))
}

fn sex_words(shell: &Shell, sex: Option<&str>) -> String {
    let key = match sex {
        Some("female") => "staff.match.female",
        Some("male") => "staff.match.male",
        _ => "staff.match.unknown",
    };
    shell.t(key).to_owned()
}

fn sex_id(sex: Sex) -> &'static str {
    match sex {
        Sex::Female => "female",
        Sex::Male => "male",
    }
}

fn why_words(shell: &Shell, why: Why) -> String {
    let key = match why {
        Why::RegisterOtherName => "match.why.register-other-name",
        Why::DocumentOtherName => "match.why.document-other-name",
        Why::SameNameAndBirth => "match.why.same-name-and-birth",
        Why::OtherDocument => "match.why.other-document",
        Why::NearBirth => "match.why.near-birth",
        Why::BirthUnknown => "match.why.birth-unknown",
    };
    shell.t(key).to_owned()
}

fn compared<T: PartialEq>(a: Option<T>, b: Option<T>) -> &'static str {
    match (a, b) {
        (Some(a), Some(b)) if a == b => "same",
        (Some(_), Some(_)) => "differs",
        _ => "",
    }
}

fn candidate_row(shell: &Shell, case: &CaseView, one: CandidateView) -> CandidateRow {
    let word = |key: &str| shell.t(key).to_owned();
    let (person, written) = (one.person, &case.written);
    let region = person.region.parse::<AreaCode>().map(|code| code.name().get(shell.lang).to_owned());
    let same_name = compared(Some(person.name_key.clone()), Some(search_key(&written.name)));
    let same_birth = compared(person.birth, written.birth);
    // Of somebody of another name nothing but the year is told: guessing days would find the birth date.
    let shown = masked(shell, person.birth, written.birth.filter(|_| same_name == "same"));
    let birth = match (person.birth, written.birth) {
        (Some(kept), Some(said)) if kept != said => {
            let parts = difference(shell, kept, said);
            shell.fill("staff.match.birth-differs", &[("birth", &shown), ("parts", &parts)])
        }
        _ => shown,
    };
    let grade = person.grade.map(grade_of);
    let mut facts = vec![
        Fact(word("staff.match.name"), person.name, same_name),
        Fact(word("staff.match.birth"), birth, same_birth),
        Fact(
            word("staff.match.sex"),
            sex_words(shell, person.sex.as_deref()),
            compared(person.sex.as_deref(), written.sex.map(sex_id)),
        ),
        Fact(
            word("staff.match.grade"),
            grade.map_or_else(|| word("schemes.entry.ungraded"), |grade| shell.grade(&grade)),
            compared(Some(grade), Some(written.grade)),
        ),
        Fact(word("staff.match.region"), region.unwrap_or(person.region), ""),
    ];
    let events: Vec<String> = one.events.iter().map(|(name, day)| format!("{name} ({})", shell.date(day))).collect();
    let events = if events.is_empty() { word("staff.match.no-events") } else { events.join("; ") };
    facts.push(Fact(word("staff.match.events"), events, ""));
    let chosen = case.chosen == Some(Some(person.id));
    CandidateRow { id: person.id, chosen, register_no: person.register_no, why: why_words(shell, one.why), facts }
}

fn case_row(shell: &Shell, case: CaseView, wrong: Option<&CaseId>, typed: &Fields, problems: &Problems) -> CaseRow {
    let word = |key: &str| shell.t(key).to_owned();
    let written = &case.written;
    let facts = vec![
        Fact(word("staff.match.name"), written.name.clone(), ""),
        Fact(word("staff.match.birth"), written_birth(shell, written.birth), ""),
        Fact(word("staff.match.sex"), sex_words(shell, written.sex.map(sex_id)), ""),
        Fact(
            word("staff.match.grade"),
            written.grade.map_or_else(|| word("schemes.entry.ungraded"), |grade| shell.grade(&grade)),
            "",
        ),
        Fact(word("staff.match.club"), written.club.clone().unwrap_or_default(), ""),
    ];
    let here = wrong == Some(&case.id);
    let mark = case.id.to_string().replace(':', "-");
    // The field of the form that was sent keeps its plain id, so that the summary of problems leads to it.
    let reason = Field::text("reason", word("staff.match.reason")).max(500);
    // Before the submission it answers the warnings, and so is always asked for.
    let reason = if case.shown.is_some() { reason } else { reason.optional(shell) };
    let reason = match here {
        true => reason.value(typed.get("reason")).check(problems),
        false => reason.id(format!("reason-{mark}")),
    };
    CaseRow {
        id: case.id.to_string(),
        mark,
        shown: case.shown.clone(),
        new: case.chosen == Some(None),
        decided: case.chosen.is_some(),
        name: written.name.clone(),
        facts,
        candidates: case.candidates.iter().cloned().map(|one| candidate_row(shell, &case, one)).collect(),
        reason,
    }
}

async fn read(state: &AppState, staff: &Staff, slug: &str) -> Result<(Event, Vec<CaseView>), AppError> {
    let (register, staff, slug) = (state.register.clone(), staff.clone(), slug.to_owned());
    blocking(move || event_matches::open(&register, &staff, &slug)).await
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (event, cases): (Event, Vec<CaseView>),
    (from, wrong): (Option<usize>, Option<CaseId>),
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let status = problems.status();
    // The case whose form has to be sent again is on the page.
    let from = match wrong.as_ref().and_then(|id| cases.iter().position(|case| case.id == *id)) {
        Some(at) => Some(at / PAGE * PAGE),
        None => from,
    };
    let here = event_path(&event.slug, "/matches");
    let sorted = shell.t("staff.match.order");
    let (cases, pager) = slice(&shell, cases, from, PAGE, (&here, "from"), sorted);
    let cases = cases.into_iter().map(|case| case_row(&shell, case, wrong.as_ref(), typed, &problems)).collect();
    let template = MatchesPage {
        crumbs: event_crumbs(&shell, &event),
        done: event_done(&shell, request.query_string()),
        cases,
        pager,
        action: shell.href(&here),
        problems,
        shell,
    };
    page(request, status, template)
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let read = read(&state, &user.staff, &slug).await?;
    Ok(render(&request, shell, read, (asked.from, None), &Fields::default(), Problems::none()))
}

/// Decides one case.
pub async fn decide(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let slug = slug.into_inner();
    allow(&state, &user, &slug, Action::DecideMatch).await?;
    let case: CaseId = fields.get("case").parse().map_err(|_| AppError::bad_request("case"))?;
    let identity = match fields.get("identity") {
        "new" => Identity::New,
        id => Identity::Person(id.parse().map_err(|_| AppError::bad_request("identity"))?),
    };
    let (register, staff, named, reason) =
        (state.register.clone(), user.staff.clone(), slug.clone(), fields.get("reason").to_owned());
    let (asked, shown) = (case.clone(), fields.get("shown").to_owned());
    let decided = web::block(move || match &asked {
        CaseId::Case(id) => results::decide_match(&register, &staff, &named, *id, identity, &reason),
        CaseId::Early(upload, player) => {
            let (upload_id, file_id) = (*upload, player.clone());
            let word = EarlyWord { upload_id, file_id, identity, shown, reason };
            results::decide_early(&register, &staff, &named, &word)
        }
    });
    match decided.await.map_err(AppError::internal)? {
        Ok(()) => Ok(see_other(&shell, &event_path(&slug, "/matches?done=identified"))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, &slug).await?;
            Ok(render(&request, shell, read, (None, Some(case)), &fields, problems))
        }
    }
}
