//! Which birth dates an agency gave beside which names on a day, as digests.

use super::Conn;
use super::schema::asked_birth;
use chrono::NaiveDate;
use diesel::prelude::*;

/// A birth date beside a name.
#[derive(Clone, Debug, PartialEq, Eq, Insertable)]
#[diesel(table_name = asked_birth)]
pub struct NewAskedBirth {
    /// The agency.
    pub agency_id: i64,
    /// The day, in Beijing.
    pub on_day: NaiveDate,
    /// A keyed digest of the name's search key.
    pub name_digest: String,
    /// A keyed digest of that and the birth date.
    pub birth_digest: String,
}

/// What an agency asked on a day: digests of a name and of a birth date beside it.
pub fn of_day(conn: &mut Conn, agency_id: i64, on_day: NaiveDate) -> QueryResult<Vec<(String, String)>> {
    asked_birth::table
        .filter(asked_birth::agency_id.eq(agency_id).and(asked_birth::on_day.eq(on_day)))
        .order(asked_birth::id.asc())
        .select((asked_birth::name_digest, asked_birth::birth_digest))
        .load(conn)
}

/// Adds rows.
pub fn insert_all(conn: &mut Conn, rows: &[NewAskedBirth]) -> QueryResult<()> {
    for chunk in rows.chunks(200) {
        super::both_databases!(conn, c => diesel::insert_into(asked_birth::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Forgets what was asked on earlier days.
pub fn forget_before(conn: &mut Conn, on_day: NaiveDate) -> QueryResult<usize> {
    diesel::delete(asked_birth::table.filter(asked_birth::on_day.lt(on_day))).execute(conn)
}
