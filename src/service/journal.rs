//! The one way to change the register: [`Tx`], a transaction that cannot commit without a journal entry.

use crate::service::{Actor, ServiceError, ServiceResult};
use crate::store::Conn;
use crate::store::journal::{self as rows, JournalRow};
use chrono::NaiveDateTime;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashMap};

/// A writer's transaction: the connection, the moment, and the entries to append when it ends.
pub struct Tx<'a> {
    /// The connection, inside the transaction.
    pub conn: &'a mut Conn,
    /// The moment of the change, UTC.
    pub now: NaiveDateTime,
    /// Who acts.
    pub actor: Actor,
    head: (i64, Vec<u8>),
    pending: Vec<Pending>,
    unrecorded: bool,
}

/// An entry that waits for the end of its transaction.
struct Pending {
    action: String,
    subject: String,
    payload: Value,
}

impl<'a> Tx<'a> {
    pub(super) fn begin(conn: &'a mut Conn, actor: Actor, now: NaiveDateTime) -> ServiceResult<Self> {
        let head = rows::head(conn)?;
        Ok(Self { conn, now, actor, head, pending: Vec::new(), unrecorded: false })
    }

    /// Records a change of `subject`. `payload` holds stable internal ids and words of closed sets, never
    /// personal data; its keys are written in sorted order, so that equal changes have equal bytes. Where it says a
    /// new `state`, the state before is added as `from`.
    pub fn record(&mut self, action: &str, subject: &str, payload: Value) {
        self.pending.push(Pending { action: action.to_owned(), subject: subject.to_owned(), payload });
    }

    /// States that this transaction changed nothing that the journal keeps (a session's last use, a lease),
    /// or found that there was nothing left to do.
    pub fn nothing_to_record(&mut self) {
        self.unrecorded = true;
    }

    pub(super) fn finish(self) -> ServiceResult<()> {
        if self.pending.is_empty() && !self.unrecorded {
            return Err(ServiceError::Internal("a change without a journal entry".to_owned()));
        }
        let stateful = |p: &&Pending| state_in(&p.payload).is_some();
        let subjects: BTreeSet<&str> = self.pending.iter().filter(stateful).map(|p| p.subject.as_str()).collect();
        let mut states: HashMap<String, String> = HashMap::new();
        for (subject, payload) in rows::stateful(self.conn, &subjects.into_iter().collect::<Vec<_>>())? {
            let said = serde_json::from_str::<Value>(&payload).ok();
            if let Some(state) = said.as_ref().and_then(state_in) {
                states.insert(subject, state.to_owned());
            }
        }
        let (mut seq, mut prev) = self.head;
        let mut done = Vec::with_capacity(self.pending.len());
        for mut entry in self.pending {
            if let Some(after) = state_in(&entry.payload).map(str::to_owned) {
                let before = states.insert(entry.subject.clone(), after);
                if let (Some(before), Value::Object(map)) = (before, &mut entry.payload) {
                    map.insert("from".to_owned(), Value::String(before));
                }
            }
            seq += 1;
            let mut row = JournalRow {
                seq,
                at: self.now,
                actor: self.actor.to_string(),
                action: entry.action,
                subject: entry.subject,
                payload: canonical(&entry.payload),
                prev,
                hash: Vec::new(),
            };
            row.hash = hash(&row);
            prev = row.hash.clone();
            done.push(row);
        }
        Ok(rows::append(self.conn, &done)?)
    }
}

/// The new state that a payload says, where it says one.
fn state_in(payload: &Value) -> Option<&str> {
    payload.get("state").and_then(Value::as_str)
}

/// JSON with sorted keys and no white space.
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_unstable();
            let body: Vec<String> =
                keys.into_iter().map(|k| format!("{}:{}", Value::String(k.clone()), canonical(&map[k]))).collect();
            format!("{{{}}}", body.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// The hash of a row: SHA-256 over its fields, each preceded by its length, so that no two rows share bytes.
pub fn hash(row: &JournalRow) -> Vec<u8> {
    let mut digest = Sha256::new();
    let moment = row.at.and_utc().timestamp_micros().to_be_bytes();
    let fields: [&[u8]; 7] = [
        &row.seq.to_be_bytes(),
        &moment,
        row.actor.as_bytes(),
        row.action.as_bytes(),
        row.subject.as_bytes(),
        row.payload.as_bytes(),
        &row.prev,
    ];
    for field in fields {
        digest.update((field.len() as u64).to_be_bytes());
        digest.update(field);
    }
    digest.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn equal_changes_have_equal_bytes_whatever_the_order_of_keys() {
        assert_eq!(
            canonical(&json!({"b": [1, {"d": null, "c": "x"}], "a": true})),
            r#"{"a":true,"b":[1,{"c":"x","d":null}]}"#
        );
    }
}
