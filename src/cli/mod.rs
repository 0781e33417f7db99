//! The command line.

use std::process::ExitCode;

/// Runs the command that the process's arguments name.
pub fn run() -> ExitCode {
    ExitCode::from(2)
}
