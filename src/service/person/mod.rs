//! Persons of the register: their records, changes of their data, what is agreed to for minors, names that are withheld,
//! merging and un-merging.

mod bar;
mod change;
mod consent;
mod history;
mod merge;
mod withhold;

pub use bar::{BarForm, bar, lift};
pub use change::{ChangeForm, ChangeKind, change, undo_change};
pub use consent::{Consent, ConsentForm, consent, who as who_agreed};
pub use history::value_on;
pub use merge::{merge, unmerge};
pub use withhold::{show_again, withhold};

use crate::service::{ServiceError, ServiceResult};

/// A reason without the space around it.
fn reason_of(typed: &str) -> ServiceResult<String> {
    let reason = typed.trim();
    match (2..=500).contains(&reason.chars().count()) {
        true => Ok(reason.to_owned()),
        false => Err(ServiceError::field("reason", "refusal.reason_required")),
    }
}

/// The place for which an identity document's number is sealed.
pub fn document_place(person_id: i64) -> String {
    format!("id_document/{person_id}")
}
