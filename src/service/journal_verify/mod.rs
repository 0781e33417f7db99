//! Checking the journal: that its chain is whole, and that the tables say what it says.

mod decided;
mod pieces;
mod records;
mod running;
mod said;
mod tables;

use crate::service::journal::{canonical, hash};
use crate::service::{Register, ServiceResult};
use crate::store::{Conn, journal};
use pieces::in_pieces;
use said::Said;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

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

impl Kind {
    /// The key of its words.
    pub const fn key(self) -> &'static str {
        match self {
            Kind::Edited => "office.verify.edited",
            Kind::BrokenChain => "office.verify.broken-chain",
            Kind::Missing => "office.verify.missing",
            Kind::CutOff => "office.verify.cut-off",
            Kind::TableDiffers => "office.verify.table-differs",
            Kind::NotInJournal => "office.verify.not-in-journal",
            Kind::NotInTable => "office.verify.not-in-table",
        }
    }
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

/// Reads the whole journal and every table that it speaks of, as they were at one moment: whoever writes meanwhile is
/// neither held up nor accused.
pub fn verify(register: &Register) -> ServiceResult<Verification> {
    register.read_at_once(|conn| {
        let mut problems = Vec::new();
        let mut words: HashMap<String, Said> = HashMap::new();
        let rows = read_chain(conn, &mut problems, &mut words)?;
        let compared = tables::compare(register, conn, words, &mut problems)?;
        Ok(Verification { rows, compared, problems })
    })
}

fn read_chain(conn: &mut Conn, problems: &mut Vec<Problem>, words: &mut HashMap<String, Said>) -> ServiceResult<i64> {
    let (head_seq, head_hash) = journal::head(conn)?;
    let mut last: (i64, Vec<u8>) = (0, vec![0; 32]);
    let read = |conn: &mut Conn, behind| journal::after(conn, behind, 2000);
    let count = in_pieces(
        conn,
        read,
        |row| row.seq,
        |_, page| {
            for row in page {
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
                    words.entry(row.subject.clone()).or_default().hear(&row, &payload);
                }
                last = (row.seq, row.hash);
            }
            Ok(())
        },
    )?;
    if last != (head_seq, head_hash.clone()) {
        problems.push(Problem {
            seq: Some(last.0),
            subject: "journal".to_owned(),
            kind: Kind::CutOff,
            found: format!("{} {}", last.0, short(&last.1)),
            expected: format!("{head_seq} {}", short(&head_hash)),
        });
    }
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}

fn short(bytes: &[u8]) -> String {
    crate::service::keys::hex(bytes.get(..8).unwrap_or(bytes))
}
