//! GIB, the format of Tygem: a heading of `\[KEY=VALUE\]` and a line for each move.

use super::decode::{Declared, Encoding, Offsets};
use super::draft::{Draft, MOVES};
use super::finding::Code;
use super::unreadable::{Refusal, Unreadable};
use super::{Format, Record, named};
use crate::{Colour, Play, Size};

/// The encoding by the country that the file names.
pub(super) fn declared(bytes: &[u8]) -> Option<Declared<'static>> {
    let kind = b"GIBOKIND=";
    let at = bytes.windows(kind.len()).position(|part| part == kind)?;
    let rest = &bytes[at + kind.len()..];
    let label = match () {
        () if rest.starts_with(b"Korea") => "EUC-KR",
        () if rest.starts_with(b"China") => "GB18030",
        () if rest.starts_with(b"Japan") => "Shift_JIS",
        () => return None,
    };
    // The country is not said as the encoding: a file in UTF-8 does not lie.
    std::str::from_utf8(bytes).is_err().then_some(Declared { label, offset: at })
}

/// Reads the one game of a file.
pub(super) fn read(text: &str, encoding: Encoding, offsets: &Offsets, index: usize) -> Result<Record, Unreadable> {
    let mut draft = Draft::new(Format::Gib, 0, MOVES);
    draft.size = Some(Size::NINETEEN);
    let mut played = false;
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim();
        match line.strip_prefix("\\[").map(|rest| rest.strip_suffix("\\]").unwrap_or(rest)) {
            Some(rest) => {
                if let Some((key, value)) = rest.split_once('=') {
                    heading(&mut draft, key, value.trim(), at);
                }
            }
            None => played |= step(&mut draft, line, at),
        }
        at += whole.len();
    }
    if !played && draft.texts.properties.is_empty() {
        return Err(Unreadable { reason: Refusal::NoGame, offset: 0 });
    }
    Ok(draft.finish(index, encoding, offsets))
}

/// One entry of the heading, as the property of SGF that it is.
fn heading(draft: &mut Draft, key: &str, value: &str, at: usize) {
    if value.is_empty() {
        return;
    }
    match key {
        "GAMEBLACKNAME" => player(draft, value, "PB", "BR", at),
        "GAMEWHITENAME" => player(draft, value, "PW", "WR", at),
        "GAMENAME" => draft.texts.add("EV", value, at),
        "GAMEPLACE" => draft.texts.add("PC", value, at),
        "GAMEDATE" => draft.texts.add("DT", value, at),
        "GAMECONDITION" => draft.texts.add("GC", value, at),
        "GAMERESULT" => draft.texts.add("RE", value, at),
        "GAMEINFOMAIN" => facts(draft, value, at),
        "GAMETAG" => tag(draft, value, at),
        _ => {}
    }
}

/// `name (5段)`.
fn player(draft: &mut Draft, value: &str, name: &str, rank: &str, at: usize) {
    let split = value.rfind(['(', '（']).filter(|_| value.ends_with([')', '）']));
    let (who, grade) = split.map_or((value, ""), |split| value.split_at(split));
    draft.texts.add(name, who.trim(), at);
    let grade = grade.trim_matches(|letter: char| matches!(letter, '(' | ')' | '（' | '）' | ' '));
    if !grade.is_empty() {
        draft.texts.add(rank, grade, at);
    }
}

/// `GRLT:1,ZIPSU:110,GONGJE:65,GTIME:1200-30-3`: numbers are in tenths.
fn facts(draft: &mut Draft, value: &str, at: usize) {
    let fact = |name: &str| value.split(',').find_map(|fact| fact.trim().strip_prefix(name)?.strip_prefix(':'));
    let number = |name: &str| fact(name).and_then(|value| value.trim().parse::<i32>().ok());
    match (number("GONGJE"), number("DUM")) {
        (Some(tenths), Some(0) | None) => draft.texts.add("KM", &tenth(tenths), at),
        // White's gift to Black, or the other way round: the format does not tell.
        _ => draft.texts.add("KM", "", at),
    }
    let margin = number("ZIPSU").unwrap_or(0);
    let result = match number("GRLT") {
        Some(0) if margin > 0 => Some(format!("B+{}", tenth(margin))),
        Some(1) if margin > 0 => Some(format!("W+{}", tenth(margin))),
        Some(2) => Some("Draw".to_owned()),
        Some(3) => Some("B+R".to_owned()),
        Some(4) => Some("W+R".to_owned()),
        Some(7) => Some("B+T".to_owned()),
        Some(8) => Some("W+T".to_owned()),
        _ => None,
    };
    if let Some(result) = result {
        // The number is surer than the words that came before it.
        draft.texts.remove("RE");
        draft.texts.add("RE", &result, at);
    }
    let time: Option<Vec<u32>> =
        fact("GTIME").and_then(|time| time.split('-').map(|part| part.trim().parse().ok()).collect());
    if let Some([main, seconds, periods]) = time.as_deref() {
        clock(draft, [*main, *seconds, *periods], at);
    }
}

/// `S0,R0,T30-3-1200`: seconds of a period, periods, main time. Where the other line has words only.
fn tag(draft: &mut Draft, value: &str, at: usize) {
    let time =
        value.split(',').find_map(|fact| fact.trim().strip_prefix('T')).filter(|_| draft.texts.place("TM").is_none());
    let time: Option<Vec<u32>> = time.and_then(|time| time.split('-').map(|part| part.trim().parse().ok()).collect());
    if let Some([seconds, periods, main]) = time.as_deref() {
        clock(draft, [*main, *seconds, *periods], at);
    }
}

fn clock(draft: &mut Draft, [main, seconds, periods]: [u32; 3], at: usize) {
    draft.texts.add("TM", &main.to_string(), at);
    if periods > 0 {
        draft.texts.add("OT", &format!("{periods}x{seconds} byo-yomi"), at);
    }
}

fn tenth(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
}

/// One line of the game. True where it is one.
fn step(draft: &mut Draft, line: &str, at: usize) -> bool {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("STO") => {
            let numbers: Vec<u8> =
                words.filter_map(|word| word.parse::<u16>().ok()).map(|it| it.min(255) as u8).collect();
            let [.., colour @ (1 | 2), x, y] = numbers.as_slice() else {
                draft.findings.add(Code::LineUnknown, at, line);
                return false;
            };
            let colour = if *colour == 1 { Colour::Black } else { Colour::White };
            let point = named(*x, *y);
            if !Size::NINETEEN.has(point) {
                draft.findings.add(Code::PointOffBoard, at, line);
            }
            draft.play(colour, Play::At(point), at);
            true
        }
        Some("SKI") => {
            let first = if draft.setups.is_empty() { Colour::Black } else { Colour::White };
            let colour = draft.moves.last().map_or(first, |last| last.colour.other());
            draft.play(colour, Play::Pass, at);
            true
        }
        Some("INI") => {
            if let Some(stones) = words.nth(2).and_then(|word| word.parse::<u16>().ok()).filter(|stones| *stones >= 2) {
                draft.texts.add("HA", &stones.to_string(), at);
                draft.usual_stones(stones, true, at);
            }
            true
        }
        Some(word) if word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            draft.findings.add(Code::LineUnknown, at, line);
            false
        }
        _ => false,
    }
}
