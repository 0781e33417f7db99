//! The interface for programs: where it begins, its lists, persons by three facts, what it says of what is unknown
//! and of a method that an address does not take.

use crate::support::fixture::{Played, Player, World, dan};
use crate::support::server::{Answer, TestServer};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn post(server: &TestServer, path: &str, body: &Value) -> Answer {
    server.browser().post_bytes(path, "application/json", body.to_string().as_bytes())
}

/// Whether a value is what a schema of the description says: its keys, and those of what is in it, all the way down.
fn fits(document: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(target) = schema["$ref"].as_str() {
        return fits(document, document.pointer(target.trim_start_matches('#')).unwrap(), value, at);
    }
    for all in schema["allOf"].as_array().into_iter().flatten() {
        fits(document, all, value, at);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let chosen = choices.iter().find(|one| (one["type"] == "null") == value.is_null());
        return fits(document, chosen.unwrap_or_else(|| panic!("{at}: {value}")), value, at);
    }
    if let Some(named) = schema["enum"].as_array() {
        assert!(named.contains(value), "{at}: {value} is none of {named:?}");
    }
    if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
        list.iter().for_each(|one| fits(document, items, one, at));
    }
    if let (Some(properties), Some(object)) = (schema["properties"].as_object(), value.as_object()) {
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert!(object.contains_key(key), "{at} lacks {key}");
        }
        for (key, inner) in object {
            let described = properties.get(key).unwrap_or_else(|| panic!("{at}.{key} is not described"));
            fits(document, described, inner, &format!("{at}.{key}"));
        }
    }
}

#[test]
fn every_list_is_what_the_description_says_and_leads_to_its_pages() {
    let world = World::new();
    world.test.agency("320-320200");
    let event = world.event("2026年上海市升段赛", "2026-11-01", "closed");
    let (holder, minor) = (world.person("李建国", "1970-01-01"), world.person("张文轩", "2012-01-01"));
    let player = |person, place, award| Player { person, from: None, place, score: (1, 0), award };
    let players = [player(&holder, 1, Some(dan(2))), player(&minor, 2, None)];
    world.results(&event, "all", &players, &[Played::even(1, 0, 1, "B")]);
    world.certificate(&holder, Some(&event), dan(1));
    let server = world.server();
    let root = server.get("/api/v1").json();
    let address = root["openapi"].as_str().unwrap();
    let document = server.get(address.split_once("8080").unwrap().1).json();
    assert_eq!(document["info"]["version"], root["version"]);
    let described = |path: &str, verb: &str| {
        let pointer = path.replace('/', "~1");
        let at = format!("/paths/{pointer}/{verb}/responses/200/content/application~1json/schema");
        document.pointer(&at).unwrap_or_else(|| panic!("{path} is not described")).clone()
    };
    for (path, list) in [("/api/v1/events", "events"), ("/api/v1/agencies", "agencies"), ("/api/v1/schemes", "schemes")]
    {
        let answer = server.get(path).json();
        fits(&document, &described(path, "get"), &answer, path);
        assert!(!answer[list].as_array().unwrap().is_empty() && answer["next"].is_null(), "{path}");
        for one in answer[list].as_array().unwrap() {
            let page = one["page"].as_str().unwrap().split_once("8080").unwrap().1;
            assert_eq!(server.get(page).status, 200, "{page}");
        }
    }
    let lower = &server.get("/api/v1/agencies?after=320").json()["agencies"][0];
    assert_eq!((lower["code"].as_str(), lower["parent"].as_str()), (Some("320-320200"), Some("320")));
    let facts = json!({"name": "李建国", "region": "310", "year": 1970});
    let found = post(&server, "/api/v1/people", &facts).json();
    fits(&document, &described("/api/v1/people", "post"), &found, "people");
    assert_eq!(found["people"][0]["register_no"], holder.register_no.as_str());
    let person = server.get(&format!("/api/v1/people/{}", holder.register_no)).json();
    fits(&document, &described("/api/v1/people/{register_no}", "get"), &person, "person");
    assert_eq!((person["steps"].as_array().unwrap().len(), person["games_total"].as_i64()), (2, Some(1)));
    assert_eq!(person["games"][0]["opponent"], json!({"shown": "masked", "name": "张*轩"}), "as the page shows it");
    let young = server.get(&format!("/api/v1/people/{}", minor.register_no));
    assert!(!young.text().contains("文") && !young.text().contains("2012"), "{}", young.text());
}

#[test]
fn events_and_namesakes_are_paged_by_key() {
    let world = World::new();
    for n in 0..43 {
        world.event(&format!("升段赛{n}"), &format!("2026-{:02}-{:02}", n % 9 + 1, n % 27 + 1), "closed");
    }
    let server = world.server();
    let (mut slugs, mut after) = (BTreeSet::new(), String::new());
    for size in [40, 3] {
        let page = server.get(&format!("/api/v1/events?{after}")).json();
        let events = page["events"].as_array().unwrap();
        assert_eq!(events.len(), size);
        slugs.extend(events.iter().map(|event| event["slug"].as_str().unwrap().to_owned()));
        after = page["next"].as_str().map(|next| format!("after={next}")).unwrap_or_default();
    }
    assert_eq!((slugs.len(), after.as_str()), (43, ""), "each event once");
    assert_eq!(server.get("/api/v1/events?q=%E8%B5%9B42").json()["events"].as_array().unwrap().len(), 1);
    assert_eq!(server.get("/api/v1/events?year=x").status, 400);
    let all = server.get("/api/v1/schemes").json()["schemes"].as_array().unwrap().clone();
    let behind = server.get(&format!("/api/v1/schemes?after={}", all[2]["id"].as_str().unwrap())).json();
    assert_eq!(behind["schemes"].as_array().unwrap(), &all[3..]);

    for _ in 0..103 {
        world.person("李伟", "1981-05-05");
    }
    let facts = |after: &Value| json!({"name": "李伟", "region": "310", "year": 1981, "after": after});
    let first = post(&server, "/api/v1/people", &facts(&Value::Null)).json();
    let rest = post(&server, "/api/v1/people", &facts(&first["next"])).json();
    let numbers: BTreeSet<String> = [&first, &rest]
        .into_iter()
        .flat_map(|page| page["people"].as_array().unwrap())
        .map(|person| person["register_no"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!((numbers.len(), rest["next"].is_null()), (103, true));
    for wrong in [
        json!({"name": "", "region": "310", "year": 1981}),
        json!({"name": "李伟", "region": "999", "year": 1981}),
        json!({"name": "李伟", "region": "310", "year": 81}),
        json!({"name": "李伟", "region": "310"}),
    ] {
        assert_eq!(post(&server, "/api/v1/people", &wrong).status, 400, "{wrong}");
    }
}

#[test]
fn an_event_on_notice_is_said_to_be_so_in_lists_too() {
    let world = World::new();
    let event = world.event("升段赛", "2026-11-01", "confirmed");
    let other = world.event("另一场升段赛", "2026-11-02", "confirmed");
    world.notice(&world.person("李建国", "1970-01-01"), &event, dan(4));
    let server = world.server();
    let list = server.get("/api/v1/events").json();
    let status = |slug: &str| {
        let mut all = list["events"].as_array().unwrap().iter();
        all.find(|one| one["slug"] == slug).unwrap()["status"].clone()
    };
    for (slug, wanted) in [(&event.slug, "on-notice"), (&other.slug, "confirmed")] {
        assert_eq!(status(slug), wanted);
        assert_eq!(server.get(&format!("/api/v1/events/{slug}")).json()["status"], wanted);
    }
}

#[test]
fn what_is_not_found_is_unknown_and_one_thing_has_its_state() {
    let world = World::new();
    let holder = world.person("李四", "1990-01-01");
    world.certificate(&holder, None, dan(1));
    let event = world.event("升段赛", "2026-11-01", "confirmed");
    let reference = world.notice(&holder, &event, dan(4));
    let server = world.server();
    let ask = |number: &str, name: &str| post(&server, "/api/v1/lookup", &json!({"number": number, "name": name}));
    for (number, name, state) in [
        ("310260001", "李四", json!("valid")),
        ("310260001", "王五", json!("unknown")),
        ("310269999", "李四", json!("unknown")),
        (reference.as_str(), "李四", json!("on-notice")),
        ("G00000000", "李四", json!("unknown")),
    ] {
        let answer = ask(number, name);
        assert_eq!((answer.status, &answer.json()["state"]), (200, &state), "{number} {name}");
    }
    world.certificate(&holder, None, dan(2));
    let several = ask("310260001", "李四").json();
    assert_eq!((several["state"].is_null(), several["certificates"].as_array().unwrap().len()), (true, 2));
    let wrong = ask("G1234567", "李四");
    assert!(wrong.status == 400 && wrong.json()["zh"].as_str().unwrap().contains("G 加八位数字"), "{}", wrong.text());
}

#[test]
fn a_method_that_is_not_taken_is_answered_with_those_that_are() {
    let world = World::new();
    let server = world.server();
    let answer = post(&server, "/api/v1/notices", &json!({}));
    assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")));
    let body = answer.json();
    assert_eq!((&body["error"], &body["allowed"]), (&json!("method"), &json!(["GET", "HEAD"])));
    assert!(body["en"].as_str().unwrap().contains("GET, HEAD"), "{body}");
    let answer = server.get("/api/v1/lookup");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    assert_eq!(answer.json()["allowed"], json!(["POST"]));
}
