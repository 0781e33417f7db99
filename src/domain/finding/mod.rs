//! Findings (核查项): what a check has to say about a file or the register, with stable codes.

pub mod code;
pub mod codes;
pub mod document;
pub mod fold;
pub mod kept;
pub mod log;
mod order;
pub mod raise;
pub mod register;

pub use code::{Code, Mark, Weight};
pub use log::Log;
pub use order::order;
pub use raise::{Part, Place, Raise, clip};

use crate::text::Bilingual;
use serde::Serialize;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Blocks the submission.
    Error,
    /// Needs an acknowledgement with a reason, and is shown to the auditor.
    Warning,
    /// Only informs.
    Info,
}

impl Severity {
    /// The weight in words.
    pub fn label(self) -> Bilingual {
        match self {
            Severity::Error => crate::text::both("finding.severity.error", &[]),
            Severity::Warning => crate::text::both("finding.severity.warning", &[]),
            Severity::Info => crate::text::both("finding.severity.info", &[]),
        }
    }
}

/// One finding: what was found, what was expected, and the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Stable code: `E…`, `W…` or `I…`.
    pub code: &'static str,
    /// The weight, as the code's first letter says.
    pub severity: Severity,
    /// The file or sheet that the line is in; the sentences name it.
    #[serde(skip)]
    pub part: Part,
    /// Line of the file, where it has one.
    pub line: Option<u32>,
    /// Column (the header's name), where it has one.
    pub column: Option<String>,
    /// Round, where it has one.
    pub round: Option<u16>,
    /// Board, where it has one.
    pub board: Option<u16>,
    /// The person concerned: the file's id of the player.
    pub person: Option<String>,
    /// The value found.
    pub found: String,
    /// The value expected.
    pub expected: String,
    /// The rule cited.
    pub rule: String,
    /// What is wrong, without the place, the values and the rule that stand beside it in a table.
    #[serde(skip)]
    pub said: Bilingual,
    /// What was found, in words where a value of ours reads differently in each language.
    #[serde(skip)]
    pub seen: Bilingual,
    /// What was expected, in words where words say it better than a value.
    #[serde(skip)]
    pub wanted: Bilingual,
    /// The rule in words.
    #[serde(skip)]
    pub cited: Bilingual,
    /// The message in Chinese.
    pub zh: String,
    /// The message in English.
    pub en: String,
}

impl Finding {
    /// The code's entry in the registry.
    pub fn entry(&self) -> Option<&'static Code> {
        Code::find(self.code)
    }

    /// Whether the file is refused because of it.
    pub fn refuses(&self) -> bool {
        self.entry().is_some_and(Code::refuses)
    }

    /// The message in one language.
    pub fn message(&self, lang: crate::text::Lang) -> &str {
        match lang {
            crate::text::Lang::Zh => &self.zh,
            crate::text::Lang::En => &self.en,
        }
    }
}
