//! Playing a move.

use super::{BORDER, Board, Cell, EMPTY, Index, Point, cell, hash, is_stone};
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
        // proven: nothing is forbidden here, so that every refusal has its reason.
        self.play_unless(colour, at, suicide, |_| false).map_err(|refused| refused.unwrap_or(Illegal::Occupied))
    }

    /// Plays a stone unless the position that would arise, which its hash stands for, is forbidden.
    ///
    /// # Errors
    /// A move that is refused leaves the board as it was; without a reason of its own it was forbidden.
    pub(crate) fn play_unless(
        &mut self,
        colour: Colour,
        at: Coord,
        suicide: bool,
        forbidden: impl FnOnce(u64) -> bool,
    ) -> Result<Played, Option<Illegal>> {
        if !self.size.has(at) {
            return Err(Some(Illegal::OffBoard));
        }
        let index = self.index(at);
        if self.points[index].cell != EMPTY {
            return Err(Some(Illegal::Occupied));
        }
        if self.ko == Some((colour, index as Index)) {
            return Err(Some(Illegal::Ko));
        }
        let (stone, enemy) = (cell(colour), cell(colour.other()));
        // The chains around lose their contact with the point at once: a refusal gives it back.
        let around = self.around(index);
        let (mut cells, mut names, mut empty) = ([BORDER; 4], [0; 4], 0);
        for side in 0..4 {
            let Point { cell, chain, .. } = self.points[around[side]];
            (cells[side], names[side]) = (cell, usize::from(chain));
            if is_stone(cell) {
                self.points[usize::from(chain)].contacts -= 1;
            } else {
                empty += u16::from(cell == EMPTY);
            }
        }
        let mut lives = empty > 0;
        let (mut taken, mut number) = ([0; 4], 0);
        for side in 0..4 {
            let name = names[side];
            if cells[side] == stone {
                lives |= self.points[name].contacts > 0;
            } else if cells[side] == enemy && self.points[name].contacts == 0 && !taken[..number].contains(&name) {
                taken[number] = name;
                number += 1;
            }
        }
        lives |= number > 0;
        if !lives && !suicide {
            self.relieve(index);
            return Err(Some(Illegal::Suicide));
        }
        let mut after = self.hash;
        if lives {
            after ^= hash::key(index, stone);
            for name in &taken[..number] {
                after ^= self.hash_of_chain(*name, enemy);
            }
        } else {
            // The stone never stays, and the friends around go with it.
            for side in (0..4).filter(|side| cells[*side] == stone) {
                if !(0..side).any(|before| cells[before] == stone && names[before] == names[side]) {
                    after ^= self.hash_of_chain(names[side], stone);
                }
            }
        }
        if forbidden(after) {
            self.relieve(index);
            return Err(None);
        }
        self.removed.clear();
        self.ko = None;
        self.put(index, stone, empty);
        for name in &taken[..number] {
            self.take(*name);
        }
        let captured = self.removed.len() as u16;
        let mut name = index;
        for side in 0..4 {
            if cells[side] == stone {
                // A chain that has been joined already has got another name.
                let friend = self.name(around[side]);
                if friend != name {
                    name = self.join(friend, name);
                }
            }
        }
        if !lives {
            self.take(name);
            debug_assert_eq!(after, self.hash, "the hash was foretold");
            return Ok(Played { captured, own: self.removed.len() as u16 - captured });
        }
        debug_assert_eq!(after, self.hash, "the hash was foretold");
        // Taking two stones and then being taken as one is no ko; nor is a stone that has another liberty.
        let chain = &self.points[name];
        if captured == 1 && chain.stones == 1 && chain.contacts == 1 {
            self.ko = Some((colour.other(), self.removed[0]));
        }
        Ok(Played { captured, own: 0 })
    }

    fn hash_of_chain(&self, name: usize, stone: Cell) -> u64 {
        let (mut here, mut hash) = (name, 0);
        loop {
            hash ^= hash::key(here, stone);
            here = usize::from(self.points[here].next);
            if here == name {
                return hash;
            }
        }
    }
}
