//! Accounts, their sessions and one-time links.

pub mod change;
pub mod find;
pub mod links;
pub mod sessions;

use super::Conn;
use super::schema::{account, one_time_link, session};
use chrono::NaiveDateTime;
use diesel::prelude::*;

/// A person who works with the register.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = account)]
pub struct Account {
    /// Internal id.
    pub id: i64,
    /// Login name, unique.
    pub login: String,
    /// The name.
    pub name: String,
    /// Mail address, sealed.
    pub mail_sealed: Vec<u8>,
    /// Blind index of the mail address.
    pub mail_index: Vec<u8>,
    /// Argon2id in PHC form; none until the invitation is accepted.
    pub password_hash: Option<String>,
    /// One of `domain::permission::Role`.
    pub role: String,
    /// The agency.
    pub agency_id: i64,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// Failed logins in a row.
    pub failures: i64,
    /// No login before this moment, UTC.
    pub locked_until: Option<NaiveDateTime>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A new row of [`Account`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = account)]
pub struct NewAccount {
    /// Login name, unique.
    pub login: String,
    /// The name.
    pub name: String,
    /// Mail address, sealed.
    pub mail_sealed: Vec<u8>,
    /// Blind index of the mail address.
    pub mail_index: Vec<u8>,
    /// Argon2id in PHC form; none until the invitation is accepted.
    pub password_hash: Option<String>,
    /// One of `domain::permission::Role`.
    pub role: String,
    /// The agency.
    pub agency_id: i64,
    /// The state, one of the closed set that the table checks.
    pub state: String,
    /// The language: `zh` or `en`.
    pub lang: String,
    /// Failed logins in a row.
    pub failures: i64,
    /// No login before this moment, UTC.
    pub locked_until: Option<NaiveDateTime>,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
}

/// A logged-in session.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = session)]
pub struct Session {
    /// Internal id.
    pub id: i64,
    /// SHA-256 of the cookie's token.
    pub token_hash: Vec<u8>,
    /// The account.
    pub account_id: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// Last use, UTC.
    pub seen_at: NaiveDateTime,
    /// Absolute end, UTC.
    pub ends_at: NaiveDateTime,
    /// What the browser calls itself, shortened.
    pub client: String,
}

/// A new row of [`Session`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = session)]
pub struct NewSession {
    /// SHA-256 of the cookie's token.
    pub token_hash: Vec<u8>,
    /// The account.
    pub account_id: i64,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// Last use, UTC.
    pub seen_at: NaiveDateTime,
    /// Absolute end, UTC.
    pub ends_at: NaiveDateTime,
    /// What the browser calls itself, shortened.
    pub client: String,
}

/// A link sent by mail that works once.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = one_time_link)]
pub struct OneTimeLink {
    /// Internal id.
    pub id: i64,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// The account.
    pub account_id: i64,
    /// `invitation` or `reset`.
    pub purpose: String,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// The end of its validity, UTC.
    pub ends_at: NaiveDateTime,
    /// When it was used, UTC.
    pub used_at: Option<NaiveDateTime>,
}

/// A new row of [`OneTimeLink`].
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = one_time_link)]
pub struct NewOneTimeLink {
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// The account.
    pub account_id: i64,
    /// `invitation` or `reset`.
    pub purpose: String,
    /// When the row was made, UTC.
    pub created_at: NaiveDateTime,
    /// The end of its validity, UTC.
    pub ends_at: NaiveDateTime,
    /// When it was used, UTC.
    pub used_at: Option<NaiveDateTime>,
}

/// Adds a row; answers its id.
pub fn insert(conn: &mut Conn, row: &NewAccount) -> QueryResult<i64> {
    diesel::insert_into(account::table).values(row).returning(account::id).get_result(conn)
}

/// The row of an id.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<Account> {
    account::table.find(id).select(Account::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_session(conn: &mut Conn, row: &NewSession) -> QueryResult<i64> {
    diesel::insert_into(session::table).values(row).returning(session::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_session(conn: &mut Conn, id: i64) -> QueryResult<Session> {
    session::table.find(id).select(Session::as_select()).get_result(conn)
}

/// Adds a row; answers its id.
pub fn insert_one_time_link(conn: &mut Conn, row: &NewOneTimeLink) -> QueryResult<i64> {
    diesel::insert_into(one_time_link::table).values(row).returning(one_time_link::id).get_result(conn)
}

/// The row of an id.
pub fn by_id_one_time_link(conn: &mut Conn, id: i64) -> QueryResult<OneTimeLink> {
    one_time_link::table.find(id).select(OneTimeLink::as_select()).get_result(conn)
}

/// The active accounts of an agency, by login.
pub fn active_of_agency(conn: &mut Conn, agency_id: i64) -> QueryResult<Vec<Account>> {
    account::table
        .filter(account::agency_id.eq(agency_id).and(account::state.eq("active")))
        .order(account::login.asc())
        .select(Account::as_select())
        .load(conn)
}

/// The name of every account, by id.
pub fn names(conn: &mut Conn) -> QueryResult<Vec<(i64, String)>> {
    account::table.order(account::id.asc()).select((account::id, account::name)).load(conn)
}
