//! What a certificate attests besides its columns, frozen when it is issued.

use crate::text::{Bilingual, both_of};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The frozen rest of a certificate's face, and the chain of facts that led to it. Kept as JSON in the
/// certificate's row, so that one read answers the page behind the code on the paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// The event's part of public addresses; none for an award without an event.
    pub event_slug: Option<String>,
    /// First and last day of the event.
    pub event_days: Option<(NaiveDate, NaiveDate)>,
    /// The scheme's name.
    pub scheme: Bilingual,
    /// The clause's id within the scheme.
    pub clause: String,
    /// Where the clause stands in the regulation.
    #[serde(default)]
    pub article: Bilingual,
    /// Why the award was given, in words.
    pub reason: Bilingual,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// The group's id within the scheme.
    pub group: Option<String>,
    /// The group's name within the scheme.
    #[serde(default)]
    pub group_name: Bilingual,
    /// Place in the standings.
    pub place: Option<i64>,
    /// Players in the group.
    pub of: Option<i64>,
    /// Games won over the board; in certificates of older programs with the byes that counted as wins.
    pub wins: Option<i64>,
    /// Rounds without an opponent; none where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byes: Option<i64>,
    /// Games lost.
    pub losses: Option<i64>,
    /// Reference of the public notice.
    pub notice: Option<String>,
    /// The day from which the title may be used.
    pub granted_on: Option<NaiveDate>,
    /// The holder's public register id.
    pub register_no: String,
}

impl Face {
    /// The JSON for the row.
    pub fn to_json(&self) -> String {
        // proven: strings, numbers and dates under string keys always serialise.
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("a face serialises: {error}"))
    }

    /// The scheme and the place of the clause in it, as the paper and its page say it.
    pub fn granted_under(&self) -> Bilingual {
        match self.article.zh.is_empty() {
            true => self.scheme.clone(),
            false => both_of("format.granted-under", &[("scheme", &self.scheme), ("article", &self.article)]),
        }
    }

    /// Reads a row's JSON. What cannot be read shows as empty rather than as something else.
    pub fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers to programs hand it out as it is kept: whoever adds to it tells everybody.
    #[test]
    fn everything_in_it_is_public() {
        let full = Face { byes: Some(1), ..Face::default() };
        let json: serde_json::Value = serde_json::from_str(&full.to_json()).unwrap();
        let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let public = [
            "article",
            "basis",
            "byes",
            "clause",
            "event_days",
            "event_slug",
            "granted_on",
            "group",
            "group_name",
            "losses",
            "notice",
            "of",
            "place",
            "reason",
            "register_no",
            "scheme",
            "wins",
        ];
        assert_eq!(keys, public);
    }
}
