//! Replays and recounts Go game records.

mod coord;

pub use coord::{Colour, Coord, LARGEST, Size};
