//! The end of notices and of events: run by a background job, safe to run twice.

use crate::clock::beijing_time;
use crate::domain::game_record::findings;
use crate::service::{Actor, Register, ServiceResult, certificate};
use crate::store::{award, certificate as papers, event};
use chrono::Duration;
use serde_json::json;

/// The name under which the journal knows this job.
const JOB: Actor = Actor::Job("notice");

/// How many notices one transaction closes.
const BATCH: i64 = 200;

/// Closes every notice whose time has run out and that no objection holds; answers how many. While the results of its
/// event are open again, or a record contradicts them, a notice does not close: what it grants may change.
pub fn close_due(register: &Register) -> ServiceResult<usize> {
    let mut closed = 0;
    loop {
        let now = register.now();
        let due = register.read(|conn| Ok(award::due_notices(conn, now, &findings::CONTRADICTS, BATCH)?))?;
        if due.is_empty() {
            return Ok(closed);
        }
        closed += close_batch(register)?;
    }
}

fn close_batch(register: &Register) -> ServiceResult<usize> {
    register.write(JOB, |tx| {
        // Read again inside the transaction: an objection may have arrived in between.
        let due = award::due_notices(tx.conn, tx.now, &findings::CONTRADICTS, BATCH)?;
        let mut persons = Vec::with_capacity(due.len());
        for notice in &due {
            let given = award::by_id(tx.conn, notice.award_id)?;
            persons.push(given.person_id);
            award::set_notice(tx.conn, notice.id, "closed", notice.ends_at, None, Some(tx.now))?;
            tx.record("notice.close", &format!("notice:{}", notice.id), json!({"award": given.id, "state": "closed"}));
            // The title may be used from the day after the last day of the notice.
            let day = beijing_time(notice.ends_at).date();
            let issued = papers::ids_of_awards(tx.conn, &[given.id])?;
            let state = if issued.is_empty() { "granted" } else { "certified" };
            award::set_state(tx.conn, &[given.id], state, given.granted_on.is_none().then_some(day))?;
            tx.record("award.grant", &format!("award:{}", given.id), json!({"state": state}));
            for (_, id) in issued {
                let paper = papers::by_id(tx.conn, id)?;
                if paper.state == "on-notice" {
                    let steps = certificate::turn(tx, &paper, ("valid", day), None, None)?;
                    let payload = json!({"state": "valid", "steps": steps});
                    tx.record("certificate.valid", &certificate::subject(&paper), payload);
                }
            }
        }
        if due.is_empty() {
            tx.nothing_to_record();
        }
        certificate::settle(tx, &persons)?;
        Ok(due.len())
    })
}

/// Closes every confirmed event whose last day has passed and of which no award is proposed, confirmed or on
/// notice any more; answers how many.
pub fn close_events(register: &Register) -> ServiceResult<usize> {
    let today = register.today();
    let ready = register.read(|conn| Ok(event::ready_to_close(conn, today - Duration::days(1))?))?;
    if ready.is_empty() {
        return Ok(0);
    }
    register.write(Actor::Job("close-events"), |tx| {
        let ready = event::ready_to_close(tx.conn, today - Duration::days(1))?;
        for id in &ready {
            event::set_state(tx.conn, *id, "closed")?;
            event::step(tx.conn, *id, "closed", None, tx.now, "")?;
            tx.record("event.close", &format!("event:{id}"), json!({"state": "closed"}));
        }
        if ready.is_empty() {
            tx.nothing_to_record();
        }
        Ok(ready.len())
    })
}
