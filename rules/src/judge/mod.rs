//! Judging a record: is it a game by the rules, where does it end, and does the board agree with the declared result?

mod auto;
mod claim;
mod dead;
mod doubt;
mod komi;
mod played;
mod referee;
mod terms;
mod unplayed;
mod verdict;
mod winner;

pub use auto::{Fate, Fates, Ground, fates, fates_by, fates_by_all};
pub use claim::Reading;
pub use dead::{DeadSource, dead_by_marks};
pub use played::{IllegalMove, OnVoid, Played, Repetition, play};
pub use referee::{Kind, Remark, remarks};
pub use verdict::{GAMES, Judged, Match, Options, Verdict, judge};
