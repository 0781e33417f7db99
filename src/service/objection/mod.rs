//! Objections (异议) to awards on notice: anyone may file one, it holds the clock, the reviewer decides.

mod decide;
mod file;

pub use decide::{Decision, decide};
pub use file::{NewObjectionForm, Receipt, file};

use crate::domain::grade::Grade;
use crate::mail::{Link, ObjectionRef};
use crate::service::{Keys, ServiceResult};
use crate::store::award::{Award, Notice, Objection};
use crate::store::{Conn, event};
use crate::text::Lang;

/// The place for which a sender is sealed.
fn sender_place(receipt: &str) -> String {
    format!("objection.sender/{receipt}")
}

/// Who filed an objection, as only the office sees it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sender {
    /// The name given.
    pub name: String,
    /// The mail address given.
    pub mail: String,
}

/// Opens the sealed sender of an objection.
pub fn sender(keys: &Keys, objection: &Objection) -> ServiceResult<Sender> {
    let text = keys.open_text(&sender_place(&objection.receipt), &objection.sender_sealed)?;
    serde_json::from_str(&text).map_err(|e| crate::service::ServiceError::Internal(e.to_string()))
}

fn reference(
    conn: &mut Conn,
    notice: &Notice,
    award: &Award,
    receipt: &str,
    received: chrono::NaiveDateTime,
    link: Link,
) -> ServiceResult<ObjectionRef> {
    let event = match award.event_id {
        Some(id) => event::by_id(conn, id)?.name,
        None => String::new(),
    };
    Ok(ObjectionRef {
        reference: receipt.to_owned(),
        notice: notice.reference.clone(),
        grade: Grade::from_rank(award.grade as u8).unwrap_or(Grade::LOWEST),
        event,
        received: received.and_utc(),
        link,
    })
}

fn lang_of(objection: &Objection) -> Lang {
    Lang::from_code(&objection.lang).unwrap_or_default()
}
