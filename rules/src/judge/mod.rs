//! Judging a record: is it a game by the rules, and where does it end?

mod played;

pub use played::{IllegalMove, OnVoid, Played, Repetition, play};
