//! SGF, all versions, as it arrives.
//!
//! One pass, no recursion: the main line is the first child all the way down, so it ends at the first closing
//! parenthesis; what follows up to the last one is variations.

mod node;
mod point;
mod scan;

use super::decode::{Encoding, Offsets};
use super::draft::{Draft, MOVES};
use super::finding::Code;
use super::limits;
use super::unreadable::{Refusal, Unreadable};
use super::{Format, Record};
use node::Reader;
use scan::{Cursor, Node};

/// Reads every game of a text; `first` is the number of its first game within the file.
pub(super) fn read(text: &str, encoding: Encoding, offsets: &Offsets, first: usize) -> Vec<Result<Record, Unreadable>> {
    let mut games = Vec::new();
    let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
    while let Some(start) = find(cursor, games.is_empty()) {
        if games.len() >= limits::GAMES {
            games.push(Err(Unreadable { reason: Refusal::TooManyGames, offset: offsets.original(start.at) }));
            return games;
        }
        let mut draft = Draft::new(Format::Sgf, start.at, MOVES.min((text.len() - start.at) / 6 + 1));
        let junk = &text[cursor.at..start.at];
        if !junk.trim().is_empty() {
            let code = if games.is_empty() { Code::TextBefore } else { Code::TextBetween };
            draft.findings.add(code, cursor.at, junk.trim());
        }
        if start.unopened {
            draft.findings.add(Code::OpeningMissing, start.at, "");
        }
        let from = if start.unopened { start.at } else { start.at + 1 };
        let mut game = Game { cursor: Cursor { at: from, ..cursor }, text, draft, node: Node::default(), depth: 1 };
        let outcome = game.read();
        if outcome.is_err() {
            // The rest of a game that cannot be read is no other game.
            let _ = game.variations();
        }
        cursor = game.cursor;
        let last = find(cursor, false).is_none();
        let rest = &text[cursor.at..];
        if last && !rest.trim().is_empty() {
            game.draft.findings.add(Code::TextAfter, cursor.at, rest.trim());
        }
        games.push(match outcome {
            Ok(()) => Ok(game.draft.finish(first + games.len(), encoding, offsets)),
            Err((reason, at)) => Err(Unreadable { reason, offset: offsets.original(at) }),
        });
        if last {
            break;
        }
    }
    games
}

/// Where a game starts.
struct Start {
    at: usize,
    /// Whether it starts with a node, without a parenthesis.
    unopened: bool,
}

/// The next start of a game. The first of a file may lack its parenthesis or its first semicolon.
fn find(cursor: Cursor<'_>, first: bool) -> Option<Start> {
    let text = cursor.text;
    let mut at = cursor.at;
    while let Some(next) = text[at..].iter().position(|byte| *byte == b'(') {
        at += next;
        let mut after = Cursor { text, at: at + 1 };
        after.blanks();
        if after.peek() == Some(b';') || (first && after.is_property()) {
            return Some(Start { at, unopened: false });
        }
        at += 1;
    }
    if !first {
        return None;
    }
    let mut at = cursor.at;
    while let Some(next) = text[at..].iter().position(|byte| *byte == b';') {
        at += next;
        let mut after = Cursor { text, at: at + 1 };
        after.blanks();
        if after.is_property() {
            return Some(Start { at, unopened: true });
        }
        at += 1;
    }
    None
}

/// One game while it is read.
struct Game<'t> {
    cursor: Cursor<'t>,
    text: &'t str,
    draft: Draft,
    node: Node,
    /// Parentheses that are open.
    depth: usize,
}

impl Game<'_> {
    /// Reads the main line, then goes past the variations.
    fn read(&mut self) -> Result<(), (Refusal, usize)> {
        let mut reader = Reader::default();
        // Properties before the first semicolon belong to the first node.
        let mut in_node = false;
        loop {
            self.cursor.blanks();
            let at = self.cursor.at;
            match self.cursor.peek() {
                Some(b';') => {
                    if in_node {
                        reader.node(&mut self.draft, &self.node, self.text)?;
                    }
                    in_node = true;
                    reader.started = at;
                    self.node.clear();
                    self.cursor.at += 1;
                    reader.plain_moves(&mut self.draft, &mut self.cursor, &mut in_node);
                }
                Some(b'(') if self.is_new_game() => {
                    self.draft.findings.add(Code::ClosingMissing, at, "");
                    break;
                }
                Some(b'(') => {
                    self.depth += 1;
                    self.cursor.at += 1;
                    if self.depth > limits::DEPTH {
                        return Err((Refusal::TooDeep, at));
                    }
                }
                Some(b')') => {
                    self.cursor.at += 1;
                    self.depth -= 1;
                    break;
                }
                None => {
                    self.draft.findings.add(Code::ClosingMissing, at, "");
                    self.depth = 0;
                    break;
                }
                Some(_) if self.cursor.is_property() => {
                    if !in_node {
                        in_node = true;
                        reader.started = at;
                        self.draft.findings.add(Code::SemicolonMissing, at, "");
                    }
                    self.cursor.property(&mut self.node, &mut self.draft.findings);
                }
                Some(b'[') => {
                    self.cursor.skip_value();
                    self.draft.findings.add(Code::TextBetween, at, &self.text[at..self.cursor.at]);
                }
                Some(b']') => {
                    self.cursor.at += 1;
                    self.draft.findings.add(Code::BracketStray, at, "");
                }
                Some(_) => self.junk(),
            }
        }
        if in_node {
            reader.node(&mut self.draft, &self.node, self.text)?;
        }
        reader.end(&mut self.draft);
        if self.depth > 0 && self.cursor.at < self.text.len() && !self.is_new_game() {
            self.variations()?;
        }
        Ok(())
    }

    /// Whether a game starts here within a game whose closing parenthesis is missing.
    fn is_new_game(&self) -> bool {
        let mut next = self.cursor;
        if next.peek() != Some(b'(') {
            return false;
        }
        next.at += 1;
        next.blanks();
        if next.peek() != Some(b';') {
            return false;
        }
        next.at += 1;
        next.blanks();
        let rest = &next.text[next.at..];
        [&b"GM["[..], b"FF["].iter().any(|name| rest.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(name)))
    }

    /// Goes past text that is nothing, and says so.
    fn junk(&mut self) {
        let start = self.cursor.at;
        let mut code = Code::TextBetween;
        if self.cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            while self.cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
                self.cursor.at += 1;
            }
            let word = &self.text[start..self.cursor.at];
            if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
                code = Code::ValueMissing;
            }
        } else {
            while self.cursor.peek().is_some_and(|byte| {
                !byte.is_ascii_alphabetic()
                    && !byte.is_ascii_whitespace()
                    && !matches!(byte, b'(' | b')' | b';' | b'[' | b']')
            }) {
                self.cursor.at += 1;
            }
        }
        self.draft.findings.add(code, start, &self.text[start..self.cursor.at]);
    }

    /// Goes past everything up to the end of the game.
    fn variations(&mut self) -> Result<(), (Refusal, usize)> {
        let (mut count, mut closed) = (0_usize, true);
        let start = self.cursor.at;
        while self.depth > 0 {
            let at = self.cursor.at;
            match self.cursor.peek() {
                None => {
                    self.draft.findings.add(Code::ClosingMissing, at, "");
                    break;
                }
                Some(b'(') if self.is_new_game() => {
                    self.draft.findings.add(Code::ClosingMissing, at, "");
                    break;
                }
                Some(b'(') => {
                    self.depth += 1;
                    count += 1;
                    closed = false;
                    if self.depth > limits::DEPTH {
                        return Err((Refusal::TooDeep, at));
                    }
                }
                Some(b')') => {
                    self.depth -= 1;
                    closed = true;
                }
                Some(b';') => {
                    if closed {
                        self.draft.findings.add_once(Code::NodeMisplaced, at, "");
                    }
                }
                Some(b'[') => {
                    self.cursor.skip_value();
                    continue;
                }
                Some(_) => {}
            }
            self.cursor.at += 1;
        }
        if count > 0 {
            self.draft.findings.add(Code::VariationsLeftOut, start, &count.to_string());
        }
        Ok(())
    }
}
