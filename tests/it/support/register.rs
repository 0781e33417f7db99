//! A register of one's own for each test: an SQLite file, or a PostgreSQL database where the run has a server.
//!
//! The one list of tests is run twice by the whole check, once on each.
//!
//! The schema is made once and copied, since copying a small file takes less than a millisecond and a database
//! from a template a fifth of a second. The clock stands still until a test moves it.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use diesel::connection::SimpleConnection;
use qipin::clock::MovableClock;
use qipin::domain::permission::Role;
use qipin::service::account::{self, Passwords};
use qipin::service::register::Policy;
use qipin::service::{Actor, Keys, Register, Staff, key_check};
use qipin::store::account::NewAccount;
use qipin::store::agency::NewAgency;
use qipin::store::{Place, Store};
use qipin::text::Lang;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use tempfile::TempDir;

/// The password of every account that [`TestRegister::account`] makes.
pub const PASSWORD: &str = "三连星 小飞挂 一间夹";

/// Its hash, computed once.
static HASH: LazyLock<String> = LazyLock::new(|| Passwords::new().hash(PASSWORD).unwrap());

/// The moment at which the clock stands first: noon in Beijing.
pub fn beginning() -> DateTime<Utc> {
    "2026-11-20T04:00:00Z".parse().unwrap()
}

/// A register that is gone when this is dropped.
pub struct TestRegister {
    /// The register.
    pub register: Register,
    /// Its clock.
    pub clock: Arc<MovableClock>,
    made: AtomicUsize,
    _home: Home,
}

enum Home {
    Folder { _dir: TempDir },
    Server { url: String, name: String },
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Home::Server { url, name } = self {
            let server = Place::Postgres { url: url.clone() };
            if let Ok(mut conn) = server.open() {
                let _ = conn.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
            }
        }
    }
}

/// The migrated file that each test copies.
fn template() -> &'static (TempDir, std::path::PathBuf) {
    static TEMPLATE: OnceLock<(TempDir, std::path::PathBuf)> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("template.db");
        // Closing the last connection folds the write-ahead log into the file.
        drop(Store::open(&format!("sqlite:{}", path.display()), true, 2).unwrap());
        (dir, path)
    })
}

/// The server's address with another database.
fn database(url: &str, name: &str) -> String {
    let (rest, query) = url.split_once('?').map_or((url, ""), |(rest, query)| (rest, query));
    let base = rest.rsplit_once('/').unwrap().0;
    if query.is_empty() { format!("{base}/{name}") } else { format!("{base}/{name}?{query}") }
}

/// The migrated database that each test copies.
fn postgres_template(url: &str) -> &'static str {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let name = format!("qipin_template_{}", std::process::id());
        let mut conn = Place::Postgres { url: url.to_owned() }.open().unwrap();
        conn.batch_execute(&format!("DROP DATABASE IF EXISTS {name}")).unwrap();
        conn.batch_execute(&format!("CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")).unwrap();
        drop(Store::open(&database(url, &name), false, 2).unwrap());
        name
    })
}

/// The server that this run uses instead of SQLite.
pub fn postgres() -> Option<String> {
    std::env::var("QIPIN_TEST_POSTGRES").ok()
}

impl TestRegister {
    /// A register in the database of this run: on the server that `QIPIN_TEST_POSTGRES` names, else in an SQLite file.
    pub fn new() -> Self {
        match postgres() {
            Some(server) => Self::on_postgres(&server),
            None => Self::on_sqlite(),
        }
    }

    /// A register in an SQLite file, whatever the run uses.
    pub fn on_sqlite() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("qipin.db");
        std::fs::copy(&template().1, &path).unwrap();
        let place = Place::Sqlite { path: path.display().to_string(), create: false };
        Self::at(place, Home::Folder { _dir: dir })
    }

    /// A register on the PostgreSQL server at `url`.
    fn on_postgres(url: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let template = postgres_template(url);
        let name = format!("qipin_test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let mut conn = Place::Postgres { url: url.to_owned() }.open().unwrap();
        conn.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template}")).unwrap();
        let place = Place::Postgres { url: database(url, &name) };
        Self::at(place, Home::Server { url: url.to_owned(), name })
    }

    fn at(place: Place, home: Home) -> Self {
        let clock = Arc::new(MovableClock::frozen(beginning()));
        let (store, keys) = (Store::open_migrated(place, 8).unwrap(), Keys::from_master(&[7; 32]));
        store.write(|conn| key_check::agree(conn, &keys)).unwrap();
        let register = Register::new(store, clock.clone(), keys, Policy::default());
        Self { register, clock, made: AtomicUsize::new(0), _home: home }
    }

    /// Moves the clock.
    pub fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// The national office.
    pub fn national_office(&self) -> i64 {
        self.register
            .write(Actor::System, |tx| {
                tx.nothing_to_record();
                account::national_office(tx)
            })
            .unwrap()
    }

    /// A first-level agency under the national office (`310`), or a lower one under the agency of its area
    /// (`310-310100`); made when it is not there.
    pub fn agency(&self, code: &str) -> i64 {
        if code == "000" {
            return self.national_office();
        }
        let parent = match code.split_once('-') {
            Some((area, _)) => self.agency(area),
            None => self.national_office(),
        };
        self.register
            .write(Actor::System, |tx| {
                if let Some(agency) = qipin::store::account::find::agency_by_code(tx.conn, code)? {
                    tx.nothing_to_record();
                    return Ok(agency.id);
                }
                let row = NewAgency {
                    code: code.to_owned(),
                    area_code: code[..3].to_owned(),
                    name_zh: format!("{code} 围棋协会"),
                    name_en: format!("Go association of {code}"),
                    level: if code.contains('-') { "city" } else { "province" }.to_owned(),
                    parent_id: Some(parent),
                    ceiling: if code.contains('-') { 28 } else { 30 },
                    state: "active".to_owned(),
                    valid_from: NaiveDate::from_ymd_opt(2020, 1, 1).unwrap(),
                    valid_to: None,
                    created_at: tx.now,
                };
                let id = qipin::store::agency::insert(tx.conn, &row)?;
                tx.record(
                    "agency.add",
                    &format!("agency:{id}"),
                    serde_json::json!({ "code": code, "state": row.state }),
                );
                Ok(id)
            })
            .unwrap()
    }

    /// An active account with [`PASSWORD`], named after its role and a running number.
    pub fn account(&self, role: Role, agency_id: i64) -> Staff {
        let number = self.made.fetch_add(1, Ordering::SeqCst);
        let login = format!("{}.{number}", role.key());
        let mail = qipin::mail::Address::parse(&format!("{login}@example.cn")).unwrap();
        let id = self
            .register
            .write(Actor::System, |tx| {
                let keys = &self.register.keys;
                let row = NewAccount {
                    login: login.clone(),
                    name: format!("测试{number}"),
                    mail_sealed: keys.seal(&format!("account.mail/{login}"), mail.as_str().as_bytes())?,
                    mail_index: keys.blind_index("account mail", mail.as_str()),
                    password_hash: Some(HASH.clone()),
                    role: role.key().to_owned(),
                    agency_id,
                    state: "active".to_owned(),
                    lang: "zh".to_owned(),
                    failures: 0,
                    locked_until: None,
                    created_at: tx.now,
                };
                let id = qipin::store::account::insert(tx.conn, &row)?;
                let payload = serde_json::json!({ "role": role.key(), "state": row.state });
                tx.record("account.invite", &account::subject(id), payload);
                Ok(id)
            })
            .unwrap();
        Staff { account_id: id, name: format!("测试{number}"), login, role, agency_id, lang: Lang::Zh }
    }

    /// The journal's entries as `actor action subject`, oldest first.
    pub fn journal(&self) -> Vec<String> {
        let rows = self.register.read(|conn| Ok(qipin::store::journal::after(conn, 0, 100_000)?)).unwrap();
        rows.iter().map(|row| format!("{} {} {}", row.actor, row.action, row.subject)).collect()
    }

    /// Fails unless the journal's chain is whole and says what the tables say, and every person's grade is the one that
    /// their awards give.
    pub fn assert_journal_agrees(&self) {
        let verification = qipin::service::journal_verify::verify(&self.register).unwrap();
        assert_eq!(verification.problems, [], "the journal and the tables");
        assert_grades_agree(&self.register);
    }

    /// The mails that wait to be sent, oldest first.
    pub fn mails(&self) -> Vec<qipin::service::outbox::Letter> {
        let rows = self.register.read(|conn| Ok(qipin::store::outbox::due(conn, self.register.now(), 1000)?)).unwrap();
        rows.iter().map(|row| qipin::service::outbox::open(&self.register.keys, row).unwrap()).collect()
    }
}

/// Fails where the grade that is kept with a person is not the highest that the awards of their records give now: nothing
/// that is shown may wait for the next change to become true.
pub fn assert_grades_agree(register: &Register) {
    use qipin::store::{award, person};
    let ids: Vec<i64> = (1..20_000).collect();
    let (persons, held) = register.read(|conn| Ok((person::by_ids(conn, &ids)?, award::held_by(conn, &ids)?))).unwrap();
    let merged: HashMap<i64, i64> = persons.iter().filter_map(|p| Some((p.id, p.merged_into?))).collect();
    let mut best: HashMap<i64, i64> = HashMap::new();
    for (record, grade) in held {
        for id in std::iter::once(record).chain(merged.get(&record).copied()) {
            let highest = best.entry(id).or_insert(grade);
            *highest = grade.max(*highest);
        }
    }
    for one in &persons {
        assert_eq!(one.grade, best.get(&one.id).copied(), "the grade of {} ({})", one.register_no, one.id);
    }
}

/// Runs a test on a register of its own; afterwards the journal agrees with the tables.
pub fn with_register(test: impl Fn(&TestRegister)) {
    let register = TestRegister::new();
    test(&register);
    register.assert_journal_agrees();
}
