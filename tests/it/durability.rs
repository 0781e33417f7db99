//! kill -9 in the middle of issuing loses nothing that was acknowledged.
//!
//! The real program serves a register while people issue the certificates of one event after the other over HTTP.
//! It is killed without warning again and again and started anew; whoever got no answer sends the same form again.
//! After each death the database is read: every event whose form was answered has its certificates, their copies,
//! their rows in the journal and the mail to the manager, and no number is missing or given twice.

use crate::support::granted;
use crate::support::register::{PASSWORD, TestRegister, with_register};
use crate::support::server::Browser;
use diesel::prelude::*;
use qipin::domain::permission::Role;
use qipin::service::Staff;
use qipin::store::{Place, certificate, journal, verify};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// Events, each issued by one form.
const EVENTS: usize = 96;
/// Awards of an event.
const AWARDS: usize = 7;
/// People who issue at once.
const PEOPLE: usize = 4;
/// How often the program is killed.
const DEATHS: usize = 6;

/// An event to issue: its address, and its awards.
struct Wanted {
    slug: String,
    awards: Vec<i64>,
}

#[test]
fn killing_the_program_loses_nothing_that_was_acknowledged() {
    with_register(|register| {
        let agency_id = register.agency("310");
        let manager = register.account(Role::AgencyManager, agency_id);
        let wanted: Vec<Wanted> = (0..EVENTS)
            .map(|n| {
                let slug = format!("310-durable-{n}");
                let awards = granted::event(&register.register, agency_id, &slug, n * AWARDS, AWARDS);
                Wanted { slug, awards }
            })
            .collect();
        let dir = tempfile::tempdir().unwrap();
        let acknowledged = issue_under_fire(register, &manager, &wanted, dir.path());
        assert_eq!(acknowledged, (0..EVENTS).collect(), "every form was answered in the end");
        let all = register.register.read(|conn| Ok(verify::certificates_after(conn, 0, 100_000)?)).unwrap();
        assert_eq!(all.len(), EVENTS * AWARDS, "sending a form again issued nothing twice");
        let verified = program(register, dir.path(), &["journal", "verify"]).output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    });
}

/// Issues everything while the program dies and comes back; answers which events were acknowledged.
fn issue_under_fire(register: &TestRegister, manager: &Staff, wanted: &[Wanted], dir: &Path) -> BTreeSet<usize> {
    let acknowledged = Mutex::new(BTreeSet::new());
    let count = || acknowledged.lock().unwrap_or_else(PoisonError::into_inner).len();
    let mut alive = Alive::start(register, dir);
    let browsers: Vec<Browser> = (0..PEOPLE).map(|_| signed_in(alive.address, manager)).collect();
    let address = RwLock::new(alive.address);
    std::thread::scope(|scope| {
        for (at, mut browser) in browsers.into_iter().enumerate() {
            let (address, acknowledged) = (&address, &acknowledged);
            scope.spawn(move || {
                for n in (at..EVENTS).step_by(PEOPLE) {
                    issue(&mut browser, address, manager, &wanted[n].slug);
                    acknowledged.lock().unwrap().insert(n);
                }
            });
        }
        for death in 1..=DEATHS {
            // Each death comes a little later after an answer than the one before, so that they hit other places.
            let enough = EVENTS * death / (DEATHS + 1);
            let patience = Instant::now() + Duration::from_secs(60);
            while count() < enough {
                assert!(Instant::now() < patience, "{} of {enough} forms answered", count());
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(3 * death as u64));
            alive.kill();
            let known: Vec<usize> = acknowledged.lock().unwrap().iter().copied().collect();
            check(register, &known.iter().map(|n| &wanted[*n]).collect::<Vec<_>>());
            alive = Alive::start(register, dir);
            *address.write().unwrap() = alive.address;
        }
    });
    alive.kill();
    check(register, &wanted.iter().collect::<Vec<_>>());
    acknowledged.into_inner().unwrap()
}

/// Sends the form of an event until it is answered.
fn issue(browser: &mut Browser, address: &RwLock<SocketAddr>, manager: &Staff, slug: &str) {
    let path = format!("/staff/events/{slug}/certificates");
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        browser.moves_to(*address.read().unwrap());
        let token = browser.token();
        let fields = [("csrf", token.as_str()), ("key", slug)];
        match browser.try_post(&path, &fields) {
            Ok(answer) => {
                let to = answer.header("location").unwrap_or_default();
                assert!(answer.status == 303 && to.contains("done=issued"), "{}: {}", manager.login, answer.text());
                return;
            }
            Err(error) => {
                assert!(Instant::now() < patience, "{slug}: {error}");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

fn signed_in(address: SocketAddr, who: &Staff) -> Browser {
    let mut browser = Browser::at(address);
    browser.get("/staff/login");
    let answer = browser.submit("/staff/login", &[("login", &who.login), ("password", PASSWORD)]);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/staff")), "{}", answer.text());
    // The page whose form token is sent from then on.
    assert_eq!(browser.get("/staff/account").status, 200);
    browser
}

/// What was acknowledged is there, and the numbers run without a gap.
fn check(register: &TestRegister, acknowledged: &[&Wanted]) {
    let mails = mails(register);
    register
        .register
        .read(|conn| {
            for one in acknowledged {
                let papers = certificate::of_awards(conn, &one.awards)?;
                assert_eq!(papers.len(), AWARDS, "certificates of {}", one.slug);
                let ids: Vec<i64> = papers.iter().map(|paper| paper.id).collect();
                assert_eq!(certificate::current_copies(conn, &ids)?.len(), AWARDS, "copies of {}", one.slug);
                for paper in &papers {
                    let subject = qipin::service::certificate::subject(paper);
                    let actions: Vec<String> =
                        journal::of_subject(conn, &subject)?.into_iter().map(|row| row.action).collect();
                    assert_eq!(actions, ["certificate.issue"], "{subject}");
                }
                let told = mails.iter().filter(|mail| mail.contains(&format!("/{}/", one.slug))).count();
                assert_eq!(told, 1, "mails about {}", one.slug);
            }
            let mut serials: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for paper in verify::certificates_after(conn, 0, 100_000)? {
                let (series, serial) = paper.number.split_at(5);
                serials.entry(series.to_owned()).or_default().push(serial.to_owned());
            }
            for (series, mut found) in serials {
                found.sort();
                let expected: Vec<String> = (1..=found.len()).map(|n| format!("{n:04}")).collect();
                assert_eq!(found, expected, "series {series}");
            }
            Ok(())
        })
        .unwrap();
    register.assert_journal_agrees();
}

/// What every mail about issued certificates says, sent or not.
fn mails(register: &TestRegister) -> Vec<String> {
    #[derive(QueryableByName)]
    struct Mail {
        #[diesel(sql_type = diesel::sql_types::Text)]
        payload: String,
    }
    let query = "SELECT payload FROM mail_outbox WHERE kind = 'certificates-issued'";
    let found: Vec<Mail> = diesel::sql_query(query).load(&mut *register.register.store.reader().unwrap()).unwrap();
    found.into_iter().map(|mail| mail.payload).collect()
}

/// The program at work in a process of its own.
pub(crate) struct Alive {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Alive {
    pub(crate) fn start(register: &TestRegister, dir: &Path) -> Self {
        let serve = ["serve", "--bind", "127.0.0.1:0", "--workers", "2", "--limit-factor", "100000"];
        let mut child = program(register, dir, &serve).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("the program ended before it listened").unwrap();
        let url = first.split_once("http://").map(|(_, rest)| rest.trim_end_matches('/')).unwrap_or_default();
        Self { child, address: url.parse().unwrap_or_else(|_| panic!("{first}")) }
    }

    /// SIGKILL: nothing of it runs any more when this returns.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program with the register of the test.
pub(crate) fn program(register: &TestRegister, dir: &Path, arguments: &[&str]) -> Command {
    let database = match register.register.store.place() {
        Place::Sqlite { path, .. } => format!("sqlite:{path}"),
        Place::Postgres { url } => url.clone(),
    };
    let secret = dir.join("secret");
    std::fs::write(&secret, "07".repeat(32)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipin"));
    command.args(arguments).current_dir(dir).stderr(Stdio::null());
    command.env("QIPIN_DATABASE_URL", database).env("QIPIN_SECRET_FILE", secret);
    command.env("QIPIN_MAIL", format!("file:{}", dir.join("mail").display())).env("RUST_LOG", "off");
    command
}
