//! The moves that a record leaves out, played to the end of the game.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/boards.rs"]
mod boards;

use weiqi_rules::endgame::finish;
use weiqi_rules::{Colour, Coord};

/// A black stone hangs on a point between the colours and on one of Black's own.
const HANGING: [&str; 7] = ["...XO..", ".X.XOO.", "....XO.", ".X.X.O.", "...XOO.", "...XO..", "...XO.."];

#[test]
fn a_point_between_the_colours_that_threatens_a_stone_costs_its_owner_the_point_that_joins_it() {
    let board = boards::board(&HANGING);
    let [between, joint] = [Coord { x: 4, y: 3 }, Coord { x: 3, y: 2 }];
    let ending = finish(&board, &[], Colour::White);
    assert_eq!(ending.moves, [(Colour::White, between), (Colour::Black, joint)]);
    assert_eq!((ending.territory(), ending.captured), (19 - 10, [0, 0]));
    // Who fills it in time has joined the stone by it.
    let ending = finish(&board, &[], Colour::Black);
    assert_eq!(ending.moves, [(Colour::Black, between)]);
    assert_eq!(ending.territory(), 20 - 10);
    // By area the two moves are a point each way, and the one that joins is none.
    assert_eq!(finish(&board, &[], Colour::White).area(), 29 - 20);
}

#[test]
fn dead_stones_stay_on_the_board_and_count_as_dead() {
    let mut rows = HANGING;
    rows[5] = ".O.XO..";
    let board = boards::board(&rows);
    let dead = Coord { x: 1, y: 5 };
    let ending = finish(&board, &[dead], Colour::White);
    assert_eq!((ending.dead.as_slice(), ending.captured), ([dead].as_slice(), [0, 0]));
    assert_eq!(ending.territory(), 20 - 10);
}

#[test]
fn the_end_is_the_same_for_either_colour_and_from_every_side() {
    let board = boards::board(&HANGING);
    let size = board.size();
    let turned = |turn: &dyn Fn(Coord) -> Coord, exchange: bool| {
        let mut other = board.clone();
        other.set_all(size.coords().map(|at| (turn(at), board.at(at).map(|c| if exchange { c.other() } else { c }))));
        let first = if exchange { Colour::Black } else { Colour::White };
        finish(&other, &[], first).territory()
    };
    let wanted = finish(&board, &[], Colour::White).territory();
    assert_eq!(turned(&|at| Coord { x: 6 - at.x, y: at.y }, false), wanted);
    assert_eq!(turned(&|at| Coord { x: at.y, y: 6 - at.x }, false), wanted);
    assert_eq!(turned(&|at| at, true), -wanted);
}

#[test]
fn a_protection_costs_its_owner_a_point() {
    let board = boards::board(&HANGING);
    let ending = finish(&board, &[], Colour::White);
    for (colour, at) in &ending.protectable {
        let protected = ending.protected(*colour, *at).unwrap();
        let cost = if *colour == Colour::Black { -1 } else { 1 };
        assert_eq!(protected.territory() - ending.territory(), cost, "{colour:?} {at}");
        assert_eq!(protected.moves.len(), ending.moves.len() + 1);
    }
    assert!(ending.protected(Colour::Black, Coord { x: 3, y: 0 }).is_none());
}
