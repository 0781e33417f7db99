//! State badges: a word and a shape, never colour alone.

use super::Words;
use askama::Template;

/// What a state means to a reader; it decides shape and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// In force, passed: a full stone.
    Good,
    /// Under way, on notice: a stone half full.
    Waiting,
    /// Halted for the moment: two bars.
    Paused,
    /// Revoked, failed: a seal struck through.
    Bad,
    /// Replaced by something later: a stone behind another.
    Past,
    /// Not there: a dashed ring.
    Unknown,
    /// Only a fact: a ring.
    Plain,
}

/// A badge.
#[derive(Template)]
#[template(path = "parts/badge.html")]
pub struct Badge {
    tone: Tone,
    word: Words,
    large: bool,
}

impl Badge {
    /// A badge with its word.
    pub fn new(tone: Tone, word: impl Into<Words>) -> Self {
        Self { tone, word: word.into(), large: false }
    }

    /// The same badge as the largest thing beside a name.
    pub fn large(self) -> Self {
        Self { large: true, ..self }
    }

    fn class(&self) -> &'static str {
        match self.tone {
            Tone::Good => "good",
            Tone::Waiting => "waiting",
            Tone::Paused => "paused",
            Tone::Bad => "bad",
            Tone::Past => "past",
            Tone::Unknown => "unknown",
            Tone::Plain => "plain",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_has_its_own_shape_and_keeps_its_word() {
        use Tone::*;
        let all = [Good, Waiting, Paused, Bad, Past, Unknown, Plain];
        let shape = |tone| {
            let html = Badge::new(tone, "a<b").to_string();
            assert!(html.contains("a&#60;b"), "{html}");
            html[html.find("<svg").unwrap()..html.find("</svg>").unwrap()].to_owned()
        };
        let shapes: std::collections::HashSet<_> = all.into_iter().map(shape).collect();
        assert_eq!(shapes.len(), all.len());
    }
}
