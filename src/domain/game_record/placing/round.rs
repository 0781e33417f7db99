//! The round that a record says it is of.

use super::Wanted;
use crate::domain::grade::chinese_numerals;

/// The highest round of a results file.
const HIGHEST: u16 = 99;

/// The round by `RO`, the event's name or the name of the file, the surest first.
pub(super) fn of(wanted: &Wanted<'_>) -> Option<u16> {
    let record = wanted.record;
    record
        .round()
        .and_then(|text| marked(text).or_else(|| number(text.trim())))
        .or_else(|| record.event().and_then(marked))
        .or_else(|| record.text("GN").and_then(marked))
        .or_else(|| marked(wanted.file))
}

/// A round with a word beside it: `第3轮`, `第十二轮`, `Round 3`.
fn marked(text: &str) -> Option<u16> {
    let lower = text.to_lowercase();
    let chinese = ["轮", "輪", "回合", "라운드"].iter().find_map(|word| {
        let before = lower[..lower.find(word)?].trim_end();
        let start = before.char_indices().rev().take_while(|(_, c)| is_numeral(*c)).last()?.0;
        number(&before[start..])
    });
    chinese.or_else(|| {
        let after = lower[lower.find("round")? + "round".len()..].trim_start_matches([' ', '_', '-', '.', ':']);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        number(&after[..end])
    })
}

fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || "一二三四五六七八九十廿".contains(c)
}

/// A number at the beginning of a text, in digits or as a Chinese numeral below a hundred.
fn number(text: &str) -> Option<u16> {
    let text = text.trim_start_matches(['第', 'R', 'r']);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let found = match end {
        0 => {
            let numeral: String = text.chars().take_while(|c| is_numeral(*c)).collect();
            u16::try_from(chinese_numerals::read(&numeral)?).ok()?
        }
        _ => text[..end].parse().ok()?,
    };
    (1..=HIGHEST).contains(&found).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_in_digits_and_numerals() {
        for (text, round) in [
            ("第3轮", Some(3)),
            ("2026年全国业余赛 第 12 轮", Some(12)),
            ("第十二轮", Some(12)),
            ("第二十轮", Some(20)),
            ("二十一轮", Some(21)),
            ("Round 7 (final)", Some(7)),
            ("round_2-board_1.sgf", Some(2)),
            ("第1轮-3台.sgf", Some(1)),
            ("决赛", None),
            ("2026", None),
            ("第百轮", None),
            ("轮空", None),
            ("Round", None),
        ] {
            assert_eq!(marked(text), round, "{text}");
        }
        assert_eq!(
            (number("3"), number("R4"), number("第5局"), number("final"), number("100")),
            (Some(3), Some(4), Some(5), None, None)
        );
    }
}
