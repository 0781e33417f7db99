//! `qipin schemes`: the regulations that are built in, and the checker for a new one.

use super::check::Answer;
use super::output::{self, Format, both_lines, say, say_of};
use super::{MISMATCH, table};
use crate::domain::scheme::{self, Problem, Scheme, Why, Words};
use crate::text::{Bilingual, Lang};
use anyhow::Context;
use chrono::NaiveDate;
use clap::Subcommand;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `qipin schemes`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, global = true)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the built-in schemes in all their versions
    List,
    /// Print a scheme in words, in both languages
    Show {
        /// The scheme's id
        id: String,
        /// The day the event ended (2026-10-01): the version of that day; the newest when left out
        #[arg(long)]
        date: Option<NaiveDate>,
    },
    /// Check a scheme file: every fault with its line
    Check {
        /// The file
        file: PathBuf,
    },
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let answer = respond(args)?;
    eprint!("{}", answer.err);
    Ok(output::answer(&answer.out, answer.code))
}

/// The answer, without printing it.
pub fn respond(args: &Args) -> anyhow::Result<Answer> {
    let (out, code) = match &args.command {
        Command::List => (list(args.format), 0),
        Command::Show { id, date } => show(id, *date, args.format)?,
        Command::Check { file } => check(file, args.format)?,
    };
    Ok(Answer { out, code, ..Answer::default() })
}

/// One line of the JSON of `schemes list`.
#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    version: u16,
    name: &'a Bilingual,
    valid_from: Option<NaiveDate>,
    valid_until: Option<NaiveDate>,
    source: Sourced<'a>,
    ladder: Vec<String>,
    groups: Vec<&'a str>,
    parameters: Vec<ParameterAnswer<'a>>,
}

#[derive(Serialize)]
struct Sourced<'a> {
    title: &'a Bilingual,
    year: Option<u16>,
    url: Option<&'a str>,
}

#[derive(Serialize)]
struct ParameterAnswer<'a> {
    id: &'a str,
    name: &'a Bilingual,
    why: &'static str,
    default: &'a str,
    min: Option<&'a str>,
    max: Option<&'a str>,
    choices: &'a [String],
}

impl<'a> Listed<'a> {
    fn of(scheme: &'a Scheme) -> Self {
        Self {
            id: &scheme.id,
            version: scheme.version,
            name: &scheme.name,
            valid_from: scheme.valid_from,
            valid_until: scheme.valid_until,
            source: Sourced {
                title: &scheme.source.title,
                year: scheme.source.year,
                url: scheme.source.url.as_deref(),
            },
            ladder: scheme.ladder.rungs().iter().map(ToString::to_string).collect(),
            groups: scheme.groups.iter().map(|group| group.id.as_str()).collect(),
            parameters: scheme
                .parameters
                .iter()
                .map(|p| ParameterAnswer {
                    id: &p.id,
                    name: &p.name,
                    why: match p.why {
                        Why::Announced => "announced",
                        Why::Open => "open",
                    },
                    default: &p.default,
                    min: p.min.as_deref(),
                    max: p.max.as_deref(),
                    choices: &p.choices,
                })
                .collect(),
        }
    }
}

fn list(format: Format) -> String {
    if format == Format::Json {
        return scheme::all().iter().map(|scheme| json(&Listed::of(scheme))).collect();
    }
    let rows: Vec<_> = scheme::all()
        .iter()
        .map(|scheme| {
            let groups: Vec<_> = scheme.groups.iter().map(|group| group.id.as_str()).collect();
            vec![scheme.id.clone(), format!("v{}", scheme.version), both_lines(&scheme.name), groups.join(" ")]
        })
        .collect();
    table::columns(&rows)
}

/// The JSON of `schemes show`.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    scheme: Listed<'a>,
    zh: Words,
    en: Words,
}

fn show(id: &str, date: Option<NaiveDate>, format: Format) -> anyhow::Result<(String, u8)> {
    let scheme = find(id, date)?;
    let (zh, en) = (scheme.words(Lang::Zh), scheme.words(Lang::En));
    Ok((
        match format {
            Format::Json => json(&Shown { scheme: Listed::of(&scheme), zh, en }),
            Format::Text => format!("{} v{}\n\n{zh}\n{en}", scheme.id, scheme.version),
        },
        0,
    ))
}

/// The scheme of an id, or an error that says what there is. A path to a scheme file (`….toml`) is read instead.
pub fn find(id: &str, date: Option<NaiveDate>) -> anyhow::Result<std::sync::Arc<Scheme>> {
    if id.ends_with(".toml") {
        let text = std::fs::read_to_string(id).with_context(|| say_of("cli.file.unreadable", Path::new(id)))?;
        return match scheme::load(&text) {
            Ok(scheme) => Ok(std::sync::Arc::new(scheme)),
            Err(problems) => anyhow::bail!("{}", lines(id, &problems).trim_end()),
        };
    }
    if let Some(scheme) = scheme::builtin(id, date) {
        return Ok(scheme);
    }
    let versions = scheme::registry().versions(id);
    if let (Some(date), false) = (date, versions.is_empty()) {
        anyhow::bail!(say("cli.scheme.not-in-force", &[("id", id), ("date", &date.to_string())]));
    }
    let mut ids: Vec<_> = scheme::all().iter().map(|scheme| scheme.id.as_str()).collect();
    ids.dedup();
    anyhow::bail!(say("cli.scheme.unknown", &[("id", id), ("ids", &ids.join(", "))]))
}

/// The JSON of `schemes check`.
#[derive(Serialize)]
struct CheckAnswer<'a> {
    file: String,
    valid: bool,
    id: Option<&'a str>,
    version: Option<u16>,
    problems: &'a [Problem],
}

fn check(file: &Path, format: Format) -> anyhow::Result<(String, u8)> {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).with_context(|| say_of("cli.file.unreadable", file))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!(say_of("cli.file.encoding", file)))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let loaded = scheme::load(text);
    let problems = loaded.as_ref().err().map(Vec::as_slice).unwrap_or_default();
    let code = if problems.is_empty() { 0 } else { MISMATCH };
    let scheme = loaded.as_ref().ok();
    let answer = match (format, scheme) {
        (Format::Json, _) => json(&CheckAnswer {
            file: name,
            valid: problems.is_empty(),
            id: scheme.map(|s| s.id.as_str()),
            version: scheme.map(|s| s.version),
            problems,
        }),
        (Format::Text, Some(scheme)) => {
            format!("{name}: {} v{}: {}\n", scheme.id, scheme.version, say("cli.scheme.valid", &[]))
        }
        (Format::Text, None) => lines(&name, problems),
    };
    Ok((answer, code))
}

/// The problems as compilers write them: `FILE:LINE:COLUMN: message`.
pub fn lines(file: &str, problems: &[Problem]) -> String {
    let mut out = String::new();
    for problem in problems {
        // Writing to a String does not fail.
        let _ = match (problem.line, problem.column) {
            (Some(line), Some(column)) => write!(out, "{file}:{line}:{column}: "),
            _ => write!(out, "{file}: "),
        };
        let _ = writeln!(out, "[{}] {}", problem.code, both_lines(&problem.message));
    }
    out
}

fn json<T: Serialize>(value: &T) -> String {
    // proven: the answers are structs of texts, numbers and dates, which always serialise.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
