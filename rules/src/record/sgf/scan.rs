//! Names and values in a text, with the mistakes that records make.

use super::super::finding::{Code, Findings};
use super::super::texts::{Name, keys};

/// What a value holds; it decides how a missing bracket is recovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A point or points.
    Points,
    /// Anything else.
    Text,
}

/// A property that was just read.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawProperty {
    pub(super) name: Name,
    pub(super) at: usize,
    /// Its values in [`Node::values`]: the first and the one after the last.
    pub(super) values: (usize, usize),
}

/// A node that was just read; its buffers are used again for the next.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) properties: Vec<RawProperty>,
    /// From and to in the text, without the brackets.
    pub(super) values: Vec<(usize, usize)>,
}

impl Node {
    pub(super) fn clear(&mut self) {
        self.properties.clear();
        self.values.clear();
    }

    /// The values of a property.
    pub(super) fn of(&self, property: &RawProperty) -> &[(usize, usize)] {
        &self.values[property.values.0..property.values.1]
    }
}

/// A place in the text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
}

/// Properties whose values are points.
pub(super) fn kind(name: Name) -> Kind {
    match name.key() {
        keys::B | keys::W | keys::AB | keys::AW | keys::AE => Kind::Points,
        keys::TB | keys::TW | keys::MA | keys::CR | keys::TR | keys::SQ | keys::SL | keys::DD => Kind::Points,
        _ => Kind::Text,
    }
}

/// Names in lower case that are known, and what they stand for.
fn lower_case(letters: &[u8]) -> Vec<u8> {
    match letters {
        b"black" => b"B".to_vec(),
        b"white" => b"W".to_vec(),
        b"size" => b"SZ".to_vec(),
        b"komi" => b"KM".to_vec(),
        b"game" => b"GM".to_vec(),
        b"result" => b"RE".to_vec(),
        b"handicap" => b"HA".to_vec(),
        b"rules" => b"RU".to_vec(),
        b"date" => b"DT".to_vec(),
        b"event" => b"EV".to_vec(),
        b"place" => b"PC".to_vec(),
        b"comment" => b"C".to_vec(),
        b"playerblack" => b"PB".to_vec(),
        b"playerwhite" => b"PW".to_vec(),
        b"addblack" => b"AB".to_vec(),
        b"addwhite" => b"AW".to_vec(),
        other => other.to_ascii_uppercase(),
    }
}

impl Cursor<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Goes to the next byte that is no blank.
    pub(super) fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Whether a name and a bracket stand here.
    pub(super) fn is_property(mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        if self.at == start {
            return false;
        }
        self.blanks();
        self.peek() == Some(b'[')
    }

    /// Reads a property with its values into the node; the caller has seen that one stands here.
    pub(super) fn property(&mut self, node: &mut Node, findings: &mut Findings) {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let name = name(&self.text[start..self.at], start, findings);
        let first = node.values.len();
        let kind = kind(name);
        loop {
            let before = self.at;
            self.blanks();
            if self.peek() != Some(b'[') {
                self.at = before;
                break;
            }
            self.at += 1;
            let value = self.value(kind, findings);
            node.values.push(value);
        }
        node.properties.push(RawProperty { name, at: start, values: (first, node.values.len()) });
    }

    /// Reads a value after its opening bracket.
    pub(super) fn value(&mut self, kind: Kind, findings: &mut Findings) -> (usize, usize) {
        let start = self.at;
        if let Some(&[x, y, b']']) = self.text.get(start..start + 3)
            && x.is_ascii_alphabetic()
            && y.is_ascii_alphabetic()
        {
            self.at += 3;
            return (start, start + 2);
        }
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => {
                    self.at += 1;
                    if self.peek() == Some(b']') {
                        // An escaped bracket closes one that needs no escape.
                        open = open.saturating_sub(1);
                    }
                }
                b'[' => open += 1,
                b';' if kind == Kind::Points && self.node_follows() => {
                    findings.add(Code::BracketMissing, start, "");
                    return (start, self.at);
                }
                b']' if open > 0 && self.closes_inner() => {
                    findings.add_once(Code::BracketUnescaped, self.at, "");
                    open -= 1;
                }
                b']' => {
                    if open > 0 {
                        findings.add_once(Code::BracketUnescaped, start, "");
                    }
                    self.at += 1;
                    return (start, self.at - 1);
                }
                _ => {
                    // To the next byte that may mean something.
                    let rest = &self.text[self.at + 1..];
                    let next = rest.iter().position(|byte| matches!(byte, b'\\' | b'[' | b']' | b';'));
                    self.at += next.unwrap_or(rest.len());
                }
            }
            self.at += 1;
        }
        self.at = self.text.len();
        findings.add(Code::BracketMissing, start, "");
        (start, self.at)
    }

    /// Whether a semicolon starts a node, so that the value before it was never closed.
    fn node_follows(&self) -> bool {
        let mut next = Cursor { at: self.at + 1, ..*self };
        next.blanks();
        next.is_property()
    }

    /// Whether the closing bracket here belongs to a bracket within the value, by what comes after it.
    fn closes_inner(&self) -> bool {
        let mut next = Cursor { at: self.at + 1, ..*self };
        next.blanks();
        match next.peek() {
            None | Some(b'[' | b'(') => false,
            Some(b';' | b')') => {
                next.at += 1;
                next.blanks();
                !(matches!(next.peek(), None | Some(b'(' | b')' | b';')) || next.starts_with_capitals())
            }
            Some(byte) if byte.is_ascii_alphabetic() => !next.starts_with_capitals(),
            Some(_) => true,
        }
    }

    /// Whether a property in capital letters stands here.
    fn starts_with_capitals(&self) -> bool {
        self.peek().is_some_and(|byte| byte.is_ascii_uppercase()) && self.is_property()
    }

    /// Goes past a value that is not kept, from its opening bracket.
    pub(super) fn skip_value(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 2,
                b']' => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.text.len();
    }
}

/// A property's name: its capital letters. Format 3 has long names whose small letters say nothing.
fn name(letters: &[u8], at: usize, findings: &mut Findings) -> Name {
    if letters.len() <= 2 && letters.iter().all(u8::is_ascii_uppercase) {
        return Name::of(letters);
    }
    let mut capitals: Vec<u8> = letters.iter().copied().filter(u8::is_ascii_uppercase).collect();
    if capitals.is_empty() {
        findings.add_once(Code::NameLowerCase, at, &String::from_utf8_lossy(letters));
        capitals = lower_case(letters);
    }
    if !Name::holds(capitals.len()) {
        findings.add(Code::NameCut, at, &String::from_utf8_lossy(letters));
    }
    Name::of(&capitals)
}

/// Appends a value without its escapes: `\` before a line end joins lines, before anything else it is dropped.
pub(super) fn unescape(value: &str, out: &mut String) {
    // Without an early end, many bytes are looked at at once.
    let special = |byte: u8| u8::from(matches!(byte, b'\\' | ESCAPE)) | u8::from(matches!(byte, b'\t' | 0x0B..=b'\r'));
    if value.bytes().fold(0, |any, byte| any | special(byte)) == 0 {
        out.push_str(value);
        return;
    }
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some(end @ ('\n' | '\r')) => skip_twin(end, &mut letters),
                Some(letter) => out.push(blank(letter)),
                None => {}
            },
            end @ ('\n' | '\r') => {
                skip_twin(end, &mut letters);
                out.push('\n');
            }
            other => out.push(blank(other)),
        }
    }
}

/// A line end may be two characters.
fn skip_twin(end: char, letters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let twin = if end == '\r' { '\n' } else { '\r' };
    letters.next_if_eq(&twin);
}

/// Begins a change of the alphabet in Japanese of seven bits; within a text it would be taken for one when it is read again.
const ESCAPE: u8 = 0x1B;

fn blank(letter: char) -> char {
    if matches!(letter, '\t' | '\u{B}' | '\u{C}') || letter == char::from(ESCAPE) { ' ' } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, kind: Kind) -> (Vec<String>, Vec<Code>) {
        let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
        let (mut found, mut findings) = (Vec::new(), Findings::default());
        while cursor.peek() == Some(b'[') {
            cursor.at += 1;
            let (from, to) = cursor.value(kind, &mut findings);
            let mut value = String::new();
            unescape(&text[from..to], &mut value);
            found.push(value);
        }
        (found, findings.list.iter().map(|finding| finding.code).collect())
    }

    #[test]
    fn brackets_within_a_value_are_recovered() {
        for (text, wanted, codes) in [
            ("[Club[3d]]KM[6.5]", &["Club[3d]"][..], vec![Code::BracketUnescaped]),
            ("[Club[3d]KM[6.5]", &["Club[3d"], vec![Code::BracketUnescaped]),
            ("[a [6k]: hi\nb [5k]: oh];B[aa]", &["a [6k]: hi\nb [5k]: oh"], vec![Code::BracketUnescaped]),
            (r"[a [6k\]: hi];B[aa]", &["a [6k]: hi"], vec![]),
            ("[a; (b) c]", &["a; (b) c"], vec![]),
            ("[one][two]", &["one", "two"], vec![]),
            ("[never closed", &["never closed"], vec![Code::BracketMissing]),
        ] {
            let (found, said) = values(text, Kind::Text);
            assert_eq!(
                (found.as_slice(), said),
                (&wanted.iter().map(|it| it.to_string()).collect::<Vec<_>>()[..], codes)
            );
        }
        assert_eq!(values("[pd;W[dp]", Kind::Points), (vec!["pd".to_owned()], vec![Code::BracketMissing]));
    }

    #[test]
    fn escapes_and_line_ends_are_undone() {
        let mut out = String::new();
        unescape("a\\\r\nb\r\nc\rd\te\\]\\\\f\x1Bg\\", &mut out);
        assert_eq!(out, "ab\nc\nd e]\\f g");
    }

    #[test]
    fn long_and_lower_case_names_lose_their_small_letters() {
        let mut findings = Findings::default();
        let mut read = |letters: &[u8]| name(letters, 0, &mut findings).as_str().to_owned();
        assert_eq!(read(b"CoPyright"), "CP");
        assert_eq!(read(b"White"), "W");
        assert_eq!(read(b"black"), "B");
        assert_eq!(read(b"sz"), "SZ");
        assert_eq!(read(b"MULTIGOGM"), "MULTIGOGM");
        assert_eq!(read(b"ABCDEFGHIJKLMNOPQRST"), "ABCDEFGHIJKLMNOP");
        assert_eq!(findings.list.len(), 2);
    }
}
