//! Two records side by side: merged with one click and a reason, and parted again with another.

use super::person::{act, awards, facts};
use super::person_words::{field_words, person_path, record_badge};
use super::sent::Sent;
use super::{blocking, page, see_other};
use crate::domain::permission::Action;
use crate::service::certificate::grade_of;
use crate::service::person;
use crate::service::view::staff_person::{self, PersonFile};
use crate::service::{ServiceError, Staff};
use crate::web::error::AppError;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Choice, Crumbs, Field, Problems, Stone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    with: Option<String>,
}

/// One side.
struct Side {
    name: String,
    number: String,
    href: String,
    stone: Option<Stone>,
    badge: Badge,
    /// Label, value, and whether it is as on the other side: `same`, `differs` or empty.
    facts: Vec<(String, String, &'static str)>,
    awards: Vec<(String, String)>,
    events: Vec<String>,
}

#[derive(Template)]
#[template(path = "staff/merge.html")]
struct MergePage {
    crumbs: Crumbs,
    problems: Problems,
    sides: Option<(Side, Side)>,
    mergeable: bool,
    with: Field,
    keep: Field,
    reason: Field,
    other: String,
    action: String,
    shell: Shell,
}

fn side(shell: &Shell, one: &PersonFile, two: &PersonFile) -> Side {
    let same = |a: bool, known: bool| match (a, known) {
        (true, _) => "same",
        (false, true) => "differs",
        (false, false) => "",
    };
    let (p, q) = (&one.person, &two.person);
    let marks = [
        same(p.birth == q.birth && p.birth.is_some(), p.birth.is_some() && q.birth.is_some()),
        same(p.sex == q.sex && p.sex.is_some(), p.sex.is_some() && q.sex.is_some()),
        same(p.region == q.region, true),
    ];
    let mut rows = vec![(field_words(shell, "name").to_owned(), p.name.clone(), same(p.name_key == q.name_key, true))];
    let marks = marks.into_iter().chain(std::iter::repeat(""));
    rows.extend(facts(shell, one).into_iter().zip(marks).map(|((label, value), mark)| (label, value, mark)));
    Side {
        name: p.name.clone(),
        number: p.register_no.clone(),
        href: shell.href(&person_path(p.id, "")),
        stone: p.grade.map(|rank| Stone::new(shell.lang, grade_of(rank))),
        badge: record_badge(shell, p, one.barred),
        facts: rows,
        awards: awards(shell, one).into_iter().map(|row| row.said()).collect(),
        events: one.events.iter().take(5).map(|e| format!("{}（{}）", e.event, shell.date(&e.day))).collect(),
    }
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (id, with): (i64, &str),
    sides: Option<(PersonFile, PersonFile)>,
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let word = |key: &str| shell.t(key).to_owned();
    let keep = match &sides {
        Some((one, two)) => {
            // The older record is the better known one.
            let older = one.person.created_at <= two.person.created_at;
            let chosen = if older { &one.person.register_no } else { &two.person.register_no };
            let choices = [&one.person, &two.person]
                .map(|p| Choice::new(p.register_no.clone(), format!("{} {}", p.name, p.register_no)));
            let typed = Some(typed.get("keep")).filter(|kept| !kept.is_empty()).unwrap_or(chosen).to_owned();
            Field::radio("keep", word("roster.merge.keep"), choices.to_vec()).value(typed).check(&problems)
        }
        None => Field::radio("keep", word("roster.merge.keep"), Vec::new()),
    };
    let status = problems.status();
    let template = MergePage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/people", word("roster.nav")).step(
            &shell,
            &person_path(id, ""),
            sides.as_ref().map_or_else(|| id.to_string(), |(one, _)| one.person.name.clone()),
        ),
        mergeable: sides.as_ref().is_some_and(|(a, b)| a.person.state != "merged" && b.person.state != "merged"),
        with: Field::text("with", word("roster.merge.with"))
            .help(word("roster.merge.with-help"))
            .max(20)
            .value(with)
            .check(&problems),
        keep,
        reason: Field::text("reason", word("staff.field.reason")).max(500).value(typed.get("reason")).check(&problems),
        other: sides.as_ref().map(|(_, two)| two.person.register_no.clone()).unwrap_or_default(),
        sides: sides.map(|(one, two)| (side(&shell, &one, &two), side(&shell, &two, &one))),
        action: shell.href(&person_path(id, "/merge")),
        problems,
        shell,
    };
    page(request, status, template)
}

type Compared = Result<(PersonFile, PersonFile), ServiceError>;

async fn compared(state: &AppState, staff: &Staff, id: i64, with: String) -> Result<Compared, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    web::block(move || staff_person::compare(&register, &staff, id, &with)).await.map_err(AppError::internal)
}

/// The comparison; without another record, the question which.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, AppError> {
    let id = id.into_inner();
    let with = asked.with.as_deref().unwrap_or("").trim().to_owned();
    if with.is_empty() {
        let (register, staff) = (state.register.clone(), user.staff.clone());
        blocking(move || staff_person::file(&register, &staff, id)).await?;
        return Ok(render(&request, shell, (id, ""), None, &Fields::default(), Problems::none()));
    }
    match compared(&state, &user.staff, id, with.clone()).await? {
        Ok(sides) => Ok(render(&request, shell, (id, &with), Some(sides), &Fields::default(), Problems::none())),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            Ok(render(&request, shell, (id, &with), None, &Fields::default(), problems))
        }
    }
}

/// Merges the two.
pub async fn merge(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    let id = id.into_inner();
    let with = sent.fields.trimmed("with").to_owned();
    let sides = match compared(&sent.state, &sent.user.staff, id, with.clone()).await? {
        Ok(sides) => sides,
        Err(error) => {
            let problems = Problems::of_error(&sent.shell, error)?;
            return Ok(render(&sent.request, sent.shell, (id, &with), None, &sent.fields, problems));
        }
    };
    let (one, two) = (&sides.0.person, &sides.1.person);
    let (kept, absorbed) = match sent.fields.get("keep") {
        number if number == two.register_no => (two.id, one.id),
        _ => (one.id, two.id),
    };
    let merged =
        sent.attempt(move |register, staff, typed| person::merge(register, staff, kept, absorbed, typed.get("reason")));
    match merged.await? {
        Ok(()) => Ok(see_other(&sent.shell, &person_path(kept, "?done=merged"))),
        Err(error) => {
            let problems = Problems::of_error(&sent.shell, error)?;
            Ok(render(&sent.request, sent.shell, (id, &with), Some(sides), &sent.fields, problems))
        }
    }
}

/// Parts a record from the one it was merged into.
pub async fn unmerge(id: web::Path<i64>, sent: Sent) -> Result<HttpResponse, AppError> {
    act(sent, id.into_inner(), "unmerge", "unmerged", Action::MergePerson, |register, staff, id, typed| {
        person::unmerge(register, staff, id, typed.get("reason"))
    })
    .await
}
