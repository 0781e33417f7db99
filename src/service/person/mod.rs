//! Persons of the register: their records, changes of their data, merging and un-merging.

mod bar;
mod change;
mod history;
mod merge;

pub use bar::{BarForm, bar, lift};
pub use change::{ChangeForm, ChangeKind, change, undo_change};
pub use history::value_on;
pub use merge::{merge, unmerge};

/// The place for which an identity document's number is sealed.
pub fn document_place(person_id: i64) -> String {
    format!("id_document/{person_id}")
}
