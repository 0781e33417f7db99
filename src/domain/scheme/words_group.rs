//! Who may enter a group, how long it plays and when it stops, in words.

use super::entry::AgeRange;
use super::model::{Group, Scheme};
use super::words::aside;
use super::words_clause::grades;
use crate::domain::results::Sex;
use crate::text::{Lang, fill};

/// A range of ages in words.
fn age(range: AgeRange, lang: Lang) -> String {
    let (from, to) = (range.from.unwrap_or_default().to_string(), range.to.unwrap_or_default().to_string());
    let key = match (range.from, range.to) {
        (Some(_), Some(_)) => "schemes.entry.age_both",
        (_, None) => "schemes.entry.age_from",
        (None, _) => "schemes.entry.age_to",
    };
    fill(lang, key, &[("from", &from), ("to", &to)])
}

/// The conditions of a group, each in words.
pub(super) fn conditions(scheme: &Scheme, group: &Group, lang: Lang) -> Vec<String> {
    let say = |key: &'static str, arguments: &[(&str, &str)]| fill(lang, key, arguments);
    let entry = &group.entry;
    let mut all = vec![grades(scheme, entry.grades, lang)];
    match entry.lower_age {
        Some(range) if entry.lower_admitted => {
            all.push(say("schemes.entry.lower_age", &[("age", &age(range, lang))]));
        }
        _ if entry.lower_admitted => all.push(say("schemes.entry.lower", &[])),
        _ => {}
    }
    all.extend(entry.age.map(|range| age(range, lang)));
    match entry.sex {
        Some(Sex::Female) => all.push(say("schemes.entry.female", &[])),
        Some(Sex::Male) => all.push(say("schemes.entry.male", &[])),
        None => {}
    }
    if entry.local_household {
        all.push(say("schemes.entry.household", &[]));
    }
    if entry.certificate_of_province {
        all.push(say("schemes.entry.certificate", &[]));
    }
    if let Some(grade) = entry.certificate_from {
        all.push(say("schemes.entry.certificate_from", &[("grade", &scheme.said(grade, lang))]));
    }
    // A value that an event may set says so.
    let settled = |field: &str, value: String| match group.parameters.iter().find(|(name, _)| *name == field) {
        Some((_, id)) => aside(lang, &value, &scheme.by_parameter(id, lang)),
        None => value,
    };
    all.push(match group.rounds {
        _ if group.is_by_tests_alone() => say("schemes.entry.tests_alone", &[]),
        Some(rounds) => settled("rounds", say("schemes.entry.rounds", &[("rounds", &rounds.to_string())])),
        None => say("schemes.entry.any_rounds", &[]),
    });
    if let Some(size) = group.min_size {
        all.push(settled("min_size", say("schemes.entry.min_size", &[("size", &size.to_string())])));
    }
    if let Some(size) = group.max_size {
        all.push(settled("max_size", say("schemes.entry.max_size", &[("size", &size.to_string())])));
    }
    if let Some(stop) = group.stop {
        if let Some(wins) = stop.wins {
            all.push(say("schemes.entry.stop_wins", &[("wins", &wins.to_string())]));
        }
        if let Some(losses) = stop.losses {
            all.push(say("schemes.entry.stop_losses", &[("losses", &losses.to_string())]));
        }
        if stop.from_round > 1 {
            all.push(say("schemes.entry.stop_round", &[("round", &stop.from_round.to_string())]));
        }
    }
    all
}
