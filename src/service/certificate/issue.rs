//! Issuing: everything that is granted becomes certificates with numbers, in one transaction.

use super::{Face, attested_copy, attested_new, code};
use crate::domain::area_code::AreaCode;
use crate::domain::certificate_number::{CertificateNumber, SeriesScope};
use crate::domain::grade::Grade;
use crate::domain::permission::{Action, Role};
use crate::mail::{Issued, Link, Message};
use crate::service::agency::require_authorised;
use crate::service::event::{SchemesOfAwards, event_ref, opened_again, refuse_opened_again};
use crate::service::once::Once;
use crate::service::{Register, ServiceError, ServiceResult, Staff, Tx, outbox};
use crate::store::agency::{self, Agency};
use crate::store::award::{self, Award};
use crate::store::certificate::{self, NewCertificate, NewCertificateCopy};
use crate::store::entry::{self, Outcome};
use crate::store::event::{self, Event};
use crate::store::person::{self, Person};
use crate::store::series::{self, SeriesKey};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// What to issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    /// Every granted award of the agency.
    Everything,
    /// Every granted award of one event.
    Event(i64),
    /// These awards; those that already have a certificate are answered with it.
    Awards(Vec<i64>),
}

/// What was issued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssueOutcome {
    /// The certificates of all the awards asked for, by grade and number; with those issued before.
    pub certificates: Vec<i64>,
    /// How many of them are new.
    pub new: usize,
}

/// Issues certificates for granted awards of `agency_id`: numbers, certificates, copies, journal and mails in one
/// transaction. The same `key` sent again answers what the first one did.
pub fn issue(
    register: &Register,
    staff: &Staff,
    agency_id: i64,
    what: &Issue,
    key: &str,
) -> ServiceResult<IssueOutcome> {
    let once = Once::new(staff, "issue", key, &format!("{agency_id} {what:?}"))?;
    register.write(staff.actor(), |tx| {
        let issuer = agency::by_id(tx.conn, agency_id)?;
        staff.require(Action::IssueCertificate, &issuer)?;
        if let Some(before) = once.before(tx)? {
            tx.nothing_to_record();
            return serde_json::from_str(&before).map_err(|e| ServiceError::Internal(e.to_string()));
        }
        require_authorised(&issuer, register.today())?;
        let awards = chosen(tx, &issuer, what)?;
        let before = certificate::ids_of_awards(tx.conn, &awards.iter().map(|a| a.id).collect::<Vec<_>>())?;
        let known: HashMap<i64, i64> = before.iter().copied().collect();
        let schemes = SchemesOfAwards::read(tx.conn, &awards)?;
        let mut fresh: Vec<&Award> = Vec::with_capacity(awards.len());
        for one in awards.iter().filter(|a| !known.contains_key(&a.id)) {
            match one.state.as_str() {
                "granted" if schemes.prints(one)? => fresh.push(one),
                "granted" => {}
                _ => {
                    return Err(ServiceError::refused_with(
                        "refusal.award_not_granted",
                        [("award", one.id.to_string())],
                    ));
                }
            }
        }
        let again = opened_again(tx.conn, &fresh)?;
        match (what, again.first()) {
            // What is asked for by name is refused; all that can be issued leaves out what cannot.
            (Issue::Everything, _) => fresh.retain(|a| a.event_id.is_none_or(|id| again.iter().all(|e| e.id != id))),
            (_, Some(event)) => return Err(refuse_opened_again(event)),
            (_, None) => {}
        }
        let made = make(register, tx, staff, &issuer, &fresh, schemes)?;
        let mut outcome = IssueOutcome { certificates: before.iter().map(|(_, id)| *id).collect(), new: made.len() };
        outcome.certificates.extend(&made);
        outcome.certificates = certificate::by_ids(tx.conn, &outcome.certificates)?.iter().map(|c| c.id).collect();
        let answer = serde_json::to_string(&outcome).map_err(|e| ServiceError::Internal(e.to_string()))?;
        once.remember(tx, &answer)?;
        if made.is_empty() {
            tx.nothing_to_record();
        }
        Ok(outcome)
    })
}

fn chosen(tx: &mut Tx<'_>, issuer: &Agency, what: &Issue) -> ServiceResult<Vec<Award>> {
    Ok(match what {
        Issue::Everything => award::of_agency_in(tx.conn, issuer.id, "granted")?,
        Issue::Event(id) => {
            let all = award::of_event(tx.conn, *id)?;
            all.into_iter().filter(|a| a.agency_id == issuer.id && a.state == "granted").collect()
        }
        Issue::Awards(ids) => {
            let mut ids = ids.clone();
            ids.sort_unstable();
            ids.dedup();
            let found = award::by_ids(tx.conn, &ids)?;
            if found.len() != ids.len() || found.iter().any(|a| a.agency_id != issuer.id) {
                return Err(ServiceError::NotFound);
            }
            found
        }
    })
}

/// What the certificates of some awards are made from, each table read once.
struct Sources {
    schemes: SchemesOfAwards,
    persons: HashMap<i64, Person>,
    events: HashMap<i64, Event>,
    outcomes: HashMap<i64, Outcome>,
    groups: HashMap<i64, (String, i64)>,
    notices: HashMap<i64, String>,
}

fn sources(tx: &mut Tx<'_>, awards: &[&Award], schemes: SchemesOfAwards) -> ServiceResult<Sources> {
    let ids: Vec<i64> = awards.iter().map(|a| a.id).collect();
    let entries: Vec<i64> = awards.iter().filter_map(|a| a.entry_id).collect();
    let mut events: Vec<i64> = awards.iter().filter_map(|a| a.event_id).collect();
    events.sort_unstable();
    events.dedup();
    let persons: Vec<i64> = awards.iter().map(|a| a.person_id).collect();
    Ok(Sources {
        schemes,
        persons: person::by_ids(tx.conn, &persons)?.into_iter().map(|p| (p.id, p)).collect(),
        events: event::by_ids(tx.conn, &events)?.into_iter().map(|e| (e.id, e)).collect(),
        outcomes: entry::outcomes_of(tx.conn, &entries)?.into_iter().map(|o| (o.entry_id, o)).collect(),
        groups: entry::groups_of(tx.conn, &entries)?,
        notices: award::notices_of(tx.conn, &ids)?.into_iter().rev().map(|n| (n.award_id, n.reference)).collect(),
    })
}

fn make(
    register: &Register,
    tx: &mut Tx<'_>,
    staff: &Staff,
    issuer: &Agency,
    awards: &[&Award],
    schemes: SchemesOfAwards,
) -> ServiceResult<Vec<i64>> {
    if awards.is_empty() {
        return Ok(Vec::new());
    }
    let today = crate::clock::beijing_time(tx.now).date();
    let numbers = take_numbers(register, tx, issuer, awards)?;
    let from = sources(tx, awards, schemes)?;
    let mut rows = Vec::with_capacity(awards.len());
    for (one, number) in awards.iter().zip(&numbers) {
        let holder = from.persons.get(&one.person_id).ok_or(ServiceError::NotFound)?;
        let event = one.event_id.and_then(|id| from.events.get(&id));
        rows.push(NewCertificate {
            award_id: one.id,
            person_id: one.person_id,
            agency_id: issuer.id,
            grade: one.grade,
            number: number.to_string(),
            holder: holder.name.clone(),
            issuer_zh: issuer.name_zh.clone(),
            issuer_en: issuer.name_en.clone(),
            event_name: event.map(|e| e.name.clone()).unwrap_or_default(),
            face: face(one, holder, event, &from).to_json(),
            issued_on: today,
            state: "valid".to_owned(),
            state_on: today,
            state_reason: None,
            superseded_by: None,
        });
    }
    certificate::insert_all(tx.conn, &rows)?;
    let ids: Vec<i64> = awards.iter().map(|a| a.id).collect();
    let by_award: HashMap<i64, i64> = certificate::ids_of_awards(tx.conn, &ids)?.into_iter().collect();
    let mut copies = Vec::with_capacity(rows.len());
    let mut made = Vec::with_capacity(rows.len());
    for row in &rows {
        let id = *by_award.get(&row.award_id).ok_or(ServiceError::NotFound)?;
        let secret = code::fresh(&register.keys, row.grade, &row.number, 0)?;
        copies.push(NewCertificateCopy {
            certificate_id: id,
            copy_no: 0,
            mark: "first".to_owned(),
            mark_no: 0,
            code_hash: secret.hash,
            code_sealed: secret.sealed,
            holder: row.holder.clone(),
            made_on: today,
            state: "current".to_owned(),
            reason: String::new(),
            made_by: Some(staff.account_id),
        });
        let grade = super::grade_of(row.grade);
        let copy = copies.last().map(|copy| attested_copy(&register.keys, (row.grade, &row.number), &copy.into()));
        tx.record(
            "certificate.issue",
            &format!("certificate:{}/{}", grade.slug(), row.number),
            json!({
                "attested": attested_new(&register.keys, row),
                "award": row.award_id,
                "copy": 0,
                "copy_attested": copy,
                "person": row.person_id,
                "state": "valid",
            }),
        );
        tx.record("award.certify", &format!("award:{}", row.award_id), json!({"state": "certified"}));
        made.push(id);
    }
    certificate::insert_copies(tx.conn, &copies)?;
    award::set_state(tx.conn, &ids, "certified", None)?;
    let dan = awards.iter().filter(|a| super::grade_of(a.grade).is_dan());
    super::settle(tx, &dan.map(|a| a.person_id).collect::<Vec<_>>())?;
    tell(register, tx, staff, issuer, awards, &from)?;
    Ok(made)
}

/// Takes one number for each award, in the awards' order within each series.
fn take_numbers(
    register: &Register,
    tx: &mut Tx<'_>,
    issuer: &Agency,
    awards: &[&Award],
) -> ServiceResult<Vec<CertificateNumber>> {
    use chrono::Datelike;
    let area: AreaCode = issuer.area_code.parse().map_err(|_| ServiceError::Internal("area code".to_owned()))?;
    let year = crate::clock::beijing_time(tx.now).date().year();
    let scope = register.policy.series;
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    let slot = |grade: i64| if scope == SeriesScope::PerGrade { grade } else { 0 };
    for one in awards {
        *counts.entry(slot(one.grade)).or_default() += 1;
    }
    let mut next: BTreeMap<i64, i64> = BTreeMap::new();
    for (grade, count) in counts {
        let key = SeriesKey { grade, area: issuer.area_code.clone(), year: i64::from(year) };
        let Some(first) = series::take(tx.conn, &key, count)? else {
            let named = scope.series(area, (year % 100) as u8, super::grade_of(grade.max(1)));
            let label = named.label();
            return Err(ServiceError::refused_with(
                "refusal.series_full",
                [("series", label.zh), ("series_en", label.en), ("count", count.to_string())],
            ));
        };
        next.insert(grade, first);
    }
    let mut numbers = Vec::with_capacity(awards.len());
    for one in awards {
        let serial = next.entry(slot(one.grade)).or_default();
        let number = CertificateNumber::issue(area, tx.now.and_utc(), *serial as u32)
            .map_err(|e| ServiceError::Internal(e.to_string()))?;
        *serial += 1;
        numbers.push(number);
    }
    Ok(numbers)
}

fn face(one: &Award, holder: &Person, event: Option<&Event>, from: &Sources) -> Face {
    let outcome = one.entry_id.and_then(|id| from.outcomes.get(&id));
    let group = one.entry_id.and_then(|id| from.groups.get(&id));
    let scheme = from.schemes.of(one);
    let group_name = group.and_then(|(id, _)| scheme?.group(id).map(|g| g.name.clone())).unwrap_or_default();
    Face {
        group_name,
        event_slug: event.map(|e| e.slug.clone()),
        event_days: event.map(|e| (e.starts_on, e.ends_on)),
        scheme: scheme.map(|s| s.name.clone()).unwrap_or_default(),
        clause: one.clause.clone(),
        article: scheme.and_then(|s| s.clause(&one.clause)).map(|(_, c)| c.article.clone()).unwrap_or_default(),
        reason: crate::text::Bilingual { zh: one.reason_zh.clone(), en: one.reason_en.clone() },
        basis: one.basis.clone(),
        group: group.map(|(name, _)| name.clone()),
        place: outcome.map(|o| o.place),
        of: group.map(|(_, size)| *size),
        wins: outcome.map(|o| o.wins),
        byes: outcome.map(|o| o.byes).filter(|byes| *byes > 0),
        losses: outcome.map(|o| o.losses),
        notice: from.notices.get(&one.id).cloned(),
        granted_on: one.granted_on,
        register_no: holder.register_no.clone(),
    }
}

fn tell(
    register: &Register,
    tx: &mut Tx<'_>,
    staff: &Staff,
    issuer: &Agency,
    awards: &[&Award],
    from: &Sources,
) -> ServiceResult<()> {
    let mut by_event: BTreeMap<i64, BTreeMap<Grade, u32>> = BTreeMap::new();
    for one in awards {
        if let Some(event_id) = one.event_id {
            *by_event.entry(event_id).or_default().entry(super::grade_of(one.grade)).or_default() += 1;
        }
    }
    for (event_id, grades) in by_event {
        let Some(event) = from.events.get(&event_id) else { continue };
        let message = Message::CertificatesIssued {
            event: event_ref(tx.conn, event)?,
            by: staff.name.clone(),
            issued: grades.into_iter().rev().map(|(grade, count)| Issued { grade, count }).collect(),
            print: Link::new(format!("/staff/events/{}/certificates", event.slug)),
        };
        outbox::to_roles(tx, &register.keys, issuer.id, &[Role::AgencyManager], &message)?;
    }
    Ok(())
}
