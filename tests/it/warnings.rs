//! Warnings that were given a reason stop nothing; those that were not stop the submission, listed or not.

use crate::support::event::{self as play};
use crate::support::fixture::World;
use crate::support::register::{TestRegister, with_register};
use chrono::Duration;
use qipin::domain::finding::log::LISTED_PER_CODE;
use qipin::domain::finding::{Finding, Severity};
use qipin::service::results::{self, ChosenWarnings, Files, finding_key};
use qipin::service::view::{event_checked, staff_event};
use qipin::service::{ServiceError, ServiceResult, event};
use qipin::store::entry;
use qipin::store::event::Event;

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_board_that_stands_twice_is_a_warning_and_the_games_are_kept_as_written() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let mut files = play::files("甲", 8, "5级");
    let text = String::from_utf8(files.results.1.clone()).unwrap();
    // The second board of the first round is written as the first one too, and the third has none.
    files.results.1 = text.replacen("\n1,2,", "\n1,1,", 1).replacen("\n1,3,", "\n1,,", 1).into_bytes();
    let made = play::approved(&register, &crew);
    let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &files).unwrap();
    assert!(answer.report.findings.iter().any(|f| f.code == "W308"));
    assert_eq!(refused(results::submit(&register.register, &crew.clerk, &made.slug, "")), "refusal.warnings_open");
    play::upload(&register, &crew, &made, &files);
    results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
    let games = register.register.read(|conn| Ok(entry::games_of_upload(conn, answer.upload_id)?)).unwrap();
    let boards: Vec<Option<i64>> = games.iter().filter(|g| g.round == 1).map(|g| g.board).collect();
    assert_eq!(boards, [Some(1), Some(1), Some(4), None], "games without a board come last");
    event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
    register.assert_journal_agrees();
}

/// The words of the event's page on its only group: errors, warnings, those with a reason.
fn counted(register: &TestRegister, crew: &play::Crew, made: &Event) -> (usize, usize, usize) {
    let counts = event_checked::checked(&register.register, &crew.reviewer, &made.slug).unwrap().1.counts["all"];
    (counts.errors, counts.warnings, counts.acknowledged)
}

/// The same of the list on the group's page.
fn listed(register: &TestRegister, crew: &play::Crew, made: &Event) -> (usize, usize, usize) {
    let upload = staff_event::group_upload(&register.register, &crew.reviewer, &made.slug, "all").unwrap().unwrap();
    let of = |severity| upload.findings.iter().filter(move |f| f.finding.severity == severity);
    (
        of(Severity::Error).count(),
        of(Severity::Warning).count(),
        of(Severity::Warning).filter(|f| f.reason.is_some()).count(),
    )
}

#[test]
fn what_is_counted_is_what_is_listed_and_what_the_submission_asks_for() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let made = play::approved(register, &crew);
        let (first, second) = (play::files("甲", 10, "5级"), play::turned(&play::files("甲", 10, "5级")));
        let send = |files: &Files| results::upload(&register.register, &crew.clerk, &made.slug, "all", files).unwrap();
        let same = |expected: (usize, usize, usize)| {
            assert_eq!(counted(register, &crew, &made), expected, "counted");
            assert_eq!(listed(register, &crew, &made), expected, "listed");
        };
        send(&first);
        assert_eq!(send(&first).version, 1, "the same file twice is one version");
        same((0, 0, 0));
        send(&second);
        same((0, 0, 0));
        // Back to what was sent before: whoever does that is asked why, wherever it is looked at.
        let back = send(&first);
        assert_eq!(back.version, 3);
        let again: Vec<&Finding> = back.report.findings.iter().filter(|f| f.code == "W720").collect();
        assert_eq!(again.len(), 1);
        assert!(again[0].found.ends_with("v1"), "{}", again[0].found);
        same((0, 1, 0));
        assert_eq!(send(&first).report.json(), back.report.json(), "sent once more it is answered the same");
        assert_eq!(refused(results::submit(&register.register, &crew.clerk, &made.slug, "")), "refusal.warnings_open");
        let keys = [finding_key(again[0])];
        results::acknowledge(
            &register.register,
            &crew.clerk,
            &made.slug,
            back.upload_id,
            &ChosenWarnings { keys: &keys, codes: &[] },
            "第一版才是对的",
        )
        .unwrap();
        same((0, 1, 1));
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
        // The deadline passes, others send the same bytes: nothing of that is said of what came in time and came first.
        register.advance(Duration::days(60));
        same((0, 1, 1));
        let other = play::approved(register, &crew);
        let copied = results::upload(&register.register, &crew.clerk, &other.slug, "all", &first).unwrap();
        assert!(copied.report.findings.iter().any(|f| f.code == "E719"));
        same((0, 1, 1));
    });
}

#[test]
fn the_page_of_a_group_shows_the_digest_of_every_file_and_tells_the_same_of_many_lines_once() {
    use qipin::service::keys::{hex, sha256};
    let world = World::new();
    let crew =
        play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    let made = play::approved(&world.test, &crew);
    let files = play::files("甲", 10, "5级");
    results::upload(world.register(), &crew.clerk, &made.slug, "all", &files).unwrap();
    let server = world.server();
    let mut clerk = crate::staff_people::signed_in(&world, &server, &crew.clerk);
    let page = clerk.get(&format!("/staff/events/{}/groups/all", made.slug)).text();
    for bytes in [&files.results.1, &files.players.as_ref().unwrap().1] {
        assert!(page.contains(&format!("<code class=\"hash\">{}</code>", hex(&sha256(bytes)))), "{page}");
    }
    assert!(page.contains("新登记：10条") && page.contains("名单 第2-11行"), "{page}");
    assert_eq!(page.matches("<code>I710</code>").count(), 1);
    let event = clerk.get(&format!("/staff/events/{}", made.slug)).text();
    assert!(event.contains("迟报"), "it was filed the day after it ended: {event}");
}

#[test]
fn a_reason_given_for_being_late_holds_over_midnight() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    register.advance(Duration::days(40));
    play::upload(&register, &crew, &made, &play::files("甲", 10, "5级"));
    register.advance(Duration::days(1));
    results::submit(&register.register, &crew.clerk, &made.slug, "场馆停电，成绩单遗失后补录。").unwrap();
    assert_eq!(play::state(&register, &made), "submitted");
}

/// Newcomers who all claim 1段 and name no certificate: more of one warning than is listed.
fn flood(count: usize) -> Files {
    let mut players = String::from("id,name,sex,birth,grade\n");
    let mut games = String::from("round,board,black,white,result,komi\n");
    let han = |n: usize| -> String {
        n.to_string().chars().map(|c| char::from_u32(c as u32 - '0' as u32 + '一' as u32).unwrap()).collect()
    };
    for id in 1..=count {
        players.push_str(&format!("{id},棋{},男,1990-03-{:02},1段\n", han(id), 1 + id % 28));
    }
    for board in 1..=count / 2 {
        games.push_str(&format!("1,{board},{},{},B+R,7.5\n", 2 * board - 1, 2 * board));
    }
    Files {
        results: ("a.results.csv".to_owned(), games.into_bytes()),
        players: Some(("a.players.csv".to_owned(), players.into_bytes())),
    }
}

#[test]
fn warnings_that_are_counted_and_not_listed_need_a_reason_as_well() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    let files = flood(LISTED_PER_CODE + 2);
    let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &files).unwrap();
    let (rest, listed): (Vec<&Finding>, Vec<&Finding>) =
        answer.report.findings.iter().filter(|f| f.severity == Severity::Warning).partition(|f| f.code == "W128");
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0].found, "W726 × 2");
    let say = |findings: &[&Finding]| {
        let keys: Vec<String> = findings.iter().map(|f| finding_key(f)).collect();
        results::acknowledge(
            &register.register,
            &crew.clerk,
            &made.slug,
            answer.upload_id,
            &ChosenWarnings { keys: &keys, codes: &[] },
            "已核对证书原件",
        )
        .unwrap();
    };
    say(&listed);
    assert_eq!(refused(results::submit(&register.register, &crew.clerk, &made.slug, "")), "refusal.warnings_open");
    say(&rest);
    results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
}
