//! Doubtful players of an upload, decided before the results are submitted, by somebody who sees both sides.
//!
//! Until then an upload has no rows. What is decided waits, beside the upload, for the submission to make them.

use super::attested::digest_of;
use super::identify::{Identity, agree};
use super::materialise::match_all;
use super::roll;
use super::upload::sheet_of;
use crate::domain::matching::{Candidate, Match, Why};
use crate::domain::name::search_key;
use crate::domain::permission::Action;
use crate::domain::results::Entry;
use crate::service::event::{find, require_state, subject};
use crate::service::{Keys, Register, ServiceError, ServiceResult, Staff};
use crate::store::event::{self, Event};
use crate::store::match_choice::{self, MatchChoice, NewMatchChoice};
use crate::store::person::{self, Person};
use crate::store::upload::{self, Upload};
use crate::store::{Conn, bar, entry};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

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
    /// A digest of them as they are shown.
    pub shown: String,
    /// What was decided, where somebody has and it still stands.
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
    for row in &uploads {
        doubts.extend(doubts_of(register, found, row)?);
    }
    Ok(doubts)
}

/// The doubtful players of one upload. One that was submitted and returned has its rows, and its cases among them.
fn doubts_of(register: &Register, found: &Event, row: &Upload) -> ServiceResult<Vec<Doubt>> {
    let sheet = if row.accepted == "no" { None } else { sheet_of(&register.keys, row) };
    let Some(sheet) = sheet else { return Ok(Vec::new()) };
    register.read(|conn| {
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
                Some(choice) => still_holds(&register.keys, conn, found, &candidates, choice)?,
                None => None,
            };
            let shown = shown(&register.keys, conn, &candidates)?;
            let (upload_id, group) = (row.id, row.group_key.clone());
            doubts.push(Doubt { upload_id, group, written: written.clone(), candidates, shown, chosen });
        }
        Ok(doubts)
    })
}

/// What was decided of the players of an upload that is not submitted, as far as it stands, by their ids within the file.
pub(super) fn standing(
    register: &Register,
    found: &Event,
    row: &Upload,
) -> ServiceResult<BTreeMap<String, MatchChoice>> {
    let doubts = doubts_of(register, found, row)?;
    Ok(doubts.into_iter().filter_map(|doubt| Some((doubt.written.id, doubt.chosen?.choice))).collect())
}

/// A digest of those who may be meant, with what tells people apart on the page that shows them: whoever decides, decides
/// between these.
fn shown(keys: &Keys, conn: &mut Conn, candidates: &[Candidate]) -> ServiceResult<String> {
    let ids: Vec<i64> = candidates.iter().map(|candidate| candidate.person).collect();
    let known: HashMap<i64, Person> = person::by_ids(conn, &ids)?.into_iter().map(|p| (p.id, p)).collect();
    let mut fields = Vec::with_capacity(candidates.len() * 7);
    for candidate in candidates {
        let Some(person) = known.get(&candidate.person) else { continue };
        fields.extend([
            person.id.to_string(),
            candidate.why.key().to_owned(),
            person.name.clone(),
            person.birth.map(|day| day.to_string()).unwrap_or_default(),
            person.sex.clone().unwrap_or_default(),
            person.grade.map(|rank| rank.to_string()).unwrap_or_default(),
            person.region.clone(),
        ]);
    }
    Ok(keys.attest("match compared", &fields.iter().map(String::as_str).collect::<Vec<_>>()))
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

/// What was decided, where it still stands: those who may be meant are those who were compared, as they were then, and
/// whoever was chosen is not barred.
pub(super) fn still_holds(
    keys: &Keys,
    conn: &mut Conn,
    found: &Event,
    candidates: &[Candidate],
    choice: &MatchChoice,
) -> ServiceResult<Option<Chosen>> {
    if choice.compared != shown(keys, conn, candidates)? {
        return Ok(None);
    }
    let choice = choice.clone();
    let Some(id) = choice.person_id else { return Ok(Some(Chosen { person: None, choice })) };
    let kept = person::by_id(conn, id)?.merged_into.unwrap_or(id);
    let among = candidates.iter().any(|candidate| candidate.person == kept);
    let holds = among && bar::barred_on(conn, &[kept], found.ends_on)?.is_empty();
    Ok(holds.then_some(Chosen { person: Some(kept), choice }))
}

/// Who somebody says a doubtful player of an upload is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyWord {
    /// The upload.
    pub upload_id: i64,
    /// The player's id within the file.
    pub file_id: String,
    /// Who it is.
    pub identity: Identity,
    /// [`Doubt::shown`], as it was on the page on which it was decided.
    pub shown: String,
    /// Why.
    pub reason: String,
}

/// Decides who a doubtful player of an upload is, before the results are submitted. The reason answers the warnings that
/// asked for it, too, as long as the decision stands.
pub fn decide_early(register: &Register, staff: &Staff, slug: &str, word: &EarlyWord) -> ServiceResult<()> {
    let reason = word.reason.trim();
    let found = register.read(|conn| find(conn, staff, slug, Action::DecideMatch))?;
    require_state(&found, &BEFORE)?;
    let is_meant = |d: &Doubt| d.upload_id == word.upload_id && d.written.id == word.file_id;
    let doubt = doubts(register, &found)?.into_iter().find(is_meant).ok_or(ServiceError::NotFound)?;
    if doubt.shown != word.shown {
        return Err(ServiceError::refused("refusal.match_changed"));
    }
    if reason.chars().count() < 2 {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    register.write(staff.actor(), |tx| {
        let now = event::by_id(tx.conn, found.id)?;
        require_state(&now, &BEFORE)?;
        if !upload::by_id(tx.conn, word.upload_id)?.current
            || shown(&register.keys, tx.conn, &doubt.candidates)? != word.shown
        {
            return Err(ServiceError::refused("refusal.match_changed"));
        }
        let (person_id, why) = match word.identity {
            Identity::New => (None, None),
            Identity::Person(id) => {
                let candidate = doubt.candidates.iter().find(|c| c.person == id).ok_or(ServiceError::NotFound)?;
                let known = person::by_id(tx.conn, id)?;
                if !agree(&known, &doubt.written, candidate.why) && reason.chars().count() < 4 {
                    return Err(ServiceError::field("reason", "refusal.match_reason"));
                }
                roll::not_barred(tx.conn, &now, &known)?;
                (Some(known.id), Some(candidate.why.key()))
            }
        };
        let choice = NewMatchChoice {
            upload_id: word.upload_id,
            file_id: word.file_id.clone(),
            person_id,
            reason: reason.to_owned(),
            account_id: staff.account_id,
            at: tx.now,
            compared: word.shown.clone(),
        };
        let digest = digest_of(&register.keys, &choice);
        let id = match_choice::insert(tx.conn, &choice)?;
        let is = if person_id.is_some() { "linked" } else { "created" };
        tx.record(
            "event.identify",
            &subject(&now),
            json!({
                "choice": id,
                "digest": digest,
                "line": doubt.written.line,
                "match": is,
                "person": person_id,
                "upload": word.upload_id,
                "why": why,
            }),
        );
        Ok(())
    })
}
