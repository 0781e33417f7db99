//! `qipin demo`: a small, lively nation, made through the same use cases as a real one, with a clock that can be
//! moved.
//!
//! Everything in it is invented. The nation's past is played in order: the clock starts months back and is moved
//! forward between the deeds, so that every date in it follows from the rules.

mod build;
mod field;
mod games;
mod logins;
mod names;
mod nation;
mod photo;
mod records;
mod recounted;
mod run_here;
mod story;

pub use build::{Demo, is_there, open_or_build};
pub use logins::Login;
