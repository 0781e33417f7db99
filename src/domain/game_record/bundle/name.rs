//! Names of files as they may be shown and kept.

use super::MAX_NAME;
use std::collections::{HashMap, HashSet};
use unicode_properties::{GeneralCategory as G, UnicodeGeneralCategory};

/// A name as an archive has it: UTF-8 where it is that (not every program says so), else GB18030.
pub(super) fn decode(raw: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(raw) {
        return text.to_owned();
    }
    encoding_rs::GB18030
        .decode_without_bom_handling_and_without_replacement(raw)
        .map_or_else(|| String::from_utf8_lossy(raw).into_owned(), |text| text.into_owned())
}

/// The parts of a path, whichever way its slashes lean.
pub(super) fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "." && *part != "..")
}

/// The last part of a path, made fit to be shown.
pub(super) fn last(path: &str) -> String {
    clipped(&parts(path).next_back().map(seen).unwrap_or_default())
}

/// A name for each path, no two the same: the last part where that is enough, else with the folder before it, else with a
/// number as well.
pub(super) fn apart(paths: &[&str]) -> Vec<String> {
    let lasts: Vec<String> = paths.iter().map(|path| last(path)).collect();
    let mut often: HashMap<String, usize> = HashMap::new();
    for name in &lasts {
        *often.entry(folded(name)).or_default() += 1;
    }
    // The names that need nothing are given first, so that no other one takes them.
    let alone = |name: &String| often.get(name) == Some(&1);
    let mut taken: HashSet<String> = often.keys().filter(|name| alone(name)).cloned().collect();
    let mut next: HashMap<String, usize> = HashMap::new();
    let name = |(path, last): (&&str, String)| {
        if alone(&folded(&last)) {
            return last;
        }
        let folder = parts(path).rev().nth(1).map(seen).unwrap_or_default();
        let name = if folder.is_empty() { last } else { clipped(&format!("{folder}-{last}")) };
        let number = next.entry(folded(&name)).or_insert(2);
        let mut numbered = name.clone();
        while taken.contains(&folded(&numbered)) {
            numbered = with_number(&name, *number);
            *number += 1;
        }
        taken.insert(folded(&numbered));
        numbered
    };
    paths.iter().zip(lasts).map(name).collect()
}

/// Names that differ in nothing but case are one name on many machines.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

fn with_number(name: &str, number: usize) -> String {
    let (stem, extension) = extension(name);
    let mark = format!(" ({number})");
    let room = MAX_NAME.saturating_sub(mark.chars().count() + extension.chars().count());
    let stem: String = stem.chars().take(room).collect();
    format!("{stem}{mark}{extension}")
}

/// A name before its extension, and the extension with its full stop.
fn extension(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= 8 => name.split_at(at),
        _ => (name, ""),
    }
}

/// A text without what cannot be seen, or turns the direction of writing.
fn seen(text: &str) -> String {
    let hidden = |c: char| {
        matches!(
            c.general_category(),
            G::Control | G::Format | G::LineSeparator | G::ParagraphSeparator | G::Surrogate | G::Unassigned
        )
    };
    text.chars().filter(|c| !hidden(*c)).collect::<String>().trim().to_owned()
}

/// At most [`MAX_NAME`] characters, the extension among them; never nothing.
fn clipped(name: &str) -> String {
    if name.is_empty() {
        return String::from("?");
    }
    if name.chars().nth(MAX_NAME).is_none() {
        return name.to_owned();
    }
    let (stem, extension) = extension(name);
    let room = MAX_NAME - extension.chars().count() - 1;
    let mut out: String = stem.chars().take(room).collect();
    out.push('…');
    out.push_str(extension);
    out
}

/// Whether nobody has put the file there: what systems leave in an archive.
pub(super) fn is_of_a_system(path: &str) -> bool {
    let last = parts(path).next_back().unwrap_or_default();
    parts(path).any(|part| part == "__MACOSX")
        || last.starts_with("._")
        || [".DS_Store", "Thumbs.db", "desktop.ini"].iter().any(|name| last.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_last_part_without_what_hides() {
        for (path, name) in [
            ("第1轮/1台.sgf", "1台.sgf"),
            ("C:\\棋谱\\决赛.SGF", "决赛.SGF"),
            ("../../etc/passwd", "passwd"),
            ("a\u{202E}fgs.exe\u{0}", "afgs.exe"),
            ("  a b .sgf ", "a b .sgf"),
            ("x/\u{200B}/", "?"),
            ("", "?"),
        ] {
            assert_eq!(last(path), name, "{path:?}");
        }
        let long = last(&format!("{}.sgf", "棋".repeat(300)));
        assert!(long.chars().count() == MAX_NAME && long.ends_with("….sgf"), "{long}");
    }

    #[test]
    fn names_of_several_folders_are_kept_apart() {
        let names = apart(&["第1轮/1台.sgf", "第2轮/1台.sgf", "2台.sgf", "x/第2轮/1台.SGF", "第1轮-1台.sgf"]);
        assert_eq!(names[..3], ["第1轮-1台 (2).sgf", "第2轮-1台.sgf", "2台.sgf"]);
        assert_eq!(names[3..], ["第2轮-1台 (2).SGF", "第1轮-1台.sgf"]);
        let same = apart(&["a.sgf", "a.sgf", "a (2).sgf", "A.sgf"]);
        assert_eq!(same, ["a.sgf", "a (3).sgf", "a (2).sgf", "A (4).sgf"]);
    }

    #[test]
    fn names_are_utf8_or_gb18030() {
        assert_eq!(decode("第1轮.sgf".as_bytes()), "第1轮.sgf");
        assert_eq!(decode(&encoding_rs::GB18030.encode("第1轮㐂.sgf").0), "第1轮㐂.sgf");
        assert_eq!(decode(b"\xFF\xFF.sgf"), "\u{FFFD}\u{FFFD}.sgf");
    }
}
