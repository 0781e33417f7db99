//! The results file of the European federation (H9), from any program that writes it.
//!
//! Lines are read token by token from the right, never by columns: programs differ in widths, and names are longer than
//! their field. An opponent is the row of a player, whatever place is printed. Source: the federation's description of
//! the format, <http://gemma.ujf.cas.cz/~cieply/GO/format.html>.

use super::super::field::Field;
use super::super::reading::Notes;
use super::crosstable::{self, Row, Rules};
use super::foreign::{Fault, Foreign, Player};
use super::names::Name;
use super::rank;
use crate::domain::finding::Part;

/// Whether a token is a result.
pub(super) fn is_result(text: &str) -> bool {
    crosstable::token(text, true).is_some()
}

/// What the comments of the head say, and the ranks of the players.
#[derive(Debug, Default)]
struct Head {
    /// How many ranks a handicap is reduced by.
    reduction: Option<i16>,
    komi: String,
    heights: Vec<Option<i16>>,
}

impl Rules for Head {
    fn handicap(&self, white: usize, black: usize) -> Option<u8> {
        let reduction = self.reduction?;
        let height = |row: usize| self.heights.get(row).copied().flatten();
        let stones = height(white)? - height(black)? - reduction;
        // A difference of one gives the first move, as one stone does.
        Some(u8::try_from(stones.clamp(0, 9)).unwrap_or(0))
    }

    fn komi(&self, handicap: u8) -> String {
        if handicap > 0 { "0".to_owned() } else { self.komi.clone() }
    }
}

/// Reads the text.
pub(super) fn read(name: &str, text: &str, foreign: &mut Foreign, notes: &mut Notes) {
    foreign.name_columns(&[(Field::Grade, "rank"), (Field::Id, "row"), (Field::Result, "result")]);
    let mut head = Head { reduction: of_ending(name), ..Head::default() };
    let mut rows = Vec::new();
    for (line, text) in (1_u32..).zip(super::lines(text)) {
        let (body, comment) = crosstable::comment(text);
        if let Some(comment) = comment {
            head.comment(comment);
        }
        if body.trim().is_empty() {
            continue;
        }
        let (body, number) = body.split_once('|').map_or((body, ""), |(body, id)| (body, id.trim()));
        let tokens: Vec<&str> = body.split_whitespace().collect();
        let from = tokens.iter().rposition(|token| !is_result(token)).map_or(0, |at| at + 1);
        let Some(at) = tokens[..from].iter().skip(1).position(|token| rank::is_rank(token)).map(|at| at + 1) else {
            let found = if body.len() > 80 { tokens.first().copied().unwrap_or_default() } else { body.trim() };
            let expected = "1 Li_Si Xiao 3D CN xxxx 0 0 0 0 2+/w0";
            let why = "interchange.fault.player";
            Fault { part: Part::Players, line, column: "", found, expected, why }.raise(notes);
            continue;
        };
        // What is no result stands between the ranks and the results where a result is written wrongly.
        if from == tokens.len() {
            let found = tokens[tokens.len() - 1];
            let why = "interchange.fault.token";
            Fault { part: Part::Results, line, column: "", found, expected: "2+/w0", why }.raise(notes);
        }
        // A place, unless the number is all that there is before the rank.
        let begin = usize::from(at > 1 && tokens[0].bytes().all(|b| b.is_ascii_digit()));
        let parts: Vec<String> = tokens[begin..at].iter().map(|part| part.replace('_', " ")).collect();
        let (family, given) =
            parts.split_first().map(|(first, rest)| (first.as_str(), rest.join(" "))).unwrap_or_default();
        let grade = tokens[at].to_owned();
        head.heights.push(rank::height(&grade));
        let player =
            Player { line, number: number.to_owned(), name: Name::parts(family, &given), grade, ..Player::default() };
        foreign.player(player, notes);
        let cells = tokens[from..]
            .iter()
            .map(|token| ((*token).to_owned(), crosstable::token(token, true).map(crosstable::cell)));
        rows.push(Row { line, cells: cells.collect() });
    }
    crosstable::even_rows(&rows, notes);
    crosstable::games(&rows, &head, foreign, notes);
}

/// The reduction that a name ending in `.h9` says.
fn of_ending(name: &str) -> Option<i16> {
    let (_, ending) = name.rsplit_once('.')?;
    let digit = ending.strip_prefix(['h', 'H'])?;
    (digit.len() == 1).then(|| digit.parse().ok()).flatten()
}

impl Head {
    fn comment(&mut self, comment: &str) {
        let of = |tag: &str| {
            let (_, rest) = comment.split_once(tag)?;
            rest.split_once(']').map(|(value, _)| value.trim())
        };
        if let Some(value) = of("HA[") {
            self.reduction = value.trim_start_matches(['h', 'H']).parse().ok().filter(|n| (0..=9).contains(n));
        }
        if let Some(value) = of("KM[") {
            value.clone_into(&mut self.komi);
        }
    }
}
