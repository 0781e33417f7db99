//! Forms come from our own pages, or they are refused.
//!
//! Two independent checks: what the browser says about the origin ([`same_origin`], by the gate, before a
//! byte of the body is read) and a token in the form, bound by HMAC to the session cookie or, on public
//! pages, to a random cookie of its own. The token is masked anew for each page, so that compressing a page
//! does not give it away.

use super::cookies::{self, Name};
use super::error::AppError;
use super::state::AppState;
use actix_web::http::header;
use actix_web::{HttpRequest, web};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt::Write as _;
use subtle::ConstantTimeEq;

/// The name of the hidden field.
pub const FIELD: &str = "csrf";

const NONCE: usize = 8;
const SIGNATURE: usize = 16;

/// The key that signs tokens.
#[derive(Clone)]
pub struct CsrfKey([u8; 32]);

impl CsrfKey {
    /// A key derived from the server's secret.
    pub fn derive(secret: &[u8]) -> Self {
        Self(mac(secret, &[b"qipin csrf key v1"]))
    }

    /// A random key: open forms do not survive a restart.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key)?;
        Ok(Self(key))
    }

    fn sign(&self, binding: &str, nonce: &[u8]) -> [u8; SIGNATURE] {
        let full = mac(&self.0, &[nonce, binding.as_bytes()]);
        let mut signature = [0; SIGNATURE];
        signature.copy_from_slice(&full[..SIGNATURE]);
        signature
    }

    /// A token for a form shown to whoever holds `binding` (the value of the session or form cookie).
    pub fn token(&self, binding: &str) -> String {
        let nonce = getrandom::u64().unwrap_or_default().to_le_bytes();
        let mut token = String::with_capacity((NONCE + SIGNATURE) * 2);
        for byte in nonce.iter().chain(&self.sign(binding, &nonce)) {
            // proven: writing to a String does not fail.
            let _ = write!(token, "{byte:02x}");
        }
        token
    }

    /// Whether `token` was made for `binding`.
    pub fn verify(&self, binding: &str, token: &str) -> bool {
        let Some(bytes) = unhex(token) else { return false };
        let (nonce, signature) = bytes.split_at(NONCE);
        !binding.is_empty() && bool::from(self.sign(binding, nonce).ct_eq(signature))
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // proven: HMAC takes keys of every length.
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!());
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

fn unhex(text: &str) -> Option<[u8; NONCE + SIGNATURE]> {
    let mut out = [0; NONCE + SIGNATURE];
    if text.len() != out.len() * 2 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, at) in out.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(out)
}

/// A random value: a form cookie, an idempotency key.
pub fn random_value() -> Result<String, AppError> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|e| AppError::internal(e.to_string()))?;
    Ok(bytes.iter().fold(String::with_capacity(32), |mut text, byte| {
        // proven: writing to a String does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// What a token is bound to: the session on a staff page, else the form cookie.
pub fn binding(request: &HttpRequest, state: &AppState) -> Option<String> {
    let name = if super::user::of(request).is_some() { Name::Session } else { Name::Form };
    cookies::read(request, state.settings.cookies, name).map(str::to_owned)
}

/// Checks the token of a form.
pub fn verify(request: &HttpRequest, token: Option<&str>) -> Result<(), AppError> {
    let state = request.app_data::<web::Data<AppState>>().ok_or_else(|| AppError::internal("no state"))?;
    match (binding(request, state), token) {
        (Some(binding), Some(token)) if state.csrf.verify(&binding, token) => Ok(()),
        _ => Err(AppError::foreign_form()),
    }
}

/// Whether a browser says that a request comes from one of our own pages.
///
/// Fetch metadata decides where it is sent. Otherwise `Origin` must be ours; it is missing from clients that
/// are no browsers and `null` where a page forbids referrers, as ours do: then the token decides alone.
pub fn same_origin(request: &HttpRequest) -> bool {
    let text = |name: header::HeaderName| request.headers().get(name).map(|v| v.to_str().unwrap_or("?"));
    if let Some(site) = text(header::HeaderName::from_static("sec-fetch-site")) {
        return matches!(site, "same-origin" | "none");
    }
    match text(header::ORIGIN) {
        None | Some("null") => true,
        Some(origin) => {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| text(header::HOST).is_some_and(|ours| ours.eq_ignore_ascii_case(host)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_token_is_good_for_its_own_session_only() {
        let key = CsrfKey::derive(b"secret");
        let token = key.token("session-1");
        assert!(key.verify("session-1", &token));
        assert!(!key.verify("session-2", &token));
        assert!(!CsrfKey::derive(b"other").verify("session-1", &token));
        assert!(!key.verify("", &key.token("")));
        assert_ne!(token, key.token("session-1"), "masked anew each time");
    }

    #[test]
    fn a_changed_token_is_refused() {
        let key = CsrfKey::random().unwrap();
        let token = key.token("s");
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            assert!(!key.verify("s", std::str::from_utf8(&changed).unwrap()));
        }
        for broken in ["", "00", "zz", &token[1..], &format!("{token}00"), &"段".repeat(16)] {
            assert!(!key.verify("s", broken));
        }
    }

    #[test]
    fn the_browser_names_the_origin() {
        let ask = |headers: &[(&'static str, &str)]| {
            let request = headers.iter().fold(TestRequest::post(), |r, h| r.insert_header((h.0, h.1)));
            same_origin(&request.to_http_request())
        };
        assert!(ask(&[("sec-fetch-site", "same-origin"), ("origin", "null")]));
        assert!(!ask(&[("sec-fetch-site", "cross-site"), ("host", "a.cn"), ("origin", "https://a.cn")]));
        assert!(!ask(&[("sec-fetch-site", "same-site")]));
        assert!(ask(&[("host", "a.cn"), ("origin", "https://a.cn")]));
        assert!(ask(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")]));
        assert!(!ask(&[("host", "a.cn"), ("origin", "https://b.cn")]));
        assert!(!ask(&[("host", "a.cn"), ("origin", "https://a.cn.evil.cn")]));
        assert!(!ask(&[("host", "a.cn"), ("origin", "file://a.cn")]));
        assert!(ask(&[("host", "a.cn")]));
    }
}
