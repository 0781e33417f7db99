//! How many eyes an open part of a region is worth: none, one, or two and so life.
//!
//! The owner is given the benefit where a single move settles it. The rules of thumb hold for finished positions; where
//! they fail, one more move by the players makes the shape plain.

use super::eyes::{Eye, Eyes};
use super::ground::{Ground, NONE, Place};
use super::regions::Chains;
use crate::coord::Colour;

/// More moves than anybody has: the point can never be closed.
const NEVER: u16 = 1000;

/// What is known of a real point of an eye.
#[derive(Clone, Copy, Default)]
struct Facts {
    /// Real points of the eye beside it.
    near: u8,
    /// Those of them that are empty.
    near_empty: u8,
    /// False points beside it that are empty, and that hold a stone of the opponent.
    false_empty: u8,
    false_taken: u8,
    /// A stone of the opponent that has broken in here through a false point, or cannot be kept from it.
    poked: bool,
    /// Moves that the owner needs to close this point off as an eye.
    to_close: u16,
}

struct Shape<'a> {
    ground: &'a Ground,
    chains: &'a Chains,
    wrong: &'a [bool],
    enemy: Colour,
    real: &'a [Place],
    /// The number of each real point in `real`; [`NONE`] elsewhere.
    nth: &'a [u16],
    facts: Vec<Facts>,
}

/// Fills in the real points and the values of all eyes.
pub(super) fn values(ground: &Ground, chains: &Chains, wrong: &[bool], eyes: &mut Eyes) {
    let mut nth = ground.list(NONE);
    for eye in &mut eyes.list {
        eye.real = eye.points.iter().copied().filter(|point| !wrong[*point]).collect();
        eye.real.sort_unstable();
        for (number, point) in eye.real.iter().enumerate() {
            nth[*point] = number as u16;
        }
        let mut shape =
            Shape { ground, chains, wrong, enemy: eye.colour.other(), real: &eye.real, nth: &nth, facts: Vec::new() };
        shape.learn();
        let value = shape.value(eye);
        eye.value = value;
        for point in &eye.real {
            nth[*point] = NONE;
        }
    }
}

impl Shape<'_> {
    fn fact(&self, place: Place) -> Option<&Facts> {
        self.facts.get(usize::from(self.nth[place]))
    }

    fn is_real(&self, place: Place) -> bool {
        self.nth[place] != NONE
    }

    fn learn(&mut self) {
        let (ground, enemy) = (self.ground, self.enemy);
        self.facts = vec![Facts::default(); self.real.len()];
        for (number, here) in self.real.iter().copied().enumerate() {
            let mut fact = Facts::default();
            for near in ground.around(here) {
                fact.near += u8::from(self.is_real(near));
                fact.near_empty += u8::from(self.is_real(near) && ground.empty(near));
                fact.false_empty += u8::from(self.wrong[near] && ground.empty(near));
                fact.false_taken += u8::from(self.wrong[near] && ground.stone(near, enemy));
            }
            fact.poked = ground.stone(here, enemy) && (fact.false_taken > 0 || fact.false_empty >= 2);
            self.facts[number] = fact;
        }
        for (number, here) in self.real.iter().copied().enumerate() {
            let moves = ground.around(here).into_iter().map(|near| self.moves(near)).sum();
            self.facts[number].to_close = moves;
        }
    }

    /// What a neighbour of a point costs the owner who wants an eye at the point.
    fn moves(&self, near: Place) -> u16 {
        let (ground, fact) = (self.ground, self.fact(near));
        if ground.stone(near, self.enemy) && (self.wrong[near] || fact.is_some_and(|fact| fact.poked)) {
            NEVER
        } else if ground.empty(near) && (!self.is_real(near) || fact.is_some_and(|fact| fact.false_taken > 0))
            || ground.stone(near, self.enemy) && fact.is_some_and(|fact| fact.false_empty > 0)
        {
            1
        } else {
            0
        }
    }

    /// Whether the owner can play there.
    fn playable(&self, place: Place) -> bool {
        self.ground.empty(place)
            && self.ground.around(place).into_iter().filter(|near| self.ground.on_board(*near)).any(|near| {
                !self.ground.stone(near, self.enemy) || self.chains.liberties[usize::from(self.chains.of[near])] <= 1
            })
    }

    fn count(&self, asked: impl Fn(&Facts, Place) -> bool) -> usize {
        self.facts.iter().zip(self.real).filter(|(fact, place)| asked(fact, **place)).count()
    }

    fn value(&self, eye: &Eye) -> u8 {
        let enemies = |place: Place| self.ground.stone(place, self.enemy);
        let room = self.real.len() as isize
            - self.count(|fact, _| fact.to_close >= 1) as isize
            - self.count(|fact, _| fact.to_close >= 2) as isize
            - self.count(|fact, place| enemies(place) && fact.near >= 2) as isize;
        let wide = |from: u8| self.count(|fact, place| self.ground.empty(place) && fact.near >= from);
        let dead = self.count(|_, place| self.ground.dead(place, self.enemy));
        if room >= 6 || wide(4) + wide(3) >= 6 || dead >= 8 {
            return 2;
        }
        let one = dead >= 5 || self.facts.iter().any(|fact| fact.to_close <= 1);
        let split = self.split();
        if split >= 2 || self.split_by_two() || self.captures_into_life(eye) {
            return 2;
        }
        u8::from(one).max(split)
    }

    /// The most parts that one move leaves, each with a point that is closed.
    fn split(&self) -> u8 {
        let mut best = 0;
        for cut in self.real.iter().copied().filter(|place| self.playable(*place)) {
            // The cutting move itself closes what a stone broke in through.
            let help = u16::from(self.fact(cut).is_some_and(|fact| fact.false_taken == 1));
            let pieces = self.pieces(&[cut]);
            if pieces.len() >= 2 {
                let closed = pieces.iter().filter(|piece| piece.iter().any(|n| self.facts[*n].to_close <= help));
                best = best.max(closed.count().min(2) as u8);
            }
        }
        best
    }

    /// Whether one of two neighbouring moves, both good for the owner, divides the eye.
    fn split_by_two(&self) -> bool {
        let broad = |fact: &Facts| fact.to_close <= 1 && fact.near >= 3;
        let inner = |place: &Place| self.playable(*place) && !self.ground.on_edge(*place);
        for first in self.real.iter().copied().filter(inner).filter(|place| self.fact(*place).is_some_and(broad)) {
            for second in self.ground.around(first) {
                let empty = self.ground.empty(second);
                let good = |fact: &Facts| broad(fact) && (empty || fact.near_empty > 1);
                if !self.fact(second).is_some_and(good) {
                    continue;
                }
                let closed = |piece: &Vec<usize>| piece.iter().filter(|n| self.facts[**n].to_close == 0).count();
                let pieces: Vec<usize> = self.pieces(&[first, second]).iter().map(closed).collect();
                let of = |least: usize| pieces.iter().filter(|closed| **closed >= least).count();
                if pieces.len() >= 2 && of(1) >= 2 && of(2) >= if empty { 1 } else { 2 } {
                    return true;
                }
            }
        }
        false
    }

    /// Whether dead stones that fill the eye have a shape whose capture leaves two eyes, whichever point the opponent
    /// leaves out.
    fn captures_into_life(&self, eye: &Eye) -> bool {
        let dead = self.real.iter().copied().filter(|place| self.ground.dead(*place, self.enemy));
        let dead: Vec<Place> = dead.collect();
        if dead.is_empty() {
            return false;
        }
        let barred = |place: &Place| !self.ground.dead(*place, self.enemy) && !self.playable(*place);
        let barred: Vec<Place> = self.real.iter().copied().filter(barred).collect();
        let thrown = |place: &&Place| self.wrong[**place] && self.ground.stone(**place, self.enemy);
        let throw_ins = eye.points.iter().filter(thrown).count();
        std::iter::once(None).chain(barred.iter().copied().map(Some)).all(|left_out| {
            let mut shape = dead.clone();
            shape.extend(barred.iter().copied().filter(|place| Some(*place) != left_out));
            lives_when_captured(self.ground, &shape, throw_ins)
        })
    }

    /// The parts of the eye without some points, as numbers of real points.
    fn pieces(&self, without: &[Place]) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.real.len()];
        let mut found = Vec::new();
        for cut in without {
            seen[usize::from(self.nth[*cut])] = true;
        }
        for start in 0..self.real.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut piece, mut next) = (vec![start], 0);
            while let Some(here) = piece.get(next).copied() {
                next += 1;
                for near in self.ground.around(self.real[here]) {
                    let number = usize::from(self.nth[near]);
                    if self.is_real(near) && !std::mem::replace(&mut seen[number], true) {
                        piece.push(number);
                    }
                }
            }
            found.push(piece);
        }
        found
    }
}

/// How many parts a set of points falls into without one of them.
fn parts(ground: &Ground, points: &[Place], without: Option<Place>) -> usize {
    let mut seen: Vec<bool> = points.iter().map(|point| Some(*point) == without).collect();
    let mut parts = 0;
    let mut next = Vec::new();
    for start in 0..points.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        parts += 1;
        next.push(points[start]);
        while let Some(here) = next.pop() {
            for near in ground.around(here) {
                if let Some(n) = points.iter().position(|point| *point == near)
                    && !std::mem::replace(&mut seen[n], true)
                {
                    next.push(near);
                }
            }
        }
    }
    parts
}

fn lives_when_captured(ground: &Ground, shape: &[Place], throw_ins: usize) -> bool {
    let whole = parts(ground, shape, None);
    let (mut necks, mut broad) = (0, 0);
    for point in shape {
        if parts(ground, shape, Some(*point)) > whole {
            necks += 1;
        } else if ground.around(*point).iter().filter(|near| shape.contains(near)).count() >= 3 {
            broad += 1;
        }
    }
    // Seven points always leave two eyes.
    let large = usize::from(shape.len() >= 7);
    whole + (necks + broad + large) / 2 >= 2 + throw_ins
}
