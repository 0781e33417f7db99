//! What a referee would want to know about the play itself, whatever the count says.
//!
//! Repetitions are named by what is captured on the way round: by the Chinese rules (中国围棋协会《围棋竞赛规则》(2002), article
//! 20) triple ko and its like are no result or replayed, which is the referee's to say.

use super::played::Played;
use crate::Colour;
use crate::coord::Coord;
use crate::record::{By, Clock, Level, Overtime, Record, Winner};
use crate::replay::{Play, Reason};
use crate::ruleset::{Repetition as Rule, RuleSet};

/// The kinds of remark. A closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A ko was taken back at once: the move is void and counts as a pass.
    VoidKo,
    /// Another move against the rules: void, and counts as a pass.
    VoidMove,
    /// One side moved twice in a row: a pass between is left out, or a move.
    TwoInARow,
    /// Three kos are taken in turn.
    TripleKo,
    /// Four kos or more are taken in turn.
    QuadrupleKo,
    /// Both sides take two stones again and again (长生).
    EternalLife,
    /// Two stones are taken for one, again and again.
    TwoForOne,
    /// A position came again in another way.
    Cycle,
    /// A clock fell below nothing.
    ClockRanOut,
    /// A clock has more time or periods than before.
    ClockGrew,
    /// With minutes kept back, a clock lost part of a minute.
    ClockPartMinute,
    /// The declared winner's clock ran out.
    WinnerOutOfTime,
    /// The declared winner of a game that was resigned passed last.
    WinnerPassedLast,
}

impl Kind {
    /// Every kind with its key and text.
    pub const ALL: [(Kind, &'static str, &'static str); 13] = [
        (Kind::VoidKo, "void-ko", "a ko was taken back at once; the move is void"),
        (Kind::VoidMove, "void-move", "a move is against the rules and void"),
        (Kind::TwoInARow, "two-in-a-row", "one side moved twice in a row"),
        (Kind::TripleKo, "triple-ko", "three kos are taken in turn"),
        (Kind::QuadrupleKo, "quadruple-ko", "four kos or more are taken in turn"),
        (Kind::EternalLife, "eternal-life", "both sides take two stones again and again"),
        (Kind::TwoForOne, "two-for-one", "two stones are taken for one again and again"),
        (Kind::Cycle, "cycle", "a position came again"),
        (Kind::ClockRanOut, "clock-ran-out", "a clock fell below nothing"),
        (Kind::ClockGrew, "clock-grew", "a clock has more than before"),
        (Kind::ClockPartMinute, "clock-part-minute", "a clock with minutes kept back lost part of a minute"),
        (Kind::WinnerOutOfTime, "winner-out-of-time", "the declared winner's clock ran out"),
        (Kind::WinnerPassedLast, "winner-passed-last", "the declared winner of a resigned game passed last"),
    ];

    fn row(self) -> (Kind, &'static str, &'static str) {
        Kind::ALL.into_iter().find(|row| row.0 == self).unwrap_or(Kind::ALL[0])
    }

    /// The stable name.
    pub fn key(self) -> &'static str {
        self.row().1
    }

    /// What it says, in English.
    pub fn text(self) -> &'static str {
        self.row().2
    }
}

/// A remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is.
    pub kind: Kind,
    /// How much it matters by the rules of the game.
    pub level: Level,
    /// The number of the move, from 1; 0 for the whole game.
    pub number: usize,
    /// Whose it is.
    pub colour: Option<Colour>,
    /// Where, for moves.
    pub at: Option<Coord>,
    /// For repetitions, the number of the move after which the position first stood; 0 is the setup.
    pub since: Option<usize>,
}

/// What a referee would want to know, in the order of the moves.
pub fn remarks(record: &Record, played: &Played, rules: &RuleSet) -> Vec<Remark> {
    let mut found = Vec::new();
    let plain = |kind, number, colour, at| Remark { kind, level: Level::Warning, number, colour, at, since: None };
    for illegal in &played.illegal {
        let kind = if illegal.reason == Reason::Ko { Kind::VoidKo } else { Kind::VoidMove };
        found.push(plain(kind, illegal.number, Some(illegal.colour), Some(illegal.at)));
    }
    twice(record, played, &mut found);
    repetitions(record, played, rules, &mut found);
    clocks(record, &mut found);
    ending(record, played, &mut found);
    found.sort_by_key(|remark| (remark.number, remark.kind));
    found
}

/// Moves of one side in a row, but for handicap stones that are placed as moves and moves after a setup.
fn twice(record: &Record, played: &Played, found: &mut Vec<Remark>) {
    let first_white = record.moves.iter().position(|one| one.colour == Colour::White).unwrap_or(record.moves.len());
    let pairs = record.moves.iter().zip(record.moves.iter().skip(1)).enumerate();
    for (nth, (one, two)) in pairs.take(played.moves.saturating_sub(1)) {
        if one.colour != two.colour || nth + 1 < first_white {
            continue;
        }
        // The setups stand in the order of the moves.
        if record.setups.binary_search_by_key(&(nth + 1), |setup| setup.after as usize).is_err() {
            let at = match two.play {
                Play::At(at) => Some(at),
                Play::Pass => None,
            };
            found.push(Remark {
                kind: Kind::TwoInARow,
                level: Level::Warning,
                number: nth + 2,
                colour: Some(two.colour),
                at,
                since: None,
            });
        }
    }
}

fn repetitions(record: &Record, played: &Played, rules: &RuleSet, found: &mut Vec<Remark>) {
    if played.repetitions.is_empty() {
        return;
    }
    // Where the rules forbid repetitions the move is illegal; here the referee has to see to it.
    let level = if rules.repetition == Rule::Referee { Level::Warning } else { Level::Information };
    let mut last: Option<Kind> = None;
    for repetition in &played.repetitions {
        let round = played.captured.get(repetition.before.first..repetition.number).unwrap_or_default();
        let kind = name(round);
        // The same cycle goes round many times; its first round is told.
        if last.replace(kind) == Some(kind) && repetition.number > 1 {
            continue;
        }
        let one = &record.moves[repetition.number - 1];
        let at = match one.play {
            Play::At(at) => Some(at),
            Play::Pass => None,
        };
        let since = Some(repetition.before.first);
        found.push(Remark { kind, level, number: repetition.number, colour: Some(one.colour), at, since });
    }
}

/// The name of a cycle, by how many stones its moves capture: kos alone; two stones by either side and nothing else; two
/// stones for one, be it by one side or, as 双提二子, by both at two places.
fn name(round: &[u16]) -> Kind {
    let ones = round.iter().filter(|captured| **captured == 1).count();
    let twos = |side: usize| round.iter().skip(side).step_by(2).any(|captured| *captured == 2);
    match (twos(0), twos(1)) {
        (true, _) | (_, true) if ones > 0 => Kind::TwoForOne,
        (true, true) => Kind::EternalLife,
        _ if ones == round.len() && ones == 6 => Kind::TripleKo,
        _ if ones == round.len() && ones >= 8 => Kind::QuadrupleKo,
        _ => Kind::Cycle,
    }
}

fn clocks(record: &Record, found: &mut Vec<Remark>) {
    let settings = record.time().map(|time| time.overtime).unwrap_or_default();
    for colour in Colour::BOTH {
        let mut before: Option<&Clock> = None;
        for clock in record.clocks_of(colour) {
            let mut say = |kind| {
                let number = clock.after as usize;
                found.push(Remark { kind, level: Level::Warning, number, colour: Some(colour), at: None, since: None });
            };
            if clock.left.is_some_and(|left| left < 0) {
                say(Kind::ClockRanOut);
            }
            before.and_then(|before| grown(before, clock, settings)).into_iter().for_each(&mut say);
            before = Some(clock);
        }
    }
}

/// What is odd between two readings of one clock.
fn grown(before: &Clock, after: &Clock, overtime: Overtime) -> Option<Kind> {
    let (old, new) = (before.left?, after.left?);
    let grew = |grew: bool| grew.then_some(Kind::ClockGrew);
    let periods = before.overtime.zip(after.overtime);
    match overtime {
        // A new period may be longer than what was left, but no longer than a period; some records give all of them in one.
        Overtime::ByoYomi { periods: all, seconds } => {
            let count = if after.overtime.is_some() { 1 } else { all.max(1) };
            let longest = i64::from(seconds) * i64::from(count) * 1000;
            grew(periods.is_some_and(|(old, new)| new > old) || new > old && new > longest)
        }
        // A new period has all its stones again, and never more time than it begins with.
        Overtime::Canadian { stones, seconds } => {
            let again =
                after.overtime.is_some_and(|left| left == stones || before.overtime.is_none_or(|old| left >= old));
            grew(new > old && (!again || new > i64::from(seconds) * 1000))
        }
        Overtime::Fischer { seconds } => grew(new > old + i64::from(seconds) * 1000),
        Overtime::Reserved { minutes } => {
            let kept = i64::from(minutes) * 60_000;
            // What was used of the minutes that are kept back is whole minutes.
            let used = old.min(kept) - new;
            if new > old {
                Some(Kind::ClockGrew)
            } else {
                (used > 0 && used % 60_000 != 0).then_some(Kind::ClockPartMinute)
            }
        }
        Overtime::None if before.overtime.is_none() && after.overtime.is_none() => grew(new > old),
        _ => None,
    }
}

/// Results without a count whose loser does not fit the record.
fn ending(record: &Record, played: &Played, found: &mut Vec<Remark>) {
    let Winner::Side(winner) = record.outcome.winner else { return };
    let mut say = |kind| {
        found.push(Remark {
            kind,
            level: Level::Warning,
            number: played.moves,
            colour: Some(winner),
            at: None,
            since: None,
        });
    };
    match record.outcome.by {
        By::Time => {
            // A clock at nothing with periods left is not out.
            let out = |colour| {
                let last = record.clocks_of(colour).filter(|clock| clock.left.is_some()).last();
                last.is_some_and(|last| last.left <= Some(0) && last.overtime.unwrap_or(0) == 0)
            };
            if out(winner) && !out(winner.other()) {
                say(Kind::WinnerOutOfTime);
            }
        }
        By::Resignation if played.last_passes.last() == Some(&winner) => say(Kind::WinnerPassedLast),
        _ => {}
    }
}
