//! A real server on a loopback port, and a browser without a screen that speaks HTTP to it.

// Two test programs share this file, each using its part.
#![allow(dead_code)]

use qipin::clock::SystemClock;
use qipin::service::register::Policy;
use qipin::service::{Keys, Register};
use qipin::store::Store;
use qipin::web::app::{ServeOptions, start};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that stops when it is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    handle: actix_web::dev::ServerHandle,
    thread: Option<JoinHandle<()>>,
}

/// A state for tests: nobody is kept waiting.
pub fn state() -> AppState {
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    AppState::new(empty_register(), settings)
}

/// An empty register in a temporary file of its own.
fn empty_register() -> Register {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path().keep().unwrap();
    let store = Store::open(&format!("sqlite:{}", path.display()), true, 4).unwrap();
    let keys = Keys::from_master(&[7; 32]);
    Register::new(store, Arc::new(SystemClock), keys, Policy::default())
}

impl TestServer {
    /// Serves a state on plain http.
    pub fn start(state: AppState) -> Self {
        Self::with(ServeOptions { workers: Some(2), ..ServeOptions::local("127.0.0.1:0".parse().unwrap()) }, state)
    }

    /// Serves a state as told.
    pub fn with(options: ServeOptions, state: AppState) -> Self {
        let (tell, told) = channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let running = start(&options, state).unwrap();
                tell.send((running.address, running.handle)).unwrap();
                running.server.await.unwrap();
            });
        });
        let (address, handle) = told.recv().unwrap();
        Self { address, handle, thread: Some(thread) }
    }

    /// Tells the server to finish what it has accepted and stop.
    pub fn stop_gracefully(&self) {
        drop(self.handle.stop(true));
    }

    /// A visitor without cookies.
    pub fn browser(&self) -> Browser {
        Browser::at(self.address)
    }

    /// A GET by a visitor without cookies.
    pub fn get(&self, path: &str) -> Answer {
        self.browser().get(path)
    }

    /// Sends bytes as they are and reads until the server closes or falls silent.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        // A server that has refused may close before it has heard everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while let Ok(n) = stream.read(&mut part) {
            answer.extend_from_slice(&part[..n]);
            if n == 0 {
                break;
            }
        }
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// All cookies that the answer sets, as sent.
    pub fn cookies(&self) -> Vec<&str> {
        let set = self.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("set-cookie"));
        set.map(|(_, value)| value.as_str()).collect()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
}

/// Somebody with cookies, who reads pages and sends their forms.
pub struct Browser {
    agent: ureq::Agent,
    origin: String,
    cookies: BTreeMap<String, String>,
    /// Headers sent with every request.
    pub headers: Vec<(String, String)>,
    page: String,
}

impl Browser {
    /// Somebody without cookies at the server of an address.
    pub fn at(address: SocketAddr) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            // A connection that waited too long between two pages may be closed just when the next one is asked for.
            .max_idle_connections(0)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Self {
            agent: config.into(),
            origin: format!("http://{address}"),
            cookies: BTreeMap::new(),
            headers: Vec::new(),
            page: String::new(),
        }
    }

    /// Goes on with the same cookies at a server that has moved.
    pub fn moves_to(&mut self, address: SocketAddr) {
        self.origin = format!("http://{address}");
    }

    /// The same browser sending a header with every request.
    pub fn sending(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name).map(String::as_str)
    }

    pub fn set_cookie(&mut self, name: &str, value: &str) {
        self.cookies.insert(name.to_owned(), value.to_owned());
    }

    /// Opens a page.
    pub fn get(&mut self, path: &str) -> Answer {
        let mut request = self.agent.get(format!("{}{path}", self.origin));
        for (name, value) in self.all_headers() {
            request = request.header(name, value);
        }
        let response = request.call().unwrap();
        self.take(response)
    }

    /// Opens a page and follows where it leads, five times at most.
    pub fn follow(&mut self, path: &str) -> Answer {
        let mut answer = self.get(path);
        for _ in 0..5 {
            let Some(next) = answer.header("location").map(str::to_owned) else { break };
            answer = self.get(&next);
        }
        answer
    }

    /// Signs in an account of a test register.
    pub fn sign_in(&mut self, login: &str, password: &str) {
        self.get("/staff/login");
        let answer = self.submit("/staff/login", &[("login", login), ("password", password)]);
        assert_eq!((answer.status, answer.header("location")), (303, Some("/staff")), "{}", answer.text());
    }

    /// Sends a body as a browser would from one of our pages.
    pub fn post_bytes(&mut self, path: &str, kind: &str, body: &[u8]) -> Answer {
        self.try_post_bytes(path, kind, body).unwrap()
    }

    fn try_post_bytes(&mut self, path: &str, kind: &str, body: &[u8]) -> Result<Answer, ureq::Error> {
        let mut request = self.agent.post(format!("{}{path}", self.origin)).header("content-type", kind);
        if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("sec-fetch-site")) {
            request = request.header("sec-fetch-site", "same-origin");
        }
        for (name, value) in self.all_headers() {
            request = request.header(name, value);
        }
        let response = request.send(body)?;
        Ok(self.take(response))
    }

    /// Sends fields exactly as given.
    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.try_post(path, fields).unwrap()
    }

    /// [`Browser::post`] to a server that may end before it has answered.
    pub fn try_post(&mut self, path: &str, fields: &[(&str, &str)]) -> Result<Answer, ureq::Error> {
        let pairs: Vec<String> = fields.iter().map(|(n, v)| format!("{}={}", escape(n), escape(v))).collect();
        self.try_post_bytes(path, "application/x-www-form-urlencoded", pairs.join("&").as_bytes())
    }

    /// Sends fields together with the token of the page that was read last.
    pub fn submit(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token();
        let mut all = vec![("csrf", token.as_str())];
        all.extend_from_slice(fields);
        self.post(path, &all)
    }

    /// Sends files (field, name, bytes) with fields and the token of the page that was read last.
    pub fn upload(&mut self, path: &str, fields: &[(&str, &str)], files: &[(&str, &str, &[u8])]) -> Answer {
        let token = self.token();
        let mut all = vec![("csrf", token.as_str())];
        all.extend_from_slice(fields);
        let (kind, body) = multipart(&all, files);
        self.post_bytes(path, &kind, &body)
    }

    /// The token in the first form of the page that was read last.
    pub fn token(&self) -> String {
        self.value("csrf")
    }

    /// The value of the first input of that name on the page that was read last; empty if there is none.
    pub fn value(&self, name: &str) -> String {
        let needle = format!("name=\"{name}\"");
        let Some(at) = self.page.find(&needle) else { return String::new() };
        let start = self.page[..at].rfind('<').unwrap_or(at);
        let tag = self.page[start..].split('>').next().unwrap_or("");
        tag.split("value=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("").to_owned()
    }

    fn all_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers.clone();
        if !self.cookies.is_empty() {
            let line: Vec<String> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
            headers.push(("cookie".to_owned(), line.join("; ")));
        }
        headers
    }

    fn take(&mut self, mut response: ureq::http::Response<ureq::Body>) -> Answer {
        let text = |value: &ureq::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = response.headers().iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
        let body = response.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap();
        let answer = Answer { status: response.status().as_u16(), headers, body };
        for cookie in answer.cookies() {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            match cookie.contains("Max-Age=0") {
                true => self.cookies.remove(name),
                false => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        if answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            self.page = answer.text();
        }
        answer
    }
}

/// A body of `multipart/form-data` and its content type.
pub fn multipart(fields: &[(&str, &str)], files: &[(&str, &str, &[u8])]) -> (String, Vec<u8>) {
    let boundary = "qipin-test-boundary-7f3a";
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(head.as_bytes());
    }
    for (name, file, bytes) in files {
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

fn escape(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
