//! The last moves of a game that its record leaves out: points between the colours, protections when the liberties are
//! gone, the last ko. Both sides play what is worth most, what has to be answered first, until nothing is left.

mod trial;

use crate::board::Board;
use crate::coord::{Colour, Coord, Size};
use crate::count::{Ownership, Territory};
use trial::{Trial, Trier, balance};

/// A position played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The board at the end, without the stones that were dead before.
    pub board: Board,
    /// Stones that Black and White have captured on the way, those that were dead among them.
    pub captured: [u16; 2],
    /// The moves.
    pub moves: Vec<(Colour, Coord)>,
}

impl Ending {
    /// Points of Black less points of White by territory, with the stones captured on the way.
    pub fn territory(&self) -> i32 {
        balance(&self.board, &[]) + i32::from(self.captured[0]) - i32::from(self.captured[1])
    }

    /// Points of Black less points of White by area.
    pub fn area(&self) -> i32 {
        let owned = Ownership::of(&self.board, &[]);
        let [black, white] =
            Colour::BOTH.map(|colour| i32::from(owned.stones(colour)) + i32::from(owned.territory(colour)));
        black - white
    }
}

/// Plays a position to its end, with `first` to move, where the chains of `dead` are dead.
pub fn finish(board: &Board, dead: &[Coord], first: Colour) -> Ending {
    let mut stones: Vec<Coord> = dead.iter().flat_map(|at| board.chain(*at)).collect();
    stones.sort_unstable();
    stones.dedup();
    let captured =
        Colour::BOTH.map(|colour| stones.iter().filter(|at| board.at(**at) == Some(colour.other())).count() as u16);
    let mut cleared = board.clone();
    cleared.set_all(stones.into_iter().map(|at| (at, None)));
    let mut game = Game::new(cleared, captured);
    game.play(first);
    Ending { board: game.board, captured: game.captured, moves: game.moves }
}

/// The longest ending that is played.
const LONGEST: usize = 120;

/// How many moves are tried before the game is left as it stands: an ending is no middle game.
const TRIALS: u32 = 400;

struct Game {
    board: Board,
    captured: [u16; 2],
    moves: Vec<(Colour, Coord)>,
    /// The territory of the position.
    territory: Territory,
    balance: i32,
    /// Moves that were tried, by point and colour; none where nothing is known.
    tried: Vec<[Option<Option<Trial>>; 2]>,
    trier: Trier,
    trials: u32,
}

impl Game {
    fn new(board: Board, captured: [u16; 2]) -> Game {
        let territory = Territory::of(&board, &[]);
        let balance = balance(&board, &[]);
        let tried = vec![[None, None]; usize::from(board.size().area())];
        Game { board, captured, moves: Vec::new(), territory, balance, tried, trier: Trier::default(), trials: 0 }
    }

    fn play(&mut self, first: Colour) {
        let (mut colour, mut passes) = (first, 0);
        while passes < 2 && self.moves.len() < LONGEST && self.trials < TRIALS {
            match self.choose(colour) {
                Some((at, trial)) => {
                    passes = 0;
                    self.put(colour, at);
                    match trial.answer {
                        Some(answer) => self.put(colour.other(), answer),
                        None => colour = colour.other(),
                    }
                    self.territory = Territory::of(&self.board, &[]);
                    self.balance = balance(&self.board, &[]);
                }
                None => {
                    passes += 1;
                    self.board.forget_ko();
                    colour = colour.other();
                }
            }
        }
    }

    fn put(&mut self, colour: Colour, at: Coord) {
        if let Ok(played) = self.board.play(colour, at, false) {
            self.captured[colour as usize] += played.captured;
            self.moves.push((colour, at));
            self.forget(at);
        }
    }

    /// Forgets what was tried where a move may have changed it: near it, and beside the chains around it.
    fn forget(&mut self, at: Coord) {
        let size = self.board.size();
        let mut touched: Vec<Coord> = vec![at];
        touched.extend(self.board.removed());
        for near in self.board.neighbours(at) {
            touched.extend(self.board.chain(near));
        }
        touched.extend(self.board.chain(at));
        for point in size.coords().filter(|point| point.x.abs_diff(at.x) <= 3 && point.y.abs_diff(at.y) <= 3) {
            self.tried[place(size, point)] = [None, None];
        }
        for stone in touched {
            for near in self.board.neighbours(stone) {
                self.tried[place(size, near)] = [None, None];
            }
        }
    }

    /// Whether a side may want to play there.
    fn open(&self, at: Coord) -> bool {
        let point = self.territory.at(at);
        self.board.at(at).is_none()
            && point.territory.is_none()
            && point.seki.is_none()
            && !point.filled
            && !self.board.neighbours(at).any(|near| self.territory.at(near).seki.is_some())
    }

    fn gain(&mut self, colour: Colour, at: Coord) -> Option<Trial> {
        let slot = place(self.board.size(), at);
        if let Some(known) = &self.tried[slot][colour as usize] {
            return known.clone();
        }
        let found = if self.board.ko(colour) == Some(at) {
            None
        } else {
            self.trials += 1;
            self.trier.attempt(&self.board, self.balance, colour, at)
        };
        self.tried[slot][colour as usize] = Some(found.clone());
        found
    }

    /// The best move of a side: what has to be answered and gains, then what is worth most to both, then what costs nothing.
    fn choose(&mut self, colour: Colour) -> Option<(Coord, Trial)> {
        let points: Vec<Coord> = self.board.size().coords().filter(|at| self.open(*at)).collect();
        let mut best: Option<((u8, i32), Coord, Trial)> = None;
        for at in points {
            let Some(trial) = self.gain(colour, at) else { continue };
            let theirs = self.gain(colour.other(), at).map_or(0, |trial| trial.gain.max(0));
            let rank = match trial.answer {
                Some(_) if trial.gain > 0 => (3, trial.gain),
                Some(_) if trial.gain == 0 => (0, theirs),
                None if trial.gain + theirs > 0 && trial.gain >= 0 => (2, trial.gain + theirs),
                None if trial.gain == 0 => (1, 0),
                _ => continue,
            };
            if best.as_ref().is_none_or(|(known, _, _)| rank > *known) {
                best = Some((rank, at, trial));
            }
        }
        best.map(|(_, at, trial)| (at, trial))
    }
}

fn place(size: Size, at: Coord) -> usize {
    usize::from(at.y) * usize::from(size.width()) + usize::from(at.x)
}
