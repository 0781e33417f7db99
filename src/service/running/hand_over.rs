//! Handing a group over: its rounds become a version of its results, as an uploaded file would.

use super::{Run, load};
use crate::domain::permission::Action;
use crate::domain::results::interchange::write::{About, Target, write};
use crate::service::event::find;
use crate::service::results::{self, Answer, Files};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::text::Lang;

/// The files that say what was played so far: the bytes that are kept when the group is handed over.
pub fn files_of_run(run: &Run) -> Files {
    let sheet = run.state.sheet();
    let about = About::default();
    let file = |target: Target| {
        let name = format!("{}-{}.{}", run.event.slug, run.row.group_key, target.ending());
        (name, write(&sheet, &about, target, Lang::Zh))
    };
    Files { results: file(Target::ResultsCsv), players: Some(file(Target::PlayersCsv)) }
}

/// Hands a group over, as soon as all rounds that were paired are settled. The same rounds handed over twice are one version.
pub fn hand_over(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<Answer> {
    let run = register.read_at_once(|conn| {
        let found = find(conn, staff, slug, Action::EditEvent)?;
        load(conn, &register.keys, &found, group)?.ok_or(ServiceError::NotFound)
    })?;
    if run.state.rounds.is_empty() {
        return Err(ServiceError::refused("refusal.running_nothing"));
    }
    if let Some(open) = run.state.rounds.iter().find(|round| !round.closed) {
        return Err(ServiceError::refused_with("refusal.running_round_open", [("round", open.round.to_string())]));
    }
    results::upload(register, staff, slug, group, &files_of_run(&run))
}
