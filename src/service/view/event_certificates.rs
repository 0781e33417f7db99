//! What of an event can be issued, and what was issued.

use crate::domain::ladder::Ladder;
use crate::domain::permission::Action;
use crate::service::certificate::grade_of;
use crate::service::event::{find, is_confirmed, scheme_of};
use crate::service::{Register, ServiceResult, Staff};
use crate::store::agency::{self, Agency};
use crate::store::award::{self, Award};
use crate::store::certificate::{self, Certificate};
use crate::store::event::Event;
use crate::store::person;
use std::collections::HashMap;

/// The certificates of an event.
#[derive(Clone, Debug)]
pub struct EventCertificates {
    /// The event.
    pub event: Event,
    /// Who issues.
    pub agency: Agency,
    /// Granted awards that become certificates, with the holder's name.
    pub ready: Vec<(Award, String)>,
    /// How many granted awards are of grades for which no certificate is printed.
    pub unprinted: usize,
    /// What was issued, by grade and number.
    pub issued: Vec<Certificate>,
    /// Whether the reader may issue: not while the results are open again.
    pub may_issue: bool,
    /// Whether the reader may print.
    pub may_print: bool,
}

/// Reads the certificates of an event.
pub fn read(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<EventCertificates> {
    register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let holder = agency::by_id(conn, found.agency_id)?;
        let ladder = scheme_of(conn, &found)?.ladder.clone();
        let awards = award::of_event(conn, found.id)?;
        let ids: Vec<i64> = awards.iter().map(|a| a.id).collect();
        let mut issued = certificate::of_awards(conn, &ids)?;
        issued.sort_by(|a, b| b.grade.cmp(&a.grade).then_with(|| a.number.cmp(&b.number)));
        let granted: Vec<Award> = awards.into_iter().filter(|a| a.state == "granted").collect();
        let persons: Vec<i64> = granted.iter().map(|a| a.person_id).collect();
        let names: HashMap<i64, String> = person::by_ids(conn, &persons)?.into_iter().map(|p| (p.id, p.name)).collect();
        let all = granted.len();
        let ready: Vec<(Award, String)> = granted
            .into_iter()
            .filter(|award| is_printed(&ladder, award.grade, &award.basis))
            .map(|award| {
                let name = names.get(&award.person_id).cloned().unwrap_or_default();
                (award, name)
            })
            .collect();
        Ok(EventCertificates {
            may_issue: staff.may(Action::IssueCertificate, &holder) && is_confirmed(&found),
            may_print: staff.may(Action::PrintCertificate, &holder),
            unprinted: all - ready.len(),
            event: found,
            agency: holder,
            ready,
            issued,
        })
    })
}

/// Whether an award of an event under this ladder becomes a certificate; other grades are recorded only.
pub(super) fn is_printed(ladder: &Ladder, grade: i64, basis: &str) -> bool {
    let grade = grade_of(grade);
    if basis == "contest" { ladder.prints(grade) } else { Ladder::national().prints(grade) }
}
