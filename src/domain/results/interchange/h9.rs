//! The results file of the European federation (H9), from any program that writes it.
//!
//! Lines are read token by token from the right, never by columns: programs differ in widths, and names are longer than
//! their field. An opponent is the row of a player, whatever place is printed. Source: the federation's description of
//! the format, <http://gemma.ujf.cas.cz/~cieply/GO/format.html>.

use super::super::field::Field;
use super::super::reading::Notes;
use super::crosstable::{self, Rules};
use super::foreign::{Foreign, Player};
use super::line::Manner;
use super::rank;

/// How its lines are written.
pub(super) const MANNER: Manner =
    Manner { marked: true, player: "1 Li_Si Xiao 3D CN xxxx 0 0 0 0 2+/w0", result: "2+/w0" };

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
    foreign.name_columns(&[
        (Field::Grade, "rank"),
        (Field::Id, "row"),
        (Field::Result, "result"),
        (Field::Place, "place"),
    ]);
    let mut head = Head { reduction: of_ending(name), ..Head::default() };
    let mut rows = Vec::new();
    for (line, text) in (1_u32..).zip(super::lines(text)) {
        let (body, comment) = crosstable::comment(text);
        if let Some(comment) = comment {
            head.comment(comment);
            let days = comment.split_once("DT[").and_then(|(_, rest)| rest.split_once(']'));
            days.into_iter().flat_map(|(days, _)| days.split(',')).for_each(|day| foreign.day(day, line));
        }
        if body.trim().is_empty() {
            continue;
        }
        let (body, number) = body.split_once('|').map_or((body, ""), |(body, id)| (body, id.trim()));
        let Some(cut) = MANNER.cut(line, body, notes) else { continue };
        head.heights.push(rank::height(cut.rank()));
        let (number, grade) = (number.to_owned(), cut.rank().to_owned());
        let place = foreign.place_of_line(cut.place());
        foreign.player(Player { line, number, name: cut.name(), grade, place, ..Player::default() }, notes);
        rows.push(cut.row());
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
