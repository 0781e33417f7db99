//! What the properties of a node mean.

use super::super::draft::Draft;
use super::super::finding::Code;
use super::super::texts::{Name, keys, small};
use super::super::unreadable::Refusal;
use super::super::{Clock, Marks, Setup, Sign, UNCLEAR, limits, time};
use super::point::{self, Form, ListForms, Value};
use super::scan::{Cursor, Node, RawProperty, unescape};
use crate::{Colour, Coord, Play, Size};

/// Properties of the whole game, which belong into the first node; the last of them are of Chinese sites.
const OF_GAME: Pairs = {
    let names = [
        b"AN", b"AP", b"BR", b"BT", b"CA", b"CP", b"DT", b"EV", b"FF", b"GM", b"GN", b"GC", b"HA", b"KM", b"ON", b"OT",
        b"PB", b"PC", b"PW", b"RE", b"RO", b"RU", b"SO", b"ST", b"SZ", b"TM", b"US", b"WR", b"WT", b"RD", b"GK", b"LT",
        b"LC", b"TC", b"TT", b"RN",
    ];
    let mut pairs = Pairs([0; 26]);
    let mut at = 0;
    while at < names.len() {
        let [one, two] = *names[at];
        pairs.0[(one - b'A') as usize] |= 1 << (two - b'A');
        at += 1;
    }
    pairs
};

/// A set of names of two letters: for each first letter a bit for each second one.
#[derive(Default)]
struct Pairs([u32; 26]);

impl Pairs {
    fn has(&self, (one, two): (usize, u32)) -> bool {
        self.0[one] & 1 << two != 0
    }

    fn add(&mut self, (one, two): (usize, u32)) {
        self.0[one] |= 1 << two;
    }
}

/// The letters of a name of two.
fn pair(name: Name) -> Option<(usize, u32)> {
    let [one, two, rest, ..] = name.key().to_le_bytes();
    let both = one.is_ascii_uppercase() && two.is_ascii_uppercase() && rest == 0;
    both.then(|| (usize::from(one - b'A'), u32::from(two - b'A')))
}

/// Reads nodes one after the other.
#[derive(Default)]
pub(super) struct Reader {
    /// Where the node starts that is being read.
    pub(super) started: usize,
    nodes: usize,
    /// Whether the first node said that the game is Go.
    named: bool,
    /// Which of [`OF_GAME`] have been said.
    said: Pairs,
}

impl Reader {
    /// The quick way for what most of a record is: nodes of one move and nothing else, as `;B[pd];W[dp]`.
    /// The cursor stands after a semicolon.
    pub(super) fn plain_moves(&mut self, draft: &mut Draft, cursor: &mut Cursor<'_>, in_node: &mut bool) {
        let Some(size) = draft.size.filter(|_| self.nodes > 0) else { return };
        let (width, height) = (size.width().min(26), size.height().min(26));
        let first = draft.moves.len();
        let begun = self.nodes;
        let mut at = cursor.at;
        while let Some(&[letter @ (b'B' | b'W'), b'[', x, y, b']', next]) = cursor.text.get(at..at + 6) {
            let (x, y) = (x.wrapping_sub(b'a'), y.wrapping_sub(b'a'));
            if x >= width || y >= height || self.nodes >= limits::NODES {
                break;
            }
            let colour = if letter == b'B' { Colour::Black } else { Colour::White };
            // The next node follows at once, as a rule.
            let mut after = at + 5;
            if next != b';' {
                let mut blanks = Cursor { at: after, ..*cursor };
                blanks.blanks();
                after = blanks.at;
                // The node may go on after the line's end: it is read with all it has.
                if !matches!(next, b')' | b'\n' | b'\r') || !matches!(blanks.peek(), Some(b';' | b'(' | b')')) {
                    break;
                }
                if blanks.peek() != Some(b';') {
                    draft.play(colour, Play::At(Coord { x, y }), at);
                    self.nodes += 1;
                    cursor.at = after;
                    *in_node = false;
                    return;
                }
            }
            draft.play(colour, Play::At(Coord { x, y }), at);
            self.nodes = begun + draft.moves.len() - first;
            self.started = after;
            at = after + 1;
        }
        cursor.at = at;
    }

    /// Takes in a node.
    pub(super) fn node(&mut self, draft: &mut Draft, node: &Node, text: &str) -> Result<(), (Refusal, usize)> {
        self.nodes += 1;
        if self.nodes > limits::NODES {
            return Err((Refusal::TooManyNodes, self.started));
        }
        if node.properties.is_empty() && self.nodes > 1 {
            draft.findings.add(Code::NodeEmpty, self.started, "");
        }
        if node.properties.len() > 1 {
            repeated(draft, node);
        }
        if draft.moves.is_empty() {
            self.heading(draft, node, text)?;
        }
        let has = Has::of(node);
        if has.setup {
            setup(draft, node, text, self.nodes > 1)?;
        }
        if has.moves {
            let before = draft.moves.len();
            for property in &node.properties {
                let colour = match property.name.key() {
                    keys::B => Colour::Black,
                    keys::W => Colour::White,
                    _ => continue,
                };
                moves(draft, node, property, text, colour);
            }
            if draft.moves.len() > before + 1 {
                draft.findings.add(Code::MovesInOneNode, self.started, "");
            }
        }
        if has.marks {
            marks(draft, node, text)?;
        }
        for property in &node.properties {
            self.other(draft, node, property, text);
        }
        Ok(())
    }

    /// The size and the kind of game, which other properties of the same node need.
    fn heading(&mut self, draft: &mut Draft, node: &Node, text: &str) -> Result<(), (Refusal, usize)> {
        for property in &node.properties {
            let value = node.of(property).first().map_or("", |(from, to)| text[*from..*to].trim());
            match property.name.key() {
                keys::GM if !self.named => {
                    self.named = true;
                    if !matches!(value, "1" | "" | "go" | "Go" | "GO") {
                        return Err((Refusal::OtherGame, property.at));
                    }
                }
                keys::SZ if draft.size.is_none() => match size(value) {
                    Ok((size, usual)) => {
                        if !usual {
                            draft.findings.add(Code::SizeForm, property.at, value);
                        }
                        draft.size = Some(size);
                    }
                    Err(true) => return Err((Refusal::Size, property.at)),
                    Err(false) => {
                        draft.findings.add(Code::SizeUnclear, property.at, value);
                        draft.size = Some(Size::NINETEEN);
                    }
                },
                _ => {}
            }
        }
        Ok(())
    }

    /// Clocks and texts.
    fn other(&mut self, draft: &mut Draft, node: &Node, property: &RawProperty, text: &str) {
        match property.name.key() {
            keys::B | keys::W | keys::AB | keys::AW | keys::AE | keys::PL => return,
            keys::BL | keys::WL | keys::OB | keys::OW => {
                let value = node.of(property).first().map_or("", |(from, to)| text[*from..*to].trim());
                return clock(draft, property.name.key(), value, property.at);
            }
            _ => {}
        }
        let mut after = draft.moves.len();
        if let Some(pair) = pair(property.name).filter(|pair| OF_GAME.has(*pair)) {
            let first = self.nodes == 1;
            if !first {
                draft.findings.add(Code::PropertyLate, property.at, property.name.as_str());
            }
            // What the first node does not say may be said later; what it says holds, even beside a move.
            if first || !self.said.has(pair) {
                after = 0;
            }
            self.said.add(pair);
        }
        draft.texts.start(after, property.name, property.at);
        for (from, to) in node.of(property) {
            draft.texts.value(|letters| unescape(&text[*from..*to], letters));
        }
    }

    /// What can be said only at the end of the main line.
    pub(super) fn end(&self, draft: &mut Draft) {
        if !self.named {
            draft.findings.add(Code::GameNotNamed, draft.start, "");
        }
    }
}

/// What a node has.
#[derive(Default)]
struct Has {
    setup: bool,
    moves: bool,
    marks: bool,
}

impl Has {
    fn of(node: &Node) -> Has {
        let mut has = Has::default();
        for property in &node.properties {
            match property.name.key() {
                keys::B | keys::W => has.moves = true,
                keys::AB | keys::AW | keys::AE | keys::PL => has.setup = true,
                keys::TB | keys::TW | keys::MA | keys::CR | keys::TR | keys::SQ | keys::SL => has.marks = true,
                _ => {}
            }
        }
        has
    }
}

/// Says which properties stand twice. Moves are said elsewhere.
fn repeated(draft: &mut Draft, node: &Node) {
    for (index, property) in node.properties.iter().enumerate().skip(1).take(64) {
        let twice = node.properties[..index].iter().any(|before| before.name.key() == property.name.key());
        if twice && !matches!(property.name.key(), keys::B | keys::W) {
            draft.findings.add(Code::PropertyRepeated, property.at, property.name.as_str());
        }
    }
}

/// A size, and whether it is written as usual. `Err(true)`: a number, but of no board.
fn size(value: &str) -> Result<(Size, bool), bool> {
    let sides: Vec<&str> = value.split([':', 'x', 'X', ',', '*', '×']).map(str::trim).collect();
    let number = |side: &str| -> Result<u8, bool> {
        match side.parse::<i64>() {
            Ok(side) => u8::try_from(side).map_err(|_| true),
            Err(_) => Err(false),
        }
    };
    let made = |width: u8, height: u8| Size::new(width, height).ok_or(true);
    match sides.as_slice() {
        [side] => number(side).and_then(|side| Ok((made(side, side)?, true))),
        [width, height] => {
            let (width, height) = (number(width)?, number(height)?);
            Ok((made(width, height)?, width != height && value.contains(':')))
        }
        _ => Err(false),
    }
}

/// Says how a list of points was written, if in any odd way.
fn say(draft: &mut Draft, forms: ListForms, at: usize, found: &str) {
    for (odd, code) in [
        (forms.glued, Code::PointsGlued),
        (forms.unclear, Code::PointUnclear),
        (forms.outside, Code::PointOffBoard),
        (forms.capitals, Code::PointUpperCase),
        (forms.human, Code::PointHuman),
    ] {
        if odd {
            draft.findings.add(code, at, found);
        }
    }
}

/// Stones that a node sets up.
fn setup(draft: &mut Draft, node: &Node, text: &str, late: bool) -> Result<(), (Refusal, usize)> {
    let is_setup = |name: Name| matches!(name.key(), keys::AB | keys::AW | keys::AE | keys::PL);
    let mut made = Setup { after: small(draft.moves.len()), ..Setup::default() };
    let mut at = None;
    for property in node.properties.iter().filter(|property| is_setup(property.name)) {
        at = at.or(Some(property.at));
        if property.name.key() == keys::PL {
            let value = node.of(property).first().map_or("", |(from, to)| text[*from..*to].trim());
            made.to_move = match value.as_bytes().first().map(u8::to_ascii_uppercase) {
                Some(b'B' | b'1') => Some(Colour::Black),
                Some(b'W' | b'2') => Some(Colour::White),
                _ => made.to_move,
            };
            continue;
        }
        let points = match property.name.key() {
            keys::AB => &mut made.black,
            keys::AW => &mut made.white,
            _ => &mut made.empty,
        };
        points_of(draft, node, property, text, points)?;
    }
    let at = at.unwrap_or(draft.start);
    tidy(draft, &mut made, at);
    made.offset = small(at);
    let stones = !(made.black.is_empty() && made.white.is_empty() && made.empty.is_empty());
    if !stones && made.to_move.is_none() {
        return Ok(());
    }
    if late && made.after == 0 && !made.black.is_empty() && made.white.is_empty() {
        draft.late_stones = draft.late_stones.or(Some(at));
    }
    if made.after > 0 && stones {
        draft.findings.add(Code::SetupLate, at, "");
        // Whoever plays the game through finds all chains of the board anew.
        draft.points += usize::from(draft.size().area());
        if draft.points > limits::POINTS {
            return Err((Refusal::TooManyPoints, at));
        }
    }
    draft.setups.push(made);
    Ok(())
}

/// Appends the points of a property, and says how they were written, if in any odd way.
fn points_of(
    draft: &mut Draft,
    node: &Node,
    property: &RawProperty,
    text: &str,
    out: &mut Vec<Coord>,
) -> Result<(), (Refusal, usize)> {
    let (size, before, mut forms) = (draft.size(), out.len(), ListForms::default());
    for (from, to) in node.of(property) {
        point::list(&text.as_bytes()[*from..*to], size, out, &mut forms);
        if draft.points + out.len() - before > limits::POINTS {
            return Err((Refusal::TooManyPoints, property.at));
        }
    }
    draft.points += out.len() - before;
    let found = node.of(property).first().map_or("", |(from, to)| &text[*from..*to]);
    say(draft, forms, property.at, found);
    Ok(())
}

/// Takes out points that are named twice.
fn tidy(draft: &mut Draft, made: &mut Setup, at: usize) {
    let mut seen = [[0_u8; 52]; 52];
    let mut contradicts = false;
    for (bit, points) in [(1, &mut made.black), (2, &mut made.white), (4, &mut made.empty)] {
        points.retain(|point| {
            let cell = &mut seen[usize::from(point.y)][usize::from(point.x)];
            let fresh = *cell == 0;
            contradicts |= *cell & !bit != 0;
            *cell |= bit;
            fresh
        });
    }
    if contradicts {
        draft.findings.add(Code::SetupContradicts, at, "");
    }
}

/// The moves of one property: one as a rule.
fn moves(draft: &mut Draft, node: &Node, property: &RawProperty, text: &str, colour: Colour) {
    let size = draft.size();
    for (from, to) in node.of(property) {
        let raw = &text[*from..*to];
        let play = match point::played(raw.as_bytes(), size) {
            Value::At(at, form) => {
                match form {
                    Form::Letters => {}
                    Form::Capitals => draft.findings.add(Code::PointUpperCase, *from, raw),
                    Form::Human => draft.findings.add(Code::PointHuman, *from, raw),
                }
                if !size.has(at) {
                    draft.findings.add(Code::PointOffBoard, *from, raw);
                }
                Play::At(at)
            }
            Value::Pass => Play::Pass,
            Value::Blanks => {
                draft.findings.add(Code::PassSpaces, *from, "");
                Play::Pass
            }
            Value::Outside => {
                draft.findings.add(Code::PassOutside, *from, raw);
                Play::Pass
            }
            Value::Unclear => {
                draft.findings.add(Code::PointUnclear, *from, raw);
                Play::At(UNCLEAR)
            }
        };
        draft.play(colour, play, property.at);
    }
}

/// Marks, as far as they may be the last.
fn marks(draft: &mut Draft, node: &Node, text: &str) -> Result<(), (Refusal, usize)> {
    let sign = |name: Name| match name.key() {
        keys::TB | keys::TW => Some(None),
        keys::MA => Some(Some(Sign::Cross)),
        keys::CR => Some(Some(Sign::Circle)),
        keys::TR => Some(Some(Sign::Triangle)),
        keys::SQ => Some(Some(Sign::Square)),
        keys::SL => Some(Some(Sign::Selected)),
        _ => None,
    };
    if draft.marks_after < draft.moves.len() {
        draft.marks = Marks::default();
        draft.marks_after = draft.moves.len();
    }
    for property in &node.properties {
        let Some(sign) = sign(property.name) else { continue };
        let mut points = Vec::new();
        points_of(draft, node, property, text, &mut points)?;
        match sign {
            Some(sign) => draft.marks.signs.extend(points.into_iter().map(|at| (sign, at))),
            None if property.name.key() == keys::TB => draft.marks.black.append(&mut points),
            None => draft.marks.white.append(&mut points),
        }
    }
    Ok(())
}

/// A clock reading: the time of a side, or its periods.
fn clock(draft: &mut Draft, name: u128, value: &str, at: usize) {
    let colour = if matches!(name, keys::BL | keys::OB) { Colour::Black } else { Colour::White };
    let is_time = matches!(name, keys::BL | keys::WL);
    let (left, overtime) = if is_time { (time::clock(value), None) } else { (None, value.parse().ok()) };
    if left.is_none() && overtime.is_none() {
        draft.findings.add(Code::ClockUnclear, at, value);
        return;
    }
    let after = small(draft.moves.len());
    let same = draft.clocks.iter_mut().rev().take(2).find(|clock| clock.after == after && clock.colour == colour);
    match same {
        Some(clock) if is_time && clock.left.is_none() => clock.left = left,
        Some(clock) if !is_time && clock.overtime.is_none() => clock.overtime = overtime,
        _ => draft.clocks.push(Clock { after, colour, left, overtime, offset: small(at) }),
    }
}
