//! `qipin check --database`: the findings of the file as without a register, and those that the signed-in dry run
//! gives, in the same bytes.

use crate::support::event as play;
use crate::support::register::{TestRegister, with_register};
use chrono::Duration;
use qipin::cli::check::{Args, respond};
use qipin::cli::output::Format;
use qipin::cli::settings::Asked;
use qipin::domain::finding::{Mark, codes};
use qipin::service::results;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn args(file: PathBuf) -> Args {
    Args {
        files: vec![file],
        players: None,
        scheme: None,
        group: None,
        date: None,
        agency: None,
        level: None,
        event: None,
        database: Asked::default(),
        format: Format::Json,
    }
}

/// The files on disk, as somebody who calls the command has them.
fn write(folder: &Path, files: &results::Files) -> PathBuf {
    let (players, bytes) = files.players.as_ref().unwrap();
    std::fs::write(folder.join(players), bytes).unwrap();
    let path = folder.join(&files.results.0);
    std::fs::write(&path, &files.results.1).unwrap();
    path
}

/// An answer with the name of the file that the workplace keeps: without the folder in which it lay.
fn line(register: &TestRegister, args: &Args) -> String {
    let answer = respond(args, Some(&register.register));
    assert_eq!(answer.err, "");
    let folder = args.files[0].parent().unwrap().display().to_string() + "/";
    answer.out.trim_end().replacen(&folder, "", 1)
}

fn of_mark(report: &Value, mark: Mark) -> Vec<&Value> {
    let marked = |finding: &&Value| {
        let code = finding["code"].as_str().unwrap();
        codes::ALL.iter().any(|known| known.id == code && known.mark == mark && code != "I700")
    };
    report["findings"].as_array().unwrap().iter().filter(marked).collect()
}

#[test]
fn the_register_is_asked_as_by_the_signed_in_dry_run_byte_for_byte() {
    with_register(|register| {
        let folder = tempfile::tempdir().unwrap();
        let crew = play::crew(register, "310");
        // The same people were promoted a moment ago; the next event is of another month and long over.
        let files = play::files("辰", 12, "1段");
        play::confirmed(register, &crew, &files);
        let made = play::approved(register, &crew);
        register.advance(Duration::days(45));
        let mut again = play::files("辰", 12, "3段");
        // Another winner once: the same games again would be told as those of the other event.
        let turned = String::from_utf8(again.results.1).unwrap().replacen(",B+R,", ",W+R,", 1);
        again.results.1 = turned.into_bytes();
        let path = write(folder.path(), &again);

        let signed_in = results::dry_run(&register.register, &crew.clerk, &made.slug, "all", &again).unwrap().json();
        let said: Value = serde_json::from_str(&signed_in).unwrap();
        let of_register = of_mark(&said, Mark::Register);
        assert!(of_register.iter().any(|f| f["code"] == "W722") && of_register.len() > 5, "{signed_in}");

        let mut filed = args(path.clone());
        filed.event = Some(made.slug.clone());
        assert_eq!(line(register, &filed), signed_in, "by the event");
        let mut told = args(path.clone());
        told.scheme = Some("open-test".into());
        told.group = Some("all".into());
        told.date = Some(made.ends_on);
        told.agency = Some("310".into());
        told.level = Some("province".into());
        assert_eq!(line(register, &told), signed_in, "by its facts");

        // What the file alone says is the same with and without a register.
        let alone: Value = serde_json::from_str(&respond(&told, None).out).unwrap();
        let text = |report: &Value| serde_json::to_string(&of_mark(report, Mark::File)).unwrap();
        assert_eq!(text(&alone), text(&said));
        assert!(of_mark(&alone, Mark::Register).is_empty());
        assert_eq!(alone["findings"].as_array().unwrap().iter().filter(|f| f["code"] == "I700").count(), 1);
        assert!(!said["findings"].as_array().unwrap().iter().any(|f| f["code"] == "I700"), "nothing was left out");

        // The very bytes that were kept are named with the event that has them; elsewhere that is an error.
        let path = write(folder.path(), &files);
        let mut kept = args(path);
        let codes = |args: &Args| -> Vec<String> {
            let report: Value = serde_json::from_str(&line(register, args)).unwrap();
            of_mark(&report, Mark::Register).iter().map(|f| f["code"].as_str().unwrap().to_owned()).collect()
        };
        assert!(codes(&kept).contains(&"E719".to_owned()));
        (kept.agency, kept.date) = (Some("310".into()), Some(made.ends_on));
        assert!(codes(&kept).contains(&"W720".to_owned()) && !codes(&kept).contains(&"E719".to_owned()));
    });
}

#[test]
fn what_the_register_does_not_have_is_said_with_exit_code_2() {
    let register = TestRegister::new();
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), &play::files("巳", 4, "5级"));
    let refused = |change: &dyn Fn(&mut Args), known: bool| {
        let mut args = args(path.clone());
        change(&mut args);
        let answer = respond(&args, known.then_some(&register.register));
        assert_eq!((answer.out.as_str(), answer.code), ("", 2), "{}", answer.err);
        answer.err
    };
    assert!(refused(&|a| a.event = Some("nowhere".into()), true).contains("no such event"));
    assert!(refused(&|a| a.event = Some("nowhere".into()), false).contains("--database"));
    assert!(refused(&|a| a.agency = Some("640".into()), true).contains("no such agency"));
}

#[test]
fn the_command_asks_a_named_register_changes_nothing_and_needs_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), &play::files("午", 4, "5级"));
    let run = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qipin"));
        command.args(arguments).current_dir(folder.path());
        command.env_remove("QIPIN_DATABASE_URL").env_remove("QIPIN_SECRET_FILE");
        command.envs(environment.iter().copied()).output().unwrap()
    };
    let file = path.to_str().unwrap();
    let add =
        ["user", "add", "--login", "a.b", "--name", "李", "--mail", "a@b.cn", "--role", "national-admin", "--agency"];
    let made = run(&[&add[..], &["000", "--database", "sqlite:r.db"]].concat(), &[]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    let left_out = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).contains("\"I700\"");
    let asked = |out: &std::process::Output| out.status.code().is_some_and(|code| code < 2) && !left_out(out);

    let before = std::fs::read(folder.path().join("r.db")).unwrap();
    assert!(left_out(&run(&["check", "--format", "json", file], &[])), "no register is named");
    assert!(asked(&run(&["check", "--format", "json", "--database", "sqlite:r.db", file], &[])), "by the flag");
    assert!(asked(&run(&["check", "--format", "json", file], &[("QIPIN_DATABASE_URL", "sqlite:r.db")])));
    assert!(left_out(&run(&["check", "--format", "json", file], &[("QIPIN_DATABASE_URL", "")])), "set to nothing");
    std::fs::write(folder.path().join("qipin.toml"), "database = \"sqlite:r.db\"\n").unwrap();
    assert!(asked(&run(&["check", "--format", "json", file], &[])), "by the file of settings");
    assert_eq!(std::fs::read(folder.path().join("r.db")).unwrap(), before, "nothing was written");

    // A missing database is not made, another's key is not taken, another version's tables are left alone.
    let missing = run(&["check", "--database", "sqlite:none.db", file], &[]);
    assert_eq!((missing.status.code(), folder.path().join("none.db").exists()), (Some(2), false));
    std::fs::write(folder.path().join("other.key"), "11".repeat(32)).unwrap();
    let other = run(&["check", "--secret-file", "other.key", file], &[]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("key"), "{}", String::from_utf8_lossy(&other.stderr));
    std::fs::write(folder.path().join("empty.db"), "").unwrap();
    let bare = run(&["check", "--database", "sqlite:empty.db", "--secret-file", "r.db.key", file], &[]);
    assert_eq!(bare.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&bare.stderr).contains("qipin migrate"),
        "{}",
        String::from_utf8_lossy(&bare.stderr)
    );
}
