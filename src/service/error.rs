//! What a use case can answer besides success: a closed set, each with a message in both languages.

use crate::store::{DbError, StoreError};
use crate::text::{Bilingual, both};

/// The result of a use case.
pub type ServiceResult<T> = Result<T, ServiceError>;

/// Why a use case did not happen. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// There is no such thing, or none that the person may see.
    #[error("not found")]
    NotFound,
    /// The permission matrix says no.
    #[error("forbidden")]
    Forbidden,
    /// A rule says no: `key` is one of the catalogue's `refusal.*`, with its arguments.
    #[error("refused: {key}")]
    Refused {
        /// The key of the message, complete: `refusal.four_eyes`.
        key: &'static str,
        /// The message's arguments.
        arguments: Vec<(&'static str, String)>,
    },
    /// What was typed cannot be accepted; one message per field.
    #[error("invalid input")]
    Invalid(Vec<FieldError>),
    /// Something broke; the person sees a request id, the log the cause.
    #[error("internal: {0}")]
    Internal(String),
}

/// A message about one field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field's name in the form.
    pub field: &'static str,
    /// The key of the message, complete: `refusal.field_required`.
    pub key: &'static str,
    /// The message's arguments.
    pub arguments: Vec<(&'static str, String)>,
}

impl FieldError {
    /// A message without arguments.
    pub fn new(field: &'static str, key: &'static str) -> Self {
        Self { field, key, arguments: Vec::new() }
    }

    /// The message in both languages.
    pub fn message(&self) -> Bilingual {
        words(self.key, &self.arguments)
    }
}

impl ServiceError {
    /// A refusal without arguments.
    pub fn refused(key: &'static str) -> Self {
        Self::Refused { key, arguments: Vec::new() }
    }

    /// A refusal with arguments.
    pub fn refused_with(key: &'static str, arguments: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        Self::Refused { key, arguments: arguments.into_iter().collect() }
    }

    /// One wrong field.
    pub fn field(field: &'static str, key: &'static str) -> Self {
        Self::Invalid(vec![FieldError::new(field, key)])
    }

    /// The message in both languages.
    pub fn message(&self) -> Bilingual {
        match self {
            ServiceError::NotFound => both("refusal.not_found", &[]),
            ServiceError::Forbidden => both("refusal.forbidden", &[]),
            ServiceError::Refused { key, arguments } => words(key, arguments),
            ServiceError::Invalid(_) => both("refusal.invalid", &[]),
            ServiceError::Internal(_) => both("refusal.internal", &[]),
        }
    }
}

fn words(key: &str, arguments: &[(&'static str, String)]) -> Bilingual {
    let arguments: Vec<(&str, &str)> = arguments.iter().map(|(k, v)| (*k, v.as_str())).collect();
    both(key, &arguments)
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        ServiceError::Internal(error.to_string())
    }
}

impl From<DbError> for ServiceError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::NotFound => ServiceError::NotFound,
            other => ServiceError::Internal(other.to_string()),
        }
    }
}
