//! The form of a scheme file: every key there is, each with its place in the text. Nothing is checked here but
//! keys and types.

use crate::text::Bilingual;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use std::fmt;
use toml::Spanned;

/// A value that may also be a reference to a parameter (`"$quota"`): kept as text.
#[derive(Clone, Debug)]
pub(super) struct Text(pub(super) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a whole number, true or false")
            }
            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
            fn visit_bool<E>(self, yes: bool) -> Result<Text, E> {
                Ok(Text(yes.to_string()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// One id or several: parallel groups with one set of rules.
#[derive(Clone, Debug)]
pub(super) struct Ids(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for Ids {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Ids;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of texts")
            }
            fn visit_str<E>(self, text: &str) -> Result<Ids, E> {
                Ok(Ids(vec![text.to_owned()]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Ids, A::Error> {
                let mut ids = Vec::new();
                while let Some(id) = items.next_element()? {
                    ids.push(id);
                }
                Ok(Ids(ids))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A text in both languages, and nothing else.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Both {
    pub(super) zh: String,
    pub(super) en: String,
}

impl From<Both> for Bilingual {
    fn from(both: Both) -> Self {
        Bilingual { zh: both.zh, en: both.en }
    }
}

/// A value with its place, or none.
pub(super) type Value = Option<Spanned<Text>>;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawScheme {
    pub(super) id: Spanned<String>,
    pub(super) version: Spanned<u16>,
    pub(super) name: Spanned<Both>,
    pub(super) valid_from: Option<Spanned<String>>,
    pub(super) valid_until: Option<Spanned<String>>,
    pub(super) ladder: Option<Spanned<String>>,
    pub(super) rungs: Option<Spanned<Vec<String>>>,
    pub(super) printed: Option<Spanned<Vec<String>>>,
    pub(super) source: RawSource,
    #[serde(default)]
    pub(super) standings: RawStandings,
    #[serde(default)]
    pub(super) quota: RawQuota,
    #[serde(default)]
    pub(super) limits: RawLimits,
    #[serde(default)]
    pub(super) absence: RawAbsence,
    #[serde(default)]
    pub(super) collect: RawCollect,
    #[serde(default)]
    pub(super) parameter: Vec<RawParameter>,
    #[serde(default)]
    pub(super) test: Vec<RawTest>,
    #[serde(default)]
    pub(super) remarks: Vec<Both>,
    #[serde(default)]
    pub(super) names: std::collections::BTreeMap<Spanned<String>, Both>,
    pub(super) national: Option<RawNational>,
    pub(super) group: Vec<RawGroup>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNational {
    pub(super) notice_from: Value,
    pub(super) bases: Spanned<Vec<Spanned<String>>>,
    pub(super) appraisal: Option<RawAppraisal>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAppraisal {
    pub(super) highest: Spanned<Text>,
    pub(super) from_age: Spanned<Text>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSource {
    pub(super) title: Both,
    pub(super) year: Option<u16>,
    pub(super) url: Option<String>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStandings {
    pub(super) win: Value,
    pub(super) draw: Value,
    pub(super) loss: Value,
    pub(super) bye: Value,
    pub(super) bye_opponent: Value,
    pub(super) forfeit_opponent: Value,
    pub(super) missed_round: Value,
    pub(super) order: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) ties: Value,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawQuota {
    pub(super) base: Value,
    pub(super) rounding: Value,
    pub(super) guests_take_places: Value,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimits {
    pub(super) table: Value,
    pub(super) max_rungs: Value,
    pub(super) one_per_month: Value,
    #[serde(default)]
    pub(super) event: RawLevels,
    #[serde(default)]
    pub(super) agency: RawLevels,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLevels {
    pub(super) county: Value,
    pub(super) city: Value,
    pub(super) province: Value,
    pub(super) national: Value,
    pub(super) world: Value,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAbsence {
    pub(super) in_a_row: Value,
    pub(super) forfeits_award: Value,
    pub(super) late_minutes: Value,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCollect {
    pub(super) within_months: Value,
    pub(super) within_days: Value,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawParameter {
    pub(super) id: Spanned<String>,
    pub(super) name: Both,
    pub(super) kind: Spanned<String>,
    pub(super) why: Spanned<String>,
    pub(super) default: Spanned<Text>,
    pub(super) min: Value,
    pub(super) max: Value,
    #[serde(default)]
    pub(super) choices: Vec<String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTest {
    pub(super) id: Spanned<String>,
    pub(super) name: Both,
    pub(super) max: Value,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGroup {
    pub(super) id: Spanned<Ids>,
    pub(super) name: Option<Both>,
    pub(super) grades: Spanned<String>,
    pub(super) lower: Value,
    pub(super) rounds: Value,
    pub(super) min_size: Value,
    pub(super) max_size: Value,
    #[serde(default)]
    pub(super) entry: RawEntry,
    pub(super) stop: Option<Spanned<RawStop>>,
    pub(super) article: Option<Both>,
    #[serde(default)]
    pub(super) remarks: Vec<Both>,
    pub(super) clause: Vec<RawClause>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEntry {
    pub(super) age: Option<Spanned<RawAge>>,
    pub(super) lower_age: Option<Spanned<RawAge>>,
    pub(super) sex: Value,
    pub(super) household: Value,
    pub(super) certificate: Value,
    pub(super) certificate_from: Value,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAge {
    pub(super) from: Option<u16>,
    pub(super) to: Option<u16>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStop {
    pub(super) wins: Value,
    pub(super) losses: Value,
    pub(super) from_round: Value,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawClause {
    pub(super) id: Spanned<String>,
    pub(super) article: Option<Both>,
    pub(super) up: Value,
    pub(super) to: Value,
    pub(super) everyone: Value,
    pub(super) wins: Value,
    pub(super) fill: Option<Spanned<Vec<u16>>>,
    pub(super) rate: Value,
    pub(super) share: Value,
    pub(super) places: Value,
    pub(super) band: Value,
    pub(super) reserved: Value,
    pub(super) from: Value,
    pub(super) sex: Value,
    pub(super) level: Option<Spanned<Ids>>,
    #[serde(default)]
    pub(super) tests: std::collections::BTreeMap<String, Spanned<u32>>,
}
