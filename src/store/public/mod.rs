//! What the public pages read: each question is one statement, whose number does not grow with the answer.

pub mod certificate;
pub mod events;
pub mod games;
pub mod notices;
pub mod people;
pub mod results;
mod who;

pub use who::Who;

/// The database's dialect, for statements put together at run time.
type Backend = <super::Conn as diesel::Connection>::Backend;
