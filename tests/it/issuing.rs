//! Numbers under load: no duplicate, no gap, one certificate for one award.

use crate::support::event as play;
use crate::support::granted::granted;
use crate::support::register::{TestRegister, with_register};
use qipin::domain::certificate_number::SeriesScope;
use qipin::service::certificate::{self, Issue, IssueOutcome};
use qipin::service::register::Policy;
use qipin::service::{Actor, Register, ServiceError};
use qipin::store::series::{self, SeriesKey};
use qipin::store::verify;
use std::collections::BTreeSet;
use std::sync::Arc;

/// As many as a full series nearly holds: 64 who all want the same 2,000 awards, and 100 more of their own.
const ISSUERS: usize = 64;
const SHARED: usize = 2_000;
const OWN: usize = 100;

#[test]
fn issuers_at_once_give_every_award_one_certificate_and_every_number_once() {
    with_register(|register| {
        let crew = play::crew(register, "310");
        let agency_id = crew.manager.agency_id;
        let shared = granted(&register.register, agency_id, 0, SHARED);
        let own: Vec<Vec<i64>> =
            (0..ISSUERS).map(|i| granted(&register.register, agency_id, SHARED + i * OWN, OWN)).collect();
        let told: Vec<IssueOutcome> = std::thread::scope(|scope| {
            let issuers: Vec<_> = own
                .iter()
                .enumerate()
                .map(|(at, mine)| {
                    let (register, manager, shared) = (&register.register, &crew.manager, &shared);
                    scope.spawn(move || {
                        // Each begins elsewhere and cuts the awards into other pieces, so that they meet half-way.
                        let mut shared = shared.clone();
                        shared.rotate_left(at * SHARED / ISSUERS);
                        let pieces = shared.chunks(170 + at).chain(mine.chunks(40));
                        let issue = |(n, piece): (usize, &[i64])| {
                            let (what, key) = (Issue::Awards(piece.to_vec()), format!("{at}-{n}"));
                            certificate::issue(register, manager, agency_id, &what, &key).unwrap()
                        };
                        pieces.enumerate().map(issue).collect::<Vec<_>>()
                    })
                })
                .collect();
            issuers.into_iter().flat_map(|issuer| issuer.join().unwrap()).collect()
        });
        let total = SHARED + ISSUERS * OWN;
        assert_eq!(told.iter().map(|outcome| outcome.new).sum::<usize>(), total, "each was new to one issuer only");
        let all = register.register.read(|conn| Ok(verify::certificates_after(conn, 0, 100_000)?)).unwrap();
        let awards: BTreeSet<i64> = all.iter().map(|c| c.award_id).collect();
        assert_eq!((all.len(), awards.len()), (total, total));
        let numbers: BTreeSet<String> = all.iter().map(|c| c.number.clone()).collect();
        let expected: BTreeSet<String> = (1..=total).map(|n| format!("31026{n:04}")).collect();
        assert_eq!(numbers, expected);
    });
}

#[test]
fn the_same_key_fifty_times_at_once_is_one_issue() {
    with_register(|register| {
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

#[test]
fn the_setting_of_the_series_may_change_within_a_year() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let agency_id = crew.manager.agency_id;
    let scoped = |scope: SeriesScope| {
        let policy = Policy { series: scope, ..(*register.register.policy).clone() };
        Register { policy: Arc::new(policy), ..register.register.clone() }
    };
    let (per_grade, per_year) = (scoped(SeriesScope::PerGrade), scoped(SeriesScope::PerYear));
    let mut done = 0;
    let mut issue = |under: &Register, count: usize| -> Vec<String> {
        let awards = granted(&register.register, agency_id, done, count);
        done += count;
        let key = format!("after {done}");
        let made = certificate::issue(under, &crew.manager, agency_id, &Issue::Awards(awards), &key).unwrap();
        let papers = under.read(|conn| Ok(qipin::store::certificate::by_ids(conn, &made.certificates)?)).unwrap();
        papers.into_iter().map(|paper| paper.number).collect()
    };
    assert_eq!(issue(&per_grade, 2), ["310260001", "310260002"]);
    assert_eq!(issue(&per_year, 2), ["310260003", "310260004"], "no number is given twice");
    assert_eq!(issue(&per_grade, 1), ["310260005"], "nor when the setting is changed back");
    assert_eq!(issue(&per_grade, 1), ["310260006"]);
    assert_eq!(issue(&per_year, 1), ["310260007"]);
    register.assert_journal_agrees();
}
