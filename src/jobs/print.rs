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
use std::path::Path;

/// Makes the file of every job that waits.
pub(super) fn print_due(jobs: &Jobs, stop: &Stop, round: &mut Round) -> ServiceResult<()> {
    while !stop.asked() {
        let Some(job) = print::take(&jobs.register)? else { break };
        let papers = print::papers(&jobs.register, &job)?;
        let sheets: Vec<CertificateSheet> = papers.iter().map(sheet).collect();
        let size = PaperSize::from_slug(&job.paper).unwrap_or_default();
        let name = format!("print-{}.pdf", job.id);
        let made = write(jobs, &sheets, size, &jobs.prints.join(&name));
        match made {
            Ok((pages, refused)) => {
                let left: Vec<Unprinted> = refused.iter().map(|r| unprinted(&papers, r)).collect();
                print::settle(&jobs.register, job.id, pages, &left, (pages > 0).then_some(name.as_str()))?;
                round.printed += 1;
            }
            Err(error) => {
                print::settle(&jobs.register, job.id, 0, &[], None)?;
                return Err(ServiceError::Internal(error.to_string()));
            }
        }
    }
    for name in print::forget_old(&jobs.register)? {
        // A file that is gone already is as forgotten as it can be.
        let _ = std::fs::remove_file(jobs.prints.join(name));
        round.forgotten += 1;
    }
    Ok(())
}

fn write(
    jobs: &Jobs,
    sheets: &[CertificateSheet],
    size: PaperSize,
    path: &Path,
) -> Result<(usize, Vec<Refused>), PrintError> {
    std::fs::create_dir_all(&jobs.prints)?;
    let mut out = BufWriter::new(File::create(path)?);
    let printed = render(&jobs.fonts, sheets, size, Options::default(), &mut out)?;
    out.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
    Ok((printed.pages, printed.refused))
}

fn unprinted(papers: &[Paper], refused: &Refused) -> Unprinted {
    let certificate = papers.get(refused.index).map_or(0, |paper| paper.certificate.id);
    Unprinted { certificate, holder: refused.holder.clone(), missing: refused.missing.clone() }
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
        clause: (!paper.face.reason.zh.is_empty()).then(|| paper.face.scheme.clone()),
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
