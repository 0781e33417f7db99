//! Who is let in, and where the others are led.

use super::server::{Browser, TestServer, state};
use crate::domain::permission::{Action, Reach, Role, reach};
use crate::service::Staff;
use crate::text::Lang;
use crate::web::error::AppError;
use crate::web::routes::{self, Audience, Needs, Verb};
use crate::web::throttle::{Limit, Limits, Throttle};
use crate::web::user::{CurrentUser, Sessions};
use futures_util::future::LocalBoxFuture;
use std::sync::Arc;

/// The token of a session is the key of its role.
struct ByRole;

impl Sessions for ByRole {
    fn find<'a>(&'a self, token: &'a str) -> LocalBoxFuture<'a, Result<Option<CurrentUser>, AppError>> {
        let user = Role::from_key(token).map(|role| CurrentUser {
            staff: Staff {
                account_id: 1,
                name: "测试员".into(),
                login: token.to_owned(),
                role,
                agency_id: 1,
                lang: Lang::Zh,
            },
            session_id: 1,
        });
        Box::pin(async { Ok(user) })
    }
}

fn server() -> TestServer {
    let mut state = state();
    state.sessions = Arc::new(ByRole);
    TestServer::start(state)
}

fn signed_in(server: &TestServer, role: Role) -> Browser {
    let mut browser = server.browser();
    browser.set_cookie("qipin-local", role.key());
    browser
}

#[test]
fn a_stranger_is_led_to_the_door_and_back() {
    let server = server();
    let answer = server.get("/staff/probe/own?a=1&b=%E6%AE%B5");
    assert_eq!(answer.status, 303);
    assert_eq!(answer.header("location"), Some("/staff/login?next=/staff/probe/own%3Fa%3D1%26b%3D%25E6%25AE%25B5"));
    let mut program = server.browser().sending("accept", "application/json");
    let answer = program.get("/staff/probe/own");
    assert_eq!((answer.status, answer.json()["error"].as_str().unwrap()), (401, "sign-in-first"));
    assert_eq!(program.post("/staff/probe/own", &[]).status, 401);
}

#[test]
fn an_ended_session_is_nobody() {
    let server = server();
    let mut browser = server.browser();
    browser.set_cookie("qipin-local", "no-such-role");
    assert_eq!(browser.get("/staff/probe/own").status, 303);
}

#[test]
fn every_staff_route_asks_the_matrix_for_every_role() {
    let server = server();
    for (role, entry) in Role::ALL.into_iter().flat_map(|r| routes::all().map(move |e| (r, e))) {
        if entry.audience != Audience::Staff {
            continue;
        }
        let Needs::May(action) = entry.needs else { continue };
        let mut browser = signed_in(&server, role);
        let status = match entry.verb {
            Verb::Get => browser.get(&entry.example(&[])).status,
            Verb::Post => browser.post(&entry.example(&[]), &[]).status,
        };
        if reach(role, action) == Reach::None {
            assert_eq!(status, 403, "{role:?} {}", entry.path);
        }
    }
    assert_eq!(signed_in(&server, Role::NationalReviewer).get("/staff/probe/sanction").status, 200);
    assert!(reach(Role::NationalReviewer, Action::SanctionCertificate) == Reach::All);
}

#[test]
fn every_post_of_a_page_wants_a_token() {
    let server = server();
    for entry in routes::all().filter(|e| e.verb == Verb::Post && e.audience != Audience::Api) {
        let mut browser = signed_in(&server, Role::AgencyManager);
        let plain = browser.post(&entry.example(&[]), &[("name", "x")]);
        let (kind, body) = super::server::multipart(&[("name", "x")], &[("file", "a", b"x")]);
        let file = browser.post_bytes(&entry.example(&[]), &kind, &body);
        let refused = |status: u16| matches!(status, 303 | 401 | 403 | 404 | 415);
        let raw = entry.path == "/probe/raw";
        assert!(
            raw || (refused(plain.status) && refused(file.status)),
            "{} {} {}",
            entry.path,
            plain.status,
            file.status
        );
    }
}

#[test]
fn a_token_of_the_workplace_belongs_to_its_session() {
    let server = server();
    let mut manager = signed_in(&server, Role::AgencyManager);
    manager.get("/staff/probe/own");
    assert_eq!(manager.submit("/staff/probe/own", &[("name", "张")]).text(), "张");
    let token = manager.token();
    let mut clerk = signed_in(&server, Role::AgencyClerk);
    assert_eq!(clerk.post("/staff/probe/own", &[("csrf", &token)]).status, 403);
}

#[test]
fn a_paced_route_makes_one_client_wait_and_says_how_long() {
    let mut state = state();
    let lookup = Limit { per_minute: 1, burst: 2, total_per_second: 1000 };
    state.throttle = Throttle::new(Limits { lookup, ..Limits::raised() });
    let server = TestServer::start(state);
    let answers: Vec<_> = (0..3).map(|_| server.get("/probe/paced")).collect();
    assert_eq!(answers.iter().map(|a| a.status).collect::<Vec<_>>(), [200, 200, 429]);
    let seconds: u32 = answers[2].header("retry-after").unwrap().parse().unwrap();
    assert!((1..=61).contains(&seconds));
    assert!(answers[2].text().contains(&format!("{seconds} 秒")), "{}", answers[2].text());
    assert_eq!(server.get("/probe/number/last").status, 200, "other pages go on");
    assert!(server.get("/metrics").text().contains("qipin_http_throttled_total 1"));
}
