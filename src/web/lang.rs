//! The language of a page: `?lang=`, else the cookie, else what the browser prefers, else Chinese.

use super::cookies::{self, Name};
use super::state::AppState;
use crate::text::{self, Lang};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::{Ready, ready};
use std::convert::Infallible;

/// The words of one language, for places without a [`super::shell::Shell`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct T(pub Lang);

impl T {
    /// The words of a key.
    pub fn get<'k>(&self, key: &'k str) -> &'k str {
        text::text(self.0, key)
    }

    /// The words of a key with its arguments.
    pub fn fill(&self, key: &str, args: &[(&str, &str)]) -> String {
        text::fill(self.0, key, args)
    }
}

/// The language named in a query string.
pub fn in_query(query: &str) -> Option<Lang> {
    query.split('&').find_map(|pair| match pair.strip_prefix("lang=")? {
        "zh" => Some(Lang::Zh),
        "en" => Some(Lang::En),
        _ => None,
    })
}

/// The first language of ours that a browser accepts, by its weights and then its order.
fn accepted(header: &str) -> Option<Lang> {
    let mut best: Option<(u16, Lang)> = None;
    for part in header.split(',') {
        let mut pieces = part.split(';');
        let tag = pieces.next().unwrap_or("").trim();
        let weight = pieces.find_map(|p| p.trim().strip_prefix("q=")).map_or(Some(1000), thousandths).unwrap_or(0);
        let lang = match tag.split('-').next().unwrap_or("") {
            l if l.eq_ignore_ascii_case("zh") => Lang::Zh,
            l if l.eq_ignore_ascii_case("en") => Lang::En,
            _ => continue,
        };
        if weight > 0 && best.is_none_or(|(w, _)| weight > w) {
            best = Some((weight, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

/// A weight such as `0.8` in thousandths.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let fraction = fraction.get(..fraction.len().min(3))?;
    let scale = 10u16.pow(3 - u32::try_from(fraction.len()).ok()?);
    let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<u16>().ok()? * scale };
    Some((whole.parse::<u16>().ok()?.min(1) * 1000 + fraction).min(1000))
}

/// The language for a request.
pub fn of(request: &HttpRequest) -> Lang {
    if let Some(lang) = in_query(request.query_string()) {
        return lang;
    }
    let policy = request.app_data::<web::Data<AppState>>().map(|state| state.settings.cookies);
    if let Some(lang) = policy.and_then(|p| cookies::read(request, p, Name::Lang)).and_then(Lang::from_code) {
        return lang;
    }
    if let Some(lang) = super::user::of(request).map(|user| user.lang) {
        return lang;
    }
    let header = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    header.and_then(accepted).unwrap_or_default()
}

impl FromRequest for Lang {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(of(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn the_browser_is_heard_by_weight() {
        assert_eq!(accepted("en-GB,en;q=0.9,zh;q=0.8"), Some(Lang::En));
        assert_eq!(accepted("fr, zh-TW;q=0.5, en;q=0.4"), Some(Lang::Zh));
        assert_eq!(accepted("en;q=0, zh;q=0.001"), Some(Lang::Zh));
        assert_eq!(accepted("en;q=0.75, zh;q=0.8"), Some(Lang::Zh));
        assert_eq!(accepted("fr"), None);
        assert_eq!(accepted("en;q=x"), None);
        assert_eq!(accepted("en;q=0.é"), None);
        assert_eq!(accepted(""), None);
    }

    #[test]
    fn a_link_is_stronger_than_the_browser_and_chinese_is_the_default() {
        let ask = |uri: &str, accept: &str| {
            of(&TestRequest::with_uri(uri).insert_header(("accept-language", accept)).to_http_request())
        };
        assert_eq!(ask("/?a=1&lang=zh", "en"), Lang::Zh);
        assert_eq!(ask("/?lang=xx", "en"), Lang::En);
        assert_eq!(ask("/", "fr"), Lang::Zh);
    }
}
