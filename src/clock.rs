//! Time as an argument: everything that needs the current moment is handed a [`Clock`].
//!
//! `serve` runs on [`SystemClock`]. Only tests and the demo hold a [`MovableClock`].

use chrono::{DateTime, Duration, FixedOffset, NaiveDate, NaiveDateTime, TimeZone, Utc};
use std::sync::atomic::{AtomicI64, Ordering};

/// A source of the current moment, in UTC.
pub trait Clock: Send + Sync {
    /// The current moment.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's own clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// The machine's clock moved by an offset, for tests and the demo.
#[derive(Default)]
pub struct MovableClock {
    /// A fixed moment in milliseconds since 1970 UTC; 0 means the machine's clock.
    frozen_ms: AtomicI64,
    offset_ms: AtomicI64,
}

impl MovableClock {
    /// A clock that stands still at `at` until it is moved.
    pub fn frozen(at: DateTime<Utc>) -> Self {
        Self { frozen_ms: AtomicI64::new(at.timestamp_millis()), offset_ms: AtomicI64::new(0) }
    }

    /// A clock that runs `offset` ahead of (or behind) the machine's.
    pub fn running(offset: Duration) -> Self {
        Self { frozen_ms: AtomicI64::new(0), offset_ms: AtomicI64::new(offset.num_milliseconds()) }
    }

    /// Moves the clock forward by `by` (or back, when negative).
    pub fn advance(&self, by: Duration) {
        self.offset_ms.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
    }

    /// How far this clock is ahead of its base.
    pub fn offset(&self) -> Duration {
        Duration::milliseconds(self.offset_ms.load(Ordering::SeqCst))
    }
}

impl Clock for MovableClock {
    fn now(&self) -> DateTime<Utc> {
        let base = match self.frozen_ms.load(Ordering::SeqCst) {
            0 => Utc::now(),
            ms => DateTime::from_timestamp_millis(ms).unwrap_or_default(),
        };
        base + self.offset()
    }
}

/// Beijing time (UTC+8, no daylight saving since 1991), in which every civil date of the register is reckoned.
pub fn beijing() -> FixedOffset {
    // proven: 8 hours lie within the ±24 hours that an offset may have.
    FixedOffset::east_opt(8 * 3600).unwrap_or_else(|| unreachable!())
}

/// The civil date in Beijing at a moment.
pub fn beijing_date(at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&beijing()).date_naive()
}

/// The civil date and time in Beijing of a stored UTC timestamp.
pub fn beijing_time(utc: NaiveDateTime) -> NaiveDateTime {
    beijing().from_utc_datetime(&utc).naive_local()
}

/// The UTC moment at which the civil day `date` begins in Beijing.
pub fn beijing_midnight(date: NaiveDate) -> NaiveDateTime {
    date.and_time(chrono::NaiveTime::MIN) - Duration::hours(8)
}
