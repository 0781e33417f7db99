//! What people type: the few rules that every lenient reader of this register shares.

use chrono::NaiveDate;
use unicode_normalization::UnicodeNormalization;

/// Full-width and other compatibility forms narrowed, byte order marks and surrounding spaces removed.
pub fn narrow(text: &str) -> String {
    if text.is_ascii() {
        return text.trim().to_owned();
    }
    let narrow: String = text.nfkc().filter(|c| *c != '\u{feff}').collect();
    narrow.trim().to_owned()
}

/// Whether a text has full-width digits, letters or signs.
pub fn has_full_width(text: &str) -> bool {
    text.chars().any(|c| ('\u{ff01}'..='\u{ff5e}').contains(&c))
}

/// Whether a character only groups digits: spaces, hyphens and dashes, points, low lines.
pub fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '·' | '.' | '_' | ',')
}

/// Whether a character quotes: straight, curly and corner quotation marks, the accent mark.
pub fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '\u{2018}'..='\u{201f}' | '\u{300c}'..='\u{300f}' | '«' | '»')
}

/// The digit that a character is or looks like: O for 0, l and I for 1.
pub fn digit_like(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        'O' | 'o' => Some('0'),
        'l' | 'I' | 'i' | '|' => Some('1'),
        _ => None,
    }
}

/// The calendar date that a text plainly is: 2026-10-01, 11/01/1987, 2026年10月1日, 20261001.
pub fn date(text: &str) -> Option<NaiveDate> {
    let text = text.trim().trim_end_matches('日');
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return ymd(&text[..4], &text[4..6], &text[6..]);
    }
    let groups: Vec<&str> = text.split(['-', '/', '.', '年', '月', ' ']).collect();
    let [a, b, c] = groups.as_slice() else { return None };
    match (a.len(), b.len(), c.len()) {
        (4, 1 | 2, 1 | 2) => ymd(a, b, c),
        (1 | 2, 1 | 2, 4) => ymd(c, b, a).or_else(|| ymd(c, a, b)),
        _ => None,
    }
}

fn ymd(year: &str, month: &str, day: &str) -> Option<NaiveDate> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
    let year = number(year).filter(|year| (1900..2100).contains(year))?;
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, number(month)?, number(day)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_known_in_every_usual_order() {
        for (text, date_is) in [
            ("2026-10-01", "2026-10-01"),
            ("2026/1/2", "2026-01-02"),
            ("2026年10月1日", "2026-10-01"),
            ("20261001", "2026-10-01"),
            ("11/01/1987", "1987-01-11"),
            ("01/31/1987", "1987-01-31"),
            ("1.2.1987", "1987-02-01"),
        ] {
            assert_eq!(date(text).map(|d| d.to_string()).as_deref(), Some(date_is), "{text}");
        }
    }

    #[test]
    fn other_digits_are_no_dates() {
        for text in ["310-26-0001", "31026000", "2026-13-01", "2026-02-30", "+202-1-1", "1-2-3", "", "99999999"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
