//! How grades and dates are written on paper: 业余5段 and Amateur 5 dan, 2026年12月1日 and 1 Dec 2026.

use crate::domain::grade::Grade;
use crate::text::dates::{date, span};
use crate::text::{Lang, fill};
use chrono::NaiveDate;

/// A grade in words.
pub(crate) fn grade(lang: Lang, grade: Grade) -> String {
    let key = if grade.is_dan() { "print.grade.dan" } else { "print.grade.kyu" };
    fill(lang, key, &[("n", &grade.number().to_string())])
}

/// One day in words.
pub(crate) fn day(lang: Lang, day: NaiveDate) -> String {
    date(lang, day)
}

/// A first and a last day, without saying the same thing twice.
pub(crate) fn date_range(lang: Lang, first: NaiveDate, last: NaiveDate) -> String {
    span(lang, first, last)
}
