//! Under which terms a record may have been counted: rules, komi, handicap, the first pass.

use super::komi;
use super::verdict::{Judged, Options};
use crate::count::Terms;
use crate::record::{KomiUnit, Record, Unit};
use crate::ruleset::{Counting, HandicapBonus, Passing, RuleSet};
use crate::{Colour, HalfPoints, rules as sets};

/// Terms to count by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) terms: Terms,
    /// Whether they are the likeliest.
    pub(super) first: bool,
    /// Whether its komi is said or was usual about that time, so that its winner may be the one that there was. Other komi
    /// may explain a margin only.
    pub(super) likely: bool,
}

/// The rules of a record, and whether they are a guess: by the unit of its result or komi, else by komi.
pub(super) fn rules(record: &Record, given: Option<&'static RuleSet>) -> (&'static RuleSet, bool) {
    if let Some(rules) = given.or_else(|| record.rules()) {
        return (rules, false);
    }
    let zi = record.outcome.margin.is_some_and(|margin| margin.unit == Some(Unit::Zi))
        || matches!(record.komi.unit, Some(KomiUnit::Zi | KomiUnit::HundredthsOfZi))
        || record.komi.half_points == Some(HalfPoints(15));
    (if zi { &sets::CHINESE } else { &sets::JAPANESE }, true)
}

/// Whether a komi is one that is said, or that was usual about the time of the game.
fn likely(record: &Record, options: &Options, rules: &RuleSet, komi: HalfPoints) -> bool {
    // What is tried beside a komi that is said is half a point of it, or stands for one that was not written down.
    if let Some(said) = options.komi.or(record.komi.half_points) {
        return (said - komi).abs() <= HalfPoints(1);
    }
    komi::unwritten(record, rules).contains(&komi)
}

/// All terms that a record allows, the likeliest first.
pub(super) fn tables(record: &Record, options: &Options, judged: &Judged) -> Vec<Table> {
    let mut sets_tried = vec![judged.rules];
    if judged.rules_assumed {
        sets_tried.push(if judged.rules.counting == Counting::Area { &sets::JAPANESE } else { &sets::CHINESE });
    }
    let handicap = record.handicap.number();
    let mut found: Vec<Table> = Vec::new();
    for (nth, rules) in sets_tried.into_iter().enumerate() {
        // Rules that are only tried are no way out where the komi that is said is none of theirs.
        let said = options.komi.or(record.komi.half_points);
        if nth > 0 && said.is_some_and(|said| said != HalfPoints::ZERO && !komi::usual(rules, record.year(), said)) {
            continue;
        }
        let mut komi: Vec<HalfPoints> = said.map_or_else(|| komi::tried(record, rules), |said| vec![said]);
        // 0 in an old record means that komi was not written down as often as that there was none.
        if options.komi.is_none()
            && komi == [HalfPoints::ZERO]
            && handicap == 0
            && record.year().is_none_or(|year| year > 1938)
        {
            komi.extend(komi::tried(record, rules));
        }
        // Half a point of komi and a whole margin, or the other way about, cannot both be right by territory.
        if let (Counting::Territory, [stated]) = (rules.counting, komi.as_slice())
            && record.outcome.margin.is_some()
            && !komi::fits(record, rules, *stated)
            && options.komi.is_none()
        {
            let beside = [*stated - HalfPoints(1), *stated + HalfPoints(1)];
            let usual = |komi: &HalfPoints| komi::usual(rules, record.year(), *komi);
            let some = beside.iter().any(usual);
            komi.extend(beside.into_iter().filter(|komi| !some || usual(komi)));
        }
        // Rules that are only tried give nothing back: a guess upon a guess would explain too much.
        let mut handicaps = if nth == 0 { vec![handicap] } else { vec![0] };
        let gives_back = rules.handicap_bonus == HandicapBonus::EachStone;
        if nth == 0 && gives_back && rules.handicap_bonus(handicap) != HalfPoints::ZERO {
            // Servers often leave out what is given back (还子).
            handicaps.push(0);
        }
        let passes: &[Option<Colour>] = match (rules.passing, judged.played.first_pass()) {
            (Passing::Free | Passing::HandsOverAStone, _) => &[None],
            (_, Some(Colour::Black)) => &[Some(Colour::Black)],
            (_, Some(Colour::White)) => &[Some(Colour::White)],
            (_, None) => &[Some(Colour::Black), Some(Colour::White)],
        };
        for komi in komi {
            for handicap in &handicaps {
                for first_pass in passes {
                    let terms = Terms { rules, komi, handicap: *handicap, first_pass: *first_pass };
                    if !found.iter().any(|table| table.terms == terms) {
                        found.push(Table {
                            terms,
                            first: found.is_empty(),
                            likely: likely(record, options, rules, komi),
                        });
                    }
                }
            }
        }
    }
    found
}
