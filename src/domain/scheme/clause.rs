//! Clauses: what a group's results have to show for which award.
//!
//! Clauses are read from the top; the first that grants decides. The loader sees to it that awards only fall
//! from the top down, so the first is also the best.

use super::entry::GradeRange;
use super::policy::{Level, Rounding, Share};
use crate::domain::grade::Grade;
use crate::domain::results::Sex;
use crate::text::Bilingual;

/// What a clause awards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// So many rungs up the ladder from the grade held.
    Up(u8),
    /// This grade, whatever is held (if it is higher).
    To(Grade),
}

/// How many are promoted, where a clause limits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// A share of the group (shape 3).
    Share(Share),
    /// A fixed number (shape 4).
    Places(u32),
}

impl Quota {
    /// The number of places for a group of `base` players.
    pub fn places(self, base: u32, rounding: Rounding) -> u32 {
        match self {
            Quota::Share(share) => share.of(base, rounding),
            Quota::Places(places) => places,
        }
    }
}

/// How a clause picks among those who meet its conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// All of them.
    All,
    /// The best, up to the quota.
    Best(Quota),
    /// Those in one part of the standings when it is cut into equal parts, or in a better one (shape 5): part 1 of
    /// 4 is the first quarter. The better parts are usually served by the clauses above.
    Band {
        /// Which part, from 1.
        part: u32,
        /// Of how many.
        of: u32,
    },
    /// Places beside the quota of the clause above (shape 8).
    Reserved(u32),
}

/// A result asked for in a test away from the board (shape 11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestMinimum {
    /// The test's id, as in the column `tests` of the players file.
    pub test: String,
    /// The least result.
    pub at_least: u32,
}

/// One clause of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Stable id, unique in the scheme.
    pub id: String,
    /// The place in the regulation that says so.
    pub article: Bilingual,
    /// What it awards.
    pub award: Award,
    /// The least number of wins (shapes 1, 2, 6). Read by points: two draws weigh as much as one win.
    pub wins: Option<u16>,
    /// The win group served first where a quota is filled down to `wins` (shape 6).
    pub filled_from: Option<u16>,
    /// The least share of the points that the group's rounds offer (shape 12).
    pub rate: Option<Share>,
    /// Only for holders of these grades (shape 12, or an open top group).
    pub from: Option<GradeRange>,
    /// Only for this sex (shape 8).
    pub sex: Option<Sex>,
    /// Only at events of these levels; empty: at all.
    pub levels: Vec<Level>,
    /// Results of tests away from the board (shape 11).
    pub tests: Vec<TestMinimum>,
    /// How it picks.
    pub pick: Pick,
    /// Parameters that this clause is made with: the field, and the parameter's id.
    pub parameters: Vec<(&'static str, String)>,
    /// The line of the scheme file where it begins.
    pub line: u32,
}

impl Clause {
    /// Whether a player of this grade and sex is outside the clause's own conditions on the person.
    pub fn concerns(&self, grade: Option<Grade>, sex: Option<Sex>) -> bool {
        self.from.is_none_or(|from| from.contains(grade)) && self.sex.is_none_or(|own| sex == Some(own))
    }

    /// Whether the clause is for events of this level. One that names levels is for no event whose level is unknown.
    pub fn is_for_level(&self, level: Option<Level>) -> bool {
        self.levels.is_empty() || level.is_some_and(|level| self.levels.contains(&level))
    }

    /// Whether results of tests away from the board decide, and nothing of the board.
    pub fn is_by_tests_alone(&self) -> bool {
        self.pick == Pick::All && !self.tests.is_empty() && self.wins.is_none() && self.rate.is_none()
    }

    /// Whether the clause needs nothing but having taken part (shape 9).
    pub fn is_for_everyone(&self) -> bool {
        self.pick == Pick::All && self.wins.is_none() && self.rate.is_none() && self.tests.is_empty()
    }
}
