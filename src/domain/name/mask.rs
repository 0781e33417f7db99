//! Names of minors, as the public sees them.

use super::{MIDDLE_DOTS, is_east_asian};
use unicode_segmentation::UnicodeSegmentation;

/// Hides the middle of a name: 张* for two characters, 张*轩 for three, longer names keep the first and the last;
/// names with a middle dot part by part; of Latin names the first letter of each word stays.
///
/// It goes by what a reader sees as one character, never by code points. Masking hides a name from readers, not
/// from somebody who knows it.
pub fn mask(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut part: Vec<&str> = Vec::new();
    for grapheme in name.trim().graphemes(true) {
        if separates(grapheme) {
            out.push_str(&mask_part(&part));
            part.clear();
            out.push_str(grapheme);
        } else {
            part.push(grapheme);
        }
    }
    out.push_str(&mask_part(&part));
    out
}

fn separates(grapheme: &str) -> bool {
    grapheme.chars().all(|c| {
        c.is_whitespace() || MIDDLE_DOTS.contains(&c) || matches!(c, '-' | '‐' | '(' | ')' | '（' | '）' | ',')
    })
}

fn mask_part(part: &[&str]) -> String {
    let [first, .., last] = part else { return if part.is_empty() { String::new() } else { "*".to_owned() } };
    if !part.iter().any(|grapheme| grapheme.chars().any(is_east_asian)) {
        return format!("{first}*");
    }
    match part.len() {
        2 => format!("{first}*"),
        n => format!("{first}{}{last}", "*".repeat(n - 2)),
    }
}
