//! Dates and moments in words, in both languages. Every civil date of the register is reckoned in Beijing.

use super::{Lang, text};
use crate::clock::beijing;
use chrono::{DateTime, NaiveDate, Utc};

/// A date in words: `2026年12月1日`, `1 Dec 2026`.
pub fn date(lang: Lang, date: NaiveDate) -> String {
    date.format(text(lang, "common.date-format")).to_string()
}

/// A moment in words, in Beijing's time and saying so: `2026年12月1日 18:00（北京时间）`.
pub fn moment(lang: Lang, at: DateTime<Utc>) -> String {
    at.with_timezone(&beijing()).format(text(lang, "common.moment-format")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

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
