//! Who is promoted by which clause.
//!
//! Why a win can never cost a player the award. The winner's points rise, the beaten opponent's fall, nobody
//! else's change, and points come first: so the players above the winner afterwards were all above before.
//! Thresholds read points, quotas and bands read how many stand above, and the size that a percentage is taken of
//! does not depend on results; clauses give less from the top down. Only reserved places need care, see
//! [`with_reserved`].

use crate::domain::grade::Grade;
use crate::domain::results::Sex;
use crate::domain::scheme::{Blocked, Clause, Group, Pick, Points, Rounding, Scheme, TestMinimum};
use std::collections::BTreeMap;

/// A player as the clauses see one, in the order of the standings.
pub(super) struct Candidate {
    pub(super) place: u32,
    pub(super) grade: Option<Grade>,
    pub(super) sex: Option<Sex>,
    pub(super) points: u32,
    pub(super) tests: BTreeMap<String, u32>,
    pub(super) status: Status,
    /// What each clause would award, or why it cannot.
    pub(super) awards: Vec<Result<Grade, Blocked>>,
}

/// What a candidate can get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Can be promoted.
    Eligible,
    /// Above the group; uses up places where the scheme says so.
    Guest,
    /// Cannot be promoted.
    Barred,
}

/// What a clause did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// The places that it had; `None` if it has no limit.
    pub(super) places: Option<u32>,
    /// The last place of the standings that it promoted.
    pub(super) last: Option<u32>,
}

/// The clauses applied: for each candidate the index of the clause, and what each clause did.
#[derive(Default)]
pub(super) struct Allocation {
    pub(super) granted: Vec<Option<usize>>,
    pub(super) used: Vec<Use>,
    /// For each candidate the number of eligible players strictly above, plus one: the rank that bands look at.
    pub(super) ranks: Vec<u32>,
}

pub(super) struct Allocator<'a> {
    pub(super) scheme: &'a Scheme,
    pub(super) group: &'a Group,
    pub(super) candidates: &'a [Candidate],
    /// The number that a percentage is taken of.
    pub(super) base: u32,
    /// The rounds that the sheet has.
    pub(super) rounds: u16,
}

/// The last rank of part `part` of `of`.
pub(super) fn band_end(part: u32, of: u32, base: u32, rounding: Rounding) -> u32 {
    crate::domain::scheme::Share { numerator: part, denominator: of }.of(base, rounding)
}

/// Whether the results of tests reach the minimum.
fn passes(tests: &BTreeMap<String, u32>, needed: &[TestMinimum]) -> bool {
    needed.iter().all(|need| tests.get(&need.test).is_some_and(|result| *result >= need.at_least))
}

/// The points that a score rate asks for, over all rounds of the group.
pub(super) fn points_of_rate(clause: &Clause, points: Points, rounds: u16) -> Option<u32> {
    clause.rate.map(|rate| rate.of(points.of_wins(rounds), Rounding::Ceiling))
}

impl Allocator<'_> {
    /// Applies the clauses from the top down.
    pub(super) fn run(&self) -> Allocation {
        let clauses = &self.group.clauses;
        let mut all = Allocation {
            granted: vec![None; self.candidates.len()],
            used: vec![Use::default(); clauses.len()],
            ranks: self.ranks(),
        };
        let mut guests_counted = vec![false; self.candidates.len()];
        let mut i = 0;
        while let Some(clause) = clauses.get(i) {
            match clause.pick {
                Pick::All => self.grant(&mut all, i, |_, _| true),
                Pick::Band { part, of } => {
                    let end = band_end(part, of, self.base, self.scheme.rounding);
                    self.grant(&mut all, i, |_, rank| rank <= end);
                }
                Pick::Best(quota) => {
                    let places = quota.places(self.base, self.scheme.rounding);
                    let reserved =
                        clauses.iter().skip(i + 1).take_while(|c| matches!(c.pick, Pick::Reserved(_))).count();
                    if reserved == 0 {
                        self.best(&mut all, i, places, &mut guests_counted);
                    } else {
                        self.with_reserved(&mut all, i, reserved, places, &mut guests_counted);
                    }
                    i += reserved;
                }
                // A reserved place is served together with the quota above it; the loader lets none stand alone.
                Pick::Reserved(_) => {}
            }
            i += 1;
        }
        all
    }

    /// The rank of each among the eligible: those with the same place share it.
    fn ranks(&self) -> Vec<u32> {
        let mut ranks = Vec::with_capacity(self.candidates.len());
        let mut above = 0;
        for block in self.candidates.chunk_by(|a, b| a.place == b.place) {
            ranks.extend(block.iter().map(|_| above + 1));
            above += count(block.iter().filter(|c| c.status == Status::Eligible).count());
        }
        ranks
    }

    /// Whether a candidate meets everything that a clause asks for except a place.
    fn meets(&self, i: usize, candidate: &Candidate) -> bool {
        let clause = &self.group.clauses[i];
        candidate.status == Status::Eligible
            && clause.concerns(candidate.grade, candidate.sex)
            && candidate.awards[i].is_ok()
            && clause.wins.is_none_or(|wins| candidate.points >= self.scheme.points.of_wins(wins))
            && points_of_rate(clause, self.scheme.points, self.rounds).is_none_or(|least| candidate.points >= least)
            && passes(&candidate.tests, &clause.tests)
    }

    fn grant(&self, all: &mut Allocation, i: usize, picked: impl Fn(&Candidate, u32) -> bool) {
        for (n, candidate) in self.candidates.iter().enumerate() {
            if all.granted[n].is_none() && self.meets(i, candidate) && picked(candidate, all.ranks[n]) {
                all.granted[n] = Some(i);
                all.used[i].last = Some(candidate.place);
            }
        }
    }

    /// The best who are not promoted yet, up to `places`; where places are shared, all who share the last one.
    fn best(&self, all: &mut Allocation, i: usize, places: u32, guests_counted: &mut [bool]) {
        all.used[i].places = Some(places);
        let mut above = 0;
        let mut n = 0;
        for block in self.candidates.chunk_by(|a, b| a.place == b.place) {
            if above >= places {
                break;
            }
            let mut taken = 0;
            for candidate in block {
                if all.granted[n].is_none() && self.meets(i, candidate) {
                    all.granted[n] = Some(i);
                    all.used[i].last = Some(candidate.place);
                    taken += 1;
                } else if candidate.status == Status::Guest && self.scheme.guests_take_places && !guests_counted[n] {
                    guests_counted[n] = true;
                    taken += 1;
                }
                n += 1;
            }
            above += taken;
        }
    }

    /// A quota with places reserved beside it.
    ///
    /// As the text has it, the quota is served first and the reserved place then goes to the best of that sex who
    /// is left. That is safe as long as the quota holds everyone in a higher win group than the reserved place
    /// asks for. Where it does not, a player could win once more, push the beaten opponent out of the quota and
    /// lose the reserved place to that very opponent. There the reserved place is served first, by the best of
    /// that sex, and the quota goes to the best of the others. Both ways promote as many, and at the border
    /// between them they agree.
    fn with_reserved(&self, all: &mut Allocation, i: usize, reserved: usize, places: u32, guests_counted: &mut [bool]) {
        let clauses = i + 1..=i + reserved;
        let least = clauses.clone().filter_map(|r| self.group.clauses[r].wins).max().unwrap_or(0);
        let higher = self.scheme.points.of_wins(least + 1);
        let above = self.candidates.iter().filter(|c| c.points >= higher && self.meets(i, c)).count();
        let quota_first = count(above) <= places;
        if quota_first {
            self.best(all, i, places, guests_counted);
        }
        for r in clauses {
            if let Pick::Reserved(places) = self.group.clauses[r].pick {
                self.best(all, r, places, &mut vec![true; self.candidates.len()]);
            }
        }
        if !quota_first {
            self.best(all, i, places, guests_counted);
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
