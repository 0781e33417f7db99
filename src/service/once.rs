//! A form sent twice is done once: by the key that came with it, which belongs to one account, one action and one
//! thing.

use crate::service::keys::{hex, sha256};
use crate::service::{ServiceError, ServiceResult, Staff, Tx};
use crate::store::setting;

/// The longest key that is accepted, in bytes.
const LONGEST: usize = 100;

/// The key of a form, with what the form asks for.
pub(super) struct Once<'a> {
    action: &'static str,
    key: &'a str,
    subject: String,
    account_id: i64,
}

impl<'a> Once<'a> {
    /// Reads a form's key. `about` says everything that the form asks for; a digest of it is kept.
    pub(super) fn new(staff: &Staff, action: &'static str, key: &'a str, about: &str) -> ServiceResult<Self> {
        if key.is_empty() || key.len() > LONGEST {
            return Err(ServiceError::field("key", "refusal.key"));
        }
        let subject = hex(&sha256(about.as_bytes())[..16]);
        Ok(Self { action, key, subject, account_id: staff.account_id })
    }

    /// What the action answered when the form came first; a refusal where the key came with another form.
    pub(super) fn before(&self, tx: &mut Tx<'_>) -> ServiceResult<Option<String>> {
        match setting::outcome_of(tx.conn, self.key, self.action, self.account_id)? {
            None => Ok(None),
            Some((subject, outcome)) if subject == self.subject => Ok(Some(outcome)),
            Some(_) => Err(ServiceError::refused("refusal.key_used")),
        }
    }

    /// Remembers the answer.
    pub(super) fn remember(&self, tx: &mut Tx<'_>, outcome: &str) -> ServiceResult<()> {
        let about = (self.action, self.account_id, self.subject.as_str());
        Ok(setting::remember(tx.conn, self.key, about, outcome, tx.now)?)
    }
}
