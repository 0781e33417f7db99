//! The cookies we set: the session, the binding of a public form, the language.

use super::bind::CookiePolicy;
use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite, time::Duration};
use actix_web::http::header;

/// A cookie of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// The session of an account.
    Session,
    /// What the token in a public form is bound to.
    Form,
    /// The chosen language.
    Lang,
}

impl Name {
    /// The name of the cookie. Where it is `Secure`, the `__Host-` prefix keeps other hosts and paths, and
    /// plain http, from setting it.
    pub fn text(self, policy: CookiePolicy) -> &'static str {
        match (policy, self) {
            (CookiePolicy::Secure, Name::Session) => "__Host-qipin",
            (CookiePolicy::Local, Name::Session) => "qipin-local",
            (CookiePolicy::Secure, Name::Form) => "__Host-qipin-form",
            (CookiePolicy::Local, Name::Form) => "qipin-local-form",
            (CookiePolicy::Secure, Name::Lang) => "__Host-qipin-lang",
            (CookiePolicy::Local, Name::Lang) => "qipin-local-lang",
        }
    }
}

/// The value of a cookie as sent. Read from the header directly: one look at each request, no jar.
pub fn read(request: &HttpRequest, policy: CookiePolicy, name: Name) -> Option<&str> {
    let name = name.text(policy);
    request.headers().get_all(header::COOKIE).filter_map(|line| line.to_str().ok()).find_map(|line| {
        line.split(';').find_map(|pair| pair.trim_start().split_once('=').filter(|(n, _)| *n == name).map(|(_, v)| v))
    })
}

fn build(policy: CookiePolicy, name: Name, value: String) -> Cookie<'static> {
    let mut cookie = Cookie::new(name.text(policy), value);
    cookie.set_path("/");
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(policy == CookiePolicy::Secure);
    cookie
}

/// The cookie that starts a session. It lives as long as the browser's session; the server ends it earlier.
pub fn session(policy: CookiePolicy, token: String) -> Cookie<'static> {
    build(policy, Name::Session, token)
}

/// The cookie that ends a session.
pub fn end_session(policy: CookiePolicy) -> Cookie<'static> {
    let mut cookie = build(policy, Name::Session, String::new());
    cookie.make_removal();
    cookie
}

/// The cookie that a public form's token is bound to.
pub fn form(policy: CookiePolicy, value: String) -> Cookie<'static> {
    build(policy, Name::Form, value)
}

/// The cookie that remembers the language for a year.
pub fn lang(policy: CookiePolicy, lang: crate::text::Lang) -> Cookie<'static> {
    let mut cookie = build(policy, Name::Lang, lang.code().to_owned());
    cookie.set_max_age(Duration::days(365));
    cookie
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn behind_tls_the_session_is_host_bound_and_secure() {
        let text = session(CookiePolicy::Secure, "t".into()).to_string();
        assert_eq!(text, "__Host-qipin=t; HttpOnly; SameSite=Lax; Secure; Path=/");
        let ended = end_session(CookiePolicy::Secure).to_string();
        assert!(
            ended.starts_with("__Host-qipin=;") && ended.contains("Max-Age=0") && ended.contains("Secure"),
            "{ended}"
        );
    }

    #[test]
    fn on_loopback_it_has_another_name_and_no_secure() {
        assert_eq!(
            session(CookiePolicy::Local, "t".into()).to_string(),
            "qipin-local=t; HttpOnly; SameSite=Lax; Path=/"
        );
    }

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let request = TestRequest::get()
            .insert_header(("cookie", "a=1; xqipin-local=2; qipin-local-form=3; qipin-local=4"))
            .to_http_request();
        assert_eq!(read(&request, CookiePolicy::Local, Name::Session), Some("4"));
        assert_eq!(read(&request, CookiePolicy::Secure, Name::Session), None);
    }
}
