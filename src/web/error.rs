//! The one error of the pages.
//!
//! Three tiers: libraries off the request path have errors of their own; services answer with theirs; a
//! handler has only [`AppError`]. Its key is from a closed set, each with its words in both languages in
//! `src/text/catalogue/error.toml` (`error.KEY.title`, `.what`, `.todo`). What nobody foresaw is 500 with the
//! request id, and its cause goes to the log and never to the reader.

use crate::service::ServiceError;
use crate::text::{Bilingual, Lang, fill};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

/// The arguments of an error's words.
pub type Args = Vec<(&'static str, Cow<'static, str>)>;

/// An answer that is no success.
pub struct AppError(Box<Inner>);

struct Inner {
    status: StatusCode,
    key: &'static str,
    args: Args,
    retry_after: Option<u32>,
    location: Option<String>,
    message: Option<Bilingual>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

impl AppError {
    /// An error with a key of the catalogue: `not-found` has its words under `error.not-found`.
    pub fn from_key(status: StatusCode, key: &'static str, args: Args) -> Self {
        Self(Box::new(Inner { status, key, args, retry_after: None, location: None, message: None, cause: None }))
    }

    /// Nothing is at this address, or nothing the reader may know of.
    pub fn not_found() -> Self {
        Self::from_key(StatusCode::NOT_FOUND, "not-found", Vec::new())
    }

    /// The request makes no sense; `reason` names the part and what was expected.
    pub fn bad_request(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::from_key(StatusCode::BAD_REQUEST, "bad-request", vec![("reason", reason.into())])
    }

    /// A text with the character zero in it, which no field takes.
    pub fn nul() -> Self {
        Self::bad_request("U+0000")
    }

    /// The same with a reason in both languages.
    pub fn malformed(reason: Bilingual) -> Self {
        let mut error = Self::from_key(StatusCode::BAD_REQUEST, "bad-request", Vec::new());
        error.0.message = Some(Bilingual {
            zh: fill(Lang::Zh, "error.bad-request.what", &[("reason", &reason.zh)]),
            en: fill(Lang::En, "error.bad-request.what", &[("reason", &reason.en)]),
        });
        error
    }

    /// The account may not do this.
    pub fn forbidden() -> Self {
        Self::from_key(StatusCode::FORBIDDEN, "forbidden", Vec::new())
    }

    /// Nobody is signed in.
    pub fn sign_in_first() -> Self {
        Self::from_key(StatusCode::UNAUTHORIZED, "sign-in-first", Vec::new())
    }

    /// The form is not from one of our own pages, or from a session that has ended.
    pub fn foreign_form() -> Self {
        Self::from_key(StatusCode::FORBIDDEN, "foreign-form", Vec::new())
    }

    /// More was sent than this address takes.
    pub fn too_large(limit: usize) -> Self {
        Self::from_key(StatusCode::PAYLOAD_TOO_LARGE, "too-large", vec![("limit", size(limit).into())])
    }

    /// The body did not arrive in time.
    pub fn too_slow() -> Self {
        Self::from_key(StatusCode::REQUEST_TIMEOUT, "too-slow", Vec::new())
    }

    /// This address does not take this method, but these: `GET, HEAD`.
    pub fn method(allowed: impl Into<Cow<'static, str>>) -> Self {
        Self::from_key(StatusCode::METHOD_NOT_ALLOWED, "method", vec![("allowed", allowed.into())])
    }

    /// The body has another type than this address takes.
    pub fn media_type() -> Self {
        Self::from_key(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", Vec::new())
    }

    /// The client asks too often.
    pub fn too_many(seconds: u32) -> Self {
        let mut error =
            Self::from_key(StatusCode::TOO_MANY_REQUESTS, "too-many", vec![("seconds", seconds.to_string().into())]);
        error.0.retry_after = Some(seconds);
        error
    }

    /// Something we depend on does not answer.
    pub fn unavailable(seconds: u32) -> Self {
        let mut error = Self::from_key(StatusCode::SERVICE_UNAVAILABLE, "unavailable", Vec::new());
        error.0.retry_after = Some(seconds);
        error
    }

    /// What nobody foresaw.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::from_key(StatusCode::INTERNAL_SERVER_ERROR, "internal", Vec::new()).caused_by(cause)
    }

    /// No error, but another address: what a gate answers to a reader who has to sign in first.
    pub fn see_other(location: String) -> Self {
        let mut error = Self::from_key(StatusCode::SEE_OTHER, "sign-in-first", Vec::new());
        error.0.location = Some(location);
        error
    }

    /// The address of a page has moved for good.
    pub fn moved(location: String) -> Self {
        let mut error = Self::from_key(StatusCode::MOVED_PERMANENTLY, "not-found", Vec::new());
        error.0.location = Some(location);
        error
    }

    /// Adds the cause, for the log.
    pub fn caused_by(mut self, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// The key.
    pub fn key(&self) -> &'static str {
        self.0.key
    }

    /// What happened, where a service has said it in words of its own.
    pub fn message(&self) -> Option<&Bilingual> {
        self.0.message.as_ref()
    }

    /// The arguments of the words.
    pub fn args(&self) -> &Args {
        &self.0.args
    }

    /// The methods that the address takes, where it was asked with another one.
    pub fn allowed(&self) -> Option<&str> {
        self.0.args.iter().find(|(name, _)| *name == "allowed").map(|(_, methods)| methods.as_ref())
    }

    /// Seconds after which asking again makes sense.
    pub fn retry_after(&self) -> Option<u32> {
        self.0.retry_after
    }

    /// The address to go to instead.
    pub fn location(&self) -> Option<&str> {
        self.0.location.as_deref()
    }

    /// The causes, outermost first, in one line for the log.
    pub fn causes(&self) -> Option<String> {
        let mut next: Option<&dyn StdError> = Some(self.0.cause.as_deref()?);
        let mut line = String::new();
        while let Some(cause) = next {
            if !line.is_empty() {
                line.push_str(": ");
            }
            line.push_str(&cause.to_string());
            next = cause.source();
        }
        Some(line)
    }

    /// What an error of the framework (a path that does not parse, a missing field) means here.
    pub fn from_framework(error: &actix_web::Error) -> Self {
        let status = error.as_response_error().status_code();
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => Self::method("GET, HEAD, POST"),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(0),
            StatusCode::REQUEST_TIMEOUT => Self::too_slow(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::media_type(),
            status if status.is_client_error() => Self::bad_request(error.to_string()),
            _ => Self::internal(error.to_string()),
        }
    }
}

impl From<ServiceError> for AppError {
    fn from(error: ServiceError) -> Self {
        let (status, key) = match &error {
            ServiceError::NotFound => return Self::not_found(),
            ServiceError::Forbidden => return Self::forbidden(),
            ServiceError::Internal(cause) => return Self::internal(cause.clone()),
            ServiceError::Refused { key: "refusal.busy", .. } => return Self::unavailable(3),
            ServiceError::Refused { .. } => (StatusCode::CONFLICT, "refused"),
            ServiceError::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "invalid"),
        };
        let mut message = error.message();
        if let ServiceError::Invalid(fields) = &error {
            for field in fields {
                let words = field.message();
                message.zh.push_str(&words.zh);
                message.en = format!("{} {}", message.en, words.en);
            }
        }
        let mut refused = Self::from_key(status, key, Vec::new());
        refused.0.message = Some(message);
        refused
    }
}

/// A size in words: `64 KiB`, `8 MiB`.
fn size(bytes: usize) -> String {
    match bytes {
        0 => "0".to_owned(),
        n if n % (1 << 20) == 0 => format!("{} MiB", n >> 20),
        n => format!("{} KiB", n.div_ceil(1 << 10)),
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0.key, self.0.status.as_u16())
    }
}

impl fmt::Debug for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        self.causes().map_or(Ok(()), |causes| write!(f, ": {causes}"))
    }
}

impl ResponseError for AppError {
    fn status_code(&self) -> StatusCode {
        self.0.status
    }

    /// Only the status: [`super::edge`] writes the page, since only there the reader's language is known.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.0.status)
    }
}
