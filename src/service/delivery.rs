//! The outbox from the sender's side: a mail is leased, tried, and its row settled.
//!
//! None of this is a change of the register: it is not in the journal, which holds the change that caused the mail.

use crate::mail::{ATTEMPTS, backoff};
use crate::service::outbox::{self, Letter};
use crate::service::{Actor, Register, ServiceResult, Tx};
use crate::store::delivery::{self as rows, Settlement};
use crate::store::outbox::{self as queue, Outgoing};
use chrono::{DateTime, Duration, NaiveDateTime, Utc};

/// How long a worker has a mail. Longer than any conversation with a relay, which gives up by itself: after
/// that the worker is taken for dead and the mail is somebody else's.
pub const LEASE: Duration = Duration::minutes(10);

/// How long a sent mail can still be looked up. A dead letter stays until somebody has dealt with it.
const REMEMBERED: Duration = Duration::days(90);

const JOB: Actor = Actor::Job("mail");

/// A mail that this worker, and nobody else, may send now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leased {
    /// The row, opened.
    pub letter: Letter,
    /// Which attempt this is, from 1. It also proves the lease: a later attempt has another number.
    pub attempt: u32,
    /// When it was queued.
    pub queued: DateTime<Utc>,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The relay has it.
    Sent,
    /// It failed and may succeed later; why.
    Failed(String),
    /// It will never succeed; why.
    Refused(String),
}

/// What was written about an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is sent.
    Sent,
    /// It is due again after a pause.
    Postponed,
    /// It is a dead letter.
    Dead,
    /// The lease had run out and another worker has the mail: nothing was written.
    Overtaken,
}

/// Leases the mail that has been due for longest, if any is.
///
/// A row that cannot be sent at all (a link that no longer works, a payload of a version that is gone) is
/// settled on the way.
pub fn lease(register: &Register) -> ServiceResult<Option<Leased>> {
    let now = register.now();
    // A look without a transaction first: most of the time nothing is due, and then nobody is kept waiting.
    if register.read(|conn| Ok(queue::due(conn, now, 1)?))?.is_empty() {
        return Ok(None);
    }
    register.write(JOB, |tx| {
        tx.nothing_to_record();
        while let Some(row) = queue::due(tx.conn, tx.now, 1)?.pop() {
            if let Some(leased) = take(register, tx, row)? {
                return Ok(Some(leased));
            }
        }
        Ok(None)
    })
}

fn take(register: &Register, tx: &mut Tx<'_>, row: Outgoing) -> ServiceResult<Option<Leased>> {
    let attempt = u32::try_from(row.attempts).unwrap_or(u32::MAX).saturating_add(1);
    let now = tx.now;
    let settle = |tx: &mut Tx<'_>, outcome| write(tx, row.id, row.attempts, attempt, outbox::is_sealed(&row), outcome);
    if attempt > ATTEMPTS {
        // Every attempt ended with the worker's death: the mail itself may be what kills it.
        settle(tx, Outcome::Refused("given up after the last attempt did not end".to_owned()))?;
        return Ok(None);
    }
    let letter = match outbox::open(&register.keys, &row) {
        Ok(letter) => letter,
        Err(error) => {
            // Most likely this process was given another secret: the right one may come back.
            settle(tx, Outcome::Failed(format!("the row cannot be opened: {error}")))?;
            return Ok(None);
        }
    };
    if letter.message.useful_until().is_some_and(|end| end.naive_utc() <= now) {
        settle(tx, Outcome::Refused("its link ended before it could be sent".to_owned()))?;
        return Ok(None);
    }
    rows::lease(tx.conn, row.id, i64::from(attempt), now + LEASE)?;
    Ok(Some(Leased { attempt, letter, queued: row.created_at.and_utc() }))
}

/// Writes down what became of a leased mail.
pub fn settle(register: &Register, leased: &Leased, outcome: Outcome) -> ServiceResult<Settled> {
    register.write(JOB, |tx| {
        tx.nothing_to_record();
        let attempts = i64::from(leased.attempt);
        write(tx, leased.letter.id, attempts, leased.attempt, leased.letter.message.holds_secret(), outcome)
    })
}

/// Settles a row that still stands at `expected` attempts.
fn write(
    tx: &mut Tx<'_>,
    id: i64,
    expected: i64,
    attempt: u32,
    secret: bool,
    outcome: Outcome,
) -> ServiceResult<Settled> {
    let now = tx.now;
    let (settled, error, due_at) = match outcome {
        Outcome::Sent => (Settled::Sent, None, now),
        Outcome::Refused(why) => (Settled::Dead, Some(why), now),
        Outcome::Failed(why) => match backoff(attempt).and_then(|pause| later(now, pause)) {
            Some(due_at) => (Settled::Postponed, Some(why), due_at),
            None => (Settled::Dead, Some(why), now),
        },
    };
    let state = match settled {
        Settled::Sent => "sent",
        Settled::Dead => "dead",
        Settled::Postponed | Settled::Overtaken => "queued",
    };
    let row = Settlement {
        state: state.to_owned(),
        attempts: i64::from(attempt),
        due_at,
        leased_until: None,
        last_error: error,
        sent_at: (settled == Settled::Sent).then_some(now),
    };
    // A mail that is a key to an account is emptied as soon as nobody will send it again.
    let clear = secret && state != "queued";
    Ok(if rows::settle(tx.conn, id, expected, &row, clear)? { settled } else { Settled::Overtaken })
}

/// Forgets the mails that were sent long ago; answers how many.
pub fn forget_sent(register: &Register) -> ServiceResult<usize> {
    let before = register.now() - REMEMBERED;
    if !register.read(|conn| Ok(rows::has_sent_before(conn, before)?))? {
        return Ok(0);
    }
    register.write(JOB, |tx| {
        tx.nothing_to_record();
        Ok(rows::forget_sent(tx.conn, before)?)
    })
}

/// How many mails wait, and how many are dead letters.
pub fn waiting_and_dead(register: &Register) -> ServiceResult<(i64, i64)> {
    let counts = register.read(|conn| Ok(rows::counts(conn)?))?;
    let of = |state: &str| counts.iter().find(|(name, _)| name == state).map_or(0, |(_, count)| *count);
    Ok((of("queued"), of("dead")))
}

fn later(now: NaiveDateTime, pause: std::time::Duration) -> Option<NaiveDateTime> {
    now.checked_add_signed(Duration::from_std(pause).ok()?)
}
