//! Checking the journal: that its chain is whole, and that the tables say what it says.

use crate::service::certificate::{attested, grade_of};
use crate::service::journal::{canonical, hash};
use crate::service::{Register, ServiceResult};
use crate::store::{Conn, journal, verify as tables};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Something wrong with the journal or with a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The position in the journal, where it has one.
    pub seq: Option<i64>,
    /// What it concerns: `journal`, or a subject such as `certificate:5d/310260001`.
    pub subject: String,
    /// What is wrong.
    pub kind: Kind,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A row's content does not give its hash: it was edited.
    Edited,
    /// A row does not follow from the one before: something was removed, swapped or inserted before it.
    BrokenChain,
    /// Positions are missing before this row.
    Missing,
    /// The journal's last rows are missing.
    CutOff,
    /// A table's row says something else than the journal's last word on it.
    TableDiffers,
    /// A table's row of which the journal knows nothing.
    NotInJournal,
    /// The journal knows a row that the table does not have.
    NotInTable,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Rows of the journal read.
    pub rows: i64,
    /// Rows of tables compared.
    pub compared: usize,
    /// What is wrong, in the order found.
    pub problems: Vec<Problem>,
}

/// The journal's last word on a subject.
#[derive(Default)]
struct LastWord {
    seq: i64,
    state: Option<String>,
    attested: Option<String>,
}

/// Reads the whole journal and every table that it speaks of.
pub fn verify(register: &Register) -> ServiceResult<Verification> {
    register.read(|conn| {
        let mut problems = Vec::new();
        let mut words: HashMap<String, LastWord> = HashMap::new();
        let rows = read_chain(conn, &mut problems, &mut words)?;
        let compared = compare(register, conn, words, &mut problems)?;
        Ok(Verification { rows, compared, problems })
    })
}

fn read_chain(
    conn: &mut Conn,
    problems: &mut Vec<Problem>,
    words: &mut HashMap<String, LastWord>,
) -> ServiceResult<i64> {
    let (head_seq, head_hash) = journal::head(conn)?;
    let mut last: (i64, Vec<u8>) = (0, vec![0; 32]);
    let mut count = 0;
    loop {
        let page = journal::after(conn, last.0, 2000)?;
        if page.is_empty() {
            break;
        }
        for row in page {
            count += 1;
            let wrong = |kind, found: String, expected: String| Problem {
                seq: Some(row.seq),
                subject: row.subject.clone(),
                kind,
                found,
                expected,
            };
            if row.seq != last.0 + 1 {
                problems.push(wrong(Kind::Missing, row.seq.to_string(), (last.0 + 1).to_string()));
            }
            if row.prev != last.1 {
                problems.push(wrong(Kind::BrokenChain, short(&row.prev), short(&last.1)));
            }
            let computed = hash(&row);
            let parsed: Option<Value> = serde_json::from_str(&row.payload).ok();
            if computed != row.hash || parsed.as_ref().is_none_or(|p| canonical(p) != row.payload) {
                problems.push(wrong(Kind::Edited, short(&row.hash), short(&computed)));
            }
            if let Some(payload) = parsed {
                let word = words.entry(row.subject.clone()).or_default();
                word.seq = row.seq;
                if let Some(state) = payload.get("state").and_then(Value::as_str) {
                    word.state = Some(state.to_owned());
                }
                if let Some(digest) = payload.get("attested").and_then(Value::as_str) {
                    word.attested = Some(digest.to_owned());
                }
            }
            last = (row.seq, row.hash);
        }
    }
    if last != (head_seq, head_hash.clone()) {
        problems.push(Problem {
            seq: Some(last.0),
            subject: "journal".to_owned(),
            kind: Kind::CutOff,
            found: format!("{} {}", last.0, short(&last.1)),
            expected: format!("{head_seq} {}", short(&head_hash)),
        });
    }
    Ok(count)
}

fn compare(
    register: &Register,
    conn: &mut Conn,
    mut words: HashMap<String, LastWord>,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let mut compared = 0;
    let mut states: Vec<(String, String)> = Vec::new();
    for (kind, rows) in [
        ("event", tables::event_states(conn)?),
        ("award", tables::award_states(conn)?),
        ("notice", tables::notice_states(conn)?),
        ("objection", tables::objection_states(conn)?),
        ("person", tables::person_states(conn)?),
        ("account", tables::account_states(conn)?),
        ("agency", tables::agency_states(conn)?),
    ] {
        states.extend(rows.into_iter().map(|(id, state)| (format!("{kind}:{id}"), state)));
    }
    let mut after = 0;
    loop {
        let page = tables::certificates_after(conn, after, 2000)?;
        let Some(last) = page.last() else { break };
        after = last.id;
        for paper in page {
            compared += 1;
            let subject = format!("certificate:{}/{}", grade_of(paper.grade).slug(), paper.number);
            let digest = attested(&register.keys, &paper);
            let word = words.remove(&subject);
            if let Some(recorded) = word.as_ref().and_then(|w| w.attested.as_ref()).filter(|d| **d != digest) {
                problems.push(differs(word.as_ref(), &subject, digest.clone(), recorded.clone()));
            }
            check_state(word, &subject, &paper.state, problems);
        }
    }
    for (subject, state) in states {
        compared += 1;
        check_state(words.remove(&subject), &subject, &state, problems);
    }
    let tabled = ["event:", "award:", "notice:", "objection:", "person:", "account:", "agency:", "certificate:"];
    let lost: BTreeSet<(i64, String)> = words
        .into_iter()
        .filter(|(subject, _)| tabled.iter().any(|kind| subject.starts_with(kind)))
        .map(|(subject, word)| (word.seq, subject))
        .collect();
    for (seq, subject) in lost {
        problems.push(Problem {
            seq: Some(seq),
            subject,
            kind: Kind::NotInTable,
            found: String::new(),
            expected: String::new(),
        });
    }
    Ok(compared)
}

fn check_state(word: Option<LastWord>, subject: &str, state: &str, problems: &mut Vec<Problem>) {
    match word {
        None => problems.push(Problem {
            seq: None,
            subject: subject.to_owned(),
            kind: Kind::NotInJournal,
            found: state.to_owned(),
            expected: String::new(),
        }),
        Some(word) => match &word.state {
            Some(recorded) if recorded != state => {
                problems.push(differs(Some(&word), subject, state.to_owned(), recorded.clone()));
            }
            _ => {}
        },
    }
}

fn differs(word: Option<&LastWord>, subject: &str, found: String, expected: String) -> Problem {
    Problem { seq: word.map(|w| w.seq), subject: subject.to_owned(), kind: Kind::TableDiffers, found, expected }
}

fn short(bytes: &[u8]) -> String {
    crate::service::keys::hex(bytes.get(..8).unwrap_or(bytes))
}
