//! `qipin rescore`: replays and recounts game records, one verdict a game.

mod bar;
mod dead;
mod show;
mod walk;
mod work;

use super::output::{both_lines, say};
use super::{MISMATCH, Outcome, UNUSABLE};
use crate::domain::recount::{Asked, BYTES, Game, HalfPoints, OnVoid, Options, RuleSet};
use crate::domain::recount::{failed, game, komi_typed, read, rules_known, rules_typed};
use crate::text::{Bilingual, both};
use clap::ValueEnum;
use dead::Dead;
use show::{Summary, Table};
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use walk::{Found, files};

/// How a run ends, for the help.
const HELP: &str = "\
Folders are searched for records (SGF, GIB, NGF, UGF, UGI, by name or by how they begin), in the order of their names.
Verdicts: confirmed, margin-differs, winner-differs, not-played-out, no-count, illegal, unreadable, undecided.
Exit codes: 0 every game is confirmed or has nothing to count, 1 there are others, 2 wrong usage or nothing to read.

The file of --dead has one game a line: FILE, tab, POINTS; or FILE, tab, INDEX, tab, POINTS; or JSON with `file`, `index`
and `dead`, as --format json prints it. FILE is the path or the end of it, INDEX the game in the file, from 0. Lines that
begin with # are left out. Margins are without sign, and `winner` says whose they are.

--budget counts work, not time, so that the same bytes give the same answer everywhere: each millisecond stands for 20
games at random, about what one core of a machine of 2026 plays out on a full board. The usual number
is 80; fewer are played where all stones are soon sure.";

/// The arguments of `qipin rescore`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Game records, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The rules of all games, whatever the records say: chinese, japanese, korean, aga, nz, ing, wmsg2008,
    /// tromp-taylor, ancient, button
    #[arg(long, value_name = "R", value_parser = rules)]
    rules: Option<Rules>,
    /// Komi of all games in points, whatever the records say
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_hyphen_values = true)]
    komi: Option<HalfPoints>,
    /// Dead stones: points of all games (dd,pq or D16,R3; a stone of each chain is enough, "" means that all are alive),
    /// or a file that lists them
    #[arg(long, value_name = "POINTS|FILE")]
    dead: Option<String>,
    /// Leave marks of territory and of dead stones in the records aside
    #[arg(long)]
    no_marks: bool,
    /// Take no stones off the board: all that stand are alive
    #[arg(long, conflicts_with = "dead")]
    no_dead: bool,
    /// After a move against the rules: stop there, or call the move void, which counts as a pass
    #[arg(long, value_enum, default_value_t)]
    on_void: AfterVoid,
    /// How much work a position gets, in milliseconds of a machine of 2026
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    budget: Option<u32>,
    /// How many games are counted at once; as many as there are cores when left out
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The form of the answer; JSON is one object a game and line
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A rule set as an argument.
type Rules = &'static RuleSet;

/// What becomes of a game after a move against the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum AfterVoid {
    /// The record ends there
    #[default]
    Stop,
    /// The move counts as a pass
    Pass,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table with what stands against each game, in both languages
    #[default]
    #[value(alias = "text")]
    Table,
    /// JSON for programs
    Json,
}

fn rules(typed: &str) -> Result<Rules, String> {
    rules_typed(typed).ok_or_else(|| say("recount.cli.rules", &[("typed", typed), ("known", &rules_known())]))
}

fn komi(typed: &str) -> Result<HalfPoints, String> {
    komi_typed(typed).ok_or_else(|| say("recount.cli.komi", &[("typed", typed)]))
}

/// Runs the command.
pub fn run(args: &Args) -> Outcome {
    let dead = match args.dead.as_deref().map(Dead::read).transpose() {
        Ok(dead) => dead.unwrap_or_default(),
        Err(why) => {
            eprintln!("{}", both_lines(&why));
            return Ok(ExitCode::from(UNUSABLE));
        }
    };
    let found = files(&args.paths);
    if found.is_empty() {
        eprintln!("{}", say("recount.cli.nothing", &[]));
        return Ok(ExitCode::from(UNUSABLE));
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = args.jobs.map_or(cores, NonZeroUsize::get).min(1024);
    let code = recount(args, &found, &dead, jobs)?;
    for (line, name) in dead.unheard() {
        let line = line.to_string();
        let file = args.dead.as_deref().unwrap_or_default();
        eprintln!("{}", say("recount.cli.dead-unused", &[("file", file), ("line", &line), ("name", name)]));
    }
    Ok(ExitCode::from(code))
}

/// What a file came to, already in the form of the answer.
#[derive(Default)]
struct Done {
    text: String,
    summary: Summary,
}

/// Recounts all files and writes the answers in their order.
fn recount(args: &Args, found: &[Found], dead: &Dead, jobs: usize) -> anyhow::Result<u8> {
    let defaults = Options::default();
    let options = Options {
        rules: args.rules,
        komi: args.komi,
        dead: None,
        marks: !args.no_marks && !args.no_dead,
        automatic: !args.no_dead,
        on_void: match args.on_void {
            AfterVoid::Stop => OnVoid::Stop,
            AfterVoid::Pass => OnVoid::Pass,
        },
        games: args.budget.map_or(defaults.games, Asked::games_of),
    };
    let table = Table { alone: found.len() == 1 };
    // One large collection is shared among the threads, as many files are.
    let within = (jobs / found.len()).max(1);
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut bar = bar::Bar::new(found.len(), std::io::stderr().is_terminal());
    let mut written = Ok(());
    if args.format == Format::Table {
        written = out.write_all(table.head().as_bytes());
    }
    let mut summary = Summary::default();
    let one = |file: &Found| -> Done {
        let asked = Asked { options: options.clone(), dead: dead.of(&file.name), ..Asked::default() };
        let games = games(file, &asked, within);
        dead.counted(&file.name, games.len());
        let mut done = Done::default();
        for game in &games {
            done.summary.add(game);
            match args.format {
                Format::Json => {
                    done.text.push_str(&game.json());
                    done.text.push('\n');
                }
                Format::Table => done.text.push_str(&table.row(game, games.len() > 1)),
            }
        }
        done.summary.files = 1;
        done
    };
    work::in_order(found, jobs, one, |done: Done, waiting| {
        summary.add_all(&done.summary);
        bar.clear();
        written = out.write_all(done.text.as_bytes());
        if written.is_ok() && !waiting {
            written = out.flush();
        }
        bar.at(summary.files);
        written.is_ok()
    });
    bar.clear();
    if written.is_ok() {
        written = match args.format {
            Format::Table => out.write_all(summary.text().as_bytes()).and_then(|()| out.flush()),
            Format::Json => out.flush(),
        };
    }
    match written {
        // A reader who has gone away (`| head`) is no failure.
        Err(why) if why.kind() != ErrorKind::BrokenPipe => {
            let why = why.to_string();
            anyhow::bail!("{}", say("recount.cli.cannot-write", &[("why", &why)]))
        }
        _ => {}
    }
    if args.format == Format::Json {
        eprint!("{}", summary.text());
    }
    Ok(match () {
        () if summary.is_sound() => 0,
        () if summary.nothing_read() => UNUSABLE,
        () => MISMATCH,
    })
}

/// The games of a file; whatever goes wrong is one of them.
fn games(file: &Found, asked: &Asked, threads: usize) -> Vec<Game> {
    let bytes = match load(file) {
        Ok(bytes) => bytes,
        Err(why) => return vec![failed(&file.name, 0, "cannot-read", &why)],
    };
    let broke = |index| failed(&file.name, index, "internal", &both("recount.cli.broke", &[]));
    // What a failing game leaves behind is dropped with it.
    let Ok(records) = catch_unwind(AssertUnwindSafe(|| read(&bytes))) else { return vec![broke(0)] };
    drop(bytes);
    let numbered: Vec<_> = records.into_iter().enumerate().collect();
    let one = |(index, record): &(usize, _)| {
        catch_unwind(AssertUnwindSafe(|| game(&file.name, *index, record, asked))).unwrap_or_else(|_| broke(*index))
    };
    let mut games = Vec::with_capacity(numbered.len());
    work::in_order(&numbered, threads, one, |game, _| {
        games.push(game);
        true
    });
    games
}

/// The bytes of a file, but not many more than a record may have.
fn load(file: &Found) -> Result<Vec<u8>, Bilingual> {
    let refused = |why: &str| both("recount.cli.cannot-read", &[("why", why)]);
    let path = file.path.as_ref().map_err(|why| refused(why))?;
    let limit = u64::try_from(BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|why| refused(&why.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_are_not_known_are_answered_with_those_that_are() {
        assert!(rules("chess").is_err_and(|why| why.contains("wmsg2008") && why.contains("没有")));
    }
}
