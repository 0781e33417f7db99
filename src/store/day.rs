//! A civil day of a row, read quickly.

use crate::domain::civil_day;
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
        civil_day::read(text).map(Self).ok_or_else(|| format!("no day: {text}").into())
    }
}

impl FromSql<Date, Pg> for Day {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <NaiveDate as FromSql<Date, Pg>>::from_sql(value).map(Self)
    }
}
