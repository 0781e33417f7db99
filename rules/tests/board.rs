//! The board beside one that is written to be read: stones in a grid, chains found by walking.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use weiqi_rules::{Board, Colour, Coord, Illegal, Size};

/// A board that looks everything up anew.
#[derive(Clone)]
struct Plain {
    size: Size,
    grid: Vec<Option<Colour>>,
    ko: Option<(Colour, Coord)>,
}

impl Plain {
    fn new(size: Size) -> Self {
        Plain { size, grid: vec![None; usize::from(size.area())], ko: None }
    }

    fn index(&self, at: Coord) -> usize {
        usize::from(at.y) * usize::from(self.size.width()) + usize::from(at.x)
    }

    fn near(&self, at: Coord) -> Vec<Coord> {
        let around = [(0i16, 1i16), (1, 0), (0, -1), (-1, 0)];
        let there = around.map(|(dx, dy)| (i16::from(at.x) + dx, i16::from(at.y) + dy));
        let on = |(x, y): &(i16, i16)| {
            (0..i16::from(self.size.width())).contains(x) && (0..i16::from(self.size.height())).contains(y)
        };
        there.into_iter().filter(on).map(|(x, y)| Coord { x: x as u8, y: y as u8 }).collect()
    }

    /// The chain of a stone and the points it breathes by.
    fn walk(&self, at: Coord) -> (Vec<Coord>, Vec<Coord>) {
        let colour = self.grid[self.index(at)];
        let (mut chain, mut air, mut open) = (vec![at], Vec::new(), vec![at]);
        while let Some(here) = open.pop() {
            for near in self.near(here) {
                let stone = self.grid[self.index(near)];
                if stone.is_none() && !air.contains(&near) {
                    air.push(near);
                } else if stone == colour && !chain.contains(&near) {
                    chain.push(near);
                    open.push(near);
                }
            }
        }
        (chain, air)
    }

    fn play(&mut self, colour: Colour, at: Coord, suicide: bool) -> Result<(usize, usize), Illegal> {
        if !self.size.has(at) {
            return Err(Illegal::OffBoard);
        }
        if self.grid[self.index(at)].is_some() {
            return Err(Illegal::Occupied);
        }
        if self.ko == Some((colour, at)) {
            return Err(Illegal::Ko);
        }
        let mut after = self.clone();
        let here = self.index(at);
        after.grid[here] = Some(colour);
        let mut taken = Vec::new();
        for near in self.near(at) {
            let stone = after.grid[self.index(near)];
            if stone == Some(colour.other()) && after.walk(near).1.is_empty() {
                for dead in after.walk(near).0 {
                    let dead_at = self.index(dead);
                    after.grid[dead_at] = None;
                    taken.push(dead);
                }
            }
        }
        let (chain, air) = after.walk(at);
        let mut own = 0;
        if air.is_empty() {
            if !suicide {
                return Err(Illegal::Suicide);
            }
            own = chain.len();
            for dead in &chain {
                let dead_at = self.index(*dead);
                after.grid[dead_at] = None;
            }
        }
        after.ko = match taken[..] {
            [one] if chain.len() == 1 && air == [one] => Some((colour.other(), one)),
            _ => None,
        };
        *self = after;
        Ok((taken.len(), own))
    }
}

/// A board, whether suicide is allowed, and moves: whether it is Black's, the point, whether it is a pass.
type Moves = (Size, bool, Vec<(bool, u8, u8, bool)>);

fn moves(sides: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = Moves> {
    (sides.clone(), sides, any::<bool>()).prop_flat_map(|(width, height, suicide)| {
        let one = (any::<bool>(), 0..width + 1, 0..height + 1, prop::bool::weighted(0.02));
        (Just(Size::new(width, height).unwrap()), Just(suicide), prop::collection::vec(one, 0..300))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn every_move_does_what_walking_the_chains_says((size, suicide, moves) in moves(1..=7)) {
        let (mut board, mut plain) = (Board::new(size), Plain::new(size));
        for (black, x, y, pass) in moves {
            if pass {
                board.forget_ko();
                plain.ko = None;
                continue;
            }
            let colour = if black { Colour::Black } else { Colour::White };
            let at = Coord { x, y };
            let before = board.clone();
            let expected = plain.play(colour, at, suicide);
            let seen = board.play(colour, at, suicide).map(|p| (usize::from(p.captured), usize::from(p.own)));
            prop_assert_eq!(seen, expected);
            if seen.is_err() {
                prop_assert_eq!(before.hash(), board.hash());
            }
            for at in size.coords() {
                prop_assert_eq!(board.at(at), plain.grid[plain.index(at)]);
                if board.at(at).is_some() {
                    let mut chain: Vec<Coord> = board.chain(at).collect();
                    let mut walked = plain.walk(at).0;
                    chain.sort();
                    walked.sort();
                    prop_assert_eq!(chain, walked);
                }
            }
            for colour in Colour::BOTH {
                prop_assert_eq!(board.ko(colour), plain.ko.filter(|(c, _)| *c == colour).map(|(_, at)| at));
                let stones = plain.grid.iter().filter(|stone| **stone == Some(colour)).count();
                prop_assert_eq!(usize::from(board.count(colour)), stones);
            }
            // The same stones put down one by one give the same hash, whatever the way here.
            let mut again = Board::new(size);
            again.set_all(size.coords().map(|at| (at, board.at(at))));
            prop_assert_eq!(again.hash(), board.hash());
            prop_assert!(again == board && again.smothered().is_none());
        }
    }
}

fn set(size: u8, rows: &str) -> Board {
    let mut board = Board::new(Size::square(size).unwrap());
    let stones = rows.split_whitespace().enumerate().flat_map(|(y, row)| {
        row.chars().enumerate().map(move |(x, c)| {
            let stone = match c {
                'X' => Some(Colour::Black),
                'O' => Some(Colour::White),
                _ => None,
            };
            (Coord { x: x as u8, y: y as u8 }, stone)
        })
    });
    board.set_all(stones.collect::<Vec<_>>());
    board
}

const fn c(x: u8, y: u8) -> Coord {
    Coord { x, y }
}

#[test]
fn a_stone_that_takes_one_may_not_be_taken_back_at_once() {
    let mut board = set(4, ".XO. XO.O .XO. ....");
    assert_eq!(board.play(Colour::Black, c(2, 1), false).unwrap().captured, 1);
    assert_eq!(board.ko(Colour::White), Some(c(1, 1)));
    assert_eq!(board.play(Colour::White, c(1, 1), false), Err(Illegal::Ko));
    board.play(Colour::White, c(3, 3), false).unwrap();
    board.play(Colour::Black, c(0, 3), false).unwrap();
    assert_eq!(board.play(Colour::White, c(1, 1), false).unwrap().captured, 1);
}

#[test]
fn a_pass_lifts_the_ban_of_the_ko() {
    let mut board = set(4, ".XO. XO.O .XO. ....");
    board.play(Colour::Black, c(2, 1), false).unwrap();
    board.forget_ko();
    assert_eq!(board.play(Colour::White, c(1, 1), false).unwrap().captured, 1);
}

#[test]
fn two_stones_that_are_taken_may_be_answered_by_taking_one() {
    let mut board = Board::new(Size::new(4, 1).unwrap());
    let stones = [Some(Colour::Black), Some(Colour::White), Some(Colour::White), None];
    board.set_all((0..4).map(|x| (c(x, 0), stones[usize::from(x)])));
    assert_eq!(board.play(Colour::Black, c(3, 0), false).unwrap().captured, 2);
    assert_eq!(board.ko(Colour::White), None);
    assert_eq!(board.play(Colour::White, c(1, 0), false).unwrap().captured, 1);
}

#[test]
fn a_setup_may_leave_a_chain_without_liberties_and_it_is_named() {
    let board = set(3, "OX. X.. ...");
    assert_eq!(board.smothered(), Some(c(0, 0)));
}
