//! Games under the rules of repetition.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashMap;
use weiqi_rules::rules::{CHINESE, NZ, TROMP_TAYLOR, WMSG2008};
use weiqi_rules::{Board, Colour, Coord, Play, Reason, Repeated, Replay, RuleSet, Size};

const fn c(x: u8, y: u8) -> Coord {
    Coord { x, y }
}

const B: Colour = Colour::Black;
const W: Colour = Colour::White;

fn board(rows: &[&str]) -> Board {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let mut board = Board::new(size);
    board.set_all(size.coords().map(|at| {
        let stone = match rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] {
            b'X' => Some(B),
            b'O' => Some(W),
            _ => None,
        };
        (at, stone)
    }));
    board
}

/// Three kos on one board, each open to be taken by Black; taken in turn they bring the position back.
const THREE_KOS: [&str; 12] = [
    ".XO...", "XO.O..", ".XO...", "......", ".XO...", "X.XO..", ".XO...", "......", ".XO...", "XO.O..", ".XO...",
    "......",
];

/// The moves of the cycle: two kos are taken while the third is given back.
fn cycle() -> Vec<(Colour, Coord)> {
    vec![(B, c(2, 1)), (W, c(1, 5)), (B, c(2, 9)), (W, c(1, 1)), (B, c(2, 5)), (W, c(1, 9))]
}

fn run(rules: &RuleSet) -> (usize, Result<Option<Repeated>, Reason>) {
    let mut game = Replay::from_setup(board(&THREE_KOS), B, rules);
    for (n, (colour, at)) in cycle().into_iter().enumerate() {
        match game.play(colour, Play::At(at)) {
            Ok(step) if step.repeated.is_some() => return (n + 1, Ok(step.repeated)),
            Ok(_) => {}
            Err(reason) => return (n + 1, Err(reason)),
        }
    }
    panic!("nothing came again")
}

#[test]
fn a_triple_ko_is_the_referees_by_chinese_rules_and_forbidden_by_superko() {
    assert_eq!(run(&CHINESE), (6, Ok(Some(Repeated { first: 0, same_to_move: true }))));
    assert_eq!(run(&NZ), (6, Err(Reason::Superko)));
    assert_eq!(run(&WMSG2008), (6, Err(Reason::Superko)));
}

#[test]
fn one_stone_that_dies_at_once_repeats_the_position_with_the_other_to_move() {
    let corner = [".O.", "O..", "..."];
    let play = |rules: &RuleSet| {
        let mut game = Replay::from_setup(board(&corner), B, rules);
        game.play(B, Play::At(c(0, 0)))
    };
    assert_eq!(play(&CHINESE), Err(Reason::Suicide));
    assert_eq!(play(&TROMP_TAYLOR), Err(Reason::Superko));
    let step = play(&NZ).unwrap();
    assert_eq!((step.own, step.repeated), (1, Some(Repeated { first: 0, same_to_move: false })));
}

#[test]
fn a_pass_is_a_move_and_repeats_nothing() {
    let mut game = Replay::new(Size::NINETEEN, &NZ);
    assert!(game.play(B, Play::Pass).unwrap().repeated.is_none());
    assert!(game.play(W, Play::Pass).unwrap().repeated.is_none());
    assert_eq!(game.moves(), 2);
}

#[test]
fn prisoners_are_counted_for_whoever_took_them_and_a_suicide_for_the_opponent() {
    let mut game = Replay::from_setup(board(&["XO..", "....", "..OX"]), B, &NZ);
    assert_eq!(game.play(W, Play::At(c(0, 1))).unwrap().captured, 1);
    assert_eq!(game.play(W, Play::At(c(3, 1))).unwrap().captured, 1);
    assert_eq!((game.prisoners(W), game.prisoners(B)), (2, 0));
    let mut game = Replay::from_setup(board(&["X.OO", ".OO.", "OO.."]), B, &NZ);
    game.play(B, Play::At(c(1, 0))).unwrap();
    let step = game.play(B, Play::At(c(0, 1))).unwrap();
    assert_eq!((step.own, game.prisoners(W), game.prisoners(B)), (3, 3, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_position_never_comes_again_under_superko_and_every_repetition_is_told_otherwise(
        moves in prop::collection::vec((0u8..4, 0u8..3, prop::bool::weighted(0.05)), 0..400),
        which in 0usize..4,
    ) {
        let rules = [&CHINESE, &NZ, &WMSG2008, &TROMP_TAYLOR][which];
        let size = Size::new(4, 3).unwrap();
        let mut game = Replay::new(size, rules);
        let mut seen: HashMap<String, Vec<(usize, Colour)>> = HashMap::new();
        seen.entry(game.board().to_string()).or_default().push((0, B));
        let mut colour = B;
        for (x, y, pass) in moves {
            let play = if pass { Play::Pass } else { Play::At(c(x, y)) };
            let before = (game.board().to_string(), game.moves());
            let Ok(step) = game.play(colour, play) else {
                prop_assert_eq!(before, (game.board().to_string(), game.moves()));
                continue;
            };
            colour = colour.other();
            let times = seen.entry(game.board().to_string()).or_default();
            if !pass {
                let same = times.iter().find(|(_, turn)| *turn == colour);
                let expected = same.or(times.first())
                    .map(|(first, turn)| Repeated { first: *first, same_to_move: *turn == colour });
                prop_assert_eq!(step.repeated, expected);
                match rules.repetition {
                    weiqi_rules::Repetition::Referee => {}
                    weiqi_rules::Repetition::Positional => prop_assert!(expected.is_none()),
                    weiqi_rules::Repetition::Situational => prop_assert!(same.is_none()),
                }
            }
            times.push((game.moves(), colour));
        }
    }
}
