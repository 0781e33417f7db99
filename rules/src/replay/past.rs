//! The positions that have stood on the board, found again by their hashes.

use super::Repeated;
use crate::coord::Colour;

/// Room for the positions of a game, so that most games need no more: a power of two.
const ROOM: usize = 1024;

/// A position with who was to move.
#[derive(Clone, Copy, Debug)]
struct Position {
    hash: u64,
    to_move: Colour,
}

/// All positions of a game, the setup first.
#[derive(Clone, Debug)]
pub(super) struct Past {
    positions: Vec<Position>,
    /// The number of a position, from 1, at the place that its hash says or at the next free one after it; each position
    /// with the same player to move stands here once. At most half of the places are taken.
    places: Vec<u32>,
}

impl Past {
    pub(super) fn new(hash: u64, to_move: Colour) -> Past {
        let mut past = Past { positions: Vec::with_capacity(ROOM / 2), places: vec![0; ROOM] };
        past.add(hash, to_move);
        past
    }

    /// Forgets all positions but one, which is the first from now on; the room that most games need stays.
    pub(super) fn begin_anew(&mut self, hash: u64, to_move: Colour) {
        self.positions.clear();
        self.places.truncate(ROOM);
        self.places.fill(0);
        self.add(hash, to_move);
    }

    /// How many moves have been added after the first position.
    pub(super) fn moves(&self) -> usize {
        self.positions.len() - 1
    }

    pub(super) fn add(&mut self, hash: u64, to_move: Colour) {
        self.positions.push(Position { hash, to_move });
        if self.positions.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            for number in 1..self.positions.len() {
                self.list(number);
            }
        }
        self.list(self.positions.len());
    }

    /// Gives a position its place, unless it has stood there before.
    fn list(&mut self, number: usize) {
        let Position { hash, to_move } = self.positions[number - 1];
        let last = self.places.len() - 1;
        let mut place = self.place(hash);
        // A record has far fewer moves than a place holds.
        while self.places[place] != 0 {
            let found = self.positions[self.places[place] as usize - 1];
            if found.hash == hash && found.to_move == to_move {
                return;
            }
            place = (place + 1) & last;
        }
        self.places[place] = number as u32;
    }

    /// When a position stood on the board first, preferring a time when the same player was to move.
    pub(super) fn find(&self, hash: u64, to_move: Colour) -> Option<Repeated> {
        let mut other = None;
        let mut place = self.place(hash);
        while let Some((first, found)) = self.at(place) {
            if found.hash == hash {
                let same_to_move = found.to_move == to_move;
                if same_to_move {
                    return Some(Repeated { first, same_to_move });
                }
                other = Some(Repeated { first, same_to_move });
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        other
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.places.len() - 1)
    }

    /// The position at a place and after how many moves it stood first.
    fn at(&self, place: usize) -> Option<(usize, Position)> {
        let number = self.places[place] as usize;
        number.checked_sub(1).map(|first| (first, self.positions[first]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes that share their places, in a past that outgrows its room: each is found where it stood first.
    #[test]
    fn every_position_is_found_where_it_stood_first() {
        let hash = |nth: u64| (nth % 7) << 32 | nth;
        let mut past = Past::new(hash(0), Colour::Black);
        let count = 3 * ROOM as u64;
        for nth in 1..count {
            assert_eq!(past.find(hash(nth), Colour::Black), None);
            past.add(hash(nth), Colour::Black);
        }
        // Passes bring all back, with the other to move.
        for nth in 0..count {
            past.add(hash(nth), Colour::White);
            past.add(hash(nth), Colour::White);
        }
        for nth in 0..count {
            let first = nth as usize;
            assert_eq!(past.find(hash(nth), Colour::Black), Some(Repeated { first, same_to_move: true }));
            let (first, same_to_move) = ((count + 2 * nth) as usize, true);
            assert_eq!(past.find(hash(nth), Colour::White), Some(Repeated { first, same_to_move }));
        }
        assert_eq!(past.moves() as u64, 3 * count - 1);
        past.begin_anew(hash(3), Colour::White);
        assert_eq!((past.moves(), past.places.len()), (0, ROOM));
        assert_eq!(past.find(hash(3), Colour::White), Some(Repeated { first: 0, same_to_move: true }));
        assert_eq!(past.find(hash(10), Colour::White), None);
        let seen_by_white = Past::new(5, Colour::White).find(5, Colour::Black);
        assert_eq!(seen_by_white, Some(Repeated { first: 0, same_to_move: false }));
    }
}
