//! Collecting findings: bounded, and in one order whatever order the checks ran in.

use super::{Code, Finding, Place, Raise, Severity, codes, order};
use std::collections::BTreeMap;

/// How many findings of one code are listed; the rest are counted in one line.
pub const LISTED_PER_CODE: usize = 500;

/// A collection of findings that cannot be made to grow without bound.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Log {
    findings: Vec<Finding>,
    counts: BTreeMap<&'static str, usize>,
}

impl Log {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether another finding of this code would be listed. Checks may skip building one that would not.
    pub fn has_room(&self, code: &Code) -> bool {
        self.counts.get(code.id).is_none_or(|count| *count < LISTED_PER_CODE)
    }

    /// Adds a finding.
    pub fn raise(&mut self, raise: Raise<'_>) {
        let code = raise.code();
        let count = self.counts.entry(code.id).or_default();
        *count += 1;
        if *count <= LISTED_PER_CODE {
            self.findings.push(raise.done());
        }
    }

    /// Counts a finding that would not be listed.
    pub fn count(&mut self, code: &'static Code) {
        *self.counts.entry(code.id).or_default() += 1;
    }

    /// Adds everything another collection holds.
    pub fn extend(&mut self, other: &Log) {
        for finding in &other.findings {
            let count = self.counts.entry(finding.code).or_default();
            *count += 1;
            if *count <= LISTED_PER_CODE {
                self.findings.push(finding.clone());
            }
        }
        for (code, count) in &other.counts {
            if *count > LISTED_PER_CODE {
                *self.counts.entry(code).or_default() += count - LISTED_PER_CODE;
            }
        }
    }

    /// Whether any finding refuses the file.
    pub fn refuses(&self) -> bool {
        self.counts.keys().any(|id| Code::find(id).is_some_and(Code::refuses))
    }

    /// Whether a code was raised.
    pub fn has(&self, code: &Code) -> bool {
        self.counts.contains_key(code.id)
    }

    /// The findings so far, in the order they were raised.
    pub fn raised(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings in their [`order`]; with one line for each code of which some were left out: a warning where they
    /// are warnings, so that they need a reason as well.
    pub fn into_findings(mut self) -> Vec<Finding> {
        for (code, count) in &self.counts {
            if *count > LISTED_PER_CODE {
                let warns = Code::find(code).is_some_and(|code| code.severity() == Severity::Warning);
                let line = if warns { &codes::W128 } else { &codes::I126 };
                let found = format!("{code} × {}", count - LISTED_PER_CODE);
                let raise = line.at(Place::whole()).found(found).with("code", code);
                self.findings.push(raise.with("listed", LISTED_PER_CODE).done());
            }
        }
        self.findings.sort_by(order);
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_code_is_listed_up_to_a_bound_and_counted_beyond() {
        let mut log = Log::new();
        for line in 0..(LISTED_PER_CODE as u32 + 7) {
            log.raise(codes::E301.at(Place::results(line)).found("?"));
        }
        let findings = log.into_findings();
        assert_eq!(findings.len(), LISTED_PER_CODE + 1);
        let rest = findings.last().unwrap();
        assert_eq!((rest.code, rest.found.as_str()), ("I126", "E301 × 7"));
        assert!(rest.en.contains("E301"), "{}", rest.en);
    }

    #[test]
    fn warnings_that_are_only_counted_are_a_warning() {
        let mut log = Log::new();
        for line in 0..(LISTED_PER_CODE as u32 + 2) {
            log.raise(codes::W308.at(Place::results(line)).found("1"));
        }
        let findings = log.into_findings();
        let rest = findings.iter().find(|f| f.code == "W128").unwrap();
        assert_eq!((rest.severity, rest.found.as_str()), (Severity::Warning, "W308 × 2"));
        assert!(!findings.iter().any(|f| f.code == "I126"));
    }

    #[test]
    fn the_order_does_not_depend_on_who_raised_first() {
        let a = |log: &mut Log| log.raise(codes::E402.at(Place::results(9)).found("a"));
        let b = |log: &mut Log| log.raise(codes::I404.at(Place::results(2)).found("b"));
        let (mut one, mut two) = (Log::new(), Log::new());
        a(&mut one);
        b(&mut one);
        b(&mut two);
        a(&mut two);
        assert_eq!(one.into_findings(), two.into_findings());
    }
}
