//! The search key of a name: two writings of one name give one key.

use super::{MIDDLE_DOTS, compatible, is_east_asian, is_han};
use std::collections::HashMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The key by which names are matched and searched.
///
/// Compatibility forms and full-width letters are folded (NFKC), case and the accents of Latin letters dropped,
/// traditional characters and common variants taken for the simplified ones, every middle dot (and the full stop
/// that stands for one between Chinese characters) made `·`, spaces dropped between Chinese characters and around
/// the dot, else collapsed. Two people may share a key: it finds candidates, it never identifies anybody.
pub fn search_key(name: &str) -> String {
    let mut key = fold_once(name);
    // A fold can make way for another (a letter that decomposes into a mark and a space); a few rounds settle it.
    for _ in 0..4 {
        let again = fold_once(&key);
        if again == key {
            break;
        }
        key = again;
    }
    key
}

/// The key by which a name is looked up: the search key without what sets the parts of a name apart. Whoever types
/// 买买提艾力 or 买买提 艾力 means 买买提·艾力.
pub fn lookup_key(name: &str) -> String {
    search_key(name).chars().filter(|c| !SEPARATORS.contains(c)).collect()
}

/// What sets the parts of a name apart in a search key.
pub const SEPARATORS: [char; 6] = ['·', ' ', '-', '‐', '\'', '.'];

fn fold_once(name: &str) -> String {
    // Before the compatibility form, in which some of the dots become full stops.
    let dotted: String = name.chars().map(|c| if MIDDLE_DOTS.contains(&c) { '·' } else { c }).collect();
    let folded = without_accents(&fold_case(&compatible(&dotted)));
    let simplified: Vec<char> = folded.chars().map(|c| SIMPLIFIED.get(&c).copied().unwrap_or(c)).collect();
    join(&simplified)
}

/// Upper and then lower case, which also folds what has several lower cases (ß and ss, σ and ς).
fn fold_case(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Drops marks on Latin letters (José, Lü); marks of other scripts are part of the letter.
fn without_accents(text: &str) -> String {
    let mut after_latin = false;
    let kept = text.nfkd().filter(|c| {
        if is_combining_mark(*c) {
            return !after_latin;
        }
        after_latin = c.is_ascii_alphabetic();
        true
    });
    kept.nfkc().collect()
}

/// Settles dots and spaces.
fn join(characters: &[char]) -> String {
    let mut out: Vec<char> = Vec::with_capacity(characters.len());
    let mut space = false;
    for (at, c) in characters.iter().copied().enumerate() {
        let next = characters.get(at + 1).copied();
        let before = out.last().copied();
        let c = match c {
            // 买买提.艾力: the full stop of a keyboard without a middle dot.
            '.' if before.is_some_and(is_han) && next.is_some_and(is_han) => '·',
            c if c.is_whitespace() => {
                space = true;
                continue;
            }
            '’' => '\'',
            c => c,
        };
        let both_east_asian = before.is_some_and(is_east_asian) && is_east_asian(c);
        if space && !both_east_asian && c != '·' && before.is_some_and(|b| b != '·') {
            out.push(' ');
        }
        space = false;
        if c != '·' || before != Some('·') {
            out.push(c);
        }
    }
    out.iter().collect::<String>().trim_matches('·').to_owned()
}

/// From a traditional or variant character to the simplified one.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let table = include_str!("../../../data/simplified.txt");
    let tokens = table.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    tokens
        .flat_map(|token| {
            let mut characters = token.chars();
            let simplified = characters.next();
            characters.filter_map(move |form| Some((form, simplified?)))
        })
        .collect()
});

#[cfg(test)]
pub(super) fn table() -> &'static HashMap<char, char> {
    &SIMPLIFIED
}
