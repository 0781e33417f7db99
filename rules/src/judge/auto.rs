//! Dead stones where nobody marked them: what is proven, then what many games at random show.

use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::life::unconditional;
use crate::playout::{self, Estimate};
use std::collections::BTreeSet;

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
    /// How many games at random were played; 0 where an estimate was given.
    pub games: u32,
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

/// From here on, in thousandths, the games at random are believed.
const CERTAIN: u16 = 300;

/// From here on, in thousandths, more games at random would only say the same again.
const ENOUGH: i32 = 650;

/// Finds the fates of all chains by proof and by at most `games` games at random: no more are played once every chain is
/// sure.
pub fn fates(board: &Board, games: u32) -> Fates {
    find(board, games, true)
}

/// The same by all games, however sure the chains are.
pub fn fates_by_all(board: &Board, games: u32) -> Fates {
    find(board, games, false)
}

fn find(board: &Board, games: u32, may_stop: bool) -> Fates {
    let owned = Colour::BOTH.map(|colour| unconditional(board, colour));
    let settled: Vec<Coord> = owned.iter().flatten().copied().collect();
    let open = chains(board, &settled);
    let enough = |estimate: &Estimate| {
        may_stop && open.iter().all(|chain| estimate.mean(chain.iter().copied(), Colour::Black).abs() >= ENOUGH)
    };
    let (estimate, played) = playout::estimate_until(board, games, &settled, enough);
    Fates { games: played, ..fates_by(board, &estimate, &owned, CERTAIN) }
}

/// The chains of which no stone is settled.
fn chains(board: &Board, settled: &[Coord]) -> Vec<Vec<Coord>> {
    let mut seen: BTreeSet<Coord> = settled.iter().copied().collect();
    let mut found = Vec::new();
    for at in board.size().coords().filter(|at| board.at(*at).is_some()) {
        if !seen.contains(&at) {
            let chain: Vec<Coord> = board.chain(at).collect();
            seen.extend(&chain);
            found.push(chain);
        }
    }
    found
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
                    (lost(board, estimate, at, colour), Ground::Search, sure)
                } else {
                    (mean < 0, Ground::Playout, sure)
                }
            }
        };
        chains.push(Fate { at, colour, stones: stones.len() as u16, dead, ground, sure });
    }
    Fates { chains, games: 0 }
}

/// The most points in which a few stones are thought not to live.
const CELL: usize = 9;

/// How sure the stones around a space have to be, in thousandths, for what is in it to be lost.
const WALL: i32 = 500;

/// How sure each of their chains has to be.
const FIRM: i32 = 100;

/// How much of a space has to be the opponent's for it to be lost.
const LEAST: i32 = 200;

/// From here on, in thousandths, an empty point is surely the opponent's.
const LOST: i32 = 900;

/// Whether a chain of which the estimate is not sure is lost: the space that it belongs to is not its own, and the stones
/// around live, or it has no room to live at all.
fn lost(board: &Board, estimate: &Estimate, at: Coord, colour: Colour) -> bool {
    let (space, walls) = space(board, estimate, at, colour);
    let own = estimate.mean(space.iter().copied(), colour);
    if own > 0 || walls.is_empty() {
        return false;
    }
    let enemy = colour.other();
    let firm = |wall: &Coord| estimate.mean(board.chain(*wall), enemy) >= FIRM;
    let walled = estimate.mean(walls.iter().copied(), enemy) >= WALL && walls.iter().all(firm);
    walled && own < -LEAST || shut_in(board, &space, &walls, colour)
}

/// The points that a chain reaches without passing stones of the opponent or points that are surely the opponent's, and
/// the opponent's stones around them.
fn space(board: &Board, estimate: &Estimate, at: Coord, colour: Colour) -> (Vec<Coord>, Vec<Coord>) {
    let size = board.size();
    let place = |at: Coord| usize::from(at.y) * usize::from(size.width()) + usize::from(at.x);
    let mut seen = vec![false; usize::from(size.area())];
    let (mut space, mut next, mut walls) = (vec![at], 0, Vec::new());
    seen[place(at)] = true;
    while let Some(here) = space.get(next).copied() {
        next += 1;
        for near in board.neighbours(here) {
            if std::mem::replace(&mut seen[place(near)], true) {
                continue;
            }
            match board.at(near) {
                Some(stone) if stone == colour => space.push(near),
                Some(_) => walls.push(near),
                None if estimate.mean(std::iter::once(near), colour) > -LOST => space.push(near),
                None => {}
            }
        }
    }
    (space, walls)
}

/// Whether a few stones stand in so little space that they cannot have two eyes, among chains that have liberties elsewhere
/// or in so much that they have two eyes there themselves.
fn shut_in(board: &Board, space: &[Coord], walls: &[Coord], colour: Colour) -> bool {
    let stones = space.iter().filter(|at| board.at(**at) == Some(colour)).count();
    let outside = |wall: &Coord| {
        let mut liberties = board.chain(*wall).flat_map(|stone| board.neighbours(stone));
        liberties.any(|near| board.at(near).is_none() && !space.contains(&near))
    };
    stones <= 3 && space.len() <= CELL && (space.len() >= 6 + stones || walls.iter().all(outside))
}
