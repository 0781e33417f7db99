//! What the board keeps from move to move, beside the same found anew.

use super::{Board, EMPTY, is_stone};
use crate::coord::{Colour, Coord, Size};
use proptest::prelude::*;

/// Contacts and stones of each chain, found by walking it.
fn check(board: &Board) {
    for at in board.size().coords() {
        let index = board.index(at);
        if !is_stone(board.points[index].cell) {
            continue;
        }
        let chain: Vec<usize> = board.chain(at).map(|stone| board.index(stone)).collect();
        let touching =
            |stone: &usize| board.around(*stone).into_iter().filter(|near| board.points[*near].cell == EMPTY).count();
        let kept = &board.points[board.name(index)];
        assert_eq!(usize::from(kept.contacts), chain.iter().map(touching).sum::<usize>(), "{board}");
        assert_eq!(usize::from(kept.stones), chain.len(), "{board}");
        assert_eq!(kept.contacts == 0, board.liberties(at) == 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// After every move, be it played, refused for itself or forbidden from without, and after every setup.
    #[test]
    fn liberties_that_are_kept_are_those_that_are_found_anew(
        (width, height) in (1u8..8, 1u8..8),
        suicide: bool,
        moves in prop::collection::vec((any::<bool>(), 0u8..8, 0u8..8, 0u8..20), 0..200),
    ) {
        let mut board = Board::new(Size::new(width, height).unwrap());
        for (black, x, y, what) in moves {
            let colour = if black { Colour::Black } else { Colour::White };
            let at = Coord { x, y };
            match what {
                0 if board.at(at).is_none() => board.set(at, Some(colour)),
                1 => board.set(at, None),
                2 | 3 => {
                    let before = board.clone();
                    prop_assert!(board.play_unless(colour, at, suicide, |_| true).is_err());
                    prop_assert_eq!(&before, &board);
                    prop_assert_eq!(before.hash(), board.hash());
                }
                _ => _ = board.play(colour, at, suicide),
            }
            check(&board);
            let mut again = Board::new(board.size());
            again.set_all(board.size().coords().map(|at| (at, board.at(at))));
            prop_assert_eq!(again.hash(), board.hash());
        }
    }
}
