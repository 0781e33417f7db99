//! Promotion regulations (升级办法) as data: the language, its strict reader, and the built-in schemes.
//!
//! A scheme file is TOML; `docs/schemes.md` explains every key on a real regulation. The engine that applies a
//! scheme to results is [`crate::domain::promotion`].

mod clause;
mod entry;
mod levels;
mod lint;
mod load;
mod load_group;
mod model;
mod national;
mod parameters;
mod policy;
mod problem;
mod raw;
mod registry;
mod words;
mod words_clause;
mod words_group;

pub use clause::{Award, Clause, Pick, Quota, TestMinimum};
pub use entry::{AgeRange, EntryRules, GradeRange, standing};
pub use levels::{CeilingTable, Least, ceiling_tables, ceilings_by_level, default_ceilings};
pub use load::{load, load_with};
pub use model::{Blocked, Group, Parameter, Scheme, Source, Stop, Test, Why};
pub use national::{Appraisal, Basis, National};
pub use policy::{Absence, Base, Ceilings, Collect, Level, Points, Rounding, Share, TieBreak, Ties, Unplayed};
pub use problem::Problem;
pub use registry::{Registry, all, builtin, files, registry};

pub use words::{ClauseWords, GroupWords, ParameterWords, Words};

use std::collections::BTreeMap;

impl Scheme {
    /// This version with the parameters that an event announces.
    pub fn with_parameters(&self, parameters: &BTreeMap<String, String>) -> Result<Scheme, Vec<Problem>> {
        load_with(&self.text, parameters)
    }
}

#[cfg(test)]
mod tests;
