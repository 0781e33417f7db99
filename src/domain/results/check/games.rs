//! Games: results that are missing or unusual, handicap and komi, margins, warnings.

use super::super::field::Field;
use super::super::model::{Game, GameResult, HalfPoints, WonBy};
use super::super::text::komi::points;
use super::super::text::result::write;
use super::Checker;
use crate::domain::finding::{Code, codes};
use crate::text::Bilingual;

/// The komi of an even game that nobody asks about, in half-points.
const USUAL_KOMI: [HalfPoints; 8] = [0, 11, 13, 14, 15, 16, -11, -15];
/// No margin is larger than the board, in half-points.
const BOARD: i32 = 2 * 361;

pub(super) fn check(checker: &mut Checker<'_>) {
    for game in &checker.sheet.games {
        result(checker, game);
        komi(checker, game);
        margin(checker, game);
        warnings(checker, game);
    }
}

fn raise(checker: &mut Checker<'_>, code: &'static Code, game: &Game, field: Field, found: &str, expected: &str) {
    if checker.log.has_room(code) {
        let place = checker.of_game(game, field);
        checker.log.raise(code.at(place).found(found).expected(expected));
    } else {
        checker.log.count(code);
    }
}

fn result(checker: &mut Checker<'_>, game: &Game) {
    let written = write(game.result);
    let explained = checker.explained.contains(&game.line);
    let mut note = |code, expected| raise(checker, code, game, Field::Result, &written, expected);
    match game.result {
        GameResult::NotReported if explained => {}
        GameResult::NotReported => note(&codes::E402, "B | W | draw | …"),
        GameResult::BothWin => note(&codes::W403, "B | W | draw"),
        GameResult::BothLose => note(&codes::I404, ""),
        GameResult::Void => note(&codes::I405, ""),
        GameResult::Draw => {
            note(&codes::I415, "");
            if let Some(komi) = game.komi.filter(|komi| komi % 2 != 0) {
                let found = format!("draw, {}", points(komi));
                raise(checker, &codes::W407, game, Field::Result, &found, "B | W");
            }
        }
        GameResult::Black(win) | GameResult::White(win) if win.by == WonBy::Forfeit => note(&codes::I406, ""),
        GameResult::Black(_) | GameResult::White(_) | GameResult::Bye => {}
    }
}

fn komi(checker: &mut Checker<'_>, game: &Game) {
    if game.handicap > 0 {
        raise(checker, &codes::I410, game, Field::Handicap, &game.handicap.to_string(), "");
        stones(checker, game);
    }
    let Some(komi) = game.komi else { return };
    if game.handicap > 0 && komi != 0 {
        let found = format!("{}, {}", game.handicap, points(komi));
        raise(checker, &codes::W409, game, Field::Komi, &found, "0");
    } else if game.handicap == 0 && !USUAL_KOMI.contains(&komi) {
        raise(checker, &codes::W411, game, Field::Komi, &points(komi), "0 | 5.5 | 6.5 | 7 | 7.5 | 8");
    }
}

/// Stones are not given by whoever holds the lower grade. Equal grades say nothing: there are differences that no grade
/// shows, below the lowest not least.
fn stones(checker: &mut Checker<'_>, game: &Game) {
    let grade = |index: usize| checker.sheet.entries.get(index).and_then(|entry| entry.grade);
    let (Some(black), Some(white)) = (grade(game.black), game.white.and_then(grade)) else { return };
    if black > white {
        let found = Bilingual {
            zh: format!("{} — {}", black.words().zh, white.words().zh),
            en: format!("{} — {}", black.words().en, white.words().en),
        };
        let place = checker.of_game(game, Field::Handicap);
        let raise = codes::W416.at(place).found_words(format!("{black} — {white}"), found);
        checker.log.raise(raise.expected("0"));
    }
}

/// A counted board differs by whole points, so a margin has a half exactly where the komi has one.
fn margin(checker: &mut Checker<'_>, game: &Game) {
    let (GameResult::Black(win) | GameResult::White(win)) = game.result else { return };
    let WonBy::Count(margin) = win.by else { return };
    if margin > BOARD {
        raise(checker, &codes::W413, game, Field::Result, &write(game.result), "≤ 361");
    } else if let Some(komi) = game.komi.filter(|komi| (komi - margin) % 2 != 0) {
        let found = format!("{}, {}", write(game.result), points(komi));
        let expected = if komi % 2 == 0 { "B+1 | B+2 | …" } else { "B+0.5 | B+1.5 | …" };
        raise(checker, &codes::W413, game, Field::Result, &found, expected);
    }
}

fn warnings(checker: &mut Checker<'_>, game: &Game) {
    let (field, count) = match game.result {
        GameResult::Black(_) => (Field::BlackWarnings, game.black_warnings),
        GameResult::White(_) => (Field::WhiteWarnings, game.white_warnings),
        _ => return,
    };
    if count >= 2 {
        raise(checker, &codes::W414, game, field, &format!("{count}, {}", write(game.result)), "≤ 1");
    }
}
