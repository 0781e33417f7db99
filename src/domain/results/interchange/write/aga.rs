//! The American results file.

use super::super::super::model::{GameResult, Sheet};
use super::super::super::text::komi;
use super::super::{names, rank};
use super::About;
use std::collections::BTreeMap;

fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The file.
pub(super) fn write(sheet: &Sheet, about: &About) -> String {
    let mut out = format!("TOURNEY {}, {}\n", plain(&about.name), plain(&about.place));
    if let Some((first, last)) = about.days {
        out += &format!("\tstart={first}\n\tfinish={last}\n");
    }
    out += "\trules=Chinese\nPLAYERS\n";
    for entry in &sheet.entries {
        let rank = rank::write(entry.grade).to_lowercase();
        out += &format!("{}\t{}\t{rank}\n", entry.id, names::with_comma(&entry.name));
    }
    let mut rounds: BTreeMap<u16, String> = BTreeMap::new();
    let id = |index: usize| sheet.entries.get(index).map_or("", |entry| entry.id.as_str());
    for game in &sheet.games {
        let Some(white) = game.white else { continue };
        let result = match game.result {
            GameResult::Black(_) => 'B',
            GameResult::White(_) => 'W',
            _ => '?',
        };
        let (white, black, komi) = (id(white), id(game.black), komi::points(game.komi.unwrap_or(0)));
        let row = format!("{white}\t{black}\t{result}\t{}\t{komi}\n", game.handicap);
        *rounds.entry(game.round).or_default() += &row;
    }
    for (round, games) in rounds {
        out += &format!("GAMES {round}\n{games}");
    }
    out
}
