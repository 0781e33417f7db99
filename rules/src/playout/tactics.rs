//! Short readings: can a chain be captured by a sequence of ataris?

use super::field::{Field, Place, other};

/// How many moves a reading may look at before it calls the chain safe.
const NODES: u32 = 60;

/// How deep ladders are read.
const DEPTH: u32 = 24;

/// A reader with its own boards.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    boards: Vec<Field>,
    liberties: Vec<Place>,
    nodes: u32,
}

impl Reader {
    /// The move that captures a chain of at most two liberties, if one does, with the attacker to move.
    pub(crate) fn attack(&mut self, field: &Field, chain: Place) -> Option<Place> {
        self.nodes = NODES;
        self.attacked(field, chain, 0)
    }

    /// Whether a chain in atari is saved by some move, with its owner to move.
    pub(crate) fn defence(&mut self, field: &Field, chain: Place) -> Option<Place> {
        self.nodes = NODES;
        self.defended(field, chain, 0)
    }

    fn board(&mut self, field: &Field) -> Field {
        match self.boards.pop() {
            Some(mut board) if board.places() == field.places() => {
                board.become_like(field);
                board
            }
            _ => field.clone(),
        }
    }

    fn attacked(&mut self, field: &Field, chain: Place, depth: u32) -> Option<Place> {
        let colour = field.at(chain);
        let mut liberties = std::mem::take(&mut self.liberties);
        field.liberties(chain, 3, &mut liberties);
        let number = liberties.len();
        let mut points = [0; 2];
        points.iter_mut().zip(&liberties).for_each(|(point, liberty)| *point = *liberty);
        self.liberties = liberties;
        if number == 1 {
            return field.legal(other(colour), points[0]).then_some(points[0]);
        }
        if number > 2 || depth >= DEPTH {
            return None;
        }
        for at in points {
            if self.nodes == 0 {
                return None;
            }
            self.nodes -= 1;
            if !field.legal(other(colour), at) {
                continue;
            }
            let mut board = self.board(field);
            board.play(other(colour), at);
            let saved = self.defended(&board, chain, depth + 1).is_some();
            self.boards.push(board);
            if !saved {
                return Some(at);
            }
        }
        None
    }

    fn defended(&mut self, field: &Field, chain: Place, depth: u32) -> Option<Place> {
        let colour = field.at(chain);
        let mut moves = [0; 6];
        let mut number = 0;
        let mut add = |at: Place, moves: &mut [Place; 6]| {
            if number < moves.len() && !moves[..number].contains(&at) {
                moves[number] = at;
                number += 1;
            }
        };
        // Taking a neighbour in atari off, then running.
        let mut here = chain;
        loop {
            for near in field.around(here) {
                if field.at(near) == other(colour) && field.in_atari(near) {
                    add(field.last_liberty(near), &mut moves);
                }
            }
            here = field.after(here);
            if here == chain {
                break;
            }
        }
        if field.in_atari(chain) {
            add(field.last_liberty(chain), &mut moves);
        }
        for at in moves.into_iter().take(number) {
            if self.nodes == 0 {
                return Some(at);
            }
            self.nodes -= 1;
            if !field.legal(colour, at) {
                continue;
            }
            let mut board = self.board(field);
            board.play(colour, at);
            let lost = board.in_atari(chain) || self.attacked(&board, chain, depth + 1).is_some();
            self.boards.push(board);
            if !lost {
                return Some(at);
            }
        }
        None
    }
}
