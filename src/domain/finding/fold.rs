//! Pieces of information that say the same of many lines, folded for people. Programs are told each.

use super::{Code, Finding, Part, Severity};
use crate::text::{Bilingual, both};

/// From how many on pieces of information of one code are told as one.
pub const FOLDED_FROM: usize = 3;

/// A finding as people are told it: alone, or with others of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<'a> {
    /// The finding, or the first of them.
    pub first: &'a Finding,
    /// The others, in their order.
    pub more: Vec<&'a Finding>,
}

/// Folds a list in its order: information of one code and one file becomes one entry, where the first of it stood.
pub fn fold(findings: &[Finding]) -> Vec<Told<'_>> {
    let kind = |finding: &Finding| (finding.code, finding.part);
    let mut counts: std::collections::BTreeMap<(&str, Part), usize> = std::collections::BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Info) {
        *counts.entry(kind(finding)).or_default() += 1;
    }
    let mut told: Vec<Told<'_>> = Vec::new();
    for finding in findings {
        let many = counts.get(&kind(finding)).is_some_and(|count| *count >= FOLDED_FROM);
        let before = match many {
            true => told.iter_mut().find(|one| kind(one.first) == kind(finding)),
            false => None,
        };
        match before {
            Some(one) => one.more.push(finding),
            None => told.push(Told { first: finding, more: Vec::new() }),
        }
    }
    told
}

impl<'a> Told<'a> {
    /// Every finding of the entry.
    pub fn findings(&self) -> impl Iterator<Item = &'a Finding> {
        std::iter::once(self.first).chain(self.more.iter().copied())
    }

    /// Whether it stands for several.
    pub fn is_folded(&self) -> bool {
        !self.more.is_empty()
    }

    /// What several have in common and how many they are: `新登记：45条`.
    pub fn title(&self) -> Bilingual {
        let title = Code::find(self.first.code).map(|code| both(&code.key("title"), &[])).unwrap_or_default();
        let n = (self.more.len() + 1).to_string();
        let words = both("finding.folded", &[("zh_title", &title.zh), ("en_title", &title.en), ("n", &n)]);
        Bilingual { zh: words.zh, en: words.en }
    }

    /// Where several are: the file and the lines.
    pub fn place(&self) -> Bilingual {
        let part = match self.first.part {
            Part::Whole => Bilingual::default(),
            Part::Players => both("finding.place.players", &[]),
            Part::Results => both("finding.place.results", &[]),
        };
        let lines = match self.lines() {
            none if none.is_empty() => Bilingual::default(),
            lines => both("finding.place.lines", &[("lines", &lines)]),
        };
        let joint = both("finding.place.join", &[]);
        let joined = |part: &str, joint: &str, lines: &str| {
            let joint = if part.is_empty() || lines.is_empty() { "" } else { joint };
            format!("{part}{joint}{lines}")
        };
        Bilingual { zh: joined(&part.zh, &joint.zh, &lines.zh), en: joined(&part.en, &joint.en, &lines.en) }
    }

    /// The lines, neighbours drawn together: `2-14, 16`; empty where they have none.
    pub fn lines(&self) -> String {
        let mut lines: Vec<u32> = self.findings().filter_map(|finding| finding.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for line in lines {
            match runs.last_mut().filter(|run| line.checked_sub(1) == Some(run.1)) {
                Some(run) => run.1 = line,
                None => runs.push((line, line)),
            }
        }
        let words = runs.iter().map(|(from, to)| match to - from {
            0 => from.to_string(),
            1 => format!("{from}, {to}"),
            _ => format!("{from}-{to}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::finding::{Place, codes};

    #[test]
    fn information_on_many_lines_is_one_entry_that_names_them_and_nothing_else_is_folded() {
        let mut findings: Vec<Finding> =
            (2..6).map(|line| codes::E402.at(Place::results(line)).found("").done()).collect();
        for line in [2, 3, 4, 7, 9, 10] {
            findings.push(codes::I710.at(Place::players(line)).found(format!("player {line}")).done());
            findings.push(codes::I314.at(Place::players(line)).found("1").done());
        }
        findings.truncate(findings.len() - 1);
        findings.push(codes::I410.at(Place::results(2)).found("2").done());
        findings.push(codes::I410.at(Place::results(3)).found("2").done());
        let told = fold(&findings);
        let shown: Vec<(&str, usize, String)> =
            told.iter().map(|one| (one.first.code, one.findings().count(), one.lines())).collect();
        let alone = |code: &'static str, line: u32| (code, 1, line.to_string());
        let expected = [
            alone("E402", 2),
            alone("E402", 3),
            alone("E402", 4),
            alone("E402", 5),
            ("I710", 6, "2-4, 7, 9, 10".to_owned()),
            ("I314", 5, "2-4, 7, 9".to_owned()),
            alone("I410", 2),
            alone("I410", 3),
        ];
        assert_eq!(shown, expected, "errors stay each for itself, and two are not many");
        assert_eq!(told.iter().map(|one| one.findings().count()).sum::<usize>(), findings.len(), "nothing is lost");
        assert_eq!(told[4].place().en, "players, lines 2-4, 7, 9, 10");
        let title = told[4].title();
        assert_eq!((title.zh.as_str(), title.en.as_str()), ("新登记：6条", "Newcomer: 6"));
    }
}
