//! What holds for every answer, whatever happened.

use super::server::{TestServer, state};
use crate::web::routes::probe;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[test]
fn a_panic_is_an_error_page_and_the_server_goes_on() {
    let server = TestServer::start(state());
    for _ in 0..4 {
        let answer = server.get("/probe/panic");
        assert_eq!(answer.status, 500);
        let id = answer.header("x-request-id").unwrap().to_owned();
        assert!(answer.text().contains(&id) && !answer.text().contains("secret"), "{}", answer.text());
        assert!(answer.header("content-security-policy").is_some());
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn the_cause_of_an_error_stays_with_us() {
    let server = TestServer::start(state());
    let answer = server.get("/probe/broken");
    assert_eq!(answer.status, 500);
    assert!(!answer.text().contains("hunter-of-stones"));
    let json = server.browser().sending("accept", "application/json").get("/probe/broken");
    assert_eq!(json.json()["error"], "internal");
    assert_eq!(json.json()["request_id"], json.header("x-request-id").unwrap());
    assert!(!json.text().contains("hunter-of-stones"));
}

#[test]
fn malformed_requests_are_400_with_a_reason_and_literal_addresses_win() {
    let server = TestServer::start(state());
    assert_eq!(server.get("/probe/number/7").text(), "7");
    assert_eq!(server.get("/probe/number/last").text(), "last");
    let answer = server.get("/probe/number/seven");
    assert!(matches!(answer.status, 400 | 404), "{}", answer.status);
    assert!(answer.text().contains("<h1>"));
    assert_eq!(server.browser().post("/probe/number/7", &[]).status, 405);
    assert_eq!(server.browser().post("/probe/number/7", &[]).header("allow"), Some("GET, HEAD"));
}

#[test]
fn what_was_accepted_is_finished_before_the_server_stops() {
    let server = TestServer::start(state());
    let address = server.address;
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| server.get("/probe/slow"));
        while probe::SLOW_ONES.load(Ordering::SeqCst) == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        server.stop_gracefully();
        assert_eq!(slow.join().unwrap().text(), "done");
    });
    let until = Instant::now() + Duration::from_secs(5);
    while std::net::TcpStream::connect(address).is_ok() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(std::net::TcpStream::connect(address).is_err(), "the port is closed");
}
