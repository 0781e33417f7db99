//! Values that an event may set: those the organiser announces, and those the source leaves open.

use super::model::{Parameter, Why};
use super::policy::Share;
use super::problem::Problems;
use super::raw::{RawParameter, Text};
use crate::domain::grade::Grade;
use crate::text::{Bilingual, both};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::Spanned;

/// A place in the text.
pub(super) type Span = Range<usize>;

/// A value after parameters are filled in.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) text: String,
    pub(super) at: Span,
    pub(super) parameter: Option<String>,
}

/// The parameters of one scheme while it is read.
pub(super) struct Parameters<'a> {
    overrides: &'a BTreeMap<String, String>,
    list: Vec<Parameter>,
    declared: Vec<Span>,
    used: BTreeSet<String>,
}

impl<'a> Parameters<'a> {
    pub(super) fn read(
        raw: Vec<RawParameter>,
        overrides: &'a BTreeMap<String, String>,
        problems: &mut Problems,
    ) -> Self {
        let mut all = Self { overrides, list: Vec::new(), declared: Vec::new(), used: BTreeSet::new() };
        for parameter in raw {
            all.declare(parameter, problems);
        }
        all
    }

    fn declare(&mut self, raw: RawParameter, problems: &mut Problems) {
        let id = raw.id.get_ref().clone();
        if self.list.iter().any(|p| p.id == id) {
            problems.add(raw.id.span(), "schemes.problem.duplicate_parameter", &id, "-");
            return;
        }
        let why = match raw.why.get_ref().as_str() {
            "announced" => Why::Announced,
            "open" => Why::Open,
            other => {
                problems.add(raw.why.span(), "schemes.problem.bad_value", other, "announced, open");
                return;
            }
        };
        let kind = raw.kind.get_ref().as_str();
        if !matches!(kind, "percent" | "count" | "grade" | "choice") {
            problems.add(raw.kind.span(), "schemes.problem.bad_value", kind, "percent, count, grade, choice");
            return;
        }
        if (kind == "choice") == raw.choices.is_empty() {
            problems.add(raw.kind.span(), "schemes.problem.bad_choices", kind, "choices = [\"…\"]");
            return;
        }
        let parameter = Parameter {
            name: raw.name.into(),
            why,
            default: raw.default.get_ref().0.clone(),
            value: self.overrides.get(&id).unwrap_or(&raw.default.get_ref().0).clone(),
            min: raw.min.as_ref().map(|v| v.get_ref().0.clone()),
            max: raw.max.as_ref().map(|v| v.get_ref().0.clone()),
            choices: raw.choices,
            id,
        };
        let bounds = [raw.min.as_ref(), raw.max.as_ref()].into_iter().flatten();
        for bound in bounds {
            if weight(kind, &bound.get_ref().0).is_none() {
                problems.add(bound.span(), "schemes.problem.bad_value", &bound.get_ref().0, kind);
            }
        }
        if !within(kind, &parameter, &parameter.default) {
            problems.add(
                raw.default.span(),
                "schemes.problem.out_of_bounds",
                &parameter.default,
                bounds_of(&parameter, str::to_owned),
            );
        } else if !within(kind, &parameter, &parameter.value) {
            let found = format!("{} = {}", parameter.id, parameter.value);
            problems.add_outside("schemes.problem.out_of_bounds", found, bounds_of(&parameter, str::to_owned));
        }
        self.declared.push(raw.id.span());
        self.list.push(parameter);
    }

    /// The value of a field, its parameter filled in.
    pub(super) fn take(&mut self, field: &Option<Spanned<Text>>, problems: &mut Problems) -> Option<Given> {
        let field = field.as_ref()?;
        let at = field.span();
        let text = &field.get_ref().0;
        let Some(id) = text.strip_prefix('$') else { return Some(Given { text: text.clone(), at, parameter: None }) };
        match self.list.iter().find(|p| p.id == id) {
            Some(parameter) => {
                self.used.insert(id.to_owned());
                Some(Given { text: parameter.value.clone(), at, parameter: Some(id.to_owned()) })
            }
            None => {
                let known: Vec<_> = self.list.iter().map(|p| p.id.as_str()).collect();
                problems.add(at, "schemes.problem.unknown_parameter", id, known.join(", "));
                None
            }
        }
    }

    /// A value that every regulation needs. Where the file is silent the source is, and the value becomes an open
    /// parameter with our default.
    pub(super) fn standard(
        &mut self,
        id: &str,
        name: &'static str,
        field: &Option<Spanned<Text>>,
        choices: &[&str],
        problems: &mut Problems,
    ) -> Given {
        let default = choices.first().copied().unwrap_or_default();
        if field.is_some() {
            let given = self.take(field, problems);
            return match given {
                Some(given) if choices.contains(&given.text.as_str()) => given,
                Some(given) => {
                    problems.add(given.at.clone(), "schemes.problem.bad_value", &given.text, choices.join(", "));
                    Given { text: default.to_owned(), ..given }
                }
                None => Given { text: default.to_owned(), at: 0..0, parameter: None },
            };
        }
        let value = self.overrides.get(id).map_or(default, String::as_str).to_owned();
        let choices: Vec<String> = choices.iter().map(|c| (*c).to_owned()).collect();
        let mut parameter = Parameter {
            id: id.to_owned(),
            name: both(name, &[]),
            why: Why::Open,
            default: default.to_owned(),
            value: value.clone(),
            min: None,
            max: None,
            choices,
        };
        if !parameter.choices.contains(&value) {
            problems.add_outside(
                "schemes.problem.out_of_bounds",
                format!("{id} = {value}"),
                bounds_of(&parameter, str::to_owned),
            );
            parameter.value = default.to_owned();
        }
        let text = parameter.value.clone();
        self.used.insert(id.to_owned());
        self.list.push(parameter);
        Given { text, at: 0..0, parameter: Some(id.to_owned()) }
    }

    /// An open parameter whose values are checked by the caller.
    pub(super) fn open(&mut self, id: &str, name: &'static str, default: &str) -> String {
        let value = self.overrides.get(id).map_or(default, String::as_str).to_owned();
        let name: Bilingual = both(name, &[]);
        self.used.insert(id.to_owned());
        self.list.push(Parameter {
            id: id.to_owned(),
            name,
            why: Why::Open,
            default: default.to_owned(),
            value: value.clone(),
            min: None,
            max: None,
            choices: Vec::new(),
        });
        value
    }

    /// All parameters; one that is declared and not used is a fault, and so is a given value that has none.
    pub(super) fn finish(self, problems: &mut Problems) -> Vec<Parameter> {
        // What could not be read may have used it.
        let complete = problems.is_empty();
        for (parameter, at) in self.list.iter().zip(&self.declared) {
            if complete && !self.used.contains(&parameter.id) {
                problems.add(
                    at.clone(),
                    "schemes.problem.unused_parameter",
                    &parameter.id,
                    format!("${}", parameter.id),
                );
            }
        }
        for id in self.overrides.keys() {
            if !self.list.iter().any(|p| p.id == *id) {
                let known: Vec<_> = self.list.iter().map(|p| p.id.as_str()).collect();
                problems.add_outside("schemes.problem.unknown_parameter", id, known.join(", "));
            }
        }
        self.list
    }
}

/// The bounds of a parameter as people write them.
pub(super) fn bounds_of(parameter: &Parameter, said: impl Fn(&str) -> String) -> String {
    if !parameter.choices.is_empty() {
        return parameter.choices.join(", ");
    }
    match (&parameter.min, &parameter.max) {
        (Some(min), Some(max)) => format!("{}..{}", said(min), said(max)),
        (Some(min), None) => format!(">= {}", said(min)),
        (None, Some(max)) => format!("<= {}", said(max)),
        (None, None) => "-".to_owned(),
    }
}

fn within(kind: &str, parameter: &Parameter, value: &str) -> bool {
    if kind == "choice" {
        return parameter.choices.iter().any(|choice| choice == value);
    }
    let Some(value) = weight(kind, value) else { return false };
    let bound = |text: &Option<String>| text.as_deref().and_then(|t| weight(kind, t));
    let compare = |a: Share, b: Share| a.compare(b);
    bound(&parameter.min).is_none_or(|min| compare(value, min).is_ge())
        && bound(&parameter.max).is_none_or(|max| compare(value, max).is_le())
}

/// A value as something that compares.
fn weight(kind: &str, text: &str) -> Option<Share> {
    let whole = |n: u32| Share { numerator: n, denominator: 1 };
    match kind {
        "percent" => Share::parse(text),
        "count" => text.parse().ok().map(whole),
        "grade" => Grade::from_canonical(text).map(|g| whole(u32::from(g.rank()))),
        _ => None,
    }
}
