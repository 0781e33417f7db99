//! The chain of stones: event, games, clause, notice, certificate, one under the other.

use super::Words;
use askama::Template;

/// How far a link of the chain has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Done: a black stone.
    Done,
    /// Where things stand: a white stone with a ring.
    Now,
    /// To come: an empty point.
    Later,
    /// Broken: a vermilion seal.
    Broken,
}

/// One link.
pub struct Link {
    /// How far it has come.
    pub stage: Stage,
    /// What it is: 赛事, 公示 …
    pub title: Words,
    /// When, in words.
    pub when: Option<String>,
    /// What there is to say.
    pub text: String,
    /// Where to see it.
    pub href: Option<String>,
}

impl Link {
    /// A link of the chain.
    pub fn new(stage: Stage, title: impl Into<Words>, text: impl Into<String>) -> Self {
        Self { stage, title: title.into(), when: None, text: text.into(), href: None }
    }

    /// With a date in words.
    pub fn when(self, when: impl Into<String>) -> Self {
        Self { when: Some(when.into()), ..self }
    }

    /// With the place where it can be seen.
    pub fn href(self, href: impl Into<String>) -> Self {
        Self { href: Some(href.into()), ..self }
    }

    fn class(&self) -> &'static str {
        match self.stage {
            Stage::Done => "done",
            Stage::Now => "now",
            Stage::Later => "later",
            Stage::Broken => "broken",
        }
    }
}

/// The chain.
#[derive(Template)]
#[template(path = "parts/chain.html")]
pub struct Chain {
    /// Its links from the first to the last.
    pub links: Vec<Link>,
}
