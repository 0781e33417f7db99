//! Agencies, schemes, the file check, the interface's description; and what every public page keeps to.

use crate::support::fixture::{Played, Player, World, dan};
use qipin::web::routes::{self, Audience, Verb};
use std::collections::BTreeSet;

#[test]
fn every_agency_is_reached_by_its_code_and_older_forms_lead_there() {
    let world = World::new();
    world.test.agency("320-320200");
    let server = world.server();
    let tree = server.get("/agencies").text();
    let at = |code: &str| tree.find(&format!("href=\"/agencies/{code}\"")).unwrap_or_else(|| panic!("{code}"));
    assert!(at("000") < at("310") && at("310") < at("320") && at("320") < at("320-320200"), "parents first, by code");
    for shown in ["授权期限", "自2020年1月1日起", "有效", ">5段<"] {
        assert!(tree.contains(shown), "{shown}");
    }
    let one = server.get("/agencies/320-320200").text();
    assert!(one.contains("320-320200 围棋协会") && one.contains("href=\"/agencies/320\"") && one.contains("江苏"));
    for (older, now) in [("320200", "320-320200"), ("320000", "320"), ("320320200", "320-320200")] {
        let moved = server.get(&format!("/agencies/{older}"));
        assert_eq!(
            (moved.status, moved.header("location")),
            (301, Some(format!("/agencies/{now}").as_str())),
            "{older}"
        );
    }
    for nothing in ["999", "x", "110", "321"] {
        assert_eq!(server.get(&format!("/agencies/{nothing}")).status, 404, "{nothing}");
    }
}

#[test]
fn an_authorisation_that_has_ended_is_said_to_have_ended() {
    let world = World::new();
    world.write(|conn| {
        use qipin::store::agency;
        let parent = agency::by_code(conn, "310").unwrap();
        let row = agency::NewAgency {
            code: "310-310100".to_owned(),
            area_code: "310".to_owned(),
            name_zh: "市区棋协".to_owned(),
            name_en: "City".to_owned(),
            level: "city".to_owned(),
            parent_id: Some(parent.id),
            ceiling: 28,
            state: "active".to_owned(),
            valid_from: "2020-01-01".parse().unwrap(),
            valid_to: Some("2026-11-20".parse().unwrap()),
            created_at: parent.created_at,
        };
        agency::insert(conn, &row).unwrap();
    });
    let server = world.server();
    let page = server.get("/agencies/310-310100").text();
    assert!(page.contains("2020年1月1日至2026年11月20日") && page.contains(">授权有效"), "its last day counts");
    world.test.advance(chrono::Duration::days(1));
    assert!(server.get("/agencies/310-310100").text().contains("授权已到期"));
}

#[test]
fn every_scheme_is_told_in_words_in_both_languages() {
    let world = World::new();
    let server = world.server();
    let list = server.get("/schemes").text();
    for scheme in qipin::domain::scheme::all() {
        assert!(list.contains(&format!("href=\"/schemes/{}\"", scheme.id)), "{}", scheme.id);
        for lang in ["zh", "en"] {
            let answer = server.get(&format!("/schemes/{}?version={}&lang={lang}", scheme.id, scheme.version));
            assert_eq!(answer.status, 200, "{}", scheme.id);
            assert_eq!(answer.text().matches("class=\"clauses\"").count(), scheme.groups.len(), "{}", scheme.id);
        }
    }
    assert_eq!(server.get("/schemes/none").status, 404);
    assert_eq!(server.get("/schemes/open-test?version=x").status, 400);
    assert_eq!(server.get("/schemes/open-test?version=99").status, 404);
}

const PLAYERS: &str =
    "id,name,sex,birth,grade,certificate,agency,club\n1,张三,男,1990-01-01,1段,,,\n2,李四,女,1991-01-01,1段,,,\n";
const RESULTS: &str = "round,board,black,white,result,handicap,komi,game\n1,1,1,2,B+3.5,0,7.5,\n2,1,1,9,B+R,0,7.5,\n";

#[test]
fn the_file_check_answers_the_findings_of_the_command_line_on_the_page_and_as_json() {
    let world = World::new();
    let server = world.server();
    let files = [("results", "a.results.csv", RESULTS.as_bytes()), ("players", "a.players.csv", PLAYERS.as_bytes())];
    let fields = [("scheme", "open-test"), ("group", "all"), ("date", "2026-10-01")];
    let mut reader = server.browser();
    reader.get("/check");
    let page = reader.upload("/check", &fields, &files);
    assert_eq!(page.status, 200, "{}", page.text());
    let text = page.text();
    for shown in ["不能提交", "E301", "第3行", "实际", "依据"] {
        assert!(text.contains(shown), "{shown}");
    }
    // One entry a code, as a group's page of the workplace lists them.
    let heads = text.matches("<section class=\"finding-group\">").count();
    let codes: std::collections::BTreeSet<&str> = text
        .split("class=\"finding-head\">")
        .skip(1)
        .filter_map(|rest| rest.split("<code>").nth(1)?.split('<').next())
        .filter(|code| !code.starts_with('I'))
        .collect();
    assert_eq!(heads, codes.len(), "{text}");
    let (kind, body) = crate::support::server::multipart(&fields, &files);
    let json = server.browser().post_bytes("/api/v1/check", &kind, &body);
    assert_eq!(json.status, 200);
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.results.csv"), RESULTS).unwrap();
    std::fs::write(dir.path().join("a.players.csv"), PLAYERS).unwrap();
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_qipin"))
        .current_dir(dir.path())
        .args(["check", "a.results.csv", "--format", "json", "--scheme", "open-test", "--group", "all"])
        .args(["--date", "2026-10-01"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(said.stdout).unwrap().trim_end(), json.text(), "byte for byte");
    assert_eq!(json.json()["accepted"], "no");
}

#[test]
fn a_check_without_a_file_or_with_wrong_facts_says_so_and_keeps_what_was_typed() {
    let world = World::new();
    let server = world.server();
    let mut reader = server.browser();
    reader.get("/check");
    let none = reader.upload("/check", &[("agency", "32"), ("date", "1.10.2026"), ("group", "all")], &[]);
    assert_eq!(none.status, 422);
    let page = none.text();
    for field in ["results", "agency", "date", "group"] {
        assert!(page.contains(&format!("href=\"#{field}\"")), "{field}");
    }
    assert!(page.contains("value=\"32\""));
    let record = b"(;GM[1]SZ[3]KM[0.5]RU[Chinese]RE[W+3.5];B[ba];W[aa];B[bb];W[];B[bc];W[])";
    let misplaced = reader.upload("/check", &[], &[("results", "x.csv", b""), ("players", "a.sgf", record)]);
    assert!(misplaced.status == 422 && misplaced.text().contains("收到的是棋谱"));
    let recounted = reader.upload("/check", &[], &[("results", "a.sgf", record)]);
    let page = recounted.text();
    assert_eq!(recounted.status, 200, "{page}");
    assert!(page.contains("<code>W803</code>") && page.contains("B+8.5") && page.contains("黑胜8.5目"), "{page}");
    reader.get("/check");
    let empty = reader.upload("/check", &[], &[("results", "x.csv", b"")]);
    assert_eq!(empty.status, 200);
    let page = empty.text();
    assert!(page.contains("<code>E102</code>") && page.contains("文件里没有内容"), "{page}");
    assert!(page.contains("不能提交") && !page.contains("E121"), "one fault, and what it is: {page}");
    assert!(page.contains("登记号不存在、") && !page.contains("E701"), "what was left out is said in words: {page}");
    let (kind, body) = crate::support::server::multipart(&[], &[]);
    let json = server.browser().post_bytes("/api/v1/check", &kind, &body);
    assert_eq!((json.status, json.json()["error"].as_str().unwrap()), (400, "bad-request"));
    for name in ["event.results.csv", "event.players.csv", "event.xlsx"] {
        assert_eq!(server.get(&format!("/check/files/{name}")).status, 200, "{name}");
    }
    assert_eq!(server.get("/check/files/none.csv").status, 404);
}

#[test]
fn the_description_of_the_interface_names_every_route_and_no_other() {
    let world = World::new();
    let server = world.server();
    let document = server.get("/api/v1/openapi.json").json();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, verbs)| verbs.as_object().unwrap().keys().map(move |v| (v.to_uppercase(), path.clone())))
        .collect();
    let there: BTreeSet<(String, String)> = routes::all()
        .filter(|entry| entry.audience == Audience::Api)
        .map(|entry| (entry.verb.text().to_owned(), entry.path.to_owned()))
        .collect();
    assert_eq!(described, there);
    for (pointer, _) in references(&document) {
        assert!(document.pointer(pointer.trim_start_matches('#')).is_some(), "{pointer} leads nowhere");
    }
}

fn references(value: &serde_json::Value) -> Vec<(String, ())> {
    match value {
        serde_json::Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| match (key.as_str(), value.as_str()) {
                ("$ref", Some(target)) => vec![(target.to_owned(), ())],
                _ => references(value),
            })
            .collect(),
        serde_json::Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// Whether a value has every key that a schema of the description asks for, and no other.
fn assert_described(document: &serde_json::Value, schema: &str, value: &serde_json::Value) {
    let properties =
        document.pointer(&format!("/components/schemas/{schema}/properties")).unwrap().as_object().unwrap();
    // Only an answer to a wrong method says which are allowed.
    let described: BTreeSet<&String> = properties.keys().filter(|key| *key != "allowed").collect();
    let there: BTreeSet<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(described, there, "{schema}");
}

#[test]
fn the_answers_have_the_shape_that_is_described() {
    let world = World::new();
    let event = world.event("升段赛", "2026-11-01", "closed");
    let holder = world.person("李建国", "1970-01-01");
    let player = Player { person: &holder, from: None, place: 1, score: (1, 0), award: Some(dan(2)) };
    world.results(&event, "all", &[player], &[Played { white: None, ..Played::even(1, 0, 0, "bye") }]);
    let paper = world.certificate(&holder, Some(&event), dan(1));
    world.notice(&holder, &event, dan(4));
    let server = world.server();
    let document = server.get("/api/v1/openapi.json").json();
    let get = |path: &str| server.get(path).json();
    let certificate = get(&format!("/api/v1/certificates{}", paper.coded().trim_start_matches("/c")));
    assert_described(&document, "Certificate", &certificate);
    assert_described(&document, "UnknownCertificate", &get("/api/v1/certificates/1d/310260001?k=0000000000000000"));
    assert_described(&document, "Notice", &get("/api/v1/notices")["notices"][0]);
    let event = get(&format!("/api/v1/events/{}", event.slug));
    assert_described(&document, "Event", &event);
    assert_described(&document, "Results", &event["results"]);
    assert_described(&document, "Error", &get("/api/v1/certificates/1d/3?k=0"));
}

#[test]
fn no_public_page_breaks_whatever_its_address_says() {
    let world = World::new();
    let server = world.server();
    let values = ["1", "%00", "%F0%A0%AE%B7", "..%2f..%2fetc", "%25", "-1", "99999999999999999999", "'%22%3Cb%3E"];
    for entry in routes::all().filter(|e| e.verb == Verb::Get && e.audience != Audience::Staff) {
        for value in values {
            let path = entry.example(&[value, value]);
            for query in
                ["", "?k=%00&after=%00&before=1.2&group=%00&round=-1&from=-1&version=%00&year=%00&q=%00&lang=en"]
            {
                let answer = server.get(&format!("{path}{query}"));
                assert!(answer.status < 500, "{path}{query}: {}", answer.status);
                if answer.status == 400 && answer.header("content-type").unwrap().contains("html") {
                    assert!(answer.text().contains("<h1>"), "{path}{query} explains itself");
                }
            }
        }
    }
}

#[test]
fn every_public_page_keeps_the_frame_and_has_its_words_in_both_languages() {
    let world = World::new();
    let event = world.event("升段赛", "2026-11-01", "closed");
    let holder = world.person("李建国", "1970-01-01");
    let paper = world.certificate(&holder, Some(&event), dan(1));
    let reference = world.notice(&holder, &event, dan(4));
    let server = world.server();
    let paths = [
        "/",
        "/notices",
        "/notices?state=ended",
        "/events",
        "/people",
        "/agencies",
        "/agencies/310",
        "/schemes",
        "/schemes/yixing-2025",
        "/check",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain([
        paper.coded(),
        paper.path(),
        "/c/1d/310260009?k=0000000000000000".to_owned(),
        format!("/notices/{reference}"),
        format!("/events/{}", event.slug),
        format!("/people/{}", holder.register_no),
    ]);
    for path in paths {
        for lang in ["zh", "en"] {
            let address = format!("{path}{}lang={lang}", if path.contains('?') { '&' } else { '?' });
            let answer = server.get(&address);
            assert_eq!(answer.status, 200, "{address}");
            let page = answer.text();
            assert_eq!(page.matches("<h1").count(), 1, "{address}");
            for inline in [" style=", "<style", " onclick", "javascript:"] {
                assert!(!page.contains(inline), "{address} has {inline}");
            }
            for key in ["public.", "layout.", "common.", "schemes.", "finding."] {
                let lacking = [format!(">{key}"), format!("\"{key}"), format!(" {key}")];
                assert!(!lacking.iter().any(|l| page.contains(l.as_str())), "{address} lacks words: {key}");
            }
            assert!(!page.contains("{n}") && !page.contains("{day}") && !page.contains("{first}"), "{address}");
            if lang == "en" {
                assert!(page.contains("lang=en"), "{address} keeps the language in its links");
            }
        }
    }
}
