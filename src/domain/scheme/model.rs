//! A promotion regulation as a value.

use super::clause::{Award, Clause};
use super::entry::EntryRules;
use super::national::National;
use super::policy::{Absence, Base, Ceilings, Collect, Level, Points, Rounding, TieBreak, Ties, Unplayed};
use crate::domain::grade::Grade;
use crate::domain::ladder::Ladder;
use crate::text::{Bilingual, Lang, both};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// Where a scheme comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The title of the regulation or notice.
    pub title: Bilingual,
    /// Its year, where known.
    pub year: Option<u16>,
    /// Where it can be read, where known.
    pub url: Option<String>,
}

/// Why a value of a scheme is a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The organiser announces it for each event.
    Announced,
    /// The source does not say; the default is ours.
    Open,
}

/// A value that an event may set when it is filed, within bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Bilingual,
    /// Why it is a parameter.
    pub why: Why,
    /// The value unless an event sets another, as text.
    pub default: String,
    /// The value in force, as text.
    pub value: String,
    /// The least value, for numbers and percentages.
    pub min: Option<String>,
    /// The greatest value.
    pub max: Option<String>,
    /// The values there are, for choices.
    pub choices: Vec<String>,
}

/// When pairing stops for a player before the last round (shape 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// On so many wins: promoted, no further pairing.
    pub wins: Option<u16>,
    /// On so many losses: out; later games do not count for that player.
    pub losses: Option<u16>,
    /// Not before this round is over.
    pub from_round: u16,
}

impl Group {
    /// The group as sentences speak of it: 10-8组, group 10-8; where a scheme has one group for all, this group.
    pub fn label(&self) -> Bilingual {
        if self.id == "all" {
            return both("finding.group.this", &[]);
        }
        let zh = self.name.zh.strip_suffix('组').unwrap_or(&self.name.zh);
        let en = self.name.en.strip_prefix("Group ").unwrap_or(&self.name.en);
        both("finding.group.named", &[("zh_name", zh), ("en_name", en)])
    }

    /// Whether results of tests away from the board decide everything here, so that nobody has to play a game
    /// (shape 11).
    pub fn is_by_tests_alone(&self) -> bool {
        self.clauses.iter().all(Clause::is_by_tests_alone)
    }
}

/// A group (组别) of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The id, as the regulation names the group.
    pub id: String,
    /// What it is called.
    pub name: Bilingual,
    /// Who may enter.
    pub entry: EntryRules,
    /// The number of rounds; `None`: any.
    pub rounds: Option<u16>,
    /// Under so many players the group is void.
    pub min_size: Option<u32>,
    /// The group takes no more players than this.
    pub max_size: Option<u32>,
    /// Early stop.
    pub stop: Option<Stop>,
    /// What is won, from the best award down.
    pub clauses: Vec<Clause>,
    /// Parameters that the group is made with: the field, and the parameter's id.
    pub parameters: Vec<(&'static str, String)>,
    /// What the regulation says besides, for people to read.
    pub remarks: Vec<Bilingual>,
    /// The line of the scheme file where it begins.
    pub line: u32,
}

/// A test away from the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its id in the column `tests` of the players file.
    pub id: String,
    /// What it is called.
    pub name: Bilingual,
    /// The best result there is.
    pub max: Option<u32>,
    /// The parameter that the best result is made with.
    pub parameter: Option<String>,
}

/// A promotion regulation (升级办法), one version of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Stable id.
    pub id: String,
    /// The version, from 1 up.
    pub version: u16,
    /// What it is called.
    pub name: Bilingual,
    /// The first day on which an event may end under this version; `None`: since ever.
    pub valid_from: Option<NaiveDate>,
    /// The last such day; `None`: still in force.
    pub valid_until: Option<NaiveDate>,
    /// Where it comes from.
    pub source: Source,
    /// The ladder that "one rung up" climbs.
    pub ladder: Ladder,
    /// What a game is worth.
    pub points: Points,
    /// How rounds that were not played weigh in the tie-breaks.
    pub unplayed: Unplayed,
    /// The tie-breaks after points, in their order.
    pub order: Vec<TieBreak>,
    /// What happens when all of them leave players equal.
    pub ties: Ties,
    /// Whom a percentage counts.
    pub base: Base,
    /// How a fraction of a place is rounded.
    pub rounding: Rounding,
    /// Whether entrants above the group's grades use up places.
    pub guests_take_places: bool,
    /// The most rungs that one event may lift a player.
    pub max_rungs: Option<u8>,
    /// The highest grades by level of event and agency, with this regulation's exceptions.
    pub ceilings: Ceilings,
    /// Whether a player may be promoted at one event a month only.
    pub one_per_month: bool,
    /// Absences and lateness.
    pub absence: Absence,
    /// How long an award may be collected.
    pub collect: Collect,
    /// Tests away from the board.
    pub tests: Vec<Test>,
    /// What events may set.
    pub parameters: Vec<Parameter>,
    /// What the regulation says besides.
    pub remarks: Vec<Bilingual>,
    /// The groups, in the regulation's order.
    pub groups: Vec<Group>,
    /// What the grades are called, where they have names of their own.
    pub names: BTreeMap<Grade, Bilingual>,
    /// What national rules settle for everybody.
    pub national: Option<National>,
    /// The text that it was read from: parameters are set by reading it again.
    pub(super) text: String,
}

/// Why a clause cannot promote a player whatever the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The award is not higher than the grade held.
    NotHigher(Grade),
    /// No rung is left above the grade held.
    TopOfLadder,
    /// The award is above the ceiling of event or agency.
    AboveCeiling {
        /// What the clause would award.
        award: Grade,
        /// The highest grade there.
        ceiling: Grade,
    },
    /// The clause is for events of another level.
    OtherLevel,
}

impl Scheme {
    /// The group of an id.
    pub fn group(&self, id: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// The group that an entry of a file names: the id, also with 组 behind it.
    pub fn group_named(&self, text: &str) -> Option<&Group> {
        let text = text.trim();
        self.group(text).or_else(|| self.group(text.strip_suffix('组')?))
    }

    /// Whether an event that ended on `date` falls under this version.
    pub fn in_force_on(&self, date: NaiveDate) -> bool {
        self.valid_from.is_none_or(|from| from <= date) && self.valid_until.is_none_or(|until| date <= until)
    }

    /// The highest grade for an event of this level filed by an agency of that level; what is not known does
    /// not limit.
    pub fn ceiling(&self, event: Option<Level>, agency: Option<Level>) -> Option<Grade> {
        let event = event.and_then(|level| self.ceilings.of_event(level));
        let agency = agency.and_then(|level| self.ceilings.of_agency(level));
        match (event, agency) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, other) => one.or(other),
        }
    }

    /// What an award is for a player who holds `from`. A limit of rungs and a ceiling lower the award as far as
    /// they must; where nothing above the grade held is left, it is blocked.
    ///
    /// So an award that is higher than another without limits is never lower with them, and whom a lower award can
    /// lift a higher one lifts too: clauses from the top down rely on both.
    pub fn resolve(&self, award: Award, from: Option<Grade>, ceiling: Option<Grade>) -> Result<Grade, Blocked> {
        let full = match award {
            Award::Up(rungs) => self.ladder.next_up(from, rungs).ok_or(Blocked::TopOfLadder)?,
            Award::To(grade) => grade,
        };
        let grade = match self.max_rungs.and_then(|most| self.ladder.next_up(from, most)) {
            Some(highest) => full.min(highest),
            None => full,
        };
        if let Some(held) = from.filter(|held| grade <= *held) {
            return Err(Blocked::NotHigher(held));
        }
        let Some(ceiling) = ceiling.filter(|ceiling| grade > *ceiling) else { return Ok(grade) };
        let highest = self.ladder.rungs().iter().rev().find(|rung| **rung <= ceiling).copied();
        let within = highest.filter(|rung| from.is_none_or(|held| *rung > held));
        within.ok_or(Blocked::AboveCeiling { award: grade, ceiling })
    }

    /// A grade as this scheme calls it.
    pub fn said(&self, grade: Grade, lang: Lang) -> String {
        self.names.get(&grade).map_or_else(|| grade.said(lang), |name| name.get(lang).to_owned())
    }

    /// What decides places after points: the tie-breaks in their order, and the lot at their end where one may be drawn.
    pub fn criteria(&self) -> impl Iterator<Item = TieBreak> {
        self.order.iter().copied().chain((self.ties == Ties::Lot).then_some(TieBreak::Lot))
    }

    /// The clause of an id, with its group.
    pub fn clause(&self, id: &str) -> Option<(&Group, &Clause)> {
        self.groups.iter().find_map(|group| group.clauses.iter().find(|c| c.id == id).map(|c| (group, c)))
    }

    /// The text of the scheme file.
    pub fn source_text(&self) -> &str {
        &self.text
    }
}
