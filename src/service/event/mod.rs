//! The life of an event (赛事): draft → filed → approved → submitted → (returned → submitted)* → confirmed → closed.

mod approve;
mod confirm;
mod draft;
mod reopen;
mod settings;
mod withdraw;

pub use approve::{Verdict, decide_filing};
pub use confirm::{confirm, return_results};
pub use draft::{EventForm, create, file, update};
pub use reopen::reopen;
pub use settings::{EventSettings, RecordSettings};
pub use withdraw::{Contradicted, contradicted};

use crate::domain::grade::Grade;
use crate::domain::ladder::Ladder;
use crate::domain::scheme::{self, Scheme};
use crate::mail::{EventRef, Link};
use crate::service::keys::{hex, sha256};
use crate::service::{ServiceError, ServiceResult, Staff};
use crate::store::award::Award;
use crate::store::event::{self, Event};
use crate::store::{Conn, agency};
use crate::text::Bilingual;
use std::sync::Arc;

/// The event as mails name it.
pub fn event_ref(conn: &mut Conn, event: &Event) -> ServiceResult<EventRef> {
    let holder = agency::by_id(conn, event.agency_id)?;
    Ok(EventRef {
        name: event.name.clone(),
        agency: Bilingual { zh: holder.name_zh, en: holder.name_en },
        begins: event.starts_on,
        ends: event.ends_on,
        link: Link::new(format!("/staff/events/{}", event.slug)),
    })
}

/// An event as the journal names it.
pub fn subject(event: &Event) -> String {
    format!("event:{}", event.id)
}

/// What the journal keeps of an event's settings, from which awards and lots follow.
pub(crate) fn digest(settings: &str) -> String {
    hex(&sha256(settings.as_bytes()))
}

/// The event with `slug`, if `staff` may do `action` to it.
pub(crate) fn find(
    conn: &mut Conn,
    staff: &Staff,
    slug: &str,
    action: crate::domain::permission::Action,
) -> ServiceResult<Event> {
    let found = event::by_slug(conn, slug)?;
    let holder = agency::by_id(conn, found.agency_id)?;
    staff.require(action, &holder)?;
    Ok(found)
}

/// Refuses unless the event is in one of `states`.
pub(crate) fn require_state(event: &Event, states: &[&str]) -> ServiceResult<()> {
    if states.contains(&event.state.as_str()) {
        return Ok(());
    }
    Err(ServiceError::refused_with("refusal.event_state", [("state", event.state.clone())]))
}

/// The events of awards whose results are open again: nothing of them is published or issued before they are confirmed.
pub(crate) fn opened_again(conn: &mut Conn, awards: &[&Award]) -> ServiceResult<Vec<Event>> {
    let mut ids: Vec<i64> = awards.iter().filter_map(|a| a.event_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut found = event::by_ids(conn, &ids)?;
    found.retain(|e| !is_confirmed(e));
    Ok(found)
}

/// The refusal that names an event of [`opened_again`].
pub(crate) fn refuse_opened_again(event: &Event) -> ServiceError {
    ServiceError::refused_with("refusal.event_open_again", [("event", event.name.clone())])
}

/// Whether the results of an event are confirmed, and not open again.
pub(crate) fn is_confirmed(event: &Event) -> bool {
    matches!(event.state.as_str(), "confirmed" | "closed")
}

/// The scheme of a stored version, as it was when it was first used.
pub fn stored_scheme(conn: &mut Conn, id: &str, version: &str) -> ServiceResult<Arc<Scheme>> {
    let kept = event::scheme_version(conn, id, version)?.ok_or(ServiceError::NotFound)?;
    let built_in = scheme::registry().versions(id).into_iter().find(|s| s.version.to_string() == version);
    if let Some(scheme) = built_in.filter(|s| s.source_text() == kept.toml) {
        return Ok(scheme);
    }
    let read = scheme::load(&kept.toml).map_err(|_| ServiceError::Internal(format!("scheme {id} {version}")))?;
    Ok(Arc::new(read))
}

/// The scheme under which an event runs, with the parameters that it announced.
pub fn scheme_of(conn: &mut Conn, event: &Event) -> ServiceResult<Arc<Scheme>> {
    let plain = stored_scheme(conn, &event.scheme_id, &event.scheme_version)?;
    let settings = EventSettings::from_json(&event.settings);
    if settings.parameters.is_empty() {
        return Ok(plain);
    }
    let with = plain.with_parameters(&settings.parameters);
    Ok(Arc::new(with.map_err(|_| ServiceError::Internal(format!("parameters of event {}", event.id)))?))
}

/// The schemes under which awards were given, each read once however many awards there are.
pub struct SchemesOfAwards(Vec<Arc<Scheme>>);

impl SchemesOfAwards {
    /// Reads them.
    pub fn read(conn: &mut Conn, awards: &[Award]) -> ServiceResult<Self> {
        let mut known = Self(Vec::new());
        for award in awards.iter().filter(|award| !award.scheme_id.is_empty()) {
            if known.of(award).is_none() {
                known.0.push(stored_scheme(conn, &award.scheme_id, &award.scheme_version)?);
            }
        }
        Ok(known)
    }

    /// The scheme of an award, where it names one.
    pub fn of(&self, award: &Award) -> Option<&Scheme> {
        let found = self.0.iter().find(|s| s.id == award.scheme_id && s.version.to_string() == award.scheme_version);
        found.map(Arc::as_ref)
    }

    /// Whether certificates are printed for an award: a kyu outside its ladder's printed set ends at `granted`.
    pub fn prints(&self, award: &Award) -> ServiceResult<bool> {
        let grade = u8::try_from(award.grade).ok().and_then(Grade::from_rank).unwrap_or(Grade::LOWEST);
        if award.basis != "contest" {
            return Ok(Ladder::national().prints(grade));
        }
        Ok(self.of(award).ok_or(ServiceError::NotFound)?.ladder.prints(grade))
    }
}
