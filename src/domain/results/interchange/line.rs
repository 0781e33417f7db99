//! A line of H9 and its like: place, name, rank, whatever the program adds, and the results at its end.

use super::super::reading::Notes;
use super::crosstable::{self, Row};
use super::foreign::Fault;
use super::names::Name;
use super::rank;
use crate::domain::finding::Part;

/// How a format writes its lines.
pub(super) struct Manner {
    /// Whether results carry marks between opponent, colour and handicap.
    pub(super) marked: bool,
    /// A line as it should be.
    pub(super) player: &'static str,
    /// A result as it should be.
    pub(super) result: &'static str,
}

/// A line with a player, cut into its tokens.
pub(super) struct Line<'a> {
    number: u32,
    marked: bool,
    tokens: Vec<&'a str>,
    /// Where the rank stands, and where the results begin.
    rank: usize,
    results: usize,
}

impl Manner {
    /// Whether a token is a result.
    pub(super) fn is_result(&self, text: &str) -> bool {
        crosstable::token(text, self.marked).is_some()
    }

    /// Cuts a line; none, with what is wrong with it noted, where it has no rank.
    pub(super) fn cut<'a>(&self, number: u32, body: &'a str, notes: &mut Notes) -> Option<Line<'a>> {
        let tokens: Vec<&str> = body.split_whitespace().collect();
        let results = tokens.iter().rposition(|token| !self.is_result(token)).map_or(0, |at| at + 1);
        let fault = |part, found, expected, why| Fault { part, line: number, column: "", found, expected, why };
        let rank = tokens[..results].iter().skip(1).position(|token| rank::is_rank(token)).map(|at| at + 1);
        let Some(rank) = rank else {
            let found = if body.len() > 80 { tokens.first().copied().unwrap_or_default() } else { body.trim() };
            fault(Part::Players, found, self.player, "interchange.fault.player").raise(notes);
            return None;
        };
        // What is no result stands between the rank and the results where a result is written wrongly.
        if results == tokens.len() {
            let found = tokens[tokens.len() - 1];
            fault(Part::Results, found, self.result, "interchange.fault.token").raise(notes);
        }
        Some(Line { number, marked: self.marked, tokens, rank, results })
    }
}

impl<'a> Line<'a> {
    /// The name before the rank, the family name first.
    pub(super) fn name(&self) -> Name {
        // A place, unless the number is all that there is before the rank.
        let begin = usize::from(self.rank > 1 && self.tokens[0].bytes().all(|b| b.is_ascii_digit()));
        let parts: Vec<String> = self.tokens[begin..self.rank].iter().map(|part| part.replace('_', " ")).collect();
        let (family, given) =
            parts.split_first().map(|(first, rest)| (first.as_str(), rest.join(" "))).unwrap_or_default();
        Name::parts(family, &given)
    }

    /// The place before the name; none where the line leaves it out, as programs do for a place that is shared with the
    /// line above.
    pub(super) fn place(&self) -> Option<&'a str> {
        let first = self.tokens[0];
        (self.rank > 1 && first.bytes().all(|b| b.is_ascii_digit())).then_some(first)
    }

    /// The rank.
    pub(super) fn rank(&self) -> &'a str {
        self.tokens[self.rank]
    }

    /// What stands between the rank and the results.
    pub(super) fn between(&self) -> &[&'a str] {
        &self.tokens[self.rank + 1..self.results]
    }

    /// The results.
    pub(super) fn row(&self) -> Row {
        let cell = |token: &&str| ((*token).to_owned(), crosstable::token(token, self.marked).map(crosstable::cell));
        Row { line: self.number, cells: self.tokens[self.results..].iter().map(cell).collect() }
    }
}
