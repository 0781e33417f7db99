//! The last moves of a game that its record leaves out: points between the colours, protections when the liberties are
//! gone, the last ko. Both sides play what is worth most, what has to be answered first, until nothing is left.

mod local;
mod search;
#[cfg(test)]
mod tests;

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};
use crate::count::{Ownership, Territory};
use crate::playout::{Cell, EMPTY, NOWHERE, Place, cell};
use local::{Holders, Position};
use search::{DEPTH, FEW, Search};

/// A position played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The board at the end, with the stones that are dead.
    pub board: Board,
    /// A stone of each dead chain.
    pub dead: Vec<Coord>,
    /// Stones that Black and White have captured on the way.
    pub captured: [u16; 2],
    /// The moves.
    pub moves: Vec<(Colour, Coord)>,
    /// Points of a side's own where it may protect what the opponent could threaten at the end, though there is an answer.
    pub protectable: Vec<(Colour, Coord)>,
    /// Whether both sides had nothing left to play. Where there was too much to read the position stays as it was, without
    /// a move: half an ending says nothing about the end.
    pub finished: bool,
    /// Whether a ko could be taken on the way, or in what was read. Where none could, it is the same whoever loses kos.
    pub ko: bool,
}

impl Ending {
    /// Points of Black less points of White by territory, with the stones captured on the way.
    pub fn territory(&self) -> i32 {
        let found = Territory::of(&self.board, &self.dead);
        let [black, white] = Colour::BOTH.map(|colour| {
            i32::from(found.points(colour))
                + i32::from(found.dead(colour.other()))
                + i32::from(self.captured[colour as usize])
        });
        black - white
    }

    /// The same with one more move at the end; none where it is against the rules or takes stones.
    pub fn protected(&self, colour: Colour, at: Coord) -> Option<Ending> {
        let mut more = self.clone();
        let played = more.board.play(colour, at, false).ok().filter(|played| played.captured == 0);
        played.map(|_| {
            more.moves.push((colour, at));
            more
        })
    }

    /// Points of Black less points of White by area.
    pub fn area(&self) -> i32 {
        let owned = Ownership::of(&self.board, &self.dead);
        let [black, white] =
            Colour::BOTH.map(|colour| i32::from(owned.stones(colour)) + i32::from(owned.territory(colour)));
        black - white
    }
}

/// Plays a position to its end, with `first` to move, where the chains of `dead` are dead.
pub fn finish(board: &Board, dead: &[Coord], first: Colour) -> Ending {
    finish_with(board, dead, first, None)
}

/// The same where one side loses every ko.
pub fn finish_with(board: &Board, dead: &[Coord], first: Colour, loses_kos: Option<Colour>) -> Ending {
    finish_from(board, dead, Territory::of(board, dead), first, loses_kos)
}

/// The same where the territory is known.
pub(crate) fn finish_from(
    board: &Board,
    dead: &[Coord],
    territory: Territory,
    first: Colour,
    loses_kos: Option<Colour>,
) -> Ending {
    let mut game = Game::new(board.clone(), dead, territory);
    game.position.loses_kos = loses_kos.map_or(EMPTY, cell);
    if !game.play(first) {
        return Ending {
            board: board.clone(),
            dead: dead.to_vec(),
            captured: [0; 2],
            moves: Vec::new(),
            protectable: Vec::new(),
            finished: false,
            ko: game.position.ko(),
        };
    }
    let dead = game.position.dead(board.size());
    let protectable = game.protectable();
    let ko = game.position.ko();
    Ending { protectable, board: game.board, dead, captured: game.captured, moves: game.moves, finished: true, ko }
}

/// The longest ending that is played.
const LONGEST: usize = 120;

/// How many moves are tried before the game is given up: an ending is no middle game.
const TRIALS: u32 = 600;

/// What a move gains at most at the end of a game. Where more seems to be there for the taking, an answer was overlooked:
/// players do not stop before they have taken it.
const LARGE: i32 = 2;

/// How far from a threat a move that costs nothing may prevent it.
const FAR: u8 = 5;

/// With this many liberties, what is beside a chain may have changed with them.
const SHORT: usize = 4;

/// A move and what follows from it.
#[derive(Clone, Copy, Debug)]
struct Trial {
    /// By how many points the count changes for the side that moves.
    gain: i32,
    /// The answer that the opponent has to give; none where the move asks for none.
    answer: Option<Coord>,
}

/// A move that prevents one of the opponent.
#[derive(Clone, Copy, Debug)]
struct Guard {
    at: Coord,
    /// By how many points the count changes for the side that guards, whatever the opponent does then.
    gain: i32,
}

/// What is known of a point, for each side.
type Known<T> = Option<Option<T>>;

struct Game {
    board: Board,
    position: Position,
    holders: Holders,
    territory: Territory,
    captured: [u16; 2],
    moves: Vec<(Colour, Coord)>,
    /// Moves that were tried, by point and colour.
    tried: Vec<[Known<Trial>; 2]>,
    /// Guards against the moves of a colour, by point.
    guards: Vec<[Known<Guard>; 2]>,
    search: Search,
    scratch: Vec<Place>,
    next: Position,
    trials: u32,
    /// Whether a move was left out because there was too much to read.
    given_up: bool,
}

impl Game {
    fn new(board: Board, dead: &[Coord], territory: Territory) -> Game {
        let mut position = Position::new(&board, dead);
        let mut search = Search::default();
        let holders = Holders::new(&territory, &mut position, &mut search.walk);
        let points = usize::from(board.size().area());
        Game {
            next: position.clone(),
            board,
            position,
            holders,
            territory,
            captured: [0; 2],
            moves: Vec::new(),
            tried: vec![[None, None]; points],
            guards: vec![[None, None]; points],
            search,
            scratch: Vec::new(),
            trials: 0,
            given_up: false,
        }
    }

    /// Plays until both sides pass; whether they did.
    fn play(&mut self, first: Colour) -> bool {
        let (mut colour, mut passes) = (first, 0);
        while passes < 2 {
            let chosen = self.choose(colour).filter(|(at, _)| self.may(colour, *at));
            if self.given_up || self.moves.len() >= LONGEST {
                return false;
            }
            match chosen {
                Some((at, answer)) => {
                    passes = 0;
                    self.put(colour, at);
                    match answer {
                        Some(answer) if self.may(colour.other(), answer) => self.put(colour.other(), answer),
                        _ => colour = colour.other(),
                    }
                    let dead = self.position.dead(self.board.size());
                    self.territory = Territory::of(&self.board, &dead);
                    self.holders = Holders::new(&self.territory, &mut self.position, &mut self.search.walk);
                }
                None => {
                    passes += 1;
                    self.board.forget_ko();
                    self.position.pass();
                    colour = colour.other();
                }
            }
        }
        true
    }

    /// Where a side may protect at the end what a move of the opponent would threaten.
    fn protectable(&mut self) -> Vec<(Colour, Coord)> {
        let mut found = Vec::new();
        for at in self.board.size().coords() {
            let Some(holder) = self.territory.at(at).territory.filter(|_| self.board.at(at).is_none()) else {
                continue;
            };
            if let Some(Trial { answer: Some(_), .. }) = self.trial(holder.other(), at) {
                found.push((holder, at));
            }
        }
        found
    }

    /// Whether one more move may be tried.
    fn may_try(&mut self) -> bool {
        self.given_up |= self.trials >= TRIALS || self.search.spent();
        self.trials += u32::from(!self.given_up);
        !self.given_up
    }

    fn may(&self, colour: Colour, at: Coord) -> bool {
        self.position.legal(cell(colour), self.position.field.place(at))
    }

    fn put(&mut self, colour: Colour, at: Coord) {
        if let Ok(played) = self.board.play(colour, at, false) {
            self.captured[colour as usize] += played.captured;
            self.moves.push((colour, at));
            let place = self.position.field.place(at);
            self.position.play(&self.holders, cell(colour), place);
            self.forget(at);
        }
    }

    /// Forgets what was tried where a move may have changed it: near it, and beside the chains around it.
    fn forget(&mut self, at: Coord) {
        let size = self.board.size();
        let mut touched: Vec<Coord> = self.board.removed().collect();
        // The chains around, each once.
        let field = &self.position.field;
        let mut chains: Vec<Place> = Vec::new();
        for near in std::iter::once(at).chain(self.board.neighbours(at)).filter(|near| self.board.at(*near).is_some()) {
            let chain = field.chain(field.place(near));
            if !chains.contains(&chain) {
                chains.push(chain);
                field.liberties(chain, SHORT + 1, &mut self.scratch);
                if self.scratch.len() <= SHORT {
                    touched.extend(self.board.chain(near));
                }
            }
        }
        let mut stale: Vec<Coord> =
            size.coords().filter(|point| point.x.abs_diff(at.x) <= 2 && point.y.abs_diff(at.y) <= 2).collect();
        stale.extend(touched.into_iter().flat_map(|stone| self.board.neighbours(stone)));
        for point in stale {
            self.tried[place(size, point)] = [None, None];
            self.guards[place(size, point)] = [None, None];
        }
    }

    /// Whether a side may want to play there: between the colours, or where the opponent's stones are short of liberties.
    fn open(&mut self, colour: Colour, at: Coord) -> bool {
        let point = self.territory.at(at);
        let seki = |at: Coord| self.territory.at(at).seki.is_some();
        if self.board.at(at).is_some() || seki(at) || self.board.neighbours(at).any(seki) {
            return false;
        }
        let field = &self.position.field;
        match point.territory {
            None => true,
            Some(holder) if holder == colour => false,
            Some(_) => field.around(field.place(at)).into_iter().any(|near| match field.at(near) {
                stone if stone == cell(colour) => true,
                stone if stone == cell(colour.other()) => {
                    field.liberties(near, 4, &mut self.scratch);
                    self.scratch.len() <= 3
                }
                _ => false,
            }),
        }
    }

    /// What a move gains, the opponent's answer counted; none where it is illegal.
    fn trial(&mut self, colour: Colour, at: Coord) -> Option<Trial> {
        let slot = place(self.board.size(), at);
        // A ko is open again after the next move.
        if !self.may(colour, at) {
            return None;
        }
        if let Some(known) = self.tried[slot][colour as usize] {
            return known;
        }
        let found = if self.open(colour, at) && self.may_try() { self.attempt(cell(colour), at) } else { None };
        self.tried[slot][colour as usize] = Some(found);
        found
    }

    /// Reads a move; none where that takes too long: what is not read is no good move.
    fn attempt(&mut self, side: Cell, at: Coord) -> Option<Trial> {
        let point = self.position.field.place(at);
        self.next.become_like(&self.position);
        let taken = self.next.play(&self.holders, side, point);
        if taken == 0 && self.quiet(side, point) {
            let gain = self.search.stands(&self.next, &self.holders, side);
            return Some(Trial { gain, answer: None });
        }
        let (worth, reply) =
            self.search.best(&mut self.next, &self.holders, 3 - side, [point, NOWHERE, NOWHERE], DEPTH);
        if self.search.exhausted() {
            return None;
        }
        let answer = reply.map(|reply| self.next.field.coord(reply));
        Some(Trial { gain: -worth, answer })
    }

    /// Whether a move that has just been tried threatens nothing and is not threatened.
    fn quiet(&mut self, side: Cell, at: Place) -> bool {
        let field = &self.next.field;
        field.liberties(at, FEW + 1, &mut self.scratch);
        self.scratch.len() > FEW
            && field.around(at).into_iter().all(|near| match field.at(near) {
                EMPTY => self.holders.of(near) != 3 - side,
                stone if stone == 3 - side => {
                    field.liberties(near, FEW + 1, &mut self.scratch);
                    self.scratch.len() > FEW
                }
                _ => true,
            })
    }

    /// The best move against one that the opponent would gain by.
    fn guard(&mut self, colour: Colour, against: Coord) -> Option<Guard> {
        let slot = place(self.board.size(), against);
        if let Some(known) = self.guards[slot][colour as usize] {
            return known;
        }
        let side = cell(colour);
        let place_of = self.position.field.place(against);
        let mut best: Option<(i32, bool, Place)> = None;
        for at in self.search.guards(&self.position, &self.holders, side, place_of) {
            if !self.may_try() {
                return None;
            }
            self.next.become_like(&self.position);
            self.next.play(&self.holders, side, at);
            let (worth, _) =
                self.search.best(&mut self.next, &self.holders, 3 - side, [place_of, at, NOWHERE], DEPTH + 1);
            if self.search.exhausted() {
                continue;
            }
            let rank = (-worth, self.holders.of(at) == EMPTY);
            if best.is_none_or(|(gain, free, _)| rank > (gain, free)) {
                best = Some((rank.0, rank.1, at));
            }
        }
        let found = best.map(|(gain, _, at)| Guard { at: self.position.field.coord(at), gain });
        self.guards[slot][colour as usize] = Some(found);
        found
    }

    /// The best move of a side and the answer to it: what has to be answered and gains, then what is worth most to both,
    /// then what costs nothing.
    fn choose(&mut self, colour: Colour) -> Option<(Coord, Option<Coord>)> {
        let points: Vec<Coord> = self.board.size().coords().filter(|at| self.board.at(*at).is_none()).collect();
        let mut best: Option<((u8, i32), Coord, Option<Coord>)> = None;
        let mut offer = |rank: (u8, i32), at: Coord, answer: Option<Coord>| {
            if best.as_ref().is_none_or(|(known, _, _)| rank > *known) {
                best = Some((rank, at, answer));
            }
        };
        // Moves that cost nothing, and protections that do, with what they protect against.
        let (mut free, mut dear): (Vec<Coord>, Vec<(Coord, Coord)>) = (Vec::new(), Vec::new());
        for at in points {
            let own = self.trial(colour, at);
            let theirs = self.trial(colour.other(), at).map_or(0, |trial| trial.gain.max(0));
            if self.given_up {
                return None;
            }
            match own {
                Some(Trial { gain, answer: Some(answer) }) if gain > 0 && gain <= LARGE => {
                    offer((3, gain), at, Some(answer))
                }
                Some(Trial { gain: 0, answer: Some(answer) }) if self.territory.at(at).territory.is_none() => {
                    offer((0, theirs), at, Some(answer))
                }
                Some(Trial { gain, answer: None }) if (0..=LARGE).contains(&gain) && gain + theirs > 0 => {
                    offer((2, gain + theirs), at, None);
                    free.push(at);
                }
                Some(Trial { gain: 0, answer: None }) => {
                    offer((1, 0), at, None);
                    free.push(at);
                }
                _ => {}
            }
            if theirs > 0
                && let Some(guard) = self.guard(colour, at)
                && guard.gain + theirs > 0
            {
                offer((2, guard.gain + theirs), guard.at, None);
                if guard.gain >= 0 { free.push(guard.at) } else { dear.push((guard.at, at)) }
            }
        }
        let (_, at, answer) = best?;
        let against = dear.iter().find(|(guard, _)| *guard == at && answer.is_none()).map(|(_, against)| *against);
        match against.and_then(|against| self.cheaper(colour, against, &free)) {
            Some(cheaper) => Some((cheaper, None)),
            None => Some((at, answer)),
        }
    }

    /// The first of some moves after which one of the opponent gains nothing.
    fn cheaper(&mut self, colour: Colour, against: Coord, moves: &[Coord]) -> Option<Coord> {
        let side = cell(colour);
        let place_of = self.position.field.place(against);
        let near = |at: &Coord| at.x.abs_diff(against.x) <= FAR && at.y.abs_diff(against.y) <= FAR;
        for at in moves.iter().copied().filter(near) {
            if !self.may(colour, at) || !self.may_try() {
                continue;
            }
            let place = self.position.field.place(at);
            self.next.become_like(&self.position);
            self.next.play(&self.holders, side, place);
            if place == place_of || !self.next.legal(3 - side, place_of) {
                continue;
            }
            self.next.play(&self.holders, 3 - side, place_of);
            let (worth, _) = self.search.best(&mut self.next, &self.holders, side, [place_of, place, NOWHERE], DEPTH);
            if !self.search.exhausted() && worth >= 0 {
                return Some(at);
            }
        }
        None
    }
}

fn place(size: Size, at: Coord) -> usize {
    usize::from(at.y) * usize::from(size.width()) + usize::from(at.x)
}
