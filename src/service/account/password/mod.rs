//! Passwords: which are taken, and how they are kept.

mod hashing;
mod policy;

pub use hashing::{AT_ONCE, Passwords};
pub use policy::{LONGEST, SHORTEST, check};
