//! The results file of the American association (AGA): a heading, the players, the games of each round.

use super::super::field::Field;
use super::super::reading::{Adjustment, Notes};
use super::foreign::{Fault, Foreign, Pairing, Player, Side};
use super::names::Name;
use crate::domain::finding::Part;
use std::collections::HashMap;

/// What the lines that follow are.
#[derive(Clone, Copy)]
enum Section {
    Heading,
    Players,
    Games(u32),
}

/// Reads the text.
pub(super) fn read(text: &str, foreign: &mut Foreign, notes: &mut Notes) {
    foreign.name_columns(&[(Field::Id, "1"), (Field::Name, "2"), (Field::Grade, "3")]);
    foreign.name_columns(&[(Field::White, "1"), (Field::Black, "2"), (Field::Result, "3")]);
    foreign.name_columns(&[(Field::Handicap, "4"), (Field::Komi, "5")]);
    let mut section = Section::Heading;
    let mut ids: HashMap<String, (usize, usize)> = HashMap::new();
    let mut games = Vec::new();
    for (line, text) in (1_u32..).zip(super::lines(text)) {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let first = text.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match (first.as_str(), section) {
            ("TOURNEY", _) => section = Section::Heading,
            ("PLAYERS", _) => section = Section::Players,
            ("GAMES", _) => {
                let round = text[5..].trim();
                match round.parse() {
                    Ok(round) => section = Section::Games(round),
                    Err(_) => {
                        let why = "interchange.fault.round";
                        let part = Part::Results;
                        Fault { part, line, column: "", found: round, expected: "GAMES 1", why }.raise(notes);
                        section = Section::Heading;
                    }
                }
            }
            (_, Section::Heading) => {}
            (_, Section::Players) => {
                let Some(player) = player(line, text, notes) else {
                    let (expected, why) = ("12345 Li, Si 3d", "interchange.fault.player");
                    Fault { part: Part::Players, line, column: "", found: text, expected, why }.raise(notes);
                    continue;
                };
                let index = foreign.players.len();
                ids.entry(player.number.clone()).and_modify(|(_, count)| *count += 1).or_insert((index, 1));
                foreign.player(player, notes);
            }
            (_, Section::Games(round)) => games.push((line, round, text)),
        }
    }
    for (line, round, text) in games {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let side = |id: &str| match ids.get(id) {
            Some((index, 1)) => Side::Player(*index),
            Some((_, count)) => Side::Several(id.to_owned(), *count),
            None => Side::Unknown(id.to_owned()),
        };
        let (pair, result, rest) = match tokens.as_slice() {
            [white, black, result, rest @ ..] if rest.len() <= 2 => ((side(white), side(black)), *result, rest),
            _ => {
                let (expected, why) = ("12345 67890 W 0 7", "interchange.fault.game");
                Fault { part: Part::Results, line, column: "", found: text, expected, why }.raise(notes);
                continue;
            }
        };
        let result = match result {
            "W" | "w" => "W",
            "B" | "b" => "B",
            "?" => "",
            other => other,
        };
        let (white, black) = pair;
        let handicap = rest.first().copied().unwrap_or_default();
        foreign.pairing(
            Pairing {
                line,
                round: round.to_string(),
                board: String::new(),
                black,
                white,
                result: result.to_owned(),
                handicap: if handicap == "0" { String::new() } else { handicap.to_owned() },
                komi: rest.get(1).copied().unwrap_or_default().to_owned(),
            },
            notes,
        );
    }
}

/// The number first, the rank last, the name between them.
fn player(line: u32, text: &str, notes: &mut Notes) -> Option<Player> {
    let (number, rest) = text.split_once(char::is_whitespace)?;
    let (name, rank) = rest.trim().rsplit_once(char::is_whitespace)?;
    if !number.bytes().all(|b| b.is_ascii_alphanumeric()) || name.trim().is_empty() {
        return None;
    }
    let grade = match of_rating(rank) {
        Some(grade) => {
            notes.adjust_at(Adjustment {
                part: Part::Players,
                line,
                column: "3".to_owned(),
                field: "grade",
                from: rank.to_owned(),
                to: grade.clone(),
                rule: "rating-as-rank",
            });
            grade
        }
        None => rank.to_owned(),
    };
    let name = Name::of_comma(name.trim());
    Some(Player { line, number: number.to_owned(), name, grade, ..Player::default() })
}

/// The rank that a rating stands for: 5.3 is 5 dan, -5.3 is 5 kyu.
fn of_rating(text: &str) -> Option<String> {
    let (kyu, number) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, fraction) = number.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    let sound = digits(whole) && whole.len() <= 2 && digits(fraction);
    sound.then(|| format!("{whole}{}", if kyu { 'K' } else { 'D' }))
}
