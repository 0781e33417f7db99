//! Reads on the thread that asks, for the one page that everybody opens.
//!
//! A read by an index of the embedded database takes a few microseconds, less than handing it to another thread
//! and waiting for the answer. So each thread that serves pages keeps a connection of its own for such reads; it
//! can only read, and every read sees what was committed before it.
//!
//! Taking a look at the register (a read transaction) costs several calls of the system and a lock that all threads
//! share: more than the read. So the reads that a thread is asked for in one go share one look. It ends with the go,
//! and before that as soon as this process has changed anything: a reader sees every change that anybody here was
//! told of, and those of other processes after a fraction of a millisecond.

use super::{Conn, Place, Store, StoreError};
use diesel::connection::SimpleConnection;
use std::cell::RefCell;

/// A thread's own connection.
struct Kept {
    place: Place,
    conn: Conn,
    /// The count of this process's changes before the look was taken; none while no look is held.
    look: Option<u64>,
}

impl Kept {
    fn begin(&mut self, commits: u64) -> Result<(), StoreError> {
        self.end()?;
        self.conn.batch_execute("BEGIN")?;
        self.look = Some(commits);
        Ok(())
    }

    fn end(&mut self) -> Result<(), StoreError> {
        match self.look.take() {
            Some(_) => Ok(self.conn.batch_execute("COMMIT")?),
            None => Ok(()),
        }
    }
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

impl Store {
    /// Whether [`Store::read_here`] is quick enough for a thread that serves other readers too: it is where the
    /// database is embedded, and not where it is across a network.
    pub fn reads_here(&self) -> bool {
        matches!(self.place(), Place::Sqlite { .. })
    }

    /// Reads on this thread's own connection: single statements by an index. `began` is called when a look was taken
    /// that the thread's further reads share; whoever is called sees to it that [`rest_here`] follows soon.
    pub fn read_here<T, E: From<StoreError>>(
        &self,
        began: impl FnOnce(),
        body: impl FnOnce(&mut Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        KEPT.with_borrow_mut(|slot| {
            if slot.as_ref().is_none_or(|kept| &kept.place != self.place()) {
                *slot = Some(Kept { place: self.place().clone(), conn: self.open_for_reading()?, look: None });
            }
            let Some(kept) = slot else { return Err(StoreError::Connect("no connection".to_owned()).into()) };
            // Counted before the look is taken: a change that is committed in between makes one look too many.
            let commits = self.commits();
            let answer = match kept.look == Some(commits) {
                true => body(&mut kept.conn),
                false => kept.begin(commits).map_err(E::from).and_then(|()| {
                    began();
                    body(&mut kept.conn)
                }),
            };
            if answer.is_err() {
                // Whatever went wrong, the next read begins with a fresh connection.
                *slot = None;
            }
            answer
        })
    }

    fn open_for_reading(&self) -> Result<Conn, StoreError> {
        let mut conn = self.place().open().map_err(|error| StoreError::Connect(error.to_string()))?;
        if let Conn::Sqlite(sqlite) = &mut conn {
            // Pages are read where the system keeps them, instead of being copied by a call for each.
            sqlite.batch_execute("PRAGMA query_only = ON; PRAGMA mmap_size = 68719476736")?;
        }
        Ok(conn)
    }
}

/// Ends the look at the register that this thread's reads share, if there is one.
pub fn rest_here() {
    KEPT.with_borrow_mut(|slot| {
        if slot.as_mut().is_some_and(|kept| kept.end().is_err()) {
            *slot = None;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::setting;

    fn value(store: &Store) -> Option<String> {
        store.read_here(|| (), |conn| setting::get(conn, "k").map_err(StoreError::from)).unwrap()
    }

    fn set(store: &Store, value: &str) {
        store.write(|conn| setting::set(conn, "k", value).map_err(StoreError::from)).unwrap();
    }

    #[test]
    fn a_read_on_the_thread_sees_every_commit_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let open = |name: &str| Store::open(&format!("sqlite:{}", dir.path().join(name).display()), true, 2).unwrap();
        let (one, other) = (open("one.db"), open("other.db"));
        assert_eq!(value(&one), None);
        set(&one, "1");
        assert_eq!(value(&one).as_deref(), Some("1"));
        assert_eq!(value(&other), None, "each register has its own connection");
        set(&one, "2");
        assert_eq!(value(&one).as_deref(), Some("2"));
        let refused = one.read_here(|| (), |conn| setting::set(conn, "k", "3").map_err(StoreError::from));
        assert!(refused.is_err());
        assert_eq!(value(&one).as_deref(), Some("2"));
    }

    #[test]
    fn reads_in_one_go_share_a_look_until_somebody_changes_something_or_the_go_ends() {
        let dir = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", dir.path().join("one.db").display());
        let (here, elsewhere) = (Store::open(&address, true, 2).unwrap(), Store::open(&address, true, 2).unwrap());
        let mut looks = 0;
        let mut read =
            || here.read_here(|| looks += 1, |conn| setting::get(conn, "k").map_err(StoreError::from)).unwrap();
        read();
        read();
        set(&here.clone(), "1");
        assert_eq!((read().as_deref(), read().as_deref()), (Some("1"), Some("1")), "a change of this process");
        set(&elsewhere, "2");
        rest_here();
        assert_eq!((read().as_deref(), read().as_deref()), (Some("2"), Some("2")), "a change of another process");
        assert_eq!(looks, 3);
    }
}
