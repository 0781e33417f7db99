//! An event as the workplace sees it.

use super::event_certificates::is_printed;
use crate::clock::beijing_time;
use crate::domain::grade::Grade;
use crate::domain::permission::Action;
use crate::domain::scheme::Scheme;
use crate::service::event::{EventSettings, find, is_confirmed, scheme_of};
use crate::service::records::RULED;
use crate::service::results::Reasons;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency::{self, Agency};
use crate::store::award::{self, Award};
use crate::store::entry::{self, Outcome};
use crate::store::event::{self, Event};
use crate::store::upload::{self, UploadLine};
use crate::store::{account, person, ruling};
use chrono::{Duration, NaiveDate, NaiveDateTime};
use std::collections::HashMap;
use std::sync::Arc;

/// A step in the life of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepView {
    /// `filed`, `approved`, `submitted` …
    pub step: String,
    /// Who; none for a job.
    pub by: Option<String>,
    /// When, UTC.
    pub at: NaiveDateTime,
    /// What was said.
    pub note: String,
}

/// A group of an event with the state of its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupView {
    /// The group's id.
    pub key: String,
    /// Its name.
    pub name: crate::text::Bilingual,
    /// The upload that counts.
    pub upload: Option<UploadLine>,
    /// All versions, the newest first.
    pub versions: Vec<UploadLine>,
}

impl GroupView {
    /// The newest version, where it was refused and so an earlier one still counts: both.
    pub fn refused(&self) -> Option<(&UploadLine, &UploadLine)> {
        Some((self.versions.first().filter(|line| !line.current)?, self.upload.as_ref()?))
    }
}

/// An event with everything its page shows.
#[derive(Clone, Debug)]
pub struct EventView {
    /// The event.
    pub event: Event,
    /// Who holds it.
    pub agency: Agency,
    /// Who approves it.
    pub above: Option<Agency>,
    /// The scheme with the event's parameters.
    pub scheme: Arc<Scheme>,
    /// What was settled.
    pub settings: EventSettings,
    /// The groups.
    pub groups: Vec<GroupView>,
    /// The steps so far.
    pub steps: Vec<StepView>,
    /// Awards by state.
    pub awards: Vec<(String, usize)>,
    /// How many of the granted ones are still to become certificates: of grades for which there are any.
    pub to_issue: usize,
    /// The day on which it was filed, where that was after its first day; of a draft, today.
    pub filed_late: Option<NaiveDate>,
    /// How many rulings of its games wait for a second person.
    pub rulings: usize,
    /// The last day for the results without a reason.
    pub due: NaiveDate,
    /// Today.
    pub today: NaiveDate,
    /// What the reader may do to it.
    pub may: May,
}

/// What a reader may do to an event in its present state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct May {
    /// Change, file.
    pub edit: bool,
    /// Approve, send back.
    pub approve: bool,
    /// Upload, acknowledge, submit.
    pub submit: bool,
    /// Decide doubtful matches.
    pub identify: bool,
    /// Rule on its games, and decide the rulings of others.
    pub rule: bool,
    /// Return the results.
    pub give_back: bool,
    /// Confirm: not whoever submitted.
    pub confirm: bool,
    /// Issue certificates.
    pub issue: bool,
    /// Put awards on notice.
    pub publish: bool,
    /// Reopen.
    pub reopen: bool,
}

/// Reads an event for its page.
pub fn event(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<EventView> {
    let today = register.today();
    register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let holder = agency::by_id(conn, found.agency_id)?;
        let scheme = scheme_of(conn, &found)?;
        let settings = EventSettings::from_json(&found.settings);
        let lines = upload::lines_of(conn, found.id)?;
        let mut groups = Vec::new();
        for current in &settings.groups {
            groups.push(group_view(&scheme, current, &lines));
        }
        let rows = event::steps(conn, found.id)?;
        let filed = rows.iter().rev().find(|s| s.step == "filed").map(|s| beijing_time(s.at).date());
        let filed = if found.state == "draft" { Some(today) } else { filed };
        let submitted_by = rows.iter().rev().find(|s| s.step == "submitted").and_then(|s| s.account_id);
        let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
        let steps = rows
            .into_iter()
            .map(|s| StepView {
                by: s.account_id.and_then(|id| names.get(&id).cloned()),
                step: s.step,
                at: s.at,
                note: s.note,
            })
            .collect();
        let mut awards: Vec<(String, usize)> = Vec::new();
        let mut to_issue = 0;
        for (state, grade, basis, n) in award::counts_of_event(conn, found.id)? {
            let n = usize::try_from(n).unwrap_or(0);
            if state == "granted" && is_printed(&scheme.ladder, grade, &basis) {
                to_issue += n;
            }
            // They come by state.
            match awards.last_mut().filter(|(last, _)| *last == state) {
                Some((_, all)) => *all += n,
                None => awards.push((state, n)),
            }
        }
        let state = found.state.as_str();
        let may = |action| staff.may(action, &holder);
        let uploads = matches!(state, "approved" | "returned");
        let may = May {
            edit: may(Action::EditEvent) && state == "draft",
            approve: may(Action::ApproveEvent) && state == "filed",
            submit: may(Action::EditEvent) && uploads,
            identify: may(Action::DecideMatch) && (uploads || state == "submitted"),
            rule: may(Action::RuleGame) && RULED.contains(&state),
            give_back: may(Action::ConfirmEvent) && state == "submitted",
            confirm: may(Action::ConfirmEvent) && state == "submitted" && submitted_by != Some(staff.account_id),
            issue: may(Action::IssueCertificate) && is_confirmed(&found) && to_issue > 0,
            publish: staff.may_somewhere(Action::PublishNotice),
            reopen: may(Action::ReopenEvent) && matches!(state, "confirmed" | "closed"),
        };
        let rulings = match RULED.contains(&state) {
            true => usize::try_from(ruling::proposed_of_event(conn, found.id)?).unwrap_or_default(),
            // Nobody decides them while the results are confirmed.
            false => 0,
        };
        Ok(EventView {
            rulings,
            filed_late: filed.filter(|day| *day > found.starts_on),
            due: found.ends_on + Duration::days(register.policy.results_due_days),
            awards,
            to_issue,
            today,
            event: found,
            above: match holder.parent_id {
                Some(parent) => Some(agency::by_id(conn, parent)?),
                None => None,
            },
            agency: holder,
            scheme,
            settings,
            groups,
            steps,
            may,
        })
    })
}

fn group_view(scheme: &Scheme, key: &str, lines: &[UploadLine]) -> GroupView {
    let mut versions: Vec<UploadLine> = lines.iter().filter(|l| l.group_key == key).cloned().collect();
    versions.reverse();
    let current = versions.iter().find(|l| l.current).cloned();
    let name = scheme.group(key).map(|g| g.name.clone()).unwrap_or_default();
    GroupView { key: key.to_owned(), name, upload: current, versions }
}

/// A player on the award page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwardLine {
    /// Id of the player within the file.
    pub file_id: String,
    /// The name.
    pub name: String,
    /// The group.
    pub group: String,
    /// Public register id, once the player is identified.
    pub register_no: Option<String>,
    /// The grade held on entering.
    pub from: Option<Grade>,
    /// What the scheme says.
    pub outcome: Outcome,
    /// The award, where there is one.
    pub award: Option<Award>,
    /// Grade and number of the certificate, where there is one.
    pub certificate: Option<(Grade, String)>,
    /// Names of the tie-breaks with their values, in the scheme's order.
    pub tiebreaks: Vec<(String, i64)>,
}

/// The award page of an event: every player with the clause that grants or the reason that refuses.
pub fn award_lines(register: &Register, staff: &Staff, slug: &str) -> ServiceResult<Vec<AwardLine>> {
    register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let scheme = scheme_of(conn, &found)?;
        let entries = entry::of_event(conn, found.id)?;
        let ids: Vec<i64> = entries.iter().map(|e| e.id).collect();
        let persons: Vec<i64> = entries.iter().filter_map(|e| e.person_id).collect();
        let numbers: HashMap<i64, String> =
            person::by_ids(conn, &persons)?.into_iter().map(|p| (p.id, p.register_no)).collect();
        let mut outcomes: HashMap<i64, Outcome> =
            entry::outcomes_of(conn, &ids)?.into_iter().map(|o| (o.entry_id, o)).collect();
        let awards = award::of_event(conn, found.id)?;
        let by_award: HashMap<i64, (Grade, String)> =
            crate::store::certificate::of_awards(conn, &awards.iter().map(|a| a.id).collect::<Vec<_>>())?
                .into_iter()
                .map(|c| (c.award_id, (crate::service::certificate::grade_of(c.grade), c.number)))
                .collect();
        let mut by_entry: HashMap<i64, Award> = HashMap::new();
        // An award that stands from results before these shows beside the person whom these give the same.
        let here: HashMap<i64, i64> = entries.iter().filter_map(|e| Some((e.person_id?, e.id))).collect();
        for one in awards {
            let Some(own) = one.entry_id else { continue };
            let again = outcomes.contains_key(&own).then_some(own).or_else(|| here.get(&one.person_id).copied());
            let same = |id: &i64| *id == own || outcomes.get(id).is_some_and(|o| o.grade == Some(one.grade));
            let Some(id) = again.filter(same) else { continue };
            // A refused award gives way to the one proposed after it.
            if by_entry.get(&id).is_none_or(|before| before.state == "refused") {
                by_entry.insert(id, one);
            }
        }
        let mut lines = Vec::with_capacity(entries.len());
        for one in entries {
            let Some(outcome) = outcomes.remove(&one.id) else { continue };
            let values: serde_json::Value = serde_json::from_str(&outcome.tiebreaks).unwrap_or_default();
            let award = by_entry.remove(&one.id);
            lines.push(AwardLine {
                file_id: one.file_id,
                name: one.name,
                register_no: one.person_id.and_then(|id| numbers.get(&id).cloned()),
                from: one.from_grade.map(crate::service::certificate::grade_of),
                certificate: award.as_ref().and_then(|a| by_award.get(&a.id).cloned()),
                tiebreaks: scheme
                    .criteria()
                    .filter_map(|tie| Some((tie.id().to_owned(), values.get(tie.id())?.as_i64()?)))
                    .collect(),
                group: one.group_key,
                outcome,
                award,
            });
        }
        lines.sort_by(|a, b| (&a.group, a.outcome.place, &a.file_id).cmp(&(&b.group, b.outcome.place, &b.file_id)));
        Ok(lines)
    })
}

/// One finding with whether its warning has a reason.
#[derive(Clone, Debug)]
pub struct FindingView {
    /// The finding.
    pub finding: crate::domain::finding::Finding,
    /// Its key.
    pub key: String,
    /// The reason given for a warning.
    pub reason: Option<String>,
}

/// The page of a group's upload.
#[derive(Clone, Debug)]
pub struct UploadView {
    /// The upload, without its bytes.
    pub line: UploadLine,
    /// Everything found.
    pub findings: Vec<FindingView>,
    /// The report behind it.
    pub report: crate::domain::results::Report,
    /// What changed since the version before.
    pub changes: Vec<crate::text::Bilingual>,
}

/// Reads the upload of a group that counts, with what stands against it: see `results::report_of`.
pub fn group_upload(register: &Register, staff: &Staff, slug: &str, group: &str) -> ServiceResult<Option<UploadView>> {
    let is_meant = |line: &&UploadLine| line.current;
    one_upload(register, staff, slug, group, &is_meant)
}

/// The same of a later upload that was refused and so does not count, while one before it does.
pub fn refused_upload(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &GroupView,
) -> ServiceResult<Option<UploadView>> {
    let Some((latest, _)) = group.refused() else { return Ok(None) };
    let is_meant = |line: &&UploadLine| line.id == latest.id;
    one_upload(register, staff, slug, &group.key, &is_meant)
}

fn one_upload(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    is_meant: &dyn Fn(&&UploadLine) -> bool,
) -> ServiceResult<Option<UploadView>> {
    let read = register.read(|conn| {
        let found = find(conn, staff, slug, Action::ViewEvent)?;
        let mut lines = upload::lines_of(conn, found.id)?;
        lines.retain(|line| line.group_key == group);
        let Some(line) = lines.iter().find(is_meant).cloned() else { return Ok(None) };
        let row = upload::by_id(conn, line.id)?;
        // What changed is told against the last version that counted, else against what there was.
        let earlier = || lines.iter().rev().filter(|before| before.version < line.version);
        let before = match earlier().find(|before| before.accepted != "no").or_else(|| earlier().next()) {
            Some(before) => Some(upload::by_id(conn, before.id)?),
            None => None,
        };
        Ok(Some((found, row, line, before)))
    })?;
    let Some((found, row, line, before)) = read else { return Ok(None) };
    let report = crate::service::results::report_of(register, &found, &row)?;
    let reasons = Reasons::of(register, &found, &row)?;
    let findings = report
        .findings
        .iter()
        .map(|finding| FindingView {
            finding: finding.clone(),
            key: crate::service::results::finding_key(finding),
            reason: reasons.reason(finding).map(str::to_owned),
        })
        .collect();
    let old = before.and_then(|row| crate::service::results::sheet_of(&register.keys, &row));
    let changes = match (old, report.sheet()) {
        (Some(old), Some(new)) => crate::domain::results::diff(&old, new).iter().map(|c| c.words()).collect(),
        _ => Vec::new(),
    };
    Ok(Some(UploadView { line, findings, report, changes }))
}

/// A version's file as it was received: its name and bytes. `players` asks for the players file. It holds birth
/// dates, also of children, so the journal keeps who opened it.
pub fn original(
    register: &Register,
    staff: &Staff,
    slug: &str,
    group: &str,
    version: i64,
    players: bool,
) -> ServiceResult<(String, Vec<u8>)> {
    register.write(staff.actor(), |tx| {
        let found = find(tx.conn, staff, slug, Action::ViewEvent)?;
        let row = upload::version_of(tx.conn, found.id, group, version)?;
        let files = crate::service::results::files_of(&register.keys, &row)?;
        let file = if players { files.players.ok_or(ServiceError::NotFound)? } else { files.results };
        let part = if players { "players" } else { "results" };
        let payload = serde_json::json!({"group": group, "part": part, "version": version});
        tx.record("event.open_file", &crate::service::event::subject(&found), payload);
        Ok(file)
    })
}

/// Refuses unless the reader may do `action` to an event: asked before anything that was sent is read.
pub fn allow(register: &Register, staff: &Staff, slug: &str, action: Action) -> ServiceResult<()> {
    register.read(|conn| find(conn, staff, slug, action).map(|_| ()))
}
