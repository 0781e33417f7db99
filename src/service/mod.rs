//! Use cases: each is one database transaction and at least one journal entry.
//!
//! A function here is handed the open [`Register`] and the person who acts ([`Staff`]), asks the permission
//! matrix, changes the tables through `store` and records the change in the journal, all or nothing.

pub mod account;
pub mod actor;
pub mod agency;
mod all_cores;
pub mod authorisation;
pub mod award;
pub mod certificate;
pub mod dead_letters;
pub mod delivery;
pub mod error;
pub mod event;
pub mod journal;
pub mod journal_verify;
pub mod key_check;
pub mod keys;
pub mod notice;
pub mod objection;
mod once;
pub mod outbox;
pub mod person;
pub mod print;
pub mod records;
pub mod register;
pub mod results;
pub mod running;
pub mod settings;

pub use actor::{Actor, Staff};
pub use error::{ServiceError, ServiceResult};
pub use journal::Tx;
pub use keys::Keys;
pub use register::Register;
pub mod view;
