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
