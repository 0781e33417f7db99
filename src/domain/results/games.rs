//! From the results table to games.

use super::field::Field;
use super::model::{Game, GameResult, HalfPoints};
use super::players::Entries;
use super::reading::Notes;
use super::table::{Row, Table};
use super::text::result::ReadResult;
use super::text::{fold, komi, number, result};
use crate::domain::finding::{Place, codes};
use crate::text::both;

/// The highest round, board, handicap and count of warnings that a file may name.
const MAX_ROUND: u32 = 99;
const MAX_BOARD: u32 = 9_999;
const MAX_HANDICAP: u32 = 9;
const MAX_WARNINGS: u32 = 9;

/// Reads the rows of the results table. `entries` is `None` when the players could not be read: then ids are
/// not looked up, so that one fault does not hide behind a thousand others.
pub(super) fn read(table: &Table, entries: Option<&Entries>, notes: &mut Notes) -> Vec<Game> {
    table.rows.iter().filter_map(|row| Cells::new(table, row, entries, notes).game()).collect()
}

/// One side of a row.
enum Side {
    Empty,
    /// 轮空 or bye where a player's id belongs.
    NoOpponent,
    Entry(usize),
    Unknown,
}

struct Cells<'a> {
    table: &'a Table,
    row: &'a Row,
    entries: Option<&'a Entries>,
    notes: &'a mut Notes,
    round: Option<u16>,
    board: Option<u16>,
}

impl<'a> Cells<'a> {
    fn new(table: &'a Table, row: &'a Row, entries: Option<&'a Entries>, notes: &'a mut Notes) -> Self {
        Self { table, row, entries, notes, round: None, board: None }
    }

    fn text(&self, field: Field) -> &'a str {
        self.table.get(self.row, field)
    }

    fn place(&self, field: Field) -> Place {
        let mut place = Place::results(self.row.line).column(self.notes.headers.of(field));
        place.round = self.round;
        place.board = self.board;
        place
    }

    fn game(mut self) -> Option<Game> {
        self.board = self.number(Field::Board, 1, MAX_BOARD, number::read).and_then(|n| u16::try_from(n).ok());
        self.round = self.number(Field::Round, 1, MAX_ROUND, number::read).and_then(|n| u16::try_from(n).ok());
        if self.text(Field::Round).is_empty() {
            let place = self.place(Field::Round);
            self.notes.raise(codes::E123.at(place).expected("1 2 3 …"));
        }
        let sides = (self.side(Field::Black), self.side(Field::White));
        let read = result::read(self.text(Field::Result));
        let handicap = self.number(Field::Handicap, 0, MAX_HANDICAP, number::read_handicap).unwrap_or(0);
        let komi = self.komi();
        let warnings = [Field::BlackWarnings, Field::WhiteWarnings]
            .map(|field| self.number(field, 0, MAX_WARNINGS, number::read).unwrap_or(0));
        let (black, white, result) = self.pairing(sides, read)?;
        Some(Game {
            line: self.row.line,
            round: self.round?,
            board: self.board,
            black,
            white,
            result,
            handicap: u8::try_from(handicap).unwrap_or(0),
            komi,
            record: Some(self.text(Field::Game)).filter(|text| !text.is_empty()).map(str::to_owned),
            black_warnings: u8::try_from(warnings[0]).unwrap_or(0),
            white_warnings: u8::try_from(warnings[1]).unwrap_or(0),
        })
    }

    fn number(
        &mut self,
        field: Field,
        least: u32,
        most: u32,
        read: impl Fn(&str) -> Option<(u32, bool)>,
    ) -> Option<u32> {
        let text = self.text(field);
        if text.is_empty() {
            return None;
        }
        let place = self.place(field);
        match read(text) {
            None => self.notes.raise(codes::E123.at(place).found(text).expected(format!("{least} … {most}"))),
            Some((n, _)) if n < least || n > most => {
                self.notes.raise(codes::E124.at(place).found(text).expected(format!("{least} … {most}")));
            }
            Some((n, exact)) => {
                if !exact {
                    self.notes.adjust(field, self.row.line, text, &n.to_string(), "number-form");
                }
                return Some(n);
            }
        }
        None
    }

    fn komi(&mut self) -> Option<HalfPoints> {
        let text = self.text(Field::Komi);
        if text.is_empty() {
            return None;
        }
        let Some(read) = komi::read(text, self.table.komi_in_stones) else {
            let place = self.place(Field::Komi);
            self.notes.raise(codes::E123.at(place).found(text).expected("0 | 6.5 | 7.5 | 3.75 子"));
            return None;
        };
        if let Some(rule) = read.adjusted {
            self.notes.adjust(Field::Komi, self.row.line, text, &komi::points(read.half_points), rule);
        }
        Some(read.half_points)
    }

    fn side(&mut self, field: Field) -> Side {
        let text = self.text(field);
        if text.is_empty() {
            return Side::Empty;
        }
        if matches!(fold(text).as_str(), "轮空" | "bye") {
            return Side::NoOpponent;
        }
        let Some(entries) = self.entries else { return Side::Unknown };
        match entries.find(text) {
            Some((index, exact)) => {
                if !exact {
                    self.notes.adjust(field, self.row.line, text, &entries.list[index].id, "id-form");
                }
                Side::Entry(index)
            }
            None => {
                let place = self.place(field);
                let raise = codes::E301.at(place).found(text);
                let raise = match entries.only_of_name(text) {
                    Some(entry) => {
                        let hint = both("finding.E301.named", &[("id", &entry.id)]);
                        raise.expected(entry.id.clone()).with_both("hint", hint)
                    }
                    None => raise.with("hint", ""),
                };
                self.notes.raise(raise);
                Side::Unknown
            }
        }
    }

    /// Who met whom with which result; `None` when the row does not say, or says that nobody played.
    fn pairing(
        &mut self,
        (black, white): (Side, Side),
        read: ReadResult,
    ) -> Option<(usize, Option<usize>, GameResult)> {
        let text = self.text(Field::Result);
        let result = match read {
            ReadResult::Exact(result) => Some(result),
            ReadResult::Other(result) => {
                self.notes.adjust(Field::Result, self.row.line, text, &result::write(result), "result-form");
                Some(result)
            }
            ReadResult::SomebodyForfeited => None,
            ReadResult::Margin | ReadResult::Unreadable => {
                let code = if read == ReadResult::Margin { &codes::E408 } else { &codes::E401 };
                let place = self.place(Field::Result);
                self.notes.raise(
                    code.at(place)
                        .found(text)
                        .expected("B | W | draw | B+3.5 | W+R | W+T | B+F | bye | both-lose | both-win | void"),
                );
                return None;
            }
        };
        match (black, white) {
            (Side::Unknown, _) | (_, Side::Unknown) => None,
            (Side::Entry(black), Side::Entry(white)) => {
                if result == Some(GameResult::Bye) {
                    let place = self.place(Field::White);
                    let found = self.text(Field::White);
                    self.notes.raise(codes::E312.at(place).found(found));
                    return None;
                }
                Some((black, Some(white), self.between_two(result)))
            }
            (Side::Entry(only), Side::Empty) => self.alone(only, Field::Black, result, false),
            (Side::Entry(only), Side::NoOpponent) => self.alone(only, Field::Black, result, true),
            (Side::NoOpponent, Side::Entry(only)) => self.alone(only, Field::White, result, true),
            (Side::Empty, Side::Entry(only)) => self.alone(only, Field::White, result, false),
            (Side::Empty | Side::NoOpponent, Side::Empty | Side::NoOpponent) => {
                let place = self.place(Field::Black);
                self.notes.raise(codes::E313.at(place).found(self.text(Field::Black)));
                None
            }
        }
    }

    fn between_two(&mut self, result: Option<GameResult>) -> GameResult {
        let line = self.row.line;
        match result {
            // Who forfeited is not said, so nobody is given the win: the submission will ask.
            None => {
                let place = self.place(Field::Result);
                self.notes.adjust(Field::Result, line, self.text(Field::Result), "", "forfeit-unnamed");
                self.notes
                    .raise(codes::E412.at(place).found(self.text(Field::Result)).expected("B+F | W+F | both-lose"));
                GameResult::NotReported
            }
            // A table of wins and losses has no such row: it is taken as a point or none for each side.
            Some(GameResult::BothWin) => {
                self.notes.adjust(Field::Result, line, self.text(Field::Result), "2:2", "both-win");
                GameResult::BothWin
            }
            Some(GameResult::BothLose) => {
                self.notes.adjust(Field::Result, line, self.text(Field::Result), "0:0", "both-lose");
                GameResult::BothLose
            }
            Some(result) => result,
        }
    }

    /// A row with one player: a bye, or somebody who did not come.
    fn alone(
        &mut self,
        only: usize,
        field: Field,
        result: Option<GameResult>,
        says_bye: bool,
    ) -> Option<(usize, Option<usize>, GameResult)> {
        let line = self.row.line;
        let other = if field == Field::Black { Field::White } else { Field::Black };
        match result {
            None => {
                self.notes.adjust(Field::Result, line, self.text(Field::Result), "absent", "forfeit-alone");
                None
            }
            Some(GameResult::Bye) => {
                if says_bye {
                    self.notes.adjust(other, line, self.text(other), "", "bye-form");
                }
                if field == Field::White {
                    self.notes.adjust(Field::Black, line, "", self.text(Field::White), "bye-side");
                }
                Some((only, None, GameResult::Bye))
            }
            Some(GameResult::NotReported) if says_bye => {
                self.notes.adjust(other, line, self.text(other), "", "bye-form");
                self.notes.adjust(Field::Result, line, "", "bye", "bye-form");
                if field == Field::White {
                    self.notes.adjust(Field::Black, line, "", self.text(Field::White), "bye-side");
                }
                Some((only, None, GameResult::Bye))
            }
            Some(_) => {
                let place = self.place(other);
                self.notes.raise(codes::E311.at(place).found(self.text(Field::Result)).expected("bye"));
                None
            }
        }
    }
}
