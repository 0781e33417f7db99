//! Print jobs: queued after the numbers are committed, made by a background job, fetched by whoever may print.

use crate::domain::certificate_number::spaced;
use crate::domain::permission::Action;
use crate::service::certificate::{Face, open_code};
use crate::service::{Actor, Register, ServiceError, ServiceResult, Staff};
use crate::store::agency;
use crate::store::certificate::{self, Certificate, CertificateCopy};
use crate::store::print_job::{self, NewPrintJob, PrintJob};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;

/// A certificate with everything that its paper says.
#[derive(Clone, Debug)]
pub struct Paper {
    /// The certificate.
    pub certificate: Certificate,
    /// The copy that is printed: the current one.
    pub copy: CertificateCopy,
    /// The frozen rest.
    pub face: Face,
    /// The sixteen characters.
    pub code: String,
    /// The full address behind the QR code.
    pub address: String,
}

/// A certificate that could not be printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unprinted {
    /// The certificate's id.
    pub certificate: i64,
    /// The holder's name.
    pub holder: String,
    /// The missing characters.
    #[serde(default)]
    pub missing: Vec<char>,
    /// Its state, where that is why: it was suspended or revoked after the job was queued.
    #[serde(default)]
    pub state: Option<String>,
}

/// Queues the printing of certificates of one agency; answers the job's id. One that was suspended or revoked is
/// refused: it was chosen by mistake.
pub fn queue(
    register: &Register,
    staff: &Staff,
    event_id: Option<i64>,
    certificates: &[i64],
    paper: &str,
) -> ServiceResult<i64> {
    queue_them(register, staff, event_id, certificates, paper, false)
}

/// Queues the printing of all certificates of an event. Those that were suspended or revoked are left out, and the
/// job says so.
pub fn queue_all(
    register: &Register,
    staff: &Staff,
    event_id: i64,
    certificates: &[i64],
    paper: &str,
) -> ServiceResult<i64> {
    queue_them(register, staff, Some(event_id), certificates, paper, true)
}

fn queue_them(
    register: &Register,
    staff: &Staff,
    event_id: Option<i64>,
    certificates: &[i64],
    paper: &str,
    leave_out: bool,
) -> ServiceResult<i64> {
    if certificates.is_empty() {
        return Err(ServiceError::refused("refusal.nothing_chosen"));
    }
    register.write(staff.actor(), |tx| {
        let mut found = certificate::by_ids(tx.conn, certificates)?;
        as_listed(&mut found);
        let Some(first) = found.first() else { return Err(ServiceError::NotFound) };
        let agency_id = first.agency_id;
        if found.len() != certificates.len() || found.iter().any(|c| c.agency_id != agency_id) {
            return Err(ServiceError::NotFound);
        }
        staff.require(Action::PrintCertificate, &agency::by_id(tx.conn, agency_id)?)?;
        let refused = found.iter().find(|c| withdrawn(c)).filter(|_| !leave_out || found.iter().all(withdrawn));
        if let Some(one) = refused {
            return Err(ServiceError::refused_with("refusal.print_state", [("number", spaced(&one.number))]));
        }
        let ids: Vec<i64> = found.iter().map(|c| c.id).collect();
        let row = NewPrintJob {
            agency_id,
            event_id,
            account_id: staff.account_id,
            paper: paper.to_owned(),
            state: "queued".to_owned(),
            certificates: serde_json::to_string(&ids).map_err(|e| ServiceError::Internal(e.to_string()))?,
            total: ids.len() as i64,
            printed: 0,
            refused: "[]".to_owned(),
            file: None,
            created_at: tx.now,
            finished_at: None,
        };
        let id = print_job::insert(tx.conn, &row)?;
        tx.record("print.queue", &format!("print:{id}"), json!({"certificates": ids.len(), "paper": paper}));
        Ok(id)
    })
}

/// The order of the page that lists them, so that the pages of the file lie as the list reads.
fn as_listed(papers: &mut [Certificate]) {
    papers.sort_by(|a, b| b.grade.cmp(&a.grade).then_with(|| a.number.cmp(&b.number)));
}

/// A print job, for those who may print for its agency.
pub fn job(register: &Register, staff: &Staff, id: i64) -> ServiceResult<PrintJob> {
    register.read(|conn| {
        let found = print_job::by_id(conn, id)?;
        staff.require(Action::PrintCertificate, &agency::by_id(conn, found.agency_id)?)?;
        Ok(found)
    })
}

/// The name of a finished job's file, for those who may print. A file with a certificate that was suspended or
/// revoked since it was made is not handed out: the others can be printed again.
pub fn file(register: &Register, staff: &Staff, id: i64) -> ServiceResult<Option<String>> {
    let found = job(register, staff, id)?;
    let ids: Vec<i64> = serde_json::from_str(&found.certificates).map_err(|e| ServiceError::Internal(e.to_string()))?;
    let papers = register.read(|conn| Ok(certificate::by_ids(conn, &ids)?))?;
    // What was left out of the file is not in it.
    let left_out: Vec<Unprinted> = serde_json::from_str(&found.refused).unwrap_or_default();
    let printed = |c: &&Certificate| left_out.iter().all(|one| one.certificate != c.id);
    match papers.iter().filter(printed).find(|c| withdrawn(c)) {
        Some(one) => Err(ServiceError::refused_with("refusal.print_state", [("number", spaced(&one.number))])),
        None => Ok(found.file),
    }
}

/// Whether a certificate is not to be printed as it stands.
fn withdrawn(paper: &Certificate) -> bool {
    matches!(paper.state.as_str(), "revoked" | "suspended")
}

/// Takes the oldest job that waits, or that a process left half done.
pub fn take(register: &Register) -> ServiceResult<Option<PrintJob>> {
    register.write(Actor::Job("print"), |tx| {
        tx.nothing_to_record();
        let Some(found) = print_job::next(tx.conn, tx.now - chrono::Duration::minutes(10))? else { return Ok(None) };
        print_job::start(tx.conn, found.id, tx.now)?;
        Ok(Some(found))
    })
}

/// What the papers of a job say, and the certificates that are not printed since they were suspended or revoked while
/// it waited.
pub fn papers(register: &Register, job: &PrintJob) -> ServiceResult<(Vec<Paper>, Vec<Unprinted>)> {
    let ids: Vec<i64> = serde_json::from_str(&job.certificates).map_err(|e| ServiceError::Internal(e.to_string()))?;
    register.read(|conn| {
        let mut found = certificate::by_ids(conn, &ids)?;
        as_listed(&mut found);
        let mut copies: HashMap<i64, CertificateCopy> =
            certificate::current_copies(conn, &ids)?.into_iter().map(|c| (c.certificate_id, c)).collect();
        let (mut papers, mut left_out) = (Vec::with_capacity(found.len()), Vec::new());
        for one in found {
            if withdrawn(&one) {
                let (certificate, holder, state) = (one.id, one.holder, Some(one.state));
                left_out.push(Unprinted { certificate, holder, missing: Vec::new(), state });
                continue;
            }
            let copy = copies.remove(&one.id).ok_or(ServiceError::NotFound)?;
            let code = open_code(&register.keys, &one, &copy)?.to_string();
            let slug = crate::service::certificate::grade_of(one.grade).slug();
            let address = format!("{}/c/{slug}/{}?k={code}", register.policy.address, one.number);
            papers.push(Paper { face: Face::from_json(&one.face), certificate: one, copy, code, address });
        }
        Ok((papers, left_out))
    })
}

/// Records what became of a job.
pub fn settle(
    register: &Register,
    id: i64,
    printed: usize,
    refused: &[Unprinted],
    file: Option<&str>,
) -> ServiceResult<()> {
    let refused = serde_json::to_string(refused).map_err(|e| ServiceError::Internal(e.to_string()))?;
    register.write(Actor::Job("print"), |tx| {
        let state = if file.is_some() || printed == 0 && refused != "[]" { "done" } else { "failed" };
        print_job::settle(tx.conn, id, state, printed as i64, &refused, file, tx.now)?;
        tx.record("print.finish", &format!("print:{id}"), json!({"printed": printed, "state": state}));
        Ok(())
    })
}

/// The jobs with finished files older than a day: they hold names and codes, and can be printed again. The file is
/// removed first and the job forgets it afterwards ([`forget`]), so that none is left behind that nobody knows of.
pub fn old_files(register: &Register) -> ServiceResult<Vec<(i64, String)>> {
    let before = register.now() - chrono::Duration::days(1);
    register.read(|conn| Ok(print_job::files_before(conn, before)?))
}

/// Records that the files of jobs are gone.
pub fn forget(register: &Register, jobs: &[i64]) -> ServiceResult<()> {
    register.write(Actor::Job("print"), |tx| {
        tx.nothing_to_record();
        Ok(print_job::forget_files(tx.conn, jobs)?)
    })
}

/// Of some jobs, those that are not finished, and those whose finished file is kept.
pub fn in_use(register: &Register, jobs: &[i64]) -> ServiceResult<(Vec<i64>, Vec<i64>)> {
    let found = register.read(|conn| Ok(print_job::states_of(conn, jobs)?))?;
    let unfinished = |state: &str| matches!(state, "queued" | "running");
    let open = found.iter().filter(|(_, state, _)| unfinished(state)).map(|(id, ..)| *id).collect();
    let kept = found.iter().filter(|(.., file)| file.is_some()).map(|(id, ..)| *id).collect();
    Ok((open, kept))
}
