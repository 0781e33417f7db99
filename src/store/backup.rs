//! A consistent copy of the embedded database.

use super::{Conn, Store, StoreError};
use diesel::prelude::*;

/// Copies the database to a new file, as of one moment, while others use it.
pub fn copy_to(store: &Store, path: &str) -> Result<(), StoreError> {
    let mut conn = store.reader()?;
    match &mut *conn {
        Conn::Sqlite(c) => {
            diesel::sql_query("VACUUM INTO ?").bind::<diesel::sql_types::Text, _>(path).execute(c)?;
            Ok(())
        }
        Conn::Pg(_) => Err(StoreError::Connect("only the embedded database is copied so".to_owned())),
    }
}
