//! A civil day as programs write it, `2026-12-01`, read and written without the general formatting of dates: the page
//! that everybody opens has several, and each would take longer than the database takes to find its row.

use chrono::{Datelike, NaiveDate};

/// Reads `2026-12-01`, four digits, two and two; nothing else is a day.
pub fn read(text: &str) -> Option<NaiveDate> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return None };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |n, digit| digit.is_ascii_digit().then(|| n * 10 + u32::from(digit - b'0')))
    };
    let year = i32::try_from(number(&[y1, y2, y3, y4])?).ok()?;
    NaiveDate::from_ymd_opt(year, number(&[m1, m2])?, number(&[d1, d2])?)
}

/// Hands `2026-12-01` to `take`.
pub fn with_written<T>(day: NaiveDate, take: impl FnOnce(&str) -> T) -> T {
    let Ok(year @ 0..=9999) = u32::try_from(day.year()) else { return take(&day.to_string()) };
    let digit = |n: u32| b"0123456789"[(n % 10) as usize];
    let (m, d) = (day.month(), day.day());
    let written = [
        digit(year / 1000),
        digit(year / 100),
        digit(year / 10),
        digit(year),
        b'-',
        digit(m / 10),
        digit(m),
        b'-',
        digit(d / 10),
        digit(d),
    ];
    match std::str::from_utf8(&written) {
        Ok(text) => take(text),
        Err(_) => take(&day.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn a_day_is_written_as_everywhere(days in -800_000..4_000_000i32) {
            let day = NaiveDate::from_num_days_from_ce_opt(days).unwrap();
            with_written(day, |written| assert_eq!(written, day.to_string()));
        }
    }
}
