//! Games that the program plays against itself to their end, for tests and for whoever needs finished games whose dead
//! stones have been captured once.
//!
//! Both sides pass when no move is worth a point any more. Then the game goes on without being recorded, once with Black
//! to move and once with White: whoever claims that stones are dead has to capture them, and their owner defends as soon as
//! it has captured what it claims itself. Only where both continuations end with every point as it was claimed, the game is
//! kept, cut where both had passed. That is no proof of death: the program is no strong player. The same [`Setting`] gives
//! the same bytes every time.
//!
//! ```
//! use weiqi_rules::judge::{Options, Verdict, judge};
//! use weiqi_rules::record::Record;
//! use weiqi_rules::selfplay::{Setting, play};
//! use weiqi_rules::{HalfPoints, Size, rules};
//!
//! let rules = &rules::CHINESE;
//! let size = Size::square(5).unwrap();
//! let setting = Setting { size, rules, komi: HalfPoints(15), handicap: 0, seed: 1, effort: 2 };
//! let game = play(&setting).unwrap();
//! let record = Record::read_all(game.sgf.as_bytes()).remove(0).unwrap();
//! assert_eq!(judge(&record, &Options::default()).verdict, Verdict::Confirmed);
//! ```

mod engine;
mod settle;

use crate::count::{Count, Terms};
use crate::record::{Move, Record, Setup, usual_points};
use crate::ruleset::{Counting, Passing, RuleSet};
use crate::{Board, Colour, Coord, HalfPoints, Play, Replay, Size, rules};
use engine::Engine;

/// How a game is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The board.
    pub size: Size,
    /// The rules.
    pub rules: &'static RuleSet,
    /// Komi.
    pub komi: HalfPoints,
    /// Handicap stones; less than 2 is none.
    pub handicap: u16,
    /// Another seed gives another game.
    pub seed: u64,
    /// How many games at random a look at a position takes.
    pub effort: u32,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The record up to where both sides have passed, with its result and with marks of territory.
    pub sgf: String,
    /// All dead stones, row by row.
    pub dead: Vec<Coord>,
    /// What each colour has: area, or territory with prisoners, as the rules count.
    pub totals: [HalfPoints; 2],
    /// By how much Black is ahead, all told.
    pub margin: HalfPoints,
}

/// How many games are begun before one comes to an end that can be confirmed.
const BEGUN: u64 = 40;

/// Plays a game that is confirmed; none if one after the other fails, as boards of very few points may.
pub fn play(setting: &Setting) -> Option<Finished> {
    (0..BEGUN).find_map(|nth| begin(setting, setting.seed.wrapping_mul(1_000_003).wrapping_add(nth)))
}

/// Plays one game.
fn begin(setting: &Setting, seed: u64) -> Option<Finished> {
    let mut engine = Engine::new(seed, setting.effort);
    let setup = first_stones(setting);
    let white_first = setting.handicap > 1 || setting.rules.group_tax != HalfPoints::ZERO;
    let mut colour = if white_first { Colour::White } else { Colour::Black };
    let mut board = Board::new(setting.size);
    let black = setup.black.iter().map(|at| (*at, Some(Colour::Black)));
    board.set_all(black.chain(setup.white.iter().map(|at| (*at, Some(Colour::White)))));
    let mut game = Replay::from_setup(board, colour, setting.rules);
    let (mut moves, mut passes) = (Vec::new(), 0);
    while passes < 2 {
        if moves.len() > 3 * usize::from(setting.size.area()) {
            return None;
        }
        let play = engine.choose(&game, colour, moves.len());
        // proven: the engine chooses legal moves; a game that it breaks is given up.
        game.play(colour, play).ok()?;
        passes = if play == Play::Pass { passes + 1 } else { 0 };
        moves.push((colour, play));
        colour = colour.other();
    }
    let mut settled = settle::settle(&mut engine, &game, colour)?;
    if !setting.rules.removal {
        // Nobody takes stones off: they are captured before the game ends.
        moves.truncate(moves.len() - 2);
        moves.extend(std::mem::take(&mut settled.moves));
        game = settled.game.clone();
        settled.dead.clear();
    }
    if setting.rules.passing == Passing::HandsOverAStone && moves.last().is_some_and(|last| last.0 == Colour::Black) {
        moves.push((Colour::White, Play::Pass));
    }
    finish(setting, setup, &moves, &game, settled)
}

/// Handicap stones, or the four corner stones of old.
fn first_stones(setting: &Setting) -> Setup {
    let mut setup = Setup::default();
    if setting.handicap > 1 {
        setup.black = usual_points(setting.size, setting.handicap, false).unwrap_or_default();
    } else if setting.rules.group_tax != HalfPoints::ZERO {
        let corners = usual_points(setting.size, 4, false).unwrap_or_default();
        let diagonal = |at: &&Coord| (at.x < setting.size.width() / 2) == (at.y < setting.size.height() / 2);
        (setup.white, setup.black) = corners.iter().copied().partition(|at| diagonal(&at));
    }
    setup
}

/// The result and the record.
fn finish(
    setting: &Setting,
    setup: Setup,
    moves: &[(Colour, Play)],
    game: &Replay,
    settled: settle::Settled,
) -> Option<Finished> {
    let passes = moves.iter().rev().take_while(|(_, play)| *play == Play::Pass).count();
    let terms = Terms {
        rules: setting.rules,
        komi: setting.komi,
        handicap: setting.handicap,
        first_pass: moves.get(moves.len() - passes).map(|(colour, _)| *colour),
    };
    // The area is that of the continuation, where everything dead has been captured.
    let area = Count::of(settled.game.board(), &[], [0; 2], &Terms { rules: &rules::NZ, ..terms });
    let prisoners = Colour::BOTH.map(|colour| game.prisoners(colour));
    let counted = Count::of(game.board(), &settled.dead, prisoners, &terms);
    // What each has by that area: all of it, or but for one's own living stones and with what was taken or is dead.
    let dead = |colour| settled.dead.iter().filter(|at| game.board().at(**at) == Some(colour)).count() as i32;
    let by_area = |colour: Colour| match setting.rules.counting {
        Counting::Area => area.total(colour),
        Counting::Territory => {
            let living = i32::from(game.board().count(colour)) - dead(colour);
            let taken = i32::from(game.prisoners(colour)) + dead(colour.other());
            area.total(colour) - HalfPoints::points(living) + HalfPoints::points(taken)
        }
    };
    // Not so where an eye has to be filled in the end, which costs a point of territory: then the game is not over.
    let untaxed = setting.rules.group_tax == HalfPoints::ZERO;
    let same = |colour: &Colour| {
        settled.area(*colour) == area.total(*colour) && (!untaxed || counted.total(*colour) == by_area(*colour))
    };
    if !Colour::BOTH.iter().all(same) {
        return None;
    }
    let (totals, margin) = (Colour::BOTH.map(|colour| counted.total(colour)), counted.margin());
    if margin == HalfPoints::ZERO {
        // A drawn game says little.
        return None;
    }
    let mut record = Record::new(setting.size);
    record.set_text("RU", setting.rules.key);
    record.set_text("PB", "自对弈 黑");
    record.set_text("PW", "自对弈 白");
    record.set_text("GN", &format!("{} {} {}", setting.rules.key, setting.size, setting.seed));
    record.komi.half_points = Some(setting.komi);
    if setting.handicap > 1 {
        record.handicap.declared = Some(setting.handicap);
        record.handicap.stones = setting.handicap;
    }
    record.set_text("RE", &result(margin, setting));
    if !(setup.black.is_empty() && setup.white.is_empty()) {
        record.setups.push(setup);
    }
    record.moves = moves.iter().map(|(colour, play)| Move { colour: *colour, play: *play, offset: 0 }).collect();
    for at in setting.size.coords() {
        let stands = game.board().at(at).filter(|_| !settled.dead.contains(&at));
        match settled.owner(at) {
            Some(Colour::Black) if stands.is_none() => record.marks.black.push(at),
            Some(Colour::White) if stands.is_none() => record.marks.white.push(at),
            _ => {}
        }
    }
    Some(Finished { sgf: record.to_sgf(), dead: settled.dead, totals, margin })
}

/// The result as records have it; of every other Chinese game as it is called out in 子.
fn result(margin: HalfPoints, setting: &Setting) -> String {
    let halves = margin.abs().0;
    let zi = setting.rules.key == "chinese" && setting.seed % 2 == 1;
    if !zi {
        let side = if margin.0 > 0 { 'B' } else { 'W' };
        return format!("{side}+{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" });
    }
    let side = if margin.0 > 0 { '黑' } else { '白' };
    let (whole, part) = (halves / 4, ["", "1/4", "1/2", "3/4"][(halves % 4) as usize]);
    match (whole, part) {
        (0, part) => format!("{side}胜{part}子"),
        (whole, "") => format!("{side}胜{whole}子"),
        (whole, part) => format!("{side}胜{whole}又{part}子"),
    }
}
