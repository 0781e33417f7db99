//! Decoding run by run, so that every ASCII character keeps its place.

use std::borrow::Cow;

use super::super::finding::Code;
use super::{Decoded, Encoding, Family, Offsets};

/// How many bytes the character at the front has, 1 where it is none.
pub(super) fn length(family: Family, bytes: &[u8]) -> usize {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let two = match family {
        Family::Gb => match (at(0), at(1), at(2), at(3)) {
            (0x81..=0xFE, 0x40..=0x7E | 0x80..=0xFE, _, _) => true,
            (0x81..=0xFE, 0x30..=0x39, 0x81..=0xFE, 0x30..=0x39) => return 4,
            _ => false,
        },
        Family::Big5 => matches!((at(0), at(1)), (0x81..=0xFE, 0x40..=0x7E | 0xA1..=0xFE)),
        Family::ShiftJis => matches!((at(0), at(1)), (0x81..=0x9F | 0xE0..=0xFC, 0x40..=0x7E | 0x80..=0xFC)),
        Family::EucKr => matches!((at(0), at(1)), (0x81..=0xFE, 0x41..=0x5A | 0x61..=0x7A | 0x81..=0xFE)),
        Family::EucJp => match (at(0), at(1), at(2)) {
            (0x8F, 0xA1..=0xFE, 0xA1..=0xFE) => return 3,
            (0x8E | 0xA1..=0xFE, 0xA1..=0xFE, _) => true,
            _ => false,
        },
        _ => false,
    };
    if two { 2 } else { 1 }
}

/// The end of the run of other characters than ASCII that starts here.
fn end_of_run(bytes: &[u8], start: usize, encoding: Encoding) -> usize {
    let mut end = start;
    if encoding == Encoding::ISO_2022_JP && bytes[start] == ESCAPE {
        let back = bytes[start + 1..].windows(2).position(|pair| pair == [ESCAPE, b'(']);
        return back.map_or(bytes.len(), |back| (start + 1 + back + 3).min(bytes.len()));
    }
    let family = encoding.family();
    while end < bytes.len() && bytes[end] >= 0x80 {
        let size = length(family, &bytes[end..]);
        if size == 2 && bytes[end + 1] == b']' && ends_value(&bytes[end + 2..]) {
            // A name that was cut within a character: its bracket is no second byte.
            return end + 1;
        }
        end += size;
    }
    end
}

/// Whether what follows a bracket shows that it closed a value: a property in capital letters, or a node with a move.
fn ends_value(bytes: &[u8]) -> bool {
    let rest = bytes.trim_ascii_start();
    let rest = rest.strip_prefix(b";").unwrap_or(rest);
    let name = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    (1..=2).contains(&name) && rest.get(name) == Some(&b'[')
}

/// What starts and ends Japanese within ASCII.
pub(super) const ESCAPE: u8 = 0x1B;

/// Decodes bytes of an encoding that holds ASCII.
pub(super) fn decode(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let (mut marks, mut broken) = (Vec::new(), None);
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && bytes[at] < 0x80 && !(bytes[at] == ESCAPE && encoding == Encoding::ISO_2022_JP) {
            at += 1;
        }
        text.extend(bytes[start..at].iter().map(|byte| char::from(*byte)));
        if at < bytes.len() {
            let end = end_of_run(bytes, at, encoding);
            let (run, errors) = encoding.0.decode_without_bom_handling(&bytes[at..end]);
            if errors && broken.is_none() {
                broken = Some(at);
            }
            text.push_str(&run);
            at = end;
            marks.push((text.len(), at));
        }
    }
    finish(text, encoding, Offsets::Runs { step: 1, marks }, broken)
}

/// Decodes UTF-8 with bytes that are none; `start` is where the text begins in the file.
pub(super) fn broken_utf8(bytes: &[u8], start: usize) -> Decoded<'_> {
    let mut text = String::with_capacity(bytes.len() + 16);
    let (mut marks, mut broken, mut at) = (vec![(0, start)], None, start);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            broken = broken.or(Some(at));
            text.push(char::REPLACEMENT_CHARACTER);
            at += chunk.invalid().len();
            marks.push((text.len(), at));
        }
    }
    finish(text, Encoding::UTF_8, Offsets::Runs { step: 1, marks }, broken)
}

/// Decodes UTF-16, with or without its mark.
pub(super) fn utf16(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let start = if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") { 2 } else { 0 };
    let low_first = encoding == Encoding::UTF_16LE;
    let units = bytes[start..].chunks(2).map(|pair| match (pair, low_first) {
        (&[low, high], true) => u16::from_le_bytes([low, high]),
        (&[high, low], _) => u16::from_be_bytes([high, low]),
        _ => 0xFFFD,
    });
    let mut text = String::with_capacity(bytes.len() / 2 + 16);
    let (mut marks, mut broken, mut at) = (vec![(0, start)], None, start);
    for letter in char::decode_utf16(units) {
        let letter = letter.unwrap_or_else(|_| {
            broken = broken.or(Some(at));
            char::REPLACEMENT_CHARACTER
        });
        text.push(letter);
        at = (at + 2 * letter.len_utf16()).min(bytes.len());
        if !letter.is_ascii() {
            marks.push((text.len(), at));
        }
    }
    finish(text, encoding, Offsets::Runs { step: 2, marks }, broken)
}

fn finish<'a>(text: String, encoding: Encoding, offsets: Offsets, broken: Option<usize>) -> Decoded<'a> {
    let findings = broken.map(|at| (Code::EncodingBroken, at, String::new()));
    Decoded { text: Cow::Owned(text), encoding, offsets, findings: findings.into_iter().collect() }
}
