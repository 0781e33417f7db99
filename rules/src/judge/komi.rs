//! Komi that a record does not say: what was usual when the game was played, as far as the declared margin can be right
//! with it.

use super::claim::{claims, read_by};
use crate::record::Record;
use crate::ruleset::{Counting, Passing, RuleSet};
use crate::{Colour, HalfPoints};

/// Komi that was usual at one time or another, for records without a date.
const USUAL: [HalfPoints; 6] =
    [HalfPoints(13), HalfPoints(11), HalfPoints(15), HalfPoints(9), HalfPoints(10), HalfPoints::ZERO];

/// How many years before and after it became usual a komi may have been used.
const CHANGE: i32 = 3;

/// When komi of five whole points was usual beside that with a half, White winning what is even.
const FIVE: std::ops::RangeInclusive<i32> = 1961..=1976;

/// Whether a declared margin can be right with a komi: what is counted is whole, so both have half a point or neither has.
pub(super) fn fits(record: &Record, rules: &RuleSet, komi: HalfPoints) -> bool {
    let claims = claims(&record.outcome.winner, record.outcome.margin);
    rules.passing == Passing::Button
        || claims.is_empty()
        || read_by(&claims, rules).any(|(_, margin)| (*margin - komi).0.rem_euclid(2) == 0)
}

/// Whether a komi was usual under some rules about the time of a game.
pub(super) fn usual(rules: &RuleSet, year: Option<i32>, komi: HalfPoints) -> bool {
    match year {
        Some(year) => about(year).any(|year| rules.komi(Some(year)) == komi),
        None => rules.all_komi().any(|known| known == komi),
    }
}

/// A year and those around it, the nearest first.
fn about(year: i32) -> impl Iterator<Item = i32> {
    (0..=CHANGE).flat_map(move |far| [year - far, year + far])
}

/// What komi may have been where none is written, whatever the record declares.
pub(super) fn unwritten(record: &Record, rules: &RuleSet) -> Vec<HalfPoints> {
    let mut known = record.komi.candidates.clone();
    match record.year() {
        _ if !known.is_empty() => {}
        _ if record.handicap.number() > 0 => known.extend([HalfPoints::ZERO, HalfPoints(1)]),
        Some(year) => {
            known.extend(about(year).map(|year| rules.komi(Some(year))));
            let five = rules.counting == Counting::Territory && FIVE.contains(&year);
            known.extend(five.then_some(HalfPoints(10)));
            // Outside tournaments players of different grades went on without komi for long.
            let even = year >= *FIVE.start() && (equals(record) || tournament(record));
            known.extend((year <= *FIVE.end() && !even).then_some(HalfPoints::ZERO));
        }
        None => known.extend(std::iter::once(rules.komi(None)).chain(USUAL)),
    }
    known
}

/// The same in the order in which they are tried: those by which the declared margin can be right first, and where there are
/// none of them, any that were usual at one time or another.
pub(super) fn tried(record: &Record, rules: &RuleSet) -> Vec<HalfPoints> {
    let mut known = unwritten(record, rules);
    known.sort_by_key(|komi| !fits(record, rules, *komi));
    if !known.iter().any(|komi| fits(record, rules, *komi)) {
        known.extend(USUAL.into_iter().filter(|komi| fits(record, rules, *komi)));
    }
    known
}

/// Whether both players are known to be of one grade.
fn equals(record: &Record) -> bool {
    let [black, white] = Colour::BOTH.map(|colour| record.player(colour).rank.and_then(|rank| rank.grade));
    black.is_some() && black == white
}

/// Whether a game was one of a tournament: its record names an event, and not the one for promotion, or it took days.
fn tournament(record: &Record) -> bool {
    let promotion = ["大手合", "升段", "昇段", "oteai"];
    let event = record.event().map(str::to_lowercase);
    event.is_some_and(|event| !event.trim().is_empty() && !promotion.iter().any(|word| event.contains(word)))
        || record.dates().is_some_and(|dates| dates.days.len() > 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{CHINESE, JAPANESE};

    fn both(more: &str, rules: &RuleSet) -> (Vec<i32>, i32) {
        let record = Record::read_all(format!("(;SZ[19]{more};B[pd];W[dp])").as_bytes()).remove(0).unwrap();
        let mut known: Vec<i32> = unwritten(&record, rules).into_iter().map(|komi| komi.0).collect();
        known.sort_unstable();
        known.dedup();
        (known, tried(&record, rules)[0].0)
    }

    #[test]
    fn komi_that_is_not_written_is_what_was_usual_at_the_time() {
        for (more, known, first) in [
            ("DT[1984]RE[W+1.5]", vec![11], 11),
            ("DT[1973]RE[W+1.5]", vec![0, 9, 10, 11], 9),
            ("DT[2001]RE[W+1.5]", vec![11, 13], 11),
            ("DT[1925]RE[B+3]", vec![0], 0),
            ("DT[1952]RE[B+3]", vec![0, 9], 0),
            ("DT[1965]RE[B+3]", vec![0, 9, 10], 10),
            // Between equals, in a tournament and over two days there was komi.
            ("DT[1965]RE[B+3]BR[9 dan]WR[9 dan]", vec![9, 10], 10),
            ("DT[1965]RE[B+3.5]BR[9 dan]WR[8 dan]", vec![0, 9, 10], 9),
            ("DT[1965]RE[B+3.5]EV[1st Meijin]", vec![9, 10], 9),
            ("DT[1965]RE[B+3.5]EV[Oteai]", vec![0, 9, 10], 9),
            ("DT[1965-04-01,02]RE[B+3.5]", vec![9, 10], 9),
            ("DT[1965]HA[2]AB[pd][dp]RE[B+3]", vec![0, 1], 0),
            ("RE[B+3.5]", vec![0, 9, 10, 11, 13, 15], 13),
        ] {
            assert_eq!(both(more, &JAPANESE), (known, first), "{more}");
        }
        assert_eq!(both("DT[2020]RE[B+0.5]", &CHINESE), (vec![15], 15));
        // None of the usual ones can be right: another is tried, and decides no winner.
        assert_eq!(both("DT[1984]RE[W+3]", &JAPANESE), (vec![11], 11));
        let record = Record::read_all(b"(;SZ[19]DT[1984]RE[W+3];B[pd];W[dp])").remove(0).unwrap();
        assert!(tried(&record, &JAPANESE).contains(&HalfPoints(10)));
    }
}
