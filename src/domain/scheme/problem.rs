//! What is wrong with a scheme file, and where.

use crate::text::{Bilingual, both};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// One fault of a scheme file or of the parameters given for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The line, from 1; none if the fault is in a parameter given from outside.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// Stable code of the kind of fault.
    pub code: String,
    /// The value found.
    pub found: String,
    /// What would be right.
    pub expected: String,
    /// The message in both languages.
    #[serde(flatten)]
    pub message: Bilingual,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "{}", self.message.en)
    }
}

/// Collects the faults of one text.
pub(super) struct Problems<'a> {
    text: &'a str,
    list: Vec<Problem>,
}

impl<'a> Problems<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, list: Vec::new() }
    }

    /// Adds a fault at a place of the text. `key` is the catalogue key of its message; the last part is its code.
    pub(super) fn add(
        &mut self,
        at: Range<usize>,
        key: &'static str,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        let (line, column) = position(self.text, at.start);
        self.push(Some(line), Some(column), key, found.to_string(), expected.to_string());
    }

    /// Adds a fault that is not in the text.
    pub(super) fn add_outside(&mut self, key: &'static str, found: impl fmt::Display, expected: impl fmt::Display) {
        self.push(None, None, key, found.to_string(), expected.to_string());
    }

    fn push(&mut self, line: Option<u32>, column: Option<u32>, key: &'static str, found: String, expected: String) {
        let message = both(key, &[("found", &found), ("expected", &expected)]);
        let code = key.rsplit('.').next().unwrap_or(key).replace('_', "-");
        self.list.push(Problem { line, column, code, found, expected, message });
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, at: &Range<usize>) -> u32 {
        position(self.text, at.start).0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults in the order of their places.
    pub(super) fn into_list(mut self) -> Vec<Problem> {
        self.list.sort_by_key(|p| (p.line, p.column));
        self.list.dedup();
        self.list
    }

    /// A fault that the TOML reader found.
    pub(super) fn add_toml(&mut self, error: &toml::de::Error) {
        let at = error.span().unwrap_or(0..0);
        let message = error.message();
        let quoted = |text: &str| text.split('`').nth(1).unwrap_or(text).to_owned();
        if let Some((key, list)) = message
            .strip_prefix("unknown field ")
            .and_then(|rest| rest.split_once(", "))
            .filter(|(k, _)| k.starts_with('`'))
        {
            let list: Vec<_> = list.split('`').skip(1).step_by(2).collect();
            self.add(at, "schemes.problem.unknown_key", quoted(key), list.join(", "));
        } else if let Some(key) = message.strip_prefix("missing field ") {
            self.add(at, "schemes.problem.missing_key", "-", quoted(key));
        } else if let Some((found, expected)) = message
            .strip_prefix("invalid type: ")
            .or(message.strip_prefix("invalid value: "))
            .and_then(|rest| rest.split_once(", expected "))
        {
            self.add(at, "schemes.problem.wrong_type", found, expected);
        } else {
            let found = self.text.get(at.clone()).unwrap_or_default().to_owned();
            self.add(at, "schemes.problem.syntax", found, message.lines().next().unwrap_or_default());
        }
    }
}

/// Line and column of a byte offset, both from 1; columns count characters.
fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset.min(text.len())).unwrap_or(text);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}
