//! Who may enter a group: the grades it is for, and conditions on age, sex, household and certificate.

use crate::domain::grade::Grade;
use crate::domain::results::Sex;

/// A grade or none: an ungraded player (无级) stands below the lowest kyu.
pub fn standing(grade: Option<Grade>) -> u8 {
    grade.map_or(0, Grade::rank)
}

/// A run of grades, both ends included; the lower end may be "ungraded".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeRange {
    /// The lowest; `None` is ungraded.
    pub low: Option<Grade>,
    /// The highest; `None` means that only ungraded players belong.
    pub high: Option<Grade>,
}

impl GradeRange {
    /// Every grade there is, and none.
    pub const ANY: GradeRange = GradeRange { low: None, high: Some(Grade::HIGHEST) };

    /// Reads `any`, `ungraded`, `1段`, `10级..8级` or `ungraded..1级`.
    pub fn parse(text: &str) -> Option<Self> {
        let end = |t: &str| match t.trim() {
            "ungraded" => Some(None),
            grade => Grade::from_canonical(grade).map(Some),
        };
        if text.trim() == "any" {
            return Some(Self::ANY);
        }
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let range = Self { low: end(low)?, high: end(high)? };
        (standing(range.low) <= standing(range.high)).then_some(range)
    }

    /// Whether a player of this grade belongs.
    pub fn contains(self, grade: Option<Grade>) -> bool {
        (standing(self.low)..=standing(self.high)).contains(&standing(grade))
    }

    /// Whether a player of this grade stands above the run.
    pub fn is_below(self, grade: Option<Grade>) -> bool {
        standing(grade) > standing(self.high)
    }

    /// Whether two runs have a grade in common.
    pub fn overlaps(self, other: Self) -> bool {
        standing(self.low) <= standing(other.high) && standing(other.low) <= standing(self.high)
    }

    /// Whether every grade of `other` is in this run.
    pub fn covers(self, other: Self) -> bool {
        standing(self.low) <= standing(other.low) && standing(other.high) <= standing(self.high)
    }

    /// Every grade of the run (and "ungraded"), from the lowest up.
    pub fn iter(self) -> impl Iterator<Item = Option<Grade>> {
        (standing(self.low)..=standing(self.high)).map(Grade::from_rank)
    }
}

impl std::fmt::Display for GradeRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let end = |grade: Option<Grade>| grade.map_or_else(|| "ungraded".to_owned(), |g| g.to_string());
        match (*self == Self::ANY, self.low == self.high) {
            (true, _) => f.write_str("any"),
            (_, true) => f.write_str(&end(self.low)),
            _ => write!(f, "{}..{}", end(self.low), end(self.high)),
        }
    }
}

/// A range of ages in full years on the day of the event, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgeRange {
    /// The youngest.
    pub from: Option<u16>,
    /// The oldest.
    pub to: Option<u16>,
}

impl AgeRange {
    /// Whether an age is in the range.
    pub fn contains(self, age: u16) -> bool {
        self.from.is_none_or(|from| age >= from) && self.to.is_none_or(|to| age <= to)
    }

    /// Whether two ranges have an age in common.
    pub fn overlaps(self, other: Self) -> bool {
        let below = |from: Option<u16>, to: Option<u16>| from.unwrap_or(0) <= to.unwrap_or(u16::MAX);
        below(self.from, other.to) && below(other.from, self.to)
    }
}

/// The conditions for entering a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRules {
    /// The grades that the group is for. Players above it are guests: they play, but the group promotes them not.
    pub grades: GradeRange,
    /// Whether players below these grades may enter too (越级).
    pub lower_admitted: bool,
    /// Where players below are admitted, only those of this age on the day of the event.
    pub lower_age: Option<AgeRange>,
    /// Age on the day of the event.
    pub age: Option<AgeRange>,
    /// Only this sex.
    pub sex: Option<Sex>,
    /// Only residents of the organiser's region (户籍).
    pub local_household: bool,
    /// Only holders of a certificate that this province issued.
    pub certificate_of_province: bool,
    /// From this grade up the certificate has to be shown.
    pub certificate_from: Option<Grade>,
}

impl EntryRules {
    /// Rules that ask for the grades only.
    pub const fn of(grades: GradeRange) -> Self {
        Self {
            grades,
            lower_admitted: false,
            lower_age: None,
            age: None,
            sex: None,
            local_household: false,
            certificate_of_province: false,
            certificate_from: None,
        }
    }

    /// Whether one player could enter both groups by their own grade, so that it is unclear where.
    pub fn overlaps(&self, other: &Self) -> bool {
        let sexes = match (self.sex, other.sex) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        let ages = match (self.age, other.age) {
            (Some(a), Some(b)) => a.overlaps(b),
            _ => true,
        };
        self.grades.overlaps(other.grades) && sexes && ages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_grades_are_read_and_written_alike() {
        for text in ["any", "ungraded", "1段", "10级..8级", "ungraded..1级"] {
            assert_eq!(GradeRange::parse(text).unwrap().to_string(), text);
        }
        for bad in ["", "8级..10级", "1级..ungraded", "9段", "1d", "五段", ".."] {
            assert_eq!(GradeRange::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_run_knows_who_belongs_and_who_stands_above() {
        let kyu = GradeRange::parse("10级..8级").unwrap();
        assert!(kyu.contains(Grade::kyu(9)) && !kyu.contains(Grade::kyu(7)) && !kyu.contains(None));
        assert!(kyu.is_below(Grade::kyu(7)) && !kyu.is_below(None));
        assert_eq!(kyu.iter().count(), 3);
        assert!(GradeRange::ANY.covers(kyu) && !kyu.covers(GradeRange::ANY));
    }
}
