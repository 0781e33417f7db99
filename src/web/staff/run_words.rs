//! The words of a group that is run here: its pages' addresses, who is there, what was just done.

use super::event_words::event_path;
use crate::domain::grade::Grade;
use crate::domain::running::Presence;
use crate::domain::scheme::TieBreak;
use crate::service::view::running::MemberLine;
use crate::store::event::Event;
use crate::text::Bilingual;
use crate::web::parts::{Badge, Crumbs, Tone};
use crate::web::shell::Shell;

/// The address of a group's run, or of a page below it.
pub(super) fn run_path(slug: &str, group: &str, below: &str) -> String {
    event_path(slug, &format!("/groups/{group}/run{below}"))
}

/// The way to a page below a group.
pub(super) fn group_crumbs(shell: &Shell, event: &Event, (key, name): (&str, &Bilingual)) -> Crumbs {
    super::event_words::event_crumbs(shell, event).step(
        shell,
        &event_path(&event.slug, &format!("/groups/{key}")),
        name.get(shell.lang).to_owned(),
    )
}

/// The way to a page below a run.
pub(super) fn run_crumbs(shell: &Shell, event: &Event, group: (&str, &Bilingual)) -> Crumbs {
    group_crumbs(shell, event, group).step(
        shell,
        &run_path(&event.slug, group.0, ""),
        shell.t("running.title").to_owned(),
    )
}

/// A round by its number.
pub(super) fn round_words(shell: &Shell, round: u16) -> String {
    shell.fill("running.round", &[("n", &round.to_string())])
}

/// A member's number and name.
pub(super) fn member_words(member: &MemberLine) -> String {
    format!("{} {}", member.number, member.name)
}

/// The grade on entering.
pub(super) fn grade_words(shell: &Shell, grade: Option<Grade>) -> String {
    Grade::words_or_ungraded(grade).get(shell.lang).to_owned()
}

/// The name of a tie-break.
pub(super) fn tie_words(shell: &Shell, tie: TieBreak) -> String {
    shell.t(tie.key()).to_owned()
}

/// Whether somebody plays, in words.
pub(super) fn presence_badge(shell: &Shell, presence: Presence) -> Badge {
    let (tone, key) = match presence {
        Presence::Plays => (Tone::Good, "running.presence.plays"),
        Presence::NotYet => (Tone::Waiting, "running.presence.not-yet"),
        Presence::Excused => (Tone::Paused, "running.presence.excused"),
        Presence::Gone => (Tone::Past, "running.presence.gone"),
        Presence::Withdrawn => (Tone::Bad, "running.presence.withdrawn"),
        Presence::Done => (Tone::Good, "running.presence.done"),
        Presence::Out => (Tone::Past, "running.presence.out"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// What has just been done to a run. Only words of ours can be named.
pub(super) fn run_done(shell: &Shell, query: &str) -> Option<String> {
    let what = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    let key = match what {
        "begun" => "running.done.begun",
        "settled" => "running.done.settled",
        "entered" => "running.done.entered",
        "changed" => "running.done.changed",
        "stay" => "running.done.stay",
        "back" => "running.done.back",
        "paired" => "running.done.paired",
        "undone" => "running.done.undone",
        "seats" => "running.done.seats",
        "closed" => "running.done.closed",
        "reopened" => "running.done.reopened",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}
