//! Finding accounts and the agencies that they belong to.

use super::Account;
use crate::store::Conn;
use crate::store::agency::Agency;
use crate::store::schema::{account, agency};
use diesel::dsl::count_star;
use diesel::prelude::*;

/// How many accounts there are.
pub fn count(conn: &mut Conn) -> QueryResult<i64> {
    account::table.select(count_star()).get_result(conn)
}

/// The account of a login name.
pub fn by_login(conn: &mut Conn, login: &str) -> QueryResult<Option<Account>> {
    account::table.filter(account::login.eq(login)).select(Account::as_select()).get_result(conn).optional()
}

/// The accounts of a mail address, oldest first; one person may have several.
pub fn by_mail(conn: &mut Conn, index: &[u8]) -> QueryResult<Vec<Account>> {
    account::table.filter(account::mail_index.eq(index)).order(account::id).select(Account::as_select()).load(conn)
}

/// The accounts of an agency after a login name, in their order.
pub fn of_agency(conn: &mut Conn, agency_id: i64, after: &str, limit: i64) -> QueryResult<Vec<Account>> {
    account::table
        .filter(account::agency_id.eq(agency_id).and(account::login.gt(after)))
        .order(account::login.asc())
        .limit(limit)
        .select(Account::as_select())
        .load(conn)
}

/// All accounts with the code of their agency, by agency and login name.
pub fn all(conn: &mut Conn) -> QueryResult<Vec<(Account, String)>> {
    account::table
        .inner_join(agency::table)
        .order((agency::code.asc(), account::login.asc()))
        .select((Account::as_select(), agency::code))
        .load(conn)
}

/// The accounts of a role and state in an agency, oldest first: who is told of what happens there.
pub fn of_role(conn: &mut Conn, agency_id: i64, role: &str, state: &str) -> QueryResult<Vec<Account>> {
    account::table
        .filter(account::agency_id.eq(agency_id).and(account::role.eq(role)).and(account::state.eq(state)))
        .order(account::id.asc())
        .select(Account::as_select())
        .load(conn)
}

/// How many accounts have a role and a state.
pub fn count_of_role(conn: &mut Conn, role: &str, state: &str) -> QueryResult<i64> {
    account::table.filter(account::role.eq(role).and(account::state.eq(state))).select(count_star()).get_result(conn)
}

/// Those of some agencies whose code comes after one, by code, each with how many accounts it has.
pub fn agencies(conn: &mut Conn, of: &[i64], after: &str, limit: i64) -> QueryResult<Vec<(Agency, i64)>> {
    let agencies: Vec<Agency> = agency::table
        .filter(agency::id.eq_any(of).and(agency::code.gt(after)))
        .order(agency::code.asc())
        .limit(limit)
        .select(Agency::as_select())
        .load(conn)?;
    let ids: Vec<i64> = agencies.iter().map(|one| one.id).collect();
    let counts: Vec<(i64, i64)> = account::table
        .filter(account::agency_id.eq_any(ids))
        .group_by(account::agency_id)
        .order(account::agency_id.asc())
        .select((account::agency_id, count_star()))
        .load(conn)?;
    let counts: std::collections::HashMap<i64, i64> = counts.into_iter().collect();
    Ok(agencies.into_iter().map(|a| (counts.get(&a.id).copied().unwrap_or(0), a)).map(|(n, a)| (a, n)).collect())
}

/// The agency of a code.
pub fn agency_by_code(conn: &mut Conn, code: &str) -> QueryResult<Option<Agency>> {
    agency::table.filter(agency::code.eq(code)).select(Agency::as_select()).get_result(conn).optional()
}
