//! Reading the cells that have a notation of their own.

pub(super) mod date;
pub(super) mod komi;
pub(super) mod number;
pub(super) mod result;

use unicode_normalization::UnicodeNormalization;

/// Spaces that come from spreadsheets and web pages around a value.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{200C}' | '\u{200D}' | '\u{2060}' | '\u{FEFF}')
}

/// Full-width forms narrowed, letters in lower case, inner spaces removed: the form that notations are matched in.
/// A space between two digits keeps them apart (`3 3/4` is no 33 quarters): it becomes 又.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    for c in text.nfkc().flat_map(char::to_lowercase) {
        if is_space(c) {
            space = true;
            continue;
        }
        if space && c.is_ascii_digit() && out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push('又');
        }
        space = false;
        out.push(c);
    }
    out
}
