//! Which encoding bytes are in, where nothing certain says so.
//!
//! Every candidate reads the bytes. Each of its characters costs as many eighths of a bit as it is rare in game records
//! of that language (the share of its block divided by the size of the block); the cheapest reading wins.

use super::step::{ESCAPE, length};
use super::{Encoding, Family};

/// How many bytes are looked at.
const SAMPLE: usize = 1 << 16;

/// What a byte costs that is no character at all.
const NONSENSE: i64 = 300;

/// What a word of the game saves.
const WORD: i64 = 32;

/// What the record's own word for its encoding is worth at least, and for each character.
const SAID: (i64, i64) = (250, 24);

/// Characters that game records are full of.
const WORDS: &str = "黑白胜勝段盘盤局杯赛賽届屆押目级級九八七六五四三二一初年月日第战戰戦期棋围圍碁囲名人坊黒番勝中半子手흑백승국집단급불계반배회제";

/// Encodings that are tried; the last is of the West.
const CANDIDATES: [Encoding; 6] =
    [Encoding::GB18030, Encoding::BIG5, Encoding::SHIFT_JIS, Encoding::EUC_KR, Encoding::EUC_JP, Encoding::LATIN];

/// Whether the bytes are Japanese in seven bits.
pub(super) fn has_japanese_escapes(bytes: &[u8]) -> bool {
    bytes.contains(&ESCAPE)
        && bytes.is_ascii()
        && bytes.windows(3).any(|three| three[..2] == [ESCAPE, b'$'] && matches!(three[2], b'@' | b'B'))
}

/// Whether bytes that are valid UTF-8 are rather in the encoding that the record names: two bytes of GBK or Big5 may
/// happen to be a letter of UTF-8, three bytes hardly.
pub(super) fn prefers(bytes: &[u8], named: Option<Encoding>) -> bool {
    let Some(named) = named.filter(|named| CANDIDATES.contains(named) && !named.is_single_byte()) else { return false };
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let high = sample.iter().filter(|byte| **byte >= 0x80).count();
    high > 0 && sample.iter().all(|byte| *byte < 0xE0) && cost(sample, named).0 < (high as i64 / 2) * 8 * 14
}

/// Whether the bytes are UTF-8 but for a few, as where a file was cut within a character.
pub(super) fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes[..bytes.len().min(SAMPLE)].utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| letter.len_utf8() > 2).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= 2 && good >= 8 * bad
}

/// The likeliest encoding of bytes that are not UTF-8.
pub(super) fn legacy(bytes: &[u8], named: Option<Encoding>) -> Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let best = |candidates: &[Encoding]| {
        candidates.iter().map(|encoding| (cost(sample, *encoding).0, *encoding)).min_by_key(|(cost, _)| *cost)
    };
    let (least, likeliest) = best(&CANDIDATES).unwrap_or((0, Encoding::LATIN));
    let Some(named) = named.filter(|named| *named != Encoding::UTF_8) else { return likeliest };
    let (said, letters) = cost(sample, named);
    if named.is_single_byte() {
        return if said <= least + SAID.0 / 4 { named } else { likeliest };
    }
    // A record that names an encoding of East Asia has other letters than those of the West.
    let (least, likeliest) = best(&CANDIDATES[..CANDIDATES.len() - 1]).unwrap_or((least, likeliest));
    if said <= least + SAID.0.max(SAID.1 * letters) { named } else { likeliest }
}

/// What a reading costs, and how many characters beyond ASCII it has.
fn cost(bytes: &[u8], encoding: Encoding) -> (i64, i64) {
    let (mut cost, mut letters, mut at, mut high_before) = (0, 0, 0, false);
    let family = encoding.family();
    while at < bytes.len() {
        if bytes[at] < 0x80 {
            (at, high_before) = (at + 1, false);
            continue;
        }
        let size = length(family, &bytes[at..]);
        let second = if size > 1 { bytes[at + 1] } else { 0 };
        cost += match () {
            () if encoding.is_single_byte() => single(bytes[at], high_before),
            () if size > 2 => 200,
            () if size == 1 && !(family == Family::ShiftJis && (0xA1..=0xDF).contains(&bytes[at])) => NONSENSE,
            () => double(family, bytes[at], second),
        };
        letters += 1;
        at += size;
        high_before = true;
    }
    let (text, _) = encoding.0.decode_without_bom_handling(bytes);
    let words = text.chars().filter(|letter| !letter.is_ascii() && WORDS.contains(*letter)).count();
    (cost - WORD * i64::try_from(words).unwrap_or(0), letters)
}

/// Eighths of a bit for a character of one byte; letters with accents hardly follow one another.
fn single(byte: u8, high_before: bool) -> i64 {
    let rare = if byte >= 0xC0 { 49 } else { 72 };
    rare + if high_before { 48 } else { 0 }
}

/// Eighths of a bit for a character of two bytes, or of Shift-JIS's one.
fn double(family: Family, first: u8, second: u8) -> i64 {
    match family {
        Family::Gb => match (first, second) {
            (0xB0..=0xD7, 0xA1..) => 96,
            (0xA1..=0xA3, 0xA1..) => 95,
            (0xD8..=0xF7, 0xA1..) => 133,
            _ => 171,
        },
        Family::Big5 => match first {
            0xA4..=0xC6 => 100,
            0xA1..=0xA3 => 100,
            0xC9..=0xF9 => 148,
            _ => 192,
        },
        Family::ShiftJis => match (first, second) {
            (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => 69,
            (0x81, _) | (0x82, 0x4F..=0x9A) => 90,
            (0xA1..=0xDF, 0) => 92,
            (0x88..=0x97, _) => 103,
            (0x98..=0x9F | 0xE0..=0xEA, _) => 139,
            _ => 192,
        },
        Family::EucJp => match first {
            0xA4 | 0xA5 => 69,
            0xA1..=0xA3 => 92,
            0xB0..=0xCF => 103,
            0xD0..=0xF4 => 139,
            0x8E => 170,
            _ => 192,
        },
        Family::EucKr => match (first, second) {
            (0xB0..=0xC8, 0xA1..) => 90,
            (0xA1..=0xAC, 0xA1..) => 118,
            (0xCA..=0xFD, 0xA1..) => 138,
            _ => 158,
        },
        _ => NONSENSE,
    }
}
