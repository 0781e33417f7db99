//! What the scheme says of a group's results: outcomes for everybody, proposed awards for those promoted.

use super::facts::{grades_of_records, month_of, over_records, sex_of};
use super::materialise::{grade_at, result_word, won_by};
use super::upload::sheet_of;
use crate::domain::grade::Grade;
use crate::domain::promotion::{self, Context, Facts, Outcome};
use crate::domain::results::{Game, Sheet};
use crate::domain::scheme::{Level, Scheme};
use crate::service::event::{EventSettings, scheme_of};
use crate::service::{Keys, ServiceError, ServiceResult, Tx, records};
use crate::store::agency::{self, Agency};
use crate::store::award::{self, Award, NewAward};
use crate::store::certificate as papers;
use crate::store::entry::{self, Entry, NewOutcome};
use crate::store::event::Event;
use crate::store::person;
use crate::store::upload::{self, Upload};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// Computes the outcomes of an upload's entries and brings the proposed awards in line with them.
pub(super) fn recompute(
    tx: &mut Tx<'_>,
    found: &Event,
    holder: &Agency,
    row: &Upload,
    reported: &Sheet,
) -> ServiceResult<()> {
    let sheet = &*records::ruled(tx.conn, found.id, &row.group_key, reported)?;
    set_results(tx, row.id, sheet)?;
    let entries = entry::of_upload(tx.conn, row.id)?;
    let by_file: HashMap<&str, &Entry> = entries.iter().map(|e| (e.file_id.as_str(), e)).collect();
    let outcome = outcome_of(tx, found, holder, &row.group_key, (&entries, sheet))?;
    let mut outcomes = Vec::with_capacity(sheet.entries.len());
    let mut proposals: BTreeMap<i64, NewAward> = BTreeMap::new();
    for (line, player) in outcome.rows() {
        let Some(one) = sheet.entries.get(player.entry).and_then(|e| by_file.get(e.id.as_str())) else { continue };
        let ties: serde_json::Map<String, serde_json::Value> =
            line.tiebreaks.iter().map(|(tie, value)| (tie.id().to_owned(), json!(value))).collect();
        outcomes.push(NewOutcome {
            entry_id: one.id,
            place: i64::from(line.place),
            points: i64::from(line.tally.points),
            wins: i64::from(line.tally.won()),
            byes: i64::from(line.tally.byes),
            losses: i64::from(line.tally.losses),
            tiebreaks: serde_json::Value::Object(ties).to_string(),
            grade: player.award.map(|g| i64::from(g.rank())),
            clause: player.clause.clone(),
            reason_zh: player.reason.zh.clone(),
            reason_en: player.reason.en.clone(),
        });
        if let (Some(person_id), Some(grade), Some(clause)) = (one.person_id, player.award, player.clause.clone()) {
            proposals.insert(
                one.id,
                NewAward {
                    person_id,
                    event_id: Some(found.id),
                    entry_id: Some(one.id),
                    from_grade: player.from.map(|g| i64::from(g.rank())),
                    grade: i64::from(grade.rank()),
                    basis: "contest".to_owned(),
                    scheme_id: found.scheme_id.clone(),
                    scheme_version: found.scheme_version.clone(),
                    clause,
                    reason_zh: player.reason.zh.clone(),
                    reason_en: player.reason.en.clone(),
                    state: "proposed".to_owned(),
                    agency_id: holder.id,
                    granted_on: None,
                    created_at: tx.now,
                },
            );
        }
    }
    entry::forget_outcomes(tx.conn, &entries.iter().map(|e| e.id).collect::<Vec<_>>())?;
    entry::insert_outcomes(tx.conn, &outcomes)?;
    sync(tx, found, &entries, proposals)
}

/// What the scheme says of a sheet.
fn outcome_of(
    tx: &mut Tx<'_>,
    found: &Event,
    holder: &Agency,
    group: &str,
    (entries, sheet): (&[Entry], &Sheet),
) -> ServiceResult<Outcome> {
    let scheme = scheme_of(tx.conn, found)?;
    let context = context(tx, found, holder, entries, &scheme)?;
    let group = scheme.group(group).ok_or(ServiceError::NotFound)?;
    promotion::promote(&scheme, group, sheet, &context)
        .map_err(|_| ServiceError::Internal(format!("parameters of event {}", found.id)))
}

/// Who would be promoted to what by a sheet of a group's results, by their ids within the file.
pub(crate) fn promoted_by(
    tx: &mut Tx<'_>,
    found: &Event,
    holder: &Agency,
    group: &str,
    sheet: &Sheet,
) -> ServiceResult<BTreeMap<String, Grade>> {
    let entries = match upload::current_of_group(tx.conn, found.id, group)? {
        Some(row) => entry::of_upload(tx.conn, row.id)?,
        None => Vec::new(),
    };
    let outcome = outcome_of(tx, found, holder, group, (&entries, sheet))?;
    let id = |entry: usize| sheet.entries.get(entry).map(|entry| entry.id.clone()).unwrap_or_default();
    Ok(outcome.awards().map(|(player, grade)| (id(player.entry), grade)).collect())
}

/// Brings the rows of a group's results, where they were submitted, in line with what was ruled.
pub(crate) fn recompute_group(keys: &Keys, tx: &mut Tx<'_>, found: &Event, group: &str) -> ServiceResult<()> {
    // Before the submission there are no rows, and it makes them by the rulings in force.
    if found.state != "submitted" {
        return Ok(());
    }
    let Some(row) = upload::current_of_group(tx.conn, found.id, group)? else { return Ok(()) };
    let Some(sheet) = sheet_of(keys, &row) else { return Ok(()) };
    let holder = agency::by_id(tx.conn, found.agency_id)?;
    recompute(tx, found, &holder, &row, &sheet)
}

/// Gives the rows of games the results that a sheet has.
fn set_results(tx: &mut Tx<'_>, upload_id: i64, sheet: &Sheet) -> ServiceResult<()> {
    let by_line: HashMap<i64, &Game> = sheet.games.iter().map(|game| (i64::from(game.line), game)).collect();
    for row in entry::games_of_upload(tx.conn, upload_id)? {
        let Some(game) = by_line.get(&row.line) else { continue };
        let Some(result) = result_word(&game.result) else { continue };
        let (by, margin) = won_by(&game.result);
        if (row.result.as_str(), row.won_by.as_str(), row.margin_quarters) != (result, by, margin) {
            entry::set_result(tx.conn, row.id, (result, by, margin))?;
        }
    }
    Ok(())
}

fn context(
    tx: &mut Tx<'_>,
    found: &Event,
    holder: &Agency,
    entries: &[Entry],
    scheme: &Scheme,
) -> ServiceResult<Context> {
    let ids: Vec<i64> = entries.iter().filter_map(|e| e.person_id).collect();
    let persons: HashMap<i64, person::Person> = person::by_ids(tx.conn, &ids)?.into_iter().map(|p| (p.id, p)).collect();
    let grades = grades_of_records(tx.conn, &ids, found.ends_on, found.id)?;
    let (first, last) = month_of(found.ends_on);
    let mut promoted: HashMap<i64, Vec<chrono::NaiveDate>> = HashMap::new();
    if scheme.one_per_month {
        let days = over_records(tx.conn, &ids, |conn, all| {
            let rows = award::promotions_between(conn, all, first, last, found.id)?;
            Ok(rows.into_iter().map(|(id, _, day, _)| (id, day)).collect())
        })?;
        for (id, day) in days {
            promoted.entry(id).or_default().push(day);
        }
    }
    let mut facts = HashMap::new();
    for one in entries {
        let Some(known) = one.person_id.and_then(|id| persons.get(&id)) else { continue };
        // The register's grade goes before the file's; where the register knows none, the file's stands.
        let grade: Option<Grade> = grade_at(grades.get(&known.id).copied());
        facts.insert(
            one.file_id.clone(),
            Facts {
                birth: known.birth,
                sex: sex_of(known.sex.as_deref()),
                household: None,
                grade: grade.map(Some),
                certificate: None,
                promoted_on: Some(promoted.get(&known.id).cloned().unwrap_or_default()),
            },
        );
    }
    Ok(Context { facts, ..event_context(found, holder) })
}

/// What is known of an event without its players.
pub(super) fn event_context(found: &Event, holder: &Agency) -> Context {
    let area = holder.area_code.parse::<crate::domain::area_code::AreaCode>().ok();
    Context {
        date: Some(found.ends_on),
        agency: Some(holder.code.clone()),
        agency_ceiling: grade_at(Some(holder.ceiling)),
        level: Level::from_id(&found.level),
        // `scheme_of` has filled the parameters in.
        parameters: BTreeMap::new(),
        lot_seed: EventSettings::from_json(&found.settings).lot_seed,
        regions: area.map(|a| vec![a.name().zh]).unwrap_or_default(),
        facts: HashMap::new(),
    }
}

/// Refuses proposed awards that the outcomes no longer give, and proposes those that they newly give. An award of
/// the same event that already went further stands: what a corrected submission changes of it is for the
/// national office to decide.
fn sync(
    tx: &mut Tx<'_>,
    found: &Event,
    entries: &[Entry],
    mut proposals: BTreeMap<i64, NewAward>,
) -> ServiceResult<()> {
    let standing: Vec<Award> =
        award::of_event(tx.conn, found.id)?.into_iter().filter(|a| a.state != "refused").collect();
    let mine: Vec<i64> = entries.iter().map(|e| e.id).collect();
    let mut gone = Vec::new();
    let mut withdrawn = Vec::new();
    for one in &standing {
        let entry_id = one.entry_id.unwrap_or_default();
        if one.state == "proposed" && mine.contains(&entry_id) {
            let same = proposals.get(&entry_id).is_some_and(|p| {
                p.person_id == one.person_id
                    && p.grade == one.grade
                    && p.clause == one.clause
                    && p.reason_zh == one.reason_zh
            });
            if same {
                proposals.remove(&entry_id);
            } else {
                gone.push(one.id);
            }
        } else if one.state != "proposed" {
            proposals.retain(|_, p| p.person_id != one.person_id || p.grade != one.grade);
            // The same upload submitted again after a reopening: an entry has one award.
            match proposals.contains_key(&entry_id) {
                true if papers::ids_of_awards(tx.conn, &[one.id])?.is_empty() => {
                    crate::service::award::refuse(tx, one, "results")?;
                    withdrawn.push(one.person_id);
                }
                true => drop(proposals.remove(&entry_id)),
                false => {}
            }
        }
    }
    // What was granted and is so no more takes the grade with it.
    crate::service::certificate::settle(tx, &withdrawn)?;
    award::set_state(tx.conn, &gone, "refused", None)?;
    for id in gone {
        tx.record("award.refuse", &format!("award:{id}"), json!({"state": "refused", "why": "recomputed"}));
    }
    for proposal in proposals.into_values() {
        let id = award::insert(tx.conn, &proposal)?;
        tx.record(
            "award.propose",
            &format!("award:{id}"),
            json!({
                "clause": proposal.clause,
                "event": found.id,
                "grade": proposal.grade,
                "person": proposal.person_id,
                "state": "proposed",
            }),
        );
    }
    Ok(())
}
