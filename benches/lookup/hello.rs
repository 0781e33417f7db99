//! The least that an answer costs: a bare handler of the same framework with the same settings of the server. It
//! answers `hello`, or the bytes of an answer that was given before: what no program could do faster.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{App, HttpResponse, HttpServer, web};
use std::path::Path;
use std::time::Duration;

/// An answer ready to be sent.
#[derive(Clone)]
struct Ready {
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Bytes,
}

/// The server of a factory, with the settings of `qipin serve`.
macro_rules! run {
    ($workers:expr, $factory:expr) => {{
        let server = HttpServer::new($factory)
            .client_request_timeout(Duration::from_secs(10))
            .client_disconnect_timeout(Duration::from_secs(2))
            .keep_alive(Duration::from_secs(30))
            .workers($workers)
            .bind("127.0.0.1:0")
            .unwrap();
        println!("hello listens on http://{}/", server.addrs()[0]);
        server.run().await.unwrap();
    }};
}

/// Serves `hello` at every address until the process is ended; prints where.
pub fn serve(workers: usize) {
    actix_web::rt::System::new().block_on(async move {
        run!(workers, || App::new().default_service(web::to(|| async { "hello" })));
    });
}

/// Serves the answer that a file holds, as it came over the wire, at every address.
pub fn serve_again(workers: usize, answer: &Path) {
    let ready = read(&std::fs::read(answer).unwrap());
    actix_web::rt::System::new().block_on(async move {
        run!(workers, move || App::new().app_data(web::Data::new(ready.clone())).default_service(web::to(
            |ready: web::Data<Ready>| async move {
                let mut answer = HttpResponse::Ok();
                for header in ready.headers.iter().cloned() {
                    answer.insert_header(header);
                }
                answer.body(ready.body.clone())
            }
        )));
    });
}

/// Takes an answer apart; what the framework writes itself is left to it.
fn read(answer: &[u8]) -> Ready {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let headers = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .filter(|(name, _)| !["content-length", "date", "connection"].contains(&name.to_ascii_lowercase().as_str()))
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
        .collect();
    Ready { headers, body: Bytes::copy_from_slice(&answer[end + 4..]) }
}
