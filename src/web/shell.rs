//! What every page stands in: language, navigation, who is signed in, the token of its forms.

use super::edge::Context;
use super::error::AppError;
use super::form::Resend;
use super::frame::{self, Part};
use super::nav::{self, NavItem};
use super::state::AppState;
use super::user::CurrentUser;
use super::{assets, csrf, format, lang, routes, user};
use crate::text::{self, Lang};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use chrono::{NaiveDate, NaiveDateTime};
use futures_util::future::{Ready, ready};
use std::borrow::Cow;
use std::convert::Infallible;
use std::rc::Rc;

/// The frame of a page; a handler takes it as an argument and hands it to its template as `shell`.
pub struct Shell {
    /// The language of the page.
    pub lang: Lang,
    /// The account, on staff pages.
    pub user: Option<Rc<CurrentUser>>,
    request: HttpRequest,
    keep_lang: bool,
}

impl Shell {
    /// The shell of a request.
    pub fn of(request: &HttpRequest) -> Self {
        Self {
            lang: lang::of(request),
            user: user::of(request),
            keep_lang: lang::in_query(request.query_string()).is_some(),
            request: request.clone(),
        }
    }

    /// The words of a key.
    pub fn t<'k>(&self, key: &'k str) -> &'k str {
        text::text(self.lang, key)
    }

    /// The words of a key with its arguments.
    pub fn fill(&self, key: &str, args: &[(&str, &str)]) -> String {
        text::fill(self.lang, key, args)
    }

    /// Whether the reader came with the language in the address, and links carry it along.
    pub fn keeps_lang(&self) -> bool {
        self.keep_lang
    }

    /// A part of the frame.
    pub fn framed(&self, part: Part) -> Cow<'static, str> {
        frame::part(self, part)
    }

    /// Whether the page is in Chinese.
    pub fn zh(&self) -> bool {
        self.lang == Lang::Zh
    }

    /// Whether this is a page of the workplace, which is set denser.
    pub fn staff(&self) -> bool {
        self.request.path() == "/staff" || self.request.path().starts_with("/staff/")
    }

    /// An address of ours that keeps the language the reader came with.
    pub fn href(&self, path: &str) -> String {
        if !self.keep_lang {
            return path.to_owned();
        }
        let (rest, fragment) = path.split_once('#').map_or((path, None), |(rest, f)| (rest, Some(f)));
        let mut out = format!("{rest}{}lang={}", if rest.contains('?') { '&' } else { '?' }, self.lang.code());
        if let Some(fragment) = fragment {
            out.push('#');
            out.push_str(fragment);
        }
        out
    }

    /// [`Shell::href`] of an address that is put together: nothing may follow the language.
    pub fn below(&self, path: &str, below: &str) -> String {
        self.href(&format!("{path}{below}"))
    }

    /// What was sent to this page, to be sent again for the same page in the other language; none on pages that can be
    /// opened anew, and where a secret was sent.
    pub fn resent(&self) -> Option<Vec<(String, String)>> {
        if self.request.method().is_safe() { None } else { Resend::of(&self.request) }
    }

    /// This page in another language. Where a form was sent that is not sent again, the page that it stood on.
    pub fn in_lang(&self, lang: Lang) -> String {
        if !self.request.method().is_safe() && Resend::of(&self.request).is_none() {
            return format!("{}?lang={}", routes::page_above(self.request.path()), lang.code());
        }
        let kept = self.request.query_string().split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("lang="));
        let mut out = format!("{}?", self.request.path());
        kept.for_each(|pair| {
            out.push_str(pair);
            out.push('&');
        });
        out.push_str("lang=");
        out.push_str(lang.code());
        out
    }

    /// The languages to switch between: address, tag, own name, whether it is this page's.
    pub fn langs(&self) -> [(String, &'static str, &'static str, bool); 2] {
        [(Lang::Zh, "中文"), (Lang::En, "English")].map(|(l, name)| (self.in_lang(l), l.tag(), name, l == self.lang))
    }

    /// The main navigation.
    pub fn nav(&self) -> Vec<&'static NavItem> {
        nav::items(self.staff(), self.user.as_deref().map(|user| user.role))
    }

    /// Whether a navigation item is the page or the section the reader is in.
    pub fn here(&self, item: &NavItem) -> bool {
        nav::is_here(item, self.request.path())
    }

    /// The address of the page without its query.
    pub fn path(&self) -> &str {
        self.request.path()
    }

    /// The address of a style sheet, script or image.
    pub fn asset(&self, name: &str) -> &'static str {
        assets::asset(name)
    }

    /// The token for a form on this page. On a public page its binding is set as a cookie with the answer.
    pub fn csrf(&self) -> String {
        self.try_csrf().unwrap_or_default()
    }

    fn try_csrf(&self) -> Result<String, AppError> {
        let state = self.request.app_data::<web::Data<AppState>>().ok_or_else(|| AppError::internal("no state"))?;
        let binding = match csrf::binding(&self.request, state) {
            Some(binding) if !binding.is_empty() => binding,
            _ => Context::new_form_cookie(&self.request)?,
        };
        Ok(state.csrf.token(&binding))
    }

    /// A fresh idempotency key: the same form sent twice is done once.
    pub fn once(&self) -> String {
        csrf::random_value().unwrap_or_default()
    }

    /// A civil date in words.
    pub fn date(&self, date: &NaiveDate) -> String {
        format::date(self.lang, *date)
    }

    /// A first and a last day in words, as short as can be; one day stands alone.
    pub fn days(&self, first: &NaiveDate, last: &NaiveDate) -> String {
        crate::text::dates::span(self.lang, *first, *last)
    }

    /// The address of the demo's clock; none outside the demo.
    pub fn demo_clock(&self) -> Option<String> {
        let state = self.request.app_data::<web::Data<AppState>>()?;
        state.mover.is_some().then(|| self.href("/demo/clock"))
    }

    /// The attribute for words of the register that are Chinese on a page that is not.
    pub fn run(&self) -> &'static str {
        if self.zh() { "" } else { " lang=\"zh-CN\"" }
    }

    /// A title cut where a line may end.
    pub fn phrases<'a>(&self, title: &'a str) -> Vec<&'a str> {
        format::phrases(title)
    }

    /// A stored UTC moment in words, in Beijing time.
    pub fn time(&self, utc: &NaiveDateTime) -> String {
        format::time(self.lang, *utc)
    }

    /// The end of a notice in words: 24:00 of its last day, or what is left of one whose clock is stopped.
    pub fn notice_end(&self, ends_at: &NaiveDateTime, held_since: &Option<NaiveDateTime>) -> String {
        format::notice_end(self.lang, *ends_at, *held_since)
    }

    /// A count with its groups: 12,345.
    pub fn count(&self, n: &i64) -> String {
        format::count(*n)
    }

    /// A grade in words for people who listen: 业余5段, amateur 5 dan.
    pub fn grade(&self, grade: &crate::domain::grade::Grade) -> String {
        format::grade(self.lang, *grade)
    }
}

impl FromRequest for Shell {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn shell(uri: &str) -> Shell {
        Shell::of(&TestRequest::with_uri(uri).to_http_request())
    }

    #[test]
    fn links_keep_a_language_that_came_with_the_address() {
        assert_eq!(shell("/").href("/notices"), "/notices");
        let english = shell("/?lang=en");
        assert_eq!(english.href("/notices"), "/notices?lang=en");
        assert_eq!(english.href("/notices?page=2#n"), "/notices?page=2&lang=en#n");
    }

    #[test]
    fn switching_the_language_keeps_the_page() {
        assert_eq!(shell("/c/5d/310260001?k=ABC&lang=zh").in_lang(Lang::En), "/c/5d/310260001?k=ABC&lang=en");
        let sent = Shell::of(&TestRequest::post().uri("/staff/x?y=1").to_http_request());
        assert_eq!(sent.in_lang(Lang::En), "/staff?lang=en", "the nearest page above");
        let sent = Shell::of(&TestRequest::post().uri("/staff/people/5/bars/3/lift").to_http_request());
        assert_eq!(sent.in_lang(Lang::Zh), "/staff/people/5?lang=zh");
    }
}
