//! Stones that live whatever the opponent does, even if their owner never answers.
//!
//! D. B. Benson, "Life in the Game of Go", Information Sciences 10 (1976): of a colour's chains and the regions they
//! enclose, those are struck out that are not vital to two, and those chains that have not two vital regions left; what
//! remains lives unconditionally.

mod enclosed;

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};

/// A region without stones of the colour, and the chains around it.
struct Region {
    /// Numbers of the chains that touch the region.
    around: Vec<usize>,
    /// Numbers of the chains that touch each of its empty points: to them it is vital.
    vital: Vec<usize>,
}

/// The points of a colour that no play of the opponent can take: living stones and the regions that they enclose, those
/// with stones of the opponent among them, where the opponent cannot live either. In order, row by row.
pub fn unconditional(board: &Board, colour: Colour) -> Vec<Coord> {
    let stones = living_stones(board, colour);
    if stones.is_empty() {
        return stones;
    }
    enclosed::enclosed(board, colour, &stones)
}

/// The stones of a colour that cannot be captured even if it never answers, in order, row by row.
pub fn unconditional_stones(board: &Board, colour: Colour) -> Vec<Coord> {
    let mut stones = living_stones(board, colour);
    stones.sort_unstable_by_key(|at| (at.y, at.x));
    stones
}

fn place(size: Size, at: Coord) -> usize {
    usize::from(at.y) * usize::from(size.width()) + usize::from(at.x)
}

/// The stones of the colour that live unconditionally.
fn living_stones(board: &Board, colour: Colour) -> Vec<Coord> {
    let size = board.size();
    let mut chain_at: Vec<Option<usize>> = vec![None; usize::from(size.area())];
    let mut chains: Vec<Vec<Coord>> = Vec::new();
    for at in size.coords().filter(|at| board.at(*at) == Some(colour)) {
        if chain_at[place(size, at)].is_none() {
            let stones: Vec<Coord> = board.chain(at).collect();
            stones.iter().for_each(|stone| chain_at[place(size, *stone)] = Some(chains.len()));
            chains.push(stones);
        }
    }
    let mut regions = regions(board, colour, &|at| chain_at[place(size, at)]);
    let mut alive = vec![true; chains.len()];
    loop {
        // A chain lives by two regions that are vital to it.
        let mut eyes = vec![0; chains.len()];
        regions.iter().flat_map(|region| &region.vital).for_each(|chain| eyes[*chain] += 1);
        let lost: Vec<usize> = (0..chains.len()).filter(|chain| alive[*chain] && eyes[*chain] < 2).collect();
        if lost.is_empty() {
            break;
        }
        lost.iter().for_each(|chain| alive[*chain] = false);
        // A region touched by a chain that may die is of no use to the others.
        regions.retain(|region| region.around.iter().all(|chain| alive[*chain]));
    }
    chains.into_iter().zip(&alive).filter(|(_, alive)| **alive).flat_map(|(stones, _)| stones).collect()
}

/// The connected regions of points without a stone of the colour.
fn regions(board: &Board, colour: Colour, chain_at: &dyn Fn(Coord) -> Option<usize>) -> Vec<Region> {
    let size = board.size();
    let place = |at: Coord| usize::from(at.y) * usize::from(size.width()) + usize::from(at.x);
    let mut seen = vec![false; usize::from(size.area())];
    let mut found = Vec::new();
    for start in size.coords() {
        if board.at(start) == Some(colour) || seen[place(start)] {
            continue;
        }
        seen[place(start)] = true;
        let (mut points, mut next) = (vec![start], 0);
        let mut around: Vec<usize> = Vec::new();
        let mut vital: Option<Vec<usize>> = None;
        while let Some(here) = points.get(next).copied() {
            next += 1;
            let mut touching: Vec<usize> = Vec::new();
            for near in board.neighbours(here) {
                match chain_at(near) {
                    Some(chain) => touching.push(chain),
                    None if seen[place(near)] => {}
                    None => {
                        seen[place(near)] = true;
                        points.push(near);
                    }
                }
            }
            around.extend(&touching);
            if board.at(here).is_none() {
                vital = Some(match vital {
                    None => touching,
                    Some(vital) => vital.into_iter().filter(|chain| touching.contains(chain)).collect(),
                });
            }
        }
        let distinct = |mut chains: Vec<usize>| {
            chains.sort_unstable();
            chains.dedup();
            chains
        };
        found.push(Region { around: distinct(around), vital: distinct(vital.unwrap_or_default()) });
    }
    found
}
