//! Dead stones where nobody marked them: what is proven, then what many games at random show.

use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::life::unconditional;
use crate::playout::{self, Estimate};

/// Why a chain is thought alive or dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Nobody can change it, even if the other side never answers.
    Proven,
    /// Most games at random end so.
    Playout,
    /// A small space was searched through.
    Search,
}

/// What is thought of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// One of its stones, the first row by row.
    pub at: Coord,
    /// Its colour.
    pub colour: Colour,
    /// How many stones it has.
    pub stones: u16,
    /// Whether it is dead.
    pub dead: bool,
    /// Why.
    pub ground: Ground,
    /// How sure that is, from 0 to 1000.
    pub sure: u16,
}

/// The fates of all chains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fates {
    /// Each chain once, row by row.
    pub chains: Vec<Fate>,
}

impl Fates {
    /// A stone of each dead chain.
    pub fn dead(&self) -> Vec<Coord> {
        self.chains.iter().filter(|fate| fate.dead).map(|fate| fate.at).collect()
    }

    /// How sure the least certain chain of two stones or more is, from 0 to 1000.
    pub fn sure(&self) -> u16 {
        self.chains.iter().map(|fate| fate.sure).min().unwrap_or(1000)
    }
}

/// Finds the fates of all chains by proof and by `games` games at random.
pub fn fates(board: &Board, games: u32) -> Fates {
    let owned = Colour::BOTH.map(|colour| unconditional(board, colour));
    let settled: Vec<Coord> = owned.iter().flatten().copied().collect();
    let estimate = playout::estimate(board, games, &settled);
    fates_by(board, &estimate, &owned, 0)
}

/// The fates of all chains by an estimate; `owned` are the points that Black and White hold whatever happens. Where the
/// estimate is less sure than `certain`, in thousandths, a chain stays as it stands unless it has no room to live.
pub fn fates_by(board: &Board, estimate: &Estimate, owned: &[Vec<Coord>; 2], certain: u16) -> Fates {
    let mut chains = Vec::new();
    let mut seen = vec![false; usize::from(board.size().area())];
    let place = |at: Coord| usize::from(at.y) * usize::from(board.size().width()) + usize::from(at.x);
    let mut holder: Vec<Option<Colour>> = vec![None; seen.len()];
    for colour in Colour::BOTH {
        owned[colour as usize].iter().for_each(|at| holder[place(*at)] = Some(colour));
    }
    for at in board.size().coords() {
        let Some(colour) = board.at(at).filter(|_| !seen[place(at)]) else { continue };
        let stones: Vec<Coord> = board.chain(at).collect();
        stones.iter().for_each(|stone| seen[place(*stone)] = true);
        let (dead, ground, sure) = match holder[place(at)] {
            Some(owner) => (owner != colour, Ground::Proven, 1000),
            None => {
                let mean = estimate.mean(stones.iter().copied(), colour);
                // A mean lies between -1000 and 1000.
                let sure = mean.unsigned_abs() as u16;
                if sure < certain {
                    (shut_in(board, at), Ground::Search, sure)
                } else {
                    (mean < 0, Ground::Playout, sure)
                }
            }
        };
        chains.push(Fate { at, colour, stones: stones.len() as u16, dead, ground, sure });
    }
    Fates { chains }
}

/// The most points, stones among them, in which a chain is thought not to live.
const CELL: usize = 6;

/// Whether a chain stands in so little space that it cannot have two eyes, among chains that have liberties elsewhere.
fn shut_in(board: &Board, at: Coord) -> bool {
    let Some(colour) = board.at(at) else { return false };
    let (mut space, mut next, mut walls) = (vec![at], 0, Vec::new());
    while let Some(here) = space.get(next).copied() {
        next += 1;
        for near in board.neighbours(here) {
            if board.at(near) == Some(colour.other()) {
                walls.push(near);
            } else if !space.contains(&near) {
                if space.len() >= CELL {
                    return false;
                }
                space.push(near);
            }
        }
    }
    let outside = |wall: &Coord| {
        let mut liberties = board.chain(*wall).flat_map(|stone| board.neighbours(stone));
        liberties.any(|near| board.at(near).is_none() && !space.contains(&near))
    };
    !walls.is_empty() && walls.iter().all(outside)
}
