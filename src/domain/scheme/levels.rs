//! The tables of ceilings (`schemes/levels.toml`): the highest grade by level of the event and of the agency.

use super::policy::{Ceilings, Level, Share};
use super::raw::{RawLevels, Value};
use crate::domain::grade::Grade;
use crate::text::Bilingual;
use std::sync::LazyLock;

/// The table of a scheme that names none.
pub(super) const DEFAULT: &str = "go";
/// The name of no table.
pub(super) const NONE: &str = "none";

/// A table of ceilings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CeilingTable {
    /// The id by which schemes name it.
    pub id: String,
    /// What it is called.
    pub name: Bilingual,
    /// The highest grades.
    pub ceilings: Ceilings,
    /// What an event of a level needs at least so that its grades count, where the table says so.
    pub least: Least,
}

/// The least that an event needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Least {
    /// Rounds, in the order of [`Level::ALL`].
    pub rounds: [Option<u16>; 5],
    /// Minutes that a game takes, in the same order.
    pub minutes: [Option<u16>; 5],
    /// The most games in one day.
    pub games_a_day: Option<u16>,
    /// The score rate that a player needs.
    pub rate: Option<Share>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<RawTable>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    id: String,
    name: Bilingual,
    event: RawLevels,
    agency: RawLevels,
    #[serde(default)]
    least: RawLeast,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLeast {
    #[serde(default)]
    rounds: RawLevels,
    #[serde(default)]
    minutes: RawLevels,
    games_a_day: Option<u16>,
    rate: Option<String>,
}

// proven: the test below reads the same text, which is part of the program.
static TABLES: LazyLock<Vec<CeilingTable>> = LazyLock::new(|| {
    read(include_str!("../../../schemes/levels.toml")).unwrap_or_else(|| unreachable!("schemes/levels.toml"))
});

fn read(text: &str) -> Option<Vec<CeilingTable>> {
    fn all<T>(raw: &RawLevels, value: impl Fn(&str) -> Option<T>) -> Option<[Option<T>; 5]> {
        let one = |field: &Value| field.as_ref().map_or(Some(None), |v| value(&v.get_ref().0).map(Some));
        Some([one(&raw.county)?, one(&raw.city)?, one(&raw.province)?, one(&raw.national)?, one(&raw.world)?])
    }
    let number = |text: &str| text.parse().ok();
    let table = |raw: RawTable| {
        let least = Least {
            rounds: all(&raw.least.rounds, number)?,
            minutes: all(&raw.least.minutes, number)?,
            games_a_day: raw.least.games_a_day,
            rate: match &raw.least.rate {
                None => None,
                Some(text) => Some(Share::parse(text)?),
            },
        };
        let ceilings = Ceilings::new(all(&raw.event, Grade::from_canonical)?, all(&raw.agency, Grade::from_canonical)?);
        Some(CeilingTable { id: raw.id, name: raw.name, ceilings, least })
    };
    let file: File = toml::from_str(text).ok()?;
    let tables = file.table.into_iter().map(table).collect::<Option<Vec<_>>>()?;
    tables.iter().any(|table| table.id == DEFAULT).then_some(tables)
}

/// All tables of ceilings.
pub fn ceiling_tables() -> &'static [CeilingTable] {
    &TABLES
}

/// The ceilings of a table; [`NONE`] has none.
pub(super) fn ceilings_of(id: &str) -> Option<Ceilings> {
    if id == NONE {
        return Some(Ceilings::default());
    }
    TABLES.iter().find(|table| table.id == id).map(|table| table.ceilings)
}

/// The ceilings that hold where a regulation names no exception.
pub fn default_ceilings() -> Ceilings {
    ceilings_of(DEFAULT).unwrap_or_default()
}

/// The levels that have a ceiling by default, with it: for tables and pages.
pub fn ceilings_by_level() -> Vec<(Level, Grade)> {
    Level::ALL.into_iter().filter_map(|level| Some((level, default_ceilings().of_event(level)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_go_and_of_the_chess_federation() {
        let ids: Vec<_> = ceiling_tables().iter().map(|table| table.id.as_str()).collect();
        assert_eq!(ids, ["go", "chess"]);
        let chess = &ceiling_tables()[1];
        let of = |level| chess.ceilings.of_event(level).map(|grade| grade.to_string());
        let [county, city, province, national] =
            [Level::County, Level::City, Level::Province, Level::National].map(|level| of(level).unwrap_or_default());
        assert_eq!([county, city, province, national], ["3级", "2级", "1级", "8段"]);
        assert_eq!(chess.least.rounds, [Some(5), Some(5), Some(7), Some(9), None]);
        assert_eq!(chess.least.minutes, [Some(60), Some(60), Some(60), Some(120), None]);
        assert_eq!(
            (chess.least.games_a_day, chess.least.rate.map(|rate| rate.to_string())),
            (Some(4), Some("65%".into()))
        );
        assert_eq!(ceilings_of(NONE), Some(Ceilings::default()));
        assert_eq!(ceilings_of("draughts"), None);
    }
}
