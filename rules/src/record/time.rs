//! Time settings and clocks.

use super::number::{front, quantity};
use super::texts::Texts;

/// What comes after the main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overtime {
    /// Nothing, or nothing that is said.
    #[default]
    None,
    /// Periods of so many seconds; a period is lost when a move takes all of it.
    ByoYomi {
        /// How many.
        periods: u32,
        /// Seconds of each.
        seconds: u32,
    },
    /// So many stones within so many seconds, again and again.
    Canadian {
        /// Stones.
        stones: u32,
        /// Seconds for them.
        seconds: u32,
    },
    /// Seconds added for each move.
    Fischer {
        /// Seconds.
        seconds: u32,
    },
    /// 保留读秒: the last minutes are counted one by one; a move that takes less than a minute costs nothing, each full
    /// minute is deducted.
    Reserved {
        /// Minutes kept back.
        minutes: u32,
    },
    /// Something else: the text says what.
    Other,
}

/// Time settings of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// Main time in seconds.
    pub main: Option<u32>,
    /// What comes after it.
    pub overtime: Overtime,
}

/// Reads `TM`, `OT` and what some sites have for them; none where nothing is said.
pub(super) fn read(texts: &Texts) -> Option<TimeSettings> {
    let main = texts.first("TM").map(|(raw, _)| front(raw));
    let over = texts.first("OT").map(|(raw, _)| front(raw));
    let number = |name: &str| texts.first(name).and_then(|(raw, _)| raw.trim().parse::<u32>().ok());
    let mut settings = main.map(settings).unwrap_or_default();
    if in_minutes(texts) {
        settings.main = settings.main.and_then(|minutes| minutes.checked_mul(60));
    }
    if let Some(over) = over {
        settings.overtime = overtime(over);
    } else if let (Some(periods), Some(seconds)) = (number("TC"), number("TT")) {
        settings.overtime = Overtime::ByoYomi { periods, seconds };
    } else if let (Some(periods), Some(seconds)) = (number("LC"), number("LT")) {
        settings.overtime = Overtime::ByoYomi { periods, seconds };
    }
    (main.is_some() || settings != TimeSettings::default()).then_some(settings)
}

/// Whether the main time is in minutes: one Chinese site, known by its own properties, writes it so.
pub(super) fn in_minutes(texts: &Texts) -> bool {
    let plain = texts.first("TM").is_some_and(|(raw, _)| raw.trim().bytes().all(|byte| byte.is_ascii_digit()));
    plain && texts.place("LT").is_some() && (texts.place("RD").is_some() || texts.place("GK").is_some())
}

/// `600`, `10:00(5x1:00)`, `30:00+30:00/25`, `9 hours each`, `各2小时45分,保留5次60秒`.
fn settings(raw: &str) -> TimeSettings {
    let text = raw.trim();
    let split = text.find(['(', '+', '（', '，', ',', ';', '；', '。']).filter(|at| *at > 0);
    let (front, back) = split.map_or((text, ""), |at| text.split_at(at));
    let back = back.trim_matches(|letter: char| !letter.is_alphanumeric());
    TimeSettings { main: duration(front), overtime: if back.is_empty() { Overtime::None } else { overtime(back) } }
}

/// A span of time in seconds: `h:mm:ss`, `mm:ss`, numbers with words, or seconds.
fn duration(raw: &str) -> Option<u32> {
    let text = raw.trim().to_lowercase();
    if text.contains(':') {
        let parts: Option<Vec<u32>> = text.split(':').map(|part| part.trim().parse().ok()).collect();
        return parts
            .filter(|parts| parts.len() <= 3)?
            .iter()
            .try_fold(0_u32, |sum, part| sum.checked_mul(60)?.checked_add(*part));
    }
    // What comes after a stroke is a number of moves.
    let text = text.split('/').next().unwrap_or_default();
    let (mut total, mut found, mut rest) = (0_i64, false, text);
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit() || "一二三四五六七八九十两".contains(letter))
    {
        let number = quantity(&rest[at..])?;
        rest = rest[at + number.end..].trim_start();
        let Some((each, word)) = span(rest) else {
            if !found && rest.is_empty() {
                (total, found) = (number.hundredths.max(0) / 100, true);
            }
            break;
        };
        rest = &rest[word..];
        found = true;
        total += number.hundredths.max(0) * each / 100;
        if let Some(after) = rest.strip_prefix('半') {
            total += each / 2;
            rest = after;
        }
    }
    found.then(|| u32::try_from(total).ok()).flatten()
}

/// The seconds of the unit of time that a text starts with, and how many bytes its word has.
fn span(text: &str) -> Option<(i64, usize)> {
    for (seconds, words) in [
        (3600, &["小时", "小時", "时间", "時間", "时", "時", "시간"][..]),
        (60, &["分钟", "分鐘", "分間", "分", "분", "'"]),
        (1, &["秒", "초", "\""]),
    ] {
        if let Some(word) = words.iter().find(|word| text.starts_with(**word)) {
            return Some((seconds, word.len()));
        }
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let seconds = match &text[..letters] {
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
        "m" | "min" | "mins" | "minute" | "minutes" => 60,
        "s" | "sec" | "secs" | "second" | "seconds" => 1,
        _ => return None,
    };
    Some((seconds, letters))
}

/// The numbers of a text with the first letter that follows each.
fn numbers(text: &str) -> Vec<(u32, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit() || "一二三四五六七八九十".contains(letter))
    {
        let Some(number) = quantity(&rest[at..]) else { break };
        rest = &rest[at + number.end.max(1)..];
        if let Ok(value) = u32::try_from(number.hundredths / 100) {
            found.push((value, rest.trim_start()));
        }
    }
    found
}

/// `5x30 byo-yomi`, `25/600 Canadian`, `15 fischer`, `3次30秒`, `保留5分钟读秒`.
fn overtime(raw: &str) -> Overtime {
    let text = raw.trim().to_lowercase();
    if text.is_empty() || text == "-" || text.contains("none") {
        return Overtime::None;
    }
    if let Some((front, back)) = text.split_once('x').or_else(|| text.split_once('×'))
        && let (Some(periods), Some(seconds)) = (last_number(front), duration(first_word(back)))
    {
        return Overtime::ByoYomi { periods, seconds };
    }
    let found = numbers(&text);
    let with = |words: &[&str]| {
        found.iter().find(|(_, after)| words.iter().any(|word| after.starts_with(word))).map(|(value, _)| *value)
    };
    let seconds = with(&["秒", "s", "초"]);
    let minutes = with(&["分", "min", "분"]);
    let periods = with(&["次", "回", "번", "times", "time", "periods"]);
    if text.contains("fischer") || text.contains("加秒") {
        return found.first().map_or(Overtime::Other, |(seconds, _)| Overtime::Fischer { seconds: *seconds });
    }
    if text.contains("保留")
        && let Some(minutes) = minutes.filter(|_| periods.is_none())
    {
        return Overtime::Reserved { minutes };
    }
    if let Some((stones, back)) = text.split_once('/') {
        let (front, back) = (stones.trim(), first_word(back));
        if let (Some(stones), Some(seconds)) = (front.parse().ok().filter(|_| text.contains("canad")), duration(back)) {
            return Overtime::Canadian { stones, seconds };
        }
        if let (Some(seconds), Ok(stones)) = (duration(front), back.parse()) {
            return Overtime::Canadian { stones, seconds };
        }
    }
    match (periods, seconds, minutes) {
        (Some(periods), Some(seconds), _) => Overtime::ByoYomi { periods, seconds },
        (Some(periods), None, Some(minutes)) => Overtime::ByoYomi { periods, seconds: minutes.saturating_mul(60) },
        (None, Some(seconds), None) => Overtime::ByoYomi { periods: 1, seconds },
        _ => Overtime::Other,
    }
}

fn last_number(text: &str) -> Option<u32> {
    let digits = text.trim_end().bytes().rev().take_while(u8::is_ascii_digit).count();
    let text = text.trim_end();
    text[text.len() - digits..].parse().ok()
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, ':' | '.')).unwrap_or(text.len());
    &text[..end]
}

/// The quick way for what most readings are: up to nine digits, a point and up to three more.
fn plain_clock(raw: &[u8]) -> Option<i64> {
    if raw.len() > 13 {
        return None;
    }
    let (mut time, mut digits, mut decimals) = (0_i64, 0, None);
    for byte in raw {
        match byte {
            b'0'..=b'9' => time = time * 10 + i64::from(byte - b'0'),
            b'.' if digits > 0 && decimals.is_none() => {
                decimals = Some(0);
                continue;
            }
            _ => return None,
        }
        match &mut decimals {
            Some(decimals) => *decimals += 1,
            None => digits += 1,
        }
    }
    let scale = match decimals.unwrap_or(0) {
        0 => 1000,
        1 => 100,
        2 => 10,
        3 => 1,
        _ => return None,
    };
    (1..=9).contains(&digits).then_some(time * scale)
}

/// Milliseconds of a clock reading: `599`, `599.53`, `-3`, `9:59`.
pub(super) fn clock(raw: &str) -> Option<i64> {
    if let Some(time) = plain_clock(raw.as_bytes()) {
        return Some(time);
    }
    let text = front(raw.trim());
    if text.contains(':') {
        return duration(text).map(|seconds| i64::from(seconds) * 1000);
    }
    if text.ends_with(|last: char| last.is_alphabetic()) {
        return duration(text).map(|seconds| i64::from(seconds) * 1000);
    }
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    if whole.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',')) {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|seconds| *seconds < 1 << 40)?;
    let part = part
        .bytes()
        .chain(std::iter::repeat(b'0'))
        .take(3)
        .fold(0, |sum, digit| sum * 10 + i64::from(digit.saturating_sub(b'0')));
    let time = whole * 1000 + part;
    Some(if negative { -time } else { time })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(properties: &[(&str, &str)]) -> TimeSettings {
        let mut texts = Texts::default();
        for (name, value) in properties {
            texts.add(name, value, 0);
        }
        read(&texts).unwrap_or_default()
    }

    #[test]
    fn main_time_in_every_way_of_writing() {
        for (raw, main) in [
            ("600", Some(600)),
            ("10:00", Some(600)),
            ("5:00:00", Some(18_000)),
            ("9 hours each", Some(32_400)),
            ("10h", Some(36_000)),
            ("1 hr/125 moves", Some(3_600)),
            ("各2小时45分", Some(9_900)),
            ("75分钟", Some(4_500)),
            ("1小时半", Some(5_400)),
            ("1h30m", Some(5_400)),
            ("142.7", Some(142)),
            ("-", None),
            ("", None),
        ] {
            assert_eq!(of(&[("TM", raw)]).main, main, "{raw}");
        }
        assert_eq!(of(&[("TM", "180"), ("LT", "60"), ("LC", "5"), ("RD", "2016-03-03")]).main, Some(10_800));
    }

    #[test]
    fn overtime_in_every_way_of_writing() {
        for (raw, overtime) in [
            ("5x30 byo-yomi", Overtime::ByoYomi { periods: 5, seconds: 30 }),
            ("5 x 1:00", Overtime::ByoYomi { periods: 5, seconds: 60 }),
            ("25/600 Canadian", Overtime::Canadian { stones: 25, seconds: 600 }),
            ("86400 fischer", Overtime::Fischer { seconds: 86_400 }),
            ("3次30秒读秒", Overtime::ByoYomi { periods: 3, seconds: 30 }),
            ("读秒60秒5次", Overtime::ByoYomi { periods: 5, seconds: 60 }),
            ("保留5次1分钟", Overtime::ByoYomi { periods: 5, seconds: 60 }),
            ("保留五分钟读秒", Overtime::Reserved { minutes: 5 }),
            ("30초 3번", Overtime::ByoYomi { periods: 3, seconds: 30 }),
            ("0 none", Overtime::None),
            ("as the referee says", Overtime::Other),
        ] {
            assert_eq!(of(&[("OT", raw)]).overtime, overtime, "{raw}");
        }
        let igs = of(&[("TM", "30:00+30:00/25")]);
        assert_eq!(igs, TimeSettings { main: Some(1800), overtime: Overtime::Canadian { stones: 25, seconds: 1800 } });
        let kgs = of(&[("TM", "10:00(5x1:00)")]);
        assert_eq!(kgs, TimeSettings { main: Some(600), overtime: Overtime::ByoYomi { periods: 5, seconds: 60 } });
        let fox = of(&[("TM", "300"), ("TC", "3"), ("TT", "30")]);
        assert_eq!(fox, TimeSettings { main: Some(300), overtime: Overtime::ByoYomi { periods: 3, seconds: 30 } });
    }

    #[test]
    fn clocks_are_held_in_milliseconds() {
        assert_eq!(clock("599"), Some(599_000));
        assert_eq!(clock("599.53"), Some(599_530));
        assert_eq!(clock("0.5"), Some(500));
        assert_eq!(clock("7."), Some(7_000));
        assert_eq!(clock(".5"), None);
        assert_eq!(clock("1.2345"), Some(1_234));
        assert_eq!(clock("999999999.999"), Some(999_999_999_999));
        assert_eq!(clock("-3"), Some(-3_000));
        assert_eq!(clock("9:59"), Some(599_000));
        assert_eq!(clock("8hr 59m"), Some(32_340_000));
        assert_eq!(clock("soon"), None);
        assert_eq!(clock(""), None);
        assert_eq!(clock(&"9".repeat(30)), None);
    }
}
