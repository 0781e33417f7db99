//! `qipin journal verify`

use super::output::{self, Format, say};
use super::settings::{Database, FileSettings};
use super::{MISMATCH, Outcome, open};
use crate::service::journal_verify::{Verification, verify};
use crate::text::both;

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
    let said = match args.format {
        Format::Json => serde_json::to_string(&answer)? + "\n",
        Format::Text => text(&answer),
    };
    Ok(output::answer(&said, if answer.problems.is_empty() { 0 } else { MISMATCH }))
}

/// The answer for people.
fn text(answer: &Verification) -> String {
    let mut out = String::new();
    for problem in &answer.problems {
        let kind = both(problem.kind.key(), &[]);
        let place = problem.seq.map(|seq| format!("#{seq} ")).unwrap_or_default();
        let arguments = [
            ("place", place.as_str()),
            ("subject", &problem.subject),
            ("zh_kind", &kind.zh),
            ("en_kind", &kind.en),
            ("found", &problem.found),
            ("expected", &problem.expected),
        ];
        out.push_str(&(say("cli.journal.problem", &arguments) + "\n"));
    }
    let (rows, compared) = (answer.rows.to_string(), answer.compared.to_string());
    let problems = answer.problems.len().to_string();
    let arguments = [("rows", rows.as_str()), ("compared", &compared), ("problems", &problems)];
    out + &say("office.verify.said", &arguments) + "\n"
}
