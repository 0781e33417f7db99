//! What the check of the journal reads of the tables.

use super::Conn;
use super::certificate::Certificate;
use super::schema::{account, agency, award, certificate, event, notice, objection, person};
use diesel::prelude::*;

/// Ids with their states.
pub type States = Vec<(i64, String)>;

macro_rules! states {
    ($($(#[$doc:meta])* $name:ident of $table:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(conn: &mut Conn) -> QueryResult<States> {
            $table::table.order($table::id.asc()).select(($table::id, $table::state)).load(conn)
        }
    )+};
}

states! {
    /// The state of every event.
    event_states of event;
    /// The state of every award.
    award_states of award;
    /// The state of every notice.
    notice_states of notice;
    /// The state of every objection.
    objection_states of objection;
    /// The state of every person.
    person_states of person;
    /// The state of every account.
    account_states of account;
    /// The state of every agency.
    agency_states of agency;
}

/// Up to `limit` certificates after an id, in order.
pub fn certificates_after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<Certificate>> {
    certificate::table
        .filter(certificate::id.gt(after))
        .order(certificate::id.asc())
        .limit(limit)
        .select(Certificate::as_select())
        .load(conn)
}
