//! Every code of the registry, against the fixture that raises it and the one that does not.

use qipin::domain::finding::{Code, Mark, codes, document, register};
use qipin::domain::results::{CheckContext, NamedBytes, Report, ResultsInput, read, report};
use qipin::domain::scheme::{self, Level, Scheme};
use qipin::text::Bilingual;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/findings")
}

/// The bytes of one part of a fixture: a file, or a recipe for one that is too large to keep.
pub(crate) fn part(folder: &Path, kind: &str, part: &str) -> Option<(String, Vec<u8>)> {
    for extension in ["csv", "xlsx", "xml", "h9"] {
        let name = format!("{kind}.{part}.{extension}");
        if let Ok(bytes) = std::fs::read(folder.join(&name)) {
            return Some((name, bytes));
        }
    }
    let recipe = std::fs::read(folder.join(format!("{kind}.make.json"))).ok()?;
    let recipe: Value = serde_json::from_slice(&recipe).unwrap();
    let recipe = recipe.get(part)?;
    let mut text = recipe["head"].as_str().unwrap().to_owned();
    for i in 1..=recipe["times"].as_u64().unwrap() {
        text.push_str(&recipe["line"].as_str().unwrap().replace("{i}", &i.to_string()));
    }
    Some((format!("{kind}.{part}.csv"), text.into_bytes()))
}

/// What a fixture says about its event, and what its register answers.
fn context(folder: &Path, kind: &str) -> (CheckContext, Option<register::Facts>) {
    let Ok(bytes) = std::fs::read(folder.join(format!("{kind}.json"))) else { return (CheckContext::default(), None) };
    let value: Value = serde_json::from_slice(&bytes).unwrap();
    let text = |key: &str| value.get(key).map(|v| v.as_str().unwrap().to_owned());
    let date = text("date").map(|date| date.parse().unwrap());
    let context = CheckContext {
        scheme: text("scheme").map(|id| scheme_of(&id, date)),
        group: text("group"),
        date,
        agency: text("agency"),
        level: text("level").map(|level| Level::from_id(&level).unwrap()),
    };
    (context, value.get("facts").map(|facts| serde_json::from_value(facts.clone()).unwrap()))
}

/// A built-in scheme, or the example of conditions that no built-in scheme sets.
fn scheme_of(id: &str, date: Option<chrono::NaiveDate>) -> Arc<Scheme> {
    if id == "conditions" {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schemes/conditions.toml");
        return Arc::new(scheme::load(&std::fs::read_to_string(path).unwrap()).unwrap());
    }
    scheme::builtin(id, date).or_else(|| scheme::builtin(id, None)).unwrap_or_else(|| panic!("no scheme {id}"))
}

fn check(code: &Code, kind: &str) -> Report {
    check_with(code, kind, context(&root().join(code.id), kind).1)
}

fn check_with(code: &Code, kind: &str, facts: Option<register::Facts>) -> Report {
    let folder = root().join(code.id);
    if let Some(report) = crate::game_findings::report_of(&folder, kind) {
        return report;
    }
    let record = format!("{kind}.record.sgf");
    if let Ok(bytes) = std::fs::read(folder.join(&record)) {
        return qipin::domain::results::record(&record, &bytes);
    }
    let (name, results) = part(&folder, kind, "results").unwrap_or_else(|| panic!("{} has no fixture {kind}", code.id));
    let players = part(&folder, kind, "players");
    let input = ResultsInput {
        results: NamedBytes { name: &name, bytes: &results },
        players: players.as_ref().map(|(name, bytes)| NamedBytes { name, bytes }),
    };
    let (context, _) = context(&folder, kind);
    let reading = read(&input);
    let log = facts.map(|facts| {
        let sheet = reading.sheet.as_ref().unwrap_or_else(|| panic!("{}: {kind} has no sheet", code.id));
        register::check(sheet, &reading.headers, &facts)
    });
    report(&name, reading, &context, log.as_ref())
}

#[test]
fn every_code_is_raised_by_its_fixture_and_not_by_the_one_beside_it() {
    let mut complaints = Vec::new();
    for code in codes::ALL {
        let raised = check(code, "raises");
        let ids = |report: &Report| report.findings.iter().map(|f| f.code).collect::<Vec<_>>().join(" ");
        let Some(finding) = raised.findings.iter().find(|f| f.code == code.id) else {
            complaints.push(format!("{} is not raised, but {}", code.id, ids(&raised)));
            continue;
        };
        for text in [&finding.zh, &finding.en] {
            let of_machines = ["NAME.", "central directory", "xl/", "byte ", ".xml", "all组", "group all", " v1 "];
            if let Some(word) = of_machines.iter().find(|word| text.contains(**word)) {
                complaints.push(format!("{} speaks of {word}: {text}", code.id));
            }
            if text.contains('{') || text.contains("finding.") || text.contains("  ") {
                complaints.push(format!("{}: {text}", code.id));
            }
        }
        if code.severity() != qipin::domain::finding::Severity::Info
            && finding.expected.is_empty()
            && !qipin::text::has(&code.key("expected"))
        {
            complaints.push(format!("{} does not say what is expected", code.id));
        }
        let refused = raised.accepted == qipin::domain::results::Accepted::No;
        if code.refuses() != refused {
            complaints.push(format!("{}: refused is {refused}, raised {}", code.id, ids(&raised)));
        }
        let quiet = check(code, "quiet");
        if quiet.findings.iter().any(|f| f.code == code.id) {
            complaints.push(format!("{} is raised by its quiet fixture", code.id));
        }
        let of_records = code.id[1..].starts_with('8');
        if of_records && quiet.accepted == qipin::domain::results::Accepted::No {
            complaints.push(format!("{}: the quiet record is refused", code.id));
        }
        if !of_records && quiet.sheet().is_none() {
            complaints.push(format!("{}: the quiet fixture is refused by {}", code.id, ids(&quiet)));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    assert!(codes::ALL.len() >= 40);
}

/// What the uploader may not learn: of a record that another agency keeps, nothing that the file does not say itself.
#[test]
fn no_finding_of_any_code_shows_what_the_register_keeps_of_somebody_elses_person() {
    let mut complaints = Vec::new();
    let mut raised = std::collections::BTreeSet::new();
    for (code, kind) in codes::ALL.iter().flat_map(|code| [(code, "raises"), (code, "quiet")]) {
        let folder = root().join(code.id);
        let Some(facts) = context(&folder, kind).1 else { continue };
        // The register as the fixture has it, with other names, with other birth dates.
        let (mut named, mut born) = (facts.clone(), facts.clone());
        named.persons.iter_mut().for_each(|person| person.name = "秘而不宣".to_owned());
        born.persons.iter_mut().for_each(|person| person.birth = "1901-02-03".parse().ok());
        let written: String = ["results", "players"]
            .iter()
            .filter_map(|which| part(&folder, kind, which))
            .map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned())
            .collect();
        for facts in [facts, named, born] {
            let findings = check_with(code, kind, Some(facts.clone())).findings;
            raised.extend(findings.iter().map(|f| f.code));
            for person in &facts.persons {
                // Namesakes are looked at side by side by their numbers.
                let number = Some(person.register.to_string()).filter(|_| !written.contains(&person.name));
                let secrets = [Some(person.name.clone()), person.birth.map(|day| day.to_string()), number];
                for secret in secrets.into_iter().flatten().filter(|secret| !written.contains(secret)) {
                    for finding in findings.iter().filter(|f| format!("{f:?}").contains(&secret)) {
                        complaints.push(format!("{} {kind} tells {secret}: {}", finding.code, finding.en));
                    }
                }
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    for code in ["E702", "E705", "E707"] {
        assert!(raised.contains(code), "{code} was not raised");
    }
}

#[test]
fn a_sex_is_told_in_the_language_of_the_sentence() {
    for code in [&codes::E217, &codes::E507, &codes::W713] {
        let report = check(code, "raises");
        let finding = report.findings.iter().find(|f| f.code == code.id).unwrap();
        let said = format!("{} {} {}", finding.en, finding.seen.en, finding.wanted.en);
        assert!(said.contains("male") && !said.contains(['男', '女']), "{}: {said}", code.id);
        assert!(finding.zh.contains(['男', '女']), "{}", finding.zh);
    }
}

#[test]
fn there_is_no_fixture_without_a_code() {
    for folder in std::fs::read_dir(root()).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(Code::find(&name).is_some(), "tests/fixtures/findings/{name} is of no code");
    }
}

#[test]
fn without_the_register_one_line_names_every_check_left_out() {
    let code = Code::find("I700").unwrap();
    let report = check(code, "raises");
    let named: Vec<_> = report.findings.iter().filter(|f| f.code == "I700").collect();
    assert_eq!(named.len(), 1);
    for code in codes::ALL {
        let listed = named[0].found.split(' ').any(|id| id == code.id);
        assert_eq!(listed, code.mark == Mark::Register, "{}", code.id);
        let raised = report.findings.iter().any(|f| f.code == code.id);
        assert!(!(raised && code.mark == Mark::Register), "{} needs the register", code.id);
    }
    assert!(named[0].en.contains("E701") && named[0].zh.contains("E701"));
}

#[test]
fn the_document_of_findings_is_the_registrys() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/findings.md");
    let expected = document::markdown(&|code| {
        let report = check(code, "raises");
        let finding = report.findings.into_iter().find(|finding| finding.code == code.id)?;
        // The place before it and the rule behind it stand in columns of their own, or are of this fixture only.
        let told = |text: &str, place: &str, rule: &str| {
            let text = text.rsplit_once(rule).map_or(text, |(text, _)| text);
            let text = if finding.line.is_some() || finding.column.is_some() {
                text.split_once(place).map_or(text, |(_, text)| text)
            } else {
                text
            };
            text.trim().chars().take(240).collect::<String>()
        };
        Some(Bilingual { zh: told(&finding.zh, "：", "依据："), en: told(&finding.en, ": ", " Rule: ") })
    });
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/findings.md is stale: UPDATE_DOCS=1 cargo test findings");
}
