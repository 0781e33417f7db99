//! How a person stands: which dan certificate a higher one takes the place of, and the highest grade held.
//!
//! Both follow from what the whole record says, the duplicates merged into it included. So there is one function that
//! works them out anew, and whatever changes an award, a certificate or a record calls it.

use super::{grade_of, subject, turn};
use crate::clock::beijing_time;
use crate::service::{ServiceResult, Tx};
use crate::store::certificate::{self, Certificate};
use crate::store::{award, person};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// Brings the certificates and the grades of whoever these records belong to in line with what is so now.
pub fn settle(tx: &mut Tx<'_>, persons: &[i64]) -> ServiceResult<()> {
    let asked = unique(persons.to_vec());
    let all = unique(person::records_of(tx.conn, &asked)?.into_iter().map(|(_, record)| record).collect());
    let rows = person::by_ids(tx.conn, &all)?;
    let kept: HashMap<i64, i64> = rows.iter().map(|p| (p.id, p.merged_into.unwrap_or(p.id))).collect();
    supersede(tx, &all, &kept)?;
    raise(tx, &all, &kept, &rows)
}

/// The lower dan certificate is superseded by the higher one, whichever was issued first, and for as long as the
/// higher one is not revoked. What is suspended, on notice or revoked stays so.
fn supersede(tx: &mut Tx<'_>, all: &[i64], kept: &HashMap<i64, i64>) -> ServiceResult<()> {
    let mut held: BTreeMap<i64, Vec<Certificate>> = BTreeMap::new();
    for paper in certificate::of_persons(tx.conn, all)? {
        if grade_of(paper.grade).is_dan() {
            let holder = kept.get(&paper.person_id).copied().unwrap_or(paper.person_id);
            held.entry(holder).or_default().push(paper);
        }
    }
    let today = beijing_time(tx.now).date();
    for papers in held.values() {
        for one in papers {
            let above = || papers.iter().filter(|p| p.grade > one.grade && p.state != "revoked");
            // Whichever superseded it goes on doing so; else the highest.
            let by = above().find(|p| Some(p.id) == one.superseded_by).or_else(|| above().max_by_key(|p| p.grade));
            match (one.state.as_str(), by) {
                ("valid" | "superseded", Some(by)) if one.superseded_by != Some(by.id) => {
                    let steps = turn(tx, one, ("superseded", today), None, Some(by.id))?;
                    let payload = json!({"by": subject(by), "state": "superseded", "steps": steps});
                    tx.record("certificate.supersede", &subject(one), payload);
                }
                ("superseded", None) => {
                    let state = in_force(tx, one)?;
                    let steps = turn(tx, one, (state, today), None, None)?;
                    let action = if state == "valid" { "certificate.valid" } else { "certificate.on-notice" };
                    tx.record(action, &subject(one), json!({"by": null, "state": state, "steps": steps}));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The state of a certificate that nothing else stands against: 公示中 while a notice of its award is open, else 有效.
pub(super) fn in_force(tx: &mut Tx<'_>, paper: &Certificate) -> ServiceResult<&'static str> {
    Ok(if award::open_notice(tx.conn, paper.award_id)?.is_some() { "on-notice" } else { "valid" })
}

/// The grade of the record that is kept is the highest of the whole record; a duplicate keeps its own, for the day on
/// which it may be separated again.
fn raise(tx: &mut Tx<'_>, all: &[i64], kept: &HashMap<i64, i64>, rows: &[person::Person]) -> ServiceResult<()> {
    let mut best: HashMap<i64, i64> = HashMap::new();
    for (record, grade) in award::held_by(tx.conn, all)? {
        let holder = kept.get(&record).copied().unwrap_or(record);
        for id in unique(vec![record, holder]) {
            let highest = best.entry(id).or_insert(grade);
            *highest = grade.max(*highest);
        }
    }
    for row in rows {
        let grade = best.get(&row.id).copied();
        if row.grade != grade {
            person::set_grade(tx.conn, row.id, grade)?;
        }
    }
    Ok(())
}

fn unique(mut ids: Vec<i64>) -> Vec<i64> {
    ids.sort_unstable();
    ids.dedup();
    ids
}
