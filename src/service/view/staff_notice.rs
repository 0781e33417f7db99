//! What the national reviewer's desk shows: awards that need a notice, notices, objections, certificates.

use crate::domain::permission::Action;
use crate::service::objection::{Sender, sender};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency::{self, Agency};
use crate::store::award::{self, Award, Notice, Objection};
use crate::store::certificate::{self, Certificate, CertificateCopy};
use crate::store::event::{self, Event};
use crate::store::journal::{self, JournalRow};
use crate::store::person::{self, Person};
use std::collections::HashMap;

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

/// Awards of 4段 and above in a state, the oldest first.
pub fn awards_in(register: &Register, staff: &Staff, states: &[&str]) -> ServiceResult<Vec<AwardView>> {
    staff.require_everywhere(Action::PublishNotice)?;
    register.read(|conn| {
        let awards = award::needing_notice(conn, states)?;
        views(conn, awards)
    })
}

/// Awards with their persons, events, agencies and notices, each table read once.
fn views(conn: &mut crate::store::Conn, awards: Vec<Award>) -> ServiceResult<Vec<AwardView>> {
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

/// The objections that the reader may see, the open ones first.
pub fn objections(register: &Register, staff: &Staff) -> ServiceResult<Vec<ObjectionView>> {
    register.read(|conn| {
        let mut all = Vec::new();
        for one in award::recent_objections(conn, 500)? {
            let notice = award::by_id_notice(conn, one.notice_id)?;
            let given = award::by_id(conn, notice.award_id)?;
            let holder = agency::by_id(conn, given.agency_id)?;
            if !staff.may(Action::ViewObjection, &holder) {
                continue;
            }
            let Some(view) = views(conn, vec![given])?.pop() else { continue };
            all.push(ObjectionView { objection: one, notice, award: view, decides: false, sender: None, others: 0 });
        }
        Ok(all)
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
    /// What the journal says of it.
    pub journal: Vec<JournalRow>,
    /// Whether the reader may make further copies.
    pub may_copy: bool,
    /// Whether the reader may print it.
    pub may_print: bool,
    /// Whether the reader may suspend and revoke it.
    pub may_sanction: bool,
}

/// Reads a certificate for its page in the workplace.
pub fn certificate(register: &Register, staff: &Staff, grade: i64, number: &str) -> ServiceResult<CertificateView> {
    register.read(|conn| {
        let paper = certificate::by_number(conn, grade, number)?;
        let issuer = agency::by_id(conn, paper.agency_id)?;
        staff.require(Action::ViewEvent, &issuer)?;
        let subject = crate::service::certificate::subject(&paper);
        Ok(CertificateView {
            copies: certificate::copies_of(conn, paper.id)?,
            person: person::by_id(conn, paper.person_id)?,
            journal: journal::of_subject(conn, &subject)?,
            may_copy: staff.may(Action::CopyCertificate, &issuer),
            may_print: staff.may(Action::PrintCertificate, &issuer),
            may_sanction: staff.may(Action::SanctionCertificate, &issuer),
            certificate: paper,
            agency: issuer,
        })
    })
}
