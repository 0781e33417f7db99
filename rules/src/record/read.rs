//! Which format a file is in, and its games.

use super::decode::{Declared, decode};
use super::unreadable::{Refusal, Unreadable};
use super::{Format, Record, gib, limits, ngf, sgf, ugf};

/// Within how many bytes a record names its encoding; within a part of them where it does not matter.
const HEADING: usize = 4096;

/// Reads every game of a file; the list is never empty.
pub(super) fn all(bytes: &[u8]) -> Vec<Result<Record, Unreadable>> {
    if bytes.len() > limits::BYTES {
        return vec![Err(Unreadable { reason: Refusal::TooLong, offset: limits::BYTES })];
    }
    let mut games = Vec::new();
    let pieces = pieces(bytes);
    for (number, piece) in pieces.iter().enumerate() {
        let end = pieces.get(number + 1).copied().unwrap_or(bytes.len());
        one_encoding(&bytes[*piece..end], *piece, &mut games);
    }
    if games.is_empty() {
        games.push(Err(Unreadable { reason: Refusal::NoGame, offset: 0 }));
    }
    games
}

/// Where the parts of a file start that may be in encodings of their own: a collection may name several.
fn pieces(bytes: &[u8]) -> Vec<usize> {
    if std::str::from_utf8(bytes).is_ok() {
        return vec![0];
    }
    let mut starts = vec![0];
    let mut before: Option<Declared<'_>> = None;
    for declared in labels(bytes) {
        // The game of a label starts after the label before it.
        if let Some(before) = before
            && !before.label.eq_ignore_ascii_case(declared.label)
            && let Some(game) = bytes[before.offset..declared.offset].windows(2).rposition(|pair| pair == b"(;")
        {
            starts.push(before.offset + game);
        }
        before = Some(declared);
    }
    starts
}

/// The encodings that properties `CA` name.
fn labels(bytes: &[u8]) -> impl Iterator<Item = Declared<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let open = from + bytes.get(from..)?.iter().position(|byte| *byte == b'[')?;
            from = open + 1;
            let name = &bytes[open.saturating_sub(3)..open];
            if !name.ends_with(b"CA") || name.len() == 3 && name[0].is_ascii_alphabetic() {
                continue;
            }
            let Some(length) = bytes[from..].iter().take(40).position(|byte| *byte == b']') else { continue };
            let end = from + length;
            if let Ok(label) = std::str::from_utf8(&bytes[from..end]) {
                return Some(Declared { label, offset: open - 2 });
            }
        }
    })
}

/// Reads the games of bytes in one encoding; `start` is where they begin in the file.
fn one_encoding(bytes: &[u8], start: usize, games: &mut Vec<Result<Record, Unreadable>>) {
    let plain = format(bytes);
    let declared = match plain {
        Format::Sgf => labels(&bytes[..bytes.len().min(if bytes.is_ascii() { HEADING / 16 } else { HEADING })]).next(),
        Format::Gib => gib::declared(bytes),
        Format::Ugf => ugf::declared(bytes),
        Format::Ngf => None,
    };
    let decoded = decode(bytes, declared);
    let (text, encoding) = (&*decoded.text, decoded.encoding);
    let offsets = &decoded.offsets;
    let first = games.len();
    // UTF-16 hides the format from the first look.
    let found = match format(text.as_bytes()) {
        Format::Sgf => sgf::read(text, encoding, offsets, first),
        Format::Gib => vec![gib::read(text, encoding, offsets, first)],
        Format::Ngf => vec![ngf::read(text, encoding, offsets, first)],
        Format::Ugf => vec![ugf::read(text, encoding, offsets, first)],
    };
    for game in found {
        games.push(match game {
            Ok(mut record) => {
                for (code, offset, found) in decoded.findings.iter().rev() {
                    let finding = super::Finding { code: *code, offset: *offset, found: found.clone() };
                    record.findings.insert(0, finding);
                }
                if start > 0 {
                    shift(&mut record, start);
                }
                Ok(record)
            }
            Err(unreadable) => Err(Unreadable { offset: unreadable.offset + start, ..unreadable }),
        });
    }
}

/// Moves all places, for a piece that does not begin at the start of the file.
fn shift(record: &mut Record, by: usize) {
    let small = super::texts::small(by);
    record.offset += by;
    record.moves.iter_mut().for_each(|played| played.offset += small);
    record.setups.iter_mut().for_each(|setup| setup.offset += small);
    record.clocks.iter_mut().for_each(|clock| clock.offset += small);
    record.texts.properties.iter_mut().for_each(|property| property.offset += small);
    record.findings.iter_mut().for_each(|finding| finding.offset += by);
}

/// The format by its first lines.
fn format(bytes: &[u8]) -> Format {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let body = body.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(body);
    let head = &body[..body.len().min(4096)];
    let has = |word: &[u8]| head.windows(word.len()).any(|part| part == word);
    match () {
        () if body.starts_with(b"\\HS") || body.starts_with(b"\\[GIBOKIND") => Format::Gib,
        () if body.starts_with(b"(") => Format::Sgf,
        () if has(b"[Header]") && has(b"Ver=") => Format::Ugf,
        () if ngf::looks_like(head) => Format::Ngf,
        () if has(b"\\[GAMEINFOMAIN=") || has(b"\\GS") => Format::Gib,
        () => Format::Sgf,
    }
}
