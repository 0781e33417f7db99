//! Forms and JSON as a handler takes them: bounded, in time, and with their token checked.

use super::edge::Context;
use super::error::AppError;
use super::throttle::Pace;
use super::{body, csrf};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(20);

/// A form sent from one of our pages, its token verified.
///
/// `Form<Fields>` keeps repeated names (the boxes of a list).
pub struct Form<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Form<T> {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            has_type(&request, "application/x-www-form-urlencoded")?;
            let body = body::read(payload, limit(&request), WITHIN).await?;
            let text = std::str::from_utf8(&body).map_err(|_| AppError::bad_request("UTF-8"))?;
            csrf::verify(&request, token(text))?;
            if text.contains("%00") || text.contains('\0') {
                return Err(AppError::nul());
            }
            let form = web::Query::<T>::from_query(text).map_err(|e| AppError::bad_request(e.to_string()))?;
            Resend::keep(&request, text);
            Ok(Form(form.into_inner()))
        })
    }
}

/// What was sent, so that the page that answers can be asked for again in the other language. Where a secret may be
/// among it, or too much, nothing is kept.
pub(super) struct Resend(pub(super) Vec<(String, String)>);

/// No form that somebody fills in has more fields.
const MOST_RESENT: usize = 200;

impl Resend {
    fn keep(request: &HttpRequest, text: &str) {
        // The routes where passwords are typed are those paced as signing in is.
        let secret = Context::entry(request).is_none_or(|entry| entry.pace == Pace::SignIn);
        if secret || text.split('&').count() > MOST_RESENT {
            return;
        }
        if let Ok(fields) = web::Query::<Fields>::from_query(text) {
            let sent = fields.into_inner().0.into_iter().filter(|(name, _)| name != csrf::FIELD);
            request.extensions_mut().insert(Resend(sent.collect()));
        }
    }

    /// What was sent, for a page that answers it.
    pub(super) fn of(request: &HttpRequest) -> Option<Vec<(String, String)>> {
        request.extensions().get::<Resend>().map(|sent| sent.0.clone())
    }

    /// Keeps nothing after all: what failed is not to be tried again by the way.
    pub(super) fn drop_from(request: &HttpRequest) {
        request.extensions_mut().remove::<Resend>();
    }
}

/// What the route takes, for the words of a refusal.
pub(super) fn limit(request: &HttpRequest) -> usize {
    Context::entry(request).map_or(super::routes::FORM.0, |entry| entry.body.0)
}

/// The token needs no decoding: it is hexadecimal.
fn token(body: &str) -> Option<&str> {
    body.split('&').find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == csrf::FIELD).map(|(_, v)| v))
}

/// A JSON body of the interface for programs.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for JsonBody<T> {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            has_type(&request, "application/json")?;
            let body = body::read(payload, limit(&request), WITHIN).await?;
            if body.windows(6).any(|six| six == br"\u0000") {
                return Err(AppError::nul());
            }
            serde_json::from_slice(&body).map(JsonBody).map_err(|e| AppError::bad_request(e.to_string()))
        })
    }
}

fn has_type(request: &HttpRequest, wanted: &str) -> Result<(), AppError> {
    let given = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = given.split(';').next().unwrap_or("").trim();
    if essence.eq_ignore_ascii_case(wanted) { Ok(()) } else { Err(AppError::media_type()) }
}

/// The fields of a form in their order, names repeated as sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(transparent)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// The first value of a name; empty when the field was not sent.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value.as_str())
    }

    /// The first value of a name without the spaces around it.
    pub fn trimmed(&self, name: &str) -> &str {
        self.get(name).trim()
    }

    /// Whether the name was sent at all, as a ticked box is.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(n, _)| n == name)
    }

    /// All values of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_names_are_kept() {
        let fields = web::Query::<Fields>::from_query("award=1&award=2&name=%E5%BC%A0%C2%B7+x+&csrf=ab").unwrap();
        assert_eq!(fields.all("award").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(fields.trimmed("name"), "张· x");
        assert!(fields.has("csrf") && !fields.has("other"));
        assert_eq!(token("a=csrf&csrf=ab&csrf=cd"), Some("ab"));
        assert_eq!(token("xcsrf=ab"), None);
    }
}
