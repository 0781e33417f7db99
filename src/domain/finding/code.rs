//! What a finding's code is: its weight, where its facts come from, and the rule behind it.

use super::Severity;

/// What a code needs in order to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The upload alone (and what the caller says about the event).
    File,
    /// The register's database.
    Register,
}

impl Mark {
    /// The mark as documents write it.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::File => "file",
            Mark::Register => "register",
        }
    }
}

/// What a code lets happen to the file that raises it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// The file cannot be taken as it stands: it does not say one thing, or says it unreadably.
    Refuses,
    /// The file is understood; the finding has its severity's effect on the submission only.
    Accepts,
}

/// A stable code of the registry. Codes are never renumbered and never reused.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The code: `E…` error, `W…` warning, `I…` information, then a number unique across the letters.
    pub id: &'static str,
    /// What it needs.
    pub mark: Mark,
    /// Whether it refuses the file.
    pub weight: Weight,
    /// The rule it rests on: the part of the key after `finding.rules.` in the catalogue.
    pub rule: &'static str,
}

impl Code {
    /// The severity, as the first letter says.
    pub const fn severity(&self) -> Severity {
        match self.id.as_bytes()[0] {
            b'E' => Severity::Error,
            b'W' => Severity::Warning,
            _ => Severity::Info,
        }
    }

    /// Whether the file is refused when this is raised.
    pub const fn refuses(&self) -> bool {
        matches!(self.weight, Weight::Refuses)
    }

    /// The catalogue key of one of the code's texts (`title`, `text`, `expected`).
    pub fn key(&self, leaf: &str) -> String {
        format!("finding.{}.{leaf}", self.id)
    }

    /// The catalogue key of its rule.
    pub fn rule_key(&self) -> String {
        format!("finding.rules.{}", self.rule)
    }

    /// The code of this id.
    pub fn find(id: &str) -> Option<&'static Code> {
        super::codes::ALL.iter().copied().find(|code| code.id == id)
    }
}
