//! Dates and moments in words, in both languages. Every civil date of the register is reckoned in Beijing.

use super::{Bilingual, Lang, fill};
use crate::clock::beijing;
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc};

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The numbers of days, months, hours and minutes, two digits each.
const TWO_DIGITS: &str = "000102030405060708091011121314151617181920212223242526272829\
                          303132333435363738394041424344454647484950515253545556575859";

/// A number below 60 in two digits.
fn two(n: u32) -> &'static str {
    let at = 2 * n.min(59) as usize;
    &TWO_DIGITS[at..at + 2]
}

/// A number below 60 as people write it.
fn plain(n: u32) -> &'static str {
    if n < 10 { &two(n)[1..] } else { two(n) }
}

/// A month's short English name.
fn month(day: NaiveDate) -> &'static str {
    MONTHS[day.month0() as usize % 12]
}

/// A date in words: `2026年12月1日`, `1 Dec 2026`.
pub fn date(lang: Lang, day: NaiveDate) -> String {
    let year = day.year().to_string();
    let said = [("y", year.as_str()), ("m", plain(day.month())), ("month", month(day)), ("d", plain(day.day()))];
    fill(lang, "common.date-format", &said)
}

/// A first and a last day, without saying the same thing twice: `2026年11月28日至29日`, `28–29 Nov 2026`.
pub fn span(lang: Lang, first: NaiveDate, last: NaiveDate) -> String {
    if first == last {
        return date(lang, first);
    }
    if first.year() != last.year() {
        let (first, last) = (date(lang, first), date(lang, last));
        return fill(lang, "common.span.across", &[("first", first.as_str()), ("last", last.as_str())]);
    }
    let key = if first.month() == last.month() { "common.span.same-month" } else { "common.span.same-year" };
    let year = first.year().to_string();
    let said = [
        ("y", year.as_str()),
        ("m", plain(first.month())),
        ("month", month(first)),
        ("d", plain(first.day())),
        ("m2", plain(last.month())),
        ("month2", month(last)),
        ("d2", plain(last.day())),
    ];
    fill(lang, key, &said)
}

/// A date in words of both languages, for a message that is read in either.
pub fn both(day: NaiveDate) -> Bilingual {
    Bilingual { zh: date(Lang::Zh, day), en: date(Lang::En, day) }
}

/// A moment in words, in Beijing's time and saying so: `2026年12月1日 18:00（北京时间）`.
pub fn moment(lang: Lang, at: DateTime<Utc>) -> String {
    let there = at.with_timezone(&beijing());
    let (day, time) = (there.date_naive(), there.time());
    let year = day.year().to_string();
    let said = [
        ("y", year.as_str()),
        ("m", plain(day.month())),
        ("month", month(day)),
        ("d", plain(day.day())),
        ("hh", two(time.hour())),
        ("mm", two(time.minute())),
    ];
    fill(lang, "common.moment-format", &said)
}

/// A moment that ends something. Midnight in Beijing is 24:00 of the day that it ends, not 00:00 of the next one:
/// `2026年12月1日 24:00（北京时间）`.
pub fn end(lang: Lang, at: DateTime<Utc>) -> String {
    let there = at.with_timezone(&beijing());
    if there.time() != NaiveTime::MIN {
        return moment(lang, at);
    }
    moment(lang, at - TimeDelta::days(1)).replacen("00:00", "24:00", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(y: i32, m: u32, d: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(y, m, d).unwrap()
    }

    #[test]
    fn a_span_is_as_short_as_it_can_be() {
        let zh = |a, b| span(Lang::Zh, a, b);
        let en = |a, b| span(Lang::En, a, b);
        assert_eq!(zh(d(2026, 12, 1), d(2026, 12, 1)), "2026年12月1日");
        assert_eq!(en(d(2026, 12, 1), d(2026, 12, 1)), "1 Dec 2026");
        assert_eq!(zh(d(2026, 11, 28), d(2026, 11, 29)), "2026年11月28日至29日");
        assert_eq!(en(d(2026, 11, 28), d(2026, 11, 29)), "28–29 Nov 2026");
        assert_eq!(zh(d(2026, 11, 30), d(2026, 12, 1)), "2026年11月30日至12月1日");
        assert_eq!(en(d(2026, 11, 30), d(2026, 12, 1)), "30 Nov – 1 Dec 2026");
        assert_eq!(zh(d(2025, 12, 31), d(2026, 1, 1)), "2025年12月31日至2026年1月1日");
        assert_eq!(en(d(2025, 12, 31), d(2026, 1, 1)), "31 Dec 2025 – 1 Jan 2026");
    }

    #[test]
    fn midnight_ends_the_day_before() {
        let at = "2026-12-31T16:00:00Z".parse().unwrap();
        assert_eq!(end(Lang::Zh, at), "2026年12月31日 24:00（北京时间）");
        assert_eq!(end(Lang::En, at), "31 Dec 2026, 24:00 (Beijing time)");
        let at = "2026-12-31T16:05:00Z".parse().unwrap();
        assert_eq!(end(Lang::En, at), moment(Lang::En, at));
    }

    #[test]
    fn a_date_and_a_moment_read_well_in_both_languages() {
        let day = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
        assert_eq!(date(Lang::Zh, day), "2026年12月1日");
        assert_eq!(date(Lang::En, day), "1 Dec 2026");
        let at = "2026-12-31T16:05:00Z".parse().unwrap();
        assert_eq!(moment(Lang::Zh, at), "2027年1月1日 00:05（北京时间）");
        assert_eq!(moment(Lang::En, at), "1 Jan 2027, 00:05 (Beijing time)");
    }
}
