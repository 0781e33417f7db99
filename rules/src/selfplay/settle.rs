//! Playing on after the last pass, to see that what is claimed to be dead can be captured.
//!
//! Each side captures the dead stones of the other first and defends its own only when that is done, so where both have
//! dead stones it is shown that they are captured in such a race. That a side cannot save them by doing nothing else is
//! shown for most of the fixtures, by a test below, and is no condition for a game.

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

/// Plays on until everything dead has been captured and both pass. A side captures the dead stones of the other first, and
/// defends its own when that is done.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::judge::{OnVoid, play};
    use crate::record::Record;

    /// Whether the dead stones of each side are captured where that side does nothing but defend them, and no living ones
    /// of the other are.
    fn held(engine: &mut Engine, game: &Replay, next: Colour, dead: &[Coord]) -> bool {
        let board = game.board();
        Colour::BOTH.into_iter().all(|defends| {
            let prey: Vec<Coord> = dead.iter().copied().filter(|at| board.at(*at) == Some(defends)).collect();
            [next, next.other()].into_iter().all(|begins| {
                let Some((after, _)) = play_on(engine, game, begins, &prey) else { return false };
                let captured = prey.iter().all(|at| after.board().at(*at) != Some(defends));
                let living = |at: &Coord| board.at(*at) == Some(defends.other()) && !dead.contains(at);
                captured && board.size().coords().filter(living).all(|at| after.board().at(at) == board.at(at))
            })
        })
    }

    /// The fixtures for which the attacker, who is no strong player, does not show it.
    const NOT_SHOWN: [&str; 4] =
        ["chinese-13-035.sgf", "chinese-13-h2-036.sgf", "chinese-19-037.sgf", "chinese-19-038.sgf"];

    /// The fixtures in which both sides have dead stones: those on 7 lines and some on 9, with `QIPIN_ALL_GAMES` all.
    #[test]
    fn dead_stones_of_the_fixtures_are_captured_though_their_owner_only_defends() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
        let list = std::fs::read_to_string(folder.join("expect.tsv")).unwrap();
        let all = std::env::var_os("QIPIN_ALL_GAMES").is_some();
        let (mut found, mut tried, mut failed) = (0, 0, Vec::new());
        for line in list.lines().skip(1) {
            let mut cells = line.split('\t');
            let (name, dead) = (cells.next().unwrap(), cells.next().unwrap());
            let point = |name: &str| Coord::from_letters(name.as_bytes()[0], name.as_bytes()[1]).unwrap();
            let dead: Vec<Coord> = dead.split(' ').filter(|it| !it.is_empty()).map(point).collect();
            let record = Record::read_all(&std::fs::read(folder.join(name)).unwrap()).remove(0).unwrap();
            let board = play(&record, record.rules().unwrap(), OnVoid::Stop).board;
            if !Colour::BOTH.iter().all(|colour| dead.iter().any(|at| board.at(*at) == Some(*colour))) {
                continue;
            }
            found += 1;
            let side = record.size.width();
            if !(all || side == 7 || side == 9 && found % 3 == 0) {
                continue;
            }
            tried += 1;
            let next = record.moves.last().unwrap().colour.other();
            let game = Replay::from_setup(board, next, record.rules().unwrap());
            if !(0..3).any(|seed| held(&mut Engine::new(seed, 16), &game, next, &dead)) {
                failed.push(name.to_owned());
            }
        }
        failed.retain(|name| !NOT_SHOWN.contains(&name.as_str()));
        assert!(found == 21 && tried >= 5 && failed.is_empty(), "{failed:?} of {tried}, {found} in all");
    }
}
