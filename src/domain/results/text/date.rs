//! Dates as people write them. Year, month and day in this order are read; anything else is asked back.

use super::fold;
use chrono::NaiveDate;

/// What a text is that should be a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain::results) enum ReadDate {
    /// A date, and whether it was written as YYYY-MM-DD.
    Date(NaiveDate, bool),
    /// In the right form, but no day of the calendar.
    NoSuchDay,
    /// A day number of a spreadsheet.
    Serial,
    /// Only a year, or a year and month.
    Incomplete,
    /// Day and month cannot be told apart, or the year has two digits.
    Ambiguous,
    /// No date at all.
    Unreadable,
}

/// Reads a date.
pub(in crate::domain::results) fn read(text: &str) -> ReadDate {
    let folded = fold(text);
    // A spreadsheet's export adds midnight to a date; `fold` marks the space before it.
    let body = folded.strip_suffix("t00:00:00").or_else(|| folded.strip_suffix("又00:00:00")).unwrap_or(&folded);
    let body = body.strip_suffix('日').unwrap_or(body);
    let parts: Vec<&str> = body.split(['-', '/', '.', '年', '月', '–', '－']).collect();
    if !parts.iter().all(|part| !part.is_empty() && part.len() <= 8 && part.bytes().all(|b| b.is_ascii_digit())) {
        // `2014年` and `2014年2月` end in an empty part.
        let incomplete = matches!(parts.as_slice(), [year, rest @ ..] if year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit())
            && rest.len() <= 2 && rest.last().is_some_and(|part| part.is_empty())
            && rest[..rest.len() - 1].iter().all(|part| part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit())));
        return if incomplete { ReadDate::Incomplete } else { ReadDate::Unreadable };
    }
    let (year, month, day) = match parts.as_slice() {
        [year, month, day] if year.len() == 4 && month.len() <= 2 && day.len() <= 2 => (*year, *month, *day),
        [_, _, year] if year.len() == 4 || year.len() == 2 => return ReadDate::Ambiguous,
        [all] if all.len() == 8 => (&all[..4], &all[4..6], &all[6..]),
        [year] | [year, _] if year.len() == 4 && plausible_year(year) => return ReadDate::Incomplete,
        [serial] if serial.len() == 4 || serial.len() == 5 => return ReadDate::Serial,
        [six] if six.len() == 6 => return ReadDate::Ambiguous,
        _ => return ReadDate::Unreadable,
    };
    let date = match (year.parse(), month.parse(), day.parse()) {
        (Ok(y), Ok(m), Ok(d)) => NaiveDate::from_ymd_opt(y, m, d),
        _ => None,
    };
    date.map_or(ReadDate::NoSuchDay, |date| ReadDate::Date(date, date.to_string() == text))
}

fn plausible_year(year: &str) -> bool {
    year.starts_with("19") || year.starts_with("20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_forms_of_one_day() {
        let day = NaiveDate::from_ymd_opt(2014, 2, 8).unwrap();
        assert_eq!(read("2014-02-08"), ReadDate::Date(day, true));
        for text in [
            "2014/2/8",
            "2014年2月8日",
            "20140208",
            "2014.02.08",
            "2014-2-8",
            "２０１４-02-08",
            "2014-02-08 00:00:00",
            "2014年02月08日",
        ] {
            assert_eq!(read(text), ReadDate::Date(day, false), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_told_apart() {
        assert_eq!(read("2014-02-30"), ReadDate::NoSuchDay);
        assert_eq!(read("20141301"), ReadDate::NoSuchDay);
        assert_eq!(read("41678"), ReadDate::Serial);
        for text in ["2014", "2014-02", "2014年", "2014年2月"] {
            assert_eq!(read(text), ReadDate::Incomplete, "{text}");
        }
        for text in ["8/2/2014", "08-02-14", "140208"] {
            assert_eq!(read(text), ReadDate::Ambiguous, "{text}");
        }
        for text in ["", "-", "二〇一四年", "today", "2014-02-08x", "1/1", "999999999"] {
            assert_eq!(read(text), ReadDate::Unreadable, "{text}");
        }
    }
}
