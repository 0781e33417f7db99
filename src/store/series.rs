//! The running numbers of certificates: one row per series, counted up in the certificate's own transaction.

use super::Conn;
use super::schema::series;
use diesel::prelude::*;

/// The last serial of a series that is never exceeded.
pub const CAPACITY: i64 = 9999;

/// A series: the grade (0 where all grades share one), the area code and the year of issue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeriesKey {
    /// Rank of the grade, 0 for a series over all grades.
    pub grade: i64,
    /// Three digits.
    pub area: String,
    /// Year of issue, four digits, in Beijing.
    pub year: i64,
}

/// Takes the next `count` serials; answers the first, or `None` when fewer are left: then nothing is taken.
///
/// `UPDATE … RETURNING` inside the transaction of the certificates gives neither duplicates nor gaps:
/// a rollback gives the serials back. The check on the table stands behind it.
pub fn take(conn: &mut Conn, key: &SeriesKey, count: i64) -> QueryResult<Option<i64>> {
    let row = series::table.find((key.grade, &key.area, key.year));
    let last = diesel::update(row.filter(series::last.le(CAPACITY - count)))
        .set(series::last.eq(series::last + count))
        .returning(series::last)
        .get_result::<i64>(conn)
        .optional()?;
    if let Some(last) = last {
        return Ok(Some(last - count + 1));
    }
    if series::table
        .find((key.grade, &key.area, key.year))
        .select(series::last)
        .get_result::<i64>(conn)
        .optional()?
        .is_some()
        || count > CAPACITY
    {
        return Ok(None);
    }
    diesel::insert_into(series::table)
        .values((
            series::grade.eq(key.grade),
            series::area.eq(&key.area),
            series::year.eq(key.year),
            series::last.eq(count),
        ))
        .execute(conn)?;
    Ok(Some(1))
}

/// The series of an area and year with their last serial, by grade.
pub fn of_area(conn: &mut Conn, area: &str, year: i64) -> QueryResult<Vec<(i64, i64)>> {
    series::table
        .filter(series::area.eq(area).and(series::year.eq(year)))
        .order(series::grade.asc())
        .select((series::grade, series::last))
        .load(conn)
}
