//! The print jobs of an agency.

use crate::domain::permission::Action;
use crate::service::print::{self, Unprinted};
use crate::service::{Register, ServiceResult, Staff};
use crate::store::event::{self, Event};
use crate::store::print_job::{self as rows, PrintJob};
use crate::store::{account, agency};
use std::collections::HashMap;

/// How many jobs a page shows.
pub const PAGE: usize = 50;

/// A job with what a reader needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintView {
    /// The job.
    pub job: PrintJob,
    /// The event whose certificates it prints; none for a single certificate.
    pub event: Option<Event>,
    /// Who asked for it.
    pub by: String,
    /// What could not be printed.
    pub refused: Vec<Unprinted>,
}

/// A page of jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prints {
    /// The jobs, the newest first.
    pub jobs: Vec<PrintView>,
    /// The id below which the next page begins, where there is one.
    pub next: Option<i64>,
}

/// The print jobs of the reader's own agency.
pub fn list(register: &Register, staff: &Staff, before: Option<i64>) -> ServiceResult<Prints> {
    register.read(|conn| {
        staff.require(Action::PrintCertificate, &agency::by_id(conn, staff.agency_id)?)?;
        let mut jobs = rows::listed(conn, staff.agency_id, before.unwrap_or(i64::MAX), PAGE as i64 + 1)?;
        let more = jobs.len() > PAGE;
        jobs.truncate(PAGE);
        let next = jobs.last().filter(|_| more).map(|job| job.id);
        let mut ids: Vec<i64> = jobs.iter().filter_map(|job| job.event_id).collect();
        ids.sort_unstable();
        ids.dedup();
        let events: HashMap<i64, Event> = event::by_ids(conn, &ids)?.into_iter().map(|e| (e.id, e)).collect();
        let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
        let view = |job: PrintJob| PrintView {
            event: job.event_id.and_then(|id| events.get(&id).cloned()),
            by: names.get(&job.account_id).cloned().unwrap_or_default(),
            refused: serde_json::from_str(&job.refused).unwrap_or_default(),
            job,
        };
        Ok(Prints { jobs: jobs.into_iter().map(view).collect(), next })
    })
}

/// One job, for those who may print for its agency.
pub fn one(register: &Register, staff: &Staff, id: i64) -> ServiceResult<PrintView> {
    let job = print::job(register, staff, id)?;
    register.read(|conn| {
        let event = match job.event_id {
            Some(id) => Some(event::by_id(conn, id)?),
            None => None,
        };
        let by = account::by_id(conn, job.account_id)?.name;
        Ok(PrintView { event, by, refused: serde_json::from_str(&job.refused).unwrap_or_default(), job })
    })
}
