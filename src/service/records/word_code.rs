//! The code on a result slip: drawn like that of a certificate, found again by its hash, sealed so that the slip can be
//! printed again; and what the journal keeps of a code and of what was said with it.

use crate::domain::check_code::CheckCode;
use crate::service::keys::{Keys, hex, random, sha256};
use crate::service::{ServiceError, ServiceResult};
use crate::store::player_word::{NewPlayerWord, PlayerWord};
use chrono::NaiveDateTime;

/// The hash under which a code is found. The code holds 80 random bits, so it needs no salt.
pub(crate) fn hash_of(code: &CheckCode) -> Vec<u8> {
    sha256(code.as_bytes())
}

/// The place for which a code is sealed: the side that it is of.
fn place(pairing: i64, side: &str, hash: &[u8]) -> String {
    format!("player_word.code/{pairing}/{side}/{}", hex(hash))
}

/// Draws a code for a side of a game.
pub(super) fn fresh(keys: &Keys, pairing_id: i64, side: &str, made_at: NaiveDateTime) -> ServiceResult<NewPlayerWord> {
    let code = CheckCode::from_bytes(random()?);
    let code_hash = hash_of(&code);
    Ok(NewPlayerWord {
        code_sealed: keys.seal(&place(pairing_id, side, &code_hash), code.as_bytes())?,
        pairing_id,
        side: side.to_owned(),
        code_hash,
        result: String::new(),
        note: String::new(),
        made_at,
    })
}

/// The code, for printing it.
pub(crate) fn open(keys: &Keys, row: &PlayerWord) -> ServiceResult<CheckCode> {
    let bytes = keys.open(&place(row.pairing_id, &row.side, &row.code_hash), &row.code_sealed)?;
    let bytes = <[u8; 10]>::try_from(bytes.as_slice()).map_err(|_| ServiceError::Internal("code length".to_owned()))?;
    Ok(CheckCode::from_bytes(bytes))
}

fn moment(at: NaiveDateTime) -> String {
    at.and_utc().timestamp_micros().to_string()
}

/// What the journal keeps of a code.
pub(crate) fn digest_of_code(keys: &Keys, row: &PlayerWord) -> String {
    let (pairing, made_at) = (row.pairing_id.to_string(), moment(row.made_at));
    keys.attest("player word code", &[&pairing, &row.side, &hex(&row.code_hash), &made_at])
}

/// What the journal keeps of a player's word: it covers what was added to it, and gives nothing of that away.
pub(crate) fn digest_of_word(keys: &Keys, row: &PlayerWord) -> Option<String> {
    let (said, said_at) = (row.said.as_deref()?, moment(row.said_at?));
    let pairing = row.pairing_id.to_string();
    Some(keys.attest("player word", &[&pairing, &row.side, said, &row.result, &row.note, &said_at]))
}
