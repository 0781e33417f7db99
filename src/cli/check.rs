//! `qipin check`: a dry run of result files, with the findings that a submission would get.

use super::output::{self, Format, both_lines};
use super::settings::{Asked, Database, FileSettings};
use super::{MISMATCH, Outcome, UNUSABLE, open};
use crate::domain::finding::fold::fold;
use crate::domain::finding::{Part, Severity};
use crate::domain::results::{self, CheckContext, MAX_BYTES, NamedBytes, Report, ResultsInput};
use crate::domain::scheme::{self, Level};
use crate::service::results::{check_outside, event_context};
use crate::service::{Register, ServiceError};
use crate::store::event::Event;
use crate::text::{Bilingual, both};
use chrono::NaiveDate;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The exit code when nothing stands against a file.
const OK: u8 = 0;

/// How a run ends, for the help.
const CODES: &str = "Game records (SGF, GIB, NGF, UGF) are recounted, and the JSON has the recount as `qipin rescore` \
                     gives it; that command takes folders, komi and dead stones.\nExit codes: 0 nothing stands against \
                     the files, 1 there are errors or warnings, 2 wrong usage or a file that cannot be read.";

/// The arguments of `qipin check`.
#[derive(Debug, clap::Args)]
#[command(after_help = CODES)]
pub struct Args {
    /// Result files: NAME.results.csv (with NAME.players.csv beside it), workbooks with both sheets, files of other
    /// programs (OpenGotha, H9, TOU, TRF, AGA, tables of event platforms); game records
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The players file, when it is not beside the result file
    #[arg(long, value_name = "FILE")]
    pub players: Option<PathBuf>,
    /// The scheme whose conditions of entry are checked
    #[arg(long, value_name = "ID")]
    pub scheme: Option<String>,
    /// The group of all entries; otherwise the players' column tells
    #[arg(long, value_name = "G")]
    pub group: Option<String>,
    /// The day the event ended (2026-10-01)
    #[arg(long, value_name = "D")]
    pub date: Option<NaiveDate>,
    /// The code of the agency that files the event (320, 320-320200)
    #[arg(long, value_name = "CODE")]
    pub agency: Option<String>,
    /// The level of the event: county, city, province, national or world
    #[arg(long, value_name = "L")]
    pub level: Option<String>,
    /// The event of the register that the file belongs to, by the end of its address: with --database, in place
    /// of scheme, date, agency and level
    #[arg(long, value_name = "SLUG", conflicts_with_all = ["scheme", "date", "agency", "level"])]
    pub event: Option<String>,
    /// The register to ask as well
    #[command(flatten)]
    pub database: Asked,
    /// The form of the answer; JSON is one object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// What a run answers: the standard output, the standard error, the exit code.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// For the standard output.
    pub out: String,
    /// For the standard error.
    pub err: String,
    /// The exit code.
    pub code: u8,
}

/// Runs the command. Where a database is named its register is asked too; the default one of other commands is not,
/// since a file can be checked where there is none.
pub fn run(args: &Args) -> Outcome {
    let file = FileSettings::read()?;
    let database = Database::from(&args.database);
    let register = database.named(&file).map(|_| open::look(&database, &file)).transpose()?;
    let answer = respond(args, register.as_ref());
    eprint!("{}", answer.err);
    Ok(output::answer(&answer.out, answer.code))
}

/// The answer, without printing it.
pub fn respond(args: &Args, register: Option<&Register>) -> Answer {
    let about = match about(args, register) {
        Ok(about) => about,
        Err(why) => return Answer { err: both_lines(&why) + "\n", code: UNUSABLE, ..Answer::default() },
    };
    let mut answer = Answer::default();
    for file in &args.files {
        // `qipin check folder/*` names the players too; they are read with their results.
        if is_players(file) && args.files.iter().any(|other| *other == beside(file, ".players", ".results")) {
            continue;
        }
        match one(file, args, &about, register) {
            Ok(report) => {
                answer.out.push_str(&match args.format {
                    Format::Json => report.json() + "\n",
                    Format::Text => for_people(&report),
                });
                let sound = report.accepted != results::Accepted::No
                    && report.findings.iter().all(|finding| finding.severity == Severity::Info);
                answer.code = answer.code.max(if sound { OK } else { MISMATCH });
            }
            Err(why) => {
                answer.err.push_str(&(both_lines(&why) + "\n"));
                answer.code = UNUSABLE;
            }
        }
    }
    answer
}

/// The event that is checked: one of the register, or what the arguments say of it.
struct About {
    event: Option<Event>,
    context: CheckContext,
}

fn about(args: &Args, register: Option<&Register>) -> Result<About, Bilingual> {
    let Some(slug) = &args.event else { return Ok(About { event: None, context: context(args)? }) };
    let Some(register) = register else { return Err(both("check.refusal.event-alone", &[])) };
    let (event, context) = event_context(register, slug, args.group.as_deref()).map_err(said)?;
    players_of_one(args)?;
    Ok(About { event: Some(event), context })
}

/// What the register refuses, in words.
fn said(error: ServiceError) -> Bilingual {
    match error {
        ServiceError::Invalid(fields) if !fields.is_empty() => fields[0].message(),
        ServiceError::Internal(why) => both("check.refusal.register", &[("why", &why)]),
        other => other.message(),
    }
}

fn players_of_one(args: &Args) -> Result<(), Bilingual> {
    match args.players.is_some() && args.files.len() > 1 {
        true => Err(both("check.refusal.players-many", &[])),
        false => Ok(()),
    }
}

/// The facts about the event that the arguments give.
fn context(args: &Args) -> Result<CheckContext, Bilingual> {
    players_of_one(args)?;
    if args.group.is_some() && args.scheme.is_none() {
        return Err(both("check.refusal.group-alone", &[]));
    }
    let scheme = match &args.scheme {
        None => None,
        // A scheme that was not in force on the day is a finding, not a mistake of the command.
        Some(id) => match scheme::builtin(id, args.date).or_else(|| scheme::builtin(id, None)) {
            Some(scheme) => Some(scheme),
            None => return Err(both("check.refusal.scheme", &[("id", id)])),
        },
    };
    if let Some(code) = args.agency.as_deref().filter(|code| Level::of_agency(code).is_none()) {
        return Err(both("check.refusal.agency", &[("code", code)]));
    }
    let level = match args.level.as_deref() {
        None => None,
        Some(level) => Some(Level::from_id(level).ok_or_else(|| both("check.refusal.level", &[("level", level)]))?),
    };
    Ok(CheckContext { scheme, group: args.group.clone(), date: args.date, agency: args.agency.clone(), level })
}

fn one(file: &Path, args: &Args, about: &About, register: Option<&Register>) -> Result<Report, Bilingual> {
    let name = file.to_string_lossy();
    let bytes = load(file)?;
    if results::is_record(&name, &bytes) {
        return Ok(results::record(&name, &bytes));
    }
    if is_players(file) {
        return Err(both("check.refusal.players-alone", &[("file", &name)]));
    }
    let players_file = args.players.clone().or_else(|| players_beside(file, &bytes));
    let players_bytes = players_file.as_deref().map(load).transpose()?;
    let players_name = players_file.as_deref().map(Path::to_string_lossy).unwrap_or_default();
    let input = ResultsInput {
        results: NamedBytes { name: &name, bytes: &bytes },
        players: players_bytes.as_deref().map(|bytes| NamedBytes { name: &players_name, bytes }),
    };
    match register {
        Some(register) => check_outside(register, about.event.as_ref(), &about.context, &name, &input).map_err(said),
        None => results::dry_run(&name, &input, &about.context, None)
            .map_err(|why| both("check.refusal.register", &[("why", &why)])),
    }
}

/// The players file beside a result file that is no workbook, if it is there.
pub(super) fn players_beside(file: &Path, bytes: &[u8]) -> Option<PathBuf> {
    let is_text = !bytes.starts_with(b"PK");
    Some(beside(file, ".results", ".players")).filter(|path| is_text && path != file && path.is_file())
}

/// Reads a file, but not much further than a result file may be long.
pub(super) fn load(path: &Path) -> Result<Vec<u8>, Bilingual> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let read = std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(why) => {
            let (file, why) = (path.to_string_lossy(), why.to_string());
            Err(both("check.refusal.unreadable", &[("file", &file), ("why", &why)]))
        }
    }
}

fn is_players(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(".players"))
}

/// The file that goes with another: `a.results.csv` with `a.players.csv`; `a.csv` with `a.players.csv`.
fn beside(path: &Path, ending: &str, wanted: &str) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = stem.strip_suffix(ending).unwrap_or(&stem);
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}{wanted}{extension}"))
}

/// The answer for people: a summary, the adjustments, the findings in both languages.
fn for_people(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a String does not fail.
    let _ = writeln!(out, "{}: {}", report.file, both_lines(&report.accepted.words()));
    if let Some(summary) = report.summary() {
        let _ = writeln!(out, "  {}", both_lines(&summary));
    }
    let count = |severity| report.count(severity).to_string();
    let counts = [count(Severity::Error), count(Severity::Warning), count(Severity::Info)];
    let adjustments = report.adjustments.len().to_string();
    let arguments = [
        ("errors", counts[0].as_str()),
        ("warnings", &counts[1]),
        ("infos", &counts[2]),
        ("adjustments", &adjustments),
    ];
    let _ = writeln!(out, "  {}", both_lines(&both("check.counts", &arguments)));
    for adjustment in &report.adjustments {
        let part = match adjustment.part {
            Part::Players => both("finding.place.players", &[]),
            Part::Results | Part::Whole => both("finding.place.results", &[]),
        };
        let rule = adjustment.words();
        let line = adjustment.line.to_string();
        let fill = |part: &str, rule: &str| {
            let arguments = [
                ("part", part),
                ("line", line.as_str()),
                ("column", &adjustment.column),
                ("from", &adjustment.from),
                ("to", &adjustment.to),
                ("rule", rule),
            ];
            both("check.adjusted", &arguments)
        };
        let _ = writeln!(out, "  ~    {}\n       {}", fill(&part.zh, &rule.zh).zh, fill(&part.en, &rule.en).en);
    }
    for told in fold(&report.findings) {
        let first = told.first;
        if !told.is_folded() {
            let _ = writeln!(out, "  {} {}\n       {}", first.code, first.zh, first.en);
            continue;
        }
        // One line for many; the JSON has each.
        let (title, at) = (told.title(), told.place());
        let _ = writeln!(out, "  {} {}。{}\n       {}. {}", first.code, title.zh, at.zh, title.en, at.en);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_players_are_found_beside_the_results() {
        assert_eq!(beside(Path::new("a/b.results.csv"), ".results", ".players"), Path::new("a/b.players.csv"));
        assert_eq!(beside(Path::new("b.csv"), ".results", ".players"), Path::new("b.players.csv"));
        assert_eq!(beside(Path::new("b.players.csv"), ".players", ".results"), Path::new("b.results.csv"));
        assert!(is_players(Path::new("x/b.players.csv")) && !is_players(Path::new("b.csv")));
    }
}
