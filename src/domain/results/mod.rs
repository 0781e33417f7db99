//! The result file of an event: what an organiser sends, read into values.

mod csv_text;
mod decode;
pub mod field;
mod games;
pub mod model;
mod pairing;
mod players;
mod read;
pub mod reading;
mod table;
mod text;
mod xlsx;

pub use model::{Entry, Game, GameResult, HalfPoints, Sex, Sheet, Win, WonBy};
pub use read::read;
pub use reading::{Accepted, Adjustment, Encoding, NamedBytes, Reading, ResultsInput};

/// The published form of a result: `B+3.5`, `draw`, empty where none was reported.
pub fn write_result(result: GameResult) -> String {
    text::result::write(result)
}

/// A komi in points as files write it: `7.5`.
pub fn write_komi(half_points: HalfPoints) -> String {
    text::komi::points(half_points)
}
