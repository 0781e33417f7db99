//! Findings as they are kept with what was decided on them: the register goes on, and what it would say of the same file
//! later was not what somebody gave a reason for.

use super::{Code, Finding, Part};
use crate::text::Bilingual;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One finding with everything that its page shows.
#[derive(Serialize, Deserialize)]
struct Kept {
    code: String,
    part: Part,
    line: Option<u32>,
    column: Option<String>,
    round: Option<u16>,
    board: Option<u16>,
    person: Option<String>,
    found: String,
    expected: String,
    rule: String,
    said: Bilingual,
    /// None where it was kept before it was shown in words.
    #[serde(default)]
    seen: Option<Bilingual>,
    wanted: Bilingual,
    cited: Bilingual,
    zh: String,
    en: String,
}

/// The findings as a value to keep.
pub fn keep(findings: &[Finding]) -> Value {
    let kept: Vec<Kept> = findings
        .iter()
        .cloned()
        .map(|f| Kept {
            code: f.code.to_owned(),
            part: f.part,
            line: f.line,
            column: f.column,
            round: f.round,
            board: f.board,
            person: f.person,
            found: f.found,
            expected: f.expected,
            rule: f.rule,
            said: f.said,
            seen: Some(f.seen),
            wanted: f.wanted,
            cited: f.cited,
            zh: f.zh,
            en: f.en,
        })
        .collect();
    // proven: texts and numbers always serialise.
    serde_json::to_value(kept).unwrap_or_default()
}

/// The findings of a value that [`keep`] made, in their order; none of any other, nor where one has a code that this
/// program does not know: leaving it out would hide it.
pub fn kept(value: &Value) -> Option<Vec<Finding>> {
    let kept = Vec::<Kept>::deserialize(value).ok()?;
    let finding = |k: Kept| {
        let code = Code::find(&k.code)?;
        Some(Finding {
            code: code.id,
            severity: code.severity(),
            part: k.part,
            line: k.line,
            column: k.column,
            round: k.round,
            board: k.board,
            person: k.person,
            seen: k.seen.unwrap_or_else(|| Bilingual { zh: k.found.clone(), en: k.found.clone() }),
            found: k.found,
            expected: k.expected,
            rule: k.rule,
            said: k.said,
            wanted: k.wanted,
            cited: k.cited,
            zh: k.zh,
            en: k.en,
        })
    };
    kept.into_iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::finding::{Place, codes};

    #[test]
    fn what_is_kept_is_read_as_it_was() {
        let findings = vec![
            codes::W308.at(Place::results(7).column("台号").round(2, Some(3))).found("3").with("first", 5).done(),
            codes::I710.at(Place::players(2).person("1")).found("张子轩").done(),
        ];
        assert_eq!(kept(&keep(&findings)).as_ref(), Some(&findings));
        assert_eq!(kept(&Value::Null), None);
        let unknown = serde_json::to_string(&keep(&findings)).unwrap().replace("W308", "W399");
        assert_eq!(kept(&serde_json::from_str(&unknown).unwrap()), None, "nothing is left out");
    }
}
