//! The list of events.

use super::AgencyRef;
use crate::service::{Register, ServiceResult};
use crate::store::agency;
use crate::store::public::events::{self as rows, Filter};
use crate::text::Bilingual;
use chrono::NaiveDate;
use serde::Serialize;

/// How many events a page holds.
pub const PAGE: usize = 40;

/// Where an event stands, as the public is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Approved; no results yet.
    Announced,
    /// Results have come in and wait for a second person.
    Received,
    /// Sent back with open findings.
    FindingsOpen,
    /// Confirmed; awards wait for their public notice to end.
    OnNotice,
    /// Confirmed.
    Confirmed,
    /// Closed: nothing waits any more.
    Final,
}

impl Status {
    /// The status of a stored state, and whether any notice of the event is open.
    pub fn of(state: &str, notices_open: bool) -> Self {
        match state {
            "submitted" => Status::Received,
            "returned" => Status::FindingsOpen,
            // An award may be put on notice again after its event was closed.
            "confirmed" | "closed" if notices_open => Status::OnNotice,
            "confirmed" => Status::Confirmed,
            "closed" => Status::Final,
            _ => Status::Announced,
        }
    }

    /// Whether results are shown.
    pub fn shows_results(self) -> bool {
        !matches!(self, Status::Announced | Status::FindingsOpen)
    }
}

/// An event of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLine {
    /// Its place in the list.
    pub cursor: (NaiveDate, i64),
    /// Its part of public addresses.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Where it is played.
    pub place: String,
    /// Its level.
    pub level: String,
    /// First and last day.
    pub days: (NaiveDate, NaiveDate),
    /// Where it stands.
    pub status: Status,
    /// Whether it was reopened after closing.
    pub reopened: bool,
    /// The agency that holds it.
    pub agency: AgencyRef,
}

/// A page of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventList {
    /// The events, the latest first.
    pub events: Vec<EventLine>,
    /// Where the next page begins.
    pub next: Option<(NaiveDate, i64)>,
}

/// A page of the list.
pub fn list(register: &Register, filter: &Filter, after: Option<(NaiveDate, i64)>) -> ServiceResult<EventList> {
    let (found, more, open) = register.read(|conn| {
        let mut found = rows::list(conn, filter, after, PAGE as i64 + 1)?;
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let ids: Vec<i64> = found.iter().map(|(row, ..)| row.id).collect();
        let open = rows::with_open_notices(conn, &ids)?;
        Ok((found, more, open))
    })?;
    let events: Vec<EventLine> = found
        .into_iter()
        .map(|(row, code, name_zh, name_en)| EventLine {
            cursor: (row.ends_on, row.id),
            slug: row.slug,
            name: row.name,
            place: row.place,
            level: row.level,
            days: (row.starts_on, row.ends_on),
            status: Status::of(&row.state, open.contains(&row.id)),
            reopened: row.reopened,
            agency: AgencyRef { code, name: Bilingual { zh: name_zh, en: name_en } },
        })
        .collect();
    let next = events.last().filter(|_| more).map(|last| last.cursor);
    Ok(EventList { events, next })
}

/// The agencies to choose from, by code.
pub fn agencies(register: &Register) -> ServiceResult<Vec<AgencyRef>> {
    let all = register.read(|conn| Ok(agency::all(conn)?))?;
    Ok(all
        .into_iter()
        .filter(|a| a.level != "national")
        .map(|a| AgencyRef { code: a.code, name: Bilingual { zh: a.name_zh, en: a.name_en } })
        .collect())
}
