//! Print jobs: the list; how far one is, what could not be printed, its file.

use super::event_words::event_path;
use super::{blocking, page, see_other};
use crate::print::Chunks;
use crate::service::ServiceError;
use crate::service::print;
use crate::service::view::staff_print::{self, PrintView};
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Crumbs, Pager, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::body::SizedStream;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use futures_util::stream;

/// Where the jobs are listed.
const LIST: &str = "/staff/prints";

/// What the address of the list asks for.
#[derive(serde::Deserialize)]
pub struct Asked {
    before: Option<i64>,
}

/// One job of the list.
struct Row {
    id: i64,
    href: String,
    asked: String,
    badge: Badge,
    printed: String,
    refused: String,
    event: Option<(String, String)>,
    by: String,
}

#[derive(Template)]
#[template(path = "staff/prints.html")]
struct ListPage {
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

/// How far a job is.
fn job_badge(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "queued" => (Tone::Waiting, "staff.print.queued"),
        "running" => (Tone::Waiting, "staff.print.running"),
        "done" => (Tone::Good, "staff.print.done"),
        _ => (Tone::Bad, "staff.print.failed"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// Where the certificates are that a job prints, and what the event is called.
fn event_of(shell: &Shell, view: &PrintView) -> Option<(String, String)> {
    let event = view.event.as_ref()?;
    Some((shell.href(&event_path(&event.slug, "/certificates")), event.name.clone()))
}

fn row(shell: &Shell, view: PrintView) -> Row {
    let waiting = matches!(view.job.state.as_str(), "queued" | "running");
    let (printed, total) = (view.job.printed.to_string(), view.job.total.to_string());
    Row {
        id: view.job.id,
        href: shell.href(&format!("{LIST}/{}", view.job.id)),
        asked: shell.time(&view.job.created_at),
        badge: job_badge(shell, &view.job.state),
        printed: if waiting { format!("– / {total}") } else { format!("{printed} / {total}") },
        refused: if waiting { String::new() } else { view.refused.len().to_string() },
        event: event_of(shell, &view),
        by: view.by,
    }
}

/// The jobs of the reader's agency, the newest first.
pub async fn list(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    asked: web::Query<Asked>,
) -> Result<Page<impl Template>, AppError> {
    let (register, staff, before) = (state.register.clone(), user.staff.clone(), asked.before);
    let found = blocking(move || staff_print::list(&register, &staff, before)).await?;
    let next = found.next.map(|id| format!("{LIST}?before={id}"));
    let pager = Pager::new(&shell, shell.t("staff.print.newest"), before.map(|_| LIST), next.as_deref());
    let rows = found.jobs.into_iter().map(|view| row(&shell, view)).collect();
    Ok(Page(ListPage { rows, pager, shell }))
}

/// A certificate that was left out, and why.
struct RefusedRow {
    holder: String,
    why: String,
}

#[derive(Template)]
#[template(path = "staff/print.html")]
struct PrintPage {
    crumbs: Crumbs,
    event: Option<(String, String)>,
    id: i64,
    badge: Badge,
    waiting: bool,
    failed: bool,
    count: String,
    asked: String,
    refused: Vec<RefusedRow>,
    /// Whether a character was missing from the faces.
    faces_lack: bool,
    /// Where the file is; none while it is made, and after it was removed.
    file: Option<String>,
    gone: bool,
    shell: Shell,
}

/// The page. It can be left and opened again: the work goes on by itself.
pub async fn show(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, id) = (state.register.clone(), user.staff.clone(), id.into_inner());
    let view = blocking(move || staff_print::one(&register, &staff, id)).await?;
    let event = event_of(&shell, &view);
    let (job, refused) = (view.job, view.refused);
    let waiting = matches!(job.state.as_str(), "queued" | "running");
    let (printed, total) = (job.printed.to_string(), job.total.to_string());
    let count = match waiting {
        true => shell.fill("staff.print.count-waiting", &[("total", &total)]),
        false => shell.fill("staff.print.count", &[("printed", &printed), ("total", &total)]),
    };
    let template = PrintPage {
        crumbs: Crumbs::new(&shell).step(&shell, LIST, shell.t("staff.print.list").to_owned()),
        event,
        id,
        badge: job_badge(&shell, &job.state),
        waiting,
        failed: job.state == "failed",
        count,
        asked: shell.time(&job.created_at),
        faces_lack: refused.iter().any(|one| one.state.is_none()),
        refused: refused
            .into_iter()
            .map(|one| {
                let why = match one.state.as_deref() {
                    Some("suspended") => shell.t("desk.certificate.suspended").to_owned(),
                    Some(_) => shell.t("desk.certificate.revoked").to_owned(),
                    None => {
                        let missing: String = one.missing.into_iter().collect();
                        shell.fill("staff.print.lacks", &[("missing", &missing)])
                    }
                };
                RefusedRow { holder: one.holder, why }
            })
            .collect(),
        gone: job.state == "done" && job.file.is_none() && job.printed > 0,
        file: job.file.map(|_| format!("{LIST}/{id}/file")),
        shell,
    };
    Ok(page(&request, StatusCode::OK, template))
}

/// The file, read in chunks off the worker threads. One that is not there yet, or no longer, leads back to the job.
pub async fn file(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let (register, staff, id) = (state.register.clone(), user.staff.clone(), id.into_inner());
    let folder = state.prints.clone();
    let chunks = blocking(move || {
        let file = print::file(&register, &staff, id)?;
        let Some(open) = file.and_then(|name| std::fs::File::open(folder.join(name)).ok()) else {
            return Ok(None);
        };
        Chunks::of(open).map(Some).map_err(|error| ServiceError::Internal(error.to_string()))
    })
    .await?;
    let Some(chunks) = chunks else { return Ok(see_other(&shell, &format!("{LIST}/{id}"))) };
    let length = chunks.length();
    let body = stream::unfold(Some(chunks), |chunks| async move {
        let mut chunks = chunks?;
        let read = web::block(move || (chunks.next(), chunks)).await;
        match read {
            Ok((Some(Ok(bytes)), rest)) => Some((Ok::<_, std::io::Error>(web::Bytes::from(bytes)), Some(rest))),
            Ok((Some(Err(error)), _)) => Some((Err(error), None)),
            Ok((None, _)) => None,
            Err(error) => Some((Err(std::io::Error::other(error)), None)),
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/pdf"))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"certificates-{id}.pdf\"")))
        .body(SizedStream::new(length, Box::pin(body))))
}
