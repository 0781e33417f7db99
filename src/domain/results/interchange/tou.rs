//! The results file of the French federation (TOU): as H9, without marks in the results, and with licence numbers.

use super::super::field::Field;
use super::super::reading::Notes;
use super::crosstable::{self, Row, Rules};
use super::foreign::{Fault, Foreign, Player};
use super::names::Name;
use super::rank;
use crate::domain::finding::Part;

/// Whether a token is a result.
pub(super) fn is_result(text: &str) -> bool {
    crosstable::token(text, false).is_some()
}

/// Whether a token is a result of this format and of no other.
pub(super) fn only(text: &str) -> bool {
    is_result(text) && crosstable::token(text, true).is_none()
}

#[derive(Debug, Default)]
struct Head {
    komi: String,
}

impl Rules for Head {
    fn handicap(&self, _: usize, _: usize) -> Option<u8> {
        None
    }

    fn komi(&self, handicap: u8) -> String {
        if handicap > 0 { "0".to_owned() } else { self.komi.clone() }
    }
}

/// Reads the text.
pub(super) fn read(text: &str, foreign: &mut Foreign, notes: &mut Notes) {
    foreign.name_columns(&[(Field::Grade, "rank"), (Field::Id, "licence"), (Field::Result, "result")]);
    let mut head = Head::default();
    let mut rows = Vec::new();
    for (line, text) in (1_u32..).zip(super::lines(text)) {
        let (body, comment) = crosstable::comment(text);
        if let Some((_, komi)) = comment.and_then(|comment| comment.split_once("komi=")) {
            komi.split([';', ' ', ',']).next().unwrap_or_default().clone_into(&mut head.komi);
        }
        if body.trim().is_empty() {
            continue;
        }
        let tokens: Vec<&str> = body.split_whitespace().collect();
        let from = tokens.iter().rposition(|token| !is_result(token)).map_or(0, |at| at + 1);
        let Some(at) = tokens[..from].iter().skip(1).position(|token| rank::is_rank(token)).map(|at| at + 1) else {
            let found = if body.len() > 80 { tokens[0] } else { body.trim() };
            let expected = "1 Li Xiao 3D 1234567 31Pa 2+w0";
            let why = "interchange.fault.player";
            Fault { part: Part::Players, line, column: "", found, expected, why }.raise(notes);
            continue;
        };
        if from == tokens.len() {
            let found = tokens[tokens.len() - 1];
            let why = "interchange.fault.token";
            Fault { part: Part::Results, line, column: "", found, expected: "2+w0", why }.raise(notes);
        }
        let begin = usize::from(at > 1 && tokens[0].bytes().all(|b| b.is_ascii_digit()));
        let parts: Vec<String> = tokens[begin..at].iter().map(|part| part.replace('_', " ")).collect();
        let (family, given) =
            parts.split_first().map(|(first, rest)| (first.as_str(), rest.join(" "))).unwrap_or_default();
        let licence = tokens[at + 1..from].first().filter(|t| t.bytes().all(|b| b.is_ascii_digit()) && t.len() <= 7);
        let player = Player {
            line,
            number: licence.map(|licence| licence.trim_start_matches('0').to_owned()).unwrap_or_default(),
            name: Name::parts(family, &given),
            grade: tokens[at].to_owned(),
            ..Player::default()
        };
        foreign.player(player, notes);
        let cells = tokens[from..]
            .iter()
            .map(|token| ((*token).to_owned(), crosstable::token(token, false).map(crosstable::cell)));
        rows.push(Row { line, cells: cells.collect() });
    }
    crosstable::even_rows(&rows, notes);
    crosstable::games(&rows, &head, foreign, notes);
}
