//! Doubtful players of an upload, decided before the results are submitted, by somebody who sees both sides.
//!
//! Until then an upload has no rows. What is decided waits, beside the upload, for the submission to make them.

use super::acknowledge::{finding_key, reason_of};
use super::identify::{Identity, agree};
use super::materialise::match_all;
use super::roll;
use super::upload::{check_again, sheet_of};
use crate::domain::finding::codes;
use crate::domain::matching::{Candidate, Match, Why};
use crate::domain::name::search_key;
use crate::domain::permission::Action;
use crate::domain::results::Entry;
use crate::service::event::{find, require_state, subject};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event::{self, Event};
use crate::store::match_choice::{self, MatchChoice, NewMatchChoice};
use crate::store::upload::{self, NewAcknowledgement};
use crate::store::{Conn, bar, entry, person};
use crate::text::both;
use serde_json::json;

/// The states in which an event's uploads are worked on.
const BEFORE: [&str; 2] = ["approved", "returned"];

/// A doubtful player of an upload that has not been submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The upload.
    pub upload_id: i64,
    /// The group.
    pub group: String,
    /// What the file says of the player.
    pub written: Entry,
    /// Those who may be meant.
    pub candidates: Vec<Candidate>,
    /// What was decided, where somebody has and it is still possible.
    pub chosen: Option<Chosen>,
}

/// What was decided of a doubtful player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The person, under the record that is kept; none: somebody new.
    pub person: Option<i64>,
    /// The row.
    pub choice: MatchChoice,
}

/// The doubtful players of the uploads of an event that count, while they are not submitted.
pub fn doubts(register: &Register, found: &Event) -> ServiceResult<Vec<Doubt>> {
    if !BEFORE.contains(&found.state.as_str()) {
        return Ok(Vec::new());
    }
    let uploads = register.read(|conn| Ok(upload::current_of(conn, found.id)?))?;
    let mut doubts = Vec::new();
    for row in uploads.iter().filter(|row| row.accepted != "no") {
        let Some(sheet) = sheet_of(&register.keys, row) else { continue };
        doubts.extend(register.read(|conn| {
            // One that was submitted and returned has its rows, and its cases among them.
            if !entry::of_upload(conn, row.id)?.is_empty() {
                return Ok(Vec::new());
            }
            let chosen = match_choice::of_upload(conn, row.id)?;
            let mut doubts = Vec::new();
            for (written, matched) in sheet.entries.iter().zip(match_all(&register.keys, conn, found, &sheet)?) {
                let Match::Doubtful(candidates) = matched else { continue };
                if is_a_stranger(conn, written, &candidates)? {
                    continue;
                }
                let chosen = match chosen.get(&written.id) {
                    Some(choice) => still_holds(conn, found, &candidates, choice)?,
                    None => None,
                };
                let (upload_id, group) = (row.id, row.group_key.clone());
                doubts.push(Doubt { upload_id, group, written: written.clone(), candidates, chosen });
            }
            Ok(doubts)
        })?);
    }
    Ok(doubts)
}

/// Whether a number leads to somebody of another name. That is an error of the file, which its sender has to clear up
/// from papers: showing the record beside it would tell anybody with a number whose it is.
fn is_a_stranger(conn: &mut Conn, written: &Entry, candidates: &[Candidate]) -> ServiceResult<bool> {
    let by_number: Vec<i64> = candidates
        .iter()
        .filter(|c| matches!(c.why, Why::RegisterOtherName | Why::DocumentOtherName))
        .map(|c| c.person)
        .collect();
    let key = search_key(&written.name);
    Ok(person::by_ids(conn, &by_number)?.iter().any(|known| known.name_key != key))
}

/// What was decided, where it is still possible: the person is among those who may be meant, and not barred.
pub(super) fn still_holds(
    conn: &mut Conn,
    found: &Event,
    candidates: &[Candidate],
    choice: &MatchChoice,
) -> ServiceResult<Option<Chosen>> {
    let choice = choice.clone();
    let Some(id) = choice.person_id else { return Ok(Some(Chosen { person: None, choice })) };
    let kept = person::by_id(conn, id)?.merged_into.unwrap_or(id);
    let among = candidates.iter().any(|candidate| candidate.person == kept);
    let holds = among && bar::barred_on(conn, &[kept], found.ends_on)?.is_empty();
    Ok(holds.then_some(Chosen { person: Some(kept), choice }))
}

/// Decides who a doubtful player of an upload is, before the results are submitted. It is the reason of the warnings that
/// asked for it, too.
pub fn decide_early(
    register: &Register,
    staff: &Staff,
    slug: &str,
    (upload_id, file_id): (i64, &str),
    identity: Identity,
    reason: &str,
) -> ServiceResult<()> {
    let reason = reason.trim();
    let found = register.read(|conn| find(conn, staff, slug, Action::DecideMatch))?;
    require_state(&found, &BEFORE)?;
    let doubt = doubts(register, &found)?.into_iter().find(|d| d.upload_id == upload_id && d.written.id == file_id);
    let doubt = doubt.ok_or(ServiceError::NotFound)?;
    let row = register.read(|conn| Ok(upload::by_id(conn, upload_id)?))?;
    let report = check_again(register, &found, &row)?;
    let asked = [codes::W708.id, codes::W709.id, codes::W729.id];
    let mine = |finding: &&crate::domain::finding::Finding| {
        asked.contains(&finding.code) && finding.person.as_deref() == Some(file_id)
    };
    register.write(staff.actor(), |tx| {
        let now = event::by_id(tx.conn, found.id)?;
        require_state(&now, &BEFORE)?;
        if !upload::by_id(tx.conn, upload_id)?.current {
            return Err(ServiceError::refused("refusal.changed_meanwhile"));
        }
        let person_id = match identity {
            Identity::New => None,
            Identity::Person(id) => {
                let candidate = doubt.candidates.iter().find(|c| c.person == id).ok_or(ServiceError::NotFound)?;
                let known = person::by_id(tx.conn, id)?;
                if !agree(&known, &doubt.written, candidate.why) && reason.chars().count() < 4 {
                    return Err(ServiceError::field("reason", "refusal.match_reason"));
                }
                roll::not_barred(tx.conn, &now, &known)?;
                Some(known.id)
            }
        };
        let choice = NewMatchChoice {
            upload_id,
            file_id: file_id.to_owned(),
            person_id,
            reason: reason.to_owned(),
            account_id: staff.account_id,
            at: tx.now,
        };
        match_choice::insert(tx.conn, &choice)?;
        let given = upload::acknowledgements_of(tx.conn, upload_id)?;
        for finding in report.findings.iter().filter(mine).filter(|finding| reason_of(finding, &given).is_none()) {
            let compared = both("staff.match.compared", &[]);
            let said = if reason.is_empty() { format!("{} / {}", compared.zh, compared.en) } else { reason.to_owned() };
            let row = NewAcknowledgement {
                upload_id,
                finding_key: finding_key(finding),
                reason: said,
                account_id: staff.account_id,
                at: tx.now,
            };
            upload::insert_acknowledgement(tx.conn, &row)?;
        }
        let word = if person_id.is_some() { "linked" } else { "created" };
        tx.record(
            "event.identify",
            &subject(&now),
            json!({"line": doubt.written.line, "match": word, "person": person_id, "upload": upload_id}),
        );
        Ok(())
    })
}
