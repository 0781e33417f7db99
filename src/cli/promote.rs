//! `qipin promote`: results → standings → awards, each with its clause, each refusal with its reason.
//!
//! The standard output has the players (or, of a refused file, its findings); what the reader should know besides
//! goes to the standard error.

use super::check::{self, Answer};
use super::output::{self, Format, both_lines};
use super::{MISMATCH, schemes, table};
use crate::domain::finding::{Finding, Severity};
use crate::domain::grade::Grade;
use crate::domain::promotion::{Context, Outcome, PlayerOutcome, promote};
use crate::domain::results::{NamedBytes, Reading, ResultsInput, Sheet, read};
use crate::domain::scheme::{Group, Level, Scheme, TieBreak};
use crate::domain::standings::Row;
use crate::text::{self as words, Bilingual, Lang, both};
use chrono::NaiveDate;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `qipin promote`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scheme's id (see `qipin schemes list`), or a scheme file
    #[arg(long)]
    scheme: String,
    /// The group, as the scheme names it
    #[arg(long)]
    group: String,
    /// The players file; NAME.players.csv beside NAME.results.csv when left out
    #[arg(long)]
    players: Option<PathBuf>,
    /// The day the event ended (2026-10-01): it picks the version of the scheme, and ages are those of that day
    #[arg(long)]
    date: Option<NaiveDate>,
    /// The code of the agency that files the event (310, 320-320200): its level limits the awards
    #[arg(long, value_parser = agency)]
    agency: Option<String>,
    /// The level of the event, which limits the awards: county, city, province, national, world
    #[arg(long, value_parser = level)]
    level: Option<Level>,
    /// The seed of lots, recorded with the event
    #[arg(long, default_value_t = 0)]
    lot_seed: u64,
    /// A parameter that the event announces, as NAME=VALUE (see `qipin schemes show`); may be repeated
    #[arg(long = "set", value_parser = parameter, value_name = "NAME=VALUE")]
    parameters: Vec<(String, String)>,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The result file
    file: PathBuf,
}

fn agency(code: &str) -> Result<String, String> {
    Level::of_agency(code).map(|_| code.to_owned()).ok_or_else(|| "an agency's code is 310 or 320-320200".to_owned())
}

fn level(name: &str) -> Result<Level, String> {
    Level::from_id(name).ok_or_else(|| "county, city, province, national or world".to_owned())
}

fn parameter(text: &str) -> Result<(String, String), String> {
    text.split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned())).ok_or_else(|| "NAME=VALUE".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let answer = respond(args)?;
    eprint!("{}", answer.err);
    Ok(output::answer(&answer.out, answer.code))
}

/// The answer, without printing it.
pub fn respond(args: &Args) -> anyhow::Result<Answer> {
    let scheme = schemes::find(&args.scheme, args.date)?;
    let group = find_group(&scheme, &args.group)?;
    let reading = open(&args.file, args.players.as_deref())?;
    let Some(sheet) = reading.usable() else {
        return Ok(Answer { out: refusal(args, &reading), code: MISMATCH, ..Answer::default() });
    };
    let context = Context {
        date: args.date,
        agency: args.agency.clone(),
        level: args.level,
        lot_seed: args.lot_seed,
        parameters: args.parameters.iter().cloned().collect::<BTreeMap<_, _>>(),
        ..Context::default()
    };
    let outcome = match promote(&scheme, group, sheet, &context) {
        Ok(outcome) => outcome,
        Err(problems) => anyhow::bail!("{}", schemes::lines("--set", &problems).trim_end()),
    };
    let err = outcome.notes.iter().map(|note| format!("! {}\n", both_lines(note))).collect();
    let out = match args.format {
        Format::Json => outcome.rows().map(|(row, player)| line(row, player, sheet)).collect(),
        Format::Text => text(&scheme, &outcome, sheet),
    };
    Ok(Answer { out, err, code: 0 })
}

/// Reads a result file and its players, by the same rules as `qipin check`.
fn open(results: &Path, players: Option<&Path>) -> anyhow::Result<Reading> {
    let load = |path: &Path| check::load(path).map_err(|why| anyhow::anyhow!(both_lines(&why)));
    let content = load(results)?;
    let players = players.map(Path::to_owned).or_else(|| check::players_beside(results, &content));
    let players = players.map(|path| load(&path).map(|bytes| (path.display().to_string(), bytes))).transpose()?;
    let name = results.display().to_string();
    Ok(read(&ResultsInput {
        results: NamedBytes { name: &name, bytes: &content },
        players: players.as_ref().map(|(name, bytes)| NamedBytes { name, bytes }),
    }))
}

fn find_group<'s>(scheme: &'s Scheme, id: &str) -> anyhow::Result<&'s Group> {
    scheme.group(id).ok_or_else(|| {
        let ids: Vec<_> = scheme.groups.iter().map(|group| group.id.as_str()).collect();
        let named = [("id", scheme.id.as_str()), ("group", id), ("ids", &ids.join(", "))];
        anyhow::anyhow!(output::say("cli.scheme.group", &named))
    })
}

/// The findings of a file that is refused, each with its place.
fn refusal(args: &Args, reading: &Reading) -> String {
    let findings = reading.findings();
    let blocking = findings.iter().filter(|finding| finding.severity == Severity::Error);
    match args.format {
        Format::Json => blocking.map(json).collect(),
        Format::Text => {
            let file = args.file.display();
            let mut out = format!("{file}: {}\n", both_lines(&both("promotion.cli.refused", &[])));
            for finding in blocking {
                out.push_str(&place(&file.to_string(), finding));
            }
            out
        }
    }
}

fn place(file: &str, finding: &Finding) -> String {
    let message = Bilingual { zh: finding.zh.clone(), en: finding.en.clone() };
    let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    let column = finding.column.as_ref().map(|column| format!(":{column}")).unwrap_or_default();
    format!("{file}{line}{column}: {} {}\n", finding.code, both_lines(&message))
}

/// One line of `--format json`.
#[derive(Serialize)]
struct Line<'a> {
    player: &'a str,
    name: &'a str,
    place: u32,
    points: u32,
    wins: u16,
    losses: u16,
    #[serde(serialize_with = "in_order")]
    tiebreaks: &'a [(TieBreak, i64)],
    from: Option<Grade>,
    award: Option<Grade>,
    clause: Option<&'a str>,
    reason: &'a Bilingual,
}

fn in_order<S: Serializer>(values: &[(TieBreak, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(values.len()))?;
    for (name, value) in values {
        map.serialize_entry(name.id(), value)?;
    }
    map.end()
}

fn line(row: &Row, player: &PlayerOutcome, sheet: &Sheet) -> String {
    let entry = &sheet.entries[player.entry];
    json(&Line {
        player: &entry.id,
        name: &entry.name,
        place: row.place,
        points: row.tally.points,
        wins: row.tally.wins,
        losses: row.tally.losses,
        tiebreaks: &row.tiebreaks,
        from: player.from,
        award: player.award,
        clause: player.clause.as_deref(),
        reason: &player.reason,
    })
}

fn json<T: Serialize>(value: &T) -> String {
    // proven: lines are structs of texts and numbers, which always serialise.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The heading of the table in one language; tie-breaks have the names of the scheme files in English.
fn head(used: &[TieBreak], lang: Lang) -> Vec<String> {
    let label = |key: &'static str| words::text(lang, key).to_owned();
    let mut head = vec![
        label("promotion.cli.place"),
        label("promotion.cli.player"),
        label("promotion.cli.name"),
        label("promotion.cli.from"),
        label("promotion.cli.points"),
        label("promotion.cli.wins"),
        label("promotion.cli.byes"),
        label("promotion.cli.losses"),
    ];
    head.extend(used.iter().map(|criterion| match lang {
        Lang::Zh => words::text(lang, criterion.key()).to_owned(),
        Lang::En => criterion.id().to_owned(),
    }));
    head.extend([label("promotion.cli.award"), label("promotion.cli.clause"), label("promotion.cli.reason")]);
    head
}

fn text(scheme: &Scheme, outcome: &Outcome, sheet: &Sheet) -> String {
    let used: Vec<TieBreak> = scheme
        .criteria()
        .filter(|c| outcome.standings.rows.iter().any(|row| row.tiebreaks.iter().any(|(name, _)| name == c)))
        .collect();
    let mut rows: Vec<Vec<String>> = [Lang::Zh, Lang::En].map(|lang| head(&used, lang)).into();
    // A grade that has a name of its own in the scheme is shown with it.
    let grade = |grade: Option<Grade>| match grade {
        Some(grade) => {
            scheme.names.get(&grade).map_or_else(|| grade.to_string(), |name| format!("{grade} {}", name.zh))
        }
        None => "-".to_owned(),
    };
    for (row, player) in outcome.rows() {
        let entry = &sheet.entries[player.entry];
        let mut cells = vec![
            row.place.to_string(),
            entry.id.clone(),
            entry.name.clone(),
            grade(player.from),
            row.tally.points.to_string(),
            row.tally.won().to_string(),
            row.tally.byes.to_string(),
            row.tally.losses.to_string(),
        ];
        cells.extend(used.iter().map(|criterion| {
            let value = row.tiebreaks.iter().find(|(name, _)| name == criterion);
            value.map_or_else(String::new, |(_, value)| value.to_string())
        }));
        cells.extend([grade(player.award), player.clause.clone().unwrap_or_else(|| "-".to_owned())]);
        cells.push(match player.award {
            Some(_) => both_lines(&player.reason),
            None => {
                let said = [("zh_reason", player.reason.zh.as_str()), ("en_reason", &player.reason.en)];
                both_lines(&both("promotion.cli.not-promoted", &said))
            }
        });
        rows.push(cells);
    }
    table::columns(&rows)
}
