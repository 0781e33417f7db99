//! Counting a position: who owns which point, and the arithmetic that a referee can follow by hand.

mod area;
mod regions;

pub use area::{AreaCount, Side, Terms};
pub use regions::{Owner, Ownership};
