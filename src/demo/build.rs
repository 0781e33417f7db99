//! Building the demo, or opening the one that a folder holds.

use super::story::Teller;
use super::{Login, logins, nation};
use crate::clock::{Clock, MovableClock, beijing_date};
use crate::service::keys::{hex, random};
use crate::service::register::Policy;
use crate::service::{Actor, Keys, Register, account, key_check};
use crate::store::{Store, setting};
use anyhow::Context;
use chrono::Duration;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How long ago the demo's past begins.
const PAST: i64 = 180;
/// The setting that keeps how far the demo's clock was moved.
const OFFSET: &str = "demo-clock-ms";

/// The demo, open.
pub struct Demo {
    /// The register.
    pub register: Register,
    /// Its clock.
    pub clock: Arc<MovableClock>,
    /// The logins to print.
    pub logins: Vec<Login>,
    /// Held while the clock is moved: two readers may press the button at once.
    moving: Mutex<()>,
}

/// Whether a folder holds a demo that was built to its end.
pub fn is_there(dir: &Path) -> bool {
    dir.join("logins.json").exists()
}

/// Opens the demo of a folder, and builds it first where there is none.
pub fn open_or_build(dir: &Path, address: &str) -> anyhow::Result<Demo> {
    open_or_build_ahead(dir, address, Duration::zero())
}

/// The same, with a new demo whose present lies `ahead` of the machine's clock.
fn open_or_build_ahead(dir: &Path, address: &str, ahead: Duration) -> anyhow::Result<Demo> {
    std::fs::create_dir_all(dir).with_context(|| format!("{} cannot be made", dir.display()))?;
    let database = dir.join("demo.db");
    let finished = is_there(dir);
    if !finished && database.exists() {
        // A build that was broken off is begun again: half a nation is worse than a second's wait.
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", database.display()));
        }
    }
    let keys = keys(dir)?;
    let store = Store::open(&format!("sqlite:{}", database.display()), true, 16)?;
    store.write::<_, anyhow::Error>(|conn| Ok(key_check::agree(conn, &keys)?))?;
    let policy = Policy { address: address.to_owned(), ..Policy::default() };
    if finished {
        let moved = store.read::<_, anyhow::Error>(|conn| Ok(setting::get(conn, OFFSET)?))?;
        let moved = moved.and_then(|text| text.parse().ok()).unwrap_or(0);
        let clock = Arc::new(MovableClock::running(Duration::milliseconds(moved)));
        let register = Register::new(store, Arc::clone(&clock) as Arc<dyn Clock>, keys, policy);
        return Ok(Demo { register, clock, logins: logins::read(dir)?, moving: Mutex::new(()) });
    }
    let clock = Arc::new(MovableClock::running(ahead - Duration::days(PAST)));
    let register = Register::new(store, Arc::clone(&clock) as Arc<dyn Clock>, keys, policy);
    let agencies = nation::agencies(&register)?;
    let made = nation::accounts(&register, &agencies)?;
    let staff = nation::staff(&register, &agencies)?;
    Teller::new(&register, &clock, staff).tell(beijing_date(crate::clock::SystemClock.now() + ahead))?;
    clock.advance(ahead - clock.offset());
    logins::write(dir, &made)?;
    Ok(Demo { register, clock, logins: made, moving: Mutex::new(()) })
}

impl Demo {
    /// Moves the clock forward and keeps how far it is now. Whoever is signed in stays so: the sessions go along, and
    /// before the clock does, so that no request in between finds them ended.
    pub fn advance(&self, by: Duration) -> anyhow::Result<()> {
        let _moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        let moved = (self.clock.offset() + by).num_milliseconds();
        self.register
            .write(Actor::System, |tx| {
                account::carry_over(tx, by)?;
                setting::set(tx.conn, OFFSET, &moved.to_string())?;
                tx.record("demo.clock", "demo", serde_json::json!({"offset_ms": moved}));
                Ok(())
            })
            .map_err(nation::said)?;
        self.clock.advance(by);
        Ok(())
    }
}

impl Demo {
    /// Some certificates to look up: slug of the grade, number, holder; one of each state first.
    pub fn samples(&self) -> Vec<(String, String, String)> {
        let found = self.register.read(|conn| Ok(crate::store::verify::certificates_after(conn, 0, 1000)?));
        let mut seen = std::collections::BTreeSet::new();
        let mut samples: Vec<_> = found
            .unwrap_or_default()
            .into_iter()
            .filter(|c| seen.insert(c.state.clone()))
            .map(|c| (c.state == "valid", crate::service::certificate::grade_of(c.grade).slug(), c.number, c.holder))
            .collect();
        samples.sort_by_key(|(valid, ..)| !valid);
        samples.into_iter().map(|(_, grade, number, holder)| (grade, number, holder)).collect()
    }
}

fn keys(dir: &Path) -> anyhow::Result<Keys> {
    // Where the command line looks for it beside the database.
    let path = dir.join("demo.db.key");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(_) => {
            let text = hex(&random::<32>()?);
            std::fs::write(&path, &text).with_context(|| format!("{} cannot be written", path.display()))?;
            text
        }
    };
    Ok(Keys::from_hex(&text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_with_an_unusual_name_holds_a_certificate() {
        let dir = tempfile::tempdir().unwrap();
        let demo = open_or_build(dir.path(), "http://127.0.0.1:1").unwrap();
        let all = demo.register.read(|conn| Ok(crate::store::verify::certificates_after(conn, 0, 1000)?)).unwrap();
        for (name, _) in crate::demo::names::UNUSUAL.as_flattened() {
            assert!(all.iter().any(|paper| paper.holder == *name), "{name} has none");
        }
    }

    #[test]
    fn every_list_of_the_workplace_shows_something_of_the_demo() {
        use crate::domain::permission::Role;
        use crate::service::view::{doubles, staff_person, staff_print};
        let dir = tempfile::tempdir().unwrap();
        let demo = open_or_build(dir.path(), "http://127.0.0.1:1").unwrap();
        let agencies = demo.register.read(|conn| Ok(crate::store::agency::all(conn)?)).unwrap();
        let agencies = agencies.into_iter().map(|a| (a.code.clone(), a)).collect();
        let staff = nation::staff(&demo.register, &agencies).unwrap();
        let admin = staff.values().find(|s| s.role == Role::NationalAdmin).unwrap();
        assert!(!doubles::list(&demo.register, admin, None).unwrap().pairs.is_empty(), "possible doubles");
        for manager in ["manager-sh", "manager-wx"] {
            let jobs = staff_print::list(&demo.register, &staff[manager], None).unwrap().jobs;
            assert!(!jobs.is_empty(), "{manager} has something to print");
        }
        let persons = demo.register.read(|conn| Ok(crate::store::verify::persons(conn)?)).unwrap();
        let files: Vec<_> =
            persons.iter().filter_map(|row| staff_person::file(&demo.register, admin, row.0).ok()).collect();
        assert!(files.iter().filter(|file| !file.consents.is_empty()).count() >= 3, "consents");
        assert!(files.iter().any(|file| !file.withholdings.is_empty()), "a name that is withheld");
        let problems = crate::service::journal_verify::verify(&demo.register).unwrap().problems;
        assert_eq!(problems, Vec::new());
    }

    #[test]
    fn games_are_confirmed_contradicted_ruled_on_and_told_apart_with_photos_beside_them() {
        use crate::store::{event, game_record, pairing, recount, result_slip, ruling};
        let dir = tempfile::tempdir().unwrap();
        let demo = open_or_build(dir.path(), "http://127.0.0.1:1").unwrap();
        let read = |conn: &mut crate::store::Conn| {
            let mut found = Vec::new();
            let events = event::by_ids(conn, &(1..100).collect::<Vec<i64>>())?;
            for made in &events {
                for record in game_record::of_group(conn, made.id, "1")? {
                    let verdict = recount::current_of(conn, &[record.id])?.pop().map(|one| one.verdict);
                    found.push((record.id, made.state.clone(), record.state, verdict.unwrap_or_default()));
                }
            }
            let mut ids = Vec::new();
            for made in &events {
                ids.extend(pairing::of_group(conn, made.id, "1")?.into_iter().map(|one| one.id));
            }
            let mut rulings = 0;
            for id in &ids {
                rulings += ruling::of_pairing(conn, *id)?.iter().filter(|one| one.state == "in-force").count();
            }
            Ok((found, result_slip::counts(conn, &ids)?.len(), rulings))
        };
        let (records, photographed, rulings) = demo.register.read(read).unwrap();
        assert!(records.iter().all(|(_, _, state, _)| state == "recounted"), "none is left to wait: {records:?}");
        let count = |of: &str, verdict: &str| {
            records.iter().filter(|(_, state, _, found)| (state == of || of.is_empty()) && found == verdict).count()
        };
        assert_eq!(count("submitted", "winner-differs"), 2);
        assert_eq!(count("submitted", "not-played-out") + count("submitted", "undecided"), 1);
        assert_eq!(records.len(), 8 + 6);
        assert_eq!(records.iter().filter(|(_, state, ..)| state != "submitted").count(), count("", "confirmed") - 3);
        assert_eq!((photographed, rulings), (3, 1));
        let same = |id: i64| crate::service::records::others_like(&demo.register, id).unwrap().len();
        assert_eq!(
            records.iter().filter(|(id, ..)| same(*id) > 0).count(),
            2,
            "one game twice, each knows of the other"
        );
    }

    #[test]
    fn whoever_is_signed_in_stays_so_when_the_clock_is_moved_and_not_when_idle() {
        let dir = tempfile::tempdir().unwrap();
        let demo = open_or_build(dir.path(), "http://127.0.0.1:1").unwrap();
        let open = |at: usize| {
            let id = account::find_by_login(&demo.register, &demo.logins[at].login).unwrap().id;
            account::open_session(&demo.register, id, "test").unwrap().token
        };
        let (one, other) = (open(0), open(1));
        let signed_in = |token: &str| account::session(&demo.register, token).unwrap().is_some();
        assert!(signed_in(&one) && signed_in(&other));
        let before = demo.register.now();
        for days in [1, 8, 30, 60] {
            demo.advance(Duration::days(days)).unwrap();
            account::forget_ended(&demo.register).unwrap();
            assert!(signed_in(&one) && signed_in(&other), "{days} days on");
        }
        assert!(demo.register.now() - before >= Duration::days(99));
        demo.clock.advance(account::IDLE);
        assert!(!signed_in(&one), "time that passes by itself ends a session as ever");
    }

    #[test]
    fn the_demo_can_be_built_on_any_day_of_the_year() {
        // Steps that fall on ever other days of a month, over more than a year.
        for ahead in [0, 61, 147, 233, 319, 405] {
            let dir = tempfile::tempdir().unwrap();
            let demo = open_or_build_ahead(dir.path(), "http://127.0.0.1:1", Duration::days(ahead))
                .unwrap_or_else(|e| panic!("{ahead} days from now: {e:#}"));
            let states: Vec<String> = demo
                .register
                .read(|conn| Ok(crate::store::verify::certificates_after(conn, 0, 1000)?))
                .unwrap()
                .into_iter()
                .map(|c| c.state)
                .collect();
            for state in ["valid", "suspended", "revoked", "superseded"] {
                assert!(states.iter().any(|s| s == state), "{ahead} days from now no certificate is {state}");
            }
        }
    }
}
