//! Public notices: the list, the feed, the table, one notice, and objecting to it.

use crate::support::dates::assert_no_birth_year;
use crate::support::fixture::{World, dan};
use crate::support::queries::{alone, count};
use chrono::Duration;
use qipin::service::certificate::{Sanction, sanction};
use qipin::service::notice::{close_due, renew};
use qipin::service::objection::{Decision, decide};
use qipin::service::view::notices::{self, Which};
use qipin::store::award;

const OBJECTION: &str = "该棋手当日另在外地参赛，请核实本人是否到场。";

#[test]
fn minors_are_masked_until_the_day_they_come_of_age_and_then_shown_without_anybodys_doing() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    let minor = world.person("张文轩", "2008-11-25");
    let adult = world.person("李建国", "1970-01-01");
    let agreed = world.person_of("王小明", "2012-01-01", "310", |p| p.publication_consent = true);
    for person in [&minor, &adult, &agreed] {
        world.notice(person, &event, dan(4));
    }
    let server = world.server();
    let pages = || ["/notices", "/notices.atom", "/notices.csv", "/api/v1/notices"].map(|path| server.get(path).text());
    for page in pages() {
        assert!(page.contains("张*轩") && !page.contains("张文轩"), "{page}");
        assert!(page.contains("李建国") && page.contains("王小明"));
        assert_no_birth_year(&page, "2008-11-25");
        assert_no_birth_year(&page, "1970-01-01");
    }
    assert!(server.get("/notices").text().contains("上海"), "the region");
    world.test.advance(Duration::days(4));
    assert!(pages().iter().all(|page| page.contains("张*轩")), "the day before");
    world.test.advance(Duration::days(1));
    for page in pages() {
        assert!(page.contains("张文轩") && !page.contains("张*轩"), "{page}");
    }
}

#[test]
fn the_list_is_paged_by_key_in_the_order_that_it_names() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    for n in 0..53 {
        world.notice(
            &world.person(&format!("棋手{}", char::from_u32(0x4e10 + n).unwrap()), "1990-01-01"),
            &event,
            dan(4),
        );
    }
    let server = world.server();
    let first = server.get("/notices").text();
    assert_eq!(first.matches("<th scope=\"row\">").count(), 50);
    assert!(first.contains("排序：截止时间，先截止的在前"));
    let next = first.split("rel=\"next\" href=\"").nth(1).unwrap().split('"').next().unwrap().replace("&#38;", "&");
    let second = server.get(&next).text();
    assert_eq!(second.matches("<th scope=\"row\">").count(), 3);
    let all: std::collections::BTreeSet<String> = [&first, &second]
        .into_iter()
        .flat_map(|page| page.split("href=\"/notices/G").skip(1).map(|p| p[..8].to_owned()).collect::<Vec<_>>())
        .collect();
    assert_eq!(all.len(), 53, "each notice once");
    assert_eq!(server.get("/notices?after=x").status, 400);
    assert_eq!(server.get("/notices?state=x").status, 400);
    let json = server.get("/api/v1/notices").json();
    assert_eq!(json["notices"].as_array().unwrap().len(), 50);
    let rest = server.get(&format!("/api/v1/notices?after={}", json["next"].as_str().unwrap())).json();
    assert_eq!((rest["notices"].as_array().unwrap().len(), rest["next"].is_null()), (3, true));
}

#[test]
fn an_empty_list_explains_itself() {
    let world = World::new();
    let server = world.server();
    for path in ["/notices", "/notices?state=ended"] {
        let answer = server.get(path);
        assert!(answer.status == 200 && answer.text().contains("class=\"empty\""), "{path}");
    }
    assert_eq!(server.get("/notices/G00000000").status, 404);
    assert_eq!(server.get("/notices.atom").status, 200);
}

#[test]
fn a_visitor_objects_gets_a_receipt_and_reads_the_decision() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    let reference = world.notice(&world.person("张文轩", "2012-05-05"), &event, dan(5));
    let server = world.server();
    let mut reader = server.browser();
    let path = format!("/notices/{reference}");
    let page = reader.get(&path);
    assert!(
        page.status == 200 && page.text().contains("张*轩") && page.text().contains("2026年11月27日 24:00（北京时间）")
    );
    let short = reader.submit(&path, &[("name", "陈某"), ("mail", "chen@example.cn"), ("body", "不对")]);
    assert_eq!(short.status, 422);
    assert!(
        short.text().contains("href=\"#body\"") && short.text().contains("value=\"陈某\""),
        "what was typed is kept"
    );
    let sent = reader.submit(&path, &[("name", "陈某"), ("mail", "chen@example.cn"), ("body", OBJECTION)]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    let receipt = sent.header("location").unwrap().to_owned();
    let shown = reader.get(&receipt).text();
    assert!(shown.contains(&receipt["/objections/".len()..]) && shown.contains("办理中") && shown.contains(OBJECTION));
    let held = server.get(&path).text();
    assert!(held.contains("异议处理中") && held.contains("计时已暂停"));
    assert!(!held.contains("chen@") && !held.contains("陈某") && !held.contains(OBJECTION), "no sender, no text");
    reader.get(&path);
    let again = reader.submit(&path, &[("name", "陈某"), ("mail", "chen@example.cn"), ("body", OBJECTION)]);
    assert!(again.status == 409 && again.text().contains("正在处理"));
    let id =
        world.register().read(|c| Ok(award::objection_by_receipt(c, &receipt["/objections/".len()..])?)).unwrap().id;
    decide(world.register(), &world.reviewer, id, Decision::Dismissed, "已核对签到记录，本人到场。").unwrap();
    for page in [server.get(&receipt).text(), server.get(&path).text()] {
        assert!(page.contains("异议不成立") && page.contains("已核对签到记录"), "the decision is published");
    }
    world.test.advance(Duration::days(30));
    close_due(world.register()).unwrap();
    let over = server.get(&path).text();
    assert!(over.contains("公示期满") && !over.contains("name=\"body\""));
    let ended = server.get("/notices?state=ended").text();
    assert!(ended.contains(&reference));
    for page in [&over, &ended] {
        assert!(page.contains("公示期满，授予生效。收到异议1件：成立0件，不成立1件。"), "how it ended: {page}");
    }
    assert!(server.get(&format!("{path}?lang=en")).text().contains("Objections received: 1; upheld: 0; dismissed: 1."));
    assert!(!server.get("/notices").text().contains("授予生效"));
    assert_eq!(server.get("/objections/Y00000000").status, 404);
}

#[test]
fn who_was_not_awarded_is_not_named_for_ever() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    let reference = world.notice(&world.person("李建国", "1970-01-01"), &event, dan(5));
    let server = world.server();
    let mut reader = server.browser();
    let path = format!("/notices/{reference}");
    assert!(reader.get(&path).text().contains("李建国"));
    let sent = reader.submit(&path, &[("name", "陈某"), ("mail", "chen@example.cn"), ("body", OBJECTION)]);
    let receipt = sent.header("location").unwrap()["/objections/".len()..].to_owned();
    let id = world.register().read(|c| Ok(award::objection_by_receipt(c, &receipt)?)).unwrap().id;
    world.test.advance(Duration::hours(25));
    decide(world.register(), &world.reviewer, id, Decision::Upheld, "成绩系他人代赛取得。").unwrap();
    world.test.advance(Duration::hours(30));
    let page = server.get(&path).text();
    assert!(page.contains("李*国") && !page.contains("李建国") && !page.contains("href=\"/people/Q"));
    // It ended with the decision and not on the day on which it would have; each moment is said to be what it is.
    assert!(page.contains("<dt>截止</dt><dd>2026年11月21日 13:00（北京时间）</dd>"), "{page}");
    assert!(page.contains("提出时间 2026年11月20日 12:00（北京时间）"), "{page}");
    assert!(page.contains("决定时间 2026年11月21日 13:00（北京时间）"), "{page}");
    let listed = server.get("/notices?state=ended").text();
    assert!(listed.contains("2026年11月21日 13:00（北京时间）"), "{listed}");
    assert!(page.contains("成绩系他人代赛取得"));
    assert!(page.contains("异议成立，不予授予。收到异议1件：成立1件，不成立0件。"), "{page}");
}

#[test]
fn a_notice_that_was_followed_by_another_leads_to_it() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    let first = world.notice(&world.person("李建国", "1970-01-01"), &event, dan(5));
    world.test.advance(Duration::days(9));
    close_due(world.register()).unwrap();
    let award = world.register().read(|c| Ok(award::notice_by_reference(c, &first)?)).unwrap().award_id;
    let again = renew(world.register(), &world.reviewer, award, "有新的证据").unwrap().references.remove(0);
    let server = world.server();
    let page = server.get(&format!("/notices/{first}")).text();
    assert!(page.contains("期间无人提出异议") && page.contains("再次公示"), "{page}");
    assert!(page.contains(&format!("href=\"/notices/{again}\"")), "{page}");
    // By reference and name: each is told as it stands.
    let mut reader = server.browser();
    for (reference, said, not_said) in
        [(&first, "公示期满，又再次公示", "授予公示中"), (&again, "授予公示中", "公示期满，")]
    {
        reader.get("/");
        let page = reader.submit("/", &[("number", reference), ("name", "李建国")]).text();
        assert!(page.contains(said) && !page.contains(not_said), "{reference}: {page}");
    }
    let page = server.get(&format!("/notices/{again}")).text();
    assert!(!page.contains("再次公示，编号") && !page.contains("授予生效"), "the last one leads nowhere: {page}");
}

#[test]
fn what_a_notice_granted_is_told_as_it_is_now() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    let names = ["李建国", "王为民", "赵文博", "孙立新", "周大同"];
    let references = names.map(|name| world.notice(&world.person(name, "1970-01-01"), &event, dan(5)));
    world.test.advance(Duration::days(9));
    assert_eq!(close_due(world.register()).unwrap(), 5);
    let given = |at: usize| world.register().read(|c| Ok(award::notice_by_reference(c, &references[at])?)).unwrap();
    for (at, what) in [(1, Sanction::Revoke), (2, Sanction::Suspend)] {
        let paper = world.issue(given(at).award_id);
        sanction(world.register(), &world.reviewer, paper.certificate.id, what, "查实代赛").unwrap();
    }
    let (lapsed, refused) = (given(3).award_id, given(4).award_id);
    world.write(|conn| {
        award::set_state(conn, &[lapsed], "lapsed", None).unwrap();
        award::set_state(conn, &[refused], "refused", None).unwrap();
    });
    let server = world.server();
    let mut reader = server.browser();
    let list = server.get("/notices?state=ended").text();
    for (at, told, found, outcome) in [
        (0, "授予生效。", "公示期满，已授予", "granted"),
        (1, "后证书被撤销。", "证书已被撤销", "revoked"),
        (2, "证书现已暂停。", "证书暂停", "suspended"),
        (3, "而逾期作废。", "授予已逾期作废", "lapsed"),
        (4, "后被驳回。", "授予后被驳回", "withdrawn"),
    ] {
        let page = server.get(&format!("/notices/{}", references[at])).text();
        let row = list.split("<tr").find(|row| row.contains(&references[at])).unwrap();
        assert!(page.contains(told) && row.contains(told), "{outcome}: {page}");
        assert!(at == 0 || !page.contains("公示期满，授予生效。"), "{outcome}: {page}");
        assert_eq!(page.contains(names[at]), at != 4, "who was not awarded after all is not named: {page}");
        reader.get("/");
        let page = reader.submit("/", &[("number", &references[at]), ("name", names[at])]).text();
        assert!(page.contains(found) && (at == 0 || !page.contains("公示期满，已授予<")), "{outcome}: {page}");
        let body = serde_json::json!({ "number": references[at], "name": names[at] }).to_string();
        let json = server.browser().post_bytes("/api/v1/lookup", "application/json", body.as_bytes()).json();
        assert_eq!(
            (json["notice"]["state"].as_str(), json["notice"]["outcome"].as_str()),
            (Some("closed"), Some(outcome))
        );
    }
}

#[test]
fn whoever_has_a_receipt_finds_the_objection_again_however_it_is_typed() {
    let world = World::new();
    let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
    let reference = world.notice(&world.person("李建国", "1970-01-01"), &event, dan(5));
    let server = world.server();
    let mut reader = server.browser();
    let path = format!("/notices/{reference}");
    reader.get(&path);
    let sent = reader.submit(&path, &[("name", "陈某"), ("mail", "chen@example.cn"), ("body", OBJECTION)]);
    let page = sent.header("location").unwrap().to_owned();
    let receipt = &page["/objections/".len()..];
    for (from, to) in [("/notices", "/objections"), (path.as_str(), "/objections"), (page.as_str(), path.as_str())] {
        assert!(server.get(from).text().contains(&format!("href=\"{to}\"")), "{from} leads to {to}");
    }
    assert_eq!(server.get("/objections").status, 200);
    let grouped = format!("%20{}-{}%20{}", &receipt[..5].to_lowercase(), &receipt[5..9], &receipt[9..]);
    for typed in [receipt, &grouped] {
        let answer = server.get(&format!("/objections?receipt={typed}"));
        assert_eq!((answer.status, answer.header("location")), (303, Some(page.as_str())), "{typed}");
    }
    let mut front = server.browser();
    front.get("/");
    let answer = front.submit("/", &[("number", receipt), ("name", "")]);
    assert_eq!((answer.status, answer.header("location")), (303, Some(page.as_str())), "from the front page");
    assert_eq!(server.get(&page.to_lowercase()).status, 200);
    let unknown = server.get("/objections?receipt=Y0000000000AB");
    assert!(unknown.status == 404 && unknown.text().contains("没有这个回执号"));
    let wrong = server.get("/objections?receipt=310260001");
    assert!(wrong.status == 422 && wrong.text().contains("value=\"310260001\""));
}

#[test]
fn the_number_of_statements_does_not_grow_with_the_list() {
    alone("public_notices::the_number_of_statements_does_not_grow_with_the_list", || {
        let world = World::new();
        let event = world.event("上海市升段赛", "2026-11-01", "confirmed");
        world.notice(&world.person("棋手甲", "1990-01-01"), &event, dan(4));
        let ask = || count(|| notices::list(world.register(), Which::Open, None).unwrap().notices.len());
        let few = ask();
        for n in 0..40 {
            world.notice(&world.person(&format!("棋手{n}"), "1990-01-01"), &event, dan(4));
        }
        let many = ask();
        assert_eq!((few.1, many.1), (1, 41));
        assert!(few.0 == many.0 && few.0 > 0, "{} and {}", few.0, many.0);
    });
}
