//! Mails are rows of the transaction that causes them; a job sends them afterwards.

use crate::domain::permission::Role;
use crate::mail::Message;
use crate::service::{Keys, ServiceResult, Tx};
use crate::store::account::{self, Account};
use crate::store::outbox::{self, NewOutgoing};
use crate::text::Lang;

/// The place for which an outbox address is sealed.
const TO: &str = "mail_outbox.to";

/// The place for which the mail address of an account is sealed.
pub fn account_mail_place(login: &str) -> String {
    format!("account.mail/{login}")
}

/// Queues a mail to an address without an account.
pub fn to_address(tx: &mut Tx<'_>, keys: &Keys, address: &str, lang: Lang, message: &Message) -> ServiceResult<i64> {
    put(tx, keys, None, address, lang, message)
}

/// Queues a mail to the holder of an account.
pub fn to_account(tx: &mut Tx<'_>, keys: &Keys, account: &Account, message: &Message) -> ServiceResult<i64> {
    let address = keys.open_text(&account_mail_place(&account.login), &account.mail_sealed)?;
    put(tx, keys, Some(account.id), &address, Lang::from_code(&account.lang).unwrap_or_default(), message)
}

/// Queues a mail to every active account of an agency that has one of `roles`; answers how many.
pub fn to_roles(
    tx: &mut Tx<'_>,
    keys: &Keys,
    agency_id: i64,
    roles: &[Role],
    message: &Message,
) -> ServiceResult<usize> {
    let accounts = account::active_of_agency(tx.conn, agency_id)?;
    let mut queued = 0;
    for account in accounts.iter().filter(|a| roles.iter().any(|role| role.key() == a.role)) {
        to_account(tx, keys, account, message)?;
        queued += 1;
    }
    Ok(queued)
}

/// The address of a queued mail.
pub fn address(keys: &Keys, sealed: &[u8]) -> ServiceResult<String> {
    Ok(keys.open_text(TO, sealed)?)
}

fn put(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: Option<i64>,
    address: &str,
    lang: Lang,
    message: &Message,
) -> ServiceResult<i64> {
    let row = NewOutgoing {
        account_id,
        to_sealed: keys.seal(TO, address.as_bytes())?,
        kind: message.kind().to_owned(),
        lang: lang.code().to_owned(),
        payload: message.to_payload(),
        state: "queued".to_owned(),
        attempts: 0,
        due_at: tx.now,
        leased_until: None,
        last_error: None,
        created_at: tx.now,
        sent_at: None,
    };
    Ok(outbox::insert(tx.conn, &row)?)
}
