//! Game records in the register: sent for the games of an event, recounted in the background, each version of the answer
//! kept.

mod again;
mod findings;
mod place;
mod recount;
mod rule;
mod ruled;
mod same;
mod send;
mod slip;
mod standing;
mod terms;
mod word_code;
mod words;

pub use again::recount_again;
pub(crate) use again::{renamed, wait_again};
pub(crate) use findings::{against, games};
pub use place::{Chosen, place_by_hand};
pub(crate) use place::{Placed, place_waiting, placed_words};
pub(crate) use recount::Answers;
pub use recount::{Batch, recount_due, recount_while};
pub(crate) use rule::{RULED, digest_of_ruling};
pub use rule::{RuledResult, Ruling, RulingForm, RulingKind, agree, refuse, rule, rule_words};
pub(crate) use ruled::{ruled, ruled_by};
pub(crate) use same::beside;
pub use same::others_like;
pub use send::{Sent, send};
pub use slip::{PHOTO, PHOTOS, Photo, SlipOf, add_slip, slip};
pub(crate) use standing::{none_proposed, players_kept};
pub(crate) use terms::asked_of;
pub(crate) use word_code::{digest_of_code, digest_of_word, hash_of as hash_of_word_code, open as open_word_code};
pub(crate) use words::end_outdated;
pub use words::{CodeState, NOTE, PlayerSays, SIDES, WordForm, make_codes, renew_code, say};

use crate::domain::results::Sheet;
use crate::service::results::sheet_of;
use crate::service::{Keys, ServiceResult};
use crate::store::event::Event;
use crate::store::upload;
use crate::store::{Conn, game_record, record_source};

/// The states in which records of an event are taken.
pub const OPEN: [&str; 4] = ["approved", "submitted", "returned", "confirmed"];

/// The place for which the bytes of a record are sealed.
fn sealed_place(sha256: &str) -> String {
    format!("record/{sha256}")
}

/// The bytes of a record as they came.
pub fn bytes_of(keys: &Keys, conn: &mut Conn, source: i64) -> ServiceResult<Vec<u8>> {
    let found = record_source::bytes_of(conn, &[source])?;
    let (_, sha256, sealed) = found.first().ok_or(crate::service::ServiceError::NotFound)?;
    Ok(keys.open(&sealed_place(sha256), sealed)?)
}

/// How many records of a group wait to be recounted.
pub fn waiting_of(conn: &mut Conn, event_id: i64, group: &str) -> ServiceResult<usize> {
    let states = game_record::states_of(conn, event_id, group)?;
    let waiting = states.into_iter().filter(|(state, _)| state == "waiting").map(|(_, count)| count).sum::<i64>();
    Ok(usize::try_from(waiting).unwrap_or_default())
}

/// The results of a group as they were sent last, where they can be read.
pub(crate) fn results_of(keys: &Keys, conn: &mut Conn, found: &Event, group: &str) -> ServiceResult<Option<Sheet>> {
    let current = upload::current_of_group(conn, found.id, group)?;
    Ok(current.filter(|row| row.accepted != "no").and_then(|row| sheet_of(keys, &row)))
}
