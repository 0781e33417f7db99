//! How commands answer: for people or as JSON, and their exit codes.

use crate::text::{Bilingual, both};
use clap::ValueEnum;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people, in both languages
    #[default]
    Text,
    /// JSON for programs
    Json,
}

/// Writes an answer to the standard output. A reader who has gone away (`| head`) is no failure.
pub fn answer(text: &str, code: u8) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    ExitCode::from(code)
}

/// A text of the catalogue in both languages on one line.
pub fn say(key: &str, arguments: &[(&str, &str)]) -> String {
    both_lines(&both(key, arguments))
}

/// The same about a file.
pub fn say_of(key: &str, file: &Path) -> String {
    say(key, &[("file", &file.to_string_lossy())])
}

/// Both languages on one line.
pub fn both_lines(text: &Bilingual) -> String {
    if text.zh == text.en { text.zh.clone() } else { format!("{} / {}", text.zh, text.en) }
}
