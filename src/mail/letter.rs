//! The parts of a mail, and the small words they are made of.

use super::clean::{line, quoted};
use super::message::{EventRef, Link, ObjectionRef};
use crate::domain::grade::Grade;
use crate::text::{Lang, dates, fill, text};
use chrono::{DateTime, NaiveDate, Utc};

/// Longest name of an event, an agency or a person in a mail, in characters.
const NAME: usize = 80;
/// Longest reason.
const REASON: usize = 2000;

/// The parts of a mail, in the order in which they stand.
pub(super) struct Letter {
    lang: Lang,
    pub subject: String,
    pub paragraphs: Vec<String>,
    /// Label and value.
    pub facts: Vec<(String, String)>,
    /// What a person wrote, marked as a quotation.
    pub quote: Option<String>,
    /// What the link is for, and the path.
    pub links: Vec<(String, String)>,
}

impl Letter {
    /// A letter whose subject is the text of `subject` with `about` in it.
    pub fn new(lang: Lang, subject: &str, about: &str) -> Self {
        let subject = fill(lang, subject, &[("about", &line(about, NAME))]);
        Self { lang, subject, paragraphs: Vec::new(), facts: Vec::new(), quote: None, links: Vec::new() }
    }

    /// Adds a paragraph of the catalogue.
    pub fn says(mut self, key: &str) -> Self {
        self.paragraphs.push(text(self.lang, key).to_owned());
        self
    }

    /// Adds a fact whose value a person typed.
    pub fn fact(mut self, label: &str, value: &str) -> Self {
        self.facts.push((text(self.lang, label).to_owned(), line(value, NAME)));
        self
    }

    /// Adds a number.
    pub fn number(self, label: &str, value: impl Into<u64>) -> Self {
        self.fact(label, &value.into().to_string())
    }

    /// Adds a day.
    pub fn day(self, label: &str, day: NaiveDate) -> Self {
        let words = dates::date(self.lang, day);
        self.fact(label, &words)
    }

    /// Adds the days from `first` to `last`.
    pub fn days(self, label: &str, first: NaiveDate, last: NaiveDate) -> Self {
        if first == last {
            return self.day(label, first);
        }
        let (from, to) = (dates::date(self.lang, first), dates::date(self.lang, last));
        let words = fill(self.lang, "mail.layout.days", &[("from", &from), ("to", &to)]);
        self.fact(label, &words)
    }

    /// Adds a moment.
    pub fn moment(self, label: &str, at: DateTime<Utc>) -> Self {
        let words = dates::moment(self.lang, at);
        self.fact(label, &words)
    }

    /// Adds how many there are of a grade.
    pub fn count_of(mut self, grade: Grade, count: u32) -> Self {
        let label = grade_in_words(self.lang, grade);
        self.facts.push((label, count.to_string()));
        self
    }

    /// Adds what identifies an event.
    pub fn event(self, event: &EventRef) -> Self {
        let agency = event.agency.get(self.lang).to_owned();
        self.fact("mail.label.event", &event.name).fact("mail.label.agency", &agency).days(
            "mail.label.days",
            event.begins,
            event.ends,
        )
    }

    /// Adds what identifies an objection.
    pub fn objection(self, objection: &ObjectionRef) -> Self {
        let grade = grade_in_words(self.lang, objection.grade);
        self.fact("mail.label.objection", &objection.reference)
            .fact("mail.label.notice", &objection.notice)
            .fact("mail.label.grade", &grade)
            .fact("mail.label.event", &objection.event)
            .moment("mail.label.received", objection.received)
    }

    /// Adds the reason that a person gave.
    pub fn reason(mut self, reason: &str) -> Self {
        self.quote = Some(format!("{}\n{}", text(self.lang, "mail.layout.reason"), quoted(reason, REASON)));
        self
    }

    /// Adds a link and what it is for.
    pub fn link(self, label: &str, link: &Link) -> Self {
        self.path(label, link.path())
    }

    /// Adds a link by its path.
    pub fn path(mut self, label: &str, path: &str) -> Self {
        self.links.push((text(self.lang, label).to_owned(), path.to_owned()));
        self
    }
}

fn grade_in_words(lang: Lang, grade: Grade) -> String {
    let key = if grade.is_dan() { "mail.layout.dan" } else { "mail.layout.kyu" };
    fill(lang, key, &[("n", &grade.number().to_string())])
}
