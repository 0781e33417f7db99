//! The reasons that the warnings of an upload were given: the one place that decides it, for the pages, their counts and
//! the submission.

use super::acknowledge::finding_key;
use super::early;
use crate::domain::finding::{Finding, Severity, codes};
use crate::domain::results::Report;
use crate::service::{Register, ServiceResult};
use crate::store::event::Event;
use crate::store::match_choice::{self, MatchChoice};
use crate::store::upload::{self, Acknowledgement, Upload};
use crate::store::{Conn, entry};
use std::collections::BTreeMap;

/// What somebody has said to the warnings of an upload.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    given: Vec<Acknowledgement>,
    /// Who the doubtful players are, by their ids within the file: whoever decided that has said why.
    decided: BTreeMap<String, MatchChoice>,
}

impl Reasons {
    /// Reads what was said of an upload.
    pub fn of(register: &Register, found: &Event, row: &Upload) -> ServiceResult<Self> {
        let is_made = |conn: &mut Conn| Ok(!entry::of_upload(conn, row.id)?.is_empty());
        let decided = match register.read(is_made)? {
            // With what was decided the rows were made: that is so whatever the register says since.
            true => register.read(|conn| Ok(match_choice::of_upload(conn, row.id)?))?,
            false => early::standing(register, found, row)?,
        };
        Ok(Self { given: register.read(|conn| Ok(upload::acknowledgements_of(conn, row.id)?))?, decided })
    }

    /// The reason that a warning was given, if it has one.
    pub fn reason(&self, finding: &Finding) -> Option<&str> {
        if finding.severity != Severity::Warning {
            return None;
        }
        let key = finding_key(finding);
        let given = self.given.iter().find(|one| one.finding_key == key).map(|one| one.reason.as_str());
        given.or_else(|| self.decided_on(finding))
    }

    /// The reason of whoever decided the doubt that a warning speaks of.
    fn decided_on(&self, finding: &Finding) -> Option<&str> {
        let asks = [codes::W708.id, codes::W709.id, codes::W729.id].contains(&finding.code);
        let choice = self.decided.get(finding.person.as_deref().filter(|_| asks)?)?;
        Some(choice.reason.as_str()).filter(|reason| !reason.is_empty())
    }

    /// How many warnings wait for a reason.
    pub fn open(&self, report: &Report) -> usize {
        let warnings = report.findings.iter().filter(|finding| finding.severity == Severity::Warning);
        warnings.filter(|finding| self.reason(finding).is_none()).count()
    }
}
