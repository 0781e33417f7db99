//! Mails are rows of the transaction that causes them; a job sends them afterwards.
//!
//! The address is always sealed. So is a message that is the key to an account: whoever reads the database
//! finds no link that works.

use crate::domain::permission::Role;
use crate::mail::{Address, Message};
use crate::service::keys::{hex, unhex};
use crate::service::{Keys, ServiceError, ServiceResult, Tx};
use crate::store::account::{self, Account};
use crate::store::outbox::{self, NewOutgoing, Outgoing};
use crate::text::Lang;
use chrono::NaiveDateTime;

/// The place for which an outbox address is sealed.
const TO: &str = "mail_outbox.to";

/// The only key of a payload that is sealed.
const SEALED: &str = "sealed";

/// A mail as the job that sends it needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The row.
    pub id: i64,
    /// Where it goes.
    pub to: Address,
    /// The language.
    pub lang: Lang,
    /// What it says.
    pub message: Message,
}

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

/// A queued mail, opened for sending.
pub fn open(keys: &Keys, row: &Outgoing) -> ServiceResult<Letter> {
    let broken = |what: &str| ServiceError::Internal(format!("mail {}: {what}", row.id));
    let sealed = serde_json::from_str::<serde_json::Value>(&row.payload).ok();
    let sealed = sealed.as_ref().and_then(|value| value.get(SEALED)?.as_str());
    let payload = match sealed {
        Some(sealed) => {
            let sealed = unhex(sealed).ok_or_else(|| broken("the seal is broken"))?;
            keys.open_text(&payload_place(&row.kind, row.created_at), &sealed)?
        }
        None => row.payload.clone(),
    };
    Ok(Letter {
        id: row.id,
        to: Address::parse(&address(keys, &row.to_sealed)?).map_err(|_| broken("no mail address"))?,
        lang: Lang::from_code(&row.lang).unwrap_or_default(),
        message: Message::from_payload(&payload).map_err(|_| broken("no message"))?,
    })
}

/// The place for which a payload is sealed.
fn payload_place(kind: &str, at: NaiveDateTime) -> String {
    format!("mail_outbox.payload/{kind}/{}", at.and_utc().timestamp_micros())
}

fn put(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: Option<i64>,
    address: &str,
    lang: Lang,
    message: &Message,
) -> ServiceResult<i64> {
    let payload = match message.holds_secret() {
        true => {
            let place = payload_place(message.kind(), tx.now);
            let sealed = keys.seal(&place, message.to_payload().as_bytes())?;
            serde_json::json!({ SEALED: hex(&sealed) }).to_string()
        }
        false => message.to_payload(),
    };
    let row = NewOutgoing {
        account_id,
        to_sealed: keys.seal(TO, address.as_bytes())?,
        kind: message.kind().to_owned(),
        lang: lang.code().to_owned(),
        payload,
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

/// Whether what a row says is sealed, because it is the key to an account.
pub fn is_sealed(row: &Outgoing) -> bool {
    row.payload.starts_with(&format!("{{\"{SEALED}\":"))
}
