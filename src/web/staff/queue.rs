//! What needs me first.

use super::blocking;
use crate::service::view::queue::{self, Waiting};
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;

/// One line.
struct Row {
    count: i64,
    words: String,
    note: String,
    href: String,
}

#[derive(Template)]
#[template(path = "staff/queue.html")]
struct QueuePage {
    rows: Vec<Row>,
    shell: Shell,
}

/// The page.
pub async fn show(shell: Shell, state: web::Data<AppState>, user: User) -> Result<Page<impl Template>, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let today = register.today();
    let items = blocking(move || queue::queue(&register, &staff)).await?;
    let rows = items.into_iter().map(|item| {
        let (key, note, path) = match item.what {
            Waiting::Returned => ("staff.queue.returned", "staff.queue.returned-note", "/staff/events?state=returned"),
            Waiting::Due(day) if day < today => {
                ("staff.queue.due", "staff.queue.overdue-note", "/staff/events?state=approved")
            }
            Waiting::Due(_) => ("staff.queue.due", "staff.queue.due-note", "/staff/events?state=approved"),
            Waiting::Submitted => {
                ("staff.queue.submitted", "staff.queue.submitted-note", "/staff/events?state=submitted")
            }
            Waiting::Filed => ("staff.queue.filed", "staff.queue.filed-note", "/staff/events?state=filed"),
            Waiting::Draft => ("staff.queue.draft", "staff.queue.draft-note", "/staff/events?state=draft"),
            Waiting::ToIssue => ("staff.queue.to-issue", "staff.queue.to-issue-note", "/staff/events?state=to-issue"),
            Waiting::ToNotice => ("staff.queue.to-notice", "staff.queue.to-notice-note", "/staff/notices"),
            Waiting::Games => ("staff_record.desk.waiting", "staff_record.desk.waiting-note", "/staff/desk"),
            Waiting::Objection => ("staff.queue.objection", "staff.queue.objection-note", "/staff/objections"),
        };
        let day = match item.what {
            Waiting::Due(day) => shell.date(&day),
            _ => String::new(),
        };
        Row {
            count: item.count,
            words: shell.t(key).to_owned(),
            note: shell.fill(note, &[("day", &day)]),
            href: shell.href(path),
        }
    });
    let rows = rows.collect();
    Ok(Page(QueuePage { rows, shell }))
}
