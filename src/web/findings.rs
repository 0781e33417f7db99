//! The findings of a file as pages list them, the public dry run's and a group's alike: by their code, and what says the
//! same of many lines is told once.

use crate::domain::finding::fold::{Told, fold};
use crate::domain::finding::{Finding, Part, Severity, codes, register};
use crate::domain::results::{Report, Sheet};
use crate::service::results::shown_together;
use crate::service::view::staff_event::FindingView;
use crate::web::form::Fields;
use crate::web::parts::{Badge, Tone};
use crate::web::shell::Shell;
use std::collections::HashMap;

/// How many lines of a code are open to the eye; the others are behind a fold.
const OPEN: usize = 5;

/// One finding as it is read.
pub(super) struct FindingRow {
    pub badge: Badge,
    pub code: String,
    pub key: String,
    pub place: String,
    pub person: String,
    pub found: String,
    pub expected: String,
    pub rule: String,
    pub message: String,
    pub reason: Option<String>,
    /// A warning that waits for a reason.
    pub open: bool,
    /// Whether it was chosen in a form that was refused.
    pub ticked: bool,
    /// Each of several pieces of information that say the same: its place and what was found.
    pub each: Vec<(String, String)>,
}

/// The findings of one code.
pub(super) struct FindingGroup {
    pub badge: Badge,
    pub code: String,
    /// What they say, where all say the same; else what the code is called. With their number.
    pub title: String,
    /// Whether each line says it in its own words.
    pub various: bool,
    pub rule: String,
    /// How many wait for a reason.
    pub open: usize,
    /// A digest of those.
    pub shown: String,
    /// Whether all of them were chosen in a form that was refused.
    pub ticked: bool,
    pub all: String,
    pub first: Vec<FindingRow>,
    pub rest: Vec<FindingRow>,
    pub more: String,
}

impl FindingGroup {
    /// What the box that chooses all of them sends.
    pub fn all_of_them(&self) -> String {
        format!("{}:{}", self.code, self.shown)
    }

    /// Keeps what was chosen in a form that was refused.
    pub fn keep(&mut self, typed: &Fields) {
        let all = self.all_of_them();
        self.ticked = typed.all("code").any(|sent| sent == all);
        for row in self.first.iter_mut().chain(&mut self.rest) {
            row.ticked = row.open && typed.all("finding").any(|sent| sent == row.key);
        }
    }

    /// Whether something behind the fold is chosen, which then stands open.
    pub fn unfolded(&self) -> bool {
        self.rest.iter().any(|row| row.ticked)
    }
}

/// Everything that was found.
pub(super) struct Listed {
    /// Errors and warnings by code.
    pub findings: Vec<FindingGroup>,
    /// What only informs, shown behind a fold.
    pub infos: Vec<FindingRow>,
    /// How many those are.
    pub infos_words: String,
}

impl Listed {
    /// Of findings in their order.
    pub fn of(shell: &Shell, names: &Names, views: Vec<FindingView>) -> Self {
        let (infos, rest): (Vec<_>, Vec<_>) = views.into_iter().partition(|f| f.finding.severity == Severity::Info);
        Self {
            findings: groups(shell, names, rest),
            infos_words: shell.fill("staff.finding.infos", &[("n", &infos.len().to_string())]),
            infos: info_rows(shell, names, &infos),
        }
    }

    /// Of a report of which nothing is kept.
    pub fn of_report(shell: &Shell, report: &Report) -> Self {
        let view = |finding: &Finding| FindingView { finding: finding.clone(), key: String::new(), reason: None };
        Self::of(shell, &Names::of(report.sheet()), report.findings.iter().map(view).collect())
    }
}

/// Players by the file's ids, so that a line says whom it concerns.
pub(super) struct Names(HashMap<String, String>);

impl Names {
    /// Of a sheet, also one of a file that is refused.
    pub fn of(sheet: Option<&Sheet>) -> Self {
        let entries = sheet.map(|sheet| sheet.entries.as_slice()).unwrap_or_default();
        Self(entries.iter().map(|entry| (entry.id.clone(), entry.name.clone())).collect())
    }

    fn named(&self, shell: &Shell, id: Option<&str>) -> String {
        let Some(id) = id else { return String::new() };
        match self.0.get(id).filter(|name| !name.is_empty()) {
            Some(name) => shell.fill("staff.finding.named", &[("name", name), ("id", id)]),
            None => id.to_owned(),
        }
    }
}

/// Where a finding is.
fn place(shell: &Shell, finding: &Finding) -> String {
    let mut parts = Vec::new();
    match finding.part {
        Part::Whole => {}
        Part::Players => parts.push(shell.t("finding.place.players").to_owned()),
        Part::Results => parts.push(shell.t("finding.place.results").to_owned()),
    }
    if let Some(line) = finding.line {
        parts.push(shell.fill("staff.finding.line", &[("n", &line.to_string())]));
    }
    if let Some(column) = &finding.column {
        parts.push(shell.fill("staff.finding.column", &[("name", column)]));
    }
    if let Some(round) = finding.round {
        parts.push(shell.fill("staff.finding.round", &[("n", &round.to_string())]));
    }
    if let Some(board) = finding.board {
        parts.push(shell.fill("staff.finding.board", &[("n", &board.to_string())]));
    }
    parts.join(" · ")
}

fn badge(shell: &Shell, severity: Severity) -> Badge {
    let tone = match severity {
        Severity::Error => Tone::Bad,
        Severity::Warning => Tone::Waiting,
        Severity::Info => Tone::Plain,
    };
    Badge::new(tone, severity.label().get(shell.lang).to_owned())
}

fn finding_row(shell: &Shell, names: &Names, view: FindingView) -> FindingRow {
    FindingRow {
        badge: badge(shell, view.finding.severity),
        code: view.finding.code.to_owned(),
        place: place(shell, &view.finding),
        person: names.named(shell, view.finding.person.as_deref()),
        message: view.finding.said.get(shell.lang).to_owned(),
        open: view.finding.severity == Severity::Warning && view.reason.is_none(),
        ticked: false,
        each: Vec::new(),
        found: match view.finding.column {
            // The codes that were left out, each in its words.
            _ if view.finding.code == codes::I700.id => register::left_out_titles().get(shell.lang).to_owned(),
            Some(_) if view.finding.found.is_empty() => shell.t("staff.finding.blank").to_owned(),
            _ => view.finding.seen.get(shell.lang).to_owned(),
        },
        expected: view.finding.wanted.get(shell.lang).to_owned(),
        rule: view.finding.cited.get(shell.lang).to_owned(),
        key: view.key,
        reason: view.reason,
    }
}

/// Errors and warnings by code, in the order in which the first of each stands.
fn groups(shell: &Shell, names: &Names, views: Vec<FindingView>) -> Vec<FindingGroup> {
    let mut by_code: Vec<Vec<FindingView>> = Vec::new();
    for view in views {
        match by_code.iter_mut().find(|all| all.first().is_some_and(|first| first.finding.code == view.finding.code)) {
            Some(all) => all.push(view),
            None => by_code.push(vec![view]),
        }
    }
    by_code.into_iter().filter_map(|all| group(shell, names, all)).collect()
}

fn group(shell: &Shell, names: &Names, views: Vec<FindingView>) -> Option<FindingGroup> {
    let first = views.first()?;
    let (severity, count) = (first.finding.severity, views.len().to_string());
    let various = views.iter().any(|view| view.finding.said != first.finding.said);
    let said = match (various, first.finding.entry()) {
        (true, Some(code)) => crate::text::both(&code.key("title"), &[]),
        _ => first.finding.said.clone(),
    };
    let mut rows: Vec<FindingRow> = views.into_iter().map(|view| finding_row(shell, names, view)).collect();
    let rest = rows.split_off(rows.len().min(OPEN));
    let waiting = || rows.iter().chain(&rest).filter(|row| row.open);
    let (open, shown) = (waiting().count(), shown_together(waiting().map(|row| row.key.as_str())));
    let head = rows.first()?;
    Some(FindingGroup {
        badge: badge(shell, severity),
        code: head.code.clone(),
        title: match count.as_str() {
            "1" => said.get(shell.lang).to_owned(),
            n => shell.fill("staff.finding.times", &[("said", said.get(shell.lang)), ("n", n)]),
        },
        various,
        rule: shell.fill("staff.finding.by", &[("rule", &head.rule)]),
        open,
        shown,
        ticked: false,
        all: shell.fill("staff.finding.all", &[("n", &open.to_string())]),
        more: shell.fill("staff.finding.more", &[("n", &rest.len().to_string())]),
        first: rows,
        rest,
    })
}

/// The pieces of information as rows: what says the same of many lines is one of them.
fn info_rows(shell: &Shell, names: &Names, infos: &[FindingView]) -> Vec<FindingRow> {
    let findings: Vec<Finding> = infos.iter().map(|view| view.finding.clone()).collect();
    let row = |told: Told<'_>| {
        let view = FindingView { finding: told.first.clone(), key: String::new(), reason: None };
        let row = finding_row(shell, names, view);
        if !told.is_folded() {
            return row;
        }
        FindingRow {
            place: told.place().get(shell.lang).to_owned(),
            message: told.title().get(shell.lang).to_owned(),
            person: String::new(),
            found: String::new(),
            expected: String::new(),
            each: told.findings().map(|one| (place(shell, one), one.seen.get(shell.lang).to_owned())).collect(),
            ..row
        }
    };
    fold(&findings).into_iter().map(row).collect()
}
