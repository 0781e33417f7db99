//! Counting positions whose count is known by hand.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use weiqi_rules::count::{AreaCount, Owner, Ownership, Terms};
use weiqi_rules::rules::{ANCIENT, BUTTON, CHINESE, ING, WMSG2008};
use weiqi_rules::{Board, Colour, Coord, HalfPoints, RuleSet, Size, unconditional, unconditional_stones};

const fn c(x: u8, y: u8) -> Coord {
    Coord { x, y }
}

fn board(rows: &[&str]) -> Board {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let mut board = Board::new(size);
    board.set_all(size.coords().map(|at| {
        let stone = match rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] {
            b'X' => Some(Colour::Black),
            b'O' => Some(Colour::White),
            _ => None,
        };
        (at, stone)
    }));
    board
}

fn even(rules: &'static RuleSet, komi: HalfPoints) -> Terms {
    Terms { rules, komi, handicap: 0, first_pass: None }
}

/// Black has 13 points, White 12; the white stone in Black's corner is dead.
const FIVE: [&str; 5] = ["O.XO.", "..XO.", ".XXO.", "..XOO", "..XO."];

#[test]
fn a_dead_stone_is_a_point_of_whoever_surrounds_it() {
    let owned = Ownership::of(&board(&FIVE), &[c(0, 0)]);
    assert_eq!(owned.at(c(0, 0)), Owner::Territory(Colour::Black));
    assert_eq!((owned.stones(Colour::Black), owned.territory(Colour::Black)), (6, 9));
    assert_eq!((owned.stones(Colour::White), owned.territory(Colour::White)), (6, 4));
    assert_eq!((owned.dead(Colour::White), owned.shared()), (1, 0));
    let alive = Ownership::of(&board(&FIVE), &[]);
    assert_eq!((alive.territory(Colour::Black), alive.shared()), (0, 8));
}

#[test]
fn the_margin_is_the_difference_less_komi_and_what_is_given_back() {
    let owned = Ownership::of(&board(&FIVE), &[c(0, 0)]);
    let count = AreaCount::of(&owned, &even(&CHINESE, HalfPoints(15)));
    assert_eq!((count.black.total(), count.white.total()), (HalfPoints::points(15), HalfPoints::points(10)));
    assert_eq!((count.margin, count.winner), (HalfPoints(-5), Some(Colour::White)));
    assert_eq!(count.margin.in_zi(), "1又1/4子");
    let count = AreaCount::of(&owned, &Terms { handicap: 4, ..even(&CHINESE, HalfPoints::ZERO) });
    assert_eq!((count.handicap_bonus, count.margin), (HalfPoints::points(4), HalfPoints::points(1)));
}

#[test]
fn shared_points_are_halved_when_a_side_is_called_out_and_change_no_margin() {
    let owned = Ownership::of(&board(&["X.O", "X.O", "X.O"]), &[]);
    let count = AreaCount::of(&owned, &even(&CHINESE, HalfPoints::ZERO));
    assert_eq!((count.shared, count.margin, count.winner), (3, HalfPoints::ZERO, None));
    assert_eq!(count.called_out(Colour::Black).in_zi(), "2又1/4子");
    assert_eq!(count.called_out(Colour::Black) + count.called_out(Colour::White), HalfPoints::points(9));
}

#[test]
fn the_last_pass_a_tie_and_the_group_tax_are_told_by_the_rules() {
    let even_board = Ownership::of(&board(&["XX.OO", "XX.OO"]), &[]);
    let by = |rules, first_pass| AreaCount::of(&even_board, &Terms { first_pass, ..even(rules, HalfPoints::ZERO) });
    assert_eq!(by(&ING, None).winner, Some(Colour::Black));
    assert_eq!(by(&WMSG2008, Some(Colour::White)).margin, HalfPoints::points(-1));
    assert_eq!(by(&WMSG2008, Some(Colour::Black)).margin, HalfPoints::ZERO);
    assert_eq!(by(&BUTTON, Some(Colour::Black)).margin, HalfPoints(1));
    // White has two groups, Black one: a group more costs two points.
    let split = Ownership::of(&board(&["XXXX", "O.XO", "O.XO"]), &[]);
    let plain = AreaCount::of(&split, &even(&CHINESE, HalfPoints::ZERO)).margin;
    let taxed = AreaCount::of(&split, &even(&ANCIENT, HalfPoints::ZERO));
    assert_eq!((taxed.black.groups, taxed.white.groups), (1, 2));
    assert_eq!(taxed.margin - plain, HalfPoints::points(2));
}

#[test]
fn two_eyes_live_and_one_does_not() {
    let two = board(&[".XX.X", "XXXXX", ".....", "....."]);
    let safe = unconditional(&two, Colour::Black);
    assert!(safe.contains(&c(0, 0)) && safe.contains(&c(3, 0)) && safe.contains(&c(4, 0)));
    assert_eq!(safe.len(), 10, "the stones, both eyes and not the open side below");
    assert!(unconditional(&board(&[".XXXX", "XXXXX", "OOOOO", "....."]), Colour::Black).is_empty());
    // A false eye: the corner stone can be cut off.
    assert!(unconditional(&board(&[".X.XO", "XOXXO", ".OOOO"]), Colour::Black).is_empty());
}

#[test]
fn a_region_with_stones_of_the_opponent_in_it_is_an_eye_where_every_empty_point_is_a_liberty() {
    let safe = unconditional(&board(&["X.X.X", "XOXXX", "XXXXX"]), Colour::Black);
    assert!(safe.contains(&c(1, 1)), "the prisoner's point is Black's");
    assert_eq!(safe.len(), 15);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever the opponent plays when the owner passes, and in whatever order, what lives unconditionally stays.
    #[test]
    fn nothing_the_opponent_plays_takes_what_lives_unconditionally(
        stones in prop::collection::vec(0u8..4, 30),
        moves in prop::collection::vec((0u8..6, 0u8..5), 0..120),
    ) {
        let size = Size::new(6, 5).unwrap();
        let mut board = Board::new(size);
        board.set_all(size.coords().zip(&stones).map(|(at, stone)| {
            (at, match stone { 0 | 1 => Some(Colour::Black), 2 => Some(Colour::White), _ => None })
        }));
        prop_assume!(board.smothered().is_none());
        let safe = unconditional(&board, Colour::Black);
        let stones = unconditional_stones(&board, Colour::Black);
        prop_assert!(stones.iter().all(|at| safe.contains(at)));
        for (x, y) in moves {
            board.forget_ko();
            let _ = board.play(Colour::White, c(x, y), false);
            prop_assert!(stones.iter().all(|at| board.at(*at) == Some(Colour::Black)));
        }
        // And no white chain lives where the region is Black's, whatever White has played there.
        let white = unconditional(&board, Colour::White);
        prop_assert!(safe.iter().all(|at| !white.contains(at)));
    }
}
