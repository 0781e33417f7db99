//! Game records (棋谱) in the life of an event: what a clerk sends, which game of the results a record is of, where the two
//! differ, what that means for the submission, and what of a record anybody may see. Pure: values in, values out.

pub mod bundle;
pub mod clean;
pub mod compare;
pub mod famous;
pub mod findings;
pub mod placing;
pub mod turn;
pub mod walk;

pub use bundle::{Bundle, BundleFile, BundleRefusal, LeftOut, LeftOutWhy, unpack};
pub use clean::cleaned;
pub use compare::{Difference, Player, Said, What, declare, differences};
pub use famous::{Famous, famous};
pub use findings::{
    GameFacts, Match, Matched, RecordFacts, Required, RulingFact, Unplaced, Word, raise, raise_unplaced,
};
pub use placing::{How, Placing, Wanted, place};
pub use walk::{Walk, walk};
