//! `qipin journal verify`

use super::output::Format;
use super::settings::{Database, FileSettings};
use super::{MISMATCH, Outcome, open};
use crate::service::journal_verify::{Verification, verify};
use std::process::ExitCode;

/// What can be done with the journal.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Check the hash chain, and that the tables agree with it
    Verify(VerifyArgs),
}

/// Arguments of `journal verify`.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    database: Database,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs `qipin journal`.
pub fn run(command: Command) -> Outcome {
    let Command::Verify(args) = command;
    let file = FileSettings::read()?;
    let register = open::look(&args.database, &file)?;
    let answer = verify(&register).map_err(|e| anyhow::anyhow!("{e}"))?;
    match args.format {
        Format::Json => println!("{}", serde_json::to_string(&answer)?),
        Format::Text => print(&answer),
    }
    Ok(if answer.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(MISMATCH) })
}

fn print(answer: &Verification) {
    for problem in &answer.problems {
        let kind =
            serde_json::to_value(problem.kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let at = problem.seq.map(|seq| format!("#{seq} ")).unwrap_or_default();
        println!("{at}{} {kind}: found {:?}, expected {:?}", problem.subject, problem.found, problem.expected);
    }
    println!(
        "{} journal rows, {} table rows compared, {} problems",
        answer.rows,
        answer.compared,
        answer.problems.len()
    );
}
