//! One connection type over both databases, and how each is opened.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2;

/// A connection to the embedded database or to a PostgreSQL server.
#[derive(diesel::MultiConnection)]
pub enum Conn {
    /// A PostgreSQL server.
    Pg(PgConnection),
    /// The embedded SQLite.
    Sqlite(SqliteConnection),
}

/// Runs one body for both databases, with the connection as its concrete type: for the few statements
/// (batch inserts, conflict clauses) that diesel cannot type over [`Conn`].
macro_rules! both_databases {
    ($conn:expr, $name:ident => $body:expr) => {
        match $conn {
            $crate::store::Conn::Pg($name) => $body,
            $crate::store::Conn::Sqlite($name) => $body,
        }
    };
}
pub(crate) use both_databases;

/// Where the register is kept: `sqlite:PATH` or `postgres://…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An SQLite file.
    Sqlite {
        /// The file's path.
        path: String,
        /// Whether a missing file is made; without it a mistyped path is an error.
        create: bool,
    },
    /// A PostgreSQL server.
    Postgres {
        /// The connection address, as libpq reads it.
        url: String,
    },
}

/// Why a database address cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PlaceError {
    /// The address begins with neither `sqlite:` nor `postgres://`.
    #[error("a database address begins with sqlite: or postgres://")]
    Scheme,
    /// `sqlite:` without a path.
    #[error("sqlite: needs the path of a file")]
    NoPath,
}

impl Place {
    /// Reads a database address.
    pub fn parse(address: &str, create: bool) -> Result<Self, PlaceError> {
        if let Some(path) = address.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() {
                return Err(PlaceError::NoPath);
            }
            return Ok(Place::Sqlite { path: path.to_owned(), create });
        }
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Ok(Place::Postgres { url: address.to_owned() });
        }
        Err(PlaceError::Scheme)
    }

    /// Opens a connection.
    pub fn open(&self) -> Result<Conn, ConnectionError> {
        match self {
            Place::Postgres { url } => {
                let mut conn = PgConnection::establish(url)?;
                conn.batch_execute("SET TIME ZONE 'UTC'").map_err(ConnectionError::CouldntSetupConfiguration)?;
                Ok(Conn::Pg(conn))
            }
            Place::Sqlite { path, create } => {
                if !create && !std::path::Path::new(path).exists() {
                    return Err(ConnectionError::BadConnection(format!("no database at {path}")));
                }
                let mut conn = SqliteConnection::establish(path)?;
                // FULL: with NORMAL a commit that was acknowledged can be lost when the power fails.
                conn.batch_execute(
                    "PRAGMA busy_timeout = 20000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -16000;",
                )
                .map_err(ConnectionError::CouldntSetupConfiguration)?;
                Ok(Conn::Sqlite(conn))
            }
        }
    }
}

/// Hands connections of one [`Place`] to a pool.
#[derive(Debug)]
pub struct Opener(pub Place);

impl diesel::r2d2::ManageConnection for Opener {
    type Connection = Conn;
    type Error = r2d2::Error;

    fn connect(&self) -> Result<Conn, r2d2::Error> {
        self.0.open().map_err(r2d2::Error::ConnectionError)
    }

    fn is_valid(&self, conn: &mut Conn) -> Result<(), r2d2::Error> {
        use r2d2::R2D2Connection;
        conn.ping().map_err(r2d2::Error::QueryError)
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        use diesel::connection::TransactionManager;
        std::thread::panicking()
            || match conn {
                Conn::Pg(c) => <PgConnection as Connection>::TransactionManager::is_broken_transaction_manager(c),
                Conn::Sqlite(c) => {
                    <SqliteConnection as Connection>::TransactionManager::is_broken_transaction_manager(c)
                }
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_database_or_is_refused() {
        assert_eq!(Place::parse("sqlite:a.db", true), Ok(Place::Sqlite { path: "a.db".into(), create: true }));
        assert_eq!(Place::parse("sqlite:", true), Err(PlaceError::NoPath));
        assert_eq!(Place::parse("mysql://x", true), Err(PlaceError::Scheme));
        assert!(matches!(Place::parse("postgres://h/d", false), Ok(Place::Postgres { .. })));
    }

    #[test]
    fn a_mistyped_path_makes_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("none.db").display().to_string();
        assert!(Place::Sqlite { path: path.clone(), create: false }.open().is_err());
        assert!(!std::path::Path::new(&path).exists());
    }

    #[test]
    fn the_embedded_database_is_compiled_for_many_readers() {
        #[derive(QueryableByName)]
        struct Built {
            #[diesel(sql_type = diesel::sql_types::Text)]
            compile_options: String,
        }
        let mut conn = SqliteConnection::establish(":memory:").unwrap();
        let mut options: Vec<Built> = diesel::sql_query("PRAGMA compile_options").load(&mut conn).unwrap();
        options.sort_by(|a, b| a.compile_options.cmp(&b.compile_options));
        let has = |name: &str| options.iter().any(|option| option.compile_options == name);
        // `.cargo/config.toml` says why.
        assert!(has("ENABLE_QPSG"));
        assert!(has("DEFAULT_MEMSTATUS=0"));
        assert!(!has("ENABLE_MEMORY_MANAGEMENT"));
        assert!(has("THREADSAFE=2"));
        assert!(has("MAX_MMAP_SIZE=68719476736"));
    }
}
