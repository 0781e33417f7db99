//! The register's database: the only place that speaks SQL. SQLite embedded, or PostgreSQL, from the same code.
//!
//! A function here takes an open connection and does one thing; transactions, journal entries and permissions
//! belong to `service`.

mod conn;
pub mod migrate;
mod pool;
pub mod schema;

pub(crate) use conn::both_databases;
pub use conn::{Conn, Opener, Place, PlaceError};
pub use pool::{Store, StoreError};
