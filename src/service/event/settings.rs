//! What an event settles beyond its columns.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is agreed when the event is filed, kept as JSON in its row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventSettings {
    /// The groups that are held, by their ids within the scheme.
    pub groups: Vec<String>,
    /// Parameters that the scheme lets an event announce, as text.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// The seed from which lots are drawn; recorded so that everyone can draw them again.
    pub lot_seed: u64,
    /// Whether minors are shown by full name on the event's public pages: only where each has consented.
    #[serde(default)]
    pub names_of_minors: bool,
    /// What is asked of the records of its games.
    #[serde(default, skip_serializing_if = "RecordSettings::is_default")]
    pub records: RecordSettings,
}

/// What an event asks of game records. Without any of it records may be sent and are recounted as they say themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSettings {
    /// Awards of this grade and higher (by its rank) rest on games with a record each.
    #[serde(default)]
    pub required_from: Option<u8>,
    /// Of the other games, how many in a hundred are drawn to have a record.
    #[serde(default)]
    pub sample_percent: u8,
    /// The key of the rules that are played by; those of the record where none.
    #[serde(default)]
    pub rules: Option<String>,
    /// Komi in half-points; that of the game or of its record where none.
    #[serde(default)]
    pub komi_half: Option<i32>,
    /// Whether a move against the rules is void and counts as a pass, instead of ending the game.
    #[serde(default)]
    pub void_passes: bool,
    /// Whether both players are asked to confirm the record.
    #[serde(default)]
    pub confirm: bool,
}

impl RecordSettings {
    /// Whether nothing is asked.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl EventSettings {
    /// The JSON for the row.
    pub fn to_json(&self) -> String {
        // proven: strings, numbers and lists under string keys always serialise.
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("settings serialise: {error}"))
    }

    /// Reads a row's JSON.
    pub fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }
}
