//! The document of all codes, written from the registry and the catalogue.

use super::{Code, Mark, Severity, codes};
use crate::text::{Bilingual, both};
use std::fmt::Write;

/// The hundreds of the codes, with the key of their heading.
const CHAPTERS: [(char, &str); 7] = [
    ('1', "finding.chapter.file"),
    ('2', "finding.chapter.persons"),
    ('3', "finding.chapter.rounds"),
    ('4', "finding.chapter.games"),
    ('5', "finding.chapter.scheme"),
    ('7', "finding.chapter.register"),
    ('8', "finding.chapter.records"),
];

/// The text of `docs/findings.md`.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Findings (核查项)\n\n\
         Every check of a result file or a game record answers with these codes, on the page, in the API, on the command\n\
         line and at the submission. This file is written from the registry (`src/domain/finding/codes.rs`) and the catalogue of words;\n\
         `UPDATE_DOCS=1 cargo test findings` writes it anew.\n\n\
         - `E` blocks a submission, `W` needs an acknowledgement with a reason and is shown to the auditor, `I` informs.\n\
         - **refused**: the file does not say one thing, so nothing is taken from it. Other errors leave the file\n  \
           accepted, and stop its submission only.\n\
         - `file` codes need nothing but the upload; `register` codes need the register. Where the register is not asked,\n  \
           `I700` names the codes that were left out.\n\
         - Each code has a fixture that raises it and one that does not, in `tests/fixtures/findings`.\n",
    );
    for (digit, heading) in CHAPTERS {
        let heading = both(heading, &[]);
        // Writing to a String does not fail.
        let _ = writeln!(out, "\n## {} / {}\n", heading.en, heading.zh);
        let _ = writeln!(out, "| Code | Weight | Needs | Title | 名称 | Rule | 依据 |\n|---|---|---|---|---|---|---|");
        for code in codes::ALL.iter().filter(|code| code.id[1..].starts_with(digit)) {
            let _ = writeln!(out, "{}", row(code));
        }
    }
    out
}

fn row(code: &Code) -> String {
    let Bilingual { zh, en } = both(&code.key("title"), &[]);
    let rule = both(&code.rule_key(), &[]);
    let weight = match (code.severity(), code.refuses()) {
        (Severity::Error, true) => "error, refused",
        (Severity::Error, false) => "error",
        (Severity::Warning, _) => "warning",
        (Severity::Info, _) => "information",
    };
    let needs = if code.mark == Mark::Register { "register" } else { "file" };
    format!("| `{}` | {weight} | {needs} | {en} | {zh} | {} | {} |", code.id, rule.en, rule.zh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_unique_across_the_letters_in_order_and_chaptered() {
        let numbers: Vec<&str> = codes::ALL.iter().map(|code| &code.id[1..]).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
        for code in codes::ALL {
            assert_eq!(code.id.len(), 4);
            assert!(CHAPTERS.iter().any(|(digit, _)| code.id[1..].starts_with(*digit)), "{} has no chapter", code.id);
            assert!(!code.refuses() || code.severity() == Severity::Error, "{} refuses, so it is an error", code.id);
        }
    }

    #[test]
    fn every_code_has_its_words_and_no_words_are_left_without_a_code() {
        for code in codes::ALL {
            for key in [code.key("title"), code.key("text"), code.rule_key()] {
                assert!(text::has(&key), "{key} is missing");
            }
        }
        let ids: BTreeSet<&str> = codes::ALL.iter().map(|code| code.id).collect();
        let rules: BTreeSet<String> = codes::ALL.iter().map(|code| code.rule_key()).collect();
        for key in text::keys() {
            if key.starts_with("finding.rules.") {
                assert!(rules.contains(key), "{key} is the rule of no code");
            }
            let Some(id) = key.strip_prefix("finding.").and_then(|rest| rest.split('.').next()) else { continue };
            if id.len() == 4 && id.starts_with(['E', 'W', 'I']) && id[1..].bytes().all(|b| b.is_ascii_digit()) {
                assert!(ids.contains(id), "{key} is of no code");
            }
        }
    }
}
