//! Ten thousand records of two archives are recounted in the background by the program itself, which is killed without
//! warning in the middle and goes on where it was: every record is recounted once.

use crate::durability::{Alive, program};
use crate::support::event as play;
use crate::support::records::{game, put, zipped};
use crate::support::register::{TestRegister, with_register};
use qipin::service::records;
use qipin::store::event::Event;
use qipin::store::{game_record, recount, verify};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Records of one archive.
const RECORDS: usize = 5_000;

/// How often the program is killed.
const DEATHS: usize = 3;

/// An archive of records that differ: our games, each with a number of its own.
fn archive(from: usize) -> Vec<u8> {
    let files: Vec<(String, Vec<u8>)> = (from..from + RECORDS)
        .map(|number| {
            let text = String::from_utf8(game(number % 6, "黑", "白")).unwrap();
            (format!("{number:05}.sgf"), put(&text, "GN", &format!("第{number}局")).into_bytes())
        })
        .collect();
    zipped(&files)
}

fn states(test: &TestRegister, made: &Event) -> BTreeMap<String, i64> {
    test.register.read(|conn| Ok(game_record::states_of(conn, made.id, "all")?)).unwrap().into_iter().collect()
}

#[test]
fn ten_thousand_records_are_recounted_once_though_the_program_is_killed() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        for number in 0..2 {
            let file = (format!("{number}.zip"), archive(number * RECORDS));
            let sent = records::send(&test.register, &crew.clerk, &made.slug, "all", &[file]).unwrap();
            assert_eq!((sent.new, sent.left_out.len()), (RECORDS, 0));
        }
        let dir = tempfile::tempdir().unwrap();
        let mut alive = Alive::start(test, dir.path());
        let recounted = || states(test, &made).get("recounted").copied().unwrap_or_default() as usize;
        let wait_for = |enough: usize| {
            let patience = Instant::now() + Duration::from_secs(300);
            while recounted() < enough {
                assert!(Instant::now() < patience, "{} of {enough}", recounted());
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        for death in 1..=DEATHS {
            wait_for(2 * RECORDS * death / (DEATHS + 2));
            alive.kill();
            let (done, answers) = (recounted(), answers(test));
            assert_eq!(answers, done, "what is marked as recounted is, and nothing else");
            alive = Alive::start(test, dir.path());
        }
        wait_for(2 * RECORDS);
        alive.kill();
        assert_eq!(states(test, &made), BTreeMap::from([("recounted".to_owned(), 2 * RECORDS as i64)]));
        assert_eq!(answers(test), 2 * RECORDS);
        let verified = program(test, dir.path(), &["journal", "verify"]).output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    });
}

/// How many answers there are; none is an earlier one of a record.
fn answers(test: &TestRegister) -> usize {
    test.register
        .read(|conn| {
            let all = verify::recounts_after(conn, 0, 1_000_000)?;
            let mut records: Vec<i64> = all.iter().map(|row| row.record_id).collect();
            records.dedup();
            assert_eq!(records.len(), all.len(), "a record was recounted twice");
            assert_eq!(recount::current_of(conn, &records)?.len(), all.len());
            Ok(all.len())
        })
        .unwrap()
}
