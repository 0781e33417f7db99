//! What was so on a day.

use crate::store::person::PersonChange;
use chrono::NaiveDate;

/// The value of a field on a day, by what it is now and the changes of the person, oldest first.
///
/// A slip of the pen was never so: its correction holds for every day. A real change leaves the days before it as
/// they were. What was undone did not happen.
pub fn value_on(changes: &[PersonChange], field: &str, now: &str, day: NaiveDate) -> String {
    let later = |change: &&PersonChange| {
        change.field == field && change.kind == "change" && change.undone_at.is_none() && change.effective_on > day
    };
    changes.iter().find(later).map_or_else(|| now.to_owned(), |change| change.old_value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn change(kind: &str, old: &str, new: &str, on: &str, undone: bool) -> PersonChange {
        PersonChange {
            id: 1,
            person_id: 1,
            field: "region".into(),
            old_value: old.into(),
            new_value: new.into(),
            kind: kind.into(),
            effective_on: day(on),
            recorded_at: day(on).and_hms_opt(0, 0, 0).unwrap(),
            account_id: 1,
            reason: "迁居".into(),
            undone_at: undone.then(|| day(on).and_hms_opt(0, 0, 0).unwrap()),
        }
    }

    #[test]
    fn a_real_change_leaves_the_past_and_a_typo_does_not() {
        let changes = [
            change("change", "310", "320", "2026-03-01", false),
            change("typo", "320", "330", "2026-05-01", false),
            change("change", "330", "340", "2026-06-01", false),
        ];
        let on = |text: &str| value_on(&changes, "region", "340", day(text));
        assert_eq!(on("2026-02-28"), "310", "before the first move");
        assert_eq!(on("2026-03-01"), "330", "it was never 320");
        assert_eq!(on("2026-06-01"), "340");
        assert_eq!(value_on(&changes, "name", "张三", day("2020-01-01")), "张三", "another field");
        let undone = [change("change", "310", "320", "2026-03-01", true)];
        assert_eq!(value_on(&undone, "region", "310", day("2020-01-01")), "310");
    }
}
