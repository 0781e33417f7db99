//! The results of an event: uploads kept byte for byte, their findings, the submission, and who the players are.

mod acknowledge;
mod attested;
mod births;
mod early;
mod facts;
mod identify;
mod materialise;
mod outside;
mod proposed;
mod reasons;
mod recompute;
pub(crate) mod roll;
mod submit;
mod upload;

pub use acknowledge::{ChosenWarnings, acknowledge, finding_key, shown_together};
pub(crate) use attested::{digest_of, digest_of_acknowledgement, digest_of_answer, digest_of_case, digest_of_upload};
pub use births::MOST as BIRTHS_OF_A_NAME;
pub use early::{Chosen, Doubt, EarlyWord, decide_early, doubts};
pub use facts::EventFacts;
pub use identify::{Identity, decide_match};
pub(crate) use materialise::{result_word, won_by};
pub use outside::{check_outside, event_context};
pub use reasons::Reasons;
pub(crate) use recompute::{promoted_by, recompute_group};
pub use submit::submit;
pub use upload::{Answer, Files, dry_run, files_of, seal_file, upload};
pub(crate) use upload::{report_of, sheet_of};

use crate::domain::results::CheckContext;
use crate::domain::scheme::Level;
use crate::service::ServiceResult;
use crate::service::event::scheme_of;
use crate::store::Conn;
use crate::store::agency::Agency;
use crate::store::event::Event;

/// What a check knows of an event's group.
fn check_context(conn: &mut Conn, event: &Event, holder: &Agency, group: &str) -> ServiceResult<CheckContext> {
    Ok(CheckContext {
        scheme: Some(scheme_of(conn, event)?),
        group: Some(group.to_owned()),
        date: Some(event.ends_on),
        agency: Some(holder.code.clone()),
        level: Level::from_id(&event.level),
    })
}
