//! The results of one group: upload, findings, acknowledgements, versions.

use super::event_next::{is_open, verdict};
use super::event_words::{allow, event_crumbs, event_done, event_path};
use super::{blocking, page, see_other};
use crate::domain::finding::Severity;
use crate::domain::permission::Action;
use crate::domain::results::{Accepted, Adjustment, Report, Template as Kind, template};
use crate::service::results::{self, ChosenWarnings as Chosen, Files};
use crate::service::view::event_checked::Counts;
use crate::service::view::staff_event::{self, EventView, GroupView, UploadView};
use crate::service::{ServiceError, Staff};
use crate::text::Bilingual;
use crate::web::error::AppError;
use crate::web::findings::{Listed, Names};
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Field, Problems};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::upload::Upload;
use crate::web::user::User;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use askama::Template;

/// One value that the reader of files changed.
struct AdjustmentRow {
    place: String,
    from: String,
    to: String,
    rule: String,
}

/// One version of the results.
struct VersionRow {
    version: i64,
    at: String,
    current: bool,
    /// The results, and the players where they came in a file of their own.
    files: Vec<KeptFile>,
}

/// A file as it was received.
struct KeptFile {
    name: String,
    href: String,
    sha256: String,
}

/// What was found of an upload.
struct Found {
    /// What it comes to.
    verdict: Badge,
    /// How much was read.
    read: Option<String>,
    listed: Listed,
    open_warnings: usize,
    adjustments: Vec<AdjustmentRow>,
    adjustments_words: String,
    upload_id: i64,
}

#[derive(Template)]
#[template(path = "staff/group.html")]
struct GroupPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    group_name: String,
    may: bool,
    /// Whether nothing can be uploaded yet.
    early: bool,
    /// The upload that counts.
    found: Option<Found>,
    /// A later one that was refused, with words on both.
    refused: Option<(String, Found)>,
    changes: Vec<String>,
    changes_words: String,
    versions: Vec<VersionRow>,
    files: Vec<Field>,
    reason: Field,
    here: String,
    shell: Shell,
}

fn adjustment_row(shell: &Shell, adjusted: &Adjustment) -> AdjustmentRow {
    AdjustmentRow {
        place: format!(
            "{} · {}",
            shell.fill("staff.finding.line", &[("n", &adjusted.line.to_string())]),
            shell.fill("staff.finding.column", &[("name", &adjusted.column)])
        ),
        from: adjusted.from.clone(),
        to: adjusted.to.clone(),
        rule: adjusted.words().get(shell.lang).to_owned(),
    }
}

/// How much was read: lines, players, rounds, games.
fn read_words(shell: &Shell, report: &Report) -> Option<String> {
    let sheet = report.reading.sheet.as_ref()?;
    let [entries, rows] = [sheet.entries.len(), sheet.games.len()].map(|n| n.to_string());
    let lines = shell.fill("staff.verdict.lines", &[("entries", &entries), ("rows", &rows)]);
    Some(format!("{lines} · {}", report.summary()?.get(shell.lang)))
}

fn found(shell: &Shell, upload: UploadView) -> (Found, Vec<Bilingual>) {
    let UploadView { line, findings, report, changes } = upload;
    let names = Names::of(report.reading.sheet.as_ref());
    let of = |severity| findings.iter().filter(move |f| f.finding.severity == severity);
    let counts = Counts {
        errors: of(Severity::Error).count(),
        warnings: of(Severity::Warning).count(),
        acknowledged: of(Severity::Warning).filter(|f| f.reason.is_some()).count(),
        adjustments: report.adjustments.len(),
    };
    let adjusted = report.adjustments.len().to_string();
    let found = Found {
        verdict: verdict(shell, report.accepted == Accepted::No, counts).large(),
        read: read_words(shell, &report),
        listed: Listed::of(shell, &names, findings),
        open_warnings: counts.open(),
        adjustments: report.adjustments.iter().map(|a| adjustment_row(shell, a)).collect(),
        adjustments_words: shell.fill("staff.adjusted.title", &[("n", &adjusted)]),
        upload_id: line.id,
    };
    (found, changes)
}

fn version_rows(shell: &Shell, slug: &str, group: &GroupView) -> Vec<VersionRow> {
    let row = |line: &crate::store::upload::UploadLine| {
        let base = event_path(slug, &format!("/groups/{}/versions/{}", group.key, line.version));
        let file = |part: &str, name: &Option<String>, sha256: &Option<String>| {
            let (name, sha256) = (name.clone()?, sha256.clone()?);
            Some(KeptFile { name, href: format!("{base}/{part}"), sha256 })
        };
        let results = file("results", &Some(line.results_name.clone()), &Some(line.results_sha256.clone()));
        let players = file("players", &line.players_name, &line.players_sha256);
        VersionRow {
            version: line.version,
            at: shell.time(&line.uploaded_at),
            current: line.current,
            files: results.into_iter().chain(players).collect(),
        }
    };
    group.versions.iter().map(row).collect()
}

/// What the page is made of: the event, its group, the upload that counts, a later one that was refused.
type Read = (EventView, GroupView, Option<UploadView>, Option<UploadView>);

async fn read(state: &AppState, staff: &Staff, slug: &str, group: &str) -> Result<Read, AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || {
        let view = staff_event::event(&register, &staff, &slug)?;
        let own = view.groups.iter().find(|g| g.key == group).cloned().ok_or(ServiceError::NotFound)?;
        let upload = staff_event::group_upload(&register, &staff, &slug, &group)?;
        let refused = match is_open(&view.event.state) {
            true => staff_event::refused_upload(&register, &staff, &slug, &own)?,
            false => None,
        };
        Ok((view, own, upload, refused))
    })
    .await
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (view, group, upload, refused): Read,
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let slug = view.event.slug.as_str();
    let counting = upload.as_ref().map(|upload| upload.line.version.to_string()).unwrap_or_default();
    let (found_, changes) = match upload.map(|upload| found(&shell, upload)) {
        Some((mut found, changes)) => {
            found.listed.findings.iter_mut().for_each(|group| group.keep(typed));
            (Some(found), changes)
        }
        None => (None, Vec::new()),
    };
    let refused = refused.map(|upload| {
        let version = upload.line.version.to_string();
        let words = shell.fill("staff.verdict.kept", &[("version", &version), ("current", &counting)]);
        (words, found(&shell, upload).0)
    });
    let status = problems.status();
    let template = GroupPage {
        crumbs: event_crumbs(&shell, &view.event),
        done: event_done(&shell, request.query_string()),
        event_name: view.event.name.clone(),
        group_name: group.name.get(shell.lang).to_owned(),
        may: view.may.submit,
        early: matches!(view.event.state.as_str(), "draft" | "filed"),
        found: found_,
        refused,
        changes_words: shell.fill("staff.version.changes", &[("n", &changes.len().to_string())]),
        changes: changes.iter().map(|change| change.get(shell.lang).to_owned()).collect(),
        versions: version_rows(&shell, slug, &group),
        files: vec![
            Field::file(
                "results",
                shell.t("staff.upload.results").to_owned(),
                ".csv,.txt,.xlsx,.xml,.h9,.tou,.trf,.trfx",
            )
            .help(shell.t("staff.upload.results-help").to_owned())
            .check(&problems),
            Field::file("players", shell.t("staff.upload.players").to_owned(), ".csv")
                .help(shell.t("staff.upload.players-help").to_owned())
                .optional(&shell),
        ],
        reason: Field::area("reason", shell.t("staff.acknowledge.reason").to_owned(), 2)
            .max(500)
            .value(typed.get("reason"))
            .check(&problems),
        here: event_path(slug, &format!("/groups/{}", group.key)),
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
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    let read = read(&state, &user.staff, &slug, &group).await?;
    Ok(render(&request, shell, read, &Fields::default(), Problems::none()))
}

/// Keeps an upload.
pub async fn upload(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    // Whoever may not upload is refused before the files are read.
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let sent = Upload::from_request(&request, &mut payload.into_inner()).await?;
    let (mut results, mut players) = ((String::new(), Vec::new()), None);
    for file in sent.files {
        match file.field.as_str() {
            "results" => results = (file.name, file.bytes),
            "players" => players = Some((file.name, file.bytes)),
            _ => {}
        }
    }
    let files = Files { results, players };
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let (named, of) = (slug.clone(), group.clone());
    let kept = web::block(move || results::upload(&register, &staff, &named, &of, &files));
    match kept.await.map_err(AppError::internal)? {
        Ok(_) => Ok(see_other(&shell, &event_path(&slug, &format!("/groups/{group}?done=uploaded")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, &slug, &group).await?;
            Ok(render(&request, shell, read, &sent.fields, problems))
        }
    }
}

/// Acknowledges warnings.
pub async fn acknowledge(
    request: HttpRequest,
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String)>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, AppError> {
    let (slug, group) = path.into_inner();
    allow(&state, &user, &slug, Action::EditEvent).await?;
    let upload_id: i64 = fields.get("upload").parse().map_err(|_| AppError::bad_request("upload"))?;
    let keys: Vec<String> = fields.all("finding").map(str::to_owned).collect();
    let codes = fields.all("code").map(|sent| sent.split_once(':').unwrap_or((sent, "")));
    let codes: Vec<(String, String)> = codes.map(|(code, shown)| (code.to_owned(), shown.to_owned())).collect();
    let (register, staff, reason) = (state.register.clone(), user.staff.clone(), fields.get("reason").to_owned());
    let named = slug.clone();
    let done = web::block(move || {
        results::acknowledge(&register, &staff, &named, upload_id, &Chosen { keys: &keys, codes: &codes }, &reason)
    });
    match done.await.map_err(AppError::internal)? {
        Ok(_) => Ok(see_other(&shell, &event_path(&slug, &format!("/groups/{group}?done=acknowledged")))),
        Err(error) => {
            let problems = Problems::of_error(&shell, error)?;
            let read = read(&state, &user.staff, &slug, &group).await?;
            Ok(render(&request, shell, read, &fields, problems))
        }
    }
}

/// Bytes to save, never to show: whatever was uploaded is not opened on our pages.
pub(super) fn attachment(name: &str, media_type: &str, bytes: Vec<u8>) -> HttpResponse {
    let encoded: String = name
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"-._".contains(&b) { (b as char).to_string() } else { format!("%{b:02X}") }
        })
        .collect();
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, media_type.to_owned()))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename*=UTF-8''{encoded}")))
        .body(bytes)
}

/// A version's file as it was received.
pub async fn original(
    state: web::Data<AppState>,
    user: User,
    path: web::Path<(String, String, i64, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, group, version, part) = path.into_inner();
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let players = match part.as_str() {
        "results" => false,
        "players" => true,
        _ => return Err(AppError::not_found()),
    };
    let (name, bytes) =
        blocking(move || staff_event::original(&register, &staff, &slug, &group, version, players)).await?;
    Ok(attachment(&name, "application/octet-stream", bytes))
}

/// The results to start from.
pub async fn template_results(shell: Shell) -> HttpResponse {
    start(&shell, Kind::ResultsCsv)
}

/// The players to start from.
pub async fn template_players(shell: Shell) -> HttpResponse {
    start(&shell, Kind::PlayersCsv)
}

/// A workbook to start from.
pub async fn template_workbook(shell: Shell) -> HttpResponse {
    start(&shell, Kind::Workbook)
}

fn start(shell: &Shell, kind: Kind) -> HttpResponse {
    attachment(kind.file_name(), kind.media_type(), template(kind, shell.lang))
}
