//! Who may be in the register twice: a report for the national office. Nothing is merged by it.

use crate::domain::permission::Action;
use crate::service::{Register, ServiceResult, Staff};
use crate::store::doubles as rows;
use crate::store::person::{self, Person};
use std::collections::{BTreeMap, HashMap};

/// What two records have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shared {
    /// The number of an identity document. History has shared numbers, so this too is only a question.
    Document,
    /// Name, in whatever writing, and birth date.
    NameAndBirth,
}

/// Two active records that may be one person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Double {
    /// The older record.
    pub first: Person,
    /// The newer one.
    pub second: Person,
    /// What they share.
    pub shared: Vec<Shared>,
}

/// The pairs, the oldest records first, at most `limit` of each kind.
pub fn list(register: &Register, staff: &Staff, limit: i64) -> ServiceResult<Vec<Double>> {
    staff.require_everywhere(Action::MergePerson)?;
    register.read(|conn| {
        let mut pairs: BTreeMap<(i64, i64), Vec<Shared>> = BTreeMap::new();
        for pair in rows::by_document(conn, limit)? {
            pairs.entry(pair).or_default().push(Shared::Document);
        }
        for pair in rows::by_name_and_birth(conn, limit)? {
            pairs.entry(pair).or_default().push(Shared::NameAndBirth);
        }
        let mut ids: Vec<i64> = pairs.keys().flat_map(|(first, second)| [*first, *second]).collect();
        ids.sort_unstable();
        ids.dedup();
        let known: HashMap<i64, Person> = person::by_ids(conn, &ids)?.into_iter().map(|p| (p.id, p)).collect();
        let double = |((first, second), shared): ((i64, i64), Vec<Shared>)| {
            Some(Double { first: known.get(&first)?.clone(), second: known.get(&second)?.clone(), shared })
        };
        Ok(pairs.into_iter().filter_map(double).collect())
    })
}
