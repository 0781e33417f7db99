//! That a register and a secret key belong together: a row says which key sealed what the register holds.

use super::Keys;
use super::keys::hex;
use crate::store::account::find;
use crate::store::{Conn, DbError, StoreError, setting};

const SETTING: &str = "key-check";

/// What a register says of its key before one is shown to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It holds nothing yet: any key will do, and becomes its own.
    New,
    /// It has a key.
    Bound,
    /// It holds accounts and says of no key that it is theirs, as a file put together by hand might.
    Unbound,
}

/// Why a key is not taken.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// With another key every known document would be taken for an unknown one.
    #[error("the secret key is not the one of this register")]
    Other,
    /// See [`Known::Unbound`].
    #[error("this register does not say which secret key is its own")]
    Unbound,
    /// The database did not answer.
    #[error(transparent)]
    Database(#[from] DbError),
    /// No connection could be had.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the register says of its key.
pub fn known(conn: &mut Conn) -> Result<Known, KeyError> {
    Ok(match setting::get(conn, SETTING)? {
        Some(_) => Known::Bound,
        None if find::count(conn)? == 0 => Known::New,
        None => Known::Unbound,
    })
}

/// Refuses a key that is not the register's; a new register has none to compare.
pub fn compare(conn: &mut Conn, keys: &Keys) -> Result<(), KeyError> {
    match setting::get(conn, SETTING)? {
        Some(known) if known == print(keys) => Ok(()),
        Some(_) => Err(KeyError::Other),
        None if find::count(conn)? == 0 => Ok(()),
        None => Err(KeyError::Unbound),
    }
}

/// The same, and makes the key of a new register its own.
pub fn agree(conn: &mut Conn, keys: &Keys) -> Result<(), KeyError> {
    compare(conn, keys)?;
    if setting::get(conn, SETTING)?.is_none() {
        setting::set(conn, SETTING, &print(keys))?;
    }
    Ok(())
}

fn print(keys: &Keys) -> String {
    hex(&keys.blind_index("key check", "qipin"))
}
