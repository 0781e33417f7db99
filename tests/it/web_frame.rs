//! The frame of the pages under real HTTP: headers, cookies, languages, throttle, request ids, styles.

use crate::support::server::{Answer, TestServer, state};
use qipin::web::app::ServeOptions;
use qipin::web::bind::CookiePolicy;
use qipin::web::throttle::{Limit, Limits, Throttle};
use std::collections::HashSet;
use std::sync::Arc;

fn behind_a_proxy() -> TestServer {
    let local = ServeOptions::local("127.0.0.1:0".parse().unwrap());
    TestServer::with(ServeOptions { behind_tls_proxy: true, workers: Some(1), ..local }, state())
}

/// What no answer may lack.
fn assert_headers(answer: &Answer, what: &str) {
    let has = |name: &str| answer.header(name).unwrap_or_else(|| panic!("{what} lacks {name}")).to_owned();
    let csp = has("content-security-policy");
    assert!(csp.starts_with("default-src 'none'") && csp.contains("frame-ancestors 'none'"), "{what}: {csp}");
    assert!(!csp.contains("unsafe") && !csp.contains('*'), "{what}: {csp}");
    assert_eq!(has("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(has("referrer-policy"), "no-referrer", "{what}");
    assert_eq!(has("cross-origin-opener-policy"), "same-origin", "{what}");
    assert!(has("permissions-policy").contains("camera=()"), "{what}");
    assert_eq!(has("x-request-id").len(), 13, "{what}");
    has("cache-control");
}

#[test]
fn every_answer_carries_the_headers_errors_included() {
    let server = TestServer::start(state());
    for path in
        ["/", "/no/such/page", "/healthz", "/metrics", "/robots.txt", "/favicon.ico", "/static/none.css", "/notices/"]
    {
        assert_headers(&server.get(path), path);
    }
    assert_headers(&server.browser().post("/", &[]), "POST /");
    assert_eq!(server.get("/").header("cache-control"), Some("no-store"));
    assert_eq!(server.get("/").header("strict-transport-security"), None);
    assert!(behind_a_proxy().get("/").header("strict-transport-security").is_some());
}

#[test]
fn no_page_asks_for_what_the_policy_forbids() {
    let server = TestServer::start(state());
    for path in ["/", "/?lang=en", "/no/such/page"] {
        let page = server.get(path).text();
        for inline in [" style=", "<style", " onclick", " onload", "javascript:", "http://", "https://"] {
            assert!(!page.contains(inline), "{path} has {inline}");
        }
        for script in page.split("<script").skip(1) {
            assert!(script.split('>').next().unwrap().contains(" src=\"/static/"), "{path}");
        }
        assert_eq!(page.matches("<h1").count(), 1, "{path}");
        for key in ["layout.", "error.", "common.", "format."] {
            assert!(
                !page.contains(&format!(">{key}")) && !page.contains(&format!("\"{key}")),
                "{path} lacks words: {key}"
            );
        }
        for landmark in ["<main id=\"content\"", "<header", "<footer", "<nav", "class=\"skip\" href=\"#content\""] {
            assert!(page.contains(landmark), "{path} lacks {landmark}");
        }
    }
}

#[test]
fn a_missing_page_explains_itself_in_the_readers_language() {
    let server = TestServer::start(state());
    let answer = server.get("/c/5d/x/y/z");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("没有这个页面") && answer.text().contains("<html lang=\"zh-CN\""));
    let english = server.browser().sending("accept-language", "en-GB,en;q=0.9").get("/nothing");
    assert!(english.text().contains("There is no such page") && english.text().contains("<html lang=\"en\""));
    let json = server.browser().sending("accept", "application/json").get("/nothing");
    assert_eq!((json.status, json.json()["error"].as_str().unwrap()), (404, "not-found"));
    assert!(
        json.json()["zh"].as_str().unwrap().contains("没有") && json.json()["en"].as_str().unwrap().contains("Nothing")
    );
    assert_eq!(server.get("/api/v1/nothing").json()["error"], "not-found");
}

#[test]
fn an_address_with_a_slash_too_many_leads_to_the_page() {
    let server = TestServer::start(state());
    let answer = server.get("/notices/?page=2");
    assert_eq!((answer.status, answer.header("location")), (301, Some("/notices?page=2")));
    assert_eq!(server.get("//evil.cn/").header("location"), Some("/evil.cn"), "to a page of ours");
}

#[test]
fn a_chosen_language_stays() {
    let server = TestServer::start(state());
    let mut reader = server.browser();
    let answer = reader.get("/?lang=en");
    assert!(answer.text().contains("href=\"/notices?lang=en\""), "links keep it where cookies are refused");
    let kept = answer.cookies().iter().any(|c| c.starts_with("qipin-local-lang=en; HttpOnly; SameSite=Lax; Path=/"));
    assert!(kept, "{answer:?}");
    assert!(reader.get("/").text().contains("<html lang=\"en\""));
    assert!(server.get("/").text().contains("<html lang=\"zh-CN\""));
    assert!(server.get("/?lang=%3Cb%3E").text().contains("<html lang=\"zh-CN\""));
}

#[test]
fn cookies_are_host_bound_behind_tls_and_named_otherwise_on_loopback() {
    let secure = behind_a_proxy().get("/?lang=en");
    let cookies = secure.cookies();
    assert!(cookies.iter().any(|c| c.starts_with("__Host-qipin-lang=")), "{cookies:?}");
    assert!(cookies.iter().all(|c| c.starts_with("__Host-") && c.contains("Secure")), "{cookies:?}");
    let local = TestServer::start(state()).get("/?lang=en");
    assert!(local.cookies().iter().all(|c| !c.contains("Secure")), "{local:?}");
    assert_eq!(CookiePolicy::Secure, qipin::web::bind::bind_policy("0.0.0.0:80".parse().unwrap(), true).unwrap());
}

#[test]
fn an_address_open_to_the_network_is_refused_without_a_proxy() {
    let options = ServeOptions::local("0.0.0.0:0".parse().unwrap());
    let refused =
        actix_web::rt::System::new().block_on(async { qipin::web::app::start(&options, state()).err().unwrap() });
    assert!(refused.to_string().contains("--behind-tls-proxy"), "{refused}");
}

#[test]
fn request_ids_differ() {
    let server = TestServer::start(state());
    let ids: HashSet<String> = (0..50).map(|_| server.get("/").header("x-request-id").unwrap().to_owned()).collect();
    assert_eq!(ids.len(), 50);
}

#[test]
fn one_client_that_asks_too_often_waits_and_styles_are_not_counted() {
    let limits = Limits { general: Limit { per_minute: 1, burst: 3, total_per_second: 1000 }, ..Limits::raised() };
    let mut strict = state();
    strict.throttle = Throttle::new(limits);
    let server = TestServer::start(strict);
    let style = style_of(&server);
    let statuses: Vec<u16> = (0..4).map(|_| server.get("/").status).collect();
    assert_eq!(statuses, [200, 200, 429, 429]);
    let refused = server.get("/");
    assert!(refused.header("retry-after").is_some() && refused.text().contains("查询过于频繁"));
    assert_headers(&refused, "429");
    assert_eq!(server.get(&style).status, 200);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn behind_the_proxy_each_forwarded_client_is_counted_for_itself() {
    let mut strict = state();
    strict.throttle = Throttle::new(Limits {
        general: Limit { per_minute: 1, burst: 1, total_per_second: 1000 },
        ..Limits::raised()
    });
    let local = ServeOptions::local("127.0.0.1:0".parse().unwrap());
    let server = TestServer::with(ServeOptions { behind_tls_proxy: true, ..local }, strict);
    let ask = |list: &str| server.browser().sending("x-forwarded-for", list).get("/").status;
    assert_eq!(ask("192.0.2.1"), 200);
    assert_eq!(ask("192.0.2.1"), 429);
    assert_eq!(ask("192.0.2.2"), 200);
    assert_eq!(ask("192.0.2.9, 192.0.2.1"), 429, "what a client claims before the proxy's own entry is nothing");
}

fn style_of(server: &TestServer) -> String {
    let page = server.get("/").text();
    page.split("rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[test]
fn styles_are_kept_for_ever_under_an_address_that_changes_with_them() {
    let server = TestServer::start(state());
    let path = style_of(&server);
    let plain = server.get(&path);
    assert_eq!(plain.header("content-type"), Some("text/css; charset=utf-8"));
    assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let small = server.browser().sending("accept-encoding", "br, gzip").get(&path);
    assert_eq!(small.header("content-encoding"), Some("gzip"));
    assert_eq!(&small.body[..2], b"\x1f\x8b");
    assert!(small.body.len() * 2 < plain.body.len());
    assert_eq!(server.get("/static/app.000000000000.css").status, 404);
    assert_eq!(server.get("/static/..%2fCargo.toml").status, 404);
}

#[test]
fn head_answers_without_a_body() {
    let server = TestServer::start(state());
    let answer = server.raw(b"HEAD / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("\r\n\r\n"), "{answer}");
}

#[test]
fn health_says_whether_the_database_answers() {
    let server = TestServer::start(state());
    assert_eq!(server.get("/healthz").text(), "ok\n");
    let mut sick = state();
    sick.health = Arc::new(|| Err("disk I/O error".to_owned()));
    let answer = TestServer::start(sick).get("/healthz");
    assert_eq!(answer.status, 503);
    assert!(answer.header("retry-after").is_some() && !answer.text().contains("disk"));
}

#[test]
fn figures_are_for_this_machine_or_for_the_holder_of_the_token() {
    let server = TestServer::start(state());
    server.get("/");
    server.get("/c/5d/310260001/secret");
    let text = server.get("/metrics").text();
    assert!(text.contains("qipin_http_requests_total{method=\"GET\",route=\"/\",status=\"2xx\"} 1"), "{text}");
    assert!(!text.contains("310260001"), "addresses are not kept");
    assert_eq!(behind_a_proxy().get("/metrics").status, 404);
    let mut guarded = state();
    guarded.settings.metrics_token = Some("t0ken".to_owned());
    let server = TestServer::start(guarded);
    assert_eq!(server.get("/metrics").status, 404);
    assert_eq!(server.browser().sending("authorization", "Bearer t0ke").get("/metrics").status, 404);
    assert_eq!(server.browser().sending("authorization", "Bearer t0ken").get("/metrics").status, 200);
}

#[test]
fn an_address_with_a_slash_too_many_leads_to_the_one_that_was_meant() {
    let server = TestServer::start(state());
    for (path, meant) in [("//notices", "/notices"), ("/notices//", "/notices"), ("//events//x?a=1", "/events/x?a=1")] {
        let answer = server.raw(format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes());
        assert!(answer.starts_with("HTTP/1.1 301"), "{path}: {answer}");
        assert!(answer.to_lowercase().contains(&format!("location: {meant}\r\n")), "{path}: {answer}");
    }
    let elsewhere = server.raw(b"GET /\\example.org/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert!(!elsewhere.to_lowercase().contains("location:"), "{elsewhere}");
}

#[test]
fn whoever_guesses_where_to_sign_in_is_led_there() {
    let server = TestServer::start(state());
    for guess in ["/login", "/login/", "/signin", "/admin"] {
        let answer = server.get(guess);
        assert_eq!((answer.status, answer.header("location")), (301, Some("/staff/login")), "{guess}");
    }
    assert_eq!(server.get("/logins").status, 404);
    assert_eq!(server.browser().post("/login", &[]).status, 404, "only a reader is led");
}
