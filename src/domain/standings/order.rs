//! Putting tied players in order, criterion by criterion: each splits the players whom the ones before left equal.

use super::Rules;
use super::lot::{lot, shown};
use super::tally::Tallies;
use crate::domain::results::Sheet;
use crate::domain::scheme::{Points, TieBreak, Unplayed};

/// The values of one entry for the criteria that do not depend on who is tied with it.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    opponents: i64,
    beaten: i64,
    best_beaten: i64,
    cumulative: i64,
    warnings: i64,
}

pub(super) fn sums(tallies: &Tallies, entry: usize, unplayed: Unplayed, points: Points) -> Sums {
    let tally = &tallies.of[entry];
    // A player's points as others look at them.
    let seen = |player: usize| {
        let tally = &tallies.of[player];
        let missed = if unplayed.missed_is_draw { i64::from(tally.missed) * i64::from(points.draw) } else { 0 };
        i64::from(tally.points) + missed
    };
    let mut sums =
        Sums { cumulative: i64::from(tally.cumulative), warnings: i64::from(tally.warnings), ..Sums::default() };
    if unplayed.bye_is_own {
        sums.opponents += i64::from(tally.byes) * i64::from(tally.points);
    }
    for meeting in tallies.meetings(entry).iter().filter(|m| !(unplayed.forfeit_is_nobody && m.forfeit)) {
        let points = seen(meeting.opponent);
        sums.opponents += points;
        if meeting.won {
            sums.beaten += points;
            sums.best_beaten = sums.best_beaten.max(points);
        }
    }
    sums
}

impl Sums {
    fn value(&self, criterion: TieBreak) -> Option<i64> {
        match criterion {
            TieBreak::Opponents => Some(self.opponents),
            TieBreak::Beaten => Some(self.beaten),
            TieBreak::Cumulative => Some(self.cumulative),
            TieBreak::Warnings => Some(self.warnings),
            TieBreak::BestBeaten => Some(self.best_beaten),
            TieBreak::DirectIfTwo | TieBreak::Direct | TieBreak::Lot => None,
        }
    }
}

/// The state of ordering one group.
pub(super) struct Ordering<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) tallies: &'a Tallies,
    pub(super) sums: Vec<Sums>,
    pub(super) seed: u64,
    /// The values that each entry was compared by, in the order of the criteria.
    pub(super) shown: Vec<Vec<(TieBreak, i64)>>,
    /// The players among whom lots were drawn.
    pub(super) lots: Vec<Vec<usize>>,
    /// The lengths of the runs of players that nothing separates, in order.
    pub(super) runs: Vec<usize>,
    /// Marks the players of the run that is being split, by the number of the split.
    mark: Vec<u32>,
    split: u32,
}

impl<'a> Ordering<'a> {
    pub(super) fn new(sheet: &'a Sheet, tallies: &'a Tallies, rules: &Rules) -> Self {
        let entries = sheet.entries.len();
        Self {
            sheet,
            tallies,
            sums: (0..entries).map(|entry| sums(tallies, entry, rules.unplayed, rules.points)).collect(),
            seed: rules.seed,
            shown: vec![Vec::new(); entries],
            lots: Vec::new(),
            runs: Vec::new(),
            mark: vec![0; entries],
            split: 0,
        }
    }

    /// Puts `players`, equal so far, in order by the criteria that are left.
    pub(super) fn refine(&mut self, players: &mut [usize], criteria: &[TieBreak]) {
        let Some((&criterion, rest)) = criteria.split_first() else {
            let sheet = self.sheet;
            players.sort_unstable_by(|a, b| sheet.entries[*a].id.cmp(&sheet.entries[*b].id));
            self.runs.push(players.len());
            return;
        };
        if criterion == TieBreak::Lot {
            self.draw(players);
            return;
        }
        let values = self.values(players, criterion);
        if players.len() == 1 {
            self.refine(players, rest);
            return;
        }
        // Fewer warnings are better; of everything else more is.
        let sign = if criterion == TieBreak::Warnings { 1 } else { -1 };
        let mut keyed: Vec<(i64, usize)> = values.iter().map(|v| v * sign).zip(players.iter().copied()).collect();
        keyed.sort_unstable_by_key(|(key, _)| *key);
        for (place, (_, player)) in players.iter_mut().zip(&keyed) {
            *place = *player;
        }
        let mut from = 0;
        for run in keyed.chunk_by(|a, b| a.0 == b.0) {
            let to = from + run.len();
            if let Some(run) = players.get_mut(from..to) {
                self.refine(run, rest);
            }
            from = to;
        }
    }

    fn values(&mut self, players: &[usize], criterion: TieBreak) -> Vec<i64> {
        let applies = match criterion {
            TieBreak::DirectIfTwo => players.len() == 2,
            TieBreak::Direct => players.len() > 1,
            _ => true,
        };
        if !applies {
            return vec![0; players.len()];
        }
        if matches!(criterion, TieBreak::DirectIfTwo | TieBreak::Direct) {
            self.split += 1;
            for &player in players {
                self.mark[player] = self.split;
            }
        }
        let mut values = Vec::with_capacity(players.len());
        for &player in players {
            let value = self.sums[player].value(criterion).unwrap_or_else(|| {
                let mutual = self.tallies.meetings(player).iter().filter(|m| self.mark[m.opponent] == self.split);
                mutual.map(|m| i64::from(m.points)).sum()
            });
            self.shown[player].push((criterion, value));
            values.push(value);
        }
        values
    }

    fn draw(&mut self, players: &mut [usize]) {
        if players.len() > 1 {
            let (sheet, seed) = (self.sheet, self.seed);
            let mut drawn: Vec<_> =
                players.iter().map(|&p| (lot(seed, &sheet.entries[p].id), &sheet.entries[p].id, p)).collect();
            drawn.sort_unstable();
            for (place, (lot, _, player)) in players.iter_mut().zip(&drawn) {
                *place = *player;
                self.shown[*player].push((TieBreak::Lot, shown(lot)));
            }
            self.lots.push(players.to_vec());
        }
        self.runs.extend(players.iter().map(|_| 1));
    }
}
