//! A board for playing at random: everything that a move needs is a sum that changes by additions.
//!
//! A chain's liberties are kept as their number, sum and sum of squares, each counted once for a stone that touches it.
//! All of them are the same point exactly if number × squares = sum², and then that point is sum ÷ number.

use crate::board::Board;
use crate::coord::{Colour, Coord, LARGEST};
use std::ops::{Index, IndexMut};

/// A place on the padded board.
pub(crate) type Place = u16;

/// What lies on a place.
pub(crate) type Cell = u8;
pub(crate) const EMPTY: Cell = 0;
pub(crate) const BLACK: Cell = 1;
pub(crate) const WHITE: Cell = 2;
pub(crate) const OFF: Cell = 3;

/// The slot of a point that is out of play.
const CLOSED: u16 = u16::MAX;

/// No place.
pub(crate) const NOWHERE: Place = 0;

/// The other colour.
pub(crate) const fn other(colour: Cell) -> Cell {
    3 - colour
}

/// The cell of a colour.
pub(crate) const fn cell(colour: Colour) -> Cell {
    colour as u8 + 1
}

/// How many places there is room for: the padded board of the largest size has fewer. A power of two, so that a place
/// is looked up without asking whether it is one.
const ROOM: usize = 4096;

const _: () = assert!((LARGEST as usize + 1) * (LARGEST as usize + 2) < ROOM);

/// Something for each place.
#[derive(Clone, Debug)]
struct Places<T>(Box<[T; ROOM]>);

impl<T: Copy> Places<T> {
    fn new(value: T) -> Self {
        Places(Box::new([value; ROOM]))
    }

    fn become_like(&mut self, other: &Self, places: usize) {
        self.0[..places].copy_from_slice(&other.0[..places]);
    }
}

impl<T> Index<Place> for Places<T> {
    type Output = T;

    fn index(&self, place: Place) -> &T {
        &self.0[usize::from(place) % ROOM]
    }
}

impl<T> IndexMut<Place> for Places<T> {
    fn index_mut(&mut self, place: Place) -> &mut T {
        &mut self.0[usize::from(place) % ROOM]
    }
}

/// What is known of a chain, by its name.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    stones: u16,
    contacts: u16,
    sum: u32,
    squares: u32,
}

impl Chain {
    fn gain(&mut self, at: Place) {
        let at = u32::from(at);
        self.contacts += 1;
        self.sum += at;
        self.squares += at * at;
    }

    fn lose(&mut self, at: Place) {
        let at = u32::from(at);
        self.contacts -= 1;
        self.sum -= at;
        self.squares -= at * at;
    }

    /// Whether it has one liberty only.
    fn atari(self) -> bool {
        u64::from(self.contacts) * u64::from(self.squares) == u64::from(self.sum) * u64::from(self.sum)
    }
}

/// The position of a game that is played at random.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) stride: u16,
    places: usize,
    cells: Places<Cell>,
    name: Places<Place>,
    next: Places<Place>,
    chains: Places<Chain>,
    /// The empty points in no order, and where each stands in that list.
    pub(crate) empty: Vec<Place>,
    slot: Places<u16>,
    /// The point that must not be played at once.
    pub(crate) ko: Place,
}

impl Field {
    pub(crate) fn new(board: &Board) -> Field {
        let size = board.size();
        let stride = u16::from(size.width()) + 1;
        let places = usize::from(stride) * (usize::from(size.height()) + 2) + 1;
        let mut field = Field {
            stride,
            places,
            cells: Places::new(OFF),
            name: Places::new(0),
            next: Places::new(0),
            chains: Places::new(Chain::default()),
            empty: Vec::with_capacity(places),
            slot: Places::new(0),
            ko: NOWHERE,
        };
        for at in size.coords() {
            let place = field.place(at);
            field.cells[place] = EMPTY;
            field.vacate(place);
        }
        for at in size.coords() {
            if let Some(colour) = board.at(at) {
                field.put(cell(colour), field.place(at));
            }
        }
        for colour in Colour::BOTH {
            if let Some(at) = board.ko(colour) {
                field.ko = field.place(at);
            }
        }
        field
    }

    /// Becomes the same as another of its size, without asking for memory.
    pub(crate) fn become_like(&mut self, other: &Field) {
        self.cells.become_like(&other.cells, other.places);
        self.name.become_like(&other.name, other.places);
        self.next.become_like(&other.next, other.places);
        self.chains.become_like(&other.chains, other.places);
        self.slot.become_like(&other.slot, other.places);
        self.empty.clear();
        self.empty.extend_from_slice(&other.empty);
        self.ko = other.ko;
    }

    pub(crate) fn place(&self, at: Coord) -> Place {
        (u16::from(at.y) + 1) * self.stride + u16::from(at.x) + 1
    }

    pub(crate) fn coord(&self, place: Place) -> Coord {
        Coord { x: (place % self.stride - 1) as u8, y: (place / self.stride - 1) as u8 }
    }

    pub(crate) fn places(&self) -> usize {
        self.places
    }

    pub(crate) fn at(&self, place: Place) -> Cell {
        self.cells[place]
    }

    pub(crate) fn around(&self, place: Place) -> [Place; 4] {
        [place - self.stride, place - 1, place + 1, place + self.stride]
    }

    pub(crate) fn diagonal(&self, place: Place) -> [Place; 4] {
        [place - self.stride - 1, place - self.stride + 1, place + self.stride - 1, place + self.stride + 1]
    }

    /// The name of a stone's chain.
    pub(crate) fn chain(&self, place: Place) -> Place {
        self.name[place]
    }

    pub(crate) fn stones(&self, place: Place) -> u16 {
        self.chains[self.chain(place)].stones
    }

    /// Whether the chain of a stone has one liberty only.
    pub(crate) fn in_atari(&self, place: Place) -> bool {
        self.chains[self.chain(place)].atari()
    }

    /// The only liberty of a chain in atari.
    pub(crate) fn last_liberty(&self, place: Place) -> Place {
        let chain = self.chains[self.chain(place)];
        (chain.sum / u32::from(chain.contacts.max(1))) as Place
    }

    /// The next stone of a chain, in a circle.
    pub(crate) fn after(&self, place: Place) -> Place {
        self.next[place]
    }

    /// The liberties of the chain of a stone, at most so many.
    pub(crate) fn liberties(&self, place: Place, most: usize, found: &mut Vec<Place>) {
        found.clear();
        let mut here = place;
        loop {
            for near in self.around(here) {
                if self.at(near) == EMPTY && !found.contains(&near) {
                    found.push(near);
                    if found.len() >= most {
                        return;
                    }
                }
            }
            here = self.after(here);
            if here == place {
                return;
            }
        }
    }

    /// Takes an empty point out of play: whose it is, nobody can change.
    pub(crate) fn close(&mut self, at: Place) {
        if self.at(at) == EMPTY && self.open(at) {
            self.unlist(at);
            self.slot[at] = CLOSED;
        }
    }

    /// Whether an empty point is in play.
    pub(crate) fn open(&self, at: Place) -> bool {
        self.slot[at] != CLOSED
    }

    fn unlist(&mut self, at: Place) {
        let slot = self.slot[at];
        self.empty.swap_remove(usize::from(slot));
        if let Some(moved) = self.empty.get(usize::from(slot)) {
            self.slot[*moved] = slot;
        }
    }

    /// Whether a colour may play there: not occupied, not the ko, and no suicide.
    pub(crate) fn legal(&self, colour: Cell, at: Place) -> bool {
        if self.at(at) != EMPTY || at == self.ko || !self.open(at) {
            return false;
        }
        let around = self.around(at);
        // Nearly all moves have a liberty of their own.
        around.into_iter().any(|near| self.at(near) == EMPTY)
            || around.into_iter().any(|near| match self.at(near) {
                OFF => false,
                stone => (stone == colour) != self.in_atari(near),
            })
    }

    /// Plays a legal move; answers how many stones it captured.
    pub(crate) fn play(&mut self, colour: Cell, at: Place) -> u16 {
        self.ko = NOWHERE;
        self.put(colour, at);
        let (mut captured, mut taken) = (0, NOWHERE);
        for near in self.around(at) {
            if self.at(near) == other(colour) && self.chains[self.chain(near)].contacts == 0 {
                captured += self.take(near);
                taken = near;
            }
        }
        if captured == 1 && self.stones(at) == 1 && self.in_atari(at) {
            self.ko = taken;
        }
        captured
    }

    /// Puts a stone and joins it with its friends; takes nothing off.
    fn put(&mut self, colour: Cell, at: Place) {
        self.unlist(at);
        self.cells[at] = colour;
        self.name[at] = at;
        self.next[at] = at;
        let mut chain = Chain { stones: 1, ..Chain::default() };
        for near in self.around(at) {
            match self.at(near) {
                EMPTY => chain.gain(near),
                OFF => {}
                _ => {
                    let name = self.chain(near);
                    self.chains[name].lose(at);
                }
            }
        }
        self.chains[at] = chain;
        for near in self.around(at) {
            if self.at(near) == colour && self.chain(near) != self.chain(at) {
                self.join(self.chain(near), self.chain(at));
            }
        }
    }

    fn join(&mut self, one: Place, two: Place) {
        let larger = self.chains[one].stones >= self.chains[two].stones;
        let (kept, gone) = if larger { (one, two) } else { (two, one) };
        let lost = self.chains[gone];
        let chain = &mut self.chains[kept];
        chain.stones += lost.stones;
        chain.contacts += lost.contacts;
        chain.sum += lost.sum;
        chain.squares += lost.squares;
        let mut here = gone;
        loop {
            self.name[here] = kept;
            here = self.next[here];
            if here == gone {
                break;
            }
        }
        let after = self.next[kept];
        self.next[kept] = self.next[gone];
        self.next[gone] = after;
    }

    /// Takes a chain off; answers how many stones it had.
    fn take(&mut self, place: Place) -> u16 {
        let stones = self.stones(place);
        let mut here = place;
        loop {
            self.cells[here] = EMPTY;
            for near in self.around(here) {
                if !matches!(self.at(near), EMPTY | OFF) {
                    let name = self.chain(near);
                    self.chains[name].gain(here);
                }
            }
            self.vacate(here);
            here = self.next[here];
            if here == place {
                return stones;
            }
        }
    }

    fn vacate(&mut self, place: Place) {
        self.slot[place] = self.empty.len() as u16;
        self.empty.push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::playout::random::Random;

    /// Random games on the quick board are the same games on the careful one.
    #[test]
    fn the_quick_board_plays_as_the_careful_one() {
        let mut random = Random::new(7);
        for _ in 0..40 {
            let size = Size::new(3 + random.below(7) as u8, 3 + random.below(7) as u8).unwrap();
            let mut board = Board::new(size);
            let mut field = Field::new(&board);
            let mut colour = Colour::Black;
            for _ in 0..300 {
                let at = Coord {
                    x: random.below(u32::from(size.width())) as u8,
                    y: random.below(u32::from(size.height())) as u8,
                };
                let place = field.place(at);
                assert_eq!(field.coord(place), at);
                if field.legal(cell(colour), place) {
                    let played = board.play(colour, at, false).unwrap();
                    assert_eq!(field.play(cell(colour), place), played.captured);
                } else {
                    assert!(board.play(colour, at, false).is_err());
                    continue;
                }
                colour = colour.other();
                let empty = size.coords().filter(|at| board.at(*at).is_none()).count();
                assert_eq!(field.empty.len(), empty);
                for at in size.coords() {
                    let place = field.place(at);
                    assert_eq!(field.at(place), board.at(at).map_or(EMPTY, cell));
                    if board.at(at).is_some() {
                        assert_eq!(field.in_atari(place), board.liberties(at) == 1);
                        assert_eq!(usize::from(field.stones(place)), board.chain(at).count());
                    }
                }
            }
        }
    }
}
