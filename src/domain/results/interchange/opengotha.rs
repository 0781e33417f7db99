//! The tournament file of OpenGotha: XML with the players, and the games by the names of the players.
//!
//! A game refers to its players by the upper case of family and given name without spaces. Programs in a Turkish locale
//! write İ for i there, old versions write ASCII; both are matched where only one player fits. The address of the
//! computer that wrote the file is never kept.

use super::super::field::Field;
use super::super::reading::{Adjustment, Notes};
use super::super::xlsx::Refusal;
use super::super::xlsx::xml::{Step, Steps, Tag};
use super::foreign::{Fault, Foreign, Pairing, Player, Side, left_out};
use super::names::Name;
use crate::domain::finding::{Part, Place, codes};
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Reads the text.
pub(super) fn read(text: &str, foreign: &mut Foreign, notes: &mut Notes) {
    foreign.name_columns(&[
        (Field::Id, "id"),
        (Field::Name, "name"),
        (Field::Grade, "rank"),
        (Field::Club, "club"),
        (Field::Round, "roundNumber"),
        (Field::Board, "tableNumber"),
        (Field::Black, "blackPlayer"),
        (Field::White, "whitePlayer"),
        (Field::Result, "result"),
        (Field::Handicap, "handicap"),
        (Field::Komi, "komi"),
    ]);
    let mut file = File { text, counted: 0, line: 1, keys: Keys::default(), komi: String::new(), games: Vec::new() };
    file.walk(foreign, notes);
    file.pair(foreign, notes);
}

struct File<'a> {
    text: &'a str,
    /// How far lines have been counted, and the line there.
    counted: usize,
    line: u32,
    keys: Keys,
    komi: String,
    games: Vec<(u32, bool, Tag)>,
}

impl File<'_> {
    /// The line of a place in the text; places only move forward.
    fn line_at(&mut self, position: usize) -> u32 {
        let position = position.clamp(self.counted, self.text.len());
        let passed = self.text.as_bytes()[self.counted..position].iter().filter(|b| **b == b'\n').count();
        self.counted = position;
        self.line = self.line.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
        self.line
    }

    fn walk(&mut self, foreign: &mut Foreign, notes: &mut Notes) {
        let mut steps = Steps::new(self.text);
        let (mut open, mut teams) = (0_usize, None);
        loop {
            let at = steps.position();
            let step = match steps.next() {
                Ok(Step::Done) if open == 0 => break,
                Ok(Step::Done) => Err(Refusal::TooLarge),
                other => other,
            };
            match step {
                Ok(Step::Start(tag)) => {
                    open += 1;
                    let line = self.line_at(at);
                    match tag.name.as_str() {
                        "Player" => self.player(&tag, line, foreign, notes),
                        "Game" => self.games.push((line, false, tag)),
                        "ByePlayer" => self.games.push((line, true, tag)),
                        "Team" => teams = teams.or(Some(line)),
                        "GeneralParameterSet" => {
                            tag.get("komi").unwrap_or_default().trim().clone_into(&mut self.komi);
                            for name in ["beginDate", "endDate"] {
                                foreign.day(tag.get(name).unwrap_or_default(), line);
                            }
                        }
                        _ => {}
                    }
                }
                Ok(Step::End(_)) => open = open.saturating_sub(1),
                Ok(_) => {}
                Err(refusal) => {
                    let line = self.line_at(at);
                    broken(&refusal, line, notes);
                    break;
                }
            }
        }
        if teams.is_some() {
            left_out(teams, "Teams", notes);
        }
    }

    fn player(&mut self, tag: &Tag, line: u32, foreign: &mut Foreign, notes: &mut Notes) {
        let get = |name: &str| tag.get(name).unwrap_or_default().trim();
        let (family, given) = (get("name"), get("firstName"));
        let index = foreign.players.len();
        self.keys.add(family, given, index);
        let (rank, grade) = (get("rank"), tag.get("grade").map(str::trim));
        // A beginner's rank without a grade beside it claims none.
        let ungraded = rank.eq_ignore_ascii_case("30K") && grade == Some("");
        let player = Player {
            line,
            number: get("id").to_owned(),
            name: Name::parts(family, given),
            grade: if ungraded { String::new() } else { rank.to_owned() },
            club: get("club").to_owned(),
            ..Player::default()
        };
        foreign.player(player, notes);
    }

    /// Makes rows of the games, after all players are known.
    fn pair(&mut self, foreign: &mut Foreign, notes: &mut Notes) {
        let games = std::mem::take(&mut self.games);
        // The program counts tables from zero; other writers of the format from one.
        let number = |tag: &Tag| tag.get("tableNumber").map(|n| n.trim().to_owned()).unwrap_or_default();
        let zero = games.iter().find(|(_, bye, tag)| !bye && number(tag) == "0");
        if let Some((line, ..)) = zero {
            notes.adjust_at(adjusted(*line, "tableNumber", "board", "0", "1", "tables-from-zero"));
        }
        for (line, bye, tag) in &games {
            let get = |name: &str| tag.get(name).unwrap_or_default().trim();
            let side = |attribute: &'static str, field: &'static str, notes: &mut Notes| {
                let (side, folded) = self.keys.find(get(attribute));
                if let (true, Side::Player(index)) = (folded, &side) {
                    let to = foreign.players.get(*index).map_or("", |player| player.name.plain.as_str());
                    notes.adjust_at(adjusted(*line, attribute, field, get(attribute), to, "key-form"));
                }
                side
            };
            let (black, white) = match bye {
                true => (side("player", "black", notes), Side::Nobody),
                false => (side("blackPlayer", "black", notes), side("whitePlayer", "white", notes)),
            };
            let board = match (number(tag).parse::<u32>(), zero) {
                (Ok(n), Some(_)) => n.saturating_add(1).to_string(),
                _ => number(tag),
            };
            let result = if *bye { Some("bye") } else { result(get("result")) };
            let Some(result) = result else {
                let (found, expected) = (get("result"), "RESULT_WHITEWINS | RESULT_BLACKWINS | …");
                let why = "interchange.fault.result";
                Fault { part: Part::Results, line: *line, column: "result", found, expected, why }.raise(notes);
                continue;
            };
            let stones = get("handicap");
            let even = matches!(stones, "" | "0");
            foreign.colourless += usize::from(get("knownColor").eq_ignore_ascii_case("false"));
            let pairing = Pairing {
                line: *line,
                round: get("roundNumber").to_owned(),
                board,
                black,
                white,
                result: result.to_owned(),
                handicap: if even { String::new() } else { stones.to_owned() },
                komi: match (bye, even) {
                    (true, _) => String::new(),
                    (false, true) => self.komi.clone(),
                    (false, false) => "0".to_owned(),
                },
            };
            foreign.pairing(pairing, notes);
        }
    }
}

/// The result in our notation; none where it is no result of the format.
fn result(written: &str) -> Option<&'static str> {
    let plain = written.strip_prefix("RESULT_").unwrap_or(written);
    let (plain, by_default) = plain.strip_suffix("_BYDEF").map_or((plain, false), |plain| (plain, true));
    Some(match (plain, by_default) {
        ("WHITEWINS", false) => "W",
        ("WHITEWINS", true) => "W+F",
        ("BLACKWINS", false) => "B",
        ("BLACKWINS", true) => "B+F",
        ("EQUAL", _) => "draw",
        ("BOTHLOSE" | "BOTHLOOSE", _) => "both-lose",
        ("BOTHWIN", _) => "both-win",
        ("UNKNOWN" | "", _) => "",
        _ => return None,
    })
}

fn adjusted(line: u32, column: &str, field: &'static str, from: &str, to: &str, rule: &'static str) -> Adjustment {
    let (column, from, to) = (column.to_owned(), from.to_owned(), to.to_owned());
    Adjustment { part: Part::Results, line, column, field, from, to, rule }
}

fn broken(refusal: &Refusal, line: u32, notes: &mut Notes) {
    if *refusal == Refusal::Doctype {
        let place = Place { part: Part::Results, line: Some(line), ..Place::default() };
        return notes.raise(codes::E114.at(place).found("<!DOCTYPE>"));
    }
    let why = "interchange.fault.xml";
    Fault { part: Part::Results, line, column: "", found: "", expected: "<Tournament> … </Tournament>", why }
        .raise(notes);
}

/// The way from a key to its player.
#[derive(Debug, Default)]
struct Keys {
    exact: HashMap<String, (usize, usize)>,
    folded: HashMap<String, (usize, usize)>,
    ascii: HashMap<String, (usize, usize)>,
}

impl Keys {
    fn add(&mut self, family: &str, given: &str, index: usize) {
        let key = key(family, given);
        let add = |map: &mut HashMap<String, (usize, usize)>, key: String| {
            map.entry(key).and_modify(|(_, count)| *count += 1).or_insert((index, 1));
        };
        add(&mut self.folded, fold(&key));
        add(&mut self.ascii, ascii(&key));
        add(&mut self.exact, key);
    }

    /// The player of a key, and whether the key is written otherwise.
    fn find(&self, written: &str) -> (Side, bool) {
        let unknown = || Side::Unknown(written.to_owned());
        if written.is_empty() {
            return (unknown(), false);
        }
        let maps = [(&self.exact, key(written, "")), (&self.folded, fold(written)), (&self.ascii, ascii(written))];
        for (nth, (map, key)) in maps.into_iter().enumerate() {
            match map.get(&key) {
                Some((index, 1)) => return (Side::Player(*index), nth > 0),
                Some((_, count)) => return (Side::Several(written.to_owned(), *count), false),
                None => {}
            }
        }
        (unknown(), false)
    }
}

/// The program's own key of a player.
pub(super) fn key(family: &str, given: &str) -> String {
    format!("{family}{given}").to_uppercase().replace(' ', "")
}

/// The key in any locale: a dot more or less on an i makes no other player.
fn fold(key: &str) -> String {
    let upper = key.to_uppercase().replace(' ', "");
    upper.chars().filter(|c| *c != '\u{307}').map(|c| if matches!(c, 'İ' | 'ı') { 'I' } else { c }).collect()
}

/// The key without the marks of letters.
fn ascii(key: &str) -> String {
    fold(key).nfd().filter(|c| !is_combining_mark(*c)).collect()
}
