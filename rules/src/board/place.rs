//! Playing a move.

use super::{BORDER, Board, Cell, EMPTY, Index, cell, hash};
use crate::coord::{Colour, Coord};

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Stones of the opponent that were captured.
    pub captured: u16,
    /// Own stones that were taken off, the played one among them: suicide, where it is allowed.
    pub own: u16,
}

/// Why a move cannot be played on this board, whatever happened before the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Beyond the edge.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// The stone or its chain would have no liberty.
    Suicide,
    /// One stone would be taken back at once with one stone.
    Ko,
}

impl Board {
    /// Plays a stone: the opponent's chains without a liberty go, then the own one, if `suicide` is allowed.
    ///
    /// # Errors
    /// A move that is refused leaves the board as it was.
    pub fn play(&mut self, colour: Colour, at: Coord, suicide: bool) -> Result<Played, Illegal> {
        let lives = self.check(colour, at, suicide)?;
        let (index, stone) = (self.index(at), cell(colour));
        let enemy = cell(colour.other());
        self.removed.clear();
        self.ko = None;
        self.put(index, stone);
        for near in self.around(index) {
            // A chain that has been taken off is empty by now.
            if self.cells[near] == enemy {
                let name = self.name(near);
                if self.contacts[name] == 0 {
                    self.take(name);
                }
            }
        }
        let captured = self.removed.len() as u16;
        let name = self.join_around(index);
        if !lives {
            self.take(name);
            return Ok(Played { captured, own: self.removed.len() as u16 - captured });
        }
        // Taking two stones and then being taken as one is no ko; nor is a stone that has another liberty.
        if captured == 1 && self.stones[name] == 1 && self.contacts[name] == 1 {
            self.ko = Some((colour.other(), self.removed[0]));
        }
        Ok(Played { captured, own: 0 })
    }

    /// The hash that the board would have after a move, without playing it.
    ///
    /// # Errors
    /// Where the move cannot be played.
    pub fn hash_after(&self, colour: Colour, at: Coord, suicide: bool) -> Result<u64, Illegal> {
        let lives = self.check(colour, at, suicide)?;
        let index = self.index(at);
        // Of a suicide the friends around go, and the stone is never there; else the opponent's chains without air.
        let goes = if lives { cell(colour.other()) } else { cell(colour) };
        let mut hash = self.hash ^ if lives { hash::key(&self.keys, index, cell(colour)) } else { 0 };
        let around = self.around(index);
        for (nth, near) in around.iter().enumerate().filter(|(_, near)| self.cells[**near] == goes) {
            let name = self.name(*near);
            let same = |other: &&usize| self.cells[**other] == goes && self.name(**other) == name;
            let counted_before = around[..nth].iter().any(|other| same(&other));
            if !counted_before && usize::from(self.contacts[name]) == around.iter().filter(same).count() {
                hash ^= self.hash_of_chain(name, goes);
            }
        }
        Ok(hash)
    }

    fn hash_of_chain(&self, name: usize, stone: Cell) -> u64 {
        let (mut here, mut hash) = (name, 0);
        loop {
            hash ^= hash::key(&self.keys, here, stone);
            here = usize::from(self.next[here]);
            if here == name {
                return hash;
            }
        }
    }

    /// Whether a move can be played; answers whether the played stone stays on the board.
    fn check(&self, colour: Colour, at: Coord, suicide: bool) -> Result<bool, Illegal> {
        if !self.size.has(at) {
            return Err(Illegal::OffBoard);
        }
        let index = self.index(at);
        if self.cells[index] != EMPTY {
            return Err(Illegal::Occupied);
        }
        if self.ko == Some((colour, index as Index)) {
            return Err(Illegal::Ko);
        }
        let around = self.around(index);
        let lives = around.iter().any(|near| match self.cells[*near] {
            EMPTY => true,
            BORDER => false,
            stone => {
                let name = self.name(*near);
                let here = around.iter().filter(|n| self.cells[**n] == stone && self.name(**n) == name).count();
                let last = usize::from(self.contacts[name]) == here;
                // A friend with another liberty, or an opponent without.
                (stone == cell(colour)) != last
            }
        });
        if lives || suicide { Ok(lives) } else { Err(Illegal::Suicide) }
    }
}
