//! Dates, times and counts as people read them, in both languages.

use crate::domain::grade::Grade;
use crate::text::{Lang, dates, fill};
use chrono::{NaiveDate, NaiveDateTime};

/// A civil date: 2026年12月1日, 1 Dec 2026.
pub fn date(lang: Lang, date: NaiveDate) -> String {
    dates::date(lang, date)
}

/// A stored UTC moment, in Beijing time and saying so.
pub fn time(lang: Lang, utc: NaiveDateTime) -> String {
    dates::moment(lang, utc.and_utc())
}

/// The end of a notice. The clock of one that an objection holds has no end, but so many days that are left when it
/// runs again.
pub fn notice_end(lang: Lang, ends_at: NaiveDateTime, held_since: Option<NaiveDateTime>) -> String {
    let Some(since) = held_since else { return dates::end(lang, ends_at.and_utc()) };
    let days = crate::service::notice::days_after(since, ends_at);
    let key = if days == 1 { "public.notice.held-one" } else { "public.notice.held" };
    fill(lang, key, &[("since", &time(lang, since)), ("days", &days.to_string())])
}

/// Rounds without an opponent: `轮空2次`; nothing where there were none.
pub fn byes(lang: Lang, n: i64) -> Option<String> {
    let key = if n == 1 { "format.one-bye" } else { "format.byes" };
    (n > 0).then(|| fill(lang, key, &[("n", &n.to_string())]))
}

/// Games won and lost, and rounds without an opponent apart from them: `4胜2负，轮空1次`.
pub fn score(lang: Lang, wins: i64, losses: i64, n: i64) -> String {
    let (wins, losses) = (wins.to_string(), losses.to_string());
    let games = fill(lang, "format.score", &[("wins", &wins), ("losses", &losses)]);
    match byes(lang, n) {
        Some(byes) => fill(lang, "format.score-and-byes", &[("games", &games), ("byes", &byes)]),
        None => games,
    }
}

/// A count in groups of three digits.
pub fn count(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if n < 0 {
        out.push('−');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A title cut where a line may end: after a year, a place or a kind of game, and before a bracket.
pub fn phrases(title: &str) -> Vec<&str> {
    const AFTER: [&str; 7] = ["年", "省", "市", "区", "县", "业余", "围棋"];
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in title.char_indices() {
        if at > start && (c == '（' || AFTER.iter().any(|word| title[start..at].ends_with(word))) {
            parts.push(&title[start..at]);
            start = at;
        }
    }
    parts.push(&title[start..]);
    parts
}

/// A grade in words: 业余5段, amateur 5 dan.
pub fn grade(lang: Lang, grade: Grade) -> String {
    let n = grade.number().to_string();
    let key = if grade.is_dan() { "format.grade.dan" } else { "format.grade.kyu" };
    fill(lang, key, &[("n", &n)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_in_beijing_time() {
        let utc = NaiveDate::from_ymd_opt(2026, 12, 31).unwrap().and_hms_opt(16, 5, 0).unwrap();
        assert_eq!(time(Lang::Zh, utc), "2027年1月1日 00:05（北京时间）");
        assert_eq!(date(Lang::En, utc.date()), "31 Dec 2026");
    }

    #[test]
    fn a_held_notice_says_what_is_left_rather_than_an_end_that_does_not_hold() {
        let utc = |day, hour| NaiveDate::from_ymd_opt(2026, 12, day).unwrap().and_hms_opt(hour, 0, 0).unwrap();
        assert_eq!(notice_end(Lang::Zh, utc(8, 16), None), "2026年12月8日 24:00（北京时间）");
        let held = notice_end(Lang::Zh, utc(8, 16), Some(utc(5, 1)));
        assert_eq!(held, "自2026年12月5日 09:00（北京时间）起暂停计时，恢复后还有3天");
        let held = notice_end(Lang::En, utc(9, 16), Some(utc(7, 16)));
        assert_eq!(held, "clock stopped since 8 Dec 2026, 00:00 (Beijing time); 1 day left when it runs again");
    }

    #[test]
    fn counts_stand_in_groups() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(count(-1000), "−1,000");
    }

    #[test]
    fn titles_break_between_words() {
        let parts = phrases("2026年上海市业余围棋升级赛（第三站）");
        assert_eq!(parts, ["2026年", "上海市", "业余", "围棋", "升级赛", "（第三站）"]);
        assert_eq!(phrases("Qipin"), ["Qipin"]);
        assert_eq!(phrases(""), [""]);
        assert_eq!(phrases("全市"), ["全市"]);
    }

    #[test]
    fn grades_are_spoken() {
        assert_eq!(grade(Lang::Zh, Grade::dan(5).unwrap()), "业余5段");
        assert_eq!(grade(Lang::En, Grade::kyu(10).unwrap()), "amateur 10 kyu");
    }
}
