//! The dry run from the machine that holds the register (`qipin check --database`): nothing is kept.

use super::{EventFacts, check_context};
use crate::domain::results::{self, CheckContext, Report, ResultsInput};
use crate::service::event::EventSettings;
use crate::service::keys::{hex, sha256};
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::event::{self, Event};
use crate::store::{DbError, account, agency};

/// An event of the register with what a check of one of its groups knows. A group need not be named where there is
/// only one.
pub fn event_context(register: &Register, slug: &str, group: Option<&str>) -> ServiceResult<(Event, CheckContext)> {
    register.read(|conn| {
        let found = match event::by_slug(conn, slug) {
            Err(DbError::NotFound) => return Err(ServiceError::field("event", "check.refusal.event")),
            other => other?,
        };
        let groups = EventSettings::from_json(&found.settings).groups;
        let group = match group {
            Some(named) => groups.iter().find(|g| g.as_str() == named),
            None => groups.first().filter(|_| groups.len() == 1),
        };
        let group = group.ok_or_else(|| ServiceError::field("group", "refusal.group_required"))?.clone();
        let holder = agency::by_id(conn, found.agency_id)?;
        let context = check_context(conn, &found, &holder, &group)?;
        Ok((found, context))
    })
}

/// The findings that a submission of these files would get at `event`, or at one that is still to be filed as
/// `context` says.
pub fn check_outside(
    register: &Register,
    event: Option<&Event>,
    context: &CheckContext,
    file: &str,
    input: &ResultsInput<'_>,
) -> ServiceResult<Report> {
    let players = input.players.as_ref().map(|players| hex(&sha256(players.bytes)));
    let facts = match (event, &context.group) {
        (Some(event), Some(group)) => EventFacts::new(register, event, group),
        _ => {
            if let Some(code) = &context.agency {
                let known = register.read(|conn| Ok(account::find::agency_by_code(conn, code)?))?;
                known.ok_or_else(|| ServiceError::field("agency", "check.refusal.agency-unknown"))?;
            }
            EventFacts::unfiled(register, context)
        }
    };
    results::dry_run(file, input, context, Some(&facts.with_players(players))).map_err(ServiceError::Internal)
}
