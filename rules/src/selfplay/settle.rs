//! Playing on after the last pass, to see that what is claimed to be dead can be captured.

use super::engine::{Engine, is_eye};
use crate::count::{Owner, Ownership};
use crate::playout::estimate;
use crate::{Colour, Coord, HalfPoints, Play, Replay};

/// How sure a chain must be to be claimed dead or alive, in thousandths.
const CLAIMED: i32 = 800;

/// What the continuation has shown.
pub(super) struct Settled {
    /// All dead stones, row by row.
    pub(super) dead: Vec<Coord>,
    /// The game after the continuation that the side to move has begun.
    pub(super) game: Replay,
    /// The moves of that continuation.
    pub(super) moves: Vec<(Colour, Play)>,
    ownership: Ownership,
}

impl Settled {
    /// Whose a point is.
    pub(super) fn owner(&self, at: Coord) -> Option<Colour> {
        match self.ownership.at(at) {
            Owner::Stone(colour) | Owner::Territory(colour) => Some(colour),
            Owner::Shared => None,
        }
    }

    /// The stones and the territory of a colour as they were claimed.
    pub(super) fn area(&self, colour: Colour) -> HalfPoints {
        HalfPoints::points(i32::from(self.ownership.stones(colour) + self.ownership.territory(colour)))
    }
}

/// Claims and confirms; none where a claim is not certain or does not hold.
pub(super) fn settle(engine: &mut Engine, game: &Replay, next: Colour) -> Option<Settled> {
    let board = game.board();
    let looks = estimate(board, 200, &[]);
    let mut dead = Vec::new();
    for at in board.size().coords() {
        let Some(colour) = board.at(at) else { continue };
        let sure = looks.mean(board.chain(at), colour);
        if sure.abs() < CLAIMED {
            return None;
        }
        if sure < 0 {
            dead.push(at);
        }
    }
    let ownership = Ownership::of(board, &dead);
    let mut first = None;
    for begins in [next, next.other()] {
        let (after, moves) = play_on(engine, game, begins, &dead)?;
        let found = Ownership::of(after.board(), &[]);
        let whose = |of: &Ownership, at| match of.at(at) {
            Owner::Stone(colour) | Owner::Territory(colour) => Some(colour),
            Owner::Shared => None,
        };
        if board.size().coords().any(|at| whose(&found, at) != whose(&ownership, at)) {
            return None;
        }
        first = first.or(Some((after, moves)));
    }
    let (game, moves) = first?;
    Some(Settled { dead, game, moves, ownership })
}

type Moves = Vec<(Colour, Play)>;

/// Plays on until everything dead has been captured and both pass; the owners of what is dead defend it.
fn play_on(engine: &mut Engine, game: &Replay, begins: Colour, dead: &[Coord]) -> Option<(Replay, Moves)> {
    let board = game.board();
    let owner = |at: &Coord| board.at(*at);
    let (mut after, mut colour, mut passes) = (game.clone(), begins, 0);
    let mut moves = Vec::new();
    while passes < 2 {
        if moves.len() > 2 * usize::from(board.size().area()) + 20 {
            return None;
        }
        let standing = |of: Colour| {
            dead.iter()
                .filter(|at| owner(at) == Some(of) && after.board().at(**at) == Some(of))
                .copied()
                .collect::<Vec<_>>()
        };
        let prey = standing(colour.other());
        let at = if prey.is_empty() {
            // A defender tries what is near its stones; a side that owns everything passes.
            let own = standing(colour);
            let near = around(&after, &own);
            if own.is_empty() { None } else { engine.best(&after, colour, near, false) }
        } else {
            let mut near: Vec<Coord> = around(&after, &prey);
            near.retain(|at| safe(&after, colour, *at));
            engine.best(&after, colour, near, false)
        };
        let play = at.map_or(Play::Pass, Play::At);
        after.play(colour, play).ok()?;
        passes = if play == Play::Pass { passes + 1 } else { 0 };
        moves.push((colour, play));
        colour = colour.other();
    }
    Some((after, moves))
}

/// The empty points around the chains of some stones.
fn around(game: &Replay, stones: &[Coord]) -> Vec<Coord> {
    let board = game.board();
    let mut points: Vec<Coord> = stones
        .iter()
        .flat_map(|at| board.chain(*at))
        .flat_map(|stone| board.neighbours(stone))
        .filter(|near| board.at(*near).is_none())
        .collect();
    points.sort_unstable_by_key(|at| (at.y, at.x));
    points.dedup();
    points
}

/// Whether a stone there is not simply captured, unless it captures itself.
fn safe(game: &Replay, colour: Colour, at: Coord) -> bool {
    let mut next = game.clone();
    match next.play(colour, Play::At(at)) {
        Ok(step) => step.captured > 0 || (next.board().liberties(at) > 1 && !is_eye(game.board(), colour, at)),
        Err(_) => false,
    }
}
