//! What the journal says of one subject, as far as a table can be compared with it.

use crate::store::journal::JournalRow;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the rows on one subject say together: of each thing, the last word.
#[derive(Default)]
pub(super) struct Said {
    /// Where the journal last spoke of it.
    pub(super) seq: i64,
    /// The state.
    pub(super) state: Option<String>,
    /// The digest of what a certificate attests.
    pub(super) attested: Option<String>,
    /// What decides, by its name in the journal; see [`facts`].
    pub(super) facts: BTreeMap<&'static str, Value>,
    /// A certificate's copies with their digests; entries of older programs have none.
    pub(super) copies: BTreeMap<i64, Option<String>>,
    /// The steps of a person or of a certificate, by their ids, with their digests; entries of older programs have none.
    pub(super) steps: BTreeMap<i64, String>,
    /// An event's uploads by group and version: digests of the results, of the players and of what was answered.
    pub(super) uploads: BTreeMap<(String, i64), [Value; 3]>,
    /// What an event's submissions were decided on: digests by the id of the row.
    pub(super) answers: BTreeMap<i64, Value>,
    /// Who was decided doubtful players to be: digests by the id of the row.
    pub(super) choices: BTreeMap<i64, Value>,
}

/// What of a subject is compared besides its state.
fn facts(subject: &str) -> &'static [&'static str] {
    match subject.split(':').next() {
        Some("award") => &["clause", "event", "grade", "person"],
        Some("event") => &["scheme", "scheme_version", "settings"],
        Some("certificate") => &["by"],
        Some("person") => &["hidden", "into", "publication", "record"],
        Some("account") => &["role"],
        Some("scheme") => &["sha256"],
        _ => &[],
    }
}

impl Said {
    /// Takes in a row.
    pub(super) fn hear(&mut self, row: &JournalRow, payload: &Value) {
        self.seq = row.seq;
        let text = |key: &str| payload.get(key).and_then(Value::as_str).map(str::to_owned);
        self.state = text("state").or(self.state.take());
        self.attested = text("attested").or(self.attested.take());
        for name in facts(&row.subject) {
            if let Some(value) = payload.get(*name) {
                self.facts.insert(name, value.clone());
            }
        }
        for (id, digest) in payload.get("steps").and_then(Value::as_object).into_iter().flatten() {
            if let (Ok(id), Some(digest)) = (id.parse(), digest.as_str()) {
                self.steps.insert(id, digest.to_owned());
            }
        }
        match row.action.as_str() {
            "certificate.issue" | "certificate.copy" => {
                if let Some(number) = payload.get("copy").and_then(Value::as_i64) {
                    self.copies.insert(number, text("copy_attested"));
                }
            }
            "event.upload" => {
                if let (Some(group), Some(version)) = (text("group"), payload.get("version").and_then(Value::as_i64)) {
                    let digest = |key| payload.get(key).cloned().unwrap_or_default();
                    self.uploads.insert((group, version), ["results", "players", "answer"].map(digest));
                }
            }
            "event.submit" => {
                let answers = payload.get("answers").and_then(Value::as_object).into_iter().flatten();
                self.answers.extend(answers.filter_map(|(id, digest)| Some((id.parse().ok()?, digest.clone()))));
            }
            "event.identify" => {
                if let Some(id) = payload.get("choice").and_then(Value::as_i64) {
                    self.choices.insert(id, payload.get("digest").cloned().unwrap_or_default());
                }
            }
            // Entries of older programs do not say that it points to nothing any more.
            "person.unmerge" => drop(self.facts.remove("into")),
            _ => {}
        }
    }

    /// What was said of a fact; nothing where it never came up.
    pub(super) fn fact(&self, name: &str) -> Option<&Value> {
        self.facts.get(name)
    }
}
