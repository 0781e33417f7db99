//! A small event, played up to a state through the use cases.

use super::register::TestRegister;
use chrono::{Duration, NaiveDate};
use qipin::domain::finding::Severity;
use qipin::domain::permission::Role;
use qipin::service::certificate::{self, Issue};
use qipin::service::event::{self, EventForm, Verdict};
use qipin::service::results::{self, ChosenWarnings, Files, Identity, finding_key};
use qipin::service::{Staff, notice};
use qipin::store::award::{self, Award};
use qipin::store::certificate::{self as papers, Certificate};
use qipin::store::event::Event;

/// Who works on the events of a test.
pub struct Crew {
    pub clerk: Staff,
    pub manager: Staff,
    pub reviewer: Staff,
}

/// The people of an agency, and a reviewer.
pub fn crew(register: &TestRegister, code: &str) -> Crew {
    let (agency, office) = (register.agency(code), register.agency("000"));
    Crew {
        clerk: register.account(Role::AgencyClerk, agency),
        manager: register.account(Role::AgencyManager, agency),
        reviewer: register.account(Role::NationalReviewer, office),
    }
}

/// The form of an event under `open-test` that ended the day before the clock's day.
pub fn form(register: &TestRegister) -> EventForm {
    let last: NaiveDate = register.register.today() - Duration::days(1);
    EventForm {
        name: "测试升段赛".to_owned(),
        place: "棋院".to_owned(),
        level: "province".to_owned(),
        scheme: "open-test".to_owned(),
        starts_on: Some(last),
        ends_on: Some(last),
        groups: Vec::new(),
        parameters: Default::default(),
        records: Default::default(),
        key: String::new(),
    }
}

/// An approved event.
pub fn approved(register: &TestRegister, crew: &Crew) -> Event {
    let made = event::create(&register.register, &crew.clerk, &form(register)).unwrap();
    event::file(&register.register, &crew.clerk, &made.slug).unwrap();
    event::decide_filing(&register.register, &crew.reviewer, &made.slug, &Verdict::Approve).unwrap();
    made
}

/// The players `1..=count`, all of one grade, and a round robin in which the lower number always wins.
pub fn files(names: &str, count: usize, grade: &str) -> Files {
    let mut players = String::from("id,name,sex,birth,grade,certificate,agency,club\n");
    for id in 1..=count {
        let (year, day) = (1980 + id % 25, 1 + id % 28);
        players.push_str(&format!("{id},{names}{},男,{year}-03-{day:02},{grade},,,\n", han(id)));
    }
    with_results(players, count)
}

/// Players as `name,sex,birth,grade,certificate,register,document`, and a round robin in which the upper always wins.
pub fn files_of(rows: &[&str]) -> Files {
    let mut players = String::from("id,name,sex,birth,grade,certificate,register,document\n");
    for (id, row) in (1..).zip(rows) {
        players.push_str(&format!("{id},{row}\n"));
    }
    with_results(players, rows.len())
}

fn with_results(players: String, count: usize) -> Files {
    let mut results = String::from("round,board,black,white,result,handicap,komi,game\n");
    // The circle method: in round r the first stays, the others turn.
    let even = count + count % 2;
    for round in 1..even {
        let seat = |at: usize| if at == 0 { 1 } else { (at - 1 + round - 1) % (even - 1) + 2 };
        for board in 0..even / 2 {
            let (a, b) = (seat(board), seat(even - 1 - board));
            let (low, high) = (a.min(b), a.max(b));
            match high > count {
                true => results.push_str(&format!("{round},,{low},,bye,,,\n")),
                false => results.push_str(&format!("{round},{},{low},{high},B+R,,7.5,\n", board + 1)),
            }
        }
    }
    Files {
        results: ("a.results.csv".to_owned(), results.into_bytes()),
        players: Some(("a.players.csv".to_owned(), players.into_bytes())),
    }
}

fn han(n: usize) -> String {
    n.to_string().chars().map(|c| char::from_u32(c as u32 - '0' as u32 + '一' as u32).unwrap()).collect()
}

/// Uploads a group's results and gives every warning a reason.
pub fn upload(register: &TestRegister, crew: &Crew, made: &Event, files: &Files) {
    upload_to(register, crew, made, "all", files);
}

/// The same for a group of several.
pub fn upload_to(register: &TestRegister, crew: &Crew, made: &Event, group: &str, files: &Files) {
    let answer = results::upload(&register.register, &crew.clerk, &made.slug, group, files).unwrap();
    let errors: Vec<_> =
        answer.report.findings.iter().filter(|f| f.severity == Severity::Error).map(|f| &f.en).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let warnings: Vec<_> =
        answer.report.findings.iter().filter(|f| f.severity == Severity::Warning).map(finding_key).collect();
    if !warnings.is_empty() {
        results::acknowledge(
            &register.register,
            &crew.clerk,
            &made.slug,
            answer.upload_id,
            &ChosenWarnings { keys: &warnings, ..Default::default() },
            "已核对",
        )
        .unwrap();
    }
}

/// An event with submitted results.
pub fn submitted(register: &TestRegister, crew: &Crew, files: &Files) -> Event {
    let made = approved(register, crew);
    upload(register, crew, &made, files);
    results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
    for case in cases(register, &made) {
        results::decide_match(&register.register, &crew.clerk, &made.slug, case.id, Identity::New, "同名").unwrap();
    }
    made
}

/// An event with confirmed results.
pub fn confirmed(register: &TestRegister, crew: &Crew, files: &Files) -> Event {
    let made = submitted(register, crew, files);
    event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
    made
}

/// An event with everything that it grants issued; awards of 4段 and above run through their notice first.
pub fn issued(register: &TestRegister, crew: &Crew, files: &Files) -> Event {
    let made = confirmed(register, crew, files);
    let waiting: Vec<i64> = awards(register, &made).iter().filter(|a| a.state == "confirmed").map(|a| a.id).collect();
    if !waiting.is_empty() {
        notice::publish(&register.register, &crew.reviewer, &waiting).unwrap();
        register.advance(Duration::days(9));
        notice::close_due(&register.register).unwrap();
    }
    issue(register, crew, &made);
    made
}

/// Issues what an event grants.
pub fn issue(register: &TestRegister, crew: &Crew, made: &Event) -> usize {
    let key = format!("issue {} {}", made.id, register.register.now());
    certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), &key).unwrap().new
}

/// The certificate of an award, with its state.
pub fn paper(register: &TestRegister, award: &Award) -> Certificate {
    let found = register.register.read(|conn| Ok(papers::of_awards(conn, &[award.id])?)).unwrap();
    found.into_iter().next().unwrap()
}

/// The highest grade that a person holds.
pub fn grade(register: &TestRegister, person: i64) -> Option<i64> {
    register.register.read(|conn| Ok(qipin::store::person::by_id(conn, person)?.grade)).unwrap()
}

/// The same files with every game won by the other player.
pub fn turned(files: &Files) -> Files {
    let text = String::from_utf8(files.results.1.clone()).unwrap().replace("B+R", "W+R");
    Files { results: (files.results.0.clone(), text.into_bytes()), players: files.players.clone() }
}

/// The awards of an event that are not refused.
pub fn awards(register: &TestRegister, made: &Event) -> Vec<Award> {
    let all = register.register.read(|conn| Ok(award::of_event(conn, made.id)?)).unwrap();
    all.into_iter().filter(|a| a.state != "refused").collect()
}

/// The state of an event.
pub fn state(register: &TestRegister, made: &Event) -> String {
    register.register.read(|conn| Ok(qipin::store::event::by_id(conn, made.id)?.state)).unwrap()
}

/// The doubtful matches of an event that wait for a decision.
pub fn cases(register: &TestRegister, made: &Event) -> Vec<qipin::store::entry::MatchCase> {
    register.register.read(|conn| Ok(qipin::store::entry::open_cases(conn, made.id)?)).unwrap()
}

/// The entries of an event's current uploads.
pub fn entries(register: &TestRegister, made: &Event) -> Vec<qipin::store::entry::Entry> {
    register.register.read(|conn| Ok(qipin::store::entry::of_event(conn, made.id)?)).unwrap()
}
