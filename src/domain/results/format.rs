//! Files that are something else altogether, known by how they begin: said at once, instead of columns that they lack.

use crate::text::{Bilingual, both};

/// The format that a file looks like, where it is one that no result file has.
pub(super) fn of_another_kind(bytes: &[u8]) -> Option<Bilingual> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let begins = |words: &[&[u8]]| words.iter().any(|word| starts_with(text, word));
    let key = if begins(&[b"<!doctype html", b"<html", b"<head", b"<table"]) {
        "finding.format.html"
    } else if text.first() == Some(&b'<') {
        "finding.format.xml"
    } else if begins(&[b"(;"]) {
        "finding.format.record"
    } else if is_json(text) {
        "finding.format.json"
    } else if begins(&[b"%PDF-"]) {
        "finding.format.pdf"
    } else if begins(&[b"{\\rtf"]) || holds(bytes, b"word/document.xml") {
        "finding.format.letter"
    } else if holds(bytes, b"ppt/presentation.xml") || holds(bytes, b"application/vnd.oasis.opendocument") {
        "finding.format.office"
    } else if [&b"\x89PNG"[..], b"\xFF\xD8\xFF", b"GIF8", b"RIFF"].iter().any(|magic| bytes.starts_with(magic)) {
        "finding.format.image"
    } else if [&b"Rar!"[..], b"7z\xBC\xAF", b"\x1F\x8B"].iter().any(|magic| bytes.starts_with(magic)) {
        "finding.format.archive"
    } else {
        return None;
    };
    Some(both(key, &[]))
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
}

/// An object, or a list of objects or lists.
fn is_json(text: &[u8]) -> bool {
    let inner = |text: &[u8]| text.get(1..).unwrap_or_default().trim_ascii_start().first().copied();
    match text.first() {
        Some(b'{') => matches!(inner(text), Some(b'"' | b'}')),
        Some(b'[') => matches!(inner(text), Some(b'{' | b'[')),
        _ => false,
    }
}

/// Whether a package of several files names one: the names stand in it as they are.
fn holds(bytes: &[u8], name: &[u8]) -> bool {
    bytes.starts_with(b"PK") && bytes.windows(name.len()).any(|window| window == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_table_is_known_by_its_beginning_and_tables_are_not_mistaken() {
        let is = |bytes: &[u8]| of_another_kind(bytes).map(|words| words.en);
        for (bytes, named) in [
            (&b"\xEF\xBB\xBF\n<?xml version='1.0'?><a/>"[..], "XML"),
            (b"<!DOCTYPE html><p>", "a web page (HTML)"),
            (b"<Workbook>", "XML"),
            (b"{\"games\": []}", "JSON"),
            (b"[ {\"round\": 1}]", "JSON"),
            (b"%PDF-1.7", "PDF"),
            (b"(;GM[1]", "a game record"),
            (b"{\\rtf1", "a text document"),
            (b"PK\x03\x04....word/document.xml", "a text document"),
            (b"\x89PNG\r\n", "a picture"),
            (b"Rar!\x1A", "an archive"),
        ] {
            assert_eq!(is(bytes).as_deref(), Some(named));
        }
        for table in [
            &b"id,name\n1,x\n"[..],
            "编号,姓名\n".as_bytes(),
            b"[id],name\n",
            b"\"id\",name\n",
            b"PK\x03\x04xl/workbook.xml",
        ] {
            assert_eq!(is(table), None);
        }
    }
}
