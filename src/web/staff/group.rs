//! The results of one group: upload, findings, acknowledgements, versions.

use super::event_words::{allow, event_crumbs, event_done, event_path};
use super::{blocking, page, see_other};
use crate::domain::finding::fold::{Told, fold};
use crate::domain::finding::{Finding, Part, Severity};
use crate::domain::permission::Action;
use crate::domain::results::{Template as Kind, template};
use crate::service::results::{self, Files};
use crate::service::view::staff_event::{self, EventView, FindingView, GroupView, UploadView};
use crate::service::{ServiceError, Staff};
use crate::web::error::AppError;
use crate::web::form::{Fields, Form};
use crate::web::parts::{Badge, Crumbs, Field, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::upload::Upload;
use crate::web::user::User;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use askama::Template;

/// One finding as it is read.
struct FindingRow {
    badge: Badge,
    code: String,
    key: String,
    place: String,
    person: String,
    found: String,
    expected: String,
    rule: String,
    message: String,
    reason: Option<String>,
    /// A warning that waits for a reason.
    open: bool,
    /// Each of several pieces of information that say the same: its place and what was found.
    each: Vec<(String, String)>,
}

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

#[derive(Template)]
#[template(path = "staff/group.html")]
struct GroupPage {
    crumbs: Crumbs,
    done: Option<String>,
    problems: Problems,
    event_name: String,
    group_name: String,
    may: bool,
    accepted: Option<Badge>,
    findings: Vec<FindingRow>,
    /// What only informs, shown behind a fold.
    infos: Vec<FindingRow>,
    infos_words: String,
    open_warnings: usize,
    adjustments: Vec<AdjustmentRow>,
    adjustments_words: String,
    changes: Vec<String>,
    versions: Vec<VersionRow>,
    files: Vec<Field>,
    reason: Field,
    upload_id: i64,
    here: String,
    shell: Shell,
}

fn place(shell: &Shell, finding: &Finding) -> String {
    let mut parts = Vec::new();
    match finding.part {
        Part::Whole => {}
        Part::Players => parts.push(shell.t("finding.place.players").to_owned()),
        Part::Results => parts.push(shell.t("finding.place.results").to_owned()),
    }
    if let Some(line) = finding.line {
        parts.push(shell.fill("staff.finding.line", &[("n", &line.to_string())]));
    }
    if let Some(column) = &finding.column {
        parts.push(shell.fill("staff.finding.column", &[("name", column)]));
    }
    if let Some(round) = finding.round {
        parts.push(shell.fill("staff.finding.round", &[("n", &round.to_string())]));
    }
    if let Some(board) = finding.board {
        parts.push(shell.fill("staff.finding.board", &[("n", &board.to_string())]));
    }
    parts.join(" · ")
}

fn finding_row(shell: &Shell, view: FindingView) -> FindingRow {
    let tone = match view.finding.severity {
        Severity::Error => Tone::Bad,
        Severity::Warning => Tone::Waiting,
        Severity::Info => Tone::Plain,
    };
    FindingRow {
        badge: Badge::new(tone, view.finding.severity.label().get(shell.lang).to_owned()),
        code: view.finding.code.to_owned(),
        place: place(shell, &view.finding),
        person: view.finding.person.clone().unwrap_or_default(),
        message: view.finding.said.get(shell.lang).to_owned(),
        open: view.finding.severity == Severity::Warning && view.reason.is_none(),
        each: Vec::new(),
        found: match view.finding.column {
            Some(_) if view.finding.found.is_empty() => shell.t("staff.finding.blank").to_owned(),
            _ => view.finding.seen.get(shell.lang).to_owned(),
        },
        expected: view.finding.wanted.get(shell.lang).to_owned(),
        rule: view.finding.cited.get(shell.lang).to_owned(),
        key: view.key,
        reason: view.reason,
    }
}

/// The pieces of information as rows: what says the same of many lines is one of them.
fn info_rows(shell: &Shell, infos: &[FindingView]) -> Vec<FindingRow> {
    let findings: Vec<Finding> = infos.iter().map(|view| view.finding.clone()).collect();
    let row = |told: Told<'_>| {
        let view = FindingView { finding: told.first.clone(), key: String::new(), reason: None };
        let row = finding_row(shell, view);
        if !told.is_folded() {
            return row;
        }
        FindingRow {
            place: told.place().get(shell.lang).to_owned(),
            message: told.title().get(shell.lang).to_owned(),
            person: String::new(),
            found: String::new(),
            expected: String::new(),
            each: told.findings().map(|one| (place(shell, one), one.seen.get(shell.lang).to_owned())).collect(),
            ..row
        }
    };
    fold(&findings).into_iter().map(row).collect()
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

async fn read(
    state: &AppState,
    staff: &Staff,
    slug: &str,
    group: &str,
) -> Result<(EventView, GroupView, Option<UploadView>), AppError> {
    let (register, staff) = (state.register.clone(), staff.clone());
    let (slug, group) = (slug.to_owned(), group.to_owned());
    blocking(move || {
        let view = staff_event::event(&register, &staff, &slug)?;
        let own = view.groups.iter().find(|g| g.key == group).cloned().ok_or(ServiceError::NotFound)?;
        let upload = staff_event::group_upload(&register, &staff, &slug, &group)?;
        Ok((view, own, upload))
    })
    .await
}

fn render(
    request: &HttpRequest,
    shell: Shell,
    (view, group, upload): (EventView, GroupView, Option<UploadView>),
    typed: &Fields,
    problems: Problems,
) -> HttpResponse {
    let slug = view.event.slug.as_str();
    let mut page_ = GroupPage {
        crumbs: event_crumbs(&shell, &view.event),
        done: event_done(&shell, request.query_string()),
        event_name: view.event.name.clone(),
        group_name: group.name.get(shell.lang).to_owned(),
        may: view.may.submit,
        accepted: None,
        findings: Vec::new(),
        infos: Vec::new(),
        infos_words: String::new(),
        open_warnings: 0,
        adjustments: Vec::new(),
        adjustments_words: String::new(),
        changes: Vec::new(),
        versions: version_rows(&shell, slug, &group),
        files: vec![
            Field::file("results", shell.t("staff.upload.results").to_owned(), ".csv,.xlsx")
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
        upload_id: 0,
        here: event_path(slug, &format!("/groups/{}", group.key)),
        problems,
        shell,
    };
    if let Some(upload) = upload {
        let shell = &page_.shell;
        page_.upload_id = upload.line.id;
        let words = upload.report.accepted.words().get(shell.lang).to_owned();
        let tone = match upload.report.blocks() {
            true => Tone::Bad,
            false => Tone::Good,
        };
        page_.accepted = Some(Badge::new(tone, words).large());
        page_.changes = upload.changes.iter().map(|c| c.get(shell.lang).to_owned()).collect();
        let (infos, rest): (Vec<_>, Vec<_>) =
            upload.findings.into_iter().partition(|f| f.finding.severity == Severity::Info);
        page_.findings = rest.into_iter().map(|f| finding_row(shell, f)).collect();
        page_.infos = info_rows(shell, &infos);
        page_.infos_words = shell.fill("staff.finding.infos", &[("n", &infos.len().to_string())]);
        page_.open_warnings = page_.findings.iter().filter(|f| f.open).count();
        let adjusted = upload.report.adjustments.iter().map(|a| AdjustmentRow {
            place: format!(
                "{} · {}",
                shell.fill("staff.finding.line", &[("n", &a.line.to_string())]),
                shell.fill("staff.finding.column", &[("name", &a.column)])
            ),
            from: a.from.clone(),
            to: a.to.clone(),
            rule: a.words().get(shell.lang).to_owned(),
        });
        page_.adjustments = adjusted.collect();
        page_.adjustments_words = shell.fill("staff.adjusted.title", &[("n", &page_.adjustments.len().to_string())]);
    }
    let status = page_.problems.status();
    page(request, status, page_)
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
    let (register, staff, named, reason) =
        (state.register.clone(), user.staff.clone(), slug.clone(), fields.get("reason").to_owned());
    let done = web::block(move || results::acknowledge(&register, &staff, &named, upload_id, &keys, &reason));
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
fn attachment(name: &str, media_type: &str, bytes: Vec<u8>) -> HttpResponse {
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
