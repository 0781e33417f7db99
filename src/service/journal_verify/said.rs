//! What the journal says of one subject, as far as a table can be compared with it.

use crate::store::journal::JournalRow;
use chrono::NaiveDateTime;
use serde_json::Value;
use std::collections::BTreeMap;

/// An entry of an older program that changed rows without saying their digests: what it says is what they may hold.
pub(super) struct Older {
    /// When.
    pub(super) at: NaiveDateTime,
    /// Who.
    pub(super) actor: String,
    /// The state of a certificate that it made.
    pub(super) state: Option<String>,
    /// The upload whose warnings it acknowledged.
    pub(super) upload: Option<i64>,
    /// How many rows it made at most.
    pub(super) rows: i64,
}

/// Recounts that were written together.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Where the journal speaks of them.
    pub(super) seq: i64,
    /// The id of the last one.
    pub(super) last: i64,
    /// The digest of their answers.
    pub(super) answers: String,
}

/// A player's code, and what was said with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SaidWord {
    /// The digest of the code.
    pub(super) code: String,
    /// The digest of the word; none where nothing was said.
    pub(super) word: Option<String>,
    /// Whether it has ended.
    pub(super) ended: bool,
}

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
    /// The steps of a person or of a certificate, by their ids, with their digests.
    pub(super) steps: BTreeMap<i64, String>,
    /// Entries of older programs, which say neither steps nor acknowledgements one by one.
    pub(super) older: Vec<Older>,
    /// An event's uploads by group and version: digests of the results, of the players and of what was answered.
    pub(super) uploads: BTreeMap<(String, i64), [Value; 3]>,
    /// Which version counts, by group, and whether it could be read.
    pub(super) counting: BTreeMap<String, (i64, bool)>,
    /// Why warnings were accepted: digests by the id of the row.
    pub(super) given: BTreeMap<i64, Value>,
    /// Doubtful matches of an event or of an entry: digests by the id of the row.
    pub(super) cases: BTreeMap<i64, Value>,
    /// Whether a submission did not say which players were doubtful, as those to older programs.
    pub(super) older_cases: bool,
    /// Who an entry was last said to be, by an older program: how, and which person.
    pub(super) identified: Option<(Value, Value)>,
    /// What an event's submissions were decided on: digests by the id of the row.
    pub(super) answers: BTreeMap<i64, Value>,
    /// Who was decided doubtful players to be: digests by the id of the row.
    pub(super) choices: BTreeMap<i64, Value>,
    /// Batches of recounts by the id of their first one.
    pub(super) batches: BTreeMap<i64, Batch>,
    /// Rulings on an event's games by their ids: the digest of their words, and their state.
    pub(super) rulings: BTreeMap<i64, [Value; 3]>,
    /// Codes of an event's players by their ids.
    pub(super) words: BTreeMap<i64, SaidWord>,
    /// Photos of result slips by their ids: the pairing, and the digest of the bytes.
    pub(super) slips: BTreeMap<i64, [Value; 2]>,
    /// The pairing that each record stands for; null where it was taken away from one.
    pub(super) placed: BTreeMap<i64, Value>,
    /// Whether records were sent to an older program, which did not say where it placed them.
    pub(super) older_records: bool,
}

/// What of a subject is compared besides its state.
fn facts(subject: &str) -> &'static [&'static str] {
    match subject.split(':').next() {
        Some("award") => &["clause", "event", "grade", "person"],
        Some("event") => &["scheme", "scheme_version", "settings"],
        Some("certificate") => &["by"],
        Some("person") => &["hidden", "into", "publication", "record"],
        Some("account") => &["role"],
        Some("running") => &["stands"],
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
        self.hear_older(row, payload);
        self.hear_words(row, payload);
        self.placed.extend(by_id(payload, "placed"));
        match row.action.as_str() {
            "certificate.issue" | "certificate.copy" => {
                if let Some(number) = payload.get("copy").and_then(Value::as_i64) {
                    self.copies.insert(number, text("copy_attested"));
                }
            }
            "event.upload" => {
                if let (Some(group), Some(version)) = (text("group"), payload.get("version").and_then(Value::as_i64)) {
                    let readable = text("accepted").as_deref() != Some("no");
                    let stands = self.counting.get(&group).is_some_and(|(_, stands)| *stands);
                    // Entries of older programs do not say it: what was refused took the place of nothing readable.
                    let counts = payload.get("counts").and_then(Value::as_bool).unwrap_or(readable || !stands);
                    if counts {
                        self.counting.insert(group.clone(), (version, readable));
                    }
                    let digest = |key| payload.get(key).cloned().unwrap_or_default();
                    self.uploads.insert((group, version), ["results", "players", "answer"].map(digest));
                }
            }
            "event.submit" => {
                self.answers.extend(by_id(payload, "answers"));
                self.cases.extend(by_id(payload, "cases"));
                self.older_cases |= payload.get("cases").is_none();
            }
            "event.acknowledge" => {
                let digest = |(id, said): (i64, Value)| Some((id, said.get("digest")?.clone()));
                self.given.extend(by_id(payload, "given").filter_map(digest));
            }
            "entry.identify" => match payload.get("case").and_then(Value::as_i64) {
                Some(id) => drop(self.cases.insert(id, payload.get("digest").cloned().unwrap_or_default())),
                None => {
                    let said = |key| payload.get(key).cloned().unwrap_or_default();
                    self.identified = Some((said("match"), said("person")));
                }
            },
            "event.identify" => {
                if let Some(id) = payload.get("choice").and_then(Value::as_i64) {
                    self.choices.insert(id, payload.get("digest").cloned().unwrap_or_default());
                }
            }
            "game.recount" => {
                let id = |key| payload.get(key).and_then(Value::as_i64);
                if let (Some(first), Some(last), Some(answers)) = (id("first"), id("last"), text("answers")) {
                    self.batches.insert(first, Batch { seq: row.seq, last, answers });
                }
            }
            "game.rule" | "game.ruling-decide" => self.hear_ruling(payload),
            "game.slip" => {
                if let Some(id) = payload.get("slip").and_then(Value::as_i64) {
                    let said = |key: &str| payload.get(key).cloned().unwrap_or_default();
                    self.slips.insert(id, [said("pairing"), said("sha256")]);
                }
            }
            "game.place" => {
                if let Some(id) = payload.get("record").and_then(Value::as_i64) {
                    self.placed.insert(id, payload.get("pairing").cloned().unwrap_or_default());
                }
            }
            "event.records" => self.older_records |= payload.get("placed").is_some_and(Value::is_number),
            // Entries of older programs do not say that it points to nothing any more.
            "person.unmerge" => drop(self.facts.remove("into")),
            _ => {}
        }
    }

    /// Takes in what was ruled of a game, or decided of a ruling; one that comes into force supersedes another.
    fn hear_ruling(&mut self, payload: &Value) {
        let said = |key: &str| payload.get(key).cloned().unwrap_or_default();
        let Some(id) = payload.get("ruling").and_then(Value::as_i64) else { return };
        let words = payload.get("words").cloned().or_else(|| self.rulings.get(&id).map(|[words, ..]| words.clone()));
        self.rulings.insert(id, [words.unwrap_or_default(), said("ruling_state"), said("decided_by")]);
        if let Some(earlier) = payload.get("supersedes").and_then(Value::as_i64)
            && let Some([_, state, _]) = self.rulings.get_mut(&earlier)
        {
            *state = Value::from("superseded");
        }
    }

    /// Takes in codes that were made, a word that was said, words that ended.
    fn hear_words(&mut self, row: &JournalRow, payload: &Value) {
        if matches!(row.action.as_str(), "game.codes" | "game.code-renew") {
            for (id, digest) in by_id(payload, "codes") {
                let code = digest.as_str().unwrap_or_default().to_owned();
                self.words.insert(id, SaidWord { code, ..SaidWord::default() });
            }
        }
        if row.action == "game.word"
            && let Some(id) = payload.get("word").and_then(Value::as_i64)
        {
            self.words.entry(id).or_default().word = payload.get("digest").and_then(Value::as_str).map(str::to_owned);
        }
        for (id, _) in by_id(payload, "words_ended") {
            self.words.entry(id).or_default().ended = true;
        }
    }

    /// Takes in an entry of an older program that made rows without saying which.
    fn hear_older(&mut self, row: &JournalRow, payload: &Value) {
        let state = payload.get("state").and_then(Value::as_str).map(str::to_owned);
        let (mut upload, mut state_made) = (None, None);
        let rows = match row.action.as_str() {
            "certificate.issue" | "certificate.copy" => 0,
            action if action.starts_with("certificate.") && payload.get("steps").is_none() && state.is_some() => {
                state_made = state;
                1
            }
            // Whoever takes back one agreement may take back the other with it.
            "person.consent" if payload.get("steps").is_none() => 2,
            "person.withhold" | "person.show" if payload.get("steps").is_none() => 1,
            "event.acknowledge" if payload.get("given").is_none() => {
                upload = payload.get("upload").and_then(Value::as_i64);
                payload.get("count").and_then(Value::as_i64).unwrap_or(0)
            }
            _ => 0,
        };
        if rows > 0 {
            self.older.push(Older { at: row.at, actor: row.actor.clone(), state: state_made, upload, rows });
        }
    }

    /// Whether an entry of an older program made a row; takes the row from what it may have made.
    pub(super) fn made_earlier(&mut self, made: impl Fn(&Older) -> bool) -> bool {
        match self.older.iter_mut().find(|older| older.rows > 0 && made(older)) {
            Some(older) => {
                older.rows -= 1;
                true
            }
            None => false,
        }
    }

    /// What was said of a fact; nothing where it never came up.
    pub(super) fn fact(&self, name: &str) -> Option<&Value> {
        self.facts.get(name)
    }
}

/// What a payload says by the ids of rows.
fn by_id<'a>(payload: &'a Value, key: &str) -> impl Iterator<Item = (i64, Value)> + use<'a> {
    let said = payload.get(key).and_then(Value::as_object).into_iter().flatten();
    said.filter_map(|(id, said)| Some((id.parse().ok()?, said.clone())))
}
