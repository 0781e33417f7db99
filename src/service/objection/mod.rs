//! Objections (异议) to awards on notice: anyone may file one, it holds the clock, the reviewer decides.

mod decide;
mod file;

pub use decide::{Decision, decide};
pub use file::{NewObjectionForm, Receipt, file};

use crate::domain::grade::Grade;
use crate::domain::typed::narrow;
use crate::mail::{Link, ObjectionRef};
use crate::service::{Keys, ServiceResult};
use crate::store::award::{Award, Notice, Objection};
use crate::store::{Conn, event};
use crate::text::Lang;

/// The characters of a receipt behind its `Y`: none that look alike.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many of them.
const LENGTH: usize = 12;

/// A receipt as somebody types it: in either case, in groups, with letters for digits that look like them.
pub fn read_receipt(typed: &str) -> Option<String> {
    let compact: String = narrow(typed).chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let compact = compact.to_ascii_uppercase();
    let rest: String = compact
        .strip_prefix('Y')?
        .chars()
        .map(|c| match c {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        })
        .collect();
    let whole = rest.len() == LENGTH && rest.bytes().all(|byte| ALPHABET.contains(&byte));
    whole.then(|| format!("Y{rest}"))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_is_read_as_people_type_it_and_nothing_else_is_one() {
        for typed in
            ["Y0123456789AB", " y0123-4567-89ab ", "YO123456789AB", "yol23456789ab", "Ｙ０１２３４５６７８９ＡＢ"]
        {
            assert_eq!(read_receipt(typed).as_deref(), Some("Y0123456789AB"), "{typed}");
        }
        for typed in ["", "Y", "G12345678", "310260001", "Y0123456789A", "Y0123456789ABC", "Y0123456789AU", "Y０é"] {
            assert_eq!(read_receipt(typed), None, "{typed}");
        }
    }
}
