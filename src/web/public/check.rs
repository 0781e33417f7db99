//! `/check`: the dry run of a result file or a game record for anybody. Nothing that is sent is kept; the findings are those that a
//! submission gets, byte for byte, except for what only the register knows.

use super::checked_record::{CheckedRecord, End};
use super::words as said;
use crate::domain::finding::{Part, Severity};
use crate::domain::results::{
    self, Accepted, CheckContext, Kind, MAX_BYTES, NamedBytes, Report, ResultsInput, Template as Sample,
};
use crate::domain::scheme::{self, Level};
use crate::text::{Bilingual, Lang, both};
use crate::web::error::AppError;
use crate::web::error_page::wants_json;
use crate::web::findings::Listed;
use crate::web::form::Fields;
use crate::web::page::{Page, PageWith};
use crate::web::parts::{Badge, Choice, Field, Problem, Problems, Tone};
use crate::web::shell::Shell;
use crate::web::upload::{Upload, UploadedFile};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use askama::Template;
use chrono::NaiveDate;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Two files of the greatest size, and the fields beside them.
pub const LIMIT: usize = 2 * MAX_BYTES + (64 << 10);

/// How many files are checked at once; others wait their turn for a while.
static TURNS: Semaphore = Semaphore::const_new(2);

/// What the form takes for results: result files, ours and those of other programs, and game records.
const RESULTS: &str = ".csv,.txt,.xlsx,.xml,.h9,.tou,.trf,.trfx,.sgf,.gib,.ngf,.ugf,.ugi";

/// What it takes for players.
const PLAYERS: &str = ".csv,.txt,.xlsx";

/// How long a file waits for its turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// What was sent, checked.
struct Checked {
    report: Report,
    /// The last position of a record.
    end: Option<End>,
}

/// Waits for a turn, or says that there is none.
pub(super) async fn turn() -> Result<SemaphorePermit<'static>, AppError> {
    let turn = tokio::time::timeout(PATIENCE, TURNS.acquire()).await;
    turn.map_err(|_| AppError::unavailable(10))?.map_err(AppError::internal)
}

#[derive(Template)]
#[template(path = "public/check.html")]
struct AskPage<'a> {
    shell: &'a Shell,
    problems: Problems,
    files: [Field; 2],
    facts: [Field; 5],
    samples: [(String, &'static str); 3],
}

#[derive(Template)]
#[template(path = "public/findings.html")]
struct FindingsPage<'a> {
    shell: &'a Shell,
    report: &'a Report,
    accepted: Badge,
    accepted_words: String,
    counts: [(usize, &'static str); 4],
    summary: Option<String>,
    listed: Listed,
    record: Option<CheckedRecord>,
}

fn page<'a>(shell: &'a Shell, problems: Problems, typed: &Fields) -> AskPage<'a> {
    let word = |key: &str| shell.t(key).to_owned();
    let schemes = scheme::all().iter().fold(Vec::<Choice>::new(), |mut list, scheme| {
        if list.last().is_none_or(|last| last.value != scheme.id) {
            list.push(Choice::new(scheme.id.clone(), said::of(shell, &scheme.name).to_owned()));
        }
        list
    });
    let none = || Choice::new("", word("public.check.unsaid"));
    let levels = Level::ALL.into_iter().map(|level| Choice::new(level.id(), shell.t(level.key()).to_owned()));
    let file = |name: &'static str, label: &str| {
        Field::file(name, word(label), if name == "results" { RESULTS } else { PLAYERS })
    };
    AskPage {
        files: [
            file("results", "public.check.results").help(word("public.check.results-help")).check(&problems),
            file("players", "public.check.players")
                .help(word("public.check.players-help"))
                .optional(shell)
                .check(&problems),
        ],
        facts: [
            Field::select("scheme", word("public.check.scheme"), std::iter::once(none()).chain(schemes).collect())
                .optional(shell)
                .value(typed.get("scheme"))
                .check(&problems),
            Field::text("group", word("public.check.group"))
                .help(word("public.check.group-help"))
                .optional(shell)
                .max(40)
                .narrow()
                .value(typed.get("group"))
                .check(&problems),
            Field::date("date", word("public.check.date")).optional(shell).value(typed.get("date")).check(&problems),
            Field::text("agency", word("public.check.agency"))
                .help(word("public.check.agency-help"))
                .optional(shell)
                .max(20)
                .narrow()
                .value(typed.get("agency"))
                .check(&problems),
            Field::select("level", word("public.check.level"), std::iter::once(none()).chain(levels).collect())
                .optional(shell)
                .value(typed.get("level"))
                .check(&problems),
        ],
        samples: [
            (shell.href("/check/files/event.results.csv"), "public.check.sample-results"),
            (shell.href("/check/files/event.players.csv"), "public.check.sample-players"),
            (shell.href("/check/files/event.xlsx"), "public.check.sample-workbook"),
        ],
        problems,
        shell,
    }
}

/// The form.
pub async fn ask(request: HttpRequest) -> HttpResponse {
    let shell = Shell::of(&request);
    Page(page(&shell, Problems::none(), &Fields::default())).respond_to(&request)
}

/// What is said about the event, or what is wrong with it, by field.
fn context(fields: &Fields) -> Result<CheckContext, Vec<(&'static str, Bilingual)>> {
    let mut wrong = Vec::new();
    let filled = |name: &str| Some(fields.trimmed(name)).filter(|text| !text.is_empty());
    let date = match filled("date").map(str::parse::<NaiveDate>) {
        Some(Err(_)) => {
            wrong.push(("date", both("public.check.date-wrong", &[])));
            None
        }
        Some(Ok(date)) => Some(date),
        None => None,
    };
    let scheme = match filled("scheme") {
        None => None,
        // A scheme that was not in force on the day is a finding, not a mistake of the form.
        Some(id) => match scheme::builtin(id, date).or_else(|| scheme::builtin(id, None)) {
            Some(scheme) => Some(scheme),
            None => {
                wrong.push(("scheme", both("public.check.scheme-wrong", &[("id", id)])));
                None
            }
        },
    };
    if filled("group").is_some() && filled("scheme").is_none() {
        wrong.push(("group", both("public.check.group-alone", &[])));
    }
    if let Some(code) = filled("agency").filter(|code| Level::of_agency(code).is_none()) {
        wrong.push(("agency", both("check.refusal.agency", &[("code", code)])));
    }
    let level = match filled("level") {
        None => None,
        Some(text) => match Level::from_id(text) {
            Some(level) => Some(level),
            None => {
                wrong.push(("level", both("check.refusal.level", &[("level", text)])));
                None
            }
        },
    };
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let text = |name: &str| filled(name).map(str::to_owned);
    Ok(CheckContext { scheme, group: text("group"), date, agency: text("agency"), level })
}

/// The result file and its players, or what is wrong with them.
fn files(mut sent: Vec<UploadedFile>) -> Result<(UploadedFile, Option<UploadedFile>), (&'static str, Bilingual)> {
    let mut take = |field: &str| sent.iter().position(|file| file.field == field).map(|at| sent.remove(at));
    let players = take("players");
    let results = take("results").ok_or(("results", both("public.check.results-missing", &[])))?;
    for (field, file) in [("results", Some(&results)), ("players", players.as_ref())] {
        let Some(file) = file else { continue };
        if field == "players" && results::is_record(&file.name, &file.bytes) {
            return Err((field, both("public.check.record", &[])));
        }
    }
    Ok((results, players))
}

/// Checks what was sent.
async fn report(upload: Upload) -> Result<Result<Checked, Vec<(&'static str, Bilingual)>>, AppError> {
    let (context, files) = (context(&upload.fields), files(upload.files));
    let (context, (results, players)) = match (context, files) {
        (Ok(context), Ok(files)) => (context, files),
        (Err(mut wrong), Err(file)) => {
            wrong.insert(0, file);
            return Ok(Err(wrong));
        }
        (Err(wrong), Ok(_)) => return Ok(Err(wrong)),
        (Ok(_), Err(file)) => return Ok(Err(vec![file])),
    };
    let _turn = turn().await?;
    let checked = web::block(move || {
        if results::is_record(&results.name, &results.bytes) {
            let report = results::record(&results.name, &results.bytes);
            let end = End::of(&report, &results.bytes);
            return Ok(Checked { report, end });
        }
        let input = ResultsInput {
            results: NamedBytes { name: &results.name, bytes: &results.bytes },
            players: players.as_ref().map(|file| NamedBytes { name: &file.name, bytes: &file.bytes }),
        };
        results::dry_run(&results.name, &input, &context, None).map(|report| Checked { report, end: None })
    });
    let checked = checked.await.map_err(AppError::internal)?.map_err(AppError::internal)?;
    Ok(Ok(checked))
}

/// Takes a file from the page.
pub async fn check(request: HttpRequest, upload: Upload) -> Result<HttpResponse, AppError> {
    let typed = upload.fields.clone();
    let checked = report(upload).await?;
    if wants_json(&request) {
        return answer(checked);
    }
    let shell = Shell::of(&request);
    Ok(match checked {
        Ok(checked) => Page(findings_page(&shell, &checked)).respond_to(&request),
        Err(wrong) => {
            let list = wrong
                .into_iter()
                .map(|(field, words)| Problem { field: field.to_owned(), words: words.get(shell.lang).to_owned() });
            let problems = Problems::new(&shell, list.collect());
            PageWith(StatusCode::UNPROCESSABLE_ENTITY, page(&shell, problems, &typed)).respond_to(&request)
        }
    })
}

/// Takes a file from a program; the answer is the one of `qipin check --format json`.
pub async fn check_json(upload: Upload) -> Result<HttpResponse, AppError> {
    answer(report(upload).await?)
}

fn answer(checked: Result<Checked, Vec<(&'static str, Bilingual)>>) -> Result<HttpResponse, AppError> {
    match checked {
        Ok(checked) => Ok(HttpResponse::Ok().content_type("application/json").body(checked.report.json())),
        Err(wrong) => {
            let line = |lang: Lang| {
                let each = wrong.iter().map(|(field, words)| format!("{field}: {}", words.get(lang)));
                each.collect::<Vec<_>>().join("; ")
            };
            Err(AppError::malformed(Bilingual { zh: line(Lang::Zh), en: line(Lang::En) }))
        }
    }
}

fn findings_page<'a>(shell: &'a Shell, Checked { report, end }: &'a Checked) -> FindingsPage<'a> {
    let tone = match report.accepted {
        _ if report.blocks() => Tone::Bad,
        Accepted::Yes => Tone::Good,
        Accepted::WithAdjustments => Tone::Waiting,
        Accepted::No => Tone::Bad,
    };
    let accepted_words = report.accepted.words().get(shell.lang).to_owned();
    let doubtful = report.count(Severity::Warning) > 0;
    let (tone, verdict) = match (report.kind, report.blocks()) {
        (Kind::Results, true) => (tone, "public.check.blocked"),
        (Kind::Results, false) => (tone, "public.check.submittable"),
        (Kind::Record, false) if !doubtful => (tone, "public.check.record-sound"),
        (Kind::Record, false) => (Tone::Waiting, "public.check.record-unsound"),
        (Kind::Record, true) => (tone, "public.check.record-unsound"),
    };
    FindingsPage {
        accepted: Badge::new(tone, shell.t(verdict).to_owned()).large(),
        accepted_words,
        counts: [
            (report.count(Severity::Error), "public.check.errors"),
            (report.count(Severity::Warning), "public.check.warnings"),
            (report.count(Severity::Info), "public.check.infos"),
            (report.adjustments.len(), "public.check.adjustments"),
        ],
        summary: report.summary().map(|summary| summary.get(shell.lang).to_owned()),
        listed: Listed::of_report(shell, report),
        record: report.recount.as_ref().map(|game| CheckedRecord::new(shell, game, end.as_ref())),
        report,
        shell,
    }
}

impl FindingsPage<'_> {
    fn adjustments(&self) -> Vec<String> {
        let each = self.report.adjustments.iter().map(|adjustment| {
            let part = match adjustment.part {
                Part::Players => "finding.place.players",
                Part::Results | Part::Whole => "finding.place.results",
            };
            let (line, rule) = (adjustment.line.to_string(), adjustment.words());
            let arguments = [
                ("part", self.shell.t(part)),
                ("line", line.as_str()),
                ("column", adjustment.column.as_str()),
                ("from", adjustment.from.as_str()),
                ("to", adjustment.to.as_str()),
                ("rule", rule.get(self.shell.lang)),
            ];
            self.shell.fill("check.adjusted", &arguments)
        });
        each.collect()
    }
}

/// A file to start from.
pub async fn sample(request: HttpRequest, path: web::Path<String>) -> Result<HttpResponse, AppError> {
    let all = [Sample::ResultsCsv, Sample::PlayersCsv, Sample::Workbook];
    let kind = all.into_iter().find(|kind| kind.file_name() == path.as_str()).ok_or_else(AppError::not_found)?;
    let lang = Shell::of(&request).lang;
    let bytes = web::block(move || results::template(kind, lang)).await.map_err(AppError::internal)?;
    Ok(HttpResponse::Ok()
        .content_type(kind.media_type())
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", kind.file_name())))
        .body(bytes))
}
