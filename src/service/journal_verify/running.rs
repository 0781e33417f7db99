//! Groups that are run here: each stands as the journal last said.

use super::said::Said;
use super::tables::{differs, not_in_table, plain};
use super::{Kind, Problem};
use crate::service::running::{digest, subject};
use crate::service::{Keys, ServiceResult};
use crate::store::{Conn, running};
use serde_json::json;
use std::collections::{BTreeSet, HashMap};

/// Compares.
pub(super) fn compare(
    keys: &Keys,
    conn: &mut Conn,
    words: &HashMap<String, Said>,
    problems: &mut Vec<Problem>,
) -> ServiceResult<usize> {
    let rows = running::all(conn)?;
    let mut known = BTreeSet::new();
    for row in &rows {
        let subject = subject(row.id);
        let found = digest(keys, conn, row.id)?;
        match words.get(&subject).and_then(|said| said.facts.get("stands")) {
            None => {
                problems.push(Problem { found: subject.clone(), ..plain(None, &subject, Kind::NotInJournal) });
            }
            Some(said) if *said != json!(found) => {
                problems.push(differs(words.get(&subject), &subject, found, said.to_string()));
            }
            Some(_) => {}
        }
        known.insert(subject);
    }
    let gone = words.iter().filter(|(subject, _)| subject.starts_with("running:") && !known.contains(*subject));
    for (subject, said) in gone {
        problems.push(not_in_table(said.seq, subject.clone(), subject.clone()));
    }
    Ok(rows.len())
}
