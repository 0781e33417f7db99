//! Joining stones to chains, taking chains off, and finding all chains of a position anew.

use super::{Board, Cell, EMPTY, Index, Point, hash, is_stone};

impl Board {
    /// Puts a stone on an empty place as a chain of its own that touches so many empty points. That its neighbours lose
    /// the contact with the place is the caller's to see to.
    pub(super) fn put(&mut self, index: usize, stone: Cell, empty: u16) {
        self.points[index] =
            Point { cell: stone, chain: index as Index, next: index as Index, contacts: empty, stones: 1 };
        self.on_board[usize::from(stone == super::WHITE)] += 1;
        self.hash ^= hash::key(index, stone);
    }

    /// Makes one chain of two, named after the larger one; answers its name.
    pub(super) fn join(&mut self, one: usize, other: usize) -> usize {
        let larger = self.points[one].stones >= self.points[other].stones;
        let (kept, gone) = if larger { (one, other) } else { (other, one) };
        let lost = self.points[gone];
        let mut here = gone;
        loop {
            let point = &mut self.points[here];
            point.chain = kept as Index;
            here = usize::from(point.next);
            if here == gone {
                break;
            }
        }
        // Two circles whose next stones are exchanged are one.
        let chain = &mut self.points[kept];
        chain.contacts += lost.contacts;
        chain.stones += lost.stones;
        let after = std::mem::replace(&mut chain.next, lost.next);
        self.points[gone].next = after;
        kept
    }

    /// Takes a chain off the board; whoever touches it gains the contacts.
    pub(super) fn take(&mut self, name: usize) {
        let Point { cell: stone, stones, .. } = self.points[name];
        let mut here = name;
        loop {
            self.points[here].cell = EMPTY;
            self.hash ^= hash::key(here, stone);
            self.removed.push(here as Index);
            for near in self.around(here) {
                // The chain's own stones get contacts too, which nobody reads any more.
                if is_stone(self.points[near].cell) {
                    let touching = self.name(near);
                    self.points[touching].contacts += 1;
                }
            }
            here = usize::from(self.points[here].next);
            if here == name {
                break;
            }
        }
        self.on_board[usize::from(stone == super::WHITE)] -= stones;
    }

    /// Finds chains, contacts, counts and the hash from the stones alone.
    pub(super) fn rebuild(&mut self) {
        let stones: Vec<(usize, Cell)> = self
            .size
            .coords()
            .map(|at| self.index(at))
            .map(|index| (index, self.points[index].cell))
            .filter(|(_, stone)| *stone != EMPTY)
            .collect();
        for (index, _) in &stones {
            self.points[*index].cell = EMPTY;
        }
        (self.hash, self.on_board) = (0, [0; 2]);
        for (index, stone) in stones {
            let mut empty = 0;
            for near in self.around(index) {
                let Point { cell, chain, .. } = self.points[near];
                if is_stone(cell) {
                    self.points[usize::from(chain)].contacts -= 1;
                } else {
                    empty += u16::from(cell == EMPTY);
                }
            }
            self.put(index, stone, empty);
            for near in self.around(index) {
                let (friend, name) = (self.name(near), self.name(index));
                if self.points[near].cell == stone && friend != name {
                    self.join(friend, name);
                }
            }
        }
    }

    /// Gives the chains around a place their contact with it again.
    pub(super) fn relieve(&mut self, index: usize) {
        for near in self.around(index) {
            let Point { cell, chain, .. } = self.points[near];
            if is_stone(cell) {
                self.points[usize::from(chain)].contacts += 1;
            }
        }
    }
}
