//! What earlier results gave and the present ones do not: after a reopening.

use super::{event_ref, find, subject};
use crate::domain::permission::{Action, Role};
use crate::mail::{Link, Message};
use crate::service::certificate::settle;
use crate::service::{Register, ServiceResult, Staff, Tx, award, outbox};
use crate::store::award::{self as awards, Award};
use crate::store::certificate::{self, Certificate};
use crate::store::event::Event;
use crate::store::{Conn, agency, entry, person};
use serde_json::json;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Refuses every award that the present results do not give, unless it has a certificate. What is certified and not
/// revoked stands until the national office decides, and its reviewers are told.
pub(super) fn withdraw(register: &Register, tx: &mut Tx<'_>, event: &Event) -> ServiceResult<()> {
    let gone = no_longer_given(tx.conn, event.id)?;
    let papers = certificate::of_awards(tx.conn, &gone.iter().map(|a| a.id).collect::<Vec<_>>())?;
    let certified: HashSet<i64> = papers.iter().map(|c| c.award_id).collect();
    for one in gone.iter().filter(|a| !certified.contains(&a.id)) {
        award::refuse(tx, one, "results")?;
    }
    let open: BTreeSet<i64> = papers.iter().filter(|c| c.state != "revoked").map(|c| c.award_id).collect();
    if !open.is_empty() {
        let message = Message::CertificatesContradicted {
            event: event_ref(tx.conn, event)?,
            certificates: u32::try_from(open.len()).unwrap_or(u32::MAX),
            list: Link::new(format!("/staff/events/{}/awards", event.slug)),
        };
        let office = agency::national(tx.conn)?;
        outbox::to_roles(tx, &register.keys, office.id, &[Role::NationalReviewer], &message)?;
        tx.record("event.contradict", &subject(event), json!({ "awards": open }));
    }
    settle(tx, &gone.iter().map(|a| a.person_id).collect::<Vec<_>>())
}

/// The awards of an event that stand although the uploads that count do not give them.
fn no_longer_given(conn: &mut Conn, event_id: i64) -> ServiceResult<Vec<Award>> {
    let mut standing = awards::of_event(conn, event_id)?;
    standing.retain(|a| a.entry_id.is_some() && !matches!(a.state.as_str(), "proposed" | "refused"));
    if standing.is_empty() {
        return Ok(standing);
    }
    let given = entry::grades_given(conn, event_id)?;
    let persons: Vec<i64> = standing.iter().map(|a| a.person_id).chain(given.iter().map(|(id, _)| *id)).collect();
    // A record that was merged since stands for the one that is kept.
    let kept: HashMap<i64, i64> =
        person::by_ids(conn, &persons)?.into_iter().map(|p| (p.id, p.merged_into.unwrap_or(p.id))).collect();
    let given: HashSet<(Option<&i64>, i64)> = given.iter().map(|(id, grade)| (kept.get(id), *grade)).collect();
    standing.retain(|a| !given.contains(&(kept.get(&a.person_id), a.grade)));
    Ok(standing)
}

/// A certificate of a reopened event that its results do not give any more.
#[derive(Clone, Debug)]
pub struct Contradicted {
    /// The award.
    pub award: Award,
    /// Its certificate.
    pub certificate: Certificate,
}

/// The certificates of an event that its confirmed results do not give any more, for the national office to decide.
pub fn contradicted(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<Vec<Contradicted>> {
    register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        if !found.reopened || !super::is_confirmed(&found) {
            return Ok(Vec::new());
        }
        let gone = no_longer_given(conn, found.id)?;
        let ids: Vec<i64> = gone.iter().map(|a| a.id).collect();
        let papers: HashMap<i64, Certificate> =
            certificate::of_awards(conn, &ids)?.into_iter().map(|c| (c.award_id, c)).collect();
        let open = |award: Award| {
            let certificate = papers.get(&award.id).filter(|c| c.state != "revoked")?.clone();
            Some(Contradicted { award, certificate })
        };
        Ok(gone.into_iter().filter_map(open).collect())
    })
}
