//! Public notices (公示): whoever receives 4段 or more is published for objections before the title is used.

mod close;
mod publish;

pub use close::{close_due, close_events};
pub use publish::{Published, may_be_renewed, publish, renew};

use crate::clock::{beijing_midnight, beijing_time};
use chrono::{Duration, NaiveDateTime};

/// The end of a notice opened at `opened` that runs `days` days from the next calendar day: 24:00 of its last
/// day in Beijing, as a UTC moment.
pub fn end_of_notice(opened: NaiveDateTime, days: i64) -> NaiveDateTime {
    beijing_midnight(beijing_time(opened).date() + Duration::days(days + 1))
}

/// The new end of a notice whose clock stood still from `held_since` until `now`: the time lost is given back,
/// up to the end of the day, so that a notice always ends at 24:00.
pub fn end_after_hold(ends_at: NaiveDateTime, held_since: NaiveDateTime, now: NaiveDateTime) -> NaiveDateTime {
    let moved = ends_at + (now - held_since);
    let local = beijing_time(moved);
    let midnight = beijing_midnight(local.date());
    if midnight == moved { moved } else { beijing_midnight(local.date() + Duration::days(1)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;

    fn utc(day: u32, hour: u32) -> NaiveDateTime {
        NaiveDate::from_ymd_opt(2026, 3, day).unwrap().and_hms_opt(hour, 0, 0).unwrap()
    }

    #[test]
    fn seven_days_count_from_the_next_calendar_day_and_end_at_midnight_in_beijing() {
        // 1 March 23:00 UTC is already 2 March in Beijing: 3 to 9 March count, and the end is 10 March 0:00.
        assert_eq!(end_of_notice(utc(1, 23), 7), utc(9, 16));
        assert_eq!(end_of_notice(utc(1, 15), 7), utc(8, 16));
    }

    #[test]
    fn a_hold_gives_the_lost_time_back_to_the_end_of_a_day() {
        assert_eq!(end_after_hold(utc(9, 16), utc(5, 0), utc(5, 1)), utc(10, 16));
        assert_eq!(end_after_hold(utc(9, 16), utc(5, 0), utc(7, 0)), utc(11, 16));
        assert_eq!(end_after_hold(utc(9, 16), utc(5, 0), utc(5, 0)), utc(9, 16));
    }
}
