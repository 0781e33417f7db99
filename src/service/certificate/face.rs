//! What a certificate attests besides its columns, frozen when it is issued.

use crate::text::{Bilingual, Lang, fill};
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
            false => Bilingual {
                zh: granted_under(Lang::Zh, &self.scheme.zh, &self.article.zh),
                en: granted_under(Lang::En, &self.scheme.en, &self.article.en),
            },
        }
    }

    /// Reads a row's JSON. What cannot be read shows as empty rather than as something else.
    pub fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }
}

/// A scheme and a place in it, in words.
pub fn granted_under(lang: Lang, scheme: &str, article: &str) -> String {
    fill(lang, "format.granted-under", &[("scheme", scheme), ("article", article)])
}

/// What most faces have, read from a row's JSON without copying it: of an award granted at an event.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct EventFace<'a> {
    /// [`Face::event_slug`].
    pub event_slug: &'a str,
    /// [`Face::event_days`], as programs write days.
    pub event_days: (&'a str, &'a str),
    /// [`Face::scheme`].
    #[serde(borrow)]
    pub scheme: Words<'a>,
    /// [`Face::article`].
    #[serde(default, borrow)]
    pub article: Words<'a>,
    /// [`Face::reason`].
    #[serde(borrow)]
    pub reason: Words<'a>,
    /// [`Face::group`].
    pub group: &'a str,
    /// [`Face::group_name`].
    #[serde(default, borrow)]
    pub group_name: Words<'a>,
    /// [`Face::place`].
    pub place: i64,
    /// [`Face::of`].
    pub of: i64,
    /// [`Face::wins`].
    pub wins: i64,
    /// [`Face::byes`].
    pub byes: Option<i64>,
    /// [`Face::losses`].
    pub losses: i64,
    /// [`Face::notice`].
    pub notice: Option<&'a str>,
    /// [`Face::granted_on`], as programs write days.
    pub granted_on: &'a str,
    /// [`Face::register_no`].
    pub register_no: &'a str,
}

/// A text in both languages, where it stands.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Words<'a> {
    /// Simplified Chinese.
    pub zh: &'a str,
    /// English.
    pub en: &'a str,
}

impl<'a> Words<'a> {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &'a str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }

    /// Whether there is a text in both languages.
    pub fn said(&self) -> bool {
        !self.zh.is_empty() && !self.en.is_empty()
    }
}

impl<'a> EventFace<'a> {
    /// Reads a row's JSON. None for a face that lacks something of this, and for the rare one with a text that JSON
    /// writes otherwise than it reads: that is for [`Face::from_json`].
    pub fn read(json: &'a str) -> Option<Self> {
        serde_json::from_str(json).ok()
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
