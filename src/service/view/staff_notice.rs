//! What the national reviewer's desk shows: awards that need a notice, notices, objections, certificates.

use crate::domain::permission::Action;
use crate::service::notice;
use crate::service::objection::{Sender, sender};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency::{self, Agency};
use crate::store::award::{self, Award, Notice, Objection};
use crate::store::certificate::{self, Certificate, CertificateCopy};
use crate::store::event::{self, Event};
use crate::store::journal::{self, JournalRow};
use crate::store::person::{self, Person};
use crate::store::{Conn, account, certificate_step};
use chrono::NaiveDateTime;
use serde_json::Value;
use std::collections::HashMap;

/// How many awards or objections a page shows.
pub const PAGE: usize = 50;

/// An award with what a reader needs to know of it.
#[derive(Clone, Debug)]
pub struct AwardView {
    /// The award.
    pub award: Award,
    /// Who receives it.
    pub person: Person,
    /// The event it was won at.
    pub event: Option<Event>,
    /// The agency that files it.
    pub agency: Agency,
    /// Its newest notice.
    pub notice: Option<Notice>,
}

/// A page of awards.
#[derive(Clone, Debug)]
pub struct Awards {
    /// The awards, the oldest first.
    pub awards: Vec<AwardView>,
    /// The id after which the next page begins, where there is one.
    pub next: Option<i64>,
}

/// Awards of 4段 and above in a state after an id, the oldest first.
pub fn awards_in(register: &Register, staff: &Staff, states: &[&str], after: Option<i64>) -> ServiceResult<Awards> {
    staff.require_everywhere(Action::PublishNotice)?;
    register.read(|conn| {
        let mut found = award::needing_notice(conn, states, after.unwrap_or(0), PAGE as i64 + 1)?;
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let next = found.last().filter(|_| more).map(|last| last.id);
        Ok(Awards { awards: views(conn, found)?, next })
    })
}

/// What putting an award on notice again would do.
#[derive(Clone, Debug)]
pub struct Renewal {
    /// The award.
    pub view: AwardView,
    /// Its certificate, where it has one.
    pub certificate: Option<Certificate>,
    /// Whether it can be put on notice again as it stands.
    pub possible: bool,
    /// When a notice that is published now would end, UTC.
    pub ends_at: NaiveDateTime,
}

/// An award, for whoever may put it on notice again.
pub fn renewal(register: &Register, staff: &Staff, id: i64) -> ServiceResult<Renewal> {
    staff.require_everywhere(Action::PublishNotice)?;
    register.read(|conn| {
        let one = award::by_id(conn, id)?;
        let certificate = certificate::of_awards(conn, &[one.id])?.pop();
        let revoked = certificate.as_ref().is_some_and(|paper| paper.state == "revoked");
        Ok(Renewal {
            possible: notice::may_be_renewed(&one) && !revoked,
            ends_at: notice::end_of_notice(register.now(), register.policy.notice_days),
            view: views(conn, vec![one])?.pop().ok_or(ServiceError::NotFound)?,
            certificate,
        })
    })
}

/// Awards with their persons, events, agencies and notices, each table read once.
fn views(conn: &mut Conn, awards: Vec<Award>) -> ServiceResult<Vec<AwardView>> {
    let ids: Vec<i64> = awards.iter().map(|a| a.id).collect();
    let persons: HashMap<i64, Person> = person::by_ids(conn, &awards.iter().map(|a| a.person_id).collect::<Vec<_>>())?
        .into_iter()
        .map(|p| (p.id, p))
        .collect();
    let events: HashMap<i64, Event> =
        event::by_ids(conn, &awards.iter().filter_map(|a| a.event_id).collect::<Vec<_>>())?
            .into_iter()
            .map(|e| (e.id, e))
            .collect();
    let agencies: HashMap<i64, Agency> = agency::all(conn)?.into_iter().map(|a| (a.id, a)).collect();
    // The newest first, so the last one kept for an award is the oldest; turned round, the newest stays.
    let notices: HashMap<i64, Notice> =
        award::notices_of(conn, &ids)?.into_iter().rev().map(|n| (n.award_id, n)).collect();
    awards
        .into_iter()
        .map(|one| {
            Ok(AwardView {
                person: persons.get(&one.person_id).cloned().ok_or(ServiceError::NotFound)?,
                event: one.event_id.and_then(|id| events.get(&id).cloned()),
                agency: agencies.get(&one.agency_id).cloned().ok_or(ServiceError::NotFound)?,
                notice: notices.get(&one.id).cloned(),
                award: one,
            })
        })
        .collect()
}

/// An objection with what it is about.
#[derive(Clone, Debug)]
pub struct ObjectionView {
    /// The objection.
    pub objection: Objection,
    /// The notice.
    pub notice: Notice,
    /// The award.
    pub award: AwardView,
    /// Whether the reader decides.
    pub decides: bool,
    /// Who objects: only for whoever decides.
    pub sender: Option<Sender>,
    /// Other objections to the same notice that are open.
    pub others: usize,
}

/// A place in the list of objections: where the open ones end, the decided ones begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Among the open ones.
    pub open: bool,
    /// Below this id.
    pub before: i64,
}

/// A page of objections.
#[derive(Clone, Debug)]
pub struct Objections {
    /// The objections, the open ones first, then the newest.
    pub objections: Vec<ObjectionView>,
    /// Where the next page begins, where there is one.
    pub next: Option<Place>,
}

/// The objections that the reader may see, the open ones first, each table read once or twice however many there are.
pub fn objections(register: &Register, staff: &Staff, from: Option<Place>) -> ServiceResult<Objections> {
    let from = from.unwrap_or(Place { open: true, before: i64::MAX });
    register.read(|conn| {
        let all = agency::all(conn)?;
        let ids: Vec<i64> = all.iter().filter(|a| staff.may(Action::ViewObjection, a)).map(|a| a.id).collect();
        let wanted = PAGE + 1;
        let mut found = Vec::new();
        if from.open {
            found = award::objections_listed(conn, &ids, &["open"], from.before, wanted as i64)?;
        }
        if found.len() < wanted {
            let before = if from.open { i64::MAX } else { from.before };
            let left = (wanted - found.len()) as i64;
            found.extend(award::objections_listed(conn, &ids, &["upheld", "dismissed"], before, left)?);
        }
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let place = |objection: &Objection| Place { open: objection.state == "open", before: objection.id };
        let next = found.last().filter(|_| more).map(|(objection, ..)| place(objection));
        let awards = views(conn, found.iter().map(|(.., given)| given.clone()).collect())?;
        let view = |((objection, notice, _), award): ((Objection, Notice, Award), AwardView)| ObjectionView {
            objection,
            notice,
            award,
            decides: false,
            sender: None,
            others: 0,
        };
        Ok(Objections { objections: found.into_iter().zip(awards).map(view).collect(), next })
    })
}

/// One objection.
pub fn objection(register: &Register, staff: &Staff, id: i64) -> ServiceResult<ObjectionView> {
    register.read(|conn| {
        let one = award::by_id_objection(conn, id)?;
        let notice = award::by_id_notice(conn, one.notice_id)?;
        let given = award::by_id(conn, notice.award_id)?;
        let holder = agency::by_id(conn, given.agency_id)?;
        staff.require(Action::ViewObjection, &holder)?;
        let decides = staff.may(Action::DecideObjection, &holder);
        let others = award::objections_of(conn, notice.id)?.iter().filter(|o| o.id != id && o.state == "open").count();
        let view = views(conn, vec![given])?.pop().ok_or(ServiceError::NotFound)?;
        // Who objects is told to whoever decides, not to the agency.
        // A sender that cannot be unsealed (another key) does not keep the case from being decided.
        let who = if decides { sender(&register.keys, &one).ok() } else { None };
        Ok(ObjectionView { objection: one, notice, award: view, decides, sender: who, others })
    })
}

/// An entry of the journal on a certificate.
#[derive(Clone, Debug)]
pub struct Told {
    /// The entry.
    pub row: JournalRow,
    /// The name of the account that acted, where one did.
    pub who: Option<String>,
    /// The reason given.
    pub reason: Option<String>,
}

/// A certificate as the workplace sees it.
#[derive(Clone, Debug)]
pub struct CertificateView {
    /// The certificate.
    pub certificate: Certificate,
    /// Its copies, the first one first.
    pub copies: Vec<CertificateCopy>,
    /// The holder.
    pub person: Person,
    /// The agency that issued it.
    pub agency: Agency,
    /// The event at which its grade was won.
    pub event: Option<Event>,
    /// What the journal says of it, with who did it and for which reason.
    pub journal: Vec<Told>,
    /// Whether the reader may make further copies.
    pub may_copy: bool,
    /// Whether the reader may print it.
    pub may_print: bool,
    /// Whether the reader may suspend and revoke it.
    pub may_sanction: bool,
    /// Whether the reader may put its award on notice again.
    pub may_renew: bool,
}

/// Reads a certificate for its page in the workplace.
pub fn certificate(register: &Register, staff: &Staff, grade: i64, number: &str) -> ServiceResult<CertificateView> {
    register.read(|conn| {
        let paper = certificate::by_number(conn, grade, number)?;
        let issuer = agency::by_id(conn, paper.agency_id)?;
        staff.require(Action::ViewEvent, &issuer)?;
        let subject = crate::service::certificate::subject(&paper);
        let given = award::by_id(conn, paper.award_id)?;
        let event = match given.event_id {
            Some(id) => Some(event::by_id(conn, id)?),
            None => None,
        };
        let copies = certificate::copies_of(conn, paper.id)?;
        let entries = journal::of_subject(conn, &subject)?;
        Ok(CertificateView {
            event,
            person: person::by_id(conn, paper.person_id)?,
            journal: told(conn, entries, paper.id, &copies)?,
            copies,
            may_copy: staff.may(Action::CopyCertificate, &issuer),
            may_print: staff.may(Action::PrintCertificate, &issuer),
            may_sanction: staff.may(Action::SanctionCertificate, &issuer),
            may_renew: staff.may(Action::PublishNotice, &issuer)
                && notice::may_be_renewed(&given)
                && paper.state != "revoked",
            certificate: paper,
            agency: issuer,
        })
    })
}

/// The entries with who acted, and with the reason that stands beside the step or the copy that each speaks of.
fn told(conn: &mut Conn, rows: Vec<JournalRow>, id: i64, copies: &[CertificateCopy]) -> ServiceResult<Vec<Told>> {
    let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
    let steps = certificate_step::of_one(conn, id)?;
    let told = rows.into_iter().map(|row| {
        let payload: Value = serde_json::from_str(&row.payload).unwrap_or_default();
        let said = payload.get("steps").and_then(Value::as_object);
        let step = steps.iter().find(|step| said.is_some_and(|said| said.contains_key(&step.id.to_string())));
        let copy = payload.get("copy").and_then(Value::as_i64);
        let copy = copies.iter().find(|one| Some(one.copy_no) == copy);
        let reason = step.map(|step| step.note.clone()).or_else(|| copy.map(|copy| copy.reason.clone()));
        let account = row.actor.strip_prefix("account:").and_then(|id| id.parse().ok());
        Told {
            who: account.and_then(|id: i64| names.get(&id).cloned()),
            reason: reason.filter(|reason| !reason.is_empty()),
            row,
        }
    });
    Ok(told.collect())
}
