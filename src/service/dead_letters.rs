//! Mails that could not be delivered: seen by an administrator, and sent again.

use crate::domain::permission::Action;
use crate::service::{Register, ServiceError, ServiceResult, Staff, outbox};
use crate::store::outbox::{self as rows, Outgoing};
use serde_json::json;

/// How many a page shows.
pub const PAGE: usize = 50;

/// A mail that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// The row.
    pub row: Outgoing,
    /// The address, with only its first letter and the part after the @; none where it cannot be opened.
    pub to: Option<String>,
    /// Whether it can be sent again: what a link to an account said is gone.
    pub can_retry: bool,
}

/// The mails that were given up, the latest first, before an id; with where the next page begins.
pub fn list(register: &Register, staff: &Staff, before: Option<i64>) -> ServiceResult<(Vec<DeadLetter>, Option<i64>)> {
    staff.require_everywhere(Action::ManageMail)?;
    let mut found = register.read(|conn| Ok(rows::dead(conn, before.unwrap_or(i64::MAX), PAGE as i64 + 1)?))?;
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    let next = found.last().filter(|_| more).map(|row| row.id);
    let letters = found.into_iter().map(|row| DeadLetter {
        to: outbox::address(&register.keys, &row.to_sealed).ok().map(|address| masked(&address)),
        can_retry: !row.payload.is_empty(),
        row,
    });
    Ok((letters.collect(), next))
}

/// Puts a mail that was given up back into the queue, with all its attempts before it.
pub fn retry(register: &Register, staff: &Staff, id: i64) -> ServiceResult<()> {
    staff.require_everywhere(Action::ManageMail)?;
    register.write(staff.actor(), |tx| {
        let row = rows::by_id(tx.conn, id)?;
        if row.state != "dead" {
            return Err(ServiceError::refused("refusal.mail_not_dead"));
        }
        if row.payload.is_empty() {
            return Err(ServiceError::refused("refusal.mail_spent"));
        }
        rows::requeue(tx.conn, id, tx.now)?;
        tx.record("mail.retry", &format!("mail:{id}"), json!({"kind": row.kind}));
        Ok(())
    })
}

fn masked(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((name, host)) => format!("{}***@{host}", name.chars().next().unwrap_or('*')),
        None => "***".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_address_is_shown_as_far_as_it_helps() {
        assert_eq!(super::masked("zhang.wei@example.cn"), "z***@example.cn");
        assert_eq!(super::masked("nonsense"), "***");
    }
}
