//! The result file of an event: what an organiser sends, as values.

pub mod model;

pub use model::{Entry, Game, GameResult, HalfPoints, Sex, Sheet, Win, WonBy};
