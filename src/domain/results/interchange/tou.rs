//! The results file of the French federation (TOU): as H9, without marks in the results, and with licence numbers.

use super::super::field::Field;
use super::super::reading::Notes;
use super::crosstable::{self, Rules};
use super::foreign::{Foreign, Player};
use super::h9;
use super::line::Manner;

/// How its lines are written.
pub(super) const MANNER: Manner = Manner { marked: false, player: "1 Li Xiao 3D 1234567 31Pa 2+w0", result: "2+w0" };

/// Whether a token is a result of this format and of no other.
pub(super) fn only(text: &str) -> bool {
    MANNER.is_result(text) && !h9::MANNER.is_result(text)
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
    foreign.name_columns(&[
        (Field::Grade, "rank"),
        (Field::Id, "licence"),
        (Field::Result, "result"),
        (Field::Place, "place"),
    ]);
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
        let Some(cut) = MANNER.cut(line, body, notes) else { continue };
        let licence = cut.between().first().filter(|t| t.bytes().all(|b| b.is_ascii_digit()) && t.len() <= 7);
        let number = licence.map(|licence| licence.trim_start_matches('0').to_owned()).unwrap_or_default();
        let grade = cut.rank().to_owned();
        let place = foreign.place_of_line(cut.place());
        foreign.player(Player { line, number, name: cut.name(), grade, place, ..Player::default() }, notes);
        rows.push(cut.row());
    }
    crosstable::even_rows(&rows, notes);
    crosstable::games(&rows, &head, foreign, notes);
}
