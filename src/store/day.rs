//! A civil day, read quickly: the page that everybody opens reads several, and the general reader of dates takes
//! longer over each than the database over finding its row.

use chrono::NaiveDate;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::sql_types::Date;
use diesel::sqlite::{Sqlite, SqliteValue};

/// A day of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromSqlRow)]
pub struct Day(NaiveDate);

impl From<Day> for NaiveDate {
    fn from(day: Day) -> Self {
        day.0
    }
}

/// SQLite keeps a day as the text `2026-12-01`.
impl FromSql<Date, Sqlite> for Day {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        let text = value.read_text();
        read(text).map(Self).ok_or_else(|| format!("no day: {text}").into())
    }
}

impl FromSql<Date, Pg> for Day {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <NaiveDate as FromSql<Date, Pg>>::from_sql(value).map(Self)
    }
}

fn read(text: &str) -> Option<NaiveDate> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return None };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |n, digit| digit.is_ascii_digit().then(|| n * 10 + u32::from(digit - b'0')))
    };
    let year = i32::try_from(number(&[y1, y2, y3, y4])?).ok()?;
    NaiveDate::from_ymd_opt(year, number(&[m1, m2])?, number(&[d1, d2])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_it_is_written_and_nothing_else_is_one() {
        for text in ["2026-12-01", "1992-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        for text in ["", "2026-12-1", "2026-02-30", "2026/12/01", "+026-12-01", "2026-12-01T", "２026-12", "20２-12-01"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
