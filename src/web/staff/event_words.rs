//! The words of events, awards and certificates in the workplace: states, steps, levels, the way to a page.

use super::account::name_of;
use super::blocking;
use crate::domain::permission::Action;
use crate::service::view::staff_event;
use crate::store::agency::Agency;
use crate::store::event::Event;
use crate::web::error::AppError;
use crate::web::parts::{Badge, Crumbs, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use chrono::NaiveDate;

/// The states of an event, in the order of its life.
pub(super) const STATES: [&str; 7] = ["draft", "filed", "approved", "submitted", "returned", "confirmed", "closed"];

/// The levels of an event, the lowest first.
pub(super) const LEVELS: [&str; 5] = ["county", "city", "province", "national", "world"];

/// The address of an event's page, or of one below it.
pub(super) fn event_path(slug: &str, below: &str) -> String {
    format!("/staff/events/{slug}{below}")
}

/// The way to a page below an event.
pub(super) fn event_crumbs(shell: &Shell, event: &Event) -> Crumbs {
    Crumbs::new(shell).step(shell, "/staff/events", shell.t("staff.nav").to_owned()).step(
        shell,
        &event_path(&event.slug, ""),
        event.name.clone(),
    )
}

/// The name of an agency in the page's language.
pub(super) fn agency_name(shell: &Shell, agency: &Agency) -> String {
    name_of(shell, agency).to_owned()
}

/// The days of an event.
pub(super) fn days(shell: &Shell, first: &NaiveDate, last: &NaiveDate) -> String {
    shell.days(first, last)
}

/// The state of an event, in words.
pub(super) fn state_words<'a>(shell: &Shell, state: &'a str) -> &'a str {
    shell.t(match state {
        "draft" => "staff.state.draft",
        "filed" => "staff.state.filed",
        "approved" => "staff.state.approved",
        "submitted" => "staff.state.submitted",
        "returned" => "staff.state.returned",
        "confirmed" => "staff.state.confirmed",
        "closed" => "staff.state.closed",
        other => return other,
    })
}

/// The state of an event.
pub(super) fn event_badge(shell: &Shell, state: &str) -> Badge {
    let tone = match state {
        "filed" | "submitted" => Tone::Waiting,
        "approved" | "confirmed" => Tone::Good,
        "returned" => Tone::Paused,
        "closed" => Tone::Past,
        _ => Tone::Plain,
    };
    Badge::new(tone, state_words(shell, state).to_owned())
}

/// The level of an event, in words.
pub(super) fn level_words<'a>(shell: &Shell, level: &'a str) -> &'a str {
    shell.t(match level {
        "county" => "schemes.level.county",
        "city" => "schemes.level.city",
        "province" => "schemes.level.province",
        "national" => "schemes.level.national",
        "world" => "schemes.level.world",
        other => return other,
    })
}

/// A step in the life of an event, in words.
pub(super) fn step_words(shell: &Shell, step: &str) -> String {
    let key = match step {
        "draft" => "staff.step.draft",
        "filed" => "staff.step.filed",
        "approved" => "staff.step.approved",
        "sent-back" => "staff.step.sent-back",
        "waiver" => "staff.step.waiver",
        "submitted" => "staff.step.submitted",
        "returned" => "staff.step.returned",
        "confirmed" => "staff.step.confirmed",
        "closed" => "staff.step.closed",
        "reopened" => "staff.step.reopened",
        // What was done in running a group, with its reason.
        other if other.starts_with("running.") => return shell.t(&format!("deed.{other}")).to_owned(),
        other => return other.to_owned(),
    };
    shell.t(key).to_owned()
}

/// The state of an award.
pub(super) fn award_badge(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "proposed" => (Tone::Plain, "staff.award.proposed"),
        "confirmed" => (Tone::Waiting, "staff.award.confirmed"),
        "on-notice" => (Tone::Waiting, "staff.award.on-notice"),
        "held" => (Tone::Paused, "staff.award.held"),
        "granted" => (Tone::Good, "staff.award.granted"),
        "certified" => (Tone::Good, "staff.award.certified"),
        "lapsed" => (Tone::Past, "staff.award.lapsed"),
        _ => (Tone::Bad, "staff.award.refused"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// The state of a certificate.
pub(super) fn certificate_badge(shell: &Shell, state: &str) -> Badge {
    let (tone, key) = match state {
        "valid" => (Tone::Good, "staff.paper.valid"),
        "on-notice" => (Tone::Waiting, "staff.paper.on-notice"),
        "suspended" => (Tone::Paused, "staff.paper.suspended"),
        "revoked" => (Tone::Bad, "staff.paper.revoked"),
        _ => (Tone::Past, "staff.paper.superseded"),
    };
    Badge::new(tone, shell.t(key).to_owned())
}

/// What has just been done to an event, said at the top of the page that follows. Only words of ours can be named.
pub(super) fn event_done(shell: &Shell, query: &str) -> Option<String> {
    let what = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    let key = match what {
        "created" => "staff.done.created",
        "changed" => "staff.done.changed",
        "filed" => "staff.done.filed",
        "approved" => "staff.done.approved",
        "sent-back" => "staff.done.sent-back",
        "submitted" => "staff.done.submitted",
        "confirmed" => "staff.done.confirmed",
        "returned" => "staff.done.returned",
        "reopened" => "staff.done.reopened",
        "uploaded" => "staff.done.uploaded",
        "acknowledged" => "staff.done.acknowledged",
        "identified" => "staff.done.identified",
        "issued" => "staff.done.issued",
        _ => return None,
    };
    Some(shell.t(key).to_owned())
}

/// Refuses unless the reader may do `action` to the event, before what was sent is looked at.
pub(super) async fn allow(state: &AppState, user: &User, slug: &str, action: Action) -> Result<(), AppError> {
    let (register, staff, slug) = (state.register.clone(), user.staff.clone(), slug.to_owned());
    blocking(move || staff_event::allow(&register, &staff, &slug, action)).await
}
