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

/// What people ask whether it is checked, and the codes that answer.
const QUESTIONS: &[(&str, &[&Code])] = &[
    ("a reference that points to nobody, or to several", &[&codes::E301, &codes::E134]),
    ("somebody twice in a round; a game twice", &[&codes::E303, &codes::E305, &codes::E302]),
    ("colours or results that contradict each other", &[&codes::E306, &codes::E132]),
    ("a pair that met twice, a second bye", &[&codes::W304]),
    ("a round without a player's game", &[&codes::I314, &codes::I315, &codes::W307]),
    ("handicap and komi outside the rules", &[&codes::W409, &codes::W411, &codes::W416, &codes::E124]),
    ("a grade other than the register's on the day", &[&codes::W706, &codes::W726]),
    ("not eligible: grade", &[&codes::E504, &codes::W505]),
    ("not eligible: age", &[&codes::E506, &codes::E518]),
    ("not eligible: sex", &[&codes::E507]),
    ("not eligible: area, household", &[&codes::E508, &codes::E509, &codes::W515, &codes::E511]),
    ("not eligible: previous certificate", &[&codes::E510, &codes::E714, &codes::W715, &codes::E716]),
    ("more than one event a month", &[&codes::E717]),
    ("a group too small or too large", &[&codes::W512, &codes::E513]),
    ("more awards than places, an award that the results do not give", &[&codes::E524, &codes::W523, &codes::E724]),
    ("a published order or sum that is not the computed one", &[&codes::W522, &codes::W135]),
    ("two places on one day", &[&codes::E718]),
    ("siblings exchanged, near births", &[&codes::E221, &codes::I222, &codes::E704]),
    ("digits of a register id exchanged", &[&codes::E224, &codes::E703]),
    ("a name that is not the id's", &[&codes::E702]),
    ("placeholders and numbers in names", &[&codes::E205, &codes::E207, &codes::W206]),
    ("days outside the event", &[&codes::W139, &codes::W820, &codes::E210]),
    ("the same bytes again; the same content in another format", &[&codes::E719, &codes::W720, &codes::W727]),
    ("results after the deadline", &[&codes::W722]),
    ("an agency that is suspended, or whose approval ends", &[&codes::E721, &codes::W723]),
    ("who a player is", &[&codes::E220, &codes::E232, &codes::W708, &codes::W709]),
];

/// What a code says of its fixture, in both languages, without place and rule.
pub type Example<'a> = &'a dyn Fn(&Code) -> Option<Bilingual>;

/// The text of `docs/findings.md`, with an example of each code.
pub fn markdown(example: Example<'_>) -> String {
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
         - Each code has a fixture that raises it and one that does not, in `tests/fixtures/findings`; the example is what the\n  \
           first is told.\n\n\
         ## By question\n\n\
         | Is it checked? | Codes |\n|---|---|\n",
    );
    for (question, answers) in QUESTIONS {
        let answers: Vec<String> = answers.iter().map(|code| format!("`{}`", code.id)).collect();
        let _ = writeln!(out, "| {question} | {} |", answers.join(" "));
    }
    for (digit, heading) in CHAPTERS {
        let heading = both(heading, &[]);
        // Writing to a String does not fail.
        let _ = writeln!(out, "\n## {} / {}\n", heading.en, heading.zh);
        let _ = writeln!(
            out,
            "| Code | Weight | Needs | Title | 名称 | Example | 例 | Rule | 依据 |\n|---|---|---|---|---|---|---|---|---|"
        );
        for code in codes::ALL.iter().filter(|code| code.id[1..].starts_with(digit)) {
            let _ = writeln!(out, "{}", row(code, example(code).unwrap_or_default()));
        }
    }
    out
}

fn row(code: &Code, example_of: Bilingual) -> String {
    let Bilingual { zh, en } = both(&code.key("title"), &[]);
    let rule = both(&code.rule_key(), &[]);
    let weight = match (code.severity(), code.refuses()) {
        (Severity::Error, true) => "error, refused",
        (Severity::Error, false) => "error",
        (Severity::Warning, _) => "warning",
        (Severity::Info, _) => "information",
    };
    let needs = if code.mark == Mark::Register { "register" } else { "file" };
    let cell = |text: String| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let (told, said) = (cell(example_of.en), cell(example_of.zh));
    format!("| `{}` | {weight} | {needs} | {en} | {zh} | {told} | {said} | {} | {} |", code.id, rule.en, rule.zh)
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
