//! Game records that wait are recounted.

use super::{Jobs, Round, Stop};
use crate::service::ServiceResult;
use crate::service::records;

/// Recounts whatever waits, a batch after the other, until nothing does or it is told to stop.
pub(super) fn recount_due(jobs: &Jobs, stop: &Stop, round: &mut Round) -> ServiceResult<()> {
    round.recounted += records::recount_while(&jobs.register, || !stop.asked())?;
    Ok(())
}
