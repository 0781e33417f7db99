//! Changing an account.

use crate::store::Conn;
use crate::store::schema::account;
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// Who a person is, as typed when an invitation without these was accepted.
#[derive(Clone, Debug, AsChangeset)]
#[diesel(table_name = account)]
pub struct Identity {
    /// Login name, unique.
    pub login: String,
    /// The name.
    pub name: String,
    /// Mail address, sealed.
    pub mail_sealed: Vec<u8>,
    /// Blind index of the mail address.
    pub mail_index: Vec<u8>,
}

/// Fills in who the person is.
pub fn identity(conn: &mut Conn, id: i64, identity: &Identity) -> QueryResult<()> {
    diesel::update(account::table.find(id)).set(identity).execute(conn).map(|_| ())
}

/// Sets the password and forgets failed logins.
pub fn password(conn: &mut Conn, id: i64, hash: &str) -> QueryResult<()> {
    diesel::update(account::table.find(id))
        .set((
            account::password_hash.eq(Some(hash)),
            account::failures.eq(0i64),
            account::locked_until.eq(None::<NaiveDateTime>),
        ))
        .execute(conn)
        .map(|_| ())
}

/// Sets the state.
pub fn state(conn: &mut Conn, id: i64, state: &str) -> QueryResult<()> {
    diesel::update(account::table.find(id)).set(account::state.eq(state)).execute(conn).map(|_| ())
}

/// Notes failed logins in a row and until when none is accepted.
pub fn failures(conn: &mut Conn, id: i64, failures: i64, locked_until: Option<NaiveDateTime>) -> QueryResult<()> {
    diesel::update(account::table.find(id))
        .set((account::failures.eq(failures), account::locked_until.eq(locked_until)))
        .execute(conn)
        .map(|_| ())
}
