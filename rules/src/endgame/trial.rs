//! What a move is worth: the territory after it and after the answer that it asks for.

use crate::board::Board;
use crate::coord::{Colour, Coord};
use crate::count::Territory;
use crate::playout::{Field, NOWHERE, Place, Reader, cell};

/// A move and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The answer that the opponent has to give; none where the move asks for none.
    pub(super) answer: Option<Coord>,
    /// By how many points the count changes, for the side that moves.
    pub(super) gain: i32,
}

/// Tries moves.
#[derive(Debug, Default)]
pub(super) struct Trier {
    reader: Reader,
    liberties: Vec<Place>,
}

/// Black's territory and captures less White's, where the chains of `dead` are dead.
pub(super) fn balance(board: &Board, dead: &[Coord]) -> i32 {
    let found = Territory::of(board, dead);
    let [black, white] =
        Colour::BOTH.map(|colour| i32::from(found.points(colour)) + i32::from(found.dead(colour.other())));
    black - white
}

impl Trier {
    /// Tries a move; none where it is illegal or would be captured for nothing.
    pub(super) fn attempt(&mut self, board: &Board, before: i32, colour: Colour, at: Coord) -> Option<Trial> {
        let mut after = board.clone();
        let sign = if colour == Colour::Black { 1 } else { -1 };
        let mut taken = i32::from(after.play(colour, at, false).ok()?.captured);
        let mut field = Field::new(&after);
        let own = field.place(at);
        if taken == 0 && (field.in_atari(own) || self.reader.attack(&field, own).is_some()) {
            return None;
        }
        let enemy = colour.other();
        let mut threatened = self.threatened(&field, enemy, own);
        let mut answer = None;
        if let Some(chain) = threatened
            && let Some(saving) = self.save(&field, chain)
        {
            let reply = field.coord(saving);
            taken -= i32::from(after.play(enemy, reply, false).ok()?.captured);
            answer = Some(reply);
            field = Field::new(&after);
            threatened = if after.at(at) == Some(colour) { self.threatened(&field, enemy, own) } else { None };
        }
        // What nobody can save is lost.
        let lost: Vec<Coord> = threatened.map(|chain| field.coord(chain)).into_iter().collect();
        let gain = (balance(&after, &lost) - before) * sign + taken;
        Some(Trial { answer, gain })
    }

    /// The largest of the opponent's chains beside a stone that could be captured next.
    fn threatened(&mut self, field: &Field, enemy: Colour, stone: Place) -> Option<Place> {
        let mut found: Option<Place> = None;
        let mut here = stone;
        loop {
            for near in field.around(here) {
                let larger = |found: Place| field.stones(near) > field.stones(found);
                if field.at(near) == cell(enemy)
                    && found.is_none_or(larger)
                    && self.reader.attack(field, near).is_some()
                {
                    found = Some(near);
                }
            }
            here = field.after(here);
            if here == stone {
                return found;
            }
        }
    }

    /// A move that saves a chain which could be captured.
    pub(super) fn save(&mut self, field: &Field, chain: Place) -> Option<Place> {
        if field.in_atari(chain) {
            return self.reader.defence(field, chain);
        }
        let threat = self.reader.attack(field, chain)?;
        let mut moves = vec![threat];
        field.liberties(chain, 3, &mut self.liberties);
        moves.append(&mut self.liberties);
        // Taking one of the chains around it may help as well.
        let mut here = chain;
        loop {
            for near in field.around(here) {
                if field.at(near) == 3 - field.at(chain) && field.in_atari(near) {
                    moves.push(field.last_liberty(near));
                }
            }
            here = field.after(here);
            if here == chain {
                break;
            }
        }
        moves.into_iter().filter(|at| *at != NOWHERE).find(|at| {
            if !field.legal(field.at(chain), *at) {
                return false;
            }
            let mut board = field.clone();
            board.play(field.at(chain), *at);
            !board.in_atari(chain) && self.reader.attack(&board, chain).is_none()
        })
    }
}
