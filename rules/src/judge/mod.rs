//! Judging a record: is it a game by the rules, and where does it end?

mod auto;
mod played;

pub use auto::{Fate, Fates, Ground, fates, fates_by};
pub use played::{IllegalMove, OnVoid, Played, Repetition, play};
