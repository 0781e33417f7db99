//! Every way in which an answer might write a day, to show that nobody's birth date is told.
//!
//! Bare digits are not among them: a receipt, a key or a digest holds any four of them by chance, and a test that
//! fails by chance says nothing when it fails.

use chrono::{Datelike, NaiveDate};
use std::collections::BTreeSet;

/// The ways in which a day is written in full.
pub fn ways(day: NaiveDate) -> Vec<String> {
    const FORMS: [&str; 22] = [
        "%Y-%m-%d",
        "%Y-%-m-%-d",
        "%Y/%m/%d",
        "%Y/%-m/%-d",
        "%Y.%m.%d",
        "%Y.%-m.%-d",
        "%Y%m%d",
        "%Y年%m月%d日",
        "%Y年%-m月%-d日",
        "%Y 年 %-m 月 %-d 日",
        "%d/%m/%Y",
        "%m/%d/%Y",
        "%d.%m.%Y",
        "%d-%m-%Y",
        "%-d %b %Y",
        "%d %b %Y",
        "%-d %B %Y",
        "%b %-d, %Y",
        "%B %-d, %Y",
        "%-d %B, %Y",
        "%d-%b-%Y",
        "%Y-%b-%d",
    ];
    let mut ways: Vec<String> = FORMS.iter().map(|form| day.format(form).to_string()).collect();
    ways.sort();
    ways.dedup();
    ways
}

/// The first way in which a text tells a day: as a word of its own, or within an identity number.
pub fn told(text: &str, day: NaiveDate) -> Option<String> {
    let compact = day.format("%Y%m%d").to_string();
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let identity = numbers.find(|run| matches!(run.len(), 17 | 18) && run.get(6..14) == Some(compact.as_str()));
    identity.map(str::to_owned).or_else(|| ways(day).into_iter().find(|way| alone(text, way)))
}

/// The days of a list that a text tells, each in the way that it is told.
pub fn told_of(text: &str, days: &BTreeSet<NaiveDate>) -> Vec<String> {
    // Few of the years stand anywhere in a text, which is asked before every way of every day is looked for.
    let four = text.as_bytes().windows(4).filter(|four| four.iter().all(u8::is_ascii_digit));
    let years: BTreeSet<i32> = four.map(|four| four.iter().fold(0, |n, d| n * 10 + i32::from(d - b'0'))).collect();
    days.iter().filter(|day| years.contains(&day.year())).filter_map(|day| told(text, *day)).collect()
}

/// Whether a word stands in a text with no letter or digit of a longer one beside it.
fn alone(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !joins(text[..at].chars().next_back()) && !joins(text[at + word.len()..].chars().next())
    })
}

/// Fails when an answer tells a birth date (`2008-11-25`), or its month and year.
#[track_caller]
pub fn assert_no_birth_date(text: &str, birth: &str) {
    let day: NaiveDate = birth.parse().unwrap();
    let month = ["%Y-%m", "%Y/%m", "%Y年%m月", "%Y年%-m月", "%b %Y", "%B %Y"].map(|form| day.format(form).to_string());
    let told = told(text, day).or_else(|| month.into_iter().find(|way| alone(text, way)));
    assert_eq!(told, None, "a birth date is told: {text}");
}

/// Fails when an answer tells a birth date, or so much as its year: as a year (`2008年`), or as a value that is
/// nothing else.
#[track_caller]
pub fn assert_no_birth_year(text: &str, birth: &str) {
    assert_no_birth_date(text, birth);
    let year = birth.parse::<NaiveDate>().unwrap().year().to_string();
    let told = text.match_indices(&year).any(|(at, _)| {
        let before = text[..at].trim_end().chars().next_back();
        let after = text[at + year.len()..].trim_start().chars().next();
        let opens =
            before.is_none_or(|c| matches!(c, '>' | '"' | ':' | ',' | '(' | '（' | '：' | '，' | '[') || !c.is_ascii());
        let closes = after.is_none_or(|c| matches!(c, '<' | '"' | ',' | ')' | '）' | '，' | ']' | '}' | '年'));
        opens && closes
    });
    assert!(!told, "a year of birth is told: {year} in {text}");
}

#[test]
fn a_day_is_found_however_it_is_written_and_not_in_digits_that_happen_to_be_there() {
    let day: NaiveDate = "2008-11-05".parse().unwrap();
    for text in [
        "born 2008-11-05.",
        "2008/11/5",
        "\"birth\":\"20081105\"",
        "2008年11月5日",
        "5 Nov 2008",
        "November 5, 2008",
        "<td>05.11.2008</td>",
        "110105200811050029",
        "11010520081105002X",
    ] {
        assert!(told(text, day).is_some(), "{text}");
    }
    for text in ["Y2008ABCD", "7f2008110513", "Q2008110512", "2008-11-051", "310200811", "2008", "11-05", "a20081105"] {
        assert_eq!(told(text, day), None, "{text}");
    }
    let days = BTreeSet::from([day, "1990-01-02".parse().unwrap()]);
    assert_eq!(told_of("7f2008, 2008/11/05 and 1990-01-03", &days), ["2008/11/05"]);
    let fails = |check: fn(&str, &str), text: &str| std::panic::catch_unwind(|| check(text, "2008-11-05")).is_err();
    assert!(fails(assert_no_birth_date, "2008年11月") && !fails(assert_no_birth_date, "<td>2008</td>"));
    for text in ["<td>2008</td>", "{\"born\":2008}", "（2008年）", "出生：2008年"] {
        assert!(fails(assert_no_birth_year, text), "{text}");
    }
    for text in ["Y2008ABC", "K7F2-2008-A1B2-C3D4", "/notices/G2008", "v=2008abcd", "2008 games"] {
        assert!(!fails(assert_no_birth_year, text), "{text}");
    }
}
