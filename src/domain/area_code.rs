//! Area codes (地区码): which province-level area an agency, and so a certificate number, belongs to.
//!
//! The table is data with validity dates, `data/area-codes.toml`. A code always comes from the agency that issues,
//! never from the identity number of the holder.

use crate::text::{Bilingual, both};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// Three digits that name an area. Any three digits are an area code; whether an area bears it, and when, the
/// table says ([`AreaCode::area`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaCode(u16);

/// A text that is not three digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an area code has three digits")]
pub struct NotThreeDigits;

/// What the table says about a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The code of this area.
    Listed(&'static Area),
    /// A further code of this area: not in the table, but with its first two digits.
    Further(&'static Area),
    /// No area has this code.
    Unassigned,
}

/// An area of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Area {
    /// Its code.
    pub code: AreaCode,
    /// Its name.
    pub name: Bilingual,
    /// The first day it existed as an area of its own; `None`: as long as the register reaches.
    pub valid_from: Option<NaiveDate>,
    /// The last day; `None` while it exists.
    pub valid_to: Option<NaiveDate>,
    /// The area to which a code outside the standard belongs.
    pub base: Option<AreaCode>,
}

impl Area {
    /// Whether the area existed on a day.
    pub fn exists_on(&self, date: NaiveDate) -> bool {
        self.valid_from.is_none_or(|first| first <= date) && self.valid_to.is_none_or(|last| date <= last)
    }
}

impl AreaCode {
    /// 000, the national office.
    pub const NATIONAL: AreaCode = AreaCode(0);

    /// The code with this value, 0 to 999.
    pub const fn new(value: u16) -> Option<Self> {
        if value <= 999 { Some(Self(value)) } else { None }
    }

    /// The value as a number: 310 for `310`, 0 for `000`.
    pub const fn value(self) -> u16 {
        self.0
    }

    /// Whether the code belongs to the national office.
    pub const fn is_national(self) -> bool {
        self.0 < 10
    }

    /// What the table says about this code.
    pub fn meaning(self) -> Meaning {
        let listed = |code: AreaCode| TABLE.iter().find(|area| area.code == code);
        match (listed(self), listed(AreaCode(self.0 / 10 * 10))) {
            (Some(area), _) => Meaning::Listed(area),
            (None, Some(area)) => Meaning::Further(area),
            (None, None) => Meaning::Unassigned,
        }
    }

    /// The area that bears this code, as its own or as a further one.
    pub fn area(self) -> Option<&'static Area> {
        match self.meaning() {
            Meaning::Listed(area) | Meaning::Further(area) => Some(area),
            Meaning::Unassigned => None,
        }
    }

    /// The area that bore this code on a day.
    pub fn area_on(self, date: NaiveDate) -> Option<&'static Area> {
        self.area().filter(|area| area.exists_on(date))
    }

    /// The code of the province to which this code belongs: 310 for 310 and 311.
    pub fn province(self) -> Option<AreaCode> {
        self.area().map(|area| area.base.unwrap_or(area.code))
    }

    /// The name to show for the code; for a further code the name of the area with a remark.
    pub fn name(self) -> Bilingual {
        match self.meaning() {
            Meaning::Listed(area) => area.name.clone(),
            Meaning::Further(area) => {
                let zh = both("number.area.further", &[("area", &area.name.zh)]).zh;
                let en = both("number.area.further", &[("area", &area.name.en)]).en;
                Bilingual { zh, en }
            }
            Meaning::Unassigned => both("number.area.unassigned", &[]),
        }
    }
}

/// All areas of the table, by code.
pub fn areas() -> &'static [Area] {
    &TABLE
}

/// The areas that existed on a day, by code.
pub fn areas_on(date: NaiveDate) -> impl Iterator<Item = &'static Area> {
    TABLE.iter().filter(move |area| area.exists_on(date))
}

impl FromStr for AreaCode {
    type Err = NotThreeDigits;

    fn from_str(text: &str) -> Result<Self, NotThreeDigits> {
        if text.len() != 3 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotThreeDigits);
        }
        text.parse().map(AreaCode).map_err(|_| NotThreeDigits)
    }
}

impl fmt::Display for AreaCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03}", self.0)
    }
}

impl fmt::Debug for AreaCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for AreaCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AreaCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

// proven: the tests below load the same text, which is part of the program.
static TABLE: LazyLock<Vec<Area>> = LazyLock::new(|| {
    load(include_str!("../../data/area-codes.toml")).unwrap_or_else(|e| unreachable!("data/area-codes.toml: {e}"))
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    area: Vec<AreaForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaForm {
    code: AreaCode,
    zh: String,
    en: String,
    valid_from: Option<NaiveDate>,
    valid_to: Option<NaiveDate>,
    base: Option<AreaCode>,
}

fn load(text: &str) -> Result<Vec<Area>, String> {
    let file: FileForm = toml::from_str(text).map_err(|e| e.to_string())?;
    let mut areas: Vec<Area> = Vec::with_capacity(file.area.len());
    for AreaForm { code, zh, en, valid_from, valid_to, base } in file.area {
        if areas.last().is_some_and(|before| before.code >= code) {
            return Err(format!("{code} is not above the code before it"));
        }
        if let (Some(from), Some(to)) = (valid_from, valid_to)
            && from > to
        {
            return Err(format!("{code} ends before it begins"));
        }
        areas.push(Area { code, name: Bilingual { zh, en }, valid_from, valid_to, base });
    }
    match areas.iter().find(|a| a.base.is_some_and(|base| !areas.iter().any(|b| b.code == base && b.base.is_none()))) {
        Some(area) => Err(format!("the base of {} is no area of its own", area.code)),
        None => Ok(areas),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> AreaCode {
        text.parse().unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_table_has_the_national_office_and_34_areas_in_both_languages() {
        load(include_str!("../../data/area-codes.toml")).unwrap();
        assert_eq!(areas().len(), 35);
        assert_eq!(areas()[0].code, AreaCode::NATIONAL);
        for (text, zh, en) in [("310", "上海", "Shanghai"), ("610", "陕西", "Shaanxi"), ("140", "山西", "Shanxi")]
        {
            assert_eq!(code(text).name(), Bilingual { zh: zh.into(), en: en.into() });
        }
    }

    #[test]
    fn a_further_code_belongs_to_the_province_of_its_first_two_digits() {
        assert_eq!(code("311").province(), Some(code("310")));
        assert_eq!(code("310").province(), Some(code("310")));
        assert!(matches!(code("311").meaning(), Meaning::Further(area) if area.code == code("310")));
        assert!(code("311").name().zh.contains("上海"));
        assert!(code("001").is_national() && !code("110").is_national());
    }

    #[test]
    fn a_code_that_no_area_has_is_unassigned() {
        for text in ["100", "299", "660", "990", "830"] {
            assert_eq!(code(text).meaning(), Meaning::Unassigned, "{text}");
            assert_eq!(code(text).province(), None);
        }
    }

    #[test]
    fn areas_exist_from_their_founding() {
        assert_eq!(code("500").area_on(day("1997-03-13")), None);
        assert_eq!(code("500").area_on(day("1997-03-14")).map(|a| a.code), Some(code("500")));
        assert_eq!(code("820").area_on(day("1999-12-19")), None);
        assert_eq!(areas_on(day("1992-01-01")).count(), 32, "before Chongqing, Hong Kong and Macau");
        assert_eq!(areas_on(day("2026-10-01")).count(), 35);
    }

    #[test]
    fn only_three_digits_are_a_code() {
        for text in ["", "31", "3100", "31a", "+31", " 31", "３１０"] {
            assert_eq!(text.parse::<AreaCode>(), Err(NotThreeDigits), "{text}");
        }
        for value in 0..=999 {
            let code = AreaCode::new(value).unwrap();
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        assert_eq!(AreaCode::new(1000), None);
    }

    #[test]
    fn a_table_with_a_fault_is_refused() {
        let fault = |rows: &str| load(&format!("area = [{rows}]")).unwrap_err();
        assert!(fault("{code='20',zh='a',en='a'}").contains("three digits"));
        assert!(fault("{code='200',zh='a',en='a'},{code='200',zh='b',en='b'}").contains("not above"));
        assert!(fault("{code='200',zh='a',en='a',base='300'}").contains("no area of its own"));
        assert!(
            fault("{code='200',zh='a',en='a',valid_from='2000-01-02',valid_to='2000-01-01'}").contains("ends before")
        );
    }

    #[test]
    fn a_body_outside_the_standard_may_be_listed_under_a_province() {
        let areas =
            load("area=[{code='650',zh='新疆',en='Xinjiang'},{code='660',zh='兵团',en='XPCC',base='650'}]").unwrap();
        assert_eq!(areas[1].base, Some(code("650")));
    }
}
