//! Standings (名次): results → places, with every value that decided them.
//!
//! Points always come first, then the scheme's tie-breaks in their order, then a lot or a shared place. That
//! points come first is what keeps a win from ever costing a player a place: whoever stood behind before has
//! fewer points than the winner now. Integers only; the order of rows in the file never matters.

mod lot;
mod order;
mod tally;

pub use lot::lot;
pub use tally::{Left, Tally};

use crate::domain::results::Sheet;
use crate::domain::scheme::{Absence, Base, Group, Points, Scheme, Stop, TieBreak, Ties, Unplayed};

/// Everything that decides places.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    /// What a game is worth.
    pub points: Points,
    /// How rounds that were not played weigh in the tie-breaks.
    pub unplayed: Unplayed,
    /// The tie-breaks after points.
    pub order: &'a [TieBreak],
    /// What happens to players that are equal after them.
    pub ties: Ties,
    /// Early stop.
    pub stop: Option<Stop>,
    /// Absences.
    pub absence: Absence,
    /// The seed of lots.
    pub seed: u64,
}

impl<'a> Rules<'a> {
    /// The rules of a group of a scheme.
    pub fn of(scheme: &'a Scheme, group: &Group, seed: u64) -> Self {
        Self {
            points: scheme.points,
            unplayed: scheme.unplayed,
            order: &scheme.order,
            // Where no game decides, nobody stands above anybody.
            ties: if group.is_by_tests_alone() { Ties::Share } else { scheme.ties },
            stop: group.stop,
            absence: scheme.absence,
            seed,
        }
    }
}

/// One player's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Index into [`Sheet::entries`].
    pub entry: usize,
    /// The place, from 1; players who share one have the same.
    pub place: u32,
    /// What was counted.
    pub tally: Tally,
    /// The tie-breaks that were looked at, with their values.
    pub tiebreaks: Vec<(TieBreak, i64)>,
}

/// How many players a group has, by the three ways of counting them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Entered.
    pub registered: u32,
    /// With at least one round.
    pub started: u32,
    /// Still there in the last round.
    pub finished: u32,
}

impl Size {
    /// The number that a percentage is taken of.
    pub const fn of(self, base: Base) -> u32 {
        match base {
            Base::Registered => self.registered,
            Base::Started => self.started,
            Base::Finished => self.finished,
        }
    }
}

/// The standings of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The players from the first place down.
    pub rows: Vec<Row>,
    /// The number of rounds in the sheet.
    pub rounds: u16,
    /// The size of the group.
    pub size: Size,
    /// The players among whom lots were drawn, as indexes into [`Sheet::entries`].
    pub lots: Vec<Vec<usize>>,
    /// Games whose result is missing.
    pub unreported: u32,
}

/// The standings of the entries named by `members` (indexes into [`Sheet::entries`]).
pub fn standings(sheet: &Sheet, members: &[usize], rules: &Rules) -> Standings {
    let mut member = vec![false; sheet.entries.len()];
    for &entry in members {
        if let Some(place) = member.get_mut(entry) {
            *place = true;
        }
    }
    let tallies = tally::tally(sheet, &member, rules.points, rules.stop, rules.absence);
    let mut players: Vec<usize> = (0..member.len()).filter(|&entry| member[entry]).collect();
    let size = Size {
        registered: count(players.len()),
        started: count(players.iter().filter(|&&p| tallies.of[p].started).count()),
        finished: count(players.iter().filter(|&&p| tallies.of[p].finished).count()),
    };
    let mut criteria = rules.order.to_vec();
    if rules.ties == Ties::Lot {
        criteria.push(TieBreak::Lot);
    }
    // Points first; those who never played stand behind those who played and won nothing.
    let rank = |entry: usize| (u32::MAX - tallies.of[entry].points, !tallies.of[entry].started);
    players.sort_unstable_by_key(|&entry| rank(entry));
    let mut ordering = order::Ordering::new(sheet, &tallies, rules);
    for tied in players.chunk_by_mut(|a, b| rank(*a) == rank(*b)) {
        ordering.refine(tied, &criteria);
    }
    let order::Ordering { mut shown, lots, runs, .. } = ordering;
    let mut rows = Vec::with_capacity(players.len());
    let mut players = players.into_iter();
    for run in runs {
        let place = count(rows.len() + 1);
        for entry in players.by_ref().take(run) {
            let tiebreaks = std::mem::take(&mut shown[entry]);
            rows.push(Row { entry, place, tally: tallies.of[entry].clone(), tiebreaks });
        }
    }
    Standings { rows, rounds: tallies.rounds, size, lots, unreported: tallies.unreported }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
