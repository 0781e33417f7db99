//! Numbers under load: no duplicate, no gap, one certificate for one award.

use crate::support::event as play;
use crate::support::register::{TestRegister, for_each_database};
use qipin::service::certificate::{self, Issue};
use qipin::service::{Actor, Register, ServiceError};
use qipin::store::award::{self, NewAward};
use qipin::store::person::{self, NewPerson};
use qipin::store::series::{self, SeriesKey};
use qipin::store::verify;
use std::collections::BTreeSet;

/// Granted awards of 1段, each for a person of its own.
fn granted(register: &Register, agency_id: i64, first: usize, count: usize) -> Vec<i64> {
    register
        .write(Actor::System, |tx| {
            let mut ids = Vec::with_capacity(count);
            for n in first..first + count {
                let person_id = person::insert(
                    tx.conn,
                    &NewPerson {
                        register_no: format!("T{n:09}"),
                        name: "王伟".to_owned(),
                        name_key: "王伟".to_owned(),
                        sex: None,
                        birth: None,
                        region: "310".to_owned(),
                        grade: None,
                        state: "active".to_owned(),
                        guardian_consent: false,
                        publication_consent: false,
                        merged_into: None,
                        entered_by: agency_id,
                        created_at: tx.now,
                    },
                )?;
                tx.record("person.enter", &format!("person:{person_id}"), serde_json::json!({"state": "active"}));
                let id = award::insert(
                    tx.conn,
                    &NewAward {
                        person_id,
                        event_id: None,
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
                tx.record("award.grant", &format!("award:{id}"), serde_json::json!({"state": "granted"}));
                ids.push(id);
            }
            Ok(ids)
        })
        .unwrap()
}

#[test]
fn issuers_at_once_give_every_award_one_certificate_and_every_number_once() {
    for_each_database(|register| {
        let crew = play::crew(register, "310");
        let agency_id = crew.manager.agency_id;
        let shared = granted(&register.register, agency_id, 0, 60);
        let own: Vec<Vec<i64>> = (0..16).map(|i| granted(&register.register, agency_id, 100 + i * 10, 5)).collect();
        std::thread::scope(|scope| {
            for (at, mine) in own.iter().enumerate() {
                let (register, manager, shared) = (&register.register, &crew.manager, &shared);
                scope.spawn(move || {
                    for (n, chunk) in shared.chunks(7).chain(mine.chunks(2)).enumerate() {
                        let key = format!("{at}-{n}");
                        certificate::issue(register, manager, agency_id, &Issue::Awards(chunk.to_vec()), &key).unwrap();
                    }
                });
            }
        });
        let all = register.register.read(|conn| Ok(verify::certificates_after(conn, 0, 10_000)?)).unwrap();
        assert_eq!(all.len(), 60 + 16 * 5);
        let numbers: BTreeSet<String> = all.iter().map(|c| c.number.clone()).collect();
        let expected: BTreeSet<String> = (1..=140).map(|n| format!("31026{n:04}")).collect();
        assert_eq!(numbers, expected);
    });
}

#[test]
fn the_same_key_fifty_times_at_once_is_one_issue() {
    for_each_database(|register| {
        let crew = play::crew(register, "310");
        let agency_id = crew.manager.agency_id;
        let ids = granted(&register.register, agency_id, 0, 3);
        let answers: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..50)
                .map(|_| {
                    let (register, manager, ids) = (&register.register, &crew.manager, ids.clone());
                    scope.spawn(move || {
                        certificate::issue(register, manager, agency_id, &Issue::Awards(ids), "same").unwrap()
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|a| *a == answers[0]), "{answers:?}");
        let all = register.register.read(|conn| Ok(verify::certificates_after(conn, 0, 100)?)).unwrap();
        assert_eq!(all.len(), 3);
    });
}

#[test]
fn a_full_series_is_refused_by_its_name_and_takes_nothing() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let agency_id = crew.manager.agency_id;
    let ids = granted(&register.register, agency_id, 0, 3);
    let key = SeriesKey { grade: 26, area: "310".to_owned(), year: 2026 };
    register
        .register
        .write(Actor::System, |tx| {
            series::take(tx.conn, &key, 9997)?;
            tx.nothing_to_record();
            Ok(())
        })
        .unwrap();
    let issue = |ids: &[i64], key: &str| {
        certificate::issue(&register.register, &crew.manager, agency_id, &Issue::Awards(ids.to_vec()), key)
    };
    match issue(&ids, "all") {
        Err(ServiceError::Refused { key, arguments }) => {
            assert_eq!(key, "refusal.series_full");
            assert!(arguments.iter().any(|(name, value)| *name == "series" && value.contains("310")), "{arguments:?}");
        }
        other => panic!("{other:?}"),
    }
    let two = issue(&ids[..2], "two").unwrap();
    assert_eq!(two.new, 2);
    let all = register.register.read(|conn| Ok(verify::certificates_after(conn, 0, 10)?)).unwrap();
    assert_eq!(all.iter().map(|c| c.number.as_str()).collect::<Vec<_>>(), ["310269998", "310269999"]);
}
