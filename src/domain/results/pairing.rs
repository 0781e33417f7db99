//! What no file may say: a game against oneself, a person twice in a round, a game twice.

use super::field::Field;
use super::model::{Entry, Game};
use super::reading::Notes;
use crate::domain::finding::{Place, codes};
use std::collections::BTreeMap;

/// Checks the games of a file against one another.
pub(super) fn check(entries: &[Entry], games: &[Game], notes: &mut Notes) {
    let id = |index: usize| entries.get(index).map_or("", |entry| entry.id.as_str());
    let place = |notes: &Notes, game: &Game, field: Field| {
        Place::results(game.line).column(notes.headers.of(field)).round(game.round, game.board)
    };
    let mut booked: BTreeMap<(u16, usize), Vec<&Game>> = BTreeMap::new();
    let mut met: BTreeMap<(u16, usize, usize), &Game> = BTreeMap::new();
    for game in games {
        booked.entry((game.round, game.black)).or_default().push(game);
        let Some(white) = game.white else { continue };
        if white == game.black {
            let place = place(notes, game, Field::White).person(id(white));
            notes.raise(codes::E302.at(place).found(id(white)).expected(format!("≠ {}", id(white))));
            continue;
        }
        booked.entry((game.round, white)).or_default().push(game);
        let key = (game.round, game.black.min(white), game.black.max(white));
        match met.get(&key) {
            None => {
                met.insert(key, game);
            }
            Some(first) => {
                let same = first.black == game.black && first.result == game.result;
                let code = if same { &codes::E305 } else { &codes::E306 };
                let pair = format!("{}-{}", id(game.black), id(white));
                let place = place(notes, game, Field::Black);
                notes.raise(code.at(place).found(pair).expected("1").with("first", first.line));
            }
        }
    }
    for ((round, person), rows) in &booked {
        if rows.len() < 2 {
            continue;
        }
        let lines: Vec<String> = rows.iter().map(|game| game.line.to_string()).collect();
        let game = rows[1];
        let field = if game.black == *person { Field::Black } else { Field::White };
        let place = place(notes, game, field).person(id(*person));
        let found = format!("{}: {}", rows.len(), lines.join(", "));
        notes.raise(codes::E303.at(place).found(found).expected("1").with("n", round));
    }
}
