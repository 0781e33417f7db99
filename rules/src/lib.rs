#![doc = include_str!("../README.md")]

mod board;
mod coord;
pub mod count;
pub mod endgame;
pub mod fingerprint;
mod half_points;
pub mod judge;
mod life;
pub mod picture;
pub mod playout;
pub mod record;
mod replay;
mod ruleset;
pub mod selfplay;

pub use board::{Board, Illegal, Played};
pub use coord::{Colour, Coord, LARGEST, Size};
pub use half_points::HalfPoints;
pub use life::{unconditional, unconditional_stones};
pub use replay::{Play, Reason, Repeated, Replay, Step};
pub use ruleset::{Counting, HandicapBonus, Passing, Repetition, RuleSet, Tie};

/// The version of this crate: what it says of a record may change from one to the next.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The rule sets by name.
pub mod rules {
    pub use crate::ruleset::{AGA, ANCIENT, BUTTON, CHINESE, ING, JAPANESE, KOREAN, NZ, TROMP_TAYLOR, WMSG2008};
}
