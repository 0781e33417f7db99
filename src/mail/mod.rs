//! Mail: what the register writes to people, and how it leaves the house.
//!
//! A leaf: plain values come in, bytes go out; nothing here knows a database or a page. A mail waits as a
//! [`Message`] in the outbox, written in the transaction that caused it. The job that empties the outbox
//! renders it in the reader's language ([`Message::render`]), hands it to a [`Session`] of the [`Transport`]
//! ([`Session::deliver`]) and, on a temporary [`Failure`], waits as long as [`backoff`] says.
//!
//! The same outbox row always makes the same bytes with the same Message-ID, so a copy that went out just
//! before a crash and the one of the retry are recognisable as one mail.

pub mod address;
mod backoff;
mod clean;
mod compose;
mod failure;
mod folder;
mod letter;
mod letters;
mod message;
mod render;
mod smtp;
mod transport;

pub use address::{Address, Sender};
pub use backoff::{ATTEMPTS, backoff};
pub use compose::Postmark;
pub use failure::{Delivered, Failure, Kind, Stage};
pub use message::{DaysLeft, EventRef, Issued, Link, Message, ObjectionRef, SecretLink};
pub use render::{Rendered, Site};
pub use transport::{Session, SettingError, Transport};
