//! A civil day in JSON.

use crate::domain::civil_day;
use chrono::NaiveDate;
use serde::Serializer;

/// Writes `2026-12-01`.
pub(super) fn serialize<S: Serializer>(day: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    civil_day::with_written(*day, |text| serializer.serialize_str(text))
}
