//! The open register: readers from a pool, writers one transaction at a time.

use super::{Conn, Opener, Place, PlaceError, migrate};
use diesel::connection::TransactionManager;
use diesel::prelude::*;
use diesel::r2d2::{Pool, PooledConnection};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

type Manager = <Conn as Connection>::TransactionManager;
type Lite = <SqliteConnection as Connection>::TransactionManager;

/// The open register.
#[derive(Clone)]
pub struct Store {
    place: Place,
    pool: Pool<Opener>,
    turn: Arc<Mutex<()>>,
    /// Counts the changes that this process has committed.
    commits: Arc<AtomicU64>,
}

/// Why the register cannot be reached.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is not one of a database.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// No connection could be had.
    #[error("no connection to the database: {0}")]
    Connect(String),
    /// The schema could not be brought up to date.
    #[error("migration failed: {0}")]
    Migrate(String),
    /// A statement failed.
    #[error("database: {0}")]
    Query(#[from] diesel::result::Error),
}

impl Store {
    /// Opens the register at `address` with at most `connections` connections, and migrates it.
    /// With `create`, a missing SQLite file is made.
    pub fn open(address: &str, create: bool, connections: u32) -> Result<Self, StoreError> {
        let place = Place::parse(address, create)?;
        let mut first = place.open().map_err(|e| StoreError::Connect(e.to_string()))?;
        let done = migrate::up(&mut first).map_err(|e| StoreError::Migrate(e.to_string()))?;
        if !done.is_empty() {
            // What a migration cannot compute.
            super::person_search::fill_sounds(&mut first)?;
        }
        drop(first);
        Self::open_migrated(place, connections)
    }

    /// Opens a register whose schema is known to be up to date.
    pub fn open_migrated(place: Place, connections: u32) -> Result<Self, StoreError> {
        let pool = Pool::builder()
            .max_size(connections.max(2))
            .min_idle(Some(0))
            // A file does not go away; only a server's connection is worth a question before each use.
            .test_on_check_out(matches!(place, Place::Postgres { .. }))
            .connection_timeout(Duration::from_secs(30))
            .build(Opener(place.clone()))
            .map_err(|e| StoreError::Connect(e.to_string()))?;
        Ok(Self { place, pool, turn: Arc::default(), commits: Arc::default() })
    }

    /// Where the register is kept.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// How many changes this process has committed so far.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::SeqCst)
    }

    /// A connection for reading.
    pub fn reader(&self) -> Result<PooledConnection<Opener>, StoreError> {
        self.pool.get().map_err(|e| StoreError::Connect(e.to_string()))
    }

    /// Reads outside of a transaction.
    pub fn read<T, E: From<StoreError>>(&self, body: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E> {
        let mut conn = self.reader()?;
        body(&mut conn)
    }

    /// Reads in one transaction: everything that the body reads is as it was when it began. It holds up no writer.
    pub fn read_at_once<T, E>(&self, body: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError> + From<diesel::result::Error>,
    {
        let mut conn = self.reader()?;
        match &mut *conn {
            // The first read of a deferred transaction decides what all of them see.
            Conn::Sqlite(c) => Lite::begin_transaction_sql(c, "BEGIN DEFERRED")?,
            Conn::Pg(c) => {
                type Manager = <PgConnection as Connection>::TransactionManager;
                Manager::begin_transaction_sql(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
            }
        }
        finish(&mut conn, body)
    }

    /// Runs a writer's transaction: all of it is durable when this answers `Ok`, none of it otherwise.
    ///
    /// Writers take turns: those of this process in a queue, and all of them from their first statement on. On SQLite
    /// that is an immediate transaction (a deferred one that upgrades fails at once when another writes), on
    /// PostgreSQL the lock on the journal's head, which every change appends to anyway. So a number series needs no
    /// lock of its own, and no two writers deadlock.
    pub fn write<T, E>(&self, body: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError> + From<diesel::result::Error>,
    {
        // The writers of this process wait here, where the next one is woken as soon as its turn has come, and not each
        // on a connection of the pool, which readers want, asking the database again and again.
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut conn = self.reader()?;
        let done = write_on(&mut conn, body);
        // Before anybody hears of it, whoever shares a look at the register knows that it is out of date.
        self.commits.fetch_add(1, Ordering::SeqCst);
        done
    }
}

/// [`Store::write`] on a connection at hand.
pub fn write_on<T, E>(conn: &mut Conn, body: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E>
where
    E: From<diesel::result::Error>,
{
    // `Connection::transaction` on the enum begins a plain BEGIN; SQLite needs BEGIN IMMEDIATE, which only its
    // own type offers, and there the body would see the inner connection. So the begin is done by hand.
    match conn {
        Conn::Sqlite(c) => Lite::begin_transaction_sql(c, "BEGIN IMMEDIATE")?,
        Conn::Pg(_) => {
            Manager::begin_transaction(conn)?;
            if let Err(error) = diesel::sql_query("SELECT id FROM journal_head WHERE id = 1 FOR UPDATE").execute(conn) {
                Manager::rollback_transaction(conn)?;
                return Err(error.into());
            }
        }
    }
    finish(conn, body)
}

/// Runs a body inside a transaction that was begun, and ends it.
fn finish<T, E>(conn: &mut Conn, body: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E>
where
    E: From<diesel::result::Error>,
{
    match body(conn) {
        Ok(value) => {
            Manager::commit_transaction(conn)?;
            Ok(value)
        }
        Err(error) => {
            // The body's error says more than a failed rollback, which the pool notices by itself.
            let _ = Manager::rollback_transaction(conn);
            Err(error)
        }
    }
}
