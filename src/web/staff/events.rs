//! The list of events.

use super::blocking;
use super::event_words::{STATES, agency_name, days, event_badge, event_path, state_words};
use crate::domain::permission::{Action, Relation, reach};
use crate::service::view::event_list::{self, Listed};
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Choice, Field, Pager};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    state: Option<String>,
    before: Option<i64>,
}

/// One event.
struct Row {
    name: String,
    href: String,
    agency: String,
    days: String,
    state: Badge,
}

#[derive(Template)]
#[template(path = "staff/events.html")]
struct EventsPage {
    filter: Field,
    may_create: bool,
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

/// The page.
pub async fn list(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<Page<impl Template>, AppError> {
    let issues = reach(user.role, Action::IssueCertificate).covers(Relation::Own);
    let chosen = asked.state.as_deref().unwrap_or("");
    let (kept, what) = match STATES.into_iter().find(|state| *state == chosen) {
        Some(state) => (state, Listed::States(vec![state])),
        None if chosen == "to-issue" && issues => ("to-issue", Listed::ToIssue),
        None => ("", Listed::States(STATES.to_vec())),
    };
    let (register, staff, before) = (state.register.clone(), user.staff.clone(), asked.before);
    let found = blocking(move || event_list::list(&register, &staff, &what, before)).await?;
    let mut choices = vec![Choice::new("", shell.t("staff.events.all").to_owned())];
    choices.extend(STATES.into_iter().map(|state| Choice::new(state, state_words(&shell, state).to_owned())));
    if issues {
        choices.push(Choice::new("to-issue", shell.t("staff.events.to-issue").to_owned()));
    }
    let first = before.map(|_| format!("/staff/events?state={kept}"));
    let next = found.next.map(|id| format!("/staff/events?state={kept}&before={id}"));
    let rows = found.events.into_iter().map(|(event, agency)| Row {
        href: shell.href(&event_path(&event.slug, "")),
        agency: agency_name(&shell, &agency),
        days: days(&shell, &event.starts_on, &event.ends_on),
        state: event_badge(&shell, &event.state),
        name: event.name,
    });
    let rows = rows.collect();
    Ok(Page(EventsPage {
        filter: Field::select("state", shell.t("staff.field.state").to_owned(), choices).value(kept).optional(&shell),
        may_create: reach(user.role, Action::EditEvent).covers(Relation::Own),
        rows,
        pager: Pager::new(&shell, shell.t("staff.events.newest"), first.as_deref(), next.as_deref()),
        shell,
    }))
}
