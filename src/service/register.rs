//! The open register: the database, the clock, the secrets and the settings that use cases need.

use crate::clock::{Clock, beijing_date};
use crate::service::view::event_checked::KeptChecks;
use crate::service::{Actor, Keys, ServiceResult, Tx};
use crate::store::{Conn, Store};
use chrono::{NaiveDate, NaiveDateTime};
use std::sync::Arc;

/// Settings of the register itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Days of a public notice, counted from the next calendar day.
    pub notice_days: i64,
    /// Days after an event's end within which its results are due; later ones need a reason.
    pub results_due_days: i64,
    /// Whether serials run per grade (as the regulation reads) or per year over all grades.
    pub series: crate::domain::certificate_number::SeriesScope,
    /// The public address of this register, without a slash at the end: `https://qipin.example`.
    pub address: String,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            notice_days: 7,
            results_due_days: 30,
            series: crate::domain::certificate_number::SeriesScope::PerGrade,
            address: "http://127.0.0.1:8080".to_owned(),
        }
    }
}

/// The open register. Cheap to clone.
#[derive(Clone)]
pub struct Register {
    /// The database.
    pub store: Store,
    /// The source of the current moment.
    pub clock: Arc<dyn Clock>,
    /// The secrets.
    pub keys: Keys,
    /// The settings.
    pub policy: Arc<Policy>,
    /// What was counted of events' uploads and still holds.
    pub checks: Arc<KeptChecks>,
}

impl Register {
    /// A register of its parts.
    pub fn new(store: Store, clock: Arc<dyn Clock>, keys: Keys, policy: Policy) -> Self {
        Self { store, clock, keys, policy: Arc::new(policy), checks: Arc::default() }
    }

    /// The current moment, UTC, as the database keeps it (whole microseconds).
    pub fn now(&self) -> NaiveDateTime {
        use chrono::Timelike;
        let now = self.clock.now().naive_utc();
        now.with_nanosecond(now.nanosecond() / 1000 * 1000).unwrap_or(now)
    }

    /// Today's date in Beijing.
    pub fn today(&self) -> NaiveDate {
        beijing_date(self.clock.now())
    }

    /// Reads.
    pub fn read<T>(&self, body: impl FnOnce(&mut Conn) -> ServiceResult<T>) -> ServiceResult<T> {
        self.store.read(body)
    }

    /// Reads everything as it was at one moment, however many queries that takes.
    pub fn read_at_once<T>(&self, body: impl FnOnce(&mut Conn) -> ServiceResult<T>) -> ServiceResult<T> {
        self.store.read_at_once(body)
    }

    /// Changes: one transaction, with the journal at hand.
    pub fn write<T>(&self, actor: Actor, body: impl FnOnce(&mut Tx<'_>) -> ServiceResult<T>) -> ServiceResult<T> {
        let now = self.now();
        self.store.write(|conn| {
            let mut tx = Tx::begin(conn, actor, now)?;
            let value = body(&mut tx)?;
            tx.finish()?;
            Ok(value)
        })
    }
}
