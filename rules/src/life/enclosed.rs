//! What unconditionally living stones enclose: the points where the opponent cannot live, however often it plays.
//!
//! The opponent is let play as it makes the most of the space, in the order that W. Ekker, G. Farnebäck and others worked
//! out for GNU Go: it captures what can be captured, fills the liberties of the living, runs with its stones in atari,
//! and makes its eyes as many as it can. What stands in atari then is dead. One seki is as good as life and needs care:
//! a pair of stones inside, whose capture would leave a single eye, but which nobody has to capture.

use super::place;
use crate::board::Board;
use crate::coord::{Colour, Coord};

/// The position while the opponent plays.
struct Siege {
    field: Board,
    trial: Board,
    colour: Colour,
    enemy: Colour,
    points: Vec<Coord>,
}

/// The living stones and what they enclose, row by row.
pub(super) fn enclosed(board: &Board, colour: Colour, stones: &[Coord]) -> Vec<Coord> {
    let size = board.size();
    let mut living = vec![false; usize::from(size.area())];
    stones.iter().for_each(|at| living[place(size, *at)] = true);
    let points = size.coords().collect();
    let mut siege = Siege { field: board.clone(), trial: board.clone(), colour, enemy: colour.other(), points };
    let pairs = siege.pairs();
    let mut spared = living.clone();
    pairs.iter().flatten().for_each(|at| spared[place(size, *at)] = true);
    siege.capture(&spared);
    // A chain that nobody can take lives by itself, if it has not been spared.
    for at in size.coords().filter(|at| siege.field.at(*at) == Some(colour) && !spared[place(size, *at)]) {
        living[place(size, at)] = true;
    }
    siege.surround(&living);
    siege.run();
    for pair in pairs {
        siege.strengthen(pair);
    }
    siege.capture(&living);
    siege.surround(&living);
    siege.run();
    siege.split();
    siege.owned(&living)
}

impl Siege {
    /// The opponent plays, if it can.
    fn fill(&mut self, at: Coord) -> bool {
        self.field.forget_ko();
        self.field.at(at).is_none() && self.field.play(self.enemy, at, false).is_ok()
    }

    /// Pairs of stones that stand alone, away from the edge and from others of their colour.
    fn pairs(&self) -> Vec<[Coord; 2]> {
        let (size, field) = (self.field.size(), &self.field);
        let mut found = Vec::new();
        for at in self.points.iter().copied().filter(|at| field.at(*at) == Some(self.colour)) {
            let chain: Vec<Coord> = field.chain(at).collect();
            let [one, other] = *chain.as_slice() else { continue };
            let first = if (one.y, one.x) < (other.y, other.x) { one } else { other };
            let alone = chain.iter().all(|stone| {
                let inside = stone.x > 0 && stone.y > 0 && stone.x + 1 < size.width() && stone.y + 1 < size.height();
                inside && ring(*stone).all(|near| field.at(near) != Some(self.colour) || chain.contains(&near))
            });
            if at == first && alone {
                found.push([one, other]);
            }
        }
        found
    }

    /// Captures what can be captured by filling liberties one after the other, but for what is spared. The stones that it
    /// takes for that stay, and cost room to live.
    fn capture(&mut self, spared: &[bool]) {
        let size = self.field.size();
        let mut went = true;
        while std::mem::replace(&mut went, false) {
            let mut seen = spared.to_vec();
            for number in 0..self.points.len() {
                let at = self.points[number];
                if self.field.at(at) != Some(self.colour) || seen[place(size, at)] {
                    continue;
                }
                let stones: Vec<Coord> = self.field.chain(at).collect();
                stones.iter().for_each(|stone| seen[place(size, *stone)] = true);
                let mut open: Vec<Coord> = stones.iter().flat_map(|stone| self.field.neighbours(*stone)).collect();
                open.retain(|near| self.field.at(*near).is_none());
                self.trial.clone_from(&self.field);
                // A point that cannot be played now may be later.
                let (trial, mut played) = (&mut self.trial, true);
                while std::mem::replace(&mut played, false) && trial.at(at).is_some() {
                    for near in &open {
                        trial.forget_ko();
                        played |= trial.at(*near).is_none() && trial.play(self.enemy, *near, false).is_ok();
                        if trial.at(at).is_none() {
                            break;
                        }
                    }
                }
                if trial.at(at).is_none() {
                    std::mem::swap(&mut self.field, &mut self.trial);
                    went = true;
                }
            }
        }
    }

    /// Fills the liberties of the living stones where it can.
    fn surround(&mut self, living: &[bool]) {
        let size = self.field.size();
        for number in 0..self.points.len() {
            let at = self.points[number];
            if self.field.neighbours(at).any(|near| living[place(size, near)]) {
                self.fill(at);
            }
        }
    }

    /// Chains in atari run as long as they can.
    fn run(&mut self) {
        let mut ran = true;
        while std::mem::replace(&mut ran, false) {
            for number in 0..self.points.len() {
                let at = self.points[number];
                let field = &self.field;
                let saves = |near: Coord| field.at(near) == Some(self.enemy) && field.liberties(near) == 1;
                ran |= field.at(at).is_none() && field.neighbours(at).any(saves) && self.fill(at);
            }
        }
    }

    /// Adds a third stone to a pair that would live in seki with the stones around it.
    ///
    /// ```text
    ///   . a      One end and one side of each stone of the pair is open, crosswise, and the opponent's stones at
    /// . X b      the other sides, a and b, are of one chain. Capturing the pair leaves one eye of two points; but it
    /// a X .      need not be captured, and cannot take the stones around it either.
    /// b .
    /// ```
    fn strengthen(&mut self, pair: [Coord; 2]) {
        if pair.iter().any(|at| self.field.at(*at) != Some(self.colour)) {
            return;
        }
        for [low, high] in [pair, [pair[1], pair[0]]] {
            let up = (high.x as i8 - low.x as i8, high.y as i8 - low.y as i8);
            for right in [(-up.1, up.0), (up.1, -up.0)] {
                let open = [step(high, up), step(low, back(up)), step(low, right), step(high, back(right))];
                if open.iter().any(|at| !self.field.size().has(*at) || self.field.at(*at).is_some()) {
                    continue;
                }
                self.trial.clone_from(&self.field);
                let sides = [step(low, back(right)), step(high, right)];
                for side in sides {
                    self.trial.forget_ko();
                    let _ = self.trial.play(self.enemy, side, false);
                }
                let theirs = sides.iter().all(|side| self.trial.at(*side) == Some(self.enemy));
                if theirs && self.trial.chain(sides[0]).any(|stone| stone == sides[1]) {
                    let _ = self.field.play(self.colour, open[1], false);
                    return;
                }
            }
        }
    }

    /// Makes large eyes small: where two empty points are near, then where one is; of two that are as good, the one that
    /// gives its chain more liberties.
    fn split(&mut self) {
        for least in [2, 1] {
            for number in 0..self.points.len() {
                let at = self.points[number];
                if self.field.at(at).is_some() {
                    continue;
                }
                let near = |field: &Board, at: Coord| field.neighbours(at).filter(|n| field.at(*n).is_none()).collect();
                let open: Vec<Coord> = near(&self.field, at);
                if open.len() < least {
                    continue;
                }
                let gained = |siege: &mut Siege, at: Coord| {
                    siege.trial.clone_from(&siege.field);
                    siege.trial.forget_ko();
                    siege.trial.play(siege.enemy, at, false).ok().map(|_| siege.trial.liberties(at))
                };
                let better = match open.as_slice() {
                    [other] if least == 1 && gained(self, *other) > gained(self, at) => *other,
                    _ => at,
                };
                self.fill(better);
            }
        }
    }

    /// What is enclosed now: the living, their liberties, and the opponent's stones in atari with theirs.
    fn owned(&self, living: &[bool]) -> Vec<Coord> {
        let (size, field) = (self.field.size(), &self.field);
        let dead = |at: Coord| field.at(at) == Some(self.enemy) && field.liberties(at) == 1;
        let owned = |at: &Coord| match field.at(*at) {
            Some(colour) if colour == self.colour => living[place(size, *at)],
            Some(_) => dead(*at),
            None => field.neighbours(*at).any(|near| living[place(size, near)] || dead(near)),
        };
        self.points.iter().copied().filter(owned).collect()
    }
}

/// The eight points around one that is not on the edge.
fn ring(at: Coord) -> impl Iterator<Item = Coord> {
    let steps = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    steps.into_iter().map(move |by| step(at, by))
}

/// A point beside another; beyond the edge where there is none.
fn step(at: Coord, (x, y): (i8, i8)) -> Coord {
    Coord { x: at.x.wrapping_add_signed(x), y: at.y.wrapping_add_signed(y) }
}

fn back((x, y): (i8, i8)) -> (i8, i8) {
    (-x, -y)
}
