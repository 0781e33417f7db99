//! Who may be in the register twice: a report for the national office. Nothing is merged by it.

use crate::domain::permission::Action;
use crate::service::{Register, ServiceResult, Staff};
use crate::store::doubles as rows;
use crate::store::person::{self, Person};
use std::collections::{BTreeMap, HashMap};

/// How many pairs a page shows.
pub const PAGE: usize = 50;

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

/// A page of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubles {
    /// The pairs, the oldest records first.
    pub pairs: Vec<Double>,
    /// The pair after which the next page begins, where there is one.
    pub next: Option<(i64, i64)>,
}

/// The pairs after one, or from the first.
pub fn list(register: &Register, staff: &Staff, after: Option<(i64, i64)>) -> ServiceResult<Doubles> {
    staff.require_everywhere(Action::MergePerson)?;
    let after = after.unwrap_or((0, 0));
    register.read(|conn| {
        // Whatever stands on the page is among the first of either kind.
        let limit = PAGE as i64 + 1;
        let mut pairs: BTreeMap<(i64, i64), Vec<Shared>> = BTreeMap::new();
        for pair in rows::by_document(conn, after, limit)? {
            pairs.entry(pair).or_default().push(Shared::Document);
        }
        for pair in rows::by_name_and_birth(conn, after, limit)? {
            pairs.entry(pair).or_default().push(Shared::NameAndBirth);
        }
        let more = pairs.len() > PAGE;
        let shown: Vec<((i64, i64), Vec<Shared>)> = pairs.into_iter().take(PAGE).collect();
        let next = shown.last().filter(|_| more).map(|(pair, _)| *pair);
        let mut ids: Vec<i64> = shown.iter().flat_map(|((first, second), _)| [*first, *second]).collect();
        ids.sort_unstable();
        ids.dedup();
        let known: HashMap<i64, Person> = person::by_ids(conn, &ids)?.into_iter().map(|p| (p.id, p)).collect();
        let double = |((first, second), shared): ((i64, i64), Vec<Shared>)| {
            Some(Double { first: known.get(&first)?.clone(), second: known.get(&second)?.clone(), shared })
        };
        Ok(Doubles { pairs: shown.into_iter().filter_map(double).collect(), next })
    })
}
