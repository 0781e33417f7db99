//! Rounds and pairings: gaps, boards, who met whom again, who did not play.

use super::super::field::Field;
use super::super::model::{Game, GameResult};
use super::Checker;
use crate::domain::finding::{Part, Place, codes};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(checker: &mut Checker<'_>) {
    if checker.sheet.games.is_empty() {
        return;
    }
    gaps(checker);
    boards(checker);
    again(checker);
    if !checker.refused {
        unplayed(checker);
    }
}

fn join<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(", ")
}

fn gaps(checker: &mut Checker<'_>) {
    let present: BTreeSet<u16> = checker.sheet.games.iter().map(|game| game.round).collect();
    let last = present.last().copied().unwrap_or(0);
    let missing: Vec<u16> = (1..=last).filter(|round| !present.contains(round)).collect();
    if !missing.is_empty() {
        let place = Place::part(Part::Results).column(checker.headers.of(Field::Round));
        checker.log.raise(codes::W307.at(place).found(join(&present)).expected(format!("1 … {last}")));
    }
}

/// One game on a board in a round. Groups may number their boards on their own.
fn boards(checker: &mut Checker<'_>) {
    let sheet = checker.sheet;
    let mut seen: BTreeMap<(Option<&str>, u16, u16), &Game> = BTreeMap::new();
    for game in &sheet.games {
        let Some(board) = game.board else { continue };
        let group = sheet.entries.get(game.black).and_then(|entry| entry.group.as_deref());
        match seen.get(&(group, game.round, board)) {
            None => {
                seen.insert((group, game.round, board), game);
            }
            Some(first) => {
                let raise = codes::W308.at(checker.of_game(game, Field::Board)).found(board.to_string());
                checker.log.raise(raise.with("first", first.line));
            }
        }
    }
}

/// Pairs that met in more than one round, and players with more than one bye: both are a pairing repeated.
fn again(checker: &mut Checker<'_>) {
    let sheet = checker.sheet;
    let mut rounds: BTreeMap<(usize, Option<usize>), Vec<&Game>> = BTreeMap::new();
    for game in &sheet.games {
        let key = match game.white {
            Some(white) if white == game.black => continue,
            Some(white) => (game.black.min(white), Some(game.black.max(white))),
            None if game.result == GameResult::Bye => (game.black, None),
            None => continue,
        };
        rounds.entry(key).or_default().push(game);
    }
    for ((one, other), games) in rounds {
        let distinct: BTreeSet<u16> = games.iter().map(|game| game.round).collect();
        if distinct.len() < 2 {
            continue;
        }
        let last = games[games.len() - 1];
        let (found, what, place) = match other {
            Some(other) => {
                let pair = format!("{}-{}", checker.id(one), checker.id(other));
                (pair, "finding.W304.met", checker.of_game(last, Field::Black))
            }
            None => {
                let place = checker.of_game(last, Field::Result).person(checker.id(one));
                (format!("{} bye", checker.id(one)), "finding.W304.bye", place)
            }
        };
        let raise = codes::W304.at(place).found(format!("{found}: {}", join(&distinct))).expected("1");
        checker.log.raise(raise.with_text("what", what).with("rounds", join(&distinct)));
    }
}

fn unplayed(checker: &mut Checker<'_>) {
    let sheet = checker.sheet;
    // A sheet of scores has no games that anybody could have missed.
    if sheet.games.is_empty() {
        return;
    }
    let all: BTreeSet<u16> = sheet.games.iter().map(|game| game.round).collect();
    let mut played: Vec<BTreeSet<u16>> = vec![BTreeSet::new(); sheet.entries.len()];
    for game in &sheet.games {
        for player in [Some(game.black), game.white].into_iter().flatten() {
            if let Some(rounds) = played.get_mut(player) {
                rounds.insert(game.round);
            }
        }
    }
    for (entry, rounds) in sheet.entries.iter().zip(&played) {
        let place = checker.of_entry(entry, Field::Id);
        if rounds.is_empty() {
            checker.log.raise(codes::I315.at(place).found(entry.name.clone()));
        } else if rounds.len() < all.len() {
            let missed = join(all.difference(rounds));
            checker.log.raise(codes::I314.at(place).found(missed));
        }
    }
}
