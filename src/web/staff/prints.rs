//! A print job: how far it is, what could not be printed, its file.

use super::{blocking, page, see_other};
use crate::print::Chunks;
use crate::service::ServiceError;
use crate::service::print::{self, Unprinted};
use crate::web::error::AppError;
use crate::web::parts::{Badge, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::body::SizedStream;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use futures_util::stream;

/// A name that could not be printed.
struct RefusedRow {
    holder: String,
    missing: String,
}

#[derive(Template)]
#[template(path = "staff/print.html")]
struct PrintPage {
    id: i64,
    badge: Badge,
    waiting: bool,
    failed: bool,
    count: String,
    asked: String,
    refused: Vec<RefusedRow>,
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
    let job = blocking(move || print::job(&register, &staff, id)).await?;
    let refused: Vec<Unprinted> = serde_json::from_str(&job.refused).unwrap_or_default();
    let (tone, key) = match job.state.as_str() {
        "queued" => (Tone::Waiting, "staff.print.queued"),
        "running" => (Tone::Waiting, "staff.print.running"),
        "done" => (Tone::Good, "staff.print.done"),
        _ => (Tone::Bad, "staff.print.failed"),
    };
    let waiting = matches!(job.state.as_str(), "queued" | "running");
    let (printed, total) = (job.printed.to_string(), job.total.to_string());
    let count = match waiting {
        true => shell.fill("staff.print.count-waiting", &[("total", &total)]),
        false => shell.fill("staff.print.count", &[("printed", &printed), ("total", &total)]),
    };
    let template = PrintPage {
        id,
        badge: Badge::new(tone, shell.t(key).to_owned()),
        waiting,
        failed: job.state == "failed",
        count,
        asked: shell.time(&job.created_at),
        refused: refused
            .into_iter()
            .map(|one| {
                let missing = match one.state.as_deref() {
                    Some("suspended") => shell.t("desk.certificate.suspended").to_owned(),
                    Some(_) => shell.t("desk.certificate.revoked").to_owned(),
                    None => one.missing.into_iter().collect(),
                };
                RefusedRow { holder: one.holder, missing }
            })
            .collect(),
        gone: job.state == "done" && job.file.is_none() && job.printed > 0,
        file: job.file.map(|_| format!("/staff/prints/{id}/file")),
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
    let Some(chunks) = chunks else { return Ok(see_other(&shell, &format!("/staff/prints/{id}"))) };
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
