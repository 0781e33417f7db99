//! The small policies that a regulation settles: what a game is worth, how ties are broken, what a percentage
//! is taken of, how far an event may promote.

use crate::domain::grade::Grade;
use serde::{Deserialize, Serialize};

/// What a game is worth. A loss is worth nothing, so that "n wins" can be read as n times the worth of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Points {
    /// A won game.
    pub win: u16,
    /// A drawn game, never more than a win.
    pub draw: u16,
    /// A round without an opponent, never more than a win.
    pub bye: u16,
}

impl Default for Points {
    fn default() -> Self {
        Self { win: 2, draw: 1, bye: 2 }
    }
}

impl Points {
    /// The points that stand for `wins` won games; two draws weigh as much as one win where a draw is half of it.
    pub fn of_wins(self, wins: u16) -> u32 {
        u32::from(self.win) * u32::from(wins)
    }
}

/// How rounds that were not played weigh where players with equal points are told apart. Regulations differ here, and
/// many say nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unplayed {
    /// A bye adds the player's own points to the opponents' points, as an opponent of the same strength would;
    /// otherwise it adds nothing.
    pub bye_is_own: bool,
    /// A game that was won and lost by forfeit adds nothing to opponents' points and points of the beaten; otherwise
    /// it adds what any game does.
    pub forfeit_is_nobody: bool,
    /// Where others look at a player's points, each round that this player missed weighs as a draw; otherwise as
    /// nothing.
    pub missed_is_draw: bool,
}

/// A criterion that orders players with equal points. Points always come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TieBreak {
    /// The sum of the opponents' points (对手分).
    Opponents,
    /// The sum of the points of the opponents beaten.
    Beaten,
    /// The sum of the running totals after each round (累进分).
    Cumulative,
    /// The games among those still tied, if they are exactly two.
    DirectIfTwo,
    /// The games among all those still tied.
    Direct,
    /// Fewer warnings are better.
    Warnings,
    /// The points of the best opponent beaten.
    BestBeaten,
    /// A lot, drawn from the recorded seed and the player's id.
    Lot,
}

impl TieBreak {
    /// All criteria.
    pub const ALL: [TieBreak; 8] = [
        TieBreak::Opponents,
        TieBreak::Beaten,
        TieBreak::Cumulative,
        TieBreak::DirectIfTwo,
        TieBreak::Direct,
        TieBreak::Warnings,
        TieBreak::BestBeaten,
        TieBreak::Lot,
    ];

    /// The name in scheme files and in the JSON of `qipin promote`.
    pub const fn id(self) -> &'static str {
        match self {
            TieBreak::Opponents => "opponents",
            TieBreak::Beaten => "beaten",
            TieBreak::Cumulative => "cumulative",
            TieBreak::DirectIfTwo => "direct-if-two",
            TieBreak::Direct => "direct",
            TieBreak::Warnings => "warnings",
            TieBreak::BestBeaten => "best-beaten",
            TieBreak::Lot => "lot",
        }
    }

    /// The criterion of a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|criterion| criterion.id() == id)
    }

    /// The catalogue key of its label.
    pub const fn key(self) -> &'static str {
        match self {
            TieBreak::Opponents => "schemes.tiebreak.opponents",
            TieBreak::Beaten => "schemes.tiebreak.beaten",
            TieBreak::Cumulative => "schemes.tiebreak.cumulative",
            TieBreak::DirectIfTwo => "schemes.tiebreak.direct_if_two",
            TieBreak::Direct => "schemes.tiebreak.direct",
            TieBreak::Warnings => "schemes.tiebreak.warnings",
            TieBreak::BestBeaten => "schemes.tiebreak.best_beaten",
            TieBreak::Lot => "schemes.tiebreak.lot",
        }
    }
}

impl Serialize for TieBreak {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// What happens to players whom the whole list of tie-breaks leaves equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ties {
    /// A lot decides: no place is shared.
    Lot,
    /// They share the place; all who share the last place of a quota are promoted.
    Share,
}

/// Whom a percentage counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// Everyone entered in the group.
    Registered,
    /// Those with at least one round (a game or a bye).
    Started,
    /// Those still there in the last round.
    Finished,
}

/// How a fraction of a place is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// A half and more is a place (四舍五入).
    HalfUp,
    /// Fractions are dropped.
    Floor,
    /// Every fraction is a place.
    Ceiling,
}

/// A part of a whole, kept as an exact fraction: 30 % is 3000/10000, a third is 1/3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The parts taken.
    pub numerator: u32,
    /// Of how many.
    pub denominator: u32,
}

impl Share {
    /// Reads `30%`, `33.3%` (at most two decimals) or `1/3`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        fn digits(text: &str) -> Option<&str> {
            (!text.is_empty() && text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
        }
        if let Some((top, bottom)) = text.split_once('/') {
            let share = Self { numerator: digits(top)?.parse().ok()?, denominator: digits(bottom)?.parse().ok()? };
            return (share.denominator > 0).then_some(share);
        }
        let percent = text.strip_suffix('%')?.trim_end();
        let (whole, decimals) = percent.split_once('.').unwrap_or((percent, "00"));
        if decimals.len() > 2 {
            return None;
        }
        let whole: u32 = digits(whole)?.parse().ok()?;
        let decimals: u32 = format!("{:0<2}", digits(decimals)?).parse().ok()?;
        Some(Self { numerator: whole.checked_mul(100)?.checked_add(decimals)?, denominator: 10_000 })
    }

    /// Whether this is more than the whole.
    pub const fn exceeds_whole(self) -> bool {
        self.numerator > self.denominator
    }

    /// This part of `whole`, rounded.
    pub fn of(self, whole: u32, rounding: Rounding) -> u32 {
        let (top, bottom) = (u64::from(whole) * u64::from(self.numerator), u64::from(self.denominator));
        let rounded = match rounding {
            Rounding::Floor => top / bottom,
            Rounding::Ceiling => top.div_ceil(bottom),
            Rounding::HalfUp => (2 * top + bottom) / (2 * bottom),
        };
        u32::try_from(rounded).unwrap_or(u32::MAX)
    }

    /// Compares two shares exactly.
    pub fn compare(self, other: Self) -> std::cmp::Ordering {
        let left = u64::from(self.numerator) * u64::from(other.denominator);
        left.cmp(&(u64::from(other.numerator) * u64::from(self.denominator)))
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.denominator != 10_000 {
            return write!(f, "{}/{}", self.numerator, self.denominator);
        }
        match (self.numerator / 100, self.numerator % 100) {
            (whole, 0) => write!(f, "{whole}%"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}%", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}%"),
        }
    }
}

/// When an absent player counts as withdrawn, and what that costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Absence {
    /// So many absences in a row withdraw a player; games after that do not count for that player.
    /// `None`: an absence costs its round only.
    pub in_a_row: Option<u16>,
    /// Whether a withdrawn player can be promoted at all.
    pub forfeits_award: bool,
    /// A player later than this many minutes loses the game; recorded for the referee, the sheet shows the forfeit.
    pub late_minutes: Option<u16>,
}

/// How long an award may be collected. Nothing set: it never lapses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Collect {
    /// Calendar months from the day of the award.
    pub months: Option<u16>,
    /// Days from the day of the award.
    pub days: Option<u16>,
}

/// The level of an event or of an agency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// 县级
    County,
    /// 市级
    City,
    /// 省级
    Province,
    /// 全国
    National,
    /// 世界
    World,
}

impl Level {
    /// All levels from the lowest up.
    pub const ALL: [Level; 5] = [Level::County, Level::City, Level::Province, Level::National, Level::World];

    /// The name on the command line and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Level::County => "county",
            Level::City => "city",
            Level::Province => "province",
            Level::National => "national",
            Level::World => "world",
        }
    }

    /// The level of a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.id() == id)
    }

    /// The catalogue key of its label.
    pub const fn key(self) -> &'static str {
        match self {
            Level::County => "schemes.level.county",
            Level::City => "schemes.level.city",
            Level::Province => "schemes.level.province",
            Level::National => "schemes.level.national",
            Level::World => "schemes.level.world",
        }
    }

    /// The level of an agency by its code: `000` is the national office, three digits a province, six further
    /// digits a city (ending in `00`) or a county.
    pub fn of_agency(code: &str) -> Option<Self> {
        let is = |text: &str, length| text.len() == length && text.bytes().all(|b| b.is_ascii_digit());
        match code.split_once('-') {
            None if code == "000" => Some(Level::National),
            None if is(code, 3) => Some(Level::Province),
            Some((area, division)) if is(area, 3) && is(division, 6) => {
                Some(if division.ends_with("00") { Level::City } else { Level::County })
            }
            _ => None,
        }
    }
}

/// The highest grade by level of the event and by level of the agency that files it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ceilings {
    event: [Option<Grade>; 5],
    agency: [Option<Grade>; 5],
}

impl Ceilings {
    /// Ceilings from two lists in the order of [`Level::ALL`].
    pub const fn new(event: [Option<Grade>; 5], agency: [Option<Grade>; 5]) -> Self {
        Self { event, agency }
    }

    /// The highest grade at an event of this level.
    pub fn of_event(&self, level: Level) -> Option<Grade> {
        self.event[level as usize]
    }

    /// The highest grade that an agency of this level may promote to.
    pub fn of_agency(&self, level: Level) -> Option<Grade> {
        self.agency[level as usize]
    }

    /// These ceilings with those of a regulation in their place.
    pub fn overridden_by(&self, other: &Ceilings) -> Ceilings {
        let mut merged = *self;
        for i in 0..Level::ALL.len() {
            merged.event[i] = other.event[i].or(self.event[i]);
            merged.agency[i] = other.agency[i].or(self.agency[i]);
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_and_rounded_as_told() {
        let share = Share::parse("30%").unwrap();
        assert_eq!(share.to_string(), "30%");
        assert_eq!(
            [Rounding::Floor, Rounding::HalfUp, Rounding::Ceiling].map(|r| share.of(45, r)),
            [13, 14, 14],
            "13.5 of 45"
        );
        assert_eq!(share.of(44, Rounding::HalfUp), 13, "13.2 of 44");
        let third = Share::parse("1/3").unwrap();
        assert_eq!([third.of(9, Rounding::Floor), third.of(10, Rounding::Ceiling)], [3, 4]);
        assert_eq!(Share::parse("12.5%").unwrap().to_string(), "12.5%");
        assert_eq!(Share::parse("12.05%").unwrap().to_string(), "12.05%");
        for bad in ["", "%", "30", "1/0", "-3%", "1.234%", "3 0%", "1e2%", ".5%", "5.%"] {
            assert_eq!(Share::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_agencys_level_is_read_from_its_code() {
        assert_eq!(Level::of_agency("000"), Some(Level::National));
        assert_eq!(Level::of_agency("320"), Some(Level::Province));
        assert_eq!(Level::of_agency("320-320200"), Some(Level::City));
        assert_eq!(Level::of_agency("320-320282"), Some(Level::County));
        for bad in ["", "32", "320-", "320-3202", "abc", "320-32020x"] {
            assert_eq!(Level::of_agency(bad), None, "{bad}");
        }
    }
}
