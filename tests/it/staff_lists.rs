//! The long lists of the workplace: read in pages by key, in as many statements however long they are; and the language
//! of a page that answers a form.

use crate::staff_people::signed_in;
use crate::support::fixture::{World, dan};
use crate::support::queries::{alone, count};
use crate::support::server::Answer;
use qipin::domain::permission::Role;
use qipin::service::objection::{self, Decision, NewObjectionForm};
use qipin::service::view::staff_notice;
use qipin::service::{account, notice};
use qipin::store::award;
use std::collections::BTreeSet;

const BODY: &str = "第三轮的成绩与记分单不符，请核查。";

/// Awards of 4段 that wait for their notice.
fn waiting(world: &World, from: usize, many: usize) -> Vec<i64> {
    let event = world.event(&format!("升段赛{from}"), "2026-11-01", "confirmed");
    let award =
        |n: usize| world.award(&world.person(&format!("王伟{n}"), "1990-05-01"), Some(&event), dan(4), "confirmed");
    (from..from + many).map(award).collect()
}

/// Objections to notices, each of somebody else; answers their ids.
fn object(world: &World, references: &[String]) -> Vec<i64> {
    let file = |(n, reference): (usize, &String)| {
        let form = NewObjectionForm {
            reference: reference.clone(),
            name: "陈某".into(),
            mail: format!("chen{n}@example.cn"),
            body: BODY.into(),
            ..NewObjectionForm::default()
        };
        let receipt = objection::file(world.register(), &form).unwrap().number;
        world.register().read(|conn| Ok(award::objection_by_receipt(conn, &receipt)?)).unwrap().id
    };
    references.iter().enumerate().map(file).collect()
}

fn next_of(page: &str, name: &str) -> Option<String> {
    let links = page.split("rel=\"next\" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    links.map(|link| link.replace("&#38;", "&")).find(|link| link.contains(&format!("{name}=")))
}

#[test]
fn awards_that_wait_and_run_are_two_lists_that_move_by_themselves() {
    let world = World::new();
    let many = staff_notice::PAGE + 3;
    let (first, second) = (waiting(&world, 0, many), waiting(&world, 1000, many));
    notice::publish(world.register(), &world.reviewer, &second).unwrap();
    let read = |states: &[&str]| {
        let page = staff_notice::awards_in(world.register(), &world.reviewer, states, None).unwrap();
        let rest = staff_notice::awards_in(world.register(), &world.reviewer, states, page.next).unwrap();
        assert_eq!((page.awards.len(), rest.next), (staff_notice::PAGE, None));
        page.awards.iter().chain(&rest.awards).map(|view| view.award.id).collect::<Vec<_>>()
    };
    assert_eq!((read(&["confirmed"]), read(&["on-notice", "held"])), (first.clone(), second.clone()));

    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.reviewer);
    let page = browser.get("/staff/notices").text();
    let running = next_of(&page, "running").unwrap();
    assert_eq!(running, format!("/staff/notices?running={}", second[staff_notice::PAGE - 1]));
    let moved = browser.get(&running).text();
    // The other list stays where it was, and moves on from here.
    let both = next_of(&moved, "waiting").unwrap();
    assert!(both.contains("waiting=") && both.contains("running="), "{both}");
    assert!(moved.contains(&format!("value=\"{}\"", first[0])));
    assert_eq!(next_of(&moved, "running=9"), None);
    // What is ticked on a page is published, and nothing else.
    let last = browser.get(&both).text();
    assert!(!last.contains(&format!("value=\"{}\"", first[0])));
    let id = first[staff_notice::PAGE].to_string();
    assert_eq!(browser.submit("/staff/notices", &[("award", id.as_str())]).status, 303);
    let states: Vec<String> =
        world.register().read(|conn| Ok(award::by_ids(conn, &first)?.into_iter().map(|a| a.state).collect())).unwrap();
    assert_eq!(states.iter().filter(|state| *state == "on-notice").count(), 1);
}

#[test]
fn objections_are_listed_open_ones_first_in_pages_each_once() {
    let world = World::new();
    let ids = waiting(&world, 0, staff_notice::PAGE + 5);
    let published = notice::publish(world.register(), &world.reviewer, &ids).unwrap();
    let filed = object(&world, &published.references);
    let decided: BTreeSet<i64> = filed.iter().copied().filter(|id| id % 2 == 0).collect();
    for id in &decided {
        objection::decide(world.register(), &world.reviewer, *id, Decision::Dismissed, "已核对记分单。").unwrap();
    }
    let list = |from| staff_notice::objections(world.register(), &world.reviewer, from).unwrap();
    let first = list(None);
    let rest = list(first.next);
    let seen: Vec<i64> = first.objections.iter().chain(&rest.objections).map(|view| view.objection.id).collect();
    let mut expected = filed.clone();
    expected.sort_by_key(|id| (decided.contains(id), -id));
    assert_eq!((seen, rest.next), (expected, None));

    // An agency sees its own, another nothing; the page leads on.
    let stranger = world.test.account(Role::AgencyManager, world.test.agency("320"));
    assert!(staff_notice::objections(world.register(), &stranger, None).unwrap().objections.is_empty());
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.manager);
    let page = browser.get("/staff/objections").text();
    let next = next_of(&page, "decided").unwrap();
    let rows = |page: &str| page.matches("href=\"/staff/objections/").count();
    assert_eq!((rows(&page), rows(&browser.get(&next).text())), (staff_notice::PAGE, 5));
}

#[test]
fn a_page_of_objections_costs_as_many_statements_as_one_objection() {
    alone("staff_lists::a_page_of_objections_costs_as_many_statements_as_one_objection", || {
        let world = World::new();
        let ids = waiting(&world, 0, 30);
        let published = notice::publish(world.register(), &world.reviewer, &ids).unwrap();
        object(&world, &published.references[..1]);
        let read = || count(|| staff_notice::objections(world.register(), &world.reviewer, None).unwrap());
        let (few, one) = read();
        object(&world, &published.references[1..]);
        let (many, all) = read();
        assert_eq!((one.objections.len(), all.objections.len()), (1, 30));
        assert!(few == many && few > 0, "{few} and {many} statements");
    });
}

#[test]
fn accounts_and_their_agencies_are_listed_in_pages() {
    let world = World::new();
    for _ in 0..account::PAGE + 1 {
        world.test.account(Role::Referee, world.agency);
    }
    let read = |after: &str| account::list(world.register(), &world.manager, world.agency, after).unwrap();
    let first = read("");
    let rest = read(first.next.as_deref().unwrap());
    let seen: Vec<&str> = first.accounts.iter().chain(&rest.accounts).map(|a| a.login.as_str()).collect();
    assert_eq!((seen.len(), rest.next), (account::PAGE + 3, None));
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "each once");
    for code in 0..account::PAGE + 1 {
        world.test.agency(&format!("310-{}", 310_101 + code));
    }
    let admin = world.test.account(Role::NationalAdmin, world.test.national_office());
    let server = world.server();
    let mut browser = signed_in(&world, &server, &admin);
    let page = browser.get("/staff/accounts").text();
    let next = next_of(&page, "after").unwrap();
    let rows = |page: &str| page.matches("href=\"/staff/accounts/of/").count();
    assert_eq!((rows(&page), rows(&browser.get(&next).text())), (account::PAGE, 3));
    let of = browser.get("/staff/accounts/of/310").text();
    let next = next_of(&of, "after").unwrap();
    assert_eq!(browser.get(&next).status, 200);
    assert!(!of.contains("排序：排序"), "the order is said once");
}

/// The fields of the form that asks for the same page in the other language.
fn language_form(page: &Answer) -> Option<(String, Vec<(String, String)>)> {
    let text = page.text();
    let nav = text.split("<nav class=\"langs\"").nth(1).unwrap().split("</nav>").next().unwrap().to_owned();
    let action = nav.split("<form method=\"post\" action=\"").nth(1)?.split('"').next().unwrap().to_owned();
    let value = |input: &str, name: &str| {
        input.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().replace("&#38;", "&")
    };
    let inputs = nav.split("<input type=\"hidden\" ").skip(1);
    Some((action, inputs.map(|input| (value(input, "name"), value(input, "value"))).collect()))
}

#[test]
fn a_form_that_comes_back_can_be_read_in_the_other_language_with_what_was_typed() {
    let world = World::new();
    let server = world.server();
    let mut browser = signed_in(&world, &server, &world.manager);
    let path = "/staff/accounts/of/310/invite";
    browser.get(path);
    let typed = [("login", "li.hua"), ("name", "李华"), ("mail", "no address"), ("role", "referee"), ("lang", "zh")];
    let wrong = browser.submit(path, &typed);
    assert_eq!(wrong.status, 422);
    let (action, fields) = language_form(&wrong).expect("a form, not a link that loses what was typed");
    assert_eq!(action, format!("{path}?lang=en"));
    assert!(fields.iter().any(|(name, value)| name == "name" && value == "李华"), "{fields:?}");
    assert_eq!(fields.iter().filter(|(name, _)| name == "csrf").count(), 1);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let english = browser.post(&action, &fields);
    let text = english.text();
    assert!(english.status == 422 && text.contains("<html lang=\"en\""), "{text}");
    assert!(text.contains("This is not a mail address.") && text.contains("value=\"no address\""), "{text}");
    assert!(text.contains("value=\"李华\""), "what was typed is kept");
    assert!(browser.get(path).text().contains("<html lang=\"en\""), "and the language");

    // A secret is not sent twice: the link leads to the page of the form.
    browser.get("/staff/account?lang=zh");
    let password = [("present", "wrong-wrong-wrong"), ("password", "k7-tengen-oak-2026"), ("repeated", "k7-tengen")];
    let refused = browser.submit("/staff/account/password", &password);
    assert_eq!((refused.status, language_form(&refused)), (422, None));
    assert!(refused.text().contains("href=\"/staff/account?lang=en\"") && !refused.text().contains("tengen"));
    // Nor is what failed tried again by the way.
    let failed = browser.submit("/staff/people/999999/change", &[("field", "name"), ("value", "李华")]);
    assert_eq!((failed.status, language_form(&failed)), (404, None));
    // A look-up is shown in the other language as it was found.
    let paper = world.certificate(&world.person("王芳", "1980-01-01"), None, dan(2)).certificate;
    let mut reader = server.browser();
    reader.get("/");
    let found = reader.submit("/", &[("number", paper.number.as_str()), ("name", "王芳")]);
    let (action, fields) = language_form(&found).unwrap();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let english = reader.post(&action, &fields);
    assert!(english.status == 200 && english.text().contains("amateur 2 dan"), "{}", english.text());
}
