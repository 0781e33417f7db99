//! What each entry has: points, wins, losses, opponents met; who left early and who withdrew.

use crate::domain::results::{GameResult, Sheet, WonBy};
use crate::domain::scheme::{Absence, Points, Stop};

/// Why a player's later games do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Out on losses in this round.
    OnLosses(u16),
    /// Absent so often in a row that it counts as withdrawn, in this round.
    Withdrawn(u16),
}

/// The count of one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The sum of the worth of the games and byes.
    pub points: u32,
    /// Games won, byes that are worth a win included.
    pub wins: u16,
    /// Games lost.
    pub losses: u16,
    /// Games drawn.
    pub draws: u16,
    /// Rounds without an opponent.
    pub byes: u16,
    /// Those of them that count among the wins.
    pub byes_won: u16,
    /// Rounds without a row that counts.
    pub missed: u16,
    /// Warnings received.
    pub warnings: u32,
    /// The sum of the points after each round.
    pub cumulative: u32,
    /// Whether the entry has at least one round: a game or a bye.
    pub started: bool,
    /// Whether the entry is still there in the last round.
    pub finished: bool,
    /// Pairing stopped because the player had won enough, in this round.
    pub done: Option<u16>,
    /// Why later games do not count.
    pub left: Option<Left>,
}

impl Tally {
    /// Games won over the board.
    pub fn won(&self) -> u16 {
        self.wins - self.byes_won
    }
}

/// A game that counts, seen from one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) opponent: usize,
    pub(super) points: u16,
    pub(super) won: bool,
    /// Whether it was decided without being played.
    pub(super) forfeit: bool,
}

/// The tallies of all entries of a sheet, and whom each has met.
pub(super) struct Tallies {
    pub(super) of: Vec<Tally>,
    meetings: Vec<Meeting>,
    bounds: Vec<(usize, usize)>,
    pub(super) rounds: u16,
    pub(super) unreported: u32,
}

impl Tallies {
    pub(super) fn meetings(&self, entry: usize) -> &[Meeting] {
        let (from, to) = self.bounds[entry];
        &self.meetings[from..to]
    }
}

/// A round of one entry, as the sheet has it.
#[derive(Clone, Copy)]
struct Slot {
    game: usize,
    black: bool,
}

/// What a game brings to one side.
enum Outcome {
    Win { forfeit: bool },
    Loss { forfeit: bool },
    Draw,
    Bye,
    Nothing,
}

fn outcome(result: GameResult, black: bool, paired: bool) -> Outcome {
    match result {
        GameResult::Bye => Outcome::Bye,
        _ if !paired => Outcome::Nothing,
        GameResult::Black(win) | GameResult::White(win) => {
            let forfeit = win.by == WonBy::Forfeit;
            if matches!(result, GameResult::Black(_)) == black {
                Outcome::Win { forfeit }
            } else {
                Outcome::Loss { forfeit }
            }
        }
        GameResult::Draw => Outcome::Draw,
        GameResult::BothWin => Outcome::Win { forfeit: false },
        GameResult::BothLose => Outcome::Loss { forfeit: false },
        GameResult::Void | GameResult::NotReported => Outcome::Nothing,
    }
}

/// Counts a sheet. Rows may stand in any order.
pub(super) fn tally(sheet: &Sheet, member: &[bool], points: Points, stop: Option<Stop>, absence: Absence) -> Tallies {
    let entries = sheet.entries.len();
    let is_member = |entry: usize| member.get(entry).copied().unwrap_or(false);
    let counted: Vec<usize> = (0..sheet.games.len())
        .filter(|&i| {
            let game = &sheet.games[i];
            game.black < entries
                && game.white.is_none_or(|white| white < entries && white != game.black)
                && (is_member(game.black) || game.white.is_some_and(is_member))
        })
        .collect();
    let rounds = counted.iter().map(|&i| sheet.games[i].round).max().unwrap_or(0);
    let unreported = counted.iter().filter(|&&i| sheet.games[i].result == GameResult::NotReported).count();

    // All rounds of all entries in one vector, a run for each entry.
    let mut starts = vec![0_usize; entries + 1];
    for &i in &counted {
        let game = &sheet.games[i];
        starts[game.black + 1] += 1;
        if let Some(white) = game.white {
            starts[white + 1] += 1;
        }
    }
    for i in 0..entries {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut slots = vec![Slot { game: 0, black: true }; starts[entries]];
    for &i in &counted {
        let game = &sheet.games[i];
        for (entry, black) in [(Some(game.black), true), (game.white, false)] {
            if let Some(entry) = entry {
                slots[next[entry]] = Slot { game: i, black };
                next[entry] += 1;
            }
        }
    }
    let mut all = Tallies {
        of: Vec::with_capacity(entries),
        meetings: Vec::with_capacity(slots.len()),
        bounds: Vec::with_capacity(entries),
        rounds,
        unreported: u32::try_from(unreported).unwrap_or(u32::MAX),
    };
    for entry in 0..entries {
        let slots = &mut slots[starts[entry]..starts[entry + 1]];
        slots.sort_unstable_by_key(|slot| {
            let game = &sheet.games[slot.game];
            let opponent = if slot.black { game.white } else { Some(game.black) };
            (game.round, opponent.map(|o| sheet.entries[o].id.as_str()), game.line)
        });
        let from = all.meetings.len();
        let count = Count { sheet, slots, rounds, points, stop, absence };
        let tally = count.run(&mut all.meetings);
        all.of.push(tally);
        all.bounds.push((from, all.meetings.len()));
    }
    all
}

struct Count<'a> {
    sheet: &'a Sheet,
    slots: &'a [Slot],
    rounds: u16,
    points: Points,
    stop: Option<Stop>,
    absence: Absence,
}

impl Count<'_> {
    fn run(&self, meetings: &mut Vec<Meeting>) -> Tally {
        let mut tally = Tally { started: !self.slots.is_empty(), ..Tally::default() };
        let mut absent_in_a_row = 0_u16;
        let mut slots = self.slots.iter().peekable();
        for round in 1..=self.rounds {
            let (mut present, mut counted) = (false, false);
            while let Some(slot) = slots.next_if(|slot| self.sheet.games[slot.game].round == round) {
                tally.finished |= round == self.rounds;
                // Who is out or withdrawn may still be paired by mistake: that counts for the opponent only.
                if tally.left.is_none() {
                    present |= self.count(*slot, &mut tally, meetings);
                    counted = true;
                }
            }
            tally.missed += u16::from(!counted);
            if tally.left.is_some() {
                continue;
            }
            tally.cumulative += tally.points;
            absent_in_a_row = if present || tally.done.is_some() { 0 } else { absent_in_a_row + 1 };
            if self.absence.in_a_row.is_some_and(|limit| absent_in_a_row >= limit) {
                tally.left = Some(Left::Withdrawn(round));
                continue;
            }
            if let Some(stop) = self.stop.filter(|stop| round >= stop.from_round) {
                if stop.losses.is_some_and(|losses| tally.losses >= losses) {
                    tally.left = Some(Left::OnLosses(round));
                } else if stop.wins.is_some_and(|wins| tally.points >= self.points.of_wins(wins)) {
                    tally.done = tally.done.or(Some(round));
                }
            }
        }
        tally
    }

    /// Counts one round for one side; says whether the player was there.
    fn count(&self, slot: Slot, tally: &mut Tally, meetings: &mut Vec<Meeting>) -> bool {
        let game = &self.sheet.games[slot.game];
        let opponent = if slot.black { game.white } else { Some(game.black) };
        let warnings = if slot.black { game.black_warnings } else { game.white_warnings };
        tally.warnings += u32::from(warnings);
        let (points, won, forfeit) = match outcome(game.result, slot.black, opponent.is_some()) {
            Outcome::Nothing => return true,
            Outcome::Bye => {
                tally.byes += 1;
                let won = u16::from(self.points.bye == self.points.win);
                tally.wins += won;
                tally.byes_won += won;
                tally.points += u32::from(self.points.bye);
                return true;
            }
            Outcome::Win { forfeit } => {
                tally.wins += 1;
                (self.points.win, true, forfeit)
            }
            Outcome::Draw => {
                tally.draws += 1;
                (self.points.draw, false, false)
            }
            Outcome::Loss { forfeit } => {
                tally.losses += 1;
                (0, false, forfeit)
            }
        };
        tally.points += u32::from(points);
        if let Some(opponent) = opponent {
            meetings.push(Meeting { opponent, points, won, forfeit });
        }
        // Whoever loses by forfeit was not there.
        won || !forfeit
    }
}
