//! The engine: results → standings → awards, each with its clause, each refusal with its nearest reason.
//!
//! Pure and deterministic: the same sheet, scheme and context give the same outcome, whatever the order of rows.

mod allocate;
mod context;
mod eligibility;
mod reason;
mod tests_column;

pub use context::{Context, Facts, Person, age_on};
pub use eligibility::{Checked, Eligible, check};
pub use tests_column::test_results;

use crate::domain::grade::Grade;
use crate::domain::results::Sheet;
use crate::domain::scheme::{Blocked, Group, Problem, Scheme};
use crate::domain::standings::{Row, Rules, Standings, standings};
use crate::text::{Bilingual, both};
use allocate::{Allocation, Allocator, Candidate, Status};
use reason::{Reasons, join};
use std::borrow::Cow;

/// What an event brings a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The scheme's id.
    pub scheme: String,
    /// Its version.
    pub version: u16,
    /// The group's id.
    pub group: String,
    /// The standings.
    pub standings: Standings,
    /// The players, in the order of the standings.
    pub players: Vec<PlayerOutcome>,
    /// Why the whole group is void, if it is.
    pub void: Option<Bilingual>,
    /// What the reader should know: what was not checked, lots drawn, sizes and rounds that do not fit.
    pub notes: Vec<Bilingual>,
}

/// What an event brings one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerOutcome {
    /// Index into [`Sheet::entries`].
    pub entry: usize,
    /// The place.
    pub place: u32,
    /// The grade held.
    pub from: Option<Grade>,
    /// The grade won.
    pub award: Option<Grade>,
    /// The clause that grants it.
    pub clause: Option<String>,
    /// Why, or why not.
    pub reason: Bilingual,
    /// What could not be checked.
    pub unchecked: Vec<Bilingual>,
}

impl Outcome {
    /// The row of the standings of each player, with the player.
    pub fn rows(&self) -> impl Iterator<Item = (&Row, &PlayerOutcome)> {
        self.standings.rows.iter().zip(&self.players)
    }

    /// Those who are promoted.
    pub fn awards(&self) -> impl Iterator<Item = (&PlayerOutcome, Grade)> {
        self.players.iter().filter_map(|player| player.award.map(|grade| (player, grade)))
    }
}

/// The entries of a sheet that play in a group: those that name it, and those that name none.
pub fn members(scheme: &Scheme, group: &Group, sheet: &Sheet) -> Vec<usize> {
    let belongs = |text: &Option<String>| match text.as_deref().map(str::trim).filter(|t| !t.is_empty()) {
        None => true,
        Some(name) => scheme.group_named(name).is_some_and(|named| named.id == group.id),
    };
    (0..sheet.entries.len()).filter(|&i| belongs(&sheet.entries[i].group)).collect()
}

/// Applies a group's clauses to the results of an event.
///
/// Fails only if the context's parameters are not those of the scheme or out of their bounds, or if they take the
/// group away.
pub fn promote(scheme: &Scheme, group: &Group, sheet: &Sheet, context: &Context) -> Result<Outcome, Vec<Problem>> {
    let scheme = match context.parameters.is_empty() {
        true => Cow::Borrowed(scheme),
        false => Cow::Owned(scheme.with_parameters(&context.parameters)?),
    };
    let group = scheme.group(&group.id).unwrap_or(group);
    Ok(decide(&scheme, group, sheet, context).explain(context))
}

/// What is decided before it is explained.
struct Decision<'a> {
    scheme: &'a Scheme,
    group: &'a Group,
    standings: Standings,
    candidates: Vec<Candidate>,
    refusals: Vec<Option<Bilingual>>,
    unchecked: Vec<Vec<Bilingual>>,
    allocation: Allocation,
    void: Option<Bilingual>,
}

fn decide<'a>(scheme: &'a Scheme, group: &'a Group, sheet: &Sheet, context: &Context) -> Decision<'a> {
    let members = members(scheme, group, sheet);
    let standings = standings(sheet, &members, &Rules::of(scheme, group, context.lot_seed));
    let ceiling = context.ceiling(scheme);
    let mut candidates = Vec::with_capacity(standings.rows.len());
    let mut refusals = Vec::with_capacity(standings.rows.len());
    let mut unchecked = Vec::with_capacity(standings.rows.len());
    for row in &standings.rows {
        let person = context.person(&sheet.entries[row.entry]);
        let checked = check(scheme, group, &person, context);
        let (status, refusal) = match (eligibility::ruled_out(scheme, group, &row.tally), checked.eligible) {
            (Some(reason), _) | (None, Eligible::No(reason)) => (Status::Barred, Some(reason)),
            (None, Eligible::Guest(reason)) => (Status::Guest, Some(reason)),
            (None, Eligible::Yes) => (Status::Eligible, None),
        };
        candidates.push(Candidate {
            place: row.place,
            grade: person.grade,
            sex: person.sex,
            points: row.tally.points,
            tests: test_results(person.entry.tests.as_deref().unwrap_or_default()),
            status,
            awards: group
                .clauses
                .iter()
                .map(|clause| match clause.is_for_level(context.level) {
                    true => scheme.resolve(clause.award, person.grade, ceiling),
                    false => Err(Blocked::OtherLevel),
                })
                .collect(),
        });
        refusals.push(refusal);
        unchecked.push(checked.unchecked);
    }
    let size = size_of(group, &standings);
    let void = group
        .min_size
        .filter(|least| size < *least)
        .map(|least| both("promotion.refused.void", &[("size", &size.to_string()), ("least", &least.to_string())]));
    let mut decision =
        Decision { scheme, group, standings, candidates, refusals, unchecked, allocation: Allocation::default(), void };
    decision.allocation = decision.allocator().run();
    decision
}

/// The players that a least or greatest size of the group counts: those who took part.
fn size_of(group: &Group, standings: &Standings) -> u32 {
    if group.is_by_tests_alone() { standings.size.registered } else { standings.size.started }
}

impl Decision<'_> {
    fn allocator(&self) -> Allocator<'_> {
        Allocator {
            scheme: self.scheme,
            group: self.group,
            candidates: &self.candidates,
            base: self.standings.size.of(self.scheme.base),
            rounds: self.group.rounds.unwrap_or(self.standings.rounds),
        }
    }

    /// The clause that grants, and the grade, of the n-th in the standings.
    fn granted(&self, n: usize) -> Option<(usize, Grade)> {
        let clause = self.allocation.granted[n].filter(|_| self.void.is_none())?;
        Some((clause, self.candidates[n].awards[clause].ok()?))
    }

    fn explain(mut self, context: &Context) -> Outcome {
        let refusals = std::mem::take(&mut self.refusals);
        let unchecked = std::mem::take(&mut self.unchecked);
        let allocator = self.allocator();
        let reasons = Reasons::new(&allocator, &self.allocation);
        let mut players = Vec::with_capacity(self.candidates.len());
        for (n, ((row, refusal), unchecked)) in self.standings.rows.iter().zip(refusals).zip(unchecked).enumerate() {
            let granted = self.granted(n);
            let mut reason = match (&self.void, granted, refusal) {
                (Some(void), _, _) => void.clone(),
                (None, Some((clause, _)), _) => reasons.granted(clause, n, &row.tally),
                (None, None, Some(refusal)) => refusal,
                (None, None, None) => reasons.refused(n, &row.tally),
            };
            if granted.is_some() {
                reason = unchecked.iter().fold(reason, join);
            }
            players.push(PlayerOutcome {
                entry: row.entry,
                place: row.place,
                from: self.candidates[n].grade,
                award: granted.map(|(_, grade)| grade),
                clause: granted.map(|(clause, _)| self.group.clauses[clause].id.clone()),
                reason,
                unchecked,
            });
        }
        let notes = notes(self.group, &self.standings, context, &players, &self.void);
        Outcome {
            scheme: self.scheme.id.clone(),
            version: self.scheme.version,
            group: self.group.id.clone(),
            standings: self.standings,
            players,
            void: self.void,
            notes,
        }
    }
}

fn notes(
    group: &Group,
    standings: &Standings,
    context: &Context,
    players: &[PlayerOutcome],
    void: &Option<Bilingual>,
) -> Vec<Bilingual> {
    let mut notes = Vec::new();
    let size = size_of(group, standings);
    if players.is_empty() {
        notes.push(both("promotion.note.empty", &[]));
    }
    notes.extend(void.clone());
    if let Some(most) = group.max_size.filter(|most| size > *most) {
        notes.push(both("promotion.note.over_max", &[("size", &size.to_string()), ("most", &most.to_string())]));
    }
    if let Some(expected) = group.rounds.filter(|expected| *expected != standings.rounds) {
        let found = standings.rounds.to_string();
        notes.push(both("promotion.note.rounds", &[("found", &found), ("expected", &expected.to_string())]));
    }
    if standings.unreported > 0 {
        notes.push(both("promotion.note.unreported", &[("count", &standings.unreported.to_string())]));
    }
    if context.level.is_none() {
        notes.push(both("promotion.note.level", &[]));
    }
    let mut unchecked: Vec<&Bilingual> = players.iter().flat_map(|player| &player.unchecked).collect();
    unchecked.sort_by(|a, b| a.en.cmp(&b.en));
    unchecked.dedup();
    notes.extend(unchecked.into_iter().cloned());
    if !standings.lots.is_empty() {
        let (count, seed) = (standings.lots.len().to_string(), context.lot_seed.to_string());
        notes.push(both("promotion.note.lots", &[("count", &count), ("seed", &seed)]));
    }
    notes
}

#[cfg(test)]
mod tests;
