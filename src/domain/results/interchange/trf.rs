//! The report file of FIDE (TRF16, and TRF26 as far as it says the same): records in columns, counted in characters.
//!
//! Sports bureaus of the mind sports write it. A grade of Go stands where the title of chess does (`3D`, `12K`).

use super::super::field::Field;
use super::super::reading::{Adjustment, Notes};
use super::crosstable::{self, Cell, Outcome, Row, Rules, Token};
use super::foreign::{Fault, Foreign, Player, left_out};
use super::names::Name;
use super::rank;
use crate::domain::finding::Part;
use std::collections::HashMap;

/// The format knows neither handicap nor komi.
struct Even;

impl Rules for Even {
    fn handicap(&self, _: usize, _: usize) -> Option<u8> {
        Some(0)
    }

    fn komi(&self, _: u8) -> String {
        String::new()
    }
}

/// The column of the first round, from 0, and the width of each.
const FIRST: usize = 91;
const WIDTH: usize = 10;
/// No tournament has more rounds.
const ROUNDS: usize = 99;

/// Records that change what the results mean, and so are said to be left out.
const TELLING: [&str; 5] = ["013", "162", "240", "299", "310"];

/// Reads the text.
pub(super) fn read(text: &str, foreign: &mut Foreign, notes: &mut Notes) {
    foreign.name_columns(&[(Field::Id, "58-68"), (Field::Name, "15-47"), (Field::Sex, "10"), (Field::Grade, "11-13")]);
    foreign.name_columns(&[(Field::Birth, "70-79"), (Field::Result, "99"), (Field::Place, "86-89")]);
    let mut lines: Vec<(u32, Vec<char>)> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut graded = false;
    for (line, text) in (1_u32..).zip(super::lines(text)) {
        let tag = text.get(..3).unwrap_or_default();
        if TELLING.contains(&tag) {
            left_out(Some(line), tag, notes);
        }
        if matches!(tag, "042" | "052") {
            foreign.day(text[3..].trim(), line);
        }
        if tag != "001" || !text[3..].starts_with(' ') {
            continue;
        }
        let record: Vec<char> = text.chars().take(FIRST + WIDTH * ROUNDS).collect();
        let at = |from: usize, to: usize| cut(&record, from, to);
        let number = at(5, 8);
        if number.is_empty() || numbers.insert(number.clone(), lines.len()).is_some() {
            let why = "interchange.fault.number";
            Fault { part: Part::Players, line, column: "5-8", found: &number, expected: "1 2 3 …", why }.raise(notes);
            continue;
        }
        let title = at(11, 13);
        let is_grade = rank::is_rank(&title);
        graded |= is_grade;
        if !title.is_empty() && !is_grade {
            left_out(Some(line), &title, notes);
        }
        foreign.player(
            Player {
                line,
                number: Some(at(58, 68)).filter(|id| !id.is_empty()).unwrap_or(number),
                name: Name::of_comma(&at(15, 47)),
                sex: match at(10, 10).as_str() {
                    "m" | "M" => "男",
                    "w" | "W" => "女",
                    _ => "",
                },
                birth: birth(&at(70, 79)),
                place: at(86, 89),
                grade: if is_grade { title } else { String::new() },
                ..Player::default()
            },
            notes,
        );
        lines.push((line, record));
    }
    foreign.graded = graded;
    let rows: Vec<Row> = lines.iter().map(|(line, record)| row(*line, record, &numbers, notes)).collect();
    crosstable::games(&rows, &Even, foreign, notes);
}

/// The characters of a record between two columns, both from 1 and included.
fn cut(record: &[char], from: usize, to: usize) -> String {
    let part = record.get(from - 1..to.min(record.len())).unwrap_or_default();
    part.iter().collect::<String>().trim().to_owned()
}

/// A birth date with all its parts; a year alone says nothing that identifies.
fn birth(text: &str) -> String {
    let date = text.replace(['/', '.'], "-");
    if date.len() == 10 && !date.ends_with("-00") && !date.contains("-00-") { date } else { String::new() }
}

fn row(line: u32, record: &[char], numbers: &HashMap<String, usize>, notes: &mut Notes) -> Row {
    let rounds = record.len().saturating_sub(FIRST).div_ceil(WIDTH);
    let mut row = Row { line, cells: Vec::with_capacity(rounds) };
    for round in 0..rounds {
        let begin = FIRST + round * WIDTH;
        let (opponent, colour) = (cut(record, begin + 1, begin + 4), cut(record, begin + 6, begin + 6));
        let result = cut(record, begin + 8, begin + 8);
        let written = format!("{opponent} {colour} {result}").trim().to_owned();
        let alone = opponent.trim_start_matches('0').is_empty();
        let letter = result.to_ascii_uppercase();
        let mut column = (begin + 8).to_string();
        let cell = match (alone, letter.as_str()) {
            (true, "F" | "U" | "+") => Some(Cell::Bye),
            (true, "H" | "=") => Some(Cell::Half),
            (true, "" | "Z" | "-" | "0") => Some(Cell::Absent),
            (true, _) => None,
            (false, letter) => {
                let outcome = match letter {
                    "1" | "W" | "+" => Some((Outcome::Won, letter == "+")),
                    "0" | "L" | "-" => Some((Outcome::Lost, letter == "-")),
                    "=" | "D" => Some((Outcome::Drawn, false)),
                    "" => Some((Outcome::Unknown, false)),
                    _ => None,
                };
                let black = match colour.as_str() {
                    "w" | "W" => Some(Some(false)),
                    "b" | "B" => Some(Some(true)),
                    "-" | "" => Some(None),
                    _ => None,
                };
                if black.is_none() {
                    column = (begin + 6).to_string();
                }
                outcome.zip(black).map(|((outcome, by_default), black)| {
                    let opponent = numbers.get(&opponent).copied();
                    Cell::Game(Token { opponent, outcome, by_default, black, handicap: None })
                })
            }
        };
        if cell.is_none() {
            let (expected, why) = ("12 w 1", "interchange.fault.token");
            Fault { part: Part::Results, line, column: &column, found: &written, expected, why }.raise(notes);
        }
        if matches!(letter.as_str(), "W" | "D" | "L") && cell.is_some() {
            notes.adjust_at(Adjustment {
                part: Part::Results,
                line,
                column,
                field: "result",
                from: result,
                to: match letter.as_str() {
                    "W" => "1",
                    "D" => "=",
                    _ => "0",
                }
                .to_owned(),
                rule: "unrated-game",
            });
        }
        row.cells.push((written, cell));
    }
    row
}
