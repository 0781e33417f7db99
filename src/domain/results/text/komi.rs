//! Komi: in points, or in 子 (stones) of two points each.
//!
//! Chinese rules of play give 3¾ 子 (2¾ before 2002); those two values are no komi in points anywhere, so
//! they are 子 under any header.

use super::fold;
use crate::domain::results::HalfPoints;

/// A komi that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain::results) struct ReadKomi {
    /// The value in half-points.
    pub(in crate::domain::results) half_points: HalfPoints,
    /// The rule of the adjustment, where what was written differs from what was taken.
    pub(in crate::domain::results) adjusted: Option<&'static str>,
}

/// No komi is larger than this, in points.
const LARGEST: i32 = 100;

/// Reads a komi; `in_stones` when the header says 贴子.
pub(in crate::domain::results) fn read(text: &str, in_stones: bool) -> Option<ReadKomi> {
    let folded = fold(text);
    let (number, unit) = match folded.strip_suffix('目').or_else(|| folded.strip_suffix("points")) {
        Some(number) => (number, Some(false)),
        None => match folded.strip_suffix('子') {
            Some(number) => (number, Some(true)),
            None => (folded.as_str(), None),
        },
    };
    let quarters = quarters(number)?;
    let stones = unit.unwrap_or(in_stones || matches!(quarters.abs(), 11 | 15));
    // A quarter of a stone is half a point; a quarter of a point is nothing that a game can be decided by.
    let half_points = if stones { quarters } else { Some(quarters / 2).filter(|half| half * 2 == quarters)? };
    if half_points.abs() > LARGEST * 2 {
        return None;
    }
    let adjusted = if stones && half_points != 0 {
        Some("komi-stones")
    } else if unit.is_some() || folded != text {
        Some("komi-form")
    } else {
        None
    };
    Some(ReadKomi { half_points, adjusted })
}

/// The value in points, as files write it: `7.5`, `0`, `-7.5`.
pub(in crate::domain::results) fn points(half_points: HalfPoints) -> String {
    let sign = if half_points < 0 { "-" } else { "" };
    let magnitude = half_points.unsigned_abs();
    format!("{sign}{}{}", magnitude / 2, if magnitude.is_multiple_of(2) { "" } else { ".5" })
}

/// Reads a folded number in quarters: `3.75`, `3又3/4` (also from `3 3/4`), `3¾`, `1/4`.
pub(in crate::domain::results) fn quarters(text: &str) -> Option<i32> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let value = fraction(text).or_else(|| decimal(text))?;
    Some(if negative { -value } else { value })
}

fn whole(text: &str) -> Option<i32> {
    (!text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

fn decimal(text: &str) -> Option<i32> {
    let (integer, fraction) = text.split_once('.').unwrap_or((text, ""));
    if text.ends_with('.') {
        return None;
    }
    let parts = match fraction.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    Some(whole(integer)? * 4 + parts)
}

fn fraction(text: &str) -> Option<i32> {
    // The character ¾ is folded to `3⁄4` with a slash of its own, which cannot be mistaken for a division.
    let one_character = text.contains('⁄');
    let body = text.replace('⁄', "/");
    let cut = body.len().checked_sub(3).filter(|cut| body.is_char_boundary(*cut))?;
    let parts = match &body[cut..] {
        "1/4" => 1,
        "1/2" | "2/4" => 2,
        "3/4" => 3,
        _ => return None,
    };
    let before = &body[..cut];
    if before.is_empty() {
        return Some(parts);
    }
    let integer = match before.strip_suffix('又') {
        Some(integer) => integer,
        None if one_character => before,
        None => return None,
    };
    Some(whole(integer)? * 4 + parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(text: &str, stones: bool) -> Option<(i32, Option<&'static str>)> {
        read(text, stones).map(|k| (k.half_points, k.adjusted))
    }

    #[test]
    fn points_are_taken_as_they_stand() {
        for (text, value) in [("0", 0), ("6.5", 13), ("7.5", 15), ("7", 14), ("-5.5", -11), ("5.50", 11)] {
            assert_eq!(half(text, false), Some((value, None)), "{text}");
        }
    }

    #[test]
    fn the_two_values_in_stones_are_doubled_under_any_header() {
        assert_eq!(half("3.75", false), Some((15, Some("komi-stones"))));
        assert_eq!(half("2.75", false), Some((11, Some("komi-stones"))));
        assert_eq!(half("-3.75", false), Some((-15, Some("komi-stones"))));
        assert_eq!(half("3.25", false), None, "a quarter of a point");
    }

    #[test]
    fn under_the_header_in_stones_every_value_is_doubled() {
        for text in ["3.75", "3又3/4", "3 3/4", "3¾", "3.75子"] {
            assert_eq!(half(text, true), Some((15, Some("komi-stones"))), "{text}");
        }
        assert_eq!(half("0", true), Some((0, None)));
        assert_eq!(half("1.5", true), Some((6, Some("komi-stones"))));
        assert_eq!(half("7.5目", true), Some((15, Some("komi-form"))), "the unit in the cell is the nearest word");
    }

    #[test]
    fn nonsense_is_no_komi() {
        for text in ["", "-", "6.", ".5", "6.3", "1/3", "abc", "1000", "375", "又3/4", "13/4", "--5", "6,5"] {
            assert_eq!(half(text, false), None, "{text}");
        }
    }

    #[test]
    fn points_are_written_without_a_needless_fraction() {
        assert_eq!(
            (points(15), points(14), points(-11), points(0), points(-1)),
            ("7.5".into(), "7".into(), "-5.5".into(), "0".into(), "-0.5".into())
        );
    }
}
