//! One file, one answer: what the command says of a fixture, the public check says in the same bytes, and the submission
//! says of it what needs no register.

use crate::support::event as play;
use crate::support::register::TestRegister;
use crate::support::server::{TestServer, multipart, state};
use qipin::cli::check::{Args, respond};
use qipin::cli::output::Format;
use qipin::cli::settings::Asked;
use qipin::domain::finding::{Mark, codes};
use qipin::service::results;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The files of a fixture, and what it says about its event.
struct Fixture {
    name: String,
    results: (String, Vec<u8>),
    players: Option<(String, Vec<u8>)>,
    context: Value,
}

fn fixtures() -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/findings");
    let mut found = Vec::new();
    for code in codes::ALL {
        for kind in ["raises", "quiet"] {
            let folder = root.join(code.id);
            let Some(results) = crate::findings::part(&folder, kind, "results") else { continue };
            let context = std::fs::read(folder.join(format!("{kind}.json"))).unwrap_or_else(|_| b"{}".to_vec());
            found.push(Fixture {
                name: format!("{} {kind}", code.id),
                results,
                players: crate::findings::part(&folder, kind, "players"),
                context: serde_json::from_slice(&context).unwrap(),
            });
        }
    }
    found
}

impl Fixture {
    /// What it says, as far as everybody can be told it: a scheme that is not built in has no name.
    fn said(&self, key: &str) -> Option<String> {
        let said = self.context.get(key).map(|value| value.as_str().unwrap().to_owned());
        said.filter(|_| self.context["scheme"] != "conditions" || !matches!(key, "scheme" | "group"))
    }

    /// The command's answer, without the folder in which the file lies.
    fn command(&self, folder: &Path, said: impl Fn(&str) -> Option<String>) -> String {
        let write = |(name, bytes): &(String, Vec<u8>)| -> PathBuf {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        let args = Args {
            files: vec![write(&self.results)],
            players: self.players.as_ref().map(write),
            scheme: said("scheme"),
            group: said("group"),
            date: said("date").map(|date| date.parse().unwrap()),
            agency: said("agency"),
            level: said("level"),
            event: None,
            database: Asked::default(),
            format: Format::Json,
        };
        let answer = respond(&args, None);
        assert_eq!(answer.err, "", "{}", self.name);
        answer.out.trim_end().replace(&format!("{}/", folder.display()), "")
    }
}

/// The findings that need no register, as they are written; those that count what is not listed count others too.
fn of_the_file(report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).unwrap();
    let of_file = |finding: &&Value| {
        let code = finding["code"].as_str().unwrap();
        !matches!(code, "I700" | "I126" | "W128")
            && codes::ALL.iter().any(|known| known.id == code && known.mark == Mark::File)
    };
    report["findings"].as_array().unwrap().iter().filter(of_file).map(Value::to_string).collect()
}

#[test]
fn the_public_check_answers_every_fixture_as_the_command_does_byte_for_byte() {
    let server = TestServer::start(state());
    let (mut asked, mut different) = (0, Vec::new());
    for fixture in fixtures() {
        let folder = tempfile::tempdir().unwrap();
        let command = fixture.command(folder.path(), |key| fixture.said(key));
        let said = ["scheme", "group", "date", "agency", "level"].map(|key| (key, fixture.said(key)));
        let fields: Vec<(&str, &str)> =
            said.iter().filter_map(|(key, value)| Some((*key, value.as_deref()?))).collect();
        let mut files = vec![("results", fixture.results.0.as_str(), fixture.results.1.as_slice())];
        files.extend(fixture.players.as_ref().map(|(name, bytes)| ("players", name.as_str(), bytes.as_slice())));
        let (kind, body) = multipart(&fields, &files);
        let page = server.browser().post_bytes("/api/v1/check", &kind, &body);
        asked += 1;
        if page.text() != command {
            different.push(format!(
                "{}: {}\n  the command: {command}\n  the page: {}",
                fixture.name,
                page.status,
                page.text()
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(asked > 250, "{asked} fixtures");
}

#[test]
fn the_submission_finds_in_every_fixture_what_the_command_finds() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    let of_event = |key: &str| {
        Some(match key {
            "scheme" => "open-test".to_owned(),
            "group" => "all".to_owned(),
            "date" => made.ends_on.to_string(),
            "agency" => "310".to_owned(),
            _ => "province".to_owned(),
        })
    };
    let (mut asked, mut different) = (0, Vec::new());
    for fixture in fixtures() {
        let folder = tempfile::tempdir().unwrap();
        let command = of_the_file(&fixture.command(folder.path(), of_event));
        let files = results::Files { results: fixture.results, players: fixture.players };
        // What is larger than a file may be is not taken in at all.
        let Ok(report) = results::dry_run(&register.register, &crew.clerk, &made.slug, "all", &files) else {
            continue;
        };
        asked += 1;
        let submission = of_the_file(&report.json());
        if submission != command {
            different.push(format!("{}\n  the command: {command:?}\n  the submission: {submission:?}", fixture.name));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(asked > 250, "{asked} fixtures");
}
