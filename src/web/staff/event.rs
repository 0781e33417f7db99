//! One event: where it stands, what happened, what the reader may do now.

use super::event_next::{DESK, Hurdle, Next, hurdles, is_open, next, verdict};
use super::event_words::{agency_name, allow, days, event_badge, event_done, event_path, level_words, step_words};
use super::sent::Sent;
use super::{blocking, page, see_other};
use crate::domain::grade::Grade;
use crate::domain::permission::Action;
use crate::service::certificate::grade_of;
use crate::service::event::{self, Verdict};
use crate::service::results;
use crate::service::view::event_checked::{self, Checked, Counts};
use crate::service::view::staff_event::{self, AwardLine, EventView, GroupView, May};
use crate::service::{Register, ServiceResult, Staff};
use crate::web::error::AppError;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Chain, Crumbs, Field, Link, Problems, Stage, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A group with the state of its results.
struct GroupRow {
    name: String,
    href: String,
    badge: Badge,
    version: String,
    /// Words on a newer version that was refused.
    refused: Option<String>,
    counts: String,
}

#[derive(Template)]
#[template(path = "staff/event.html")]
struct EventPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    name: String,
    badge: Badge,
    reopened: bool,
    facts: Vec<(String, String)>,
    /// Words on a filing that came after the event had begun.
    late: Option<String>,
    /// Words on the deadline, and whether it has passed.
    due: Option<(String, bool)>,
    groups: Vec<GroupRow>,
    chain: Chain,
    may: May,
    open_matches: usize,
    /// How many rulings wait for a second person, and where they are decided by whoever may.
    rulings: usize,
    desk: Option<String>,
    /// What is to be done, and by whom.
    next: Vec<Next>,
    /// What has to be done before the results can be submitted.
    hurdles: Vec<Hurdle>,
    /// What confirming does, line by line.
    will: Vec<String>,
    confirm_button: String,
    waiver: Option<Field>,
    reason: Option<Field>,
    here: String,
    shell: Shell,
}

impl EventPage {
    fn to(&self, below: &str) -> String {
        self.shell.href(&format!("{}{below}", self.here))
    }
}

fn group_row(shell: &Shell, slug: &str, group: &GroupView, stands: Counts) -> GroupRow {
    let badge = match &group.upload {
        None => Badge::new(Tone::Unknown, shell.t("staff.group.none").to_owned()),
        Some(upload) => verdict(shell, upload.accepted == "no", stands),
    };
    let version = group.upload.as_ref().map(|u| u.version.to_string()).unwrap_or_default();
    let counts = group.upload.as_ref().map(|_| {
        let (errors, warnings, done) =
            (stands.errors.to_string(), stands.warnings.to_string(), stands.acknowledged.to_string());
        shell.fill("staff.group.counts", &[("errors", &errors), ("warnings", &warnings), ("done", &done)])
    });
    GroupRow {
        name: group.name.get(shell.lang).to_owned(),
        href: shell.href(&event_path(slug, &format!("/groups/{}", group.key))),
        badge,
        version,
        refused: group.refused().map(|(newest, counts)| {
            let [newest, counts] = [newest, counts].map(|line| line.version.to_string());
            shell.fill("staff.group.refused", &[("version", &newest), ("current", &counts)])
        }),
        counts: counts.unwrap_or_default(),
    }
}

/// Whether an event is still in the state into which what was just done has brought it: an address that is opened again
/// later says nothing that no longer holds.
fn still(query: &str, state: &str) -> bool {
    let done = query.split('&').find_map(|pair| pair.strip_prefix("done=")).unwrap_or_default();
    match done {
        "created" | "changed" | "sent-back" => state == "draft",
        "reopened" => is_open(state),
        done => done == state,
    }
}

fn facts(shell: &Shell, view: &EventView) -> Vec<(String, String)> {
    let word = |key: &str| shell.t(key).to_owned();
    let mut facts = vec![
        (word("staff.field.agency"), agency_name(shell, &view.agency)),
        (word("staff.field.days"), days(shell, &view.event.starts_on, &view.event.ends_on)),
        (word("staff.field.place"), view.event.place.clone()),
        (word("staff.field.level"), level_words(shell, &view.event.level).to_owned()),
        (word("staff.field.scheme"), view.scheme.name.get(shell.lang).to_owned()),
    ];
    for (id, value) in &view.settings.parameters {
        if let Some(parameter) = view.scheme.parameters.iter().find(|p| p.id == *id) {
            facts.push((parameter.name.get(shell.lang).to_owned(), parameter.said(value, shell.lang)));
        }
    }
    facts.push((
        word("staff_record.title"),
        super::records::asks(shell, &view.settings.records).join(shell.t("staff_record.asks.and")),
    ));
    facts
}

fn chain(shell: &Shell, view: &EventView) -> Chain {
    let last = view.steps.len().saturating_sub(1);
    let link = |(index, step): (usize, &staff_event::StepView)| {
        let stage = if index == last { Stage::Now } else { Stage::Done };
        let by = step.by.clone().unwrap_or_else(|| shell.t("staff.step.job").to_owned());
        let text =
            if step.note.is_empty() { by } else { shell.fill("staff.step.said", &[("by", &by), ("note", &step.note)]) };
        Link::new(stage, step_words(shell, &step.step), text).when(shell.time(&step.at))
    };
    Chain { links: view.steps.iter().enumerate().map(link).collect() }
}

/// The deadline while results are awaited.
fn due(shell: &Shell, view: &EventView) -> Option<(String, bool)> {
    if !is_open(&view.event.state) {
        return None;
    }
    let day = shell.date(&view.due);
    let left = (view.due - view.today).num_days();
    let key = if left < 0 { "staff.event.overdue" } else { "staff.event.due" };
    Some((shell.fill(key, &[("day", &day), ("n", &left.abs().to_string())]), left < 0))
}

/// What confirming does: the awards by grade, those granted at once and those that wait for their notice.
fn consequences(shell: &Shell, lines: &[AwardLine]) -> (usize, Vec<String>) {
    let mut grades: BTreeMap<Grade, usize> = BTreeMap::new();
    for award in lines.iter().filter_map(|line| line.award.as_ref()).filter(|a| a.state == "proposed") {
        *grades.entry(grade_of(award.grade)).or_default() += 1;
    }
    let will = grades.iter().rev().map(|(grade, n)| {
        let key = if grade.needs_notice() { "staff.confirm.notice" } else { "staff.confirm.grant" };
        shell.fill(key, &[("n", &n.to_string()), ("grade", &shell.grade(grade))])
    });
    (grades.values().sum(), will.collect())
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (view, lines, checked): Read,
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let (awards, will) = consequences(&shell, &lines);
    let overdue = view.today > view.due;
    let waiver = (view.may.submit && overdue).then(|| {
        let field = Field::area("waiver", shell.t("staff.field.waiver").to_owned(), 3).max(1000);
        field.value(typed.get("waiver")).check(&problems)
    });
    let asks = view.may.approve || view.may.give_back || view.may.reopen;
    let reason = asks.then(|| {
        let field = Field::area("reason", shell.t("staff.field.reason").to_owned(), 3).max(1000);
        field.value(typed.get("reason")).check(&problems)
    });
    let status = problems.status();
    let template = EventPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/events", shell.t("staff.nav").to_owned()),
        done: event_done(&shell, request.query_string()).filter(|_| still(request.query_string(), &view.event.state)),
        problems,
        badge: event_badge(&shell, &view.event.state).large(),
        reopened: view.event.reopened,
        facts: facts(&shell, &view),
        late: view.filed_late.map(|day| {
            let (first, day) = (shell.date(&view.event.starts_on), shell.date(&day));
            let key = match view.event.state.as_str() {
                "draft" => "staff.event.begun",
                "filed" => "staff.event.filed-late",
                _ => "staff.event.was-filed-late",
            };
            shell.fill(key, &[("first", &first), ("day", &day)])
        }),
        due: due(&shell, &view),
        groups: view
            .groups
            .iter()
            .map(|group| {
                group_row(&shell, &view.event.slug, group, checked.counts.get(&group.key).copied().unwrap_or_default())
            })
            .collect(),
        chain: chain(&shell, &view),
        may: view.may,
        open_matches: checked.open_matches,
        rulings: view.rulings,
        desk: view.may.rule.then(|| shell.href(DESK)),
        next: next(&shell, &view, &checked),
        hurdles: if view.may.submit { hurdles(&shell, &view, &checked) } else { Vec::new() },
        will,
        confirm_button: shell.fill("staff.confirm.button", &[("n", &awards.to_string())]),
        waiver,
        reason,
        here: event_path(&view.event.slug, ""),
        name: view.event.name,
        shell,
    };
    page(request, status, template)
}

/// What the page is made of: the event with those of its players who are still doubtful, its awards where they are told,
/// what stands against its uploads.
type Read = (EventView, Vec<AwardLine>, Arc<Checked>);

async fn read(state: &AppState, staff: &Staff, slug: &str) -> Result<Read, AppError> {
    let (register, staff, slug) = (state.register.clone(), staff.clone(), slug.to_owned());
    blocking(move || {
        let (view, checked) = event_checked::checked(&register, &staff, &slug)?;
        // Only who may confirm is told what confirming does.
        let lines = match view.may.confirm {
            true => staff_event::award_lines(&register, &staff, &slug)?,
            false => Vec::new(),
        };
        Ok((view, lines, checked))
    })
    .await
}

/// The page.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let read = read(&state, &user.staff, &slug).await?;
    Ok(render(&request, shell, read, &Fields::default(), Problems::none()))
}

/// Does something to an event; what was typed wrongly is shown again on its page.
async fn act<F>(sent: Sent, slug: String, (action, done): (Action, &str), work: F) -> Result<HttpResponse, AppError>
where
    F: FnOnce(&Register, &Staff, &str, &Fields) -> ServiceResult<()> + Send + 'static,
{
    allow(&sent.state, &sent.user, &slug, action).await?;
    let named = slug.clone();
    let done_it = sent.attempt(move |register, staff, typed| work(register, staff, &named, typed)).await?;
    let Sent { request, shell, state, user, fields } = sent;
    match done_it {
        Ok(()) => Ok(see_other(&shell, &format!("{}?done={done}", event_path(&slug, "")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, &slug).await?;
            Ok(render(&request, shell, read, &fields, problems))
        }
    }
}

/// Files a draft with the parent agency.
pub async fn file(slug: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    let work = |register: &Register, staff: &Staff, slug: &str, _: &Fields| event::file(register, staff, slug);
    act(sent, slug.into_inner(), (Action::EditEvent, "filed"), work).await
}

/// Approves a filed event or sends it back.
pub async fn decide(slug: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    let done = if sent.fields.get("verdict") == "approve" { "approved" } else { "sent-back" };
    let work = |register: &Register, staff: &Staff, slug: &str, typed: &Fields| {
        let verdict = match typed.get("verdict") {
            "approve" => Verdict::Approve,
            _ => Verdict::SendBack(typed.get("reason").to_owned()),
        };
        event::decide_filing(register, staff, slug, &verdict)
    };
    act(sent, slug.into_inner(), (Action::ApproveEvent, done), work).await
}

/// Submits the results.
pub async fn submit(slug: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    let work = |register: &Register, staff: &Staff, slug: &str, typed: &Fields| {
        results::submit(register, staff, slug, typed.get("waiver"))
    };
    act(sent, slug.into_inner(), (Action::EditEvent, "submitted"), work).await
}

/// Confirms the results.
pub async fn confirm(slug: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    let work = |register: &Register, staff: &Staff, slug: &str, _: &Fields| event::confirm(register, staff, slug);
    act(sent, slug.into_inner(), (Action::ConfirmEvent, "confirmed"), work).await
}

/// Returns the results.
pub async fn give_back(slug: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    let work = |register: &Register, staff: &Staff, slug: &str, typed: &Fields| {
        event::return_results(register, staff, slug, typed.get("reason"))
    };
    act(sent, slug.into_inner(), (Action::ConfirmEvent, "returned"), work).await
}

/// Reopens a closed event.
pub async fn reopen(slug: web::Path<String>, sent: Sent) -> Result<HttpResponse, AppError> {
    let work = |register: &Register, staff: &Staff, slug: &str, typed: &Fields| {
        event::reopen(register, staff, slug, typed.get("reason"))
    };
    act(sent, slug.into_inner(), (Action::ReopenEvent, "reopened"), work).await
}
