//! The position while moves are tried in a part of it, and what it is worth as it stands.
//!
//! Whose a point was before the moves stays so, until the opponent stands beside it with living stones or has taken what
//! held it. A stone that is played in the opponent's territory lives when it is joined to living ones or has taken some.

use crate::board::Board;
use crate::coord::{Coord, Size};
use crate::count::Territory;
use crate::playout::{Cell, EMPTY, Field, NOWHERE, OFF, Place, cell};
use std::rc::Rc;

/// A point that was no territory and will be none: a false eye, or a point of a seki.
const NOTHING: u8 = 4;

/// No part.
const NONE: u16 = u16::MAX;

/// Whose the points were when the moves began, and what their parts were worth.
#[derive(Clone, Debug)]
pub(super) struct Holders {
    of: Vec<u8>,
    /// The part of each point that carries no living stone.
    part: Vec<u16>,
    /// What each part is worth for Black.
    worth: Vec<i32>,
}

/// A position in which moves are tried.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) field: Field,
    /// Whether a chain lives, by its name.
    live: Vec<bool>,
    /// Black's captures less White's.
    captured: i32,
    /// The points that moves have changed.
    changed: Vec<Place>,
    /// The side that loses every ko, for want of threats; none where none does.
    pub(super) loses_kos: Cell,
    /// Whether a ko could be taken in any of the positions that came from the first one.
    met_ko: Rc<std::cell::Cell<bool>>,
}

impl Holders {
    pub(super) fn new(territory: &Territory, position: &mut Position, walk: &mut Walk) -> Holders {
        position.changed.clear();
        position.captured = 0;
        let field = &position.field;
        let mut of = vec![NOTHING; field.places()];
        let points: Vec<Place> = territory.size().coords().map(|at| field.place(at)).collect();
        for at in points.iter().copied() {
            let point = territory.at(field.coord(at));
            of[usize::from(at)] = match (point.territory, field.at(at)) {
                (Some(colour), _) => cell(colour),
                (None, _) if point.filled || point.seki.is_some() => NOTHING,
                (None, stone) => stone,
            };
        }
        let mut holders = Holders { of, part: vec![NONE; field.places()], worth: Vec::new() };
        walk.begin(field.places());
        for start in points {
            if !walk.seen(start) && !position.stands(start) {
                let worth = position.part(&holders, walk, start);
                for at in walk.queue.iter() {
                    holders.part[usize::from(*at)] = holders.worth.len() as u16;
                }
                holders.worth.push(worth);
            }
        }
        holders
    }

    pub(super) fn of(&self, at: Place) -> u8 {
        self.of[usize::from(at)]
    }
}

impl Position {
    /// The position of a board where the chains of `dead` are dead.
    pub(super) fn new(board: &Board, dead: &[Coord]) -> Position {
        let field = Field::new(board);
        let mut live = vec![true; field.places()];
        for at in dead.iter().filter(|at| board.at(**at).is_some()) {
            live[usize::from(field.chain(field.place(*at)))] = false;
        }
        Position { field, live, captured: 0, changed: Vec::new(), loses_kos: EMPTY, met_ko: Rc::default() }
    }

    pub(super) fn become_like(&mut self, other: &Position) {
        self.field.become_like(&other.field);
        self.live.copy_from_slice(&other.live);
        self.captured = other.captured;
        self.loses_kos = other.loses_kos;
        self.changed.clear();
        self.changed.extend_from_slice(&other.changed);
    }

    /// Whether a side may play there.
    pub(super) fn legal(&self, side: Cell, at: Place) -> bool {
        self.field.legal(side, at) && {
            let ko = self.takes_ko(at, side);
            if ko {
                self.met_ko.set(true);
            }
            !(ko && self.loses_kos == side)
        }
    }

    /// Whether a ko could be taken in any of the positions that came from the first one.
    pub(super) fn ko(&self) -> bool {
        self.met_ko.get()
    }

    /// Whether a legal move takes a single stone that could be taken back but for the ko.
    fn takes_ko(&self, at: Place, side: Cell) -> bool {
        let field = &self.field;
        let (mut taken, mut stones) = (0, 0);
        for near in field.around(at) {
            match field.at(near) {
                OFF => {}
                stone if stone == 3 - side => {
                    if field.in_atari(near) {
                        taken += 1;
                        stones += field.stones(near);
                    }
                }
                _ => return false,
            }
        }
        taken == 1 && stones == 1
    }

    /// Whether the stone on a point lives.
    pub(super) fn lives(&self, at: Place) -> bool {
        self.live[usize::from(self.field.chain(at))]
    }

    /// A stone of each dead chain.
    pub(super) fn dead(&self, size: Size) -> Vec<Coord> {
        let dead = |at: &Coord| {
            let place = self.field.place(*at);
            self.field.at(place) != EMPTY && self.field.chain(place) == place && !self.lives(place)
        };
        size.coords().filter(dead).collect()
    }

    /// Whether a living stone stands there.
    fn stands(&self, at: Place) -> bool {
        !matches!(self.field.at(at), EMPTY | OFF) && self.lives(at)
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, holders: &Holders, side: Cell, at: Place) -> u16 {
        let field = &self.field;
        let (mut friends, mut joined, mut ate) = (false, false, 0);
        for near in field.around(at) {
            let stone = field.at(near);
            if stone == side {
                friends = true;
                joined |= self.lives(near);
            } else if stone == 3 - side && field.in_atari(near) {
                if self.lives(near) {
                    ate = ate.max(field.stones(near));
                }
                self.changed.extend(chain(field, near));
            }
        }
        let lives = joined || ate >= 2 || holders.of(at) != 3 - side && !friends;
        for near in field.around(at) {
            if lives && field.at(near) == side && !self.live[usize::from(field.chain(near))] {
                self.changed.extend(chain(field, near));
            }
        }
        self.changed.push(at);
        let captured = self.field.play(side, at);
        self.captured += if side == 1 { i32::from(captured) } else { -i32::from(captured) };
        let name = usize::from(self.field.chain(at));
        self.live[name] = lives;
        captured
    }

    pub(super) fn pass(&mut self) {
        self.field.ko = NOWHERE;
    }

    /// By how much the moves have changed Black's territory and captures less White's.
    pub(super) fn change(&self, holders: &Holders, walk: &mut Walk) -> i32 {
        let field = &self.field;
        walk.begin(field.places());
        let mut sum = self.captured;
        for changed in self.changed.iter().copied() {
            for at in field.around(changed).into_iter().chain([changed]) {
                let part = holders.part[usize::from(at)];
                if part != NONE && walk.first(part) {
                    sum -= holders.worth[usize::from(part)];
                }
                if field.at(at) != OFF && !walk.seen(at) && !self.stands(at) {
                    sum += self.part(holders, walk, at);
                }
            }
        }
        sum
    }

    /// What the part around a point is worth for Black.
    fn part(&self, holders: &Holders, walk: &mut Walk, start: Place) -> i32 {
        let field = &self.field;
        let held = holders.of(start);
        let (mut touched, mut points) = (0, [0_i32; 3]);
        walk.queue.clear();
        walk.enter(start);
        let mut next = 0;
        while let Some(here) = walk.queue.get(next).copied() {
            next += 1;
            match field.at(here) {
                EMPTY => {
                    points[1] += 1;
                    points[2] += 1;
                }
                // A dead stone is a point and a stone.
                stone => points[usize::from(3 - stone)] += 2,
            }
            for near in field.around(here) {
                match field.at(near) {
                    OFF => {}
                    stone if stone != EMPTY && self.lives(near) => touched |= stone,
                    _ if holders.of(near) == held && !walk.seen(near) => walk.enter(near),
                    _ => {}
                }
            }
        }
        match touched {
            1 if held != NOTHING => points[1],
            2 if held != NOTHING => -points[2],
            _ => 0,
        }
    }
}

/// The stones of a chain.
fn chain(field: &Field, stone: Place) -> impl Iterator<Item = Place> {
    let mut here = Some(stone);
    std::iter::from_fn(move || {
        let at = here?;
        here = Some(field.after(at)).filter(|next| *next != stone);
        Some(at)
    })
}

/// A walk over the points of a board.
#[derive(Debug, Default)]
pub(super) struct Walk {
    marks: Vec<u32>,
    parts: Vec<u32>,
    walk: u32,
    queue: Vec<Place>,
}

impl Walk {
    fn begin(&mut self, places: usize) {
        self.marks.resize(places, 0);
        self.parts.resize(places, 0);
        self.walk += 1;
    }

    fn seen(&self, at: Place) -> bool {
        self.marks[usize::from(at)] == self.walk
    }

    /// Whether a part is met for the first time.
    fn first(&mut self, part: u16) -> bool {
        std::mem::replace(&mut self.parts[usize::from(part)], self.walk) != self.walk
    }

    fn enter(&mut self, at: Place) {
        self.marks[usize::from(at)] = self.walk;
        self.queue.push(at);
    }
}
