//! The checks of a result file that need nothing but the file and what the caller says about the event.

mod claims;
mod eligibility;
mod games;
mod order;
mod persons;
mod rounds;

use super::field::Field;
use super::model::{Entry, Game, Sheet};
use super::reading::{Accepted, Headers, Published, Reading};
use crate::domain::finding::{Finding, Log, Part, Place, codes};
use crate::domain::scheme::{Level, Scheme};
use chrono::{Datelike, NaiveDate};
use std::sync::Arc;

/// What the caller knows about the event. Everything is optional: a condition whose fact is missing is reported
/// as not checked.
#[derive(Clone, Debug, Default)]
pub struct CheckContext {
    /// The promotion regulation, with the event's parameters set.
    pub scheme: Option<Arc<Scheme>>,
    /// The group of all entries; without it each entry's own column tells.
    pub group: Option<String>,
    /// The day the event ended.
    pub date: Option<NaiveDate>,
    /// The code of the agency that files the event (`320`, `320-320200`).
    pub agency: Option<String>,
    /// The level of the event.
    pub level: Option<Level>,
}

/// The facts that every check looks at.
struct Checker<'a> {
    sheet: &'a Sheet,
    headers: &'a Headers,
    published: &'a [Published],
    context: &'a CheckContext,
    /// Whether the file is refused: then what its missing rows would say is not said.
    refused: bool,
    /// Lines whose missing result is already explained.
    explained: Vec<u32>,
    log: Log,
}

/// Checks a reading: all its findings, those of the reading included, in their order.
pub fn check(reading: &Reading, context: &CheckContext) -> Vec<Finding> {
    check_into_log(reading, context).into_findings()
}

/// [`check`], still open for further findings.
pub(crate) fn check_into_log(reading: &Reading, context: &CheckContext) -> Log {
    let Some(sheet) = &reading.sheet else { return reading.log.clone() };
    let unnamed = reading.adjustments.iter().filter(|a| a.rule == "forfeit-unnamed");
    let mut checker = Checker {
        sheet,
        headers: &reading.headers,
        published: &reading.published,
        context,
        refused: reading.accepted == Accepted::No,
        explained: unnamed.map(|a| a.line).collect(),
        log: reading.log.clone(),
    };
    persons::check(&mut checker);
    rounds::check(&mut checker);
    games::check(&mut checker);
    days(&mut checker, reading);
    eligibility::check(&mut checker);
    checker.log
}

/// The days that the file names, against the last day of the event.
fn days(checker: &mut Checker<'_>, reading: &Reading) {
    let (Some(days), Some(last)) = (reading.days, checker.context.date) else { return };
    if (days.first..=days.last).contains(&last) {
        return;
    }
    let place = Place { part: Part::Results, line: Some(days.line), ..Place::default() };
    let found =
        if days.first == days.last { days.last.to_string() } else { format!("{} … {}", days.first, days.last) };
    checker.log.raise(codes::W139.at(place).found(found).expected(last.to_string()));
}

impl<'a> Checker<'a> {
    /// The place of an entry's field.
    fn of_entry(&self, entry: &Entry, field: Field) -> Place {
        let place = Place::players(entry.line).column(self.headers.of(field));
        if entry.id.is_empty() { place } else { place.person(entry.id.clone()) }
    }

    /// The place of a game's field.
    fn of_game(&self, game: &Game, field: Field) -> Place {
        Place::results(game.line).column(self.headers.of(field)).round(game.round, game.board)
    }

    /// The file's id of a player.
    fn id(&self, index: usize) -> &'a str {
        self.sheet.entries.get(index).map_or("", |entry| entry.id.as_str())
    }
}

/// The age in full years on a day. Somebody born on 29 February is a year older on 1 March of other years.
pub fn age_on(birth: NaiveDate, day: NaiveDate) -> Option<u16> {
    let years = day.year() - birth.year() - i32::from((day.month(), day.day()) < (birth.month(), birth.day()));
    u16::try_from(years).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_change_on_the_birthday() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(age_on(day("2008-10-01"), day("2026-09-30")), Some(17));
        assert_eq!(age_on(day("2008-10-01"), day("2026-10-01")), Some(18));
        assert_eq!(age_on(day("2008-02-29"), day("2026-02-28")), Some(17));
        assert_eq!(age_on(day("2008-02-29"), day("2026-03-01")), Some(18));
        assert_eq!(age_on(day("2027-01-01"), day("2026-01-01")), None);
    }
}
