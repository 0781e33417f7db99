//! A record played through under a set of rules.

use crate::record::{Move, Record};
use crate::replay::{Play, Reason, Repeated, Replay};
use crate::ruleset::RuleSet;
use crate::{Board, Colour, Coord};

/// What becomes of a game after a move against the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnVoid {
    /// It ends there: a record with such a move is not the game that was played.
    #[default]
    Stop,
    /// The move is void and counts as a pass, as referees rule at the board.
    Pass,
}

/// A move that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Its number, from 1.
    pub number: usize,
    /// Who played it.
    pub colour: Colour,
    /// Where.
    pub at: Coord,
    /// Why it is forbidden.
    pub reason: Reason,
    /// The byte of the file where it stands.
    pub offset: u32,
}

/// A position that came again, where the rules leave it to the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The number of the move that brought it back, from 1.
    pub number: usize,
    /// When it first stood on the board.
    pub before: Repeated,
}

/// A record played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The board at the end.
    pub board: Board,
    /// Stones captured by Black and by White.
    pub prisoners: [u16; 2],
    /// Moves and passes that were played, void ones among them.
    pub moves: usize,
    /// Moves against the rules; at most one where the game ends with it.
    pub illegal: Vec<IllegalMove>,
    /// Positions that came again.
    pub repetitions: Vec<Repetition>,
    /// Passes at the end, the last one last; a void move that counts as a pass is one of them.
    pub last_passes: Vec<Colour>,
    /// How many stones each move captured.
    pub captured: Vec<u16>,
}

impl Played {
    /// Stones that a colour has captured.
    pub fn prisoners(&self, of: Colour) -> u16 {
        self.prisoners[of as usize]
    }

    /// Who was the first to pass at the end.
    pub fn first_pass(&self) -> Option<Colour> {
        self.last_passes.first().copied()
    }
}

/// Plays a record through. Stones that it sets up by hand are set up where they stand; a position set up in the middle
/// begins the repetitions anew, because nobody knows how it arose. Who only says whose turn it is sets no position up.
pub fn play(record: &Record, rules: &RuleSet, on_void: OnVoid) -> Played {
    let mut setups = record.setups.iter().peekable();
    let mut game = Replay::new(record.size, rules);
    let mut moves = 0;
    let (mut illegal, mut repetitions, mut last_passes) = (Vec::new(), Vec::new(), Vec::new());
    let mut captured = Vec::with_capacity(record.moves.len());
    let mut begun_at = 0;
    for (number, one) in (1..).zip(&record.moves) {
        // All that is set up between two moves is set up at once.
        let mut changed: Vec<(Coord, Option<Colour>)> = Vec::new();
        while let Some(setup) = setups.next_if(|setup| (setup.after as usize) < number) {
            changed.extend(setup.empty.iter().map(|at| (*at, None)));
            changed.extend(setup.black.iter().map(|at| (*at, Some(Colour::Black))));
            changed.extend(setup.white.iter().map(|at| (*at, Some(Colour::White))));
        }
        if !changed.is_empty() {
            game.set_up(changed, one.colour);
            begun_at = number - 1;
        }
        moves = number;
        let mut passed = one.play == Play::Pass;
        match game.play(one.colour, one.play) {
            Ok(step) => {
                captured.push(step.captured);
                let before = step.repeated.map(|before| Repeated { first: before.first + begun_at, ..before });
                repetitions.extend(before.map(|before| Repetition { number, before }));
            }
            Err(reason) => {
                captured.push(0);
                illegal.extend(illegal_move(number, one, reason));
                if on_void == OnVoid::Stop {
                    break;
                }
                // proven: a pass is never refused.
                let _ = game.play(one.colour, Play::Pass);
                passed = true;
            }
        }
        if passed {
            last_passes.push(one.colour);
        } else {
            last_passes.clear();
        }
    }
    let prisoners = Colour::BOTH.map(|colour| game.prisoners(colour));
    let mut board = game.into_board();
    if record.moves.is_empty() {
        let (black, white) = record.stones();
        let black = black.into_iter().map(|at| (at, Some(Colour::Black)));
        board.set_all(black.chain(white.into_iter().map(|at| (at, Some(Colour::White)))));
    }
    Played { board, prisoners, moves, illegal, repetitions, last_passes, captured }
}

fn illegal_move(number: usize, one: &Move, reason: Reason) -> Option<IllegalMove> {
    match one.play {
        Play::At(at) => Some(IllegalMove { number, colour: one.colour, at, reason, offset: one.offset }),
        Play::Pass => None,
    }
}
