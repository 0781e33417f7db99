//! Print jobs become files: one PDF a job, in the folder of prints.

use super::{Jobs, Round, Stop};
use crate::domain::certificate_number::CertificateNumber;
use crate::print::{
    CertificateSheet, CopyMark, Options, PaperSize, PrintError, Refused, SheetEvent, Signature, render,
};
use crate::service::certificate::grade_of;
use crate::service::print::{self, Paper, Unprinted};
use crate::service::{ServiceError, ServiceResult};
use crate::text::{Bilingual, both};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// What a file is called until it is whole.
const UNFINISHED: &str = ".part";

/// Makes the file of every job that waits.
pub(super) fn print_due(jobs: &Jobs, stop: &Stop, round: &mut Round) -> ServiceResult<()> {
    while !stop.asked() {
        let Some(job) = print::take(&jobs.register)? else { break };
        let (papers, mut left) = print::papers(&jobs.register, &job)?;
        let sheets: Vec<CertificateSheet> = papers.iter().map(sheet).collect();
        let paper = Options::of_job(&job.paper).unwrap_or_default();
        let name = format!("print-{}.pdf", job.id);
        let made = if sheets.is_empty() { Ok((0, Vec::new())) } else { write(jobs, &sheets, paper, &name) };
        match made {
            Ok((pages, refused)) => {
                left.extend(refused.iter().map(|r| unprinted(&papers, r)));
                print::settle(&jobs.register, job.id, pages, &left, (pages > 0).then_some(name.as_str()))?;
                round.printed += 1;
            }
            Err(error) => {
                print::settle(&jobs.register, job.id, 0, &[], None)?;
                return Err(ServiceError::Internal(error.to_string()));
            }
        }
    }
    let mut gone = Vec::new();
    let mut stuck = None;
    for (id, name) in print::old_files(&jobs.register)? {
        match remove(&jobs.prints.join(&name)) {
            Ok(()) => gone.push(id),
            Err(error) => stuck = Some(format!("{name}: {error}")),
        }
    }
    if !gone.is_empty() {
        print::forget(&jobs.register, &gone)?;
        round.forgotten += gone.len();
    }
    // It is tried again in the next round, and reported until it works.
    stuck.map_or(Ok(()), |error| Err(ServiceError::Internal(error)))
}

/// Removes what a crash left behind: files of jobs that know of none.
pub(super) fn sweep(jobs: &Jobs, _: &Stop, round: &mut Round) -> ServiceResult<()> {
    // Without a folder there are no files.
    let Ok(list) = std::fs::read_dir(&jobs.prints) else { return Ok(()) };
    let found: Vec<(i64, bool, PathBuf)> = list
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let (id, whole) = job_of(entry.file_name().to_str()?)?;
            Some((id, whole, entry.path()))
        })
        .collect();
    let ids: Vec<i64> = found.iter().map(|(id, ..)| *id).collect();
    let (open, kept) = print::in_use(&jobs.register, &ids)?;
    for (id, whole, path) in found {
        if open.contains(&id) || (whole && kept.contains(&id)) {
            continue;
        }
        remove(&path).map_err(|error| ServiceError::Internal(error.to_string()))?;
        round.forgotten += 1;
    }
    Ok(())
}

/// The job of a file that this folder is for, and whether it is whole.
fn job_of(name: &str) -> Option<(i64, bool)> {
    let whole = name.strip_suffix(UNFINISHED);
    let id = whole.unwrap_or(name).strip_prefix("print-")?.strip_suffix(".pdf")?.parse().ok()?;
    Some((id, whole.is_none()))
}

/// Removes a file; one that is gone already is as removed as it can be.
fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Prints under another name, so that under its own a file is whole or not there; what a failure began is removed.
fn write(
    jobs: &Jobs,
    sheets: &[CertificateSheet],
    paper: (PaperSize, Options),
    name: &str,
) -> Result<(usize, Vec<Refused>), PrintError> {
    std::fs::create_dir_all(&jobs.prints)?;
    let (path, part) = (jobs.prints.join(name), jobs.prints.join(format!("{name}{UNFINISHED}")));
    let made = print_to(jobs, sheets, paper, &part).and_then(|printed| {
        std::fs::rename(&part, &path)?;
        Ok(printed)
    });
    if made.is_err() {
        // The error says more than this one, and the sweep comes by again.
        let _ = remove(&part);
    }
    made
}

fn print_to(
    jobs: &Jobs,
    sheets: &[CertificateSheet],
    (size, options): (PaperSize, Options),
    path: &Path,
) -> Result<(usize, Vec<Refused>), PrintError> {
    let mut out = BufWriter::new(File::create(path)?);
    let printed = render(&jobs.fonts, sheets, size, options, &mut out)?;
    out.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
    Ok((printed.pages, printed.refused))
}

fn unprinted(papers: &[Paper], refused: &Refused) -> Unprinted {
    let certificate = papers.get(refused.index).map_or(0, |paper| paper.certificate.id);
    Unprinted { certificate, holder: refused.holder.clone(), missing: refused.missing.clone(), state: None }
}

/// What the paper of a certificate says.
pub fn sheet(paper: &Paper) -> CertificateSheet {
    let one = &paper.certificate;
    let number = u32::try_from(paper.copy.mark_no).unwrap_or(1);
    let event = paper.face.event_days.map(|(first_day, last_day)| SheetEvent {
        name: Bilingual { zh: one.event_name.clone(), en: String::new() },
        first_day,
        last_day,
    });
    let digits = one.number.parse::<CertificateNumber>().map_or_else(|_| one.number.clone(), |n| n.to_string());
    CertificateSheet {
        grade: grade_of(one.grade),
        holder: paper.copy.holder.clone(),
        number: Some(digits),
        issued_on: one.issued_on,
        issuer: Bilingual { zh: one.issuer_zh.clone(), en: one.issuer_en.clone() },
        event: event.filter(|_| !one.event_name.is_empty()),
        clause: (!paper.face.reason.zh.is_empty()).then(|| paper.face.granted_under()),
        copy: match paper.copy.mark.as_str() {
            "reissue" => CopyMark::Reissue(number),
            "correction" => CopyMark::Correction(number),
            _ => CopyMark::First,
        },
        check_code: Some(paper.code.clone()),
        page_address: Some(paper.address.clone()),
        // A line for the pen; the issuing body's own stamp goes over its name.
        signatures: vec![Signature { role: both("print.signature.issuer", &[]), name: String::new() }],
    }
}
