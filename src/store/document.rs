//! Which kinds of identity documents the register keeps for a person: never their numbers.

use super::Conn;
use super::schema::id_document;
use diesel::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// The kinds kept for each of some persons, over all records of each.
pub fn kinds_of(conn: &mut Conn, persons: &[i64]) -> QueryResult<HashMap<i64, BTreeSet<String>>> {
    let records = super::person::records_of(conn, persons)?;
    let all: Vec<i64> = records.iter().map(|(_, record)| *record).collect::<BTreeSet<_>>().into_iter().collect();
    let mut of_record: HashMap<i64, Vec<String>> = HashMap::new();
    for chunk in all.chunks(500) {
        let found: Vec<(i64, String)> = id_document::table
            .filter(id_document::person_id.eq_any(chunk))
            .select((id_document::person_id, id_document::kind))
            .load(conn)?;
        for (record, kind) in found {
            of_record.entry(record).or_default().push(kind);
        }
    }
    let mut kinds: HashMap<i64, BTreeSet<String>> = HashMap::new();
    for (person, record) in records {
        if let Some(kept) = of_record.get(&record) {
            kinds.entry(person).or_default().extend(kept.iter().cloned());
        }
    }
    Ok(kinds)
}
