//! A reopened event: nothing of it is granted, published or issued until its results are confirmed again, and what
//! they do not give any more is refused, or is for the national office to decide.

use crate::support::event as play;
use crate::support::register::{PASSWORD, with_register};
use crate::support::server::TestServer;
use chrono::Duration;
use qipin::domain::permission::Role;
use qipin::mail::Message;
use qipin::service::certificate::{self, Issue, Sanction};
use qipin::service::view::{event_certificates, queue, staff_notice};
use qipin::service::{ServiceError, ServiceResult, event, notice, results};
use qipin::store::award::Award;
use qipin::web::state::{AppState, WebSettings};

fn refused<T: std::fmt::Debug>(answer: ServiceResult<T>) -> &'static str {
    match answer {
        Err(ServiceError::Refused { key, .. }) => key,
        other => panic!("not refused: {other:?}"),
    }
}

fn states(all: &[Award]) -> Vec<&str> {
    let mut states: Vec<&str> = all.iter().map(|a| a.state.as_str()).collect();
    states.sort_unstable();
    states
}

#[test]
fn what_new_results_do_not_give_is_refused_and_what_was_certified_is_for_the_office() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let files = play::files("己", 10, "1级");
        let made = play::confirmed(register, &crew, &files);
        let before = play::awards(register, &made);
        let issue =
            |what: Issue, key: &str| certificate::issue(&register.register, &crew.manager, made.agency_id, &what, key);
        issue(Issue::Awards(vec![before[0].id]), "one").unwrap();
        event::reopen(&register.register, &crew.reviewer, &made.slug, "第三轮的成绩录入有误").unwrap();

        // The others are granted still, but nothing is issued for them now.
        assert_eq!(states(&play::awards(register, &made)), ["certified", "granted", "granted"]);
        assert_eq!(issue(Issue::Everything, "all").unwrap().new, 0);
        assert_eq!(refused(issue(Issue::Event(made.id), "event")), "refusal.event_open_again");
        assert_eq!(refused(issue(Issue::Awards(vec![before[1].id]), "two")), "refusal.event_open_again");
        assert_eq!(issue(Issue::Awards(vec![before[0].id]), "again").unwrap().certificates.len(), 1, "it is issued");
        assert!(!event_certificates::read(&register.register, &crew.manager, &made.slug).unwrap().may_issue);
        let waits = queue::queue(&register.register, &crew.manager).unwrap();
        assert!(waits.iter().all(|item| item.what != queue::Waiting::ToIssue), "{waits:?}");

        play::upload(register, &crew, &made, &play::turned(&files));
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        assert_eq!(play::awards(register, &made).len(), 6, "a submission alone takes nothing away");
        let told = register.mails().len();
        event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
        // Whoever has to decide is told, once.
        let mails = register.mails();
        let contradicted: Vec<_> =
            mails[told..].iter().filter(|mail| mail.message.kind() == "certificates-contradicted").collect();
        assert_eq!(contradicted.len(), 1, "{mails:?}");
        assert_eq!(contradicted[0].to.as_str(), format!("{}@example.cn", crew.reviewer.login));
        let Message::CertificatesContradicted { certificates, list, .. } = &contradicted[0].message else { panic!() };
        assert_eq!((*certificates, list.path()), (1, format!("/staff/events/{}/awards", made.slug).as_str()));
        let after = play::awards(register, &made);
        assert_eq!(states(&after), ["certified", "granted", "granted", "granted"]);
        for gone in &before[1..] {
            assert_eq!(play::grade(register, gone.person_id), None);
        }
        assert_eq!(play::issue(register, &crew, &made), 3);

        // The certificate that the results contradict is shown to the office until it decides.
        let office = |slug: &str| event::contradicted(&register.register, &crew.reviewer, slug).unwrap();
        let listed = office(&made.slug);
        assert_eq!(listed.iter().map(|one| one.award.id).collect::<Vec<_>>(), [before[0].id]);
        let server = TestServer::start(AppState::new(register.register.clone(), WebSettings::default()));
        let mut browser = server.browser();
        browser.get("/staff/login");
        let login = [("login", crew.reviewer.login.as_str()), ("password", PASSWORD)];
        browser.submit("/staff/login", &login);
        let page = browser.get(&format!("/staff/events/{}/awards", made.slug)).text();
        assert!(page.contains("成绩已不支持的证书") && page.contains(&listed[0].certificate.number), "{page}");
        certificate::sanction(
            &register.register,
            &crew.reviewer,
            listed[0].certificate.id,
            Sanction::Revoke,
            "成绩更正",
        )
        .unwrap();
        assert!(office(&made.slug).is_empty());
    });
}

#[test]
fn notices_of_a_reopened_event_wait_and_close_once_the_same_results_are_confirmed_again() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let files = play::files("庚", 10, "3段");
        let made = play::confirmed(register, &crew, &files);
        let ids: Vec<i64> = play::awards(register, &made).iter().map(|a| a.id).collect();
        notice::publish(&register.register, &crew.reviewer, &ids[..2]).unwrap();
        event::reopen(&register.register, &crew.reviewer, &made.slug, "第三轮的成绩录入有误").unwrap();
        let late = notice::publish(&register.register, &crew.reviewer, &ids[2..]);
        assert_eq!(refused(late), "refusal.event_open_again");
        let listed = staff_notice::awards_in(&register.register, &crew.reviewer, &["confirmed"], None).unwrap();
        assert!(listed.awards.is_empty(), "what cannot be published is not offered");
        register.advance(Duration::days(10));
        assert_eq!(notice::close_due(&register.register).unwrap(), 0);
        assert_eq!(states(&play::awards(register, &made)), ["confirmed", "on-notice", "on-notice"]);

        // The same bytes: what was given a reason has it still, and what the event gave itself is no new warning.
        let answer = results::upload(&register.register, &crew.clerk, &made.slug, "all", &files).unwrap();
        assert!(answer.report.findings.iter().all(|f| f.code != "W706"), "{:?}", answer.report.findings);
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
        assert_eq!(
            play::awards(register, &made).iter().map(|a| a.id).collect::<Vec<_>>(),
            ids,
            "the same awards stand"
        );
        assert_eq!(notice::close_due(&register.register).unwrap(), 2);
        notice::publish(&register.register, &crew.reviewer, &ids[2..]).unwrap();
        assert!(event::contradicted(&register.register, &crew.reviewer, &made.slug).unwrap().is_empty());
    });
}

#[test]
fn a_grade_goes_with_the_award_that_a_second_submission_refuses() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let mut files = play::files("癸", 10, "1段");
        let lower = play::issued(register, &crew, &files);
        register.advance(Duration::days(40));
        files.results.1.push(b'\n');
        let made = play::confirmed(register, &crew, &files);
        let higher = play::awards(register, &made)[0].clone();
        assert_eq!((higher.grade, play::grade(register, higher.person_id)), (28, Some(28)));
        for award in play::awards(register, &lower) {
            let paper = play::paper(register, &award).id;
            certificate::sanction(&register.register, &crew.reviewer, paper, Sanction::Revoke, "冒名参赛").unwrap();
        }
        assert_eq!(play::grade(register, higher.person_id), Some(28), "the second award stands");
        // Without 2段 the same results give 2段 and no longer 3段, and nobody waits for the confirmation to see it.
        event::reopen(&register.register, &crew.reviewer, &made.slug, "前一次升段已撤销").unwrap();
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        assert_eq!(play::grade(register, higher.person_id), None);
    });
}

#[test]
fn a_notice_for_what_new_results_do_not_give_ends_as_refused() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let files = play::files("辛", 10, "3段");
        let made = play::confirmed(register, &crew, &files);
        let before: Vec<i64> = play::awards(register, &made).iter().map(|a| a.id).collect();
        notice::publish(&register.register, &crew.reviewer, &before).unwrap();
        event::reopen(&register.register, &crew.reviewer, &made.slug, "第三轮的成绩录入有误").unwrap();
        play::upload(register, &crew, &made, &play::turned(&files));
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        let colleague = register.account(Role::AgencyManager, crew.manager.agency_id);
        event::confirm(&register.register, &colleague, &made.slug).unwrap();
        let notices = register.register.read(|conn| Ok(qipin::store::award::notices_of(conn, &before)?)).unwrap();
        assert!(notices.iter().all(|n| n.state == "refused" && n.closed_at.is_some()), "{notices:?}");
        assert_eq!(states(&play::awards(register, &made)), ["confirmed"; 3]);
    });
}

/// The cells of a player's row in the public standings.
fn row(page: &str, name: &str) -> String {
    let table = page.split("<table class=\"cards standings\">").nth(1).unwrap().split("</table>").next().unwrap();
    let found = table.split("<tr").skip(1).filter(|row| row.contains(&format!("{name}<"))).collect::<Vec<_>>();
    assert_eq!(found.len(), 1, "{name}: {table}");
    found[0].to_owned()
}

#[test]
fn the_public_results_say_of_nobody_who_is_promoted_that_he_is_not() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let files = play::files("寅", 10, "1级");
        let made = play::confirmed(register, &crew, &files);
        let awards = play::awards(register, &made);
        let names: Vec<String> = awards
            .iter()
            .map(|a| register.register.read(|c| Ok(qipin::store::person::by_id(c, a.person_id)?.name)).unwrap())
            .collect();
        let one = Issue::Awards(vec![awards[0].id]);
        certificate::issue(&register.register, &crew.manager, made.agency_id, &one, "one").unwrap();
        let server = TestServer::start(AppState::new(register.register.clone(), WebSettings::default()));
        let page = || server.get(&format!("/events/{}", made.slug)).text();
        let told = |when: &str, first: &str, others: &str| {
            let page = page();
            assert_eq!(page.matches("✕ 未升级：").count(), 10 - names.len(), "{when}: {page}");
            for (at, name) in names.iter().enumerate() {
                let row = row(&page, name);
                let state = if at == 0 { first } else { others };
                assert!(row.contains(state) && !row.contains('✕'), "{when}, {name}: {row}");
            }
        };
        told("confirmed", "已发证", "已授予");
        // A corrected file that promotes the same players: their awards stand, on the entries of the file before.
        event::reopen(&register.register, &crew.reviewer, &made.slug, "第三轮的成绩录入有误").unwrap();
        let mut again = files.clone();
        again.results.1.push(b'\n');
        play::upload(register, &crew, &made, &again);
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        told("submitted again", "已发证", "拟授予");
        event::confirm(&register.register, &crew.manager, &made.slug).unwrap();
        let after: Vec<i64> = play::awards(register, &made).iter().map(|a| a.id).collect();
        assert_eq!(after, awards.iter().map(|a| a.id).collect::<Vec<_>>(), "no new ones");
        told("confirmed again", "已发证", "已授予");

        // One that does not: the certificate is still told, with what the results say now.
        event::reopen(&register.register, &crew.reviewer, &made.slug, "黑白方颠倒").unwrap();
        play::upload(register, &crew, &made, &play::turned(&files));
        results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
        let colleague = register.account(Role::AgencyManager, crew.manager.agency_id);
        event::confirm(&register.register, &colleague, &made.slug).unwrap();
        let page = page();
        let contradicted = row(&page, &names[0]);
        assert!(contradicted.contains("已发证") && contradicted.contains("更正后的成绩不再给予"), "{contradicted}");
        assert!(names[1..].iter().all(|name| row(&page, name).contains("✕ 未升级：")), "{page}");
    });
}

#[test]
fn what_an_event_gave_is_no_finding_against_it_when_it_is_opened_again() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let files = play::files("卯", 10, "1级");
        let made = play::issued(register, &crew, &files);
        event::reopen(&register.register, &crew.reviewer, &made.slug, "第三轮的成绩录入有误").unwrap();
        let mut again = files.clone();
        again.results.1.push(b'\n');
        let checked = |files: &results::Files, slug: &str| {
            let answer = results::upload(&register.register, &crew.clerk, slug, "all", files).unwrap();
            let codes: Vec<&str> = answer.report.findings.iter().map(|f| f.code).collect();
            codes.into_iter().filter(|code| *code == "W706").count()
        };
        assert_eq!(checked(&again, &made.slug), 0, "the file says what it said");
        // At another event the same people hold what the first one gave them, and 1级 is not it.
        let other = play::approved(register, &crew);
        register.advance(Duration::days(60));
        assert!(checked(&files, &other.slug) > 0);
        // And whoever has played elsewhere since is no newcomer of the first any more.
        assert_eq!(checked(&again, &made.slug), 0, "not before that is confirmed");
    });
}
