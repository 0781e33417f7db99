//! Reads on the thread that asks, for the one page that everybody opens.
//!
//! A read by an index of the embedded database takes a few microseconds, less than handing it to another thread
//! and waiting for the answer. So each thread that serves pages keeps a connection of its own for such reads; it
//! can only read, and every read sees what was committed before it.

use super::{Conn, Place, Store, StoreError};
use diesel::connection::SimpleConnection;
use std::cell::RefCell;

thread_local! {
    static CONNECTION: RefCell<Option<(Place, Conn)>> = const { RefCell::new(None) };
}

impl Store {
    /// Whether [`Store::read_here`] is quick enough for a thread that serves other readers too: it is where the
    /// database is embedded, and not where it is across a network.
    pub fn reads_here(&self) -> bool {
        matches!(self.place(), Place::Sqlite { .. })
    }

    /// Reads on this thread's own connection, outside of a transaction: single statements by an index.
    pub fn read_here<T, E: From<StoreError>>(&self, body: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E> {
        CONNECTION.with_borrow_mut(|kept| {
            if kept.as_ref().is_none_or(|(place, _)| place != self.place()) {
                *kept = Some((self.place().clone(), self.open_for_reading()?));
            }
            let Some((_, conn)) = kept else { return Err(StoreError::Connect("no connection".to_owned()).into()) };
            let answer = body(conn);
            if answer.is_err() {
                // Whatever went wrong, the next read begins with a fresh connection.
                *kept = None;
            }
            answer
        })
    }

    fn open_for_reading(&self) -> Result<Conn, StoreError> {
        let mut conn = self.place().open().map_err(|error| StoreError::Connect(error.to_string()))?;
        if let Conn::Sqlite(sqlite) = &mut conn {
            sqlite.batch_execute("PRAGMA query_only = ON")?;
        }
        Ok(conn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::setting;

    #[test]
    fn a_read_on_the_thread_sees_every_commit_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let open = |name: &str| Store::open(&format!("sqlite:{}", dir.path().join(name).display()), true, 2).unwrap();
        let (one, other) = (open("one.db"), open("other.db"));
        let value = |store: &Store| store.read_here(|conn| setting::get(conn, "k").map_err(StoreError::from)).unwrap();
        assert_eq!(value(&one), None);
        one.write(|conn| setting::set(conn, "k", "1").map_err(StoreError::from)).unwrap();
        assert_eq!(value(&one).as_deref(), Some("1"));
        assert_eq!(value(&other), None, "each register has its own connection");
        one.write(|conn| setting::set(conn, "k", "2").map_err(StoreError::from)).unwrap();
        assert_eq!(value(&one).as_deref(), Some("2"));
        let refused = one.read_here(|conn| setting::set(conn, "k", "3").map_err(StoreError::from));
        assert!(refused.is_err());
        assert_eq!(value(&one).as_deref(), Some("2"));
    }
}
