//! What ends an award: it was not collected in time, or it is refused after all.

use crate::service::certificate::grade_of;
use crate::service::event::stored_scheme;
use crate::service::{Actor, Register, ServiceResult, Tx, certificate};
use crate::store::award::{self, Award};
use chrono::{Days, Months, NaiveDate};
use serde_json::json;

/// Lets every granted award lapse whose scheme sets a time for collecting the certificate, once that has passed;
/// answers how many.
pub fn lapse_due(register: &Register) -> ServiceResult<usize> {
    let today = register.today();
    let due = register.read(|conn| {
        let mut due = Vec::new();
        for one in award::granted_uncollected(conn)? {
            let scheme = stored_scheme(conn, &one.scheme_id, &one.scheme_version)?;
            // A grade that is not printed has nothing to collect: it ends at `granted`.
            if !scheme.ladder.prints(grade_of(one.grade)) {
                continue;
            }
            let collect = scheme.collect;
            let last = one.granted_on.and_then(|day| last_day(day, collect.months, collect.days));
            if last.is_some_and(|last| last < today) {
                due.push(one.id);
            }
        }
        Ok(due)
    })?;
    if due.is_empty() {
        return Ok(0);
    }
    register.write(Actor::Job("lapse"), |tx| {
        // Some may have been issued in between.
        let mut lapsing = award::by_ids(tx.conn, &due)?;
        lapsing.retain(|a| a.state == "granted");
        let still: Vec<i64> = lapsing.iter().map(|a| a.id).collect();
        award::set_state(tx.conn, &still, "lapsed", None)?;
        for id in &still {
            tx.record("award.lapse", &format!("award:{id}"), json!({"state": "lapsed"}));
        }
        if still.is_empty() {
            tx.nothing_to_record();
        }
        certificate::settle(tx, &lapsing.iter().map(|a| a.person_id).collect::<Vec<_>>())?;
        Ok(still.len())
    })
}

/// Refuses an award, and with it the notice that may be open for it; whoever calls settles the person.
pub(crate) fn refuse(tx: &mut Tx<'_>, one: &Award, why: &str) -> ServiceResult<()> {
    if let Some(open) = award::open_notice(tx.conn, one.id)? {
        award::set_notice(tx.conn, open.id, "refused", open.ends_at.min(tx.now), None, Some(tx.now))?;
        tx.record("notice.refuse", &format!("notice:{}", open.id), json!({"award": one.id, "state": "refused"}));
    }
    award::set_state(tx.conn, &[one.id], "refused", None)?;
    tx.record("award.refuse", &format!("award:{}", one.id), json!({"state": "refused", "why": why}));
    Ok(())
}

/// The last day on which an award granted on `day` may be collected; none where the scheme sets no time.
pub fn last_day(day: NaiveDate, months: Option<u16>, days: Option<u16>) -> Option<NaiveDate> {
    match (months, days) {
        (None, None) => None,
        (months, days) => day
            .checked_add_months(Months::new(u32::from(months.unwrap_or(0))))?
            .checked_add_days(Days::new(u64::from(days.unwrap_or(0)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_on_the_same_day_or_the_last_of_a_shorter_month() {
        let day = |m, d| NaiveDate::from_ymd_opt(2026, m, d).unwrap();
        assert_eq!(last_day(day(1, 31), Some(1), None), Some(day(2, 28)));
        assert_eq!(last_day(day(3, 5), None, Some(10)), Some(day(3, 15)));
        assert_eq!(last_day(day(3, 5), None, None), None);
    }
}
