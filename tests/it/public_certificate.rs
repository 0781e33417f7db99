//! The page behind the code on a certificate, and looking one up by number and name.

use crate::support::dates::assert_no_birth_year;
use crate::support::fixture::{Paper, World, dan, day};
use crate::support::server::{Answer, TestServer};
use chrono::Duration;
use qipin::service::certificate::{CopyForm, CopyKind, Sanction, make_copy, sanction};
use qipin::service::notice::{close_due, renew};
use qipin::service::person;
use qipin::service::view::staff_notice;
use qipin::store::award;
use qipin::store::certificate::set_state;
use std::time::Instant;

fn look_up(server: &TestServer, number: &str, name: &str) -> Answer {
    let mut reader = server.browser();
    reader.get("/");
    reader.submit("/", &[("number", number), ("name", name)])
}

/// A page without what differs from visit to visit.
fn settled(answer: &Answer) -> String {
    let page = answer.text();
    match page.find("name=\"csrf\" value=\"") {
        Some(at) => format!("{}{}", &page[..at], &page[at + 19 + 48..]),
        None => page,
    }
}

fn one() -> (World, Paper) {
    let world = World::new();
    let holder = world.person("张文轩", "1990-05-01");
    let event = world.event("2026年上海市业余围棋升段赛", "2026-10-18", "confirmed");
    let paper = world.certificate(&holder, Some(&event), dan(3));
    (world, paper)
}

#[test]
fn the_code_on_the_paper_opens_the_page_with_everything_that_is_printed() {
    let (world, paper) = one();
    let server = world.server();
    let answer = server.get(&paper.coded());
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let page = answer.text();
    for shown in
        ["张文轩", "业余3段", "有效", "310 围棋协会", "2026年11月20日", "2026年上海市业余围棋升段赛", "首次签发"]
    {
        assert!(page.contains(shown), "{shown} is missing");
    }
    for group in [">310<", ">26<", ">0001<", ">上海<", ">2026年<", ">第1号<"] {
        assert!(page.contains(group), "{group} is missing");
    }
    assert!(page.contains("2026年10月17日至18日"), "the event's days");
    let chain = &page[page.find("<ol class=\"chain\"").unwrap()..];
    let at = |what: &str| chain.find(what).unwrap_or_else(|| panic!("the chain lacks {what}"));
    assert!(at(">赛事</a>") < at(">对局</a>") && at("条款") < at("4段以下的授予不须公示"));
    assert!(at("4段以下") < at("由310 围棋协会签发"));
    assert_no_birth_year(&page, "1990-05-01");
    let english = server.get(&format!("{}&lang=en", paper.coded())).text();
    assert!(
        english.contains("amateur 3 dan") && english.contains("Go association of 310") && english.contains("Valid")
    );
    assert!(english.contains("lang=\"zh-CN\">张文轩"), "a Chinese name is marked as such");
}

#[test]
fn the_same_as_json() {
    let (world, paper) = one();
    let server = world.server();
    let accepted = server.browser().sending("accept", "application/json").get(&paper.coded());
    let api = server.get(&format!("/api/v1/certificates{}", paper.coded().trim_start_matches("/c")));
    assert_eq!(accepted.text(), api.text());
    let mut json = api.json();
    assert_eq!(json["face"]["register_no"].as_str().unwrap().len(), 11);
    for random in ["/face/register_no", "/face/event_slug"] {
        *json.pointer_mut(random).unwrap() = "…".into();
    }
    insta::assert_json_snapshot!("certificate_json", json);
}

#[test]
fn without_the_code_nothing_is_told_and_the_name_is_asked_for() {
    let (world, paper) = one();
    let server = world.server();
    let mut reader = server.browser();
    let asked = reader.get(&paper.path());
    assert_eq!(asked.status, 200);
    assert!(!asked.text().contains("张文轩") && !asked.text().contains("升段赛"));
    let unknown = server.browser().get("/c/3d/310260002");
    let same = settled(&asked).replace("0001", "0002").replace("310260001", "310260002");
    assert_eq!(same, settled(&unknown), "whether the number exists is not told");
    let json = server.browser().sending("accept", "application/json").get(&paper.path());
    assert_eq!((json.status, json.json()["error"].as_str().unwrap()), (400, "bad-request"));
    let opened = reader.submit(&paper.path(), &[("name", "张 文轩")]);
    assert!(opened.status == 200 && opened.text().contains("data-state=\"valid\""), "{}", opened.text());
    reader.get(&paper.path());
    let wrong = reader.submit(&paper.path(), &[("name", "李四")]);
    assert!(wrong.status == 200 && wrong.text().contains("查无此证"));
    reader.get(&paper.path());
    assert_eq!(reader.submit(&paper.path(), &[("name", " ")]).status, 422);
}

#[test]
fn number_and_name_lead_to_every_certificate_of_that_name() {
    let (world, paper) = one();
    let other = world.certificate(&world.person("李四", "1985-01-01"), None, dan(2));
    let again = world.certificate(&world.person("张文轩", "2001-01-01"), None, dan(1));
    assert_eq!(paper.certificate.number, other.certificate.number);
    assert_eq!(paper.certificate.number, again.certificate.number);
    let server = world.server();
    let found = look_up(&server, "310 26 0001", "张文轩");
    let states = found.text().matches("data-state=\"valid\"").count();
    assert_eq!((found.status, states), (200, 2), "a number is one of a grade");
    let page = found.text();
    assert!(page.find("业余3段").unwrap() < page.find("业余1段").unwrap(), "the highest grade first");
    assert!(!page.contains("李四"));
    assert!(look_up(&server, "３１０２６０００１", "张文轩").text().contains("全角"), "what was repaired is said");
}

#[test]
fn what_sets_the_parts_of_a_name_apart_need_not_be_typed() {
    let world = World::new();
    let paper = world.certificate(&world.person("买买提·艾力", "1990-05-01"), None, dan(3));
    let server = world.server();
    let number = paper.certificate.number.as_str();
    for typed in ["买买提·艾力", "买买提艾力", "买买提 艾力", "买买提•艾力", "买买提.艾力"]
    {
        assert!(look_up(&server, number, typed).text().contains("data-state=\"valid\""), "{typed}");
        let mut reader = server.browser();
        reader.get(&paper.path());
        let opened = reader.submit(&paper.path(), &[("name", typed)]);
        assert!(opened.text().contains("data-state=\"valid\""), "{typed}");
    }
    for typed in ["买买提", "艾力", "艾力·买买提", "·"] {
        let page = look_up(&server, number, typed).text();
        assert!(page.contains("查无此证") && page.contains("写不写都可以"), "{typed}");
    }
}

/// What an answer tells, without what the reader sent, which switching the language sends again.
fn told(answer: &Answer) -> String {
    let text = answer.text();
    let (before, rest) = text.split_once("<nav class=\"langs\"").unwrap();
    format!("{before}{}", rest.split_once("</nav>").unwrap().1)
}

#[test]
fn a_wrong_name_and_an_unknown_number_get_the_same_bytes_after_the_same_time() {
    let (world, paper) = one();
    let server = world.server();
    let timed = |number: &str, name: &str| {
        let began = Instant::now();
        let answer = look_up(&server, number, name);
        (answer, began.elapsed().as_millis())
    };
    let (wrong, first) = timed(&paper.certificate.number, "王五");
    let (unknown, second) = timed("310269999", "王五");
    assert_eq!((wrong.status, unknown.status), (200, 200));
    assert_eq!(told(&wrong), told(&unknown));
    assert!(wrong.text().contains("查无此证") && wrong.text().contains("不说明是哪一种"));
    // Both wait for the same beat; how much later they are served than it says nothing.
    assert!(first >= 250 && second >= 250, "{first} ms and {second} ms");
}

#[test]
fn a_malformed_number_is_told_why_and_is_no_unknown_certificate() {
    let (world, _) = one();
    let server = world.server();
    for (typed, said) in
        [("31026", "只有5位数字"), ("", "请填写证书号"), ("13812345678", "手机号"), ("2026-10-01", "日期")]
    {
        let answer = look_up(&server, typed, "张文轩");
        assert_eq!(answer.status, 422, "{typed}");
        let page = answer.text();
        assert!(page.contains(said), "{typed}: {said}");
        assert!(!page.contains("查无此证"), "{typed}");
        assert!(page.contains("value=\"张文轩\""), "what was typed is kept");
        assert!(page.contains("href=\"#number\""), "the summary leads to the field");
    }
    assert_eq!(server.get("/c/5d/31026").status, 400);
    assert!(server.get("/c/5d/31026").text().contains("只有5位数字"));
    assert_eq!(server.get("/c/9d/310260001").status, 400);
    assert_eq!(server.get("/c/3d/310260001?k=short").status, 400);
    let moved = server.get("/c/3%E6%AE%B5/310-26-0001?k=1");
    assert_eq!((moved.status, moved.header("location")), (301, Some("/c/3d/310260001?k=1")));
}

#[test]
fn a_code_that_belongs_elsewhere_says_which_step_failed() {
    let (world, paper) = one();
    let server = world.server();
    for elsewhere in [format!("/c/3d/310260002?k={}", paper.code), format!("/c/4d/310260001?k={}", paper.code)] {
        let answer = server.get(&elsewhere);
        assert_eq!(answer.status, 200);
        let page = answer.text();
        assert!(page.contains("查无此证") && page.contains("不属于此级段"), "{elsewhere}");
        assert_eq!(page.matches("step-good").count(), 2, "number and code are well formed");
        assert_eq!(page.matches("step-bad").count(), 1);
        assert!(!page.contains("张文轩"));
    }
    let json = server.browser().sending("accept", "application/json").get("/c/3d/310260001?k=0000000000000000");
    assert_eq!((json.status, json.json()["state"].as_str().unwrap()), (200, "unknown"));
    let batch = server.get("/c/3d/999260001?k=0000000000000000").text();
    assert!(batch.contains("999未分配给任何地区"), "a batch that cannot have been issued");
}

#[test]
fn the_six_states_are_told_apart_on_every_way_within_one_request() {
    let (world, paper) = one();
    let server = world.server();
    let id = paper.certificate.id;
    let told = |state: &str| {
        let page = server.get(&paper.coded()).text();
        assert!(page.contains(&format!("data-state=\"{state}\"")), "{state} on the page");
        let json = server.browser().sending("accept", "application/json").get(&paper.coded()).json();
        assert_eq!(json["state"], state);
        let by_name = look_up(&server, &paper.certificate.number, "张文轩").text();
        assert!(by_name.contains(&format!("data-state=\"{state}\"")), "{state} by name");
        page
    };
    told("valid");
    sanction(world.register(), &world.reviewer, id, Sanction::Suspend, "身份待核实").unwrap();
    assert!(told("suspended").contains("身份待核实"));
    sanction(world.register(), &world.reviewer, id, Sanction::Reinstate, "已核实").unwrap();
    told("valid");
    world.write(|conn| set_state(conn, id, "on-notice", day("2026-11-21"), Some("赛事重新审理"), None).unwrap());
    told("on-notice");
    world.write(|conn| set_state(conn, id, "valid", day("2026-11-21"), None, None).unwrap());
    let holder = world.register().read(|c| Ok(qipin::store::person::by_id(c, paper.certificate.person_id)?)).unwrap();
    let higher = world.certificate(&holder, None, dan(4));
    let page = told("superseded");
    assert!(page.contains(&format!("href=\"{}\"", higher.path())), "the certificate in its place");
    assert!(!page.contains(&higher.code));
    world.test.advance(Duration::days(2));
    sanction(world.register(), &world.reviewer, id, Sanction::Revoke, "冒名参赛").unwrap();
    let page = told("revoked");
    assert!(page.contains("2026年11月22日撤销") && page.contains("冒名参赛"), "date and reason");
    assert!(!page.contains("data-state=\"unknown\""));
    assert!(
        server.get("/api/v1/certificates/withdrawn.csv").text().contains("3d,310260001,revoked,2026-11-22,2026-11-20")
    );
}

#[test]
fn the_code_of_an_earlier_copy_answers_superseded_and_leads_to_the_latest() {
    let (world, paper) = one();
    let server = world.server();
    let form = CopyForm {
        kind: CopyKind::Correction,
        holder: Some("张文萱".to_owned()),
        reason: "姓名有误".to_owned(),
        key: "copy".to_owned(),
    };
    make_copy(world.register(), &world.manager, paper.certificate.id, &form).unwrap();
    let latest = world.paper(paper.certificate.id);
    let old = server.get(&paper.coded()).text();
    assert!(old.contains("data-state=\"superseded\"") && old.contains("后来的补发件或更正件取代"));
    assert!(old.contains("张文轩") && !old.contains("张文萱"), "the old paper says what it says");
    assert!(old.contains(&format!("href=\"{}\"", paper.path())));
    assert!(!old.contains(&latest.code), "the new code is not given away");
    let new = server.get(&latest.coded()).text();
    assert!(new.contains("data-state=\"valid\"") && new.contains("更正 1") && new.contains("张文萱"));
    let json = server.browser().sending("accept", "application/json").get(&paper.coded()).json();
    assert_eq!(json["state"], "superseded");
    assert!(json["latest_copy"].as_str().unwrap().ends_with("/c/3d/310260001"));
    assert!(look_up(&server, "310260001", "张文萱").text().contains("data-state=\"valid\""));
    sanction(world.register(), &world.reviewer, paper.certificate.id, Sanction::Revoke, "冒名参赛").unwrap();
    assert!(server.get(&paper.coded()).text().contains("data-state=\"revoked\""), "a sanction is told of every copy");
}

#[test]
fn every_step_after_the_issue_stands_in_the_chain_with_its_day_and_its_reason() {
    let world = World::new();
    let holder = world.person("张文轩", "1990-05-01");
    let event = world.event("升段赛", "2026-11-01", "confirmed");
    let first = world.notice(&holder, &event, dan(5));
    world.test.advance(Duration::days(9));
    close_due(world.register()).unwrap();
    let award = world.register().read(|c| Ok(award::notice_by_reference(c, &first)?)).unwrap().award_id;
    let paper = world.issue(award);
    let (register, id) = (world.register(), paper.certificate.id);
    let server = world.server();
    let chain = |paper: &Paper, lang: &str| {
        let page = server.get(&format!("{}&lang={lang}", paper.coded())).text();
        page[page.find("<ol class=\"chain\"").unwrap()..].split_once("</ol>").unwrap().0.to_owned()
    };
    let issued = chain(&paper, "zh");
    assert!(issued.contains(&first) && !issued.contains("暂停"), "{issued}");
    // The last day of the notice, as the notice's own page says it.
    let notice = server.get(&format!("/notices/{first}")).text();
    let passed = issued.split("<li").find(|step| step.contains(&first)).unwrap();
    assert!(notice.contains("2026年11月27日 24:00") && passed.contains("2026年11月27日"), "{passed}");
    let next_day = || world.test.advance(Duration::days(1));
    next_day();
    sanction(register, &world.reviewer, id, Sanction::Suspend, "身份待核实").unwrap();
    // Even where it is lifted on the same day.
    sanction(register, &world.reviewer, id, Sanction::Reinstate, "已当面核实").unwrap();
    next_day();
    let form = CopyForm { kind: CopyKind::Reissue, holder: None, reason: "遗失".into(), key: "copy".into() };
    make_copy(register, &world.manager, id, &form).unwrap();
    next_day();
    let again = renew(register, &world.reviewer, award, "有新的证据").unwrap().references.remove(0);
    let paper = world.paper(id);
    let running = chain(&paper, "zh");
    assert!(
        running.contains("再次公示") && running.contains("有新的证据") && !running.contains("公示结束"),
        "{running}"
    );
    world.test.advance(Duration::days(9));
    close_due(register).unwrap();
    let zh = chain(&paper, "zh");
    let steps = [
        "已公示并结束",
        "签发",
        "chain-title\">暂停 ",
        "身份待核实",
        "chain-title\">恢复 ",
        "已当面核实",
        "chain-title\">补发 ",
        "再次公示",
        "公示结束",
        "授予维持",
    ];
    let places: Vec<usize> =
        steps.iter().map(|step| zh.find(step).unwrap_or_else(|| panic!("{step} is missing: {zh}"))).collect();
    assert!(places.is_sorted(), "{places:?}: {zh}");
    for day in ["2026年11月30日", "2026年12月1日", "2026年12月2日"] {
        assert!(zh.contains(day), "{day}: {zh}");
    }
    assert_eq!(zh.matches(&again).count(), 4, "both steps name the second notice and lead to it: {zh}");
    let english = chain(&paper, "en");
    for step in ["Suspended", "Reinstated", "Reissued", "On notice again", "Notice ended", "the award stands"] {
        assert!(english.contains(step), "{step}: {english}");
    }
    // In the workplace: who, and why.
    let view = staff_notice::certificate(register, &world.manager, paper.certificate.grade, &paper.certificate.number);
    let told = view.unwrap().journal;
    let of = |action: &str| told.iter().find(|one| one.row.action == action).unwrap_or_else(|| panic!("{action}"));
    for (action, who, why) in [
        ("certificate.suspend", &world.reviewer, "身份待核实"),
        ("certificate.reinstate", &world.reviewer, "已当面核实"),
        ("certificate.copy", &world.manager, "遗失"),
        ("certificate.on-notice", &world.reviewer, "有新的证据"),
    ] {
        assert_eq!((of(action).who.as_deref(), of(action).reason.as_deref()), (Some(who.name.as_str()), Some(why)));
    }
    assert_eq!(of("certificate.valid").who, None, "a job");
}

#[test]
fn a_withheld_name_is_not_shown_and_the_certificate_survives_a_merge() {
    let (world, paper) = one();
    let server = world.server();
    let kept = world.person("张文轩", "1990-05-01");
    let office = world.test.national_office();
    let admin = world.test.account(qipin::domain::permission::Role::NationalAdmin, office);
    person::merge(world.register(), &world.reviewer, kept.id, paper.certificate.person_id, "同一人").unwrap();
    assert!(server.get(&paper.coded()).text().contains("张文轩"), "a merge changes nothing on paper");
    person::withhold(world.register(), &admin, kept.id, "本人要求删除").unwrap();
    let page = server.get(&paper.coded()).text();
    assert!(page.contains("持证人姓名不公开") && !page.contains("张文轩"));
    assert!(page.contains("data-state=\"valid\"") && page.contains("业余3段"));
    let json = server.browser().sending("accept", "application/json").get(&paper.coded()).json();
    assert_eq!((&json["holder"], &json["holder_withheld"]), (&serde_json::Value::Null, &serde_json::Value::Bool(true)));
}

#[test]
fn a_notice_is_found_by_its_reference_and_the_name() {
    let world = World::new();
    let holder = world.person("王小明", "2012-03-04");
    let event = world.event("升段赛", "2026-11-01", "confirmed");
    let reference = world.notice(&holder, &event, dan(5));
    let server = world.server();
    let found = look_up(&server, &reference.to_lowercase(), "王小明").text();
    assert!(found.contains("业余5段") && found.contains("公示中") && found.contains(&reference));
    let wrong = look_up(&server, &reference, "王大明");
    let unknown = look_up(&server, "G00000000", "王大明");
    assert_eq!(told(&wrong), told(&unknown));
}

#[test]
fn a_code_typed_on_the_first_page_opens_the_certificate() {
    let (world, paper) = one();
    let server = world.server();
    let mut reader = server.browser();
    reader.get("/");
    let answer = reader.submit("/", &[("number", "310260001"), ("name", ""), ("code", &paper.code.to_lowercase())]);
    assert_eq!((answer.status, answer.header("location")), (303, Some(paper.coded().as_str())));
    reader.get("/");
    let wrong = reader.submit("/", &[("number", "310260001"), ("name", ""), ("code", "0000-0000-0000-0000")]);
    let page = wrong.text();
    assert!(wrong.status == 200 && page.contains("查无此证"));
    assert!(
        page.contains("重新输入查验码") && !page.contains("填全名"),
        "what was typed is what is advised on: {page}"
    );
}

#[test]
fn programs_look_up_by_the_same_two_facts() {
    let (world, _) = one();
    let server = world.server();
    let ask = |body: &str| server.browser().post_bytes("/api/v1/lookup", "application/json", body.as_bytes());
    let found = ask(r#"{"number":"310260001","name":"张文轩"}"#);
    assert_eq!(found.json()["certificates"][0]["state"], "valid");
    let nothing = ask(r#"{"number":"310260001","name":"李四"}"#);
    assert_eq!((nothing.status, nothing.json()["certificates"].as_array().unwrap().len()), (200, 0));
    assert_eq!(nothing.body, ask(r#"{"number":"310269999","name":"李四"}"#).body);
    assert_eq!(ask(r#"{"number":"31","name":"李四"}"#).status, 400);
    assert_eq!(ask(r#"{"number":"310260001"}"#).status, 400);
}

#[test]
fn looking_up_is_paced_for_a_client_and_for_all_while_a_scanned_code_opens() {
    use qipin::web::state::{AppState, WebSettings};
    use qipin::web::throttle::{Limit, Limits};
    let (world, paper) = one();
    let limits = Limits { lookup: Limit { per_minute: 1, burst: 2, total_per_second: 100 }, ..Limits::raised() };
    let settings = WebSettings { limits, ..WebSettings::default() };
    let server = TestServer::start(AppState::new(world.register().clone(), settings));
    let statuses: Vec<u16> = (0..3).map(|_| look_up(&server, "310269999", "李四").status).collect();
    assert_eq!(statuses, [200, 200, 429]);
    assert_eq!(server.get(&paper.coded()).status, 200);
}

#[test]
fn every_value_that_is_printed_is_on_the_page() {
    let (world, paper) = one();
    let server = world.server();
    for lang in ["zh", "en"] {
        let page = server.get(&format!("{}&lang={lang}", paper.coded())).text();
        for field in qipin::print::PRINTED_FIELDS {
            let mark = format!("data-field=\"{}\"", qipin::web::public::paper::mark(*field));
            let there = page.split(&mark).nth(1).unwrap_or_else(|| panic!("{field:?} is printed and not on the page"));
            assert!(!there.starts_with("></"), "{field:?} is empty");
        }
    }
    let code = qipin::domain::check_code::CheckCode::read(&paper.code).unwrap().grouped();
    let page = server.get(&paper.coded()).text();
    assert!(page.contains(&code) && page.replace("<wbr>", "").contains("http://127.0.0.1:8080/c/3d/310260001"));
}
