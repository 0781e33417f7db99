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

use crate::service::keys::hex;
use crate::service::{Keys, ServiceError, ServiceResult, Tx};
use crate::store::person_step::{self, NewPersonStep, PersonStep};
use serde_json::Value;

/// What the journal says of steps: the id of each with the keyed digest of its row. An edited row shows, and the journal
/// holds neither a reason nor who agreed.
fn keep_steps(tx: &mut Tx<'_>, keys: &Keys, rows: &[NewPersonStep]) -> ServiceResult<Value> {
    let mut said = serde_json::Map::new();
    for row in rows {
        let id = person_step::insert(tx.conn, row)?;
        let NewPersonStep { person_id, step, on_day, who_sealed, note, account_id, recorded_at } = row.clone();
        let row = PersonStep { id, person_id, step, on_day, who_sealed, note, account_id, recorded_at };
        said.insert(id.to_string(), Value::String(attested_step(keys, &row)));
    }
    Ok(Value::Object(said))
}

/// A keyed digest of what was decided about a name or agreed to for a minor.
pub fn attested_step(keys: &Keys, row: &PersonStep) -> String {
    let (person, account, day) = (row.person_id.to_string(), row.account_id.to_string(), row.on_day.to_string());
    let who = row.who_sealed.as_deref().map(hex).unwrap_or_default();
    let moment = row.recorded_at.and_utc().timestamp_micros().to_string();
    let fields = [person.as_str(), &row.step, &day, &who, &row.note, &account, &moment];
    let framed: String = fields.iter().map(|field| format!("{}:{field}", field.len())).collect();
    hex(&keys.blind_index("person step attested", &framed)[..16])
}

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
