//! What every command promises: help, exit codes, JSON, and where settings come from. Asked of the built program.

use crate::support::events;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn qipin(dir: &Path, arguments: &[&str]) -> Output {
    with(dir, arguments, &[])
}

fn with(dir: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipin"));
    command.args(arguments).current_dir(dir);
    for name in ["QIPIN_DATABASE_URL", "QIPIN_SECRET_FILE", "QIPIN_ADDRESS", "QIPIN_BIND"] {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied()).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const COMMANDS: [&[&str]; 22] = [
    &["serve"],
    &["demo"],
    &["check"],
    &["rescore"],
    &["promote"],
    &["schemes"],
    &["schemes", "list"],
    &["schemes", "show"],
    &["schemes", "check"],
    &["number"],
    &["number", "parse"],
    &["number", "area"],
    &["journal"],
    &["journal", "verify"],
    &["user"],
    &["user", "add"],
    &["user", "list"],
    &["user", "disable"],
    &["backup"],
    &["restore"],
    &["migrate"],
    &[],
];

#[test]
fn what_stops_a_command_is_said_in_both_languages() {
    let dir = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (&["serve", "--bind", "nowhere"][..], ["不是127.0.0.1:8080这样的地址", "is no address such as"]),
        (&["serve", "--bind", "0.0.0.0:8080"], ["--behind-tls-proxy，或改用", "reachable from other machines"]),
        (&["serve", "--bind", "127.0.0.1:0", "--notice-days", "0"], ["公示期须为1至365天", "a notice runs"]),
        (&["serve", "--bind", "127.0.0.1:0", "--mail", "pigeon:x"], ["邮件发送方式的设置", "the mail transport"]),
        (&["serve", "--bind", "127.0.0.1:0", "--mail", "smtp://mail.example.cn"], ["须有发件人", "needs a sender"]),
        (&["demo", "--bind", "0.0.0.0:0"], ["演示只在本机地址", "loopback address only"]),
        (&["serve", "--bind", "127.0.0.1:0", "--database", "mysql://x"], ["数据库打不开", "cannot be opened"]),
        (&["migrate", "--database", "mysql://x"], ["数据库打不开", "cannot be opened"]),
        (&["journal", "verify", "--database", "mysql://x"], ["数据库打不开", "cannot be opened"]),
        (&["backup", "copy.db", "--database", "mysql://x"], ["数据库打不开", "cannot be opened"]),
    ] {
        let answer = qipin(dir.path(), arguments);
        let said = String::from_utf8(answer.stderr.clone()).unwrap();
        assert_eq!(code(&answer), 2, "{arguments:?}: {said}");
        assert!(words.iter().all(|word| said.contains(word)), "{arguments:?}: {said}");
    }
}

#[test]
fn every_command_has_help_and_refuses_what_it_does_not_know_with_2() {
    let dir = tempfile::tempdir().unwrap();
    for command in COMMANDS {
        let help = qipin(dir.path(), &[command, &["--help"]].concat());
        assert_eq!(code(&help), 0, "{command:?}");
        assert!(String::from_utf8_lossy(&help.stdout).contains("Usage: qipin"), "{command:?}");
        assert_eq!(code(&qipin(dir.path(), &[command, &["--no-such-flag"]].concat())), 2, "{command:?}");
    }
    assert_eq!(code(&qipin(dir.path(), &[])), 2);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "help makes no files");
}

#[test]
fn commands_that_print_data_print_it_as_json_too() {
    let dir = tempfile::tempdir().unwrap();
    let ask = |arguments: &[&str]| qipin(dir.path(), &[arguments, &["--format", "json"]].concat());
    let first = json(&ask(&["migrate"]));
    assert_eq!(keys(&first), ["applied", "database"]);
    assert!(!first["applied"].as_array().unwrap().is_empty());
    assert_eq!(json(&ask(&["migrate"]))["applied"], serde_json::json!([]));

    let person = ["--login", "li.hua", "--name", "李华", "--mail", "li@example.cn", "--role", "national-admin"];
    let added = json(&ask(&[&["user", "add", "--agency", "000"], &person[..]].concat()));
    assert_eq!(keys(&added), ["ends", "link", "login"]);
    let listed = json(&ask(&["user", "list"]));
    assert_eq!(keys(&listed), ["agency", "created", "login", "mail", "name", "role", "state"]);
    assert_eq!(json(&ask(&["user", "disable", "li.hua"]))["state"], "disabled");
    let again = ask(&["user", "disable", "nobody"]);
    assert_eq!((code(&again), keys(&json(&again))), (2, vec!["en", "field", "refused", "zh"]));

    let verified = ask(&["journal", "verify"]);
    assert_eq!((code(&verified), keys(&json(&verified))), (0, vec!["compared", "problems", "rows"]));

    let kept = ask(&["backup", "copy.db"]);
    assert_eq!((code(&kept), keys(&json(&kept))), (0, vec!["database", "key"]));
    assert_eq!(code(&ask(&["backup", "copy.db"])), 2, "an older copy is not overwritten");
    let back = ask(&["restore", "copy.db", "--database", "sqlite:back.db"]);
    assert_eq!((code(&back), json(&back)["database"].as_str()), (0, Some("back.db")));
    assert_eq!(code(&ask(&["restore", "copy.db"])), 2, "a database is not overwritten");
    assert_eq!(code(&ask(&["journal", "verify", "--database", "sqlite:back.db"])), 0);

    let nowhere = ask(&["journal", "verify", "--database", "sqlite:nowhere.db"]);
    let said = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert_eq!(code(&nowhere), 2);
    assert!(
        said.contains("nowhere.db") && said.contains("--database") && said.contains("QIPIN_DATABASE_URL"),
        "{said}"
    );

    assert_eq!(json(&ask(&["number", "parse", "310260001"]))["valid"], true);
    assert_eq!(code(&ask(&["number", "parse", "31026"])), 1);
    assert_eq!(code(&ask(&["number", "area", "310"])), 0);
    let schemes = ask(&["schemes", "list"]);
    let lines = String::from_utf8(schemes.stdout).unwrap();
    assert!(lines.lines().count() > 10 && lines.lines().all(|l| serde_json::from_str::<Value>(l).is_ok()), "{lines}");
    assert_eq!(code(&ask(&["schemes", "show", "yixing-2025"])), 0);
    assert_eq!(code(&ask(&["schemes", "show", "nowhere-1900"])), 2);
}

#[test]
fn a_copy_without_the_key_of_its_register_is_neither_made_nor_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let ask = |arguments: &[&str]| qipin(dir.path(), arguments);
    let there = |name: &str| dir.path().join(name).exists();
    let person = ["--login", "li.hua", "--name", "李华", "--mail", "li@example.cn", "--role", "national-admin"];
    assert_eq!(code(&ask(&[&["user", "add", "--agency", "000"], &person[..]].concat())), 0);
    assert_eq!(code(&ask(&["backup", "copy.db"])), 0);

    std::fs::rename(dir.path().join("qipin.db.key"), dir.path().join("away.key")).unwrap();
    let without = ask(&["backup", "second.db"]);
    assert_eq!((code(&without), there("second.db"), there("second.db.key")), (2, false, false));
    assert!(String::from_utf8_lossy(&without.stderr).contains("qipin.db.key"), "it names what is missing");
    assert_eq!(code(&ask(&["user", "list"])), 2);
    let more = ["--login", "li.min", "--name", "李敏", "--mail", "min@example.cn", "--role", "national-admin"];
    assert_eq!(code(&ask(&[&["user", "add", "--agency", "000"], &more[..]].concat())), 2);
    assert!(!there("qipin.db.key"), "a register that has a key is given no second one");

    std::fs::rename(dir.path().join("copy.db.key"), dir.path().join("copy.key")).unwrap();
    assert_eq!(code(&ask(&["restore", "copy.db", "--database", "sqlite:back.db"])), 2);
    std::fs::write(dir.path().join("copy.db.key"), "00".repeat(32)).unwrap();
    assert_eq!(code(&ask(&["restore", "copy.db", "--database", "sqlite:back.db"])), 2, "the key of another register");
    assert!(!there("back.db") && !there("back.db.key") && !there("back.db.part"));
    let lost = ask(&["restore", "nowhere.db", "--database", "sqlite:back.db"]);
    assert!(code(&lost) == 2 && String::from_utf8_lossy(&lost.stderr).contains("nowhere.db"));
}

#[test]
fn a_journal_that_somebody_touched_ends_with_1() {
    let dir = tempfile::tempdir().unwrap();
    let person = ["--login", "li.hua", "--name", "李华", "--mail", "li@example.cn", "--role", "national-admin"];
    qipin(dir.path(), &[&["user", "add", "--agency", "000"], &person[..]].concat());
    {
        use diesel::connection::SimpleConnection;
        let place = qipin::store::Place::parse(&format!("sqlite:{}/qipin.db", dir.path().display()), false).unwrap();
        place.open().unwrap().batch_execute("UPDATE journal SET actor = 'account:9' WHERE seq = 1").unwrap();
    }
    let verified = qipin(dir.path(), &["journal", "verify", "--format", "json"]);
    assert_eq!(code(&verified), 1);
    assert_eq!(json(&verified)["problems"][0]["seq"], 1);
}

#[test]
fn a_setting_comes_from_the_flag_else_the_environment_else_the_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("qipin.toml"), "database = \"sqlite:file.db\"\n").unwrap();
    let made = |arguments: &[&str], environment: &[(&str, &str)]| {
        let output = with(dir.path(), &[&["migrate", "--format", "json"], arguments].concat(), environment);
        json(&output)["database"].as_str().unwrap().to_owned()
    };
    let environment = [("QIPIN_DATABASE_URL", "sqlite:environment.db")];
    assert_eq!(made(&["--database", "sqlite:flag.db"], &environment), "sqlite:flag.db");
    assert_eq!(made(&[], &environment), "sqlite:environment.db");
    assert_eq!(made(&[], &[]), "sqlite:file.db");
    std::fs::remove_file(dir.path().join("qipin.toml")).unwrap();
    assert_eq!(made(&[], &[]), "sqlite:qipin.db");
    for name in ["flag.db", "environment.db", "file.db", "qipin.db"] {
        assert!(dir.path().join(name).is_file(), "{name}");
    }
    // A file that says something unknown stops every command that reads it.
    std::fs::write(dir.path().join("qipin.toml"), "databse = \"sqlite:file.db\"\n").unwrap();
    assert_eq!(code(&qipin(dir.path(), &["migrate"])), 2);
}

#[test]
fn an_address_open_to_the_network_ends_with_2_whichever_setting_names_it() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(code(&qipin(dir.path(), &["serve", "--bind", "0.0.0.0:0"])), 2);
    assert_eq!(code(&with(dir.path(), &["serve"], &[("QIPIN_BIND", "0.0.0.0:0")])), 2);
    std::fs::write(dir.path().join("qipin.toml"), "bind = \"0.0.0.0:0\"\n").unwrap();
    assert_eq!(code(&qipin(dir.path(), &["serve"])), 2);
    assert_eq!(code(&qipin(dir.path(), &["demo", "--bind", "0.0.0.0:0"])), 2);
    assert!(!dir.path().join("qipin.db").exists(), "nothing was made before the refusal");
}

#[test]
fn the_built_program_answers_real_crosstables_as_the_library_does() {
    let Some(folder) = events("the_built_program_answers_real_crosstables_as_the_library_does") else { return };
    let dir = tempfile::tempdir().unwrap();
    let checks = [
        ("01-large", "with-adjustments", 1),
        ("03-medium", "yes", 1),
        ("05-medium", "yes", 1),
        ("07-medium", "yes", 0),
        ("09-small", "yes", 0),
        ("11-small", "no", 1),
        ("13-handicap", "yes", 0),
        ("15-draws", "yes", 1),
        ("17-booked-twice", "no", 1),
        ("19-unknown-results", "yes", 1),
    ];
    for (name, accepted, expected) in checks {
        let file = folder.join(format!("{name}.results.csv")).display().to_string();
        let checked = qipin(dir.path(), &["check", "--format", "json", &file]);
        assert_eq!((json(&checked)["accepted"].as_str(), code(&checked)), (Some(accepted), expected), "{name}");
        let promote = ["promote", "--scheme", "open-test", "--group", "all", "--format", "json", &file];
        let promoted = qipin(dir.path(), &promote);
        let text = String::from_utf8(promoted.stdout.clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        match accepted {
            "no" => {
                assert_eq!(code(&promoted), 1, "{name}");
                assert!(lines.iter().all(|l| l["line"].is_u64() && l["code"].is_string()), "{name}: {text}");
            }
            _ => {
                assert_eq!(code(&promoted), 0, "{name}");
                let awards = lines.iter().filter(|line| !line["award"].is_null()).count();
                assert!(awards > 0 && awards * 10 <= lines.len() * 3 + 9, "{name}: {awards} of {}", lines.len());
                assert!(lines.iter().all(|line| line["award"].is_null() == line["clause"].is_null()), "{name}");
            }
        }
    }
}
