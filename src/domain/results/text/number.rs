//! Whole numbers: rounds, boards, handicaps, warnings.

use super::fold;

/// Reads a whole number; the flag tells whether it was written plainly.
pub(in crate::domain::results) fn read(text: &str) -> Option<(u32, bool)> {
    if plain(text) {
        return text.parse().ok().map(|n: u32| (n, n.to_string() == text));
    }
    let folded = fold(text);
    let whole = folded.strip_suffix(".0").or_else(|| folded.strip_suffix(".00")).unwrap_or(&folded);
    if plain(whole) { whole.parse().ok().map(|n| (n, false)) } else { None }
}

fn plain(text: &str) -> bool {
    !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit())
}

/// A number that says how many stones: a plain number, or the words of Chinese pairing sheets.
pub(in crate::domain::results) fn read_handicap(text: &str) -> Option<(u32, bool)> {
    match fold(text).as_str() {
        "分先" | "猜先" => Some((0, false)),
        "让先" | "受先" => Some((1, false)),
        other => {
            let inner = other.trim_start_matches(['让', '受']).trim_end_matches('子');
            if inner == other { read(text) } else { read(inner).map(|(n, _)| (n, false)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_a_note_when_not_plain() {
        assert_eq!(read("12"), Some((12, true)));
        for (text, n) in [("012", 12), ("１２", 12), ("3.0", 3), (" 4", 4)] {
            assert_eq!(read(text), Some((n, false)), "{text}");
        }
        for text in ["", "-1", "1.5", "一", "1e3", "9999999999", "+2", "٣"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn handicaps_are_also_words() {
        assert_eq!(read_handicap("2"), Some((2, true)));
        assert_eq!(read_handicap("让先"), Some((1, false)));
        assert_eq!(read_handicap("让2子"), Some((2, false)));
        assert_eq!(read_handicap("分先"), Some((0, false)));
        assert_eq!(read_handicap("多"), None);
    }
}
