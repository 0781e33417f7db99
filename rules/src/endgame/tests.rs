//! What an ending may cost, and what is left where it would cost more.

use super::search::ALL_NODES;
use super::*;

/// Stones of both colours all over a board, by a fixed rule.
fn scattered(side: u8, parts: [u32; 2]) -> Board {
    let size = Size::square(side).unwrap_or(Size::NINETEEN);
    let mut board = Board::new(size);
    let mut state = 1_u32;
    let stones: Vec<_> = size
        .coords()
        .map(|at| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let drawn = (state >> 16) % 100;
            let stone = if drawn < parts[0] { Some(Colour::Black) } else { Some(Colour::White) };
            (at, stone.filter(|_| drawn < parts[0] + parts[1]))
        })
        .collect();
    board.set_all(stones);
    while let Some(at) = board.smothered() {
        let chain: Vec<_> = board.chain(at).map(|stone| (stone, None)).collect();
        board.set_all(chain);
    }
    board
}

/// However much there is to read, no more is read than the budget, also between two moves; then there is no ending.
#[test]
fn an_ending_that_takes_too_long_is_none() {
    let mut given_up = 0;
    for (side, parts) in [(25, [30, 30]), (19, [25, 25]), (19, [10, 10]), (13, [30, 30]), (9, [35, 35])] {
        let board = scattered(side, parts);
        for first in Colour::BOTH {
            let mut game = Game::new(board.clone(), &[], Territory::of(&board, &[]));
            let finished = game.play(first);
            assert!(game.trials <= TRIALS, "{side} {parts:?}: {} trials", game.trials);
            assert!(game.search.looked_at() <= ALL_NODES, "{side} {parts:?}: {} nodes", game.search.looked_at());
            let ending = finish(&board, &[], first);
            assert_eq!(ending.finished, finished);
            if !finished {
                given_up += 1;
                assert_eq!((&ending.board, ending.moves.len(), ending.captured), (&board, 0, [0; 2]));
            }
        }
    }
    assert!((2..10).contains(&given_up), "{given_up} of 10 given up");
}

/// What was too long to read is not worth what it takes at once.
#[test]
fn a_move_that_was_not_read_to_its_end_is_no_move() {
    let board = scattered(19, [25, 25]);
    let mut game = Game::new(board.clone(), &[], Territory::of(&board, &[]));
    game.search.longest = 20;
    let (mut read, mut unread) = (0, 0);
    for at in board.size().coords() {
        for colour in Colour::BOTH {
            if !game.may(colour, at) {
                continue;
            }
            let before = game.search.looked_at();
            let found = game.attempt(cell(colour), at);
            let too_long = game.search.looked_at() - before == 20;
            assert_eq!(found.is_none(), too_long, "{colour:?} {at}: {found:?}");
            *if too_long { &mut unread } else { &mut read } += 1;
        }
    }
    assert!(read > 100 && unread > 10, "{read} {unread}");
}

/// Who loses every ko takes none, and takes all else.
#[test]
fn who_loses_kos_takes_none() {
    let size = Size::square(5).unwrap_or(Size::NINETEEN);
    let rows = [".XO..", "XO.O.", ".XOX.", "XO.X.", "XOOX."];
    let at = |x: u8, y: u8| Coord { x, y };
    let colours = rows.iter().enumerate().flat_map(|(y, row)| {
        row.bytes().enumerate().map(move |(x, cell)| match cell {
            b'X' => (at(x as u8, y as u8), Some(Colour::Black)),
            b'O' => (at(x as u8, y as u8), Some(Colour::White)),
            _ => (at(x as u8, y as u8), None),
        })
    });
    let mut board = Board::new(size);
    board.set_all(colours);
    let mut position = Position::new(&board, &[]);
    let (ko, chain) = (position.field.place(at(2, 1)), position.field.place(at(2, 3)));
    for (loses, may) in [(EMPTY, true), (cell(Colour::White), true), (cell(Colour::Black), false)] {
        position.loses_kos = loses;
        assert_eq!((position.legal(cell(Colour::Black), ko), position.legal(cell(Colour::Black), chain)), (may, true));
    }
}

/// Where no ko could be taken, an ending need not be played again for the side that loses kos.
#[test]
fn without_a_ko_it_is_the_same_whoever_loses_kos() {
    let mut with = 0;
    for (side, parts) in [(7, [40, 40]), (9, [42, 42]), (9, [35, 35]), (13, [44, 44]), (19, [46, 46])] {
        let board = scattered(side, parts);
        for first in Colour::BOTH {
            let plain = finish(&board, &[], first);
            for loses in Colour::BOTH {
                with += u32::from(plain.ko);
                if !plain.ko {
                    assert_eq!(finish_with(&board, &[], first, Some(loses)), plain);
                }
            }
        }
    }
    let apart = boards_apart();
    let plain = finish(&apart, &[], Colour::Black);
    assert!(plain.finished && !plain.ko);
    assert_eq!(finish_with(&apart, &[], Colour::Black, Some(Colour::White)), plain);
    assert!(with > 0, "a ko is met somewhere");
}

/// Two walls with a row of points between them.
fn boards_apart() -> Board {
    let mut board = Board::new(Size::square(7).unwrap_or(Size::NINETEEN));
    let wall = |x, colour| (0..7).map(move |y| (Coord { x, y }, Some(colour)));
    board.set_all(wall(2, Colour::Black).chain(wall(4, Colour::White)));
    board
}
