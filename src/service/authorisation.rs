//! Reminders that an agency's authorisation ends: nobody should learn of it when an event is refused.

use crate::domain::permission::Role;
use crate::mail::{DaysLeft, Link, Message};
use crate::service::{Actor, Register, ServiceResult, Tx, outbox};
use crate::store::agency::{self, Agency};
use crate::store::journal;
use crate::text::Bilingual;
use chrono::NaiveDate;
use serde_json::json;

const ACTION: &str = "agency.remind";

/// Reminds the managers of every active agency whose authorisation ends within sixty, thirty or seven days,
/// once for each; answers how many agencies were reminded.
///
/// The journal's row is what says that a reminder was sent: one transaction writes it with the mails. A renewed
/// authorisation has another last day and is reminded of anew. Where the job did not run for a while, only the
/// nearest reminder is sent.
pub fn remind(register: &Register) -> ServiceResult<usize> {
    let today = register.today();
    if register.read(|conn| due(conn, today))?.is_empty() {
        return Ok(0);
    }
    register.write(Actor::Job("authorisation"), |tx| {
        let due = due(tx.conn, today)?;
        if due.is_empty() {
            tx.nothing_to_record();
        }
        for (agency, ends, left) in &due {
            remind_one(register, tx, agency, *ends, *left)?;
        }
        Ok(due.len())
    })
}

type Due = (Agency, NaiveDate, DaysLeft);

fn due(conn: &mut crate::store::Conn, today: NaiveDate) -> ServiceResult<Vec<Due>> {
    let mut due = Vec::new();
    let latest = today + chrono::Duration::days(i64::from(DaysLeft::Sixty.days()));
    for agency in agency::ending_within(conn, today, latest)? {
        let Some(ends) = agency.valid_to else { continue };
        let Some(left) = nearest(today, ends) else { continue };
        let payload = crate::service::journal::canonical(&payload(ends, left));
        if !journal::has(conn, &subject(&agency), ACTION, &payload)? {
            due.push((agency, ends, left));
        }
    }
    Ok(due)
}

/// The reminder that is due on `today` when the last day is `ends`.
fn nearest(today: NaiveDate, ends: NaiveDate) -> Option<DaysLeft> {
    let days = (ends - today).num_days();
    let within = |left: &DaysLeft| (0..=i64::from(left.days())).contains(&days);
    DaysLeft::ALL.into_iter().rev().find(within)
}

fn subject(agency: &Agency) -> String {
    format!("agency:{}", agency.id)
}

fn payload(ends: NaiveDate, left: DaysLeft) -> serde_json::Value {
    json!({ "ends": ends, "left": left.days() })
}

fn remind_one(
    register: &Register,
    tx: &mut Tx<'_>,
    agency: &Agency,
    ends: NaiveDate,
    left: DaysLeft,
) -> ServiceResult<()> {
    let message = Message::AuthorisationEnding {
        agency: Bilingual { zh: agency.name_zh.clone(), en: agency.name_en.clone() },
        ends,
        left,
        link: Link::new(format!("/agencies/{}", agency.code)),
    };
    outbox::to_roles(tx, &register.keys, agency.id, &[Role::AgencyManager], &message)?;
    tx.record(ACTION, &subject(agency), payload(ends, left));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_reminder_is_the_one_that_is_due() {
        let ends: NaiveDate = "2026-12-31".parse().unwrap();
        let on = |days: i64| nearest(ends - chrono::Duration::days(days), ends);
        assert_eq!(on(61), None);
        assert_eq!(on(60), Some(DaysLeft::Sixty));
        assert_eq!(on(31), Some(DaysLeft::Sixty));
        assert_eq!(on(30), Some(DaysLeft::Thirty));
        assert_eq!(on(8), Some(DaysLeft::Thirty));
        assert_eq!(on(7), Some(DaysLeft::Seven));
        assert_eq!(on(0), Some(DaysLeft::Seven));
        assert_eq!(on(-1), None);
    }
}
