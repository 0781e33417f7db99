//! A scheme in words, made from the data in either language: what `qipin schemes show` and the pages print.

use super::model::{Group, Parameter, Scheme, Why};
use super::national::National;
use super::parameters::bounds_of;
use super::policy::{Base, Level, Rounding, TieBreak, Ties};
use super::words_clause::clause;
use super::words_group::conditions;
use crate::domain::grade::Grade;
use crate::text::{Lang, dates, fill, text};
use std::fmt;

/// A scheme in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Words {
    /// The name.
    pub title: String,
    /// The rules that hold for all groups: label and value.
    pub facts: Vec<(String, String)>,
    /// The groups.
    pub groups: Vec<GroupWords>,
    /// What an event may set.
    pub parameters: Vec<ParameterWords>,
    /// What the regulation says besides.
    pub remarks: Vec<String>,
    /// The headings of the last three, in this order.
    headings: [String; 3],
}

/// A group in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct GroupWords {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Who may enter, rounds, sizes, early stop.
    pub conditions: Vec<String>,
    /// What is won.
    pub clauses: Vec<ClauseWords>,
    /// What the regulation says besides.
    pub remarks: Vec<String>,
}

/// A clause in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ClauseWords {
    /// The id.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// The place in the regulation.
    pub article: String,
}

/// A parameter in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ParameterWords {
    /// The id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Why it is a parameter.
    pub why: String,
    /// Its default and bounds.
    pub value: String,
}

impl Scheme {
    /// The scheme in words.
    pub fn words(&self, lang: Lang) -> Words {
        Words {
            title: self.name.get(lang).to_owned(),
            facts: facts(self, lang),
            groups: self.groups.iter().map(|group| self.group_words(group, lang)).collect(),
            parameters: self.parameters.iter().map(|p| parameter(p, lang)).collect(),
            remarks: self.remarks.iter().map(|r| r.get(lang).to_owned()).collect(),
            headings: [
                text(lang, "schemes.heading.groups").to_owned(),
                text(lang, "schemes.heading.parameters").to_owned(),
                text(lang, "schemes.heading.remarks").to_owned(),
            ],
        }
    }

    /// A group in words.
    pub fn group_words(&self, group: &Group, lang: Lang) -> GroupWords {
        GroupWords {
            id: group.id.clone(),
            name: group.name.get(lang).to_owned(),
            conditions: conditions(self, group, lang),
            clauses: group
                .clauses
                .iter()
                .enumerate()
                .map(|(i, c)| ClauseWords {
                    id: c.id.clone(),
                    text: clause(self, &group.clauses[..i], c, lang),
                    article: c.article.get(lang).to_owned(),
                })
                .collect(),
            remarks: group.remarks.iter().map(|r| r.get(lang).to_owned()).collect(),
        }
    }

    /// The parameter that a value is made with, in words.
    pub(super) fn by_parameter(&self, id: &str, lang: Lang) -> String {
        let name = self.parameters.iter().find(|p| p.id == id).map_or(id, |p| p.name.get(lang));
        fill(lang, "schemes.clause.parameter", &[("name", name)])
    }

    /// Whether the source leaves a value open that every scheme needs.
    fn leaves_open(&self, id: &str) -> bool {
        self.parameters.iter().any(|p| p.id == id && p.why == Why::Open)
    }
}

/// A value with a note in brackets, which are as wide as the characters of the language.
pub(super) fn aside(lang: Lang, value: &str, note: &str) -> String {
    fill(lang, "schemes.said.aside", &[("value", value), ("note", note)])
}

fn facts(scheme: &Scheme, lang: Lang) -> Vec<(String, String)> {
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut add = |label: &str, open: Option<&str>, value: String| {
        let value = match open.filter(|id| scheme.leaves_open(id)) {
            Some(_) => aside(lang, &value, text(lang, "schemes.said.open")),
            None => value,
        };
        facts.push((label.to_owned(), value));
    };
    let label = |key: &'static str| text(lang, key);
    let say = |key: &'static str| text(lang, key).to_owned();
    let source = match scheme.source.year {
        Some(year) => aside(lang, scheme.source.title.get(lang), &year.to_string()),
        None => scheme.source.title.get(lang).to_owned(),
    };
    add(label("schemes.fact.source"), None, source);
    let day = |date: Option<chrono::NaiveDate>| date.map_or_else(String::new, |d| dates::date(lang, d));
    let (from, until) = (day(scheme.valid_from), day(scheme.valid_until));
    let key = match (scheme.valid_from, scheme.valid_until) {
        (Some(_), Some(_)) => "schemes.said.between",
        (Some(_), None) => "schemes.said.since",
        (None, Some(_)) => "schemes.said.until",
        (None, None) => "schemes.said.always",
    };
    add(label("schemes.fact.validity"), None, fill(lang, key, &[("from", &from), ("until", &until)]));
    let listed = |grades: &[Grade]| {
        let each: Vec<_> = grades.iter().map(|grade| scheme.said(*grade, lang)).collect();
        each.join(text(lang, "schemes.said.rung"))
    };
    add(label("schemes.fact.ladder"), None, listed(scheme.ladder.rungs()));
    if scheme.ladder.printed() != scheme.ladder.rungs() {
        add(label("schemes.fact.printed"), None, listed(scheme.ladder.printed()));
    }
    let points = scheme.points;
    let arguments =
        [("win", &*points.win.to_string()), ("draw", &points.draw.to_string()), ("bye", &points.bye.to_string())];
    add(label("schemes.fact.points"), Some("bye"), fill(lang, "schemes.said.points", &arguments));
    let unplayed = scheme.unplayed;
    let choices = [
        ("bye_opponent", if unplayed.bye_is_own { "schemes.said.bye_own" } else { "schemes.said.bye_nobody" }),
        (
            "forfeit_opponent",
            if unplayed.forfeit_is_nobody { "schemes.said.forfeit_nobody" } else { "schemes.said.forfeit_counts" },
        ),
        (
            "missed_round",
            if unplayed.missed_is_draw { "schemes.said.missed_draw" } else { "schemes.said.missed_nothing" },
        ),
    ];
    for (id, key) in choices {
        add(label("schemes.fact.unplayed"), Some(id), say(key));
    }
    let mut order = vec![say("schemes.tiebreak.points")];
    order.extend(scheme.order.iter().map(|criterion| text(lang, criterion.key()).to_owned()));
    add(label("schemes.fact.order"), Some("order"), order.join(" → "));
    let ties = match scheme.ties {
        Ties::Lot => say("schemes.said.lot"),
        Ties::Share => say("schemes.said.share"),
    };
    add(label("schemes.fact.ties"), Some("ties"), ties);
    let base = match scheme.base {
        Base::Registered => say("schemes.said.registered"),
        Base::Started => say("schemes.said.started"),
        Base::Finished => say("schemes.said.finished"),
    };
    add(label("schemes.fact.base"), Some("base"), base);
    let rounding = match scheme.rounding {
        Rounding::HalfUp => say("schemes.said.half_up"),
        Rounding::Floor => say("schemes.said.floor"),
        Rounding::Ceiling => say("schemes.said.ceiling"),
    };
    add(label("schemes.fact.rounding"), Some("rounding"), rounding);
    let guests = match scheme.guests_take_places {
        true => say("schemes.said.guests_count"),
        false => say("schemes.said.guests_free"),
    };
    add(label("schemes.fact.guests"), Some("guests_take_places"), guests);
    let month = match scheme.one_per_month {
        true => say("schemes.said.once_a_month"),
        false => say("schemes.said.any_month"),
    };
    add(label("schemes.fact.month"), Some("one_per_month"), month);
    if let Some(rungs) = scheme.max_rungs {
        add(label("schemes.fact.rungs"), None, fill(lang, "schemes.said.rungs", &[("rungs", &rungs.to_string())]));
    }
    let ceilings = match ceilings(scheme, lang) {
        none if none.is_empty() => say("schemes.said.no_ceiling"),
        some => some.join(text(lang, "schemes.clause.comma")),
    };
    add(label("schemes.fact.ceiling"), None, ceilings);
    for (label, value) in scheme.national.iter().flat_map(|national| of_national(scheme, national, lang)) {
        add(label, None, value);
    }
    if let Some(rounds) = scheme.absence.in_a_row {
        let key = match scheme.absence.forfeits_award {
            true => "schemes.said.withdrawn_no_award",
            false => "schemes.said.withdrawn",
        };
        add(label("schemes.fact.absence"), None, fill(lang, key, &[("rounds", &rounds.to_string())]));
    }
    if let Some(minutes) = scheme.absence.late_minutes {
        add(label("schemes.fact.late"), None, fill(lang, "schemes.said.late", &[("minutes", &minutes.to_string())]));
    }
    if let Some(months) = scheme.collect.months {
        add(label("schemes.fact.collect"), None, fill(lang, "schemes.said.months", &[("number", &months.to_string())]));
    }
    if let Some(days) = scheme.collect.days {
        add(label("schemes.fact.collect"), None, fill(lang, "schemes.said.days", &[("number", &days.to_string())]));
    }
    for test in &scheme.tests {
        let value = match test.max {
            Some(max) => fill(
                lang,
                "schemes.said.test_max",
                &[("zh_name", &test.name.zh), ("en_name", &test.name.en), ("max", &max.to_string())],
            ),
            None => test.name.get(lang).to_owned(),
        };
        let value = match &test.parameter {
            Some(id) => aside(lang, &value, &scheme.by_parameter(id, lang)),
            None => value,
        };
        add(label("schemes.fact.test"), None, aside(lang, &value, &test.id));
    }
    facts
}

/// What national rules settle for everybody: label and value.
fn of_national(scheme: &Scheme, national: &National, lang: Lang) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let bases: Vec<_> = national.bases.iter().map(|basis| text(lang, basis.key())).collect();
    facts.push((text(lang, "schemes.fact.bases"), bases.join(text(lang, "schemes.said.item"))));
    if let Some(grade) = national.notice_from {
        let value = fill(lang, "schemes.said.notice", &[("grade", &scheme.said(grade, lang))]);
        facts.push((text(lang, "schemes.fact.notice"), value));
    }
    if let Some(appraisal) = &national.appraisal {
        let highest = scheme.said(appraisal.highest, lang);
        let age = appraisal.age.from.unwrap_or_default().to_string();
        let value = fill(lang, "schemes.said.appraisal", &[("grade", &highest), ("age", &age)]);
        let value = match &appraisal.parameter {
            Some(id) => aside(lang, &value, &scheme.by_parameter(id, lang)),
            None => value,
        };
        facts.push((text(lang, "schemes.fact.appraisal"), value));
    }
    facts
}

fn ceilings(scheme: &Scheme, lang: Lang) -> Vec<String> {
    let say = |key: &'static str, level: Level, grade: Grade| {
        fill(lang, key, &[("level", text(lang, level.key())), ("grade", &format!("≤{}", scheme.said(grade, lang)))])
    };
    let events =
        Level::ALL.into_iter().filter_map(|l| Some(say("schemes.said.level", l, scheme.ceilings.of_event(l)?)));
    let agencies = [Level::County, Level::City, Level::Province]
        .into_iter()
        .filter_map(|l| Some(say("schemes.said.agency_level", l, scheme.ceilings.of_agency(l)?)));
    events.chain(agencies).collect()
}

impl Parameter {
    /// A value of the parameter in words: numbers, shares and grades as they are written, what is chosen by an id in
    /// the words that the rules use for it.
    pub fn said(&self, value: &str, lang: Lang) -> String {
        if self.id == "order" {
            let names = value.split(',').map(str::trim).map(|id| match TieBreak::from_id(id) {
                Some(criterion) => text(lang, criterion.key()),
                None => id,
            });
            return names.collect::<Vec<_>>().join(" → ");
        }
        if let Some(grade) = Grade::from_canonical(value) {
            return grade.said(lang);
        }
        if self.choices.is_empty() {
            return value.to_owned();
        }
        let key = match (self.id.as_str(), value) {
            ("guests_take_places", "true") => "schemes.said.guests_count",
            ("guests_take_places", "false") => "schemes.said.guests_free",
            ("one_per_month", "true") => "schemes.said.once_a_month",
            ("one_per_month", "false") => "schemes.said.any_month",
            ("bye", points) => return fill(lang, "schemes.said.bye", &[("points", points)]),
            ("bye_opponent", "self") => "schemes.said.bye_own",
            ("bye_opponent", _) => "schemes.said.bye_nobody",
            ("forfeit_opponent", "nobody") => "schemes.said.forfeit_nobody",
            ("forfeit_opponent", _) => "schemes.said.forfeit_counts",
            ("missed_round", "draw") => "schemes.said.missed_draw",
            ("missed_round", _) => "schemes.said.missed_nothing",
            (_, "lot") => "schemes.said.lot",
            (_, "share") => "schemes.said.share",
            (_, "registered") => "schemes.said.registered",
            (_, "started") => "schemes.said.started",
            (_, "finished") => "schemes.said.finished",
            (_, "half-up") => "schemes.said.half_up",
            (_, "floor") => "schemes.said.floor",
            (_, "ceiling") => "schemes.said.ceiling",
            (_, "true") => "schemes.said.yes",
            (_, "false") => "schemes.said.no",
            // A value of the regulation's own: a number or a share, which reads as it is.
            (_, other) => return other.to_owned(),
        };
        text(lang, key).to_owned()
    }

    /// The values that there are, in words.
    fn said_bounds(&self, lang: Lang) -> String {
        if self.id == "order" {
            let each = TieBreak::ALL.into_iter().filter(|tie| *tie != TieBreak::Lot).map(|tie| text(lang, tie.key()));
            return each.collect::<Vec<_>>().join(text(lang, "schemes.clause.comma"));
        }
        if self.choices.is_empty() {
            return bounds_of(self, |value| self.said(value, lang));
        }
        let each: Vec<String> = self.choices.iter().map(|choice| self.said(choice, lang)).collect();
        each.join(text(lang, "schemes.heading.or"))
    }
}

fn parameter(parameter: &Parameter, lang: Lang) -> ParameterWords {
    let why = match parameter.why {
        Why::Announced => text(lang, "schemes.heading.announced"),
        Why::Open => text(lang, "schemes.heading.open"),
    };
    let (default, bounds) = (parameter.said(&parameter.default, lang), parameter.said_bounds(lang));
    let mut value = fill(lang, "schemes.heading.value", &[("default", &default), ("bounds", &bounds)]);
    if parameter.value != parameter.default {
        value.push_str(text(lang, "schemes.clause.comma"));
        value.push_str(&fill(lang, "schemes.heading.set", &[("value", &parameter.said(&parameter.value, lang))]));
    }
    ParameterWords { id: parameter.id.clone(), name: parameter.name.get(lang).to_owned(), why: why.to_owned(), value }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for (label, value) in &self.facts {
            writeln!(f, "  {label}: {value}")?;
        }
        let [groups, parameters, remarks] = &self.headings;
        writeln!(f, "{groups}")?;
        for group in &self.groups {
            writeln!(f, "  {} · {} ({})", group.id, group.name, group.conditions.join("; "))?;
            for clause in &group.clauses {
                writeln!(f, "    [{}] {} ({})", clause.id, clause.text, clause.article)?;
            }
            for remark in &group.remarks {
                writeln!(f, "    {remark}")?;
            }
        }
        if !self.parameters.is_empty() {
            writeln!(f, "{parameters}")?;
            for p in &self.parameters {
                writeln!(f, "  {}: {} ({}; {})", p.id, p.name, p.why, p.value)?;
            }
        }
        if !self.remarks.is_empty() {
            writeln!(f, "{remarks}")?;
            for remark in &self.remarks {
                writeln!(f, "  {remark}")?;
            }
        }
        Ok(())
    }
}
