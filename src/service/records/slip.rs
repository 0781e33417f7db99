//! The photo of a signed result slip, as evidence beside a game.

use super::OPEN;
use super::place::{Chosen, pairing_for};
use crate::domain::permission::Action;
use crate::service::event::{find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::pairing;
use crate::store::result_slip::{self, NewSlip, SlipLine};
use serde_json::json;

/// The largest photo, in bytes.
pub const PHOTO: usize = 8 << 20;

/// How many photos a game may have.
const PHOTOS: usize = 8;

/// What a picture is, by its first bytes.
fn mime(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

fn place(pairing: i64, sha256: &str) -> String {
    format!("slip/{pairing}/{sha256}")
}

/// Keeps a photo beside a game; the same one again is kept once. Answers its id.
pub fn add_slip(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    game: &Chosen,
    bytes: &[u8],
) -> ServiceResult<i64> {
    if bytes.len() > PHOTO {
        return Err(ServiceError::field("photo", "refusal.photo_too_large"));
    }
    let mime = mime(bytes).ok_or_else(|| ServiceError::field("photo", "refusal.photo_kind"))?;
    let digest = hex(&sha256(bytes));
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &OPEN)?;
        let pairing_id = pairing_for(&register.keys, tx, &found, group, game)?;
        let before = result_slip::of_pairing(tx.conn, pairing_id)?;
        if let Some(same) = before.iter().find(|one| one.sha256 == digest) {
            tx.nothing_to_record();
            return Ok(same.id);
        }
        if before.len() >= PHOTOS {
            return Err(ServiceError::field("photo", "refusal.photos_too_many"));
        }
        let row = NewSlip {
            pairing_id,
            sha256: digest.clone(),
            mime: mime.to_owned(),
            bytes: register.keys.seal(&place(pairing_id, &digest), bytes)?,
            uploaded_by: staff.account_id,
            uploaded_at: tx.now,
        };
        let id = result_slip::insert(tx.conn, &row)?;
        tx.record("game.slip", &subject(&found), json!({"pairing": pairing_id, "sha256": digest, "slip": id}));
        Ok(id)
    })
}

/// A photo for those who may see the event: what it is, and its bytes as they came.
pub fn slip(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<(SlipLine, Vec<u8>)> {
    register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let (line, sealed) = result_slip::by_id(conn, id)?;
        if pairing::by_id(conn, line.pairing_id)?.event_id != found.id {
            return Err(ServiceError::NotFound);
        }
        let bytes = register.keys.open(&place(line.pairing_id, &line.sha256), &sealed)?;
        Ok((line, bytes))
    })
}
