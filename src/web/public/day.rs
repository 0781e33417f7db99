//! A civil day in JSON.

use chrono::{Datelike, NaiveDate};
use serde::Serializer;

/// Writes `2026-12-01`, without the general formatting of dates: the answer that programs ask for most has several.
pub(super) fn serialize<S: Serializer>(day: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    let Ok(year @ 0..=9999) = u32::try_from(day.year()) else { return serializer.collect_str(day) };
    let digit = |n: u32| b"0123456789"[(n % 10) as usize];
    let (m, d) = (day.month(), day.day());
    let written = [
        digit(year / 1000),
        digit(year / 100),
        digit(year / 10),
        digit(year),
        b'-',
        digit(m / 10),
        digit(m),
        b'-',
        digit(d / 10),
        digit(d),
    ];
    match std::str::from_utf8(&written) {
        Ok(text) => serializer.serialize_str(text),
        Err(_) => serializer.collect_str(day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_day_is_written_as_everywhere(days in -800_000..4_000_000i32) {
            let day = NaiveDate::from_num_days_from_ce_opt(days).unwrap();
            let mut out = Vec::new();
            serialize(&day, &mut serde_json::Serializer::new(&mut out)).unwrap();
            prop_assert_eq!(String::from_utf8(out).unwrap(), format!("\"{day}\""));
        }
    }
}
