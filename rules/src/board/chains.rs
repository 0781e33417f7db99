//! Joining stones to chains, taking chains off, and finding all chains of a position anew.

use super::{BORDER, Board, Cell, EMPTY, Index, hash};

impl Board {
    /// Puts a stone on an empty place as a chain of its own; its neighbours lose the contact with the place.
    pub(super) fn put(&mut self, index: usize, stone: Cell) {
        self.cells[index] = stone;
        self.chain[index] = index as Index;
        self.next[index] = index as Index;
        self.stones[index] = 1;
        self.on_board[usize::from(stone) - 1] += 1;
        self.hash ^= hash::key(&self.keys, index, stone);
        let mut empty = 0;
        for near in self.around(index) {
            match self.cells[near] {
                EMPTY => empty += 1,
                BORDER => {}
                _ => {
                    let name = self.name(near);
                    self.contacts[name] -= 1;
                }
            }
        }
        self.contacts[index] = empty;
    }

    /// Makes one chain of two, named after the larger one.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (kept, gone) = if self.stones[one] >= self.stones[other] { (one, other) } else { (other, one) };
        self.contacts[kept] += self.contacts[gone];
        self.stones[kept] += self.stones[gone];
        let mut here = gone;
        loop {
            self.chain[here] = kept as Index;
            here = usize::from(self.next[here]);
            if here == gone {
                break;
            }
        }
        self.next.swap(kept, gone);
    }

    /// Takes a chain off the board; whoever touches it gains the contacts.
    pub(super) fn take(&mut self, name: usize) {
        let stone = self.cells[name];
        let mut here = name;
        loop {
            self.cells[here] = EMPTY;
            self.hash ^= hash::key(&self.keys, here, stone);
            self.removed.push(here as Index);
            for near in self.around(here) {
                // The chain's own stones get contacts too, which nobody reads any more.
                if !matches!(self.cells[near], EMPTY | BORDER) {
                    let touching = self.name(near);
                    self.contacts[touching] += 1;
                }
            }
            here = usize::from(self.next[here]);
            if here == name {
                break;
            }
        }
        self.on_board[usize::from(stone) - 1] -= self.stones[name];
    }

    /// Finds chains, contacts, counts and the hash from the stones alone.
    pub(super) fn rebuild(&mut self) {
        let stones: Vec<(usize, Cell)> =
            self.size.coords().map(|at| self.index(at)).map(|index| (index, self.cells[index])).collect();
        for (index, _) in &stones {
            self.cells[*index] = EMPTY;
        }
        (self.hash, self.on_board) = (0, [0; 2]);
        for (index, stone) in stones.into_iter().filter(|(_, stone)| *stone != EMPTY) {
            self.put(index, stone);
            self.join_around(index);
        }
    }

    /// Joins a stone with its neighbours of its colour; answers the chain's name.
    pub(super) fn join_around(&mut self, index: usize) -> usize {
        for near in self.around(index) {
            if self.cells[near] == self.cells[index] && self.name(near) != self.name(index) {
                self.join(self.name(near), self.name(index));
            }
        }
        self.name(index)
    }
}
