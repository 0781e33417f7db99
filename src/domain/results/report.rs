//! The whole answer to one result file: the same values for the page, the API and the command line.

use super::check::{CheckContext, check_into_log};
use super::reading::{Accepted, Adjustment, Encoding, Reading, ResultsInput};
use super::{model::Sheet, read};
use crate::domain::finding::{Finding, Log, Severity, register};
use crate::domain::recount::Game;
use crate::text::{Bilingual, both};
use serde::Serialize;

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A result file.
    Results,
    /// A game record.
    Record,
}

/// The answer to one file, as `qipin check --format json` prints it: one object a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The file's name, as it was given.
    pub file: String,
    /// What it is.
    pub kind: Kind,
    /// Whether it is accepted.
    pub accepted: Accepted,
    /// What was adjusted.
    pub adjustments: Vec<Adjustment>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// The recount of a game record; `null` for a result file.
    pub recount: Option<Game>,
    /// The reading behind it.
    #[serde(skip)]
    pub reading: Reading,
}

/// Reads and checks a file. With `log` of the register's checks its findings are among them; without, one line
/// names what was left out.
pub fn report(file: &str, reading: Reading, context: &CheckContext, of_register: Option<&Log>) -> Report {
    let mut log = check_into_log(&reading, context);
    match of_register {
        Some(more) => log.extend(more),
        None => log.raise(register::left_out()),
    }
    let findings = log.into_findings();
    Report {
        file: file.to_owned(),
        kind: Kind::Results,
        accepted: reading.accepted,
        adjustments: reading.adjustments.clone(),
        findings,
        recount: None,
        reading,
    }
}

/// The dry run of a file: everything that needs nothing but the file, and with a register what it says too.
///
/// The error is that of the register, in words for the log.
pub fn dry_run(
    file: &str,
    input: &ResultsInput<'_>,
    context: &CheckContext,
    facts: Option<&dyn register::RegisterFacts>,
) -> Result<Report, String> {
    check_reading(file, input, read(input), context, facts)
}

/// The same of a file that has been read.
pub fn check_reading(
    file: &str,
    input: &ResultsInput<'_>,
    reading: Reading,
    context: &CheckContext,
    facts: Option<&dyn register::RegisterFacts>,
) -> Result<Report, String> {
    let of_register = match (facts, &reading.sheet) {
        (Some(facts), Some(sheet)) => {
            let mut answered = facts.facts(&register::question(sheet, context, Some(sha256(input.results.bytes))))?;
            let who = register::identify(sheet, &reading.headers, &answered);
            answered.awards = facts.awards(sheet, &who, &answered)?;
            let mut log = register::check(sheet, &reading.headers, &answered);
            facts.games(sheet, &answered.awards)?.raise(&mut log);
            Some(log)
        }
        (Some(_), None) => Some(Log::new()),
        (None, _) => None,
    };
    Ok(report(file, reading, context, of_register.as_ref()))
}

/// SHA-256 in lower-case hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Report {
    /// The JSON, without a line end.
    pub fn json(&self) -> String {
        // proven: string keys and plain values serialise.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The sheet, unless the file is refused.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.reading.usable()
    }

    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Whether a submission of this file would be stopped.
    pub fn blocks(&self) -> bool {
        self.accepted == Accepted::No || self.count(Severity::Error) > 0
    }

    /// How much was read: players, rounds, games and byes; of a record the sum. Nothing where nothing was read or counted.
    pub fn summary(&self) -> Option<Bilingual> {
        if let Some(game) = &self.recount {
            return game.sum().cloned();
        }
        let sheet = self.sheet()?;
        let (games, byes) = sheet.games_and_byes();
        let [players, rounds, games, byes] =
            [sheet.entries.len(), usize::from(sheet.rounds()), games, byes].map(|n| n.to_string());
        let arguments = [
            ("players", players.as_str()),
            ("rounds", &rounds),
            ("games", &games),
            ("byes", &byes),
            ("encoding", self.encoding().map_or("?", Encoding::name)),
        ];
        Some(both("check.summary", &arguments))
    }

    /// The encoding, where one was established.
    pub fn encoding(&self) -> Option<Encoding> {
        self.reading.encoding
    }
}

impl Accepted {
    /// The answer in words.
    pub fn words(self) -> Bilingual {
        match self {
            Accepted::Yes => both("finding.accepted.yes", &[]),
            Accepted::WithAdjustments => both("finding.accepted.with-adjustments", &[]),
            Accepted::No => both("finding.accepted.no", &[]),
        }
    }
}

impl Adjustment {
    /// The rule in words.
    pub fn words(&self) -> Bilingual {
        both(&format!("finding.adjusted.{}", self.rule), &[])
    }
}
