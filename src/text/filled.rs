//! A text of the catalogue, with the places of its arguments found once.

use std::ops::Range;

/// A text.
pub(super) struct Text {
    words: String,
    pieces: Vec<Piece>,
}

/// A part of a text, by its bytes.
enum Piece {
    /// Words that stand as they are.
    Words(Range<usize>),
    /// The name of an argument; its braces stand around it.
    Argument(Range<usize>),
}

impl Text {
    /// Reads a text. A brace without its partner stands for itself.
    pub(super) fn new(words: &str) -> Self {
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some(open) = words[at..].find('{').map(|open| at + open)
            && let Some(close) = words[open..].find('}').map(|close| open + close)
        {
            pieces.push(Piece::Words(at..open));
            pieces.push(Piece::Argument(open + 1..close));
            at = close + 1;
        }
        pieces.push(Piece::Words(at..words.len()));
        Self { words: words.to_owned(), pieces }
    }

    /// The text as it stands in the catalogue.
    pub(super) fn words(&self) -> &str {
        &self.words
    }

    /// The text with its arguments. One that is not given shows its name in braces, so that nothing is hidden.
    pub(super) fn fill(&self, arguments: &[(&str, &str)]) -> String {
        let room: usize = arguments.iter().map(|(_, value)| value.len()).sum();
        let mut out = String::with_capacity(self.words.len() + room);
        for piece in &self.pieces {
            match piece {
                Piece::Words(range) => out.push_str(&self.words[range.clone()]),
                Piece::Argument(range) => {
                    let name = &self.words[range.clone()];
                    match arguments.iter().find(|(known, _)| *known == name) {
                        Some((_, value)) => out.push_str(value),
                        None => out.push_str(&self.words[range.start - 1..range.end + 1]),
                    }
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_filled_once_and_never_expanded_again() {
        let filled = |text: &str| Text::new(text).fill(&[("x", "{y}"), ("y", "1")]);
        assert_eq!(filled("a {x} b {y}{"), "a {y} b 1{");
        assert_eq!(filled("{z} 级{y}段}"), "{z} 级1段}");
        assert_eq!(filled(""), "");
    }
}
