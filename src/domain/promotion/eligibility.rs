//! Whether a player may be promoted in a group at all, before any result.

use super::context::{Context, Person, age_on};
use crate::domain::grade::Grade;
use crate::domain::scheme::{AgeRange, Group, Level, Scheme, standing};
use crate::domain::standings::{Left, Tally};
use crate::text::{Bilingual, both, both_of, dates};
use chrono::Datelike;

/// Where a player stands with the group's conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Eligible {
    /// The conditions are met as far as they could be checked.
    Yes,
    /// The grade is above the group's: the player takes part, but cannot be promoted here.
    Guest(Bilingual),
    /// A condition is not met.
    No(Bilingual),
}

/// The answer, with the conditions that could not be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The answer.
    pub eligible: Eligible,
    /// What could not be checked, and why.
    pub unchecked: Vec<Bilingual>,
}

/// Checks the conditions of a group for one player. With no register behind it, a fact that is missing is reported
/// as not checked rather than held against the player.
pub fn check(scheme: &Scheme, group: &Group, person: &Person, context: &Context) -> Checked {
    let mut unchecked = Vec::new();
    let eligible = match refusal(scheme, group, person, context, &mut unchecked) {
        Some(reason) => Eligible::No(reason),
        None if group.entry.grades.is_below(person.grade) => Eligible::Guest(above(group, person)),
        None => Eligible::Yes,
    };
    Checked { eligible, unchecked }
}

/// What the results themselves rule out: a player who never played, or withdrew where that costs the award.
pub fn ruled_out(scheme: &Scheme, group: &Group, tally: &Tally) -> Option<Bilingual> {
    if !tally.started && !group.is_by_tests_alone() {
        return Some(both("promotion.not_eligible.never_played", &[]));
    }
    match tally.left {
        Some(Left::Withdrawn(round)) if scheme.absence.forfeits_award => {
            Some(both("promotion.not_eligible.withdrawn", &[("round", &round.to_string())]))
        }
        _ => None,
    }
}

fn above(group: &Group, person: &Person) -> Bilingual {
    let grade = Grade::words_or_ungraded(person.grade);
    both_of("promotion.not_eligible.above", &[("grade", &grade), ("group", &group.label())])
}

fn refusal(
    scheme: &Scheme,
    group: &Group,
    person: &Person,
    context: &Context,
    unchecked: &mut Vec<Bilingual>,
) -> Option<Bilingual> {
    let entry = &group.entry;
    if standing(person.grade) < standing(entry.grades.low) && !entry.lower_admitted {
        let (grade, low) = (Grade::words_or_ungraded(person.grade), Grade::words_or_ungraded(entry.grades.low));
        return Some(both_of("promotion.not_eligible.below", &[("grade", &grade), ("low", &low)]));
    }
    if let Some(range) = entry.lower_age.filter(|_| standing(person.grade) < standing(entry.grades.low))
        && let Some((age, bounds)) = outside(range, person, context, unchecked)
    {
        let grade = Grade::words_or_ungraded(person.grade);
        let named = [("zh_grade", &*grade.zh), ("en_grade", &grade.en), ("age", &age), ("bounds", &bounds)];
        return Some(both("promotion.not_eligible.lower_age", &named));
    }
    if let (Some(own), Some(asked)) = (person.sex, entry.sex) {
        if own != asked {
            return Some(both("promotion.not_eligible.sex", &[]));
        }
    } else if entry.sex.is_some() {
        unchecked.push(both("promotion.unchecked.sex", &[]));
    }
    if let Some(range) = entry.age
        && let Some((age, bounds)) = outside(range, person, context, unchecked)
    {
        return Some(both("promotion.not_eligible.age", &[("age", &age), ("bounds", &bounds)]));
    }
    if entry.local_household {
        match person.household {
            Some(household) if !context.regions.is_empty() => {
                if !context.regions.iter().any(|region| household.contains(region.as_str())) {
                    return Some(both("promotion.not_eligible.household", &[("household", household)]));
                }
            }
            _ => unchecked.push(both("promotion.unchecked.household", &[])),
        }
    }
    if let Some(least) = entry.certificate_from.filter(|least| person.grade.is_some_and(|g| g >= *least))
        && person.certificate.is_none_or(|number| number.trim().is_empty())
    {
        return Some(both_of("promotion.not_eligible.certificate", &[("grade", &least.words())]));
    }
    if entry.certificate_of_province {
        // Further area codes of a province share its first two digits.
        let issuer = person.certificate.and_then(province_of_number);
        let here =
            context.agency.as_deref().filter(|a| Level::of_agency(a) != Some(Level::National)).and_then(|a| a.get(..2));
        match (issuer, here) {
            (Some(issuer), Some(here)) if issuer != here => {
                let number = person.certificate.unwrap_or_default();
                return Some(both("promotion.not_eligible.province", &[("number", number), ("area", here)]));
            }
            (Some(_), Some(_)) => {}
            _ => unchecked.push(both("promotion.unchecked.province", &[])),
        }
    }
    if scheme.one_per_month {
        match (context.date, person.promoted_on) {
            (None, _) => unchecked.push(both("promotion.unchecked.month_no_date", &[])),
            (_, None) => unchecked.push(both("promotion.unchecked.month", &[])),
            (Some(date), Some(earlier)) => {
                let month = |day: &&chrono::NaiveDate| (day.year(), day.month()) == (date.year(), date.month());
                if let Some(day) = earlier.iter().find(month) {
                    return Some(both_of("promotion.not_eligible.month", &[("date", &dates::both(*day))]));
                }
            }
        }
    }
    None
}

/// The age of a player who is outside a range, with its bounds. What cannot be told is noted and held against nobody.
fn outside(
    range: AgeRange,
    person: &Person,
    context: &Context,
    unchecked: &mut Vec<Bilingual>,
) -> Option<(String, String)> {
    let (birth, date) = match (person.birth, context.date) {
        (Some(birth), Some(date)) => (birth, date),
        (_, None) => {
            unchecked.push(both("promotion.unchecked.age_no_date", &[]));
            return None;
        }
        (None, _) => {
            unchecked.push(both("promotion.unchecked.age_no_birth", &[]));
            return None;
        }
    };
    let age = age_on(birth, date);
    if age.is_some_and(|age| range.contains(age)) {
        return None;
    }
    let bounds = match (range.from, range.to) {
        (Some(from), Some(to)) => format!("{from}-{to}"),
        (Some(from), None) => format!("≥{from}"),
        (None, to) => format!("≤{}", to.unwrap_or_default()),
    };
    Some((age.map_or_else(|| "-".to_owned(), |age| age.to_string()), bounds))
}

/// The province of a certificate's number: its first two digits, if it is a number that begins with an area code.
fn province_of_number(number: &str) -> Option<&str> {
    let number = number.trim();
    (number.len() >= 9 && number.bytes().all(|b| b.is_ascii_digit())).then(|| number.get(..2)).flatten()
}
