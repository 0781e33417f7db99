//! The ladder of amateur grades: 25级 (lowest) … 1级, then 1段 … 8段 (highest).
//!
//! Amateur grades are written in Arabic numerals (业余5段); Chinese numerals (五段) belong to professionals,
//! and the two ladders do not connect.

pub(crate) mod chinese_numerals;
mod read;
mod words;

pub use read::{GradeError, GradeRemark, ReadGrade, read};

use serde::{Deserialize, Serialize};
use std::fmt;

/// The lowest kyu.
pub const LOWEST_KYU: u8 = 25;
/// The highest dan (8段, since the current measures; 7段 under the rules of 2005).
pub const HIGHEST_DAN: u8 = 8;

/// An amateur grade. Ordered: a higher grade compares greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// The lowest grade, 25级.
    pub const LOWEST: Grade = Grade(1);
    /// The highest grade, 8段.
    pub const HIGHEST: Grade = Grade(LOWEST_KYU + HIGHEST_DAN);

    /// A kyu grade, `n` from 25 (lowest) to 1.
    pub const fn kyu(n: u8) -> Option<Self> {
        if n >= 1 && n <= LOWEST_KYU { Some(Self(LOWEST_KYU + 1 - n)) } else { None }
    }

    /// A dan grade, `n` from 1 to 8.
    pub const fn dan(n: u8) -> Option<Self> {
        if n >= 1 && n <= HIGHEST_DAN { Some(Self(LOWEST_KYU + n)) } else { None }
    }

    /// The position on the ladder: 1 for 25级 … 25 for 1级, 26 for 1段 … 33 for 8段.
    pub const fn rank(self) -> u8 {
        self.0
    }

    /// The grade at a position of the ladder (see [`Grade::rank`]).
    pub const fn from_rank(rank: u8) -> Option<Self> {
        if rank >= 1 && rank <= LOWEST_KYU + HIGHEST_DAN { Some(Self(rank)) } else { None }
    }

    /// Whether this is a dan grade.
    pub const fn is_dan(self) -> bool {
        self.0 > LOWEST_KYU
    }

    /// The number of the grade as it is written: 5 for 5段 and for 5级.
    pub const fn number(self) -> u8 {
        if self.is_dan() { self.0 - LOWEST_KYU } else { LOWEST_KYU + 1 - self.0 }
    }

    /// The form used in addresses: `5d`, `10k`.
    pub fn slug(self) -> String {
        let mut slug = self.number().to_string();
        slug.push(if self.is_dan() { 'd' } else { 'k' });
        slug
    }

    /// Reads the form used in addresses.
    pub fn from_slug(slug: &str) -> Option<Self> {
        let (digits, suffix) = slug.split_at_checked(slug.len().checked_sub(1)?)?;
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let n = digits.parse().ok()?;
        match suffix {
            "d" => Self::dan(n),
            "k" => Self::kyu(n),
            _ => None,
        }
    }

    /// Reads the canonical form: `5段`, `10级`.
    pub fn from_canonical(text: &str) -> Option<Self> {
        let slug = text
            .strip_suffix('段')
            .map(|n| format!("{n}d"))
            .or_else(|| text.strip_suffix('级').map(|n| format!("{n}k")))?;
        Self::from_slug(&slug)
    }

    /// Grades from 4段 up are published for objections before the title can be used.
    pub const fn needs_notice(self) -> bool {
        self.0 >= LOWEST_KYU + 4
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), if self.is_dan() { '段' } else { '级' })
    }
}

impl fmt::Debug for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Grade {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grade {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_canonical(&text).ok_or_else(|| serde::de::Error::custom(format!("no grade: {text}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_runs_from_25_kyu_to_8_dan_in_order() {
        let all: Vec<_> = (1..=33).map(|r| Grade::from_rank(r).unwrap()).collect();
        assert_eq!(all[0].to_string(), "25级");
        assert_eq!(all[24].to_string(), "1级");
        assert_eq!(all[25].to_string(), "1段");
        assert_eq!(all[32].to_string(), "8段");
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn both_written_forms_round_trip() {
        for rank in 1..=33 {
            let grade = Grade::from_rank(rank).unwrap();
            assert_eq!(Grade::from_slug(&grade.slug()), Some(grade));
            assert_eq!(Grade::from_canonical(&grade.to_string()), Some(grade));
        }
    }

    #[test]
    fn other_forms_are_no_grades() {
        for slug in ["0d", "9d", "26k", "05d", "d", "", "+5d", "5D", "段"] {
            assert_eq!(Grade::from_slug(slug), None, "{slug}");
        }
    }
}
