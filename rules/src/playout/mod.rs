//! Many games played at random from a position to its end: whose each point becomes, how often.
//!
//! The same position gives the same answer every time: the games are seeded by its hash, and their number is set, not
//! their time.

mod field;
mod policy;
mod random;

pub(crate) use field::{Cell, EMPTY, Field, NOWHERE, OFF, Place, cell};

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};
use field::{BLACK, WHITE, other};
use policy::Thoughts;
use random::Random;

/// How sure each point is: from -1000, White's in all games, to 1000, Black's in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    size: Size,
    permille: Vec<i16>,
}

impl Estimate {
    /// An estimate that was made elsewhere, row by row; none where the number of points is not the board's.
    pub fn new(size: Size, permille: Vec<i16>) -> Option<Estimate> {
        (permille.len() == usize::from(size.area())).then_some(Estimate { size, permille })
    }

    /// How sure a point is Black's, in thousandths; negative where it is White's, 0 beyond the edge.
    pub fn at(&self, at: Coord) -> i16 {
        if !self.size.has(at) {
            return 0;
        }
        self.permille[usize::from(at.y) * usize::from(self.size.width()) + usize::from(at.x)]
    }

    /// The mean of some points, for a colour.
    pub fn mean(&self, points: impl Iterator<Item = Coord>, colour: Colour) -> i32 {
        let (mut sum, mut number) = (0, 0);
        for at in points {
            sum += i32::from(self.at(at));
            number += 1;
        }
        let mean = sum / number.max(1);
        if colour == Colour::Black { mean } else { -mean }
    }
}

/// Plays `games` games, half of them with either side first. Points in `settled` are not played at: nobody can change
/// whose they are.
pub fn estimate(board: &Board, games: u32, settled: &[Coord]) -> Estimate {
    estimate_until(board, games, settled, |_| false).0
}

/// After so many games an estimate may be enough, and every so many later.
const FIRST_LOOK: u32 = 24;
const NEXT_LOOK: u32 = 12;

/// The same, but no more games are played once an estimate is `enough`; answers how many were.
pub fn estimate_until(
    board: &Board,
    games: u32,
    settled: &[Coord],
    enough: impl Fn(&Estimate) -> bool,
) -> (Estimate, u32) {
    let mut start = Field::new(board);
    for at in settled {
        start.close(start.place(*at));
    }
    let mut field = start.clone();
    let mut random = Random::new(board.hash() ^ u64::from(games));
    let mut thoughts = Thoughts::default();
    let mut black = vec![0_i32; start.places()];
    let so_far = |black: &[i32], played: u32| {
        let played = played.max(1) as i32;
        let permille = board.size().coords().map(|at| (black[usize::from(start.place(at))] * 1000 / played) as i16);
        Estimate { size: board.size(), permille: permille.collect() }
    };
    for game in 0..games {
        if game >= FIRST_LOOK && (game - FIRST_LOOK).is_multiple_of(NEXT_LOOK) {
            let estimate = so_far(&black, game);
            if enough(&estimate) {
                return (estimate, game);
            }
        }
        field.become_like(&start);
        let first = if game % 2 == 0 { BLACK } else { WHITE };
        // The ko of the last move binds only the side that would take it back.
        if field.ko != NOWHERE && board.ko(if first == BLACK { Colour::Black } else { Colour::White }).is_none() {
            field.ko = NOWHERE;
        }
        play_out(&mut field, first, &mut random, &mut thoughts);
        for at in board.size().coords() {
            let place = field.place(at);
            black[usize::from(place)] += match owner(&field, place) {
                BLACK => 1,
                WHITE => -1,
                _ => 0,
            };
        }
    }
    (so_far(&black, games), games)
}

/// Plays until neither side has a move, or for too long.
fn play_out(field: &mut Field, first: Cell, random: &mut Random, thoughts: &mut Thoughts) {
    let (mut colour, mut last, mut passes) = (first, NOWHERE, 0);
    let longest = field.empty.len() * 3 + 40;
    for _ in 0..longest {
        match policy::choose(field, colour, last, random, thoughts) {
            Some(at) => {
                field.play(colour, at);
                last = at;
                passes = 0;
            }
            None => {
                field.ko = NOWHERE;
                last = NOWHERE;
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
        colour = other(colour);
    }
}

/// Whose a point is at the end of a game: a stone's, or of whoever alone is around it.
fn owner(field: &Field, place: Place) -> Cell {
    if field.at(place) != EMPTY {
        return field.at(place);
    }
    let mut seen = 0;
    for near in field.around(place) {
        match field.at(near) {
            OFF | EMPTY => {}
            stone => seen |= stone,
        }
    }
    if seen == BLACK || seen == WHITE { seen } else { EMPTY }
}
