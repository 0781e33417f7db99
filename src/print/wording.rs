//! How grades and dates are written on paper: 业余5段 and Amateur 5 dan, 2026年12月1日 and 1 Dec 2026.

use crate::domain::grade::Grade;
use crate::text::dates::date;
use crate::text::{Lang, fill};
use chrono::{Datelike, NaiveDate};

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
    if first == last {
        return day(lang, first);
    }
    let key = match (first.year() == last.year(), first.month() == last.month()) {
        (true, true) => "print.date.same_month",
        (true, false) => "print.date.same_year",
        (false, _) => "print.date.across",
    };
    fill(
        lang,
        key,
        &[
            ("y", &first.year().to_string()),
            ("m", &first.month().to_string()),
            ("d", &first.day().to_string()),
            ("month", &month(first)),
            ("m2", &last.month().to_string()),
            ("d2", &last.day().to_string()),
            ("month2", &month(last)),
            ("first", &day(lang, first)),
            ("last", &day(lang, last)),
        ],
    )
}

fn month(date: NaiveDate) -> String {
    date.format("%b").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(y: i32, m: u32, d: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(y, m, d).unwrap()
    }

    #[test]
    fn a_range_is_as_short_as_it_can_be() {
        let zh = |a, b| date_range(Lang::Zh, a, b);
        let en = |a, b| date_range(Lang::En, a, b);
        assert_eq!(zh(d(2026, 12, 1), d(2026, 12, 1)), "2026年12月1日");
        assert_eq!(en(d(2026, 12, 1), d(2026, 12, 1)), "1 Dec 2026");
        assert_eq!(zh(d(2026, 11, 28), d(2026, 11, 29)), "2026年11月28日至29日");
        assert_eq!(en(d(2026, 11, 28), d(2026, 11, 29)), "28–29 Nov 2026");
        assert_eq!(zh(d(2026, 11, 30), d(2026, 12, 1)), "2026年11月30日至12月1日");
        assert_eq!(en(d(2026, 11, 30), d(2026, 12, 1)), "30 Nov – 1 Dec 2026");
        assert_eq!(zh(d(2025, 12, 31), d(2026, 1, 1)), "2025年12月31日至2026年1月1日");
        assert_eq!(en(d(2025, 12, 31), d(2026, 1, 1)), "31 Dec 2025 – 1 Jan 2026");
    }
}
