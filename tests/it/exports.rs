//! Results as files: what each loses is said first, and the file read again is the event.

use crate::support::event as play;
use crate::support::register::{PASSWORD, TestRegister};
use crate::support::server::{Browser, TestServer};
use qipin::domain::finding::Finding;
use qipin::domain::permission::Role;
use qipin::domain::results::interchange::write::Target;
use qipin::domain::results::{NamedBytes, Reading, ResultsInput, read};
use qipin::service::results;
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;

fn serve(test: &TestRegister) -> TestServer {
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    TestServer::start(AppState::new(test.register.clone(), settings))
}

fn at_work(server: &TestServer, login: &str) -> Browser {
    let mut browser = server.browser();
    browser.sign_in(login, PASSWORD);
    browser
}

fn of(bytes: &[u8]) -> Reading {
    read(&ResultsInput { results: NamedBytes { name: "event", bytes }, players: None })
}

#[test]
fn the_workplace_lists_what_a_format_loses_before_its_download_and_the_journal_knows_who_took_it() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let files = play::files("亥", 6, "1级");
    let made = play::submitted(&register, &crew, &files);
    let server = serve(&register);
    let mut clerk = at_work(&server, &crew.clerk.login);
    let group = format!("/staff/events/{}/groups/all", made.slug);
    assert!(clerk.get(&group).text().contains(&format!("{group}/export")));
    let page = clerk.get(&format!("{group}/export?lang=en")).text();
    assert!(page.contains("the birth date is left out (6)") && page.contains("Holds everything"), "{page}");
    for target in Target::ALL {
        assert!(page.contains(&format!("{group}/export/{}", target.ending())), "{target:?}");
    }
    let sent = read(&ResultsInput {
        results: NamedBytes { name: "a.results.csv", bytes: &files.results.1 },
        players: files.players.as_ref().map(|(name, bytes)| NamedBytes { name, bytes }),
    });
    let sent = sent.sheet.unwrap();
    for target in [Target::Workbook, Target::OpenGotha, Target::H9, Target::Trf] {
        let answer = clerk.get(&format!("{group}/export/{}", target.ending()));
        let sheet = of(&answer.body).sheet.unwrap();
        assert_eq!((sheet.entries.len(), sheet.games.len()), (sent.entries.len(), sent.games.len()), "{target:?}");
        assert_eq!(sheet.entries[5].name, sent.entries[5].name, "{target:?}");
        if target == Target::Workbook {
            assert_eq!(sheet, sent, "the register's own file holds everything");
        }
    }
    assert_eq!(clerk.get(&format!("{group}/export/exe")).status, 404);
    let opened = register.journal().into_iter().filter(|row| row.contains("event.open_file")).count();
    assert_eq!(opened, 4);
    register.assert_journal_agrees();
}

#[test]
fn the_public_takes_names_as_they_are_shown_and_nothing_else_of_a_person() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let rows = ["李建国,男,1970-01-02,1级,,,", "张文轩,男,2012-05-05,1级,,,", "王芳,女,1980-01-01,1级,,,"];
    let others: Vec<String> = (3..10)
        .map(|n| format!("丁{},男,198{n}-03-0{n},1级,,,", ["甲", "乙", "丙", "丁", "戊", "己", "庚", "辛"][n - 3]))
        .collect();
    let all: Vec<&str> = rows.into_iter().chain(others.iter().map(String::as_str)).collect();
    let made = play::submitted(&register, &crew, &play::files_of(&all));
    let server = serve(&register);
    let own = format!("/events/{}", made.slug);
    assert!(server.get(&own).text().contains(&format!("{own}/export?group=all")));
    let page = server.get(&format!("{own}/export?group=all&lang=en")).text();
    assert!(page.contains("Holds everything") && !page.contains("the birth date is left out"), "{page}");
    for target in Target::ALL {
        let answer = server.get(&format!("{own}/export/{}?group=all", target.ending()));
        assert_eq!(answer.status, 200, "{target:?}");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!text.contains("张文轩") && !text.contains("1970") && !text.contains("2012-05"), "{target:?}: {text}");
    }
    let xml = server.get(&format!("{own}/export/opengotha.xml?group=all"));
    assert!(xml.text().contains("firstName=\"建国\""), "{}", xml.text());
    let sheet = of(&xml.body).sheet.unwrap();
    assert!(sheet.entries.iter().any(|entry| entry.name == "张*轩"));
}

#[test]
fn an_upload_of_another_programs_file_is_a_version_with_its_findings() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    let xml = std::fs::read(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/interchange/event.opengotha.xml"),
    );
    let files = results::Files { results: ("event.opengotha.xml".into(), xml.unwrap()), players: None };
    let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &files).unwrap();
    let codes: Vec<_> = answer.report.findings.iter().map(|f| f.code).collect();
    assert!(codes.contains(&"I130") && codes.contains(&"E232"), "{codes:?}");
    assert!(!answer.report.findings.iter().any(Finding::refuses) && answer.report.blocks());
    // What is refused is kept too, and can be taken back.
    let broken =
        results::Files { results: ("event.h9".into(), b"1 Li Si 3D CN xxxx 0 9+/w0\n".to_vec()), players: None };
    let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &broken).unwrap();
    assert!(answer.report.findings.iter().any(Finding::refuses));
    let server = serve(&register);
    let auditor = register.account(Role::NationalAuditor, register.national_office());
    let mut reader = at_work(&server, &auditor.login);
    let kept = reader.get(&format!("/staff/events/{}/groups/all/versions/{}/results", made.slug, answer.version));
    assert_eq!((kept.status, kept.body), (200, broken.results.1));
}
