//! What waits for somebody of the workplace, read in a constant number of queries.

use crate::domain::permission::{Action, Reach, Relation, Role, reach};
use crate::service::certificate::grade_of;
use crate::service::event::stored_scheme;
use crate::service::{Register, ServiceResult, Staff};
use crate::store::{Conn, agency, award, event};
use chrono::{Duration, NaiveDate};
use std::collections::{BTreeMap, HashMap};

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Returned events, to be corrected and submitted again.
    Returned,
    /// Events that are over, their results not submitted; with the first deadline.
    Due(NaiveDate),
    /// Submissions to confirm.
    Submitted,
    /// Events of agencies below, to approve.
    Filed,
    /// Drafts that were not filed.
    Draft,
    /// Granted awards without a certificate.
    ToIssue,
    /// Confirmed awards to put on notice.
    ToNotice,
    /// Objections without a decision.
    Objection,
    /// Games that want a referee.
    Games,
}

/// One line of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What waits.
    pub what: Waiting,
    /// How many.
    pub count: i64,
}

/// What waits for somebody, the most urgent first; nothing that is not there.
pub fn queue(register: &Register, staff: &Staff) -> ServiceResult<Vec<Item>> {
    let today = register.today();
    let own = |action| reach(staff.role, action).covers(Relation::Own);
    register.read(|conn| {
        let approves: Vec<i64> = match reach(staff.role, Action::ApproveEvent) {
            Reach::None => Vec::new(),
            _ => {
                let all = agency::all(conn)?;
                all.into_iter().filter(|a| staff.may(Action::ApproveEvent, a)).map(|a| a.id).collect()
            }
        };
        let mut ids = approves.clone();
        ids.push(staff.agency_id);
        let counts = event::counts_of_agencies(conn, &ids)?;
        let sum = |state: &str, of: &[i64]| -> i64 {
            counts.iter().filter(|(agency, s, _)| s == state && of.contains(agency)).map(|(_, _, n)| n).sum()
        };
        let count = |state: &str| sum(state, &[staff.agency_id]);
        let mut items = Vec::new();
        if staff.role == Role::NationalReviewer {
            items.push(Item { what: Waiting::Objection, count: award::open_objections(conn)? });
            items.push(Item { what: Waiting::ToNotice, count: award::count_for_notice(conn)? });
        }
        if own(Action::EditEvent) {
            items.push(Item { what: Waiting::Returned, count: count("returned") });
            let awaited = event::awaited(conn, staff.agency_id, today)?;
            if let Some(first) = awaited.first() {
                let due = *first + Duration::days(register.policy.results_due_days);
                items.push(Item { what: Waiting::Due(due), count: awaited.len() as i64 });
            }
        }
        if own(Action::RuleGame) {
            items.push(Item { what: Waiting::Games, count: super::game_desk::count(conn, staff)? });
        }
        if own(Action::ConfirmEvent) {
            items.push(Item { what: Waiting::Submitted, count: count("submitted") });
        }
        items.push(Item { what: Waiting::Filed, count: sum("filed", &approves) });
        if own(Action::IssueCertificate) {
            let count = to_issue(conn, staff.agency_id)?.into_iter().map(|(_, n)| n).sum();
            items.push(Item { what: Waiting::ToIssue, count });
        }
        if own(Action::EditEvent) {
            items.push(Item { what: Waiting::Draft, count: count("draft") });
        }
        items.retain(|item| item.count > 0);
        Ok(items)
    })
}

/// The events of an agency with granted awards that wait for their certificate, and how many. Awards of grades
/// for which the scheme's ladder prints none are done as they are.
pub(super) fn to_issue(conn: &mut Conn, agency_id: i64) -> ServiceResult<Vec<(i64, i64)>> {
    let mut ladders = HashMap::new();
    let mut waiting: BTreeMap<i64, i64> = BTreeMap::new();
    for (event, scheme, version, grade, n) in award::granted_by_event(conn, agency_id)? {
        let key = (scheme, version);
        // One query for each scheme that is in use, not for each award.
        let ladder = match ladders.get(&key) {
            Some(ladder) => ladder,
            None => {
                let ladder = stored_scheme(conn, &key.0, &key.1)?.ladder.clone();
                ladders.entry(key).or_insert(ladder)
            }
        };
        if ladder.prints(grade_of(grade)) {
            *waiting.entry(event).or_default() += n;
        }
    }
    Ok(waiting.into_iter().collect())
}
