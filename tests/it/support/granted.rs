//! Granted awards without the way that led to them, for tests of what comes after.

use chrono::NaiveDate;
use qipin::domain::scheme::builtin;
use qipin::service::event::EventSettings;
use qipin::service::keys::{hex, sha256};
use qipin::service::{Actor, Register, ServiceResult, Tx};
use qipin::store::award::{self, NewAward};
use qipin::store::event::{self, NewEvent, NewSchemeVersion};
use qipin::store::person::{self, NewPerson};
use serde_json::json;

const SCHEME: &str = "open-test";

/// Granted awards of 1段, each for a person of its own.
pub fn granted(register: &Register, agency_id: i64, first: usize, count: usize) -> Vec<i64> {
    register.write(Actor::System, |tx| (first..first + count).map(|n| grant(tx, agency_id, None, n)).collect()).unwrap()
}

/// A closed event with so many granted awards of 1段, each for a person of its own; answers the awards.
pub fn event(register: &Register, agency_id: i64, slug: &str, first: usize, count: usize) -> Vec<i64> {
    let day = NaiveDate::from_ymd_opt(2026, 10, 1).unwrap();
    register
        .write(Actor::System, |tx| {
            let row = NewEvent {
                slug: slug.to_owned(),
                agency_id,
                name: format!("测试升段赛 {slug}"),
                place: "棋院".to_owned(),
                level: "province".to_owned(),
                scheme_id: SCHEME.to_owned(),
                scheme_version: scheme(tx)?,
                starts_on: day,
                ends_on: day,
                state: "closed".to_owned(),
                reopened: false,
                settings: EventSettings::default().to_json(),
                revision: 0,
                created_at: tx.now,
            };
            let id = event::insert(tx.conn, &row)?;
            tx.record("event.close", &format!("event:{id}"), json!({"state": "closed"}));
            (first..first + count).map(|n| grant(tx, agency_id, Some(id), n)).collect()
        })
        .unwrap()
}

fn scheme(tx: &mut Tx<'_>) -> ServiceResult<String> {
    let scheme = builtin(SCHEME, None).unwrap();
    let version = scheme.version.to_string();
    if event::scheme_version(tx.conn, SCHEME, &version)?.is_none() {
        let row = NewSchemeVersion {
            scheme_id: SCHEME.to_owned(),
            version: version.clone(),
            toml: scheme.source_text().to_owned(),
            sha256: hex(&sha256(scheme.source_text().as_bytes())),
            recorded_at: tx.now,
        };
        event::insert_scheme_version(tx.conn, &row)?;
        tx.record("scheme.keep", &format!("scheme:{SCHEME}/{version}"), json!({"sha256": row.sha256}));
    }
    Ok(version)
}

fn grant(tx: &mut Tx<'_>, agency_id: i64, event_id: Option<i64>, n: usize) -> ServiceResult<i64> {
    let person_id = person::insert(
        tx.conn,
        &NewPerson {
            register_no: format!("T{n:09}"),
            name: "王伟".to_owned(),
            name_key: "王伟".to_owned(),
            sex: None,
            birth: None,
            region: "310".to_owned(),
            grade: Some(26),
            state: "active".to_owned(),
            guardian_consent: false,
            publication_consent: false,
            merged_into: None,
            entered_by: agency_id,
            created_at: tx.now,
        },
    )?;
    tx.record("person.enter", &format!("person:{person_id}"), json!({"state": "active"}));
    let id = award::insert(
        tx.conn,
        &NewAward {
            person_id,
            event_id,
            entry_id: None,
            from_grade: None,
            grade: 26,
            basis: "other".to_owned(),
            scheme_id: String::new(),
            scheme_version: String::new(),
            clause: "test".to_owned(),
            reason_zh: String::new(),
            reason_en: String::new(),
            state: "granted".to_owned(),
            agency_id,
            granted_on: None,
            created_at: tx.now,
        },
    )?;
    tx.record("award.grant", &format!("award:{id}"), json!({"state": "granted"}));
    Ok(id)
}
