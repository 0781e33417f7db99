//! Counting a position: who owns which point, and the arithmetic that a referee can follow by hand.

mod area;
mod counted;
mod found;
mod moku;
mod regions;
mod territory;

pub use area::{AreaCount, Side, Terms};
pub use counted::Count;
pub(crate) use found::Found;
pub use moku::{Hold, TerritoryCount};
pub use regions::{Owner, Ownership};
pub use territory::{Point, Territory};
