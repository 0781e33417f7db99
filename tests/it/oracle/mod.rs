//! Standings and awards of random events, computed a second time by `tests/oracle/standings.py`, which is written from
//! docs/schemes.md and knows nothing of the code.
//!
//! `QIPIN_TEST_ORACLE` is the number of events (60 when it is not set), `QIPIN_TEST_ORACLE_SEED` the seed of the first,
//! `QIPIN_TEST_ORACLE_KEEP` a folder in which they stay.

mod event;
mod pairing;
mod random;
mod scheme;

use crate::schemes::run;
use event::Event;
use random::Random;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name} is {text}")))
}

/// Python, unless there is none. Whoever asks for a number of events gets them or a failure.
fn python() -> Option<&'static str> {
    let found = Command::new("python3").args(["-c", "import tomllib"]).output().is_ok_and(|o| o.status.success());
    assert!(found || std::env::var_os("QIPIN_TEST_ORACLE").is_none(), "python3 (3.11 or newer) is not here");
    found.then_some("python3")
}

fn second(python: &str, folder: &Path, planting: bool) -> (bool, String) {
    let mut command = Command::new(python);
    command.arg(root().join("tests/oracle/standings.py")).args(planting.then_some("--plant")).arg(folder);
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.success(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

/// Writes an event as an organiser would send it, and beside it what `qipin promote` answers.
fn write(folder: &Path, number: u64, event: &Event) -> Value {
    std::fs::write(folder.join(format!("{number}.players.csv")), event.players_csv()).unwrap();
    let file = folder.join(format!("{number}.results.csv"));
    std::fs::write(&file, event.results_csv()).unwrap();
    let scheme = match (&event.text, event.scheme_file()) {
        (Some(text), _) => {
            let path = folder.join(format!("{number}.toml"));
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        }
        (None, Some(path)) => path.display().to_string(),
        (None, None) => event.scheme.clone(),
    };
    let mut arguments = vec!["promote".to_owned(), "--format".to_owned(), "json".to_owned()];
    let mut add = |key: &str, value: &str| arguments.extend([format!("--{key}"), value.to_owned()]);
    add("scheme", &scheme);
    add("group", &event.group);
    add("lot-seed", &event.lot_seed.to_string());
    for (key, value) in [("date", &event.date), ("level", &event.level), ("agency", &event.agency)] {
        if let Some(value) = value {
            add(key, value);
        }
    }
    for (id, value) in &event.parameters {
        add("set", &format!("{id}={value}"));
    }
    arguments.push(file.display().to_string());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = run(&arguments).unwrap_or_else(|error| panic!("event {number}: {error:#}"));
    let lines: Vec<Value> = answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refused = answer.code != 0;
    let written = json!({
        "asked": event.asked(),
        "refused": refused,
        "answer": if refused { Vec::new() } else { lines },
    });
    std::fs::write(folder.join(format!("{number}.json")), written.to_string()).unwrap();
    written
}

#[test]
fn a_second_implementation_gives_the_same_standings_and_awards() {
    let Some(python) = python() else { return };
    let (count, seed) = (setting("QIPIN_TEST_ORACLE", 60), setting("QIPIN_TEST_ORACLE_SEED", 20_261_201));
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("QIPIN_TEST_ORACLE_KEEP").map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(temporary.path());
    std::fs::create_dir_all(folder).unwrap();
    let (mut refused, mut awards, mut players) = (0, 0, 0);
    for number in 0..count {
        let event = Event::random(&mut Random::new(seed.wrapping_add(number)));
        let written = write(folder, number, &event);
        refused += u64::from(written["refused"] == true);
        let lines = written["answer"].as_array().unwrap();
        players += lines.len();
        awards += lines.iter().filter(|line| !line["award"].is_null()).count();
    }
    println!("oracle: {count} events from seed {seed}: {players} players, {awards} awards, {refused} files refused");
    let (alike, said) = second(python, folder, false);
    println!("oracle: {said}");
    assert!(alike, "events from seed {seed} (QIPIN_TEST_ORACLE_SEED): the two answers differ\n{said}");
    // The comparison itself: a change in every answer, and every one is noticed.
    let (noticed, said) = second(python, folder, true);
    println!("oracle: {said}");
    assert!(noticed, "{said}");
    assert!(refused < count / 5 && awards * 20 > players, "the events are too plain to mean anything");
}
