//! Paper in the workplace: print jobs, the page of a certificate, awards on notice again, names that cannot be printed.

use crate::staff_people::signed_in;
use crate::support::event as play;
use crate::support::fixture::{World, dan};
use crate::support::register::TestRegister;
use crate::support::server::TestServer;
use qipin::domain::permission::Role;
use qipin::print::Fonts;
use qipin::service::view::staff_print;
use qipin::service::{ServiceError, print};
use qipin::store::certificate as papers;
use qipin::store::person as persons;
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::sync::Arc;

fn crew_of(world: &World) -> play::Crew {
    play::Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() }
}

#[test]
fn print_jobs_are_listed_in_pages_and_a_job_leads_back() {
    let world = World::new();
    let crew = crew_of(&world);
    let made = play::issued(&world.test, &crew, &play::files("甲", 10, "1级"));
    let all: Vec<i64> = play::awards(&world.test, &made).iter().map(|a| play::paper(&world.test, a).id).collect();
    let register = world.register();
    let mut queued: Vec<i64> = (0..staff_print::PAGE + 2)
        .map(|n| print::queue(register, &world.clerk, (n % 2 == 0).then_some(made.id), &all[..1], "a4").unwrap())
        .collect();
    let job = print::take(register).unwrap().unwrap();
    let left = print::Unprinted { certificate: all[0], holder: "甲".into(), missing: vec!['𪛖'], state: None };
    print::settle(register, job.id, 0, &[left], None).unwrap();

    // Newest first, each once.
    queued.reverse();
    let first = staff_print::list(register, &world.clerk, None).unwrap();
    let rest = staff_print::list(register, &world.clerk, first.next).unwrap();
    let seen: Vec<i64> = first.jobs.iter().chain(&rest.jobs).map(|view| view.job.id).collect();
    assert_eq!((seen, rest.next), (queued.clone(), None));
    let done = rest.jobs.last().unwrap();
    assert_eq!((done.job.id, done.refused.len(), done.by.as_str()), (job.id, 1, world.clerk.name.as_str()));

    // Those of another agency are not there, and nobody else sees the list.
    let stranger = world.test.account(Role::AgencyClerk, world.test.agency("320"));
    assert!(staff_print::list(register, &stranger, None).unwrap().jobs.is_empty());
    assert!(matches!(staff_print::list(register, &world.reviewer, None), Err(ServiceError::Forbidden)));

    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.clerk);
    let page = browser.get("/staff/prints").text();
    let next = format!("/staff/prints?before={}", first.next.unwrap());
    assert!(page.contains(&next) && page.contains(&format!("href=\"/staff/prints/{}\"", queued[0])), "{page}");
    let last = browser.get(&next).text();
    assert!(last.contains("已完成") && last.contains("0 / 1") && last.contains("href=\"/staff/prints\""), "{last}");
    let list = format!("/staff/events/{}/certificates", made.slug);
    let one = browser.get(&format!("/staff/prints/{}", job.id)).text();
    assert!(one.contains("href=\"/staff/prints\"") && one.contains(&format!("href=\"{list}\"")), "{one}");
    assert!(browser.get(&list).text().contains("href=\"/staff/prints\""));
}

#[test]
fn the_page_of_a_certificate_is_reached_from_the_lists_of_its_event_and_leads_to_the_public_one() {
    let world = World::new();
    let made = play::issued(&world.test, &crew_of(&world), &play::files("乙", 10, "1级"));
    let paper = play::paper(&world.test, &play::awards(&world.test, &made)[0]);
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.clerk);
    let path = format!("/staff/certificates/1d/{}", paper.number);
    for list in ["certificates", "awards"] {
        let page = browser.get(&format!("/staff/events/{}/{list}", made.slug)).text();
        assert!(page.contains(&format!("href=\"{path}\"")), "{list}: {page}");
    }
    let page = browser.get(&path).text();
    assert!(page.contains(&format!("href=\"/c/1d/{}\"", paper.number)), "{page}");
    assert!(page.contains(&format!("href=\"/staff/events/{}/certificates\"", made.slug)));
    // In the other language the forms still lead where they should.
    let english = browser.get(&format!("{path}?lang=en")).text();
    assert!(english.contains(&format!("action=\"{path}/print?lang=en\"")), "{english}");
    let list = browser.get(&format!("/staff/events/{}/certificates?lang=en", made.slug)).text();
    assert!(list.contains(&format!("action=\"/staff/events/{}/certificates/print?lang=en\"", made.slug)), "{list}");
}

#[test]
fn a_reviewer_puts_a_certified_award_on_notice_again_with_a_public_reason() {
    let world = World::new();
    let crew = crew_of(&world);
    let made = play::issued(&world.test, &crew, &play::files("丙", 10, "3段"));
    let given = play::awards(&world.test, &made)[0].clone();
    let number = play::paper(&world.test, &given).number;
    let server = world.server();
    let paper = format!("/staff/certificates/4d/{number}");
    let path = format!("/staff/awards/{}/notice", given.id);
    let mut clerk = signed_in(&world, &server, &world.clerk);
    assert!(!clerk.get(&paper).text().contains(&path));
    assert_eq!(clerk.get(&path).status, 403);
    let mut browser = signed_in(&world, &server, &world.reviewer);
    assert!(browser.get(&paper).text().contains(&format!("href=\"{path}\"")));
    let page = browser.get(&path).text();
    assert!(page.contains("重新公示这项授予") && page.contains("公示中"), "{page}");
    let short = browser.submit(&path, &[("reason", " ")]);
    assert!(short.status == 422 && short.text().contains("请写明理由"), "{}", short.text());
    let before = world.test.mails().len();
    let done = browser.submit(&path, &[("reason", "收到新的举报材料")]);
    assert_eq!((done.status, done.header("location")), (303, Some("/staff/notices?done=published")));
    let on_notice = play::paper(&world.test, &given);
    assert_eq!((on_notice.state.as_str(), on_notice.state_reason.as_deref()), ("on-notice", Some("收到新的举报材料")));
    let kinds: Vec<&str> = world.test.mails()[before..].iter().map(|mail| mail.message.kind()).collect();
    assert_eq!(kinds, ["awards-on-notice"], "the agency is told");
    // Once is enough.
    assert!(browser.get(&path).text().contains("现在不能重新公示"));
    assert_eq!(browser.submit(&path, &[("reason", "收到新的举报材料")]).status, 409);
    // An award below 4段 has no notice, and its certificate offers none.
    let low = play::issued(&world.test, &crew, &play::files("丁", 10, "1级"));
    let low = play::awards(&world.test, &low)[0].clone();
    let number = play::paper(&world.test, &low).number;
    assert!(!browser.get(&format!("/staff/certificates/1d/{number}")).text().contains("/notice\""));
    let answer = browser.submit(&format!("/staff/awards/{}/notice", low.id), &[("reason", "收到新的举报材料")]);
    assert_eq!(answer.status, 409);
}

#[test]
fn a_name_that_cannot_be_printed_is_warned_of_before_it_is_saved() {
    let world = World::new();
    let fonts = Fonts::shipped().unwrap();
    assert_eq!(fonts.missing("张𪛖"), ['𪛖'], "a character that the shipped faces lack");
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    let mut state = AppState::new(world.register().clone(), settings);
    state.fonts = Some(Arc::new(fonts));
    let server = TestServer::start(state);
    let holder = world.person("张三", "1990-05-01");
    let paper = world.certificate(&holder, None, dan(2)).certificate;
    let mut browser = signed_in(&world, &server, &world.manager);
    let name = || world.register().read(|conn| Ok(persons::by_id(conn, holder.id)?.name)).unwrap();

    let path = format!("/staff/people/{}", holder.id);
    browser.get(&path);
    let mut change = vec![("field", "name"), ("value", "张𪛖"), ("kind", "typo"), ("reason", "户口本")];
    let warned = browser.submit(&format!("{path}/change"), &change);
    let text = warned.text();
    assert!(warned.status == 422 && text.contains("𪛖 (U+2A6D6)") && text.contains("name=\"anyway\""), "{text}");
    assert_eq!(name(), "张三", "nothing is saved yet");
    change.push(("anyway", "1"));
    assert_eq!(browser.submit(&format!("{path}/change"), &change).status, 303);
    assert_eq!(name(), "张𪛖");

    let path = format!("/staff/certificates/2d/{}", paper.number);
    browser.get(&path);
    let once = browser.value("once");
    let mut copy = vec![("kind", "correction"), ("holder", "张𪛖"), ("reason", "姓名更正"), ("once", once.as_str())];
    let warned = browser.submit(&format!("{path}/copy"), &copy);
    assert!(warned.status == 422 && warned.text().contains("U+2A6D6"), "{}", warned.text());
    assert!(warned.text().contains("<details open>"), "the form that was sent stays open");
    copy.push(("anyway", "1"));
    assert_eq!(browser.submit(&format!("{path}/copy"), &copy).status, 303);
    let holder_of = |id| world.register().read(|conn| Ok(papers::by_id(conn, id)?.holder)).unwrap();
    assert_eq!(holder_of(paper.id), "张𪛖");
}

#[test]
fn results_can_be_prepared_from_the_first_draft_on() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let world = World::on(test);
    let made = qipin::service::event::create(world.register(), &crew.clerk, &play::form(&world.test)).unwrap();
    let server = world.server();
    let mut browser = signed_in(&world, &server, &crew.clerk);
    let event = format!("/staff/events/{}", made.slug);
    for path in [event.clone(), format!("{event}/groups/all")] {
        let page = browser.get(&path);
        assert!(page.status == 200 && page.text().contains("/staff/templates/workbook"), "{path}: {}", page.text());
    }
    assert_eq!(browser.get("/staff/templates/workbook").status, 200);
}
