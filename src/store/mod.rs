//! The register's database: the only place that speaks SQL. SQLite embedded, or PostgreSQL, from the same code.
//!
//! A function here takes an open connection and does one thing; transactions, journal entries and permissions
//! belong to `service`.

pub mod account;
pub mod agency;
pub mod asked_birth;
pub mod award;
pub mod backup;
pub mod bar;
pub mod certificate;
pub mod certificate_step;
mod conn;
mod day;
pub mod delivery;
pub mod document;
pub mod doubles;
pub mod entry;
pub mod event;
pub mod game_record;
mod joins;
pub mod journal;
pub mod kept_answer;
pub mod match_choice;
pub mod migrate;
pub mod outbox;
pub mod pairing;
pub mod person;
pub mod person_search;
pub mod person_step;
pub mod player_word;
mod pool;
pub mod print_job;
pub mod public;
pub mod record_source;
pub mod recount;
pub mod result_slip;
pub mod ruling;
pub mod running;
pub mod schema;
pub mod series;
pub mod setting;
mod thread;
pub mod upload;
pub mod verify;

pub(crate) use conn::both_databases;
pub use conn::{Conn, Opener, Place, PlaceError};
/// What a query can answer instead of rows; the folders above know the error by this name only.
pub use diesel::result::Error as DbError;
pub use pool::{Store, StoreError};
pub use thread::rest_here;
