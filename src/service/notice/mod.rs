//! Public notices (公示): whoever receives 4段 or more is published for objections before the title is used.

mod close;
mod publish;

pub use close::{close_due, close_events};
pub use publish::{Published, may_be_renewed, publish, renew};

use crate::clock::{beijing_midnight, beijing_time};
use chrono::{Duration, NaiveDate, NaiveDateTime};

/// The end of a notice opened at `opened` that runs `days` days from the next calendar day: 24:00 of its last
/// day in Beijing, as a UTC moment.
pub fn end_of_notice(opened: NaiveDateTime, days: i64) -> NaiveDateTime {
    beijing_midnight(beijing_time(opened).date() + Duration::days(days + 1))
}

/// The last day of a notice that ran to its end, in Beijing: the one whose 24:00 was the end.
pub fn last_day(ends_at: NaiveDateTime) -> NaiveDate {
    beijing_time(ends_at - Duration::microseconds(1)).date()
}

/// How many days a notice has left that an objection holds at `now`, of one that runs since `started` (its publication,
/// or the decision that let it run on). Days of notice are whole days in Beijing: the one on which it started does not
/// count, as with every term (民法典, 2020, art. 201), and the one on which the objection came in is given back.
pub fn days_left_at_hold(started: NaiveDateTime, now: NaiveDateTime, ends_at: NaiveDateTime) -> i64 {
    let today = beijing_time(now).date();
    let after_today = days_after(now, ends_at);
    if today > beijing_time(started).date() { after_today + 1 } else { after_today }
}

/// How many whole days in Beijing lie between the day of `now` and the end of a notice. The end of one that is held is
/// kept as if it were let run on the same day, so that for the day of the hold these are the days that are left.
pub fn days_after(now: NaiveDateTime, ends_at: NaiveDateTime) -> i64 {
    (beijing_time(ends_at).date() - beijing_time(now).date()).num_days() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use proptest::prelude::*;

    fn utc(day: u32, hour: u32) -> NaiveDateTime {
        NaiveDate::from_ymd_opt(2026, 3, day).unwrap().and_hms_opt(hour, 0, 0).unwrap()
    }

    #[test]
    fn seven_days_count_from_the_next_calendar_day_and_end_at_midnight_in_beijing() {
        // 1 March 23:00 UTC is already 2 March in Beijing: 3 to 9 March count, and the end is 10 March 0:00.
        assert_eq!(end_of_notice(utc(1, 23), 7), utc(9, 16));
        assert_eq!(end_of_notice(utc(1, 15), 7), utc(8, 16));
        assert_eq!(last_day(end_of_notice(utc(1, 15), 7)), NaiveDate::from_ymd_opt(2026, 3, 8).unwrap());
    }

    #[test]
    fn an_objection_on_the_first_day_finds_seven_days_left_and_one_on_the_last_day_finds_one() {
        let (opened, ends_at) = (utc(2, 2), end_of_notice(utc(2, 2), 7));
        assert_eq!(days_left_at_hold(opened, utc(2, 10), ends_at), 7, "the day of publication does not count");
        assert_eq!(days_left_at_hold(opened, utc(3, 1), ends_at), 7, "the day that has begun is given back");
        assert_eq!(days_left_at_hold(opened, utc(5, 4), ends_at), 5);
        assert_eq!(days_left_at_hold(opened, utc(9, 15), ends_at), 1);
    }

    proptest! {
        /// However often objections hold a notice, never more days are left than it has, never more than were left
        /// before, and when it ends as many whole days have run undisturbed as it had.
        #[test]
        fn a_notice_runs_its_days_and_no_hold_adds_to_them(
            days in 1_i64..30,
            opening in 0_i64..1440,
            steps in prop::collection::vec((0_i64..20_000, 0_i64..20_000), 0..8),
        ) {
            let opened = utc(1, 0) + Duration::minutes(opening);
            let mut started = opened;
            let mut ends_at = end_of_notice(opened, days);
            let mut left = days;
            let mut ran = 0;
            for (until_hold, until_decision) in steps {
                let held = started + Duration::minutes(until_hold);
                if held >= ends_at {
                    break;
                }
                let now_left = days_left_at_hold(started, held, ends_at);
                prop_assert!((1..=left).contains(&now_left), "{now_left} of {left}");
                ran += left - now_left;
                // Whole days between the two moments, neither day itself.
                let whole = (beijing_time(held).date() - beijing_time(started).date()).num_days() - 1;
                prop_assert_eq!(left - now_left, whole.max(0));
                left = now_left;
                prop_assert_eq!(days_after(held, end_of_notice(held, left)), left, "what is shown while it is held");
                started = held + Duration::minutes(until_decision);
                ends_at = end_of_notice(started, left);
                prop_assert_eq!(beijing_time(ends_at).time(), chrono::NaiveTime::MIN);
            }
            prop_assert_eq!(ran + days_after(started, ends_at), days);
        }
    }
}
