//! A doubtful match, decided by a person who saw both sides.

use super::attested::digest_of_case;
use super::materialise::create_person;
use super::recompute::recompute;
use super::roll;
use super::upload::check_again;
use crate::domain::matching::{Candidate, Why};
use crate::domain::name::search_key;
use crate::domain::permission::Action;
use crate::domain::results::Entry;
use crate::service::event::{find, require_state};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::entry::NewMatchCase;
use crate::store::person::Person;
use crate::store::{agency, entry, event, person, upload};
use serde_json::json;

/// Who an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// This person of the register.
    Person(i64),
    /// Somebody new.
    New,
}

/// Whether name and birth date of a file's player are those of a person, and no document speaks against it: then linking
/// the two needs no words.
pub(super) fn agree(known: &Person, written: &Entry, why: Why) -> bool {
    known.name_key == search_key(&written.name)
        && known.birth.is_some()
        && known.birth == written.birth
        && why != Why::OtherDocument
}

/// Decides a doubtful match. Linking somebody whose name or birth date differs needs a reason.
pub fn decide_match(
    register: &Register,
    staff: &Staff,
    slug: &str,
    case_id: i64,
    identity: Identity,
    reason: &str,
) -> ServiceResult<()> {
    let reason = reason.trim();
    let (found, case, one, row) = register.read(|conn| {
        let found = find(conn, staff, slug, Action::DecideMatch)?;
        let case = entry::by_id_match_case(conn, case_id)?;
        let one = entry::by_id(conn, case.entry_id)?;
        let row = upload::by_id(conn, one.upload_id)?;
        Ok((found, case, one, row))
    })?;
    if case.event_id != found.id || !row.current {
        return Err(ServiceError::NotFound);
    }
    let report = check_again(register, &found, &row)?;
    let sheet = report.sheet().ok_or_else(|| ServiceError::refused("refusal.results_refused"))?;
    let written = sheet.entries.iter().find(|e| e.id == one.file_id).ok_or(ServiceError::NotFound)?;
    register.write(staff.actor(), |tx| {
        let now = event::by_id(tx.conn, found.id)?;
        require_state(&now, &["submitted"])?;
        let holder = agency::by_id(tx.conn, now.agency_id)?;
        let (person_id, state) = match identity {
            Identity::New => (create_person(&register.keys, tx, &holder, written)?, "created"),
            Identity::Person(id) => {
                let candidates: Vec<Candidate> = serde_json::from_str(&case.candidates).unwrap_or_default();
                let candidate = candidates.iter().find(|c| c.person == id).ok_or(ServiceError::NotFound)?;
                let named = person::by_id(tx.conn, id)?;
                // A record that was merged since stands for the one it was merged into.
                let known = match named.merged_into {
                    Some(kept) => person::by_id(tx.conn, kept)?,
                    None => named,
                };
                if !agree(&known, written, candidate.why) && reason.chars().count() < 4 {
                    return Err(ServiceError::field("reason", "refusal.match_reason"));
                }
                roll::may_enter(tx.conn, &now, &known, one.id)?;
                (known.id, "linked")
            }
        };
        if entry::decide_case(tx.conn, case.id, state, person_id, reason, staff.account_id, tx.now)? == 0 {
            return Err(ServiceError::refused("refusal.match_decided"));
        }
        entry::identify(tx.conn, one.id, person_id, state)?;
        let decided = NewMatchCase {
            state: state.to_owned(),
            person_id: Some(person_id),
            reason: reason.to_owned(),
            account_id: Some(staff.account_id),
            decided_at: Some(tx.now),
            ..case.as_new()
        };
        let digest = digest_of_case(&register.keys, &decided);
        tx.record(
            "entry.identify",
            &format!("entry:{}", one.id),
            json!({"case": case.id, "digest": digest, "event": now.id, "match": state, "person": person_id}),
        );
        recompute(tx, &now, &holder, &row, sheet)
    })
}
