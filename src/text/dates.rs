//! Dates and moments in words, in both languages. Every civil date of the register is reckoned in Beijing.

use super::{Bilingual, Lang, fill, text};
use crate::clock::beijing;
use chrono::format::{Item, StrftimeItems};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc};
use std::sync::LazyLock;

/// The formats of a language for dates and for moments.
type Formats = (Vec<Item<'static>>, Vec<Item<'static>>);

/// The catalogue's formats, read once.
struct Read {
    zh: Formats,
    en: Formats,
}

impl Read {
    fn of(&self, lang: Lang) -> &Formats {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

static FORMATS: LazyLock<Read> = LazyLock::new(|| {
    let items = |lang, key| StrftimeItems::new(text(lang, key)).collect();
    let formats = |lang| (items(lang, "common.date-format"), items(lang, "common.moment-format"));
    Read { zh: formats(Lang::Zh), en: formats(Lang::En) }
});

/// A date in words: `2026年12月1日`, `1 Dec 2026`.
pub fn date(lang: Lang, date: NaiveDate) -> String {
    date.format_with_items(FORMATS.of(lang).0.iter()).to_string()
}

/// A first and a last day, without saying the same thing twice: `2026年11月28日至29日`, `28–29 Nov 2026`.
pub fn span(lang: Lang, first: NaiveDate, last: NaiveDate) -> String {
    if first == last {
        return date(lang, first);
    }
    let key = match (first.year() == last.year(), first.month() == last.month()) {
        (true, true) => "common.span.same-month",
        (true, false) => "common.span.same-year",
        (false, _) => "common.span.across",
    };
    fill(
        lang,
        key,
        &[
            ("y", &first.year().to_string()),
            ("m", &first.month().to_string()),
            ("d", &first.day().to_string()),
            ("month", &first.format("%b").to_string()),
            ("m2", &last.month().to_string()),
            ("d2", &last.day().to_string()),
            ("month2", &last.format("%b").to_string()),
            ("first", &date(lang, first)),
            ("last", &date(lang, last)),
        ],
    )
}

/// A date in words of both languages, for a message that is read in either.
pub fn both(day: NaiveDate) -> Bilingual {
    Bilingual { zh: date(Lang::Zh, day), en: date(Lang::En, day) }
}

/// A moment in words, in Beijing's time and saying so: `2026年12月1日 18:00（北京时间）`.
pub fn moment(lang: Lang, at: DateTime<Utc>) -> String {
    at.with_timezone(&beijing()).format_with_items(FORMATS.of(lang).1.iter()).to_string()
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
