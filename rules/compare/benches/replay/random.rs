//! Moves alone, without a record: games played at random, of 250 moves each without filling own eyes, replayed under rules
//! with the simple ko and under superko, each time with every legality checked. The reference is a copy of the board for
//! each move: what a program that keeps all positions would at least do.

use std::hint::black_box;
use weiqi_compare::best;
use weiqi_rules::rules::{CHINESE, NZ, WMSG2008};
use weiqi_rules::{Board, Colour, Coord, Play, Replay, RuleSet, Size};

const GAMES: usize = 400;
const MOVES: usize = 250;

/// A generator that needs no crate: xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

fn fills_an_eye(board: &Board, colour: Colour, at: Coord) -> bool {
    board.neighbours(at).all(|near| board.at(near) == Some(colour))
}

fn game(random: &mut Random) -> Vec<(Colour, Play)> {
    let mut replay = Replay::new(Size::NINETEEN, &NZ);
    let mut moves = Vec::with_capacity(MOVES);
    let mut colour = Colour::Black;
    while moves.len() < MOVES {
        let tried = (0..60).find_map(|_| {
            let at = Coord { x: random.below(19) as u8, y: random.below(19) as u8 };
            let fills = fills_an_eye(replay.board(), colour, at);
            (!fills && replay.play(colour, Play::At(at)).is_ok()).then_some(Play::At(at))
        });
        let play = tried.unwrap_or_else(|| {
            replay.play(colour, Play::Pass).unwrap();
            Play::Pass
        });
        moves.push((colour, play));
        colour = colour.other();
    }
    moves
}

pub(super) fn print(rounds: u32) {
    let mut random = Random(20_261_130);
    let games: Vec<_> = (0..GAMES).map(|_| game(&mut random)).collect();
    let replay = |rules: &RuleSet| {
        best(rounds, || {
            for moves in &games {
                let mut game = Replay::new(Size::NINETEEN, rules);
                for (colour, play) in moves {
                    let _ = black_box(game.play(*colour, *play));
                }
            }
        })
        .processor
    };
    let copying = best(rounds, || {
        let board = Board::new(Size::NINETEEN);
        for _ in 0..GAMES * MOVES {
            black_box(board.clone());
        }
    })
    .processor;
    println!("{GAMES} games of {MOVES} moves at random");
    for (name, rules) in [("simple ko", &CHINESE), ("positional superko", &WMSG2008), ("situational superko", &NZ)] {
        let took = replay(rules);
        println!(
            "  {name}: {} games a second, {} ns a move, {} % of copying the board at each move",
            GAMES as u128 * 1_000_000_000 / took.as_nanos(),
            took.as_nanos() / (GAMES * MOVES) as u128,
            took.as_nanos() * 100 / copying.as_nanos()
        );
    }
}
