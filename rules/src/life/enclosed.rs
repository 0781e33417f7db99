//! What unconditionally living stones enclose: the points where the opponent cannot live, however often it plays.
//!
//! The opponent is let play as it makes the most of the space, in the order that W. Ekker, G. Farnebäck and others worked
//! out for GNU Go: it captures what can be captured, fills the liberties of the living, runs with its stones in atari,
//! and makes its eyes as many as it can. What stands in atari then is dead. One seki is as good as life and needs care:
//! a pair of stones inside, whose capture would leave a single eye, but which nobody has to capture.

use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::playout::{Cell, EMPTY, Field, NOWHERE, OFF, Place, cell};

/// The position while the opponent plays.
struct Siege {
    field: Field,
    trial: Field,
    colour: Cell,
    enemy: Cell,
    points: Vec<Place>,
    liberties: Vec<Place>,
}

/// The living stones and what they enclose, row by row.
pub(super) fn enclosed(board: &Board, colour: Colour, stones: &[Coord]) -> Vec<Coord> {
    let field = Field::new(board);
    let mut living = vec![false; field.places()];
    stones.iter().for_each(|at| living[usize::from(field.place(*at))] = true);
    let points: Vec<Place> = board.size().coords().map(|at| field.place(at)).collect();
    let (colour, enemy) = (cell(colour), cell(colour.other()));
    let mut siege = Siege { trial: field.clone(), field, colour, enemy, points, liberties: Vec::new() };
    let pairs = siege.pairs();
    let mut spared = living.clone();
    pairs.iter().flatten().for_each(|at| spared[usize::from(*at)] = true);
    siege.capture(&spared);
    // A chain that nobody can take lives by itself, if it has not been spared.
    for at in siege.points.iter().copied().filter(|at| siege.field.at(*at) == colour && !spared[usize::from(*at)]) {
        living[usize::from(at)] = true;
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

/// Plays a stone, if that is legal; no ko binds who plays alone.
fn fill(field: &mut Field, colour: Cell, at: Place) -> bool {
    field.ko = NOWHERE;
    let legal = field.legal(colour, at);
    if legal {
        field.play(colour, at);
    }
    legal
}

impl Siege {
    fn fill(&mut self, at: Place) -> bool {
        fill(&mut self.field, self.enemy, at)
    }

    /// Pairs of stones that stand alone, away from the edge and from others of their colour.
    fn pairs(&self) -> Vec<[Place; 2]> {
        let field = &self.field;
        let mut found = Vec::new();
        for at in self.points.iter().copied().filter(|at| field.at(*at) == self.colour && field.stones(*at) == 2) {
            let other = field.after(at);
            let alone = [at, other].into_iter().all(|stone| {
                let mut ring = field.around(stone).into_iter().chain(field.diagonal(stone));
                ring.all(|near| {
                    near == at || near == other || !matches!(field.at(near), here if here == OFF || here == self.colour)
                })
            });
            if at < other && alone {
                found.push([at, other]);
            }
        }
        found
    }

    /// Captures what can be captured by filling liberties one after the other, but for what is spared. The stones that it
    /// takes for that stay, and cost room to live.
    fn capture(&mut self, spared: &[bool]) {
        let mut went = true;
        while std::mem::replace(&mut went, false) {
            for number in 0..self.points.len() {
                let at = self.points[number];
                // Each chain once, by the stone that it is named after.
                if self.field.at(at) != self.colour || spared[usize::from(at)] || self.field.chain(at) != at {
                    continue;
                }
                let mut open = std::mem::take(&mut self.liberties);
                self.field.liberties(at, usize::MAX, &mut open);
                self.trial.become_like(&self.field);
                // A point that cannot be played now may be later.
                let mut played = true;
                while std::mem::replace(&mut played, false) && self.trial.at(at) == self.colour {
                    for near in &open {
                        played |= fill(&mut self.trial, self.enemy, *near);
                        if self.trial.at(at) != self.colour {
                            break;
                        }
                    }
                }
                self.liberties = open;
                if self.trial.at(at) != self.colour {
                    std::mem::swap(&mut self.field, &mut self.trial);
                    went = true;
                }
            }
        }
    }

    /// Fills the liberties of the living stones where it can.
    fn surround(&mut self, living: &[bool]) {
        for number in 0..self.points.len() {
            let at = self.points[number];
            if self.field.around(at).into_iter().any(|near| living[usize::from(near)]) {
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
                let saves = |near: Place| self.field.at(near) == self.enemy && self.field.in_atari(near);
                ran |= self.field.at(at) == EMPTY && self.field.around(at).into_iter().any(saves) && self.fill(at);
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
    fn strengthen(&mut self, pair: [Place; 2]) {
        if pair.iter().any(|at| self.field.at(*at) != self.colour) {
            return;
        }
        let stride = self.field.stride as i16;
        for [low, high] in [pair, [pair[1], pair[0]]] {
            let up = high as i16 - low as i16;
            let across = if up.abs() == 1 { stride } else { 1 };
            for right in [across, -across] {
                let step = |from: Place, by: i16| from.wrapping_add_signed(by);
                let open = [step(high, up), step(low, -up), step(low, right), step(high, -right)];
                if open.iter().any(|at| self.field.at(*at) != EMPTY) {
                    continue;
                }
                self.trial.become_like(&self.field);
                let sides = [step(low, -right), step(high, right)];
                for side in sides {
                    fill(&mut self.trial, self.enemy, side);
                }
                let theirs = sides.iter().all(|side| self.trial.at(*side) == self.enemy);
                if theirs && self.trial.chain(sides[0]) == self.trial.chain(sides[1]) {
                    fill(&mut self.field, self.colour, open[1]);
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
                if self.field.at(at) != EMPTY {
                    continue;
                }
                let near = self.field.around(at).into_iter().filter(|near| self.field.at(*near) == EMPTY);
                let open: Vec<Place> = near.collect();
                if open.len() < least {
                    continue;
                }
                let better = match open.as_slice() {
                    [other] if least == 1 && self.gained(*other) > self.gained(at) => *other,
                    _ => at,
                };
                self.fill(better);
            }
        }
    }

    /// The liberties that a move of the opponent gives its chain.
    fn gained(&mut self, at: Place) -> Option<usize> {
        self.trial.become_like(&self.field);
        fill(&mut self.trial, self.enemy, at).then(|| {
            self.trial.liberties(at, usize::MAX, &mut self.liberties);
            self.liberties.len()
        })
    }

    /// What is enclosed now: the living, their liberties, and the opponent's stones in atari with theirs.
    fn owned(&self, living: &[bool]) -> Vec<Coord> {
        let field = &self.field;
        let dead = |at: Place| field.at(at) == self.enemy && field.in_atari(at);
        let owned = |at: &Place| match field.at(*at) {
            EMPTY => field.around(*at).into_iter().any(|near| living[usize::from(near)] || dead(near)),
            stone if stone == self.colour => living[usize::from(*at)],
            _ => dead(*at),
        };
        self.points.iter().copied().filter(owned).map(|at| field.coord(at)).collect()
    }
}
