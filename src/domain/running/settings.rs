//! What an organiser settles before the first round of a group that is run here.

use crate::domain::swiss::Within;
use serde::{Deserialize, Serialize};

/// Who is kept apart in the first rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protect {
    /// Nobody.
    #[default]
    Nobody,
    /// Players of one club (俱乐部).
    Club,
    /// Players of one agency (单位).
    Agency,
}

impl Protect {
    /// All choices, the default first.
    pub const ALL: [Protect; 3] = [Protect::Nobody, Protect::Club, Protect::Agency];

    /// The stable name in settings and forms.
    pub const fn id(self) -> &'static str {
        match self {
            Protect::Nobody => "nobody",
            Protect::Club => "club",
            Protect::Agency => "agency",
        }
    }

    /// The choice of a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|protect| protect.id() == id)
    }
}

/// How a group is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSettings {
    /// How many rounds are played.
    pub rounds: u16,
    /// The policy within a score group, by its stable name.
    pub within: String,
    /// Who is kept apart.
    pub protect: Protect,
    /// In how many of the first rounds.
    pub protect_rounds: u16,
    /// Whether numbers are drawn by lot when the first round is paired; else they follow the entry list.
    pub numbers_by_lot: bool,
    /// Whether the public sees pairings and results while the group is played.
    pub public: bool,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            rounds: 7,
            within: Within::default().id().to_owned(),
            protect: Protect::default(),
            protect_rounds: 2,
            numbers_by_lot: true,
            public: true,
        }
    }
}

impl RunSettings {
    /// The policy within a score group.
    pub fn within(&self) -> Within {
        Within::from_id(&self.within).unwrap_or_default()
    }

    /// The JSON for the row.
    pub fn to_json(&self) -> String {
        // proven: strings, numbers and truth values under string keys always serialise.
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("settings serialise: {error}"))
    }

    /// Reads a row's JSON.
    pub fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }
}
