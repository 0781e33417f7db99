//! The command line: one file a command. Exit codes: 0 all well, 1 findings or a mismatch, 2 usage or input
//! that cannot be read.

pub mod backup;
pub mod check;
pub mod demo;
pub mod journal;
pub mod number;
pub mod open;
pub mod output;
pub mod post;
pub mod promote;
pub mod rescore;
pub mod schemes;
pub mod serve;
pub mod settings;
pub mod table;
pub mod user;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The register of amateur Go grades.
#[derive(Debug, Parser)]
#[command(name = "qipin", version, about, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Migrate the database and serve the register
    Serve(serve::Args),
    /// Build a small, lively sample register (all roles, all states) and serve it; prints logins
    Demo(demo::Args),
    /// Bring the database to the schema of this program
    Migrate(open::MigrateArgs),
    /// Check the journal
    #[command(subcommand)]
    Journal(journal::Command),
    /// Turn results into standings and awards under a scheme
    Promote(promote::Args),
    /// The promotion regulations that are built in, and the checker for a new one
    Schemes(schemes::Args),
    /// Explain a certificate number or an area code
    Number(number::Args),
    /// Check result files: the findings that a submission would get
    Check(check::Args),
    /// Replay and recount game records (files or folders), one verdict each
    Rescore(rescore::Args),
    /// Add, list and disable accounts of the workplace
    #[command(subcommand)]
    User(user::Command),
    /// Write a consistent copy of the embedded database to a file
    Backup(backup::BackupArgs),
    /// Put a copy back where no database is yet
    Restore(backup::RestoreArgs),
}

/// What a command ends with.
pub type Outcome = anyhow::Result<ExitCode>;

/// The exit code for findings or a mismatch.
pub const MISMATCH: u8 = 1;
/// The exit code for wrong usage or input that cannot be read.
pub const UNUSABLE: u8 = 2;

/// Runs the command that the process's arguments name.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A reader that went away (`qipin --help | head`) is no failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { UNUSABLE } else { 0 });
        }
    };
    let outcome = match cli.command {
        Command::Serve(args) => serve::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Migrate(args) => open::migrate(&args),
        Command::Journal(command) => journal::run(command),
        Command::Check(args) => check::run(&args),
        Command::Rescore(args) => rescore::run(&args),
        Command::Promote(args) => promote::run(&args),
        Command::Schemes(args) => schemes::run(&args),
        Command::Number(args) => Ok(number::run(&args)),
        Command::User(command) => user::run(command),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("qipin: {error:#}");
        ExitCode::from(UNUSABLE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_defined_and_every_command_has_help() {
        Cli::command().debug_assert();
        fn explained(command: &clap::Command) {
            for command in command.get_subcommands() {
                assert!(command.get_about().is_some(), "{} has no help", command.get_name());
                for argument in command.get_arguments() {
                    assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
                }
                explained(command);
            }
        }
        explained(&Cli::command());
    }
}
