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
///
/// Whether serials run per grade or over all grades is a setting that may change within a year: a series begins, and
/// goes on, after every serial that the other kind has given to its certificates.
pub fn take(conn: &mut Conn, key: &SeriesKey, count: i64) -> QueryResult<Option<i64>> {
    let row = series::table.find((key.grade, &key.area, key.year));
    let given = given_otherwise(conn, key)?;
    diesel::update(row.filter(series::last.lt(given))).set(series::last.eq(given)).execute(conn)?;
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
        || given + count > CAPACITY
    {
        return Ok(None);
    }
    diesel::insert_into(series::table)
        .values((
            series::grade.eq(key.grade),
            series::area.eq(&key.area),
            series::year.eq(key.year),
            series::last.eq(given + count),
        ))
        .execute(conn)?;
    Ok(Some(given + 1))
}

/// The last serial that the other kind of series has given within an area and year to certificates that could meet
/// those of this one: to a series over all grades that is any grade's, to a grade's the one over all grades.
fn given_otherwise(conn: &mut Conn, key: &SeriesKey) -> QueryResult<i64> {
    let all = of_area(conn, &key.area, key.year)?;
    let met = all.iter().filter(|(grade, _)| if key.grade == 0 { *grade != 0 } else { *grade == 0 });
    Ok(met.map(|(_, last)| *last).max().unwrap_or(0))
}

/// The series of an area and year with their last serial, by grade.
pub fn of_area(conn: &mut Conn, area: &str, year: i64) -> QueryResult<Vec<(i64, i64)>> {
    series::table
        .filter(series::area.eq(area).and(series::year.eq(year)))
        .order(series::grade.asc())
        .select((series::grade, series::last))
        .load(conn)
}
