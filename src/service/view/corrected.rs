//! Names in files as they should have been written: a slip of the pen that was put right is shown so in the past
//! too. A name that really changed is not: then the file was right on its day.

use crate::service::ServiceResult;
use crate::store::{Conn, person};
use std::collections::HashMap;

/// The corrections of some persons' names.
#[derive(Clone, Debug, Default)]
pub(super) struct Corrected(HashMap<i64, Vec<(String, String)>>);

impl Corrected {
    /// Those of these persons, in one statement.
    pub(super) fn of(conn: &mut Conn, persons: impl Iterator<Item = i64>) -> ServiceResult<Self> {
        let mut ids: Vec<i64> = persons.collect();
        ids.sort_unstable();
        ids.dedup();
        let mut all: HashMap<i64, Vec<(String, String)>> = HashMap::new();
        for (id, written, right) in person::corrected_names(conn, &ids)? {
            all.entry(id).or_default().push((written, right));
        }
        Ok(Self(all))
    }

    /// A name in a file, put right as often as it was.
    pub(super) fn name(&self, person: i64, written: String) -> String {
        let steps = self.0.get(&person).into_iter().flatten();
        steps.fold(written, |name, (before, after)| if name == *before { after.clone() } else { name })
    }
}
