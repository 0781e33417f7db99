//! Forms, uploads, and bodies that are too long whatever they announce.

use super::server::{TestServer, multipart, state};

fn chunked(path: &str, kind: &str, chunks: usize) -> Vec<u8> {
    let mut request = format!(
        "POST {path} HTTP/1.1\r\nHost: t\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    .into_bytes();
    for _ in 0..chunks {
        request.extend_from_slice(b"400\r\n");
        request.extend_from_slice(&[b'a'; 0x400]);
        request.extend_from_slice(b"\r\n");
    }
    request.extend_from_slice(b"0\r\n\r\n");
    request
}

#[test]
fn a_form_is_taken_with_its_token_and_only_with_it() {
    let server = TestServer::start(state());
    let mut reader = server.browser();
    reader.get("/probe/form");
    assert_eq!(reader.submit("/probe/form", &[("name", "张·三 &=")]).text(), "张·三 &=");
    assert_eq!(reader.post("/probe/form", &[("name", "x")]).status, 403);
    assert_eq!(reader.post("/probe/form", &[("name", "x"), ("csrf", "00")]).status, 403);

    let mut other = server.browser();
    other.get("/probe/form");
    let stolen = other.token();
    assert_eq!(reader.post("/probe/form", &[("csrf", &stolen)]).status, 403, "a token of another reader");
    assert_eq!(other.post("/probe/form", &[("csrf", &stolen)]).status, 200);
}

#[test]
fn no_text_with_the_character_zero_comes_in() {
    let server = TestServer::start(state());
    let mut reader = server.browser();
    reader.get("/probe/form");
    let answer = reader.submit("/probe/form", &[("name", "a\0b")]);
    assert!(answer.status == 400 && answer.text().contains("U+0000"), "{}", answer.text());
    assert_eq!(reader.get("/probe/form?name=a%00").status, 400);
}

#[test]
fn a_form_from_elsewhere_is_refused_before_its_body_is_read() {
    let server = TestServer::start(state());
    let mut reader = server.browser();
    reader.get("/probe/form");
    let mut foreign = reader.sending("sec-fetch-site", "cross-site");
    let answer = foreign.submit("/probe/form", &[]);
    assert_eq!(answer.status, 403);
    assert!(answer.text().contains("表单已失效"), "{}", answer.text());
    let head = "POST /probe/form HTTP/1.1\r\nHost: a.cn\r\nOrigin: https://b.cn\r\nContent-Length: 50000\r\n\r\n";
    assert!(server.raw(head.as_bytes()).starts_with("HTTP/1.1 403"));
}

#[test]
fn an_announced_length_over_the_limit_is_refused_at_once() {
    let server = TestServer::start(state());
    let head = "POST /probe/form HTTP/1.1\r\nHost: t\r\nContent-Length: 65537\r\n\r\n";
    let answer = server.raw(head.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("64 KiB"), "{answer}");
    assert!(answer.contains("content-security-policy"), "{answer}");
}

#[test]
fn a_chunked_body_over_the_limit_is_refused_by_every_reader() {
    let server = TestServer::start(state());
    let form = "application/x-www-form-urlencoded";
    assert!(server.raw(&chunked("/probe/form", form, 65)).starts_with("HTTP/1.1 413"));
    assert!(server.raw(&chunked("/api/probe", "application/json", 65)).starts_with("HTTP/1.1 413"));
    assert!(server.raw(&chunked("/probe/raw", form, 1)).starts_with("HTTP/1.1 413"), "the raw payload is bounded too");
    let small = b"POST /probe/raw HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    assert!(server.raw(small).ends_with("3"));
}

#[test]
fn a_file_is_taken_after_the_token_and_within_the_limit() {
    let server = TestServer::start(state());
    let mut reader = server.browser();
    reader.get("/probe/form");
    let answer = reader.upload("/probe/upload", &[("note", "一")], &[("file", "../赛事/成绩.csv", &[7; 90_000])]);
    assert_eq!(answer.text(), "成绩.csv:90000");
    let empty = reader.upload("/probe/upload", &[], &[("file", "x.csv", b""), ("other", "", b"")]);
    assert_eq!(empty.text(), "x.csv:0", "an empty file was chosen, a field without a name was left alone");
    assert_eq!(reader.upload("/probe/upload", &[], &[("file", "a", &[7; 100_001])]).status, 413);

    let (kind, body) = multipart(&[], &[("file", "a", b"x")]);
    assert_eq!(reader.post_bytes("/probe/upload", &kind, &body).status, 403, "without a token");
    let token = reader.token();
    let (kind, mut late) = multipart(&[], &[("file", "a", b"x")]);
    let (_, fields) = multipart(&[("csrf", &token)], &[]);
    late.truncate(late.len() - "--qipin-test-boundary-7f3a--\r\n".len());
    late.extend_from_slice(&fields);
    assert_eq!(reader.post_bytes("/probe/upload", &kind, &late).status, 403, "a token after the file");
}

#[test]
fn a_chunked_upload_over_the_limit_is_refused() {
    let server = TestServer::start(state());
    let mut body = b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n".to_vec();
    body.resize(2000, b'a');
    let mut request =
        b"POST /api/probe/upload HTTP/1.1\r\nHost: t\r\nContent-Type: multipart/form-data; boundary=b\r\n\
        Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            .to_vec();
    for part in body.chunks(100) {
        request.extend_from_slice(format!("{:x}\r\n", part.len()).as_bytes());
        request.extend_from_slice(part);
        request.extend_from_slice(b"\r\n");
    }
    request.extend_from_slice(b"0\r\n\r\n");
    let answer = server.raw(&request);
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[test]
fn programs_send_json_without_a_token_and_get_json_back() {
    let server = TestServer::start(state());
    let mut program = server.browser();
    assert_eq!(program.post_bytes("/api/probe", "application/json", br#"{"a":1}"#).text(), r#"{"a":1}"#);
    let refused = program.post_bytes("/api/probe", "application/json", b"{");
    assert_eq!(refused.status, 400);
    assert_eq!(refused.json()["error"], "bad-request");
    assert_eq!(program.post_bytes("/api/probe", "text/plain", b"{}").status, 415);
}
