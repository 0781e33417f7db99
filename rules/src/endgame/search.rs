//! Reading in a part of the board: what a move leads to when both sides answer as well as they can, or play elsewhere.

use super::local::{Holders, Position, Walk};
use crate::playout::{Cell, EMPTY, NOWHERE, OFF, Place};

/// How many moves deep a reading goes after the move that is tried.
pub(super) const DEPTH: u32 = 4;

/// How many positions a reading may look at, where nothing else is said.
const NODES: u32 = 600;

/// How many all readings of an ending may look at together.
pub(super) const ALL_NODES: u32 = 100_000;

/// How many moves are looked at in a position.
const WIDTH: usize = 7;

/// Chains of more liberties than these are not in danger.
pub(super) const FEW: usize = 2;

/// More than any count.
const LIMIT: i32 = 10_000;

/// Where the play is: the moves that were made last.
type Trail = [Place; 3];

/// Reads.
#[derive(Debug)]
pub(super) struct Search {
    pool: Vec<Position>,
    pub(super) walk: Walk,
    liberties: Vec<Place>,
    /// How many positions a reading may look at.
    pub(super) longest: u32,
    nodes: u32,
    looked_at: u32,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            pool: Vec::new(),
            walk: Walk::default(),
            liberties: Vec::new(),
            longest: NODES,
            nodes: 0,
            looked_at: 0,
        }
    }
}

/// Moves of a position, the likelier first.
struct Moves {
    list: [Place; WIDTH],
    number: usize,
}

impl Moves {
    fn add(&mut self, position: &Position, side: Cell, at: Place) {
        if self.number < WIDTH && !self.list[..self.number].contains(&at) && position.legal(side, at) {
            self.list[self.number] = at;
            self.number += 1;
        }
    }
}

impl Search {
    /// By how much the moves that led to a position have changed the count for a side, as it stands.
    pub(super) fn stands(&mut self, position: &Position, holders: &Holders, side: Cell) -> i32 {
        let worth = position.change(holders, &mut self.walk);
        if side == 1 { worth } else { -worth }
    }

    /// What a position is worth for a side that moves next, and its move; none where it is best to play elsewhere.
    pub(super) fn best(
        &mut self,
        position: &mut Position,
        holders: &Holders,
        side: Cell,
        trail: Trail,
        depth: u32,
    ) -> (i32, Option<Place>) {
        self.nodes = self.longest;
        let found = self.read(position, holders, side, trail, depth, (-LIMIT, LIMIT), false);
        self.looked_at += self.longest - self.nodes;
        found
    }

    /// Whether the last reading was too long.
    pub(super) fn exhausted(&self) -> bool {
        self.nodes == 0
    }

    /// Whether there is too little left for a whole reading.
    pub(super) fn spent(&self) -> bool {
        ALL_NODES - self.looked_at.min(ALL_NODES) < self.longest
    }

    /// How many positions all readings have looked at.
    #[cfg(test)]
    pub(super) fn looked_at(&self) -> u32 {
        self.looked_at
    }

    fn like(&mut self, position: &Position) -> Position {
        match self.pool.pop() {
            Some(mut like) if like.field.places() == position.field.places() => {
                like.become_like(position);
                like
            }
            _ => position.clone(),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn read(
        &mut self,
        position: &mut Position,
        holders: &Holders,
        side: Cell,
        trail: Trail,
        depth: u32,
        (mut least, most): (i32, i32),
        passed: bool,
    ) -> (i32, Option<Place>) {
        self.nodes = self.nodes.saturating_sub(1);
        if depth == 0 || self.nodes == 0 {
            return (self.stands(position, holders, side), None);
        }
        // Playing elsewhere.
        let elsewhere = if passed {
            self.stands(position, holders, side)
        } else {
            // All that a pass changes is the ko: no other position is needed.
            let ko = position.field.ko;
            position.pass();
            let (worth, _) = self.read(position, holders, 3 - side, trail, depth - 1, (-most, -least), true);
            position.field.ko = ko;
            -worth
        };
        let mut best = (elsewhere, None);
        least = least.max(elsewhere);
        if least >= most {
            return best;
        }
        let moves = self.moves(position, holders, side, trail);
        for at in moves.list.into_iter().take(moves.number) {
            let mut next = self.like(position);
            next.play(holders, side, at);
            let (worth, _) =
                self.read(&mut next, holders, 3 - side, [at, trail[0], trail[1]], depth - 1, (-most, -least), false);
            self.pool.push(next);
            if -worth > best.0 {
                best = (-worth, Some(at));
                least = least.max(-worth);
                if least >= most {
                    break;
                }
            }
        }
        best
    }

    /// The moves near the last ones: taking, saving, and what is beside them.
    fn moves(&mut self, position: &Position, holders: &Holders, side: Cell, trail: Trail) -> Moves {
        let field = &position.field;
        let mut moves = Moves { list: [NOWHERE; WIDTH], number: 0 };
        let mut chains: [Place; 16] = [NOWHERE; 16];
        let mut number = 0;
        let mut note = |at: Place| {
            if !matches!(field.at(at), EMPTY | OFF) {
                let name = field.chain(at);
                if number < chains.len() && !chains[..number].contains(&name) {
                    chains[number] = name;
                    number += 1;
                }
            }
        };
        for last in trail.into_iter().filter(|at| *at != NOWHERE) {
            note(last);
            field.around(last).into_iter().for_each(&mut note);
        }
        let chains = &chains[..number];
        // Taking what is in atari, then saving what is.
        for own in [false, true] {
            for chain in chains.iter().copied().filter(|chain| (field.at(*chain) == side) == own) {
                if field.in_atari(chain) {
                    moves.add(position, side, field.last_liberty(chain));
                }
            }
        }
        // Taking what surrounds stones in atari.
        for chain in chains.iter().copied().filter(|chain| field.at(*chain) == side && field.in_atari(*chain)) {
            let mut here = chain;
            loop {
                for near in field.around(here) {
                    if field.at(near) == 3 - side && field.in_atari(near) {
                        moves.add(position, side, field.last_liberty(near));
                    }
                }
                here = field.after(here);
                if here == chain {
                    break;
                }
            }
        }
        for few in 2..=FEW {
            for chain in chains.iter().copied() {
                field.liberties(chain, FEW + 1, &mut self.liberties);
                if self.liberties.len() == few {
                    for at in self.liberties.iter().copied() {
                        moves.add(position, side, at);
                    }
                }
            }
        }
        for last in trail.into_iter().take(2).filter(|at| *at != NOWHERE) {
            for near in field.around(last) {
                if field.at(near) == EMPTY && matches!(holders.of(near), 1 | 2) {
                    moves.add(position, side, near);
                }
            }
        }
        moves
    }
}

impl Search {
    /// Moves that may prevent one of the opponent at a point: there, and near it.
    pub(super) fn guards(&mut self, position: &Position, holders: &Holders, side: Cell, against: Place) -> Vec<Place> {
        let moves = self.moves(position, holders, side, [against, NOWHERE, NOWHERE]);
        let mut found: Vec<Place> = moves.list.into_iter().take(moves.number).collect();
        if !found.contains(&against) && position.legal(side, against) {
            found.push(against);
        }
        found
    }
}
