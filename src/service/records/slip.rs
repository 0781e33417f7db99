//! The photo of a signed result slip, as evidence beside a game.

use super::OPEN;
use super::place::{Chosen, pairing_for};
use crate::domain::permission::Action;
use crate::domain::results::Game;
use crate::service::error::FieldError;
use crate::service::event::{find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::records::results_of;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx};
use crate::store::event::Event;
use crate::store::pairing;
use crate::store::result_slip::{self, NewSlip, SlipLine};
use crate::text::both;
use serde_json::json;

/// The largest photo, in bytes.
pub const PHOTO: usize = 8 << 20;

/// How many photos a game may have.
pub const PHOTOS: usize = 8;

/// The game that a photo is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlipOf {
    /// A pairing of which something has been said already.
    Pairing(i64),
    /// A game of the results of a group.
    Game {
        /// Group id of the scheme.
        group: String,
        /// The game.
        game: Chosen,
    },
}

/// A photo as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    /// The file's name, for what is said of it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a picture is, by its first bytes.
fn mime(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// What else was found, by its first bytes: the key of its words.
fn other(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'%', b'P', b'D', b'F', ..] => "refusal.photo_is.pdf",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "refusal.photo_is.heic",
        [b'G', b'I', b'F', b'8', ..] => "refusal.photo_is.gif",
        [b'P', b'K', ..] => "refusal.photo_is.zip",
        [b'(', b';', ..] => "refusal.photo_is.record",
        _ => "refusal.photo_is.other",
    }
}

/// What is wrong with a photo: its name, what was found, what is expected.
fn wrong(photo: &Photo) -> Option<FieldError> {
    let (key, found) = match photo.bytes.len() {
        0 => return Some(FieldError::new("photo", "refusal.file_required")),
        size if size > PHOTO => {
            // In tenths of a MiB, rounded up: what is too large never reads as what is allowed.
            let tenths = (size * 10).div_ceil(1 << 20);
            let size = format!("{}.{}", tenths / 10, tenths % 10);
            ("refusal.photo_too_large", vec![("size", size)])
        }
        _ if mime(&photo.bytes).is_none() => {
            let found = both(other(&photo.bytes), &[]);
            ("refusal.photo_kind", vec![("zh_found", found.zh), ("en_found", found.en)])
        }
        _ => return None,
    };
    let arguments = found.into_iter().chain([("name", photo.name.chars().take(60).collect())]).collect();
    Some(FieldError { field: "photo", key, arguments })
}

fn place(pairing: i64, sha256: &str) -> String {
    format!("slip/{pairing}/{sha256}")
}

/// The pairing of a game; it has to be in the results still.
fn pairing_of(register: &Register, tx: &mut Tx<'_>, found: &Event, of: &SlipOf) -> ServiceResult<i64> {
    match of {
        SlipOf::Game { group, game } => pairing_for(&register.keys, tx, found, group, game),
        SlipOf::Pairing(id) => {
            let one = pairing::by_id(tx.conn, *id)?;
            if one.event_id != found.id {
                return Err(ServiceError::NotFound);
            }
            let sheet = results_of(&register.keys, tx.conn, found, &one.group_key)?;
            let is_it = |game: &Game| {
                let entry = |at: usize| sheet.as_ref().and_then(|sheet| sheet.entries.get(at));
                i64::from(game.round) == one.round
                    && entry(game.black).is_some_and(|entry| entry.id == one.black_file)
                    && game.white.and_then(entry).is_some_and(|entry| entry.id == one.white_file)
            };
            let there = sheet.as_ref().is_some_and(|sheet| sheet.games.iter().any(is_it));
            if there { Ok(one.id) } else { Err(ServiceError::refused("refusal.game_gone")) }
        }
    }
}

/// Keeps a photo beside a game; the same one again is kept once. Answers the pairing and the photo's id. Where the game
/// was not said and the photo is none, both are refused at once.
pub fn add_slip(
    register: &Register,
    staff: &Staff,
    slug: &str,
    of: Option<&SlipOf>,
    photo: &Photo,
) -> ServiceResult<(i64, i64)> {
    let unsaid = of.is_none().then(|| FieldError::new("game", "refusal.slip_game"));
    let refused: Vec<FieldError> = unsaid.into_iter().chain(wrong(photo)).collect();
    let (Some(of), Some(mime), true) = (of, mime(&photo.bytes), refused.is_empty()) else {
        return Err(ServiceError::Invalid(refused));
    };
    let digest = hex(&sha256(&photo.bytes));
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::EditEvent)?;
        require_state(&found, &OPEN)?;
        let pairing_id = pairing_of(register, tx, &found, of)?;
        let before = result_slip::of_pairing(tx.conn, pairing_id)?;
        if let Some(same) = before.iter().find(|one| one.sha256 == digest) {
            tx.nothing_to_record();
            return Ok((pairing_id, same.id));
        }
        if before.len() >= PHOTOS {
            return Err(ServiceError::field("photo", "refusal.photos_too_many"));
        }
        let row = NewSlip {
            pairing_id,
            sha256: digest.clone(),
            mime: mime.to_owned(),
            bytes: register.keys.seal(&place(pairing_id, &digest), &photo.bytes)?,
            uploaded_by: staff.account_id,
            uploaded_at: tx.now,
        };
        let id = result_slip::insert(tx.conn, &row)?;
        tx.record("game.slip", &subject(&found), json!({"pairing": pairing_id, "sha256": digest, "slip": id}));
        Ok((pairing_id, id))
    })
}

/// A photo for those who may see the event: what it is, and its bytes as they came. It shows names and signatures, so the
/// journal keeps who opened it.
pub fn slip(register: &Register, staff: &Staff, slug: &str, id: i64) -> ServiceResult<(SlipLine, Vec<u8>)> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ViewEvent)?;
        let (line, sealed) = result_slip::by_id(tx.conn, id)?;
        let of = pairing::by_id(tx.conn, line.pairing_id)?;
        if of.event_id != found.id {
            return Err(ServiceError::NotFound);
        }
        let bytes = register.keys.open(&place(line.pairing_id, &line.sha256), &sealed)?;
        let payload = json!({"group": of.group_key, "part": "slip", "slip": line.id});
        tx.record("event.open_file", &subject(&found), payload);
        Ok((line, bytes))
    })
}
