//! UGF and UGI, the formats of PandaNet: sections of lines, the moves in `[Data]`.

use super::decode::{Declared, Encoding, Offsets};
use super::draft::{Draft, MOVES};
use super::finding::Code;
use super::texts::Name;
use super::unreadable::{Refusal, Unreadable};
use super::{Format, Record, Setup, UNCLEAR};
use crate::record::texts::small;
use crate::{Colour, Coord, Play, Size};

/// The encoding that the heading names.
pub(super) fn declared(bytes: &[u8]) -> Option<Declared<'_>> {
    let at = bytes.windows(6).position(|part| part == b"\nLang=")? + 1;
    let line = bytes[at + 5..].split(|byte| matches!(byte, b'\r' | b'\n')).next()?;
    let label = std::str::from_utf8(line).ok()?.trim();
    let label = match label {
        "JPN" | "SJIS" => "Shift_JIS",
        "BIG5" => "Big5",
        "GB" => "GB18030",
        "ENG" | "" => return None,
        other => other,
    };
    Some(Declared { label, offset: at })
}

/// Reads the one game of a file.
pub(super) fn read(text: &str, encoding: Encoding, offsets: &Offsets, index: usize) -> Result<Record, Unreadable> {
    let mut reader = Reader { draft: Draft::new(Format::Ugf, 0, MOVES), from_below: false, stones: 0 };
    let (mut section, mut seen, mut at) = ("", false, 0);
    let mut comment: Option<(usize, String)> = None;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\r', '\n']);
        let place = at;
        at += whole.len();
        if line.starts_with('[') && line.trim_end().ends_with(']') {
            section = line.trim();
            seen |= section == "[Data]";
            if section == "[ReviewNode]" {
                reader.draft.findings.add(Code::VariationsLeftOut, place, "");
            }
            continue;
        }
        match (section, &mut comment) {
            ("[Header]", _) => {
                if let Some((key, value)) = line.split_once('=') {
                    reader.heading(key.trim(), value.trim(), place);
                }
            }
            ("[Data]", Some((start, text))) => {
                if line.starts_with(".EndText") {
                    reader.draft.texts.start(reader.draft.moves.len(), Name::of(b"C"), *start);
                    let text = std::mem::take(text);
                    let plain = |letter: char| if letter.is_control() && letter != '\n' { ' ' } else { letter };
                    reader.draft.texts.value(|letters| letters.extend(text.trim_end().chars().map(plain)));
                    comment = None;
                } else {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            ("[Data]", comment) if line.starts_with(".Text") => *comment = Some((place, String::new())),
            ("[Data]", _) if !line.trim().is_empty() => reader.step(line.trim(), place),
            _ => {}
        }
    }
    if !seen {
        return Err(Unreadable { reason: Refusal::NoGame, offset: offsets.original(0) });
    }
    if reader.stones >= 2 && reader.draft.setups.is_empty() {
        reader.draft.usual_stones(reader.stones, false, 0);
    }
    Ok(reader.draft.finish(index, encoding, offsets))
}

struct Reader {
    draft: Draft,
    /// Whether rows are counted from below.
    from_below: bool,
    stones: u16,
}

impl Reader {
    fn heading(&mut self, key: &str, value: &str, at: usize) {
        let mut parts = value.split(',').map(str::trim);
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let texts = &mut self.draft.texts;
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                texts.add(name, value, at);
            }
        };
        match key {
            "Title" => {
                let parts: Vec<&str> = value.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
                add("EV", &parts.join(", "));
            }
            "Place" => add("PC", value.trim_end_matches(',')),
            "Date" => add("DT", first),
            "Comment" => add("GC", value),
            "PlayerB" => {
                add("PB", first);
                add("BR", second);
            }
            "PlayerW" => {
                add("PW", first);
                add("WR", second);
            }
            "Rule" => add(
                "RU",
                match first {
                    "JPN" | "JPN89" => "Japanese",
                    "CHN" => "Chinese",
                    "KOR" => "Korean",
                    other => other,
                },
            ),
            "Hdcp" => {
                self.stones = first.parse().unwrap_or(0);
                if self.stones >= 2 {
                    add("HA", first);
                }
                add("KM", second);
            }
            "Winner" => add("RE", &winner(first, second)),
            "Size" => match first.parse().ok().and_then(Size::square) {
                Some(size) => self.draft.size = Some(size),
                None => self.draft.findings.add(Code::SizeUnclear, at, value),
            },
            "CoordinateType" => self.from_below = first.eq_ignore_ascii_case("IGS"),
            _ => {}
        }
    }

    /// `QP,B1,1,0`: the point, the side, the number, the time. Number 0 is a stone that is set up.
    fn step(&mut self, line: &str, at: usize) {
        let mut parts = line.split(',').map(str::trim);
        let (point, side, number) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default(), parts.next());
        let colour = match side.bytes().next() {
            Some(b'B') => Colour::Black,
            Some(b'W') => Colour::White,
            _ => return self.draft.findings.add(Code::LineUnknown, at, line),
        };
        let play = self.point(point, at);
        match (number, play) {
            (Some("0"), Play::At(stone)) if self.draft.moves.is_empty() => {
                if self.draft.setups.is_empty() {
                    self.draft.setups.push(Setup { offset: small(at), ..Setup::default() });
                }
                let board = self.draft.size();
                if let Some(setup) =
                    self.draft.setups.first_mut().filter(|setup| {
                        board.has(stone) && !setup.black.contains(&stone) && !setup.white.contains(&stone)
                    })
                {
                    let stones = if colour == Colour::Black { &mut setup.black } else { &mut setup.white };
                    stones.push(stone);
                }
            }
            _ => self.draft.play(colour, play, at),
        }
    }

    fn point(&mut self, text: &str, at: usize) -> Play {
        let size = self.draft.size();
        let &[x @ b'A'..=b'Z', y @ b'A'..=b'Z'] = text.as_bytes() else {
            self.draft.findings.add(Code::PointUnclear, at, text);
            return Play::At(UNCLEAR);
        };
        if text == "YA" {
            return Play::Pass;
        }
        let (x, y) = (x - b'A', y - b'A');
        let y = if self.from_below { size.height().checked_sub(y + 1).unwrap_or(y) } else { y };
        let point = Coord { x, y };
        if !size.has(point) {
            self.draft.findings.add(Code::PointOffBoard, at, text);
        }
        Play::At(point)
    }
}

/// `B,7.50`, `W,C` (中押), `B,T`.
fn winner(side: &str, how: &str) -> String {
    match (side, how) {
        ("B" | "W", "C" | "R") => format!("{side}+R"),
        ("B" | "W", "") => format!("{side}+"),
        ("B" | "W", how) => format!("{side}+{how}"),
        ("D" | "J", _) => "Draw".to_owned(),
        ("N" | "", _) => "?".to_owned(),
        (other, _) => other.to_owned(),
    }
}
