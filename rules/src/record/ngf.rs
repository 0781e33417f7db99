//! NGF, the format of wBaduk and Cyberoro: a heading of twelve lines and a line for each move. One site puts `GI` before
//! each line of the heading and orders them otherwise.

use super::decode::{Encoding, Offsets};
use super::draft::{Draft, MOVES};
use super::finding::Code;
use super::unreadable::{Refusal, Unreadable};
use super::{Format, Record, named};
use crate::{Colour, Play, Size};

/// Whether the first bytes of a file look like it: a size in its place, and moves.
pub(super) fn looks_like(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let second = lines.clone().nth(1).unwrap_or_default();
    let sized = matches!(second, b"19" | b"13" | b"9");
    let marked = head.starts_with(b"GI") && second.starts_with(b"GI");
    (sized || marked) && lines.any(|line| line.len() >= 8 && line.starts_with(b"PM") && matches!(line[4], b'B' | b'W'))
}

/// Reads the one game of a file.
pub(super) fn read(text: &str, encoding: Encoding, offsets: &Offsets, index: usize) -> Result<Record, Unreadable> {
    let mut draft = Draft::new(Format::Ngf, 0, MOVES);
    let mut lines = Vec::new();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        lines.push((at, whole.trim()));
        at += whole.len();
    }
    let head = lines.iter().position(|(_, line)| is_move(line)).unwrap_or(lines.len());
    if head == 0 || head == lines.len() && lines.len() < 2 {
        return Err(Unreadable { reason: Refusal::NoGame, offset: offsets.original(0) });
    }
    let marked = lines[0].1.starts_with("GI");
    let heading = &lines[..head];
    if marked {
        marked_heading(&mut draft, heading, &lines[head..])
    } else {
        plain_heading(&mut draft, heading)
    }
    for (at, line) in &lines[head..] {
        if is_move(line) {
            step(&mut draft, line.as_bytes(), *at);
        } else if !line.is_empty() && !marked {
            draft.findings.add(Code::LineUnknown, *at, line);
        }
    }
    Ok(draft.finish(index, encoding, offsets))
}

fn is_move(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.len() >= 7 && bytes.starts_with(b"PM") && matches!(bytes[4], b'B' | b'W')
}

/// Title, size, White, Black, site, handicap, –, komi without its half, date, minutes, result, moves.
fn plain_heading(draft: &mut Draft, lines: &[(usize, &str)]) {
    let line = |number: usize| lines.get(number).copied().unwrap_or((0, ""));
    size(draft, line(1));
    add(draft, "EV", line(0));
    player(draft, line(2), "PW", "WR");
    player(draft, line(3), "PB", "BR");
    add(draft, "PC", line(4));
    stones_and_komi(draft, line(5), line(7));
    let (at, date) = line(8);
    let digits = date.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 8 {
        draft.texts.add("DT", &format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..8]), at);
    } else {
        add(draft, "DT", line(8));
    }
    if let Ok(minutes) = line(9).1.parse::<u32>() {
        draft.texts.add("TM", &minutes.saturating_mul(60).to_string(), line(9).0);
    }
    add(draft, "RE", line(10));
}

/// Title, Black, White, two lines, date, size, handicap, –, komi without its half, moves; the result at the end.
fn marked_heading(draft: &mut Draft, lines: &[(usize, &str)], rest: &[(usize, &str)]) {
    let line = |number: usize| {
        let (at, line) = lines.get(number).copied().unwrap_or((0, ""));
        (at, line.strip_prefix("GI").unwrap_or(line).trim())
    };
    size(draft, line(6));
    add(draft, "EV", line(0));
    player(draft, line(1), "PB", "BR");
    player(draft, line(2), "PW", "WR");
    add(draft, "PC", line(3));
    add(draft, "DT", line(5));
    stones_and_komi(draft, line(7), line(9));
    for (at, line) in rest {
        let Some(place) = line.find(']').filter(|_| line.starts_with("IDB[") || line.starts_with("IDW[")) else {
            continue;
        };
        let words = line[place + 1..].trim().trim_end_matches("[EndTxt]");
        // Only what is said of the last move is the result.
        draft.texts.remove("RE");
        draft.texts.add("RE", words.split(['(', '（']).next().unwrap_or(words), *at);
    }
}

fn size(draft: &mut Draft, (at, line): (usize, &str)) {
    match line.parse().ok().and_then(Size::square) {
        Some(size) => draft.size = Some(size),
        None => {
            draft.findings.add(Code::SizeUnclear, at, line);
            draft.size = Some(Size::NINETEEN);
        }
    }
}

fn add(draft: &mut Draft, name: &str, (at, value): (usize, &str)) {
    if !value.is_empty() {
        draft.texts.add(name, value, at);
    }
}

/// `LQC         9DP`.
fn player(draft: &mut Draft, (at, line): (usize, &str), name: &str, rank: &str) {
    let (who, grade) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
    add(draft, name, (at, who.trim()));
    add(draft, rank, (at, grade.trim()));
}

/// Komi lacks its half point in even games; in handicap games the format does not tell.
fn stones_and_komi(draft: &mut Draft, (at, stones): (usize, &str), (komi_at, komi): (usize, &str)) {
    let stones: u16 = stones.parse().unwrap_or(0);
    if stones >= 2 {
        draft.texts.add("HA", &stones.to_string(), at);
        draft.usual_stones(stones, false, at);
    }
    match komi.parse::<i32>() {
        Ok(komi) if stones < 2 && komi > 0 => draft.texts.add("KM", &format!("{komi}.5"), komi_at),
        Ok(_) => draft.texts.add("KM", "", komi_at),
        Err(_) => draft.texts.add("KM", komi, komi_at),
    }
}

/// `PMABBREER`: the number in two letters, the side, the point in two letters from `B` on, and once more turned round.
fn step(draft: &mut Draft, line: &[u8], at: usize) {
    let colour = if line[4] == b'B' { Colour::Black } else { Colour::White };
    let play = match (line[5].checked_sub(b'B'), line[6].checked_sub(b'B')) {
        (Some(x), Some(y)) => {
            let point = named(x, y);
            if !draft.size().has(point) {
                draft.findings.add(Code::PointOffBoard, at, &String::from_utf8_lossy(line));
            }
            Play::At(point)
        }
        _ => Play::Pass,
    };
    draft.play(colour, play, at);
}
