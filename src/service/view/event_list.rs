//! The list of events that somebody may see.

use super::queue::to_issue;
use crate::domain::permission::{Action, Reach, reach};
use crate::service::{Register, ServiceResult, Staff};
use crate::store::agency::{self, Agency};
use crate::store::event::{self, Event};
use std::collections::HashMap;

/// How many events a page shows.
pub const PAGE: usize = 50;

/// What is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Events in these states.
    States(Vec<&'static str>),
    /// Events of the own agency with granted awards that have no certificate.
    ToIssue,
}

/// A page of events.
#[derive(Clone, Debug)]
pub struct EventPage {
    /// The events with who holds them, the newest first.
    pub events: Vec<(Event, Agency)>,
    /// The id below which the next page begins, where there is one.
    pub next: Option<i64>,
}

/// Reads a page of events: of the own agency and those directly below, of all for the national office.
pub fn list(register: &Register, staff: &Staff, what: &Listed, before: Option<i64>) -> ServiceResult<EventPage> {
    register.read(|conn| {
        let mut agencies = agency::all(conn)?;
        agencies.retain(|one| staff.may(Action::ViewEvent, one));
        debug_assert!(reach(staff.role, Action::ViewEvent) != Reach::None);
        let before = before.unwrap_or(i64::MAX);
        let mut found = match what {
            Listed::States(states) => {
                let ids: Vec<i64> = agencies.iter().map(|a| a.id).collect();
                event::listed(conn, &ids, states, before, PAGE as i64 + 1)?
            }
            Listed::ToIssue => {
                let mut ids: Vec<i64> = to_issue(conn, staff.agency_id)?.into_iter().map(|(event, _)| event).collect();
                ids.retain(|id| *id < before);
                ids.sort_unstable_by(|a, b| b.cmp(a));
                ids.truncate(PAGE + 1);
                let mut events = event::by_ids(conn, &ids)?;
                events.sort_by_key(|e| std::cmp::Reverse(e.id));
                events
            }
        };
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().filter(|_| more).map(|e| e.id);
        let by_id: HashMap<i64, Agency> = agencies.into_iter().map(|a| (a.id, a)).collect();
        let events = found.into_iter().filter_map(|e| Some((by_id.get(&e.agency_id)?.clone(), e)));
        Ok(EventPage { events: events.map(|(agency, event)| (event, agency)).collect(), next })
    })
}
