//! `qipin user`, and the link that the first start prints.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn qipin(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipin"));
    command.args(arguments).current_dir(dir).env("QIPIN_ADDRESS", "https://grades.example.cn/");
    command.env_remove("QIPIN_DATABASE_URL").env_remove("QIPIN_SECRET_FILE").output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn add<'a>(login: &'a str, role: &'a str, agency: &'a str) -> Vec<&'a str> {
    let name = ["--name", "李华", "--mail", "li.hua@example.cn", "--role", role, "--agency", agency];
    [&["user", "add", "--login", login][..], &name[..]].concat()
}

#[test]
fn an_account_is_added_listed_and_disabled() {
    let dir = tempfile::tempdir().unwrap();
    let added = qipin(dir.path(), &add("li.hua", "national-admin", "000"));
    assert_eq!(added.status.code(), Some(0), "{}", String::from_utf8_lossy(&added.stderr));
    let link = text(&added);
    let token = link.trim().strip_prefix("https://grades.example.cn/staff/invitation/").unwrap();
    assert!(token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit()), "{token}");

    let json = [add("zhao.lei", "national-auditor", "000"), vec!["--format", "json"]].concat();
    let answer: serde_json::Value = serde_json::from_str(&text(&qipin(dir.path(), &json))).unwrap();
    assert!(answer["link"].as_str().unwrap().starts_with("https://grades.example.cn/staff/invitation/"));

    let listed = text(&qipin(dir.path(), &["user", "list", "--format", "json"]));
    let lines: Vec<serde_json::Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["login"], "li.hua");
    assert_eq!(lines[0]["role"], "national-admin");
    assert_eq!((&lines[0]["agency"], &lines[0]["state"]), (&"000".into(), &"invited".into()));
    assert_eq!(text(&qipin(dir.path(), &["user", "list", "--agency", "310"])), "");

    let disabled = qipin(dir.path(), &["user", "disable", "zhao.lei"]);
    assert_eq!((disabled.status.code(), text(&disabled).as_str()), (Some(0), "zhao.lei\tdisabled\n"));
    let verified = qipin(dir.path(), &["journal", "verify"]);
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified));
}

#[test]
fn what_cannot_be_used_is_said_in_both_languages_with_exit_code_2() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(qipin(dir.path(), &["user", "list"]).status.code(), Some(2), "there is no database");
    let wrong = qipin(dir.path(), &add("X", "national-admin", "000"));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong).starts_with("--login: 登录名"), "{}", text(&wrong));
    let agency = qipin(dir.path(), &add("li.hua", "agency-manager", "999"));
    assert_eq!((agency.status.code(), text(&agency).contains("No agency")), (Some(2), true), "{}", text(&agency));
    let role = qipin(dir.path(), &add("li.hua", "king", "000"));
    assert_eq!(role.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&role.stderr).contains("agency-manager"), "the roles are listed");
    assert_eq!(qipin(dir.path(), &["user", "disable", "nobody"]).status.code(), Some(2));
}

#[test]
fn the_first_start_prints_a_link_that_opens() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_qipin"))
        .args(["serve", "--bind", "127.0.0.1:0", "--workers", "1"])
        .current_dir(dir.path())
        .env_remove("QIPIN_ADDRESS")
        .env_remove("QIPIN_DATABASE_URL")
        .env_remove("QIPIN_SECRET_FILE")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines: Vec<String> =
        BufReader::new(server.stdout.take().unwrap()).lines().map_while(Result::ok).take(4).collect();
    let origin = lines[0].strip_prefix("qipin listens on ").unwrap().trim_end_matches('/').to_owned();
    let path = lines[3].split_once("/staff/").unwrap().1;
    let page = ureq::get(format!("{origin}/staff/{path}")).call().unwrap().into_body().read_to_string().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(lines[1].contains("第一位国家管理员") && lines[2].contains("first national administrator"), "{lines:?}");
    assert!(page.contains("name=\"login\"") && page.contains("name=\"mail\""), "{page}");
}
