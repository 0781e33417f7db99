//! Bringing a database to the schema of this program. Two instances that start at once take turns.

use super::Conn;
use diesel::backend::Backend;
use diesel::migration::MigrationSource;
use diesel::prelude::*;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// The advisory lock under which a PostgreSQL database is migrated ("qipin" in ASCII).
const LOCK: i64 = 0x71_69_70_69_6e;

/// What a migration run can fail with.
pub type MigrateError = Box<dyn std::error::Error + Send + Sync>;

/// Applies every migration that is not yet applied; answers their names.
pub fn up(conn: &mut Conn) -> Result<Vec<String>, MigrateError> {
    match conn {
        Conn::Pg(c) => {
            diesel::sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(c)?;
            let done = refuse_newer(c, POSTGRES).and_then(|()| c.run_pending_migrations(POSTGRES).map(names));
            diesel::sql_query(format!("SELECT pg_advisory_unlock({LOCK})")).execute(c)?;
            done
        }
        Conn::Sqlite(c) => {
            // diesel_migrations takes no lock: the immediate transaction around it does. Its own transactions
            // become savepoints inside.
            c.immediate_transaction(|c| {
                refuse_newer(c, SQLITE).map_err(Failed::Migration)?;
                c.run_pending_migrations(SQLITE).map(names).map_err(Failed::Migration)
            })
            .map_err(|e| match e {
                Failed::Migration(e) => e,
                Failed::Query(e) => e.into(),
            })
        }
    }
}

/// Refuses a database on which a newer program has run migrations that this one does not know.
fn refuse_newer<DB: Backend>(
    conn: &mut impl MigrationHarness<DB>,
    known: EmbeddedMigrations,
) -> Result<(), MigrateError> {
    let known: Vec<String> =
        MigrationSource::<DB>::migrations(&known)?.iter().map(|m| m.name().version().to_string()).collect();
    match conn.applied_migrations()?.into_iter().find(|version| !known.contains(&version.to_string())) {
        Some(version) => {
            Err(format!("a newer program has migrated this database ({version}); this one does not touch it").into())
        }
        None => Ok(()),
    }
}

/// Refuses a database whose schema is not that of this program, without changing it.
pub fn refuse_other(conn: &mut Conn) -> Result<(), MigrateError> {
    match conn {
        Conn::Pg(c) => refuse_newer(c, POSTGRES)?,
        Conn::Sqlite(c) => refuse_newer(c, SQLITE)?,
    }
    match pending(conn)? {
        0 => Ok(()),
        n => Err(format!("{n} migrations are not applied to this database; qipin migrate applies them").into()),
    }
}

/// Undoes the newest migration.
pub fn down_one(conn: &mut Conn) -> Result<String, MigrateError> {
    match conn {
        Conn::Pg(c) => c.revert_last_migration(POSTGRES).map(|v| v.to_string()),
        Conn::Sqlite(c) => c.revert_last_migration(SQLITE).map(|v| v.to_string()),
    }
}

/// The names of the migrations that this database still lacks.
pub fn pending(conn: &mut Conn) -> Result<usize, MigrateError> {
    Ok(match conn {
        Conn::Pg(c) => c.pending_migrations(POSTGRES)?.len(),
        Conn::Sqlite(c) => c.pending_migrations(SQLITE)?.len(),
    })
}

fn names(done: Vec<diesel::migration::MigrationVersion<'_>>) -> Vec<String> {
    done.iter().map(ToString::to_string).collect()
}

enum Failed {
    Migration(MigrateError),
    Query(diesel::result::Error),
}

impl From<diesel::result::Error> for Failed {
    fn from(error: diesel::result::Error) -> Self {
        Failed::Query(error)
    }
}
