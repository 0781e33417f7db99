//! What stands against the uploads of an event, counted when something has changed and not at every look.
//!
//! A check asks the register about every player, so its answer holds until anything in the register changes. Everything
//! that changes is in the journal: the hash of its last row and the day are a stamp under which an answer can be kept.
//! The stamp is read before anything that it is a stamp of, so an answer is never older than its stamp says.

use super::staff_event::{self, EventView};
use crate::domain::finding::Severity;
use crate::service::results::{self, Reasons};
use crate::service::{Register, ServiceResult, Staff};
use crate::store::{entry, journal, upload};
use chrono::NaiveDate;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What stands against the upload of a group that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Warnings that have a reason.
    pub acknowledged: usize,
    /// Values that were read otherwise than they are written.
    pub adjustments: usize,
}

impl Counts {
    /// Warnings that wait for a reason.
    pub fn open(self) -> usize {
        self.warnings - self.acknowledged
    }
}

/// What was found of an event's uploads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// What stands against each group's upload.
    pub counts: HashMap<String, Counts>,
    /// How many players are still doubtful.
    pub open_matches: usize,
}

/// Of what an answer holds.
#[derive(Clone, PartialEq, Eq)]
struct Stamp {
    journal: Vec<u8>,
    today: NaiveDate,
    due_days: i64,
    event: i64,
}

/// How many answers are kept.
const KEPT: usize = 256;

/// The answers, the latest first.
type Answers = VecDeque<(Stamp, Arc<Checked>)>;

/// The answers of one register.
#[derive(Default)]
pub struct KeptChecks(Mutex<Answers>);

impl KeptChecks {
    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An event with what stands against its uploads that count: counted from the very findings that the pages of its groups
/// list.
pub fn checked(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<(EventView, Arc<Checked>)> {
    let (_, journal) = register.read(|conn| Ok(journal::head(conn)?))?;
    let view = staff_event::event(register, staff, slug)?;
    let checked = checked_at(register, &view, journal)?;
    Ok((view, checked))
}

fn checked_at(register: &Register, view: &EventView, journal: Vec<u8>) -> ServiceResult<Arc<Checked>> {
    let (today, due_days) = (view.today, register.policy.results_due_days);
    let stamp = Stamp { journal, today, due_days, event: view.event.id };
    let known = |answers: &Answers| answers.iter().find(|(of, _)| *of == stamp).map(|(_, checked)| Arc::clone(checked));
    if let Some(checked) = known(&register.checks.answers()) {
        return Ok(checked);
    }
    let checked = Arc::new(count(register, view)?);
    let mut answers = register.checks.answers();
    answers.truncate(KEPT - 1);
    answers.push_front((stamp, Arc::clone(&checked)));
    Ok(checked)
}

fn count(register: &Register, view: &EventView) -> ServiceResult<Checked> {
    let mut counts = HashMap::new();
    for (group, line) in view.groups.iter().filter_map(|group| Some((group, group.upload.as_ref()?))) {
        let row = register.read(|conn| Ok(upload::by_id(conn, line.id)?))?;
        let report = results::report_of(register, &view.event, &row)?;
        let warnings = report.count(Severity::Warning);
        let of_group = Counts {
            errors: report.count(Severity::Error),
            warnings,
            acknowledged: warnings - Reasons::of(register, &view.event, &row)?.open(&report),
            adjustments: report.adjustments.len(),
        };
        counts.insert(group.key.clone(), of_group);
    }
    let open_matches = match view.event.state.as_str() {
        "submitted" => register.read(|conn| Ok(entry::open_cases(conn, view.event.id)?.len()))?,
        // Before the submission there are no cases yet, but there may be doubts.
        _ => results::doubts(register, &view.event)?.iter().filter(|doubt| doubt.chosen.is_none()).count(),
    };
    Ok(Checked { counts, open_matches })
}
