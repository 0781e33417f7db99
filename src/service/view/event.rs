//! One event: where it stands, since when, what comes next, and its groups.

use super::AgencyRef;
use super::events::Status;
use crate::domain::scheme::TieBreak;
use crate::service::event::{EventSettings, scheme_of};
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::public::events::PUBLIC_STATES;
use crate::store::public::{notices, results as rows};
use crate::store::{agency, event};
use crate::text::Bilingual;
use chrono::{Duration, NaiveDate, NaiveDateTime};
use serde::Serialize;

/// A step that the public is told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepView {
    /// `approved`, `submitted`, `returned`, `confirmed`, `closed` or `reopened`.
    pub step: String,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// The published reason of a reopening.
    pub reason: Option<String>,
}

/// What is due next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// Results, by the end of a day.
    Results(NaiveDate),
    /// The last public notice ends.
    Notices(NaiveDateTime),
}

/// A group of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupView {
    /// Its id within the scheme.
    pub key: String,
    /// What it is called.
    pub name: Bilingual,
    /// The upload that counts, if any.
    pub(super) upload_id: Option<i64>,
    /// How many players.
    pub players: i64,
    /// The version of its results.
    pub version: Option<i64>,
    /// When they came in, UTC.
    pub uploaded_at: Option<NaiveDateTime>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventView {
    /// Its part of public addresses.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Where it is played.
    pub place: String,
    /// Its level.
    pub level: String,
    /// First and last day.
    pub days: (NaiveDate, NaiveDate),
    /// Who holds it.
    pub agency: AgencyRef,
    /// The scheme: id, version, name.
    pub scheme: (String, String, Bilingual),
    /// Where it stands.
    pub status: Status,
    /// Whether it was reopened after closing; the mark stays for ever.
    pub reopened: bool,
    /// What happened, the oldest first.
    pub steps: Vec<StepView>,
    /// What is due next.
    pub deadline: Option<Deadline>,
    /// How many notices are open, and how many of them an objection holds.
    pub notices: (usize, usize),
    /// The groups.
    pub groups: Vec<GroupView>,
    /// Internal id.
    pub(super) id: i64,
    /// Whether minors who have agreed are shown by name.
    pub(super) names_of_minors: bool,
    /// Whether both players are asked to confirm the record of their game.
    pub asks_players: bool,
    /// The tie-breaks of the scheme, by id, in their order.
    pub(super) tiebreaks: Vec<&'static str>,
}

const TOLD: [&str; 6] = ["approved", "submitted", "returned", "confirmed", "closed", "reopened"];

/// The event of a slug, if the public may see it.
pub fn by_slug(register: &Register, slug: &str) -> ServiceResult<EventView> {
    register.read(|conn| {
        let found = event::by_slug(conn, slug)?;
        if !PUBLIC_STATES.contains(&found.state.as_str()) {
            return Err(ServiceError::NotFound);
        }
        let holder = agency::by_id(conn, found.agency_id)?;
        let scheme = scheme_of(conn, &found)?;
        let settings = EventSettings::from_json(&found.settings);
        let open = notices::open_of_event(conn, found.id)?;
        let status = Status::of(&found.state, !open.is_empty());
        let uploads = rows::groups(conn, found.id)?;
        let held: Vec<String> = match settings.groups.is_empty() {
            true => scheme.groups.iter().map(|g| g.id.clone()).collect(),
            false => settings.groups.clone(),
        };
        let groups = held
            .into_iter()
            .map(|key| {
                let upload = uploads.iter().find(|(row, _)| row.group_key == key).filter(|_| status.shows_results());
                let name = scheme.group(&key).map(|group| group.name.clone());
                GroupView {
                    name: name.unwrap_or_else(|| Bilingual { zh: key.clone(), en: key.clone() }),
                    upload_id: upload.map(|(row, _)| row.id),
                    players: upload.map_or(0, |(_, players)| *players),
                    version: upload.map(|(row, _)| row.version),
                    uploaded_at: upload.map(|(row, _)| row.uploaded_at),
                    key,
                }
            })
            .collect();
        let steps = event::steps(conn, found.id)?
            .into_iter()
            .filter(|step| TOLD.contains(&step.step.as_str()))
            .map(|step| StepView {
                reason: Some(step.note).filter(|note| step.step == "reopened" && !note.is_empty()),
                step: step.step,
                at: step.at,
            })
            .collect();
        let deadline = match status {
            Status::Announced | Status::FindingsOpen => {
                Some(Deadline::Results(found.ends_on + Duration::days(register.policy.results_due_days)))
            }
            // The clock of a held notice stands still: nobody knows its end.
            Status::OnNotice if open.iter().any(|(state, _)| state == "held") => None,
            Status::OnNotice => open.iter().map(|(_, ends_at)| *ends_at).max().map(Deadline::Notices),
            Status::Received | Status::Confirmed | Status::Final => None,
        };
        Ok(EventView {
            id: found.id,
            slug: found.slug,
            name: found.name,
            place: found.place,
            level: found.level,
            days: (found.starts_on, found.ends_on),
            agency: AgencyRef { code: holder.code, name: Bilingual { zh: holder.name_zh, en: holder.name_en } },
            scheme: (found.scheme_id, found.scheme_version, scheme.name.clone()),
            status,
            reopened: found.reopened,
            steps,
            deadline,
            notices: (open.len(), open.iter().filter(|(state, _)| state == "held").count()),
            groups,
            names_of_minors: settings.names_of_minors,
            asks_players: settings.records.confirm,
            tiebreaks: scheme.criteria().map(TieBreak::id).collect(),
        })
    })
}

impl EventView {
    /// The group of a key; without one the first that has results.
    pub fn group(&self, key: Option<&str>) -> Option<&GroupView> {
        match key {
            Some(key) => self.groups.iter().find(|group| group.key == key),
            None => self.groups.iter().find(|group| group.upload_id.is_some()).or(self.groups.first()),
        }
    }
}
