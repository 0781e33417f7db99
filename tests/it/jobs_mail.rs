//! Mails leave the outbox once, whatever breaks on the way.

use crate::support::register::TestRegister;
use crate::support::smtp::{At, Does, Relay, Tls};
use chrono::{DateTime, Duration, Utc};
use qipin::clock::Clock;
use qipin::jobs::{Jobs, Post, Round, Runner, Stop, run_due};
use qipin::mail::{ATTEMPTS, Message, SecretLink, Sender, Transport, backoff};
use qipin::service::delivery::{self, LEASE, Outcome, Settled};
use qipin::service::{Actor, Keys, outbox};
use qipin::store;
use qipin::store::outbox::Outgoing;
use qipin::text::Lang;
use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub(crate) fn jobs(register: &TestRegister, transport: &str) -> Jobs {
    // A folder of its own, which comes into being with the first print only.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let prints = format!("qipin-test-prints-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
    Jobs {
        register: register.register.clone(),
        post: Post {
            transport: Transport::parse(transport).unwrap(),
            sender: Sender::parse("棋品 <qipin@example.cn>").unwrap(),
        },
        fonts: std::sync::Arc::new(qipin::print::Fonts::shipped().unwrap()),
        prints: std::env::temp_dir().join(prints),
    }
}

fn reset(expires: DateTime<Utc>) -> Message {
    Message::PasswordReset { link: SecretLink::new("/staff/reset/k3y"), expires }
}

/// Queues a mail that is no key.
fn queue(register: &TestRegister, to: &str) -> i64 {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/mail/objection.json"));
    put(register, to, &Message::from_payload(&text.unwrap()).unwrap())
}

fn put(register: &TestRegister, to: &str, message: &Message) -> i64 {
    register
        .register
        .write(Actor::System, |tx| {
            tx.nothing_to_record();
            outbox::to_address(tx, &register.register.keys, to, Lang::Zh, message)
        })
        .unwrap()
}

fn row(register: &TestRegister, id: i64) -> Outgoing {
    register.register.read(|conn| Ok(store::outbox::by_id(conn, id)?)).unwrap()
}

pub(crate) fn round(jobs: &Jobs) -> Round {
    run_due(jobs, &Stop::new())
}

fn message_ids(mails: &[String]) -> Vec<&str> {
    mails.iter().map(|mail| mail.lines().find(|line| line.starts_with("Message-ID:")).unwrap()).collect()
}

#[test]
fn a_due_mail_is_sent_once() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let journal = register.register.read(|conn| Ok(store::journal::head(conn)?)).unwrap();
    let id = queue(&register, "li.hua@example.cn");
    assert_eq!(round(&jobs), Round { sent: 1, ..Round::default() });
    assert!(round(&jobs).is_idle());
    assert_eq!(relay.mails().len(), 1);
    let row = row(&register, id);
    assert_eq!((row.state.as_str(), row.attempts, row.last_error), ("sent", 1, None));
    assert_eq!((row.sent_at, row.leased_until), (Some(register.register.now()), None));
    assert_eq!(
        register.register.read(|conn| Ok(store::journal::head(conn)?)).unwrap(),
        journal,
        "no change of the register"
    );
}

#[test]
fn a_mail_that_failed_for_now_is_tried_again_after_its_pause() {
    let register = TestRegister::new();
    let relay = Relay::with(Tls::None, &[(At::Rcpt, Does::Says("450 4.2.1 <li.hua@example.cn> is busy"))]);
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let id = queue(&register, "li.hua@example.cn");
    assert_eq!(round(&jobs), Round { postponed: 1, ..Round::default() });
    let error = row(&register, id).last_error.unwrap();
    assert!(error.contains(": 450") && !error.contains("li.hua"), "{error}");
    register.advance(Duration::seconds(59));
    assert!(round(&jobs).is_idle());
    register.advance(Duration::seconds(1));
    assert_eq!(round(&jobs), Round { sent: 1, ..Round::default() });
    assert_eq!(row(&register, id).attempts, 2);
    assert_eq!(relay.mails().len(), 1);
}

#[test]
fn a_mail_that_never_goes_becomes_a_dead_letter() {
    let register = TestRegister::new();
    let plan = vec![(At::Rcpt, Does::Says("450 4.2.1 busy")); ATTEMPTS as usize];
    let relay = Relay::with(Tls::None, &plan);
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let id = queue(&register, "li.hua@example.cn");
    for failed in 1..ATTEMPTS {
        assert_eq!(round(&jobs), Round { postponed: 1, ..Round::default() });
        register.advance(Duration::from_std(backoff(failed).unwrap()).unwrap());
    }
    assert_eq!(round(&jobs), Round { dead: 1, ..Round::default() });
    register.advance(Duration::days(30));
    assert!(round(&jobs).is_idle());
    let row = row(&register, id);
    assert_eq!((row.state.as_str(), row.attempts), ("dead", i64::from(ATTEMPTS)));
    assert_eq!(delivery::waiting_and_dead(&register.register).unwrap(), (0, 1));
    assert!(!row.payload.is_empty(), "somebody can still see what it was");
}

#[test]
fn a_reader_who_does_not_exist_makes_a_dead_letter_at_once() {
    let register = TestRegister::new();
    let relay = Relay::with(Tls::None, &[(At::Rcpt, Does::Says("550 5.1.1 no such user"))]);
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    queue(&register, "li.hua@example.cn");
    queue(&register, "wang.fang@example.cn");
    assert_eq!(round(&jobs), Round { dead: 1, sent: 1, ..Round::default() });
}

#[test]
fn a_key_to_an_account_is_emptied_once_nobody_will_send_it() {
    let register = TestRegister::new();
    let relay = Relay::with(
        Tls::None,
        &[(At::Rcpt, Does::Says("450 4.2.1 busy")), (At::Rcpt, Does::Says("550 5.1.1 no such user"))],
    );
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let key = reset(register.clock.now() + Duration::hours(1));
    let first = put(&register, "li.hua@example.cn", &key);
    assert!(!row(&register, first).payload.contains("k3y"), "no reader of the database finds a link that works");
    round(&jobs);
    assert!(!row(&register, first).payload.is_empty(), "it will be sent again");
    let second = put(&register, "wang.fang@example.cn", &key);
    round(&jobs);
    register.advance(Duration::minutes(2));
    round(&jobs);
    assert_eq!((row(&register, first).state, row(&register, first).payload), ("sent".to_owned(), String::new()));
    assert_eq!((row(&register, second).state, row(&register, second).payload), ("dead".to_owned(), String::new()));
    assert_eq!(relay.mails().len(), 1);
}

#[test]
fn a_link_that_no_longer_works_is_not_sent() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let id = put(&register, "li.hua@example.cn", &reset(register.clock.now() + Duration::hours(1)));
    register.advance(Duration::hours(1));
    round(&jobs);
    let row = row(&register, id);
    assert_eq!((row.state.as_str(), row.payload.as_str()), ("dead", ""));
    assert!(row.last_error.unwrap().contains("link ended"));
    assert!(relay.mails().is_empty());
}

#[test]
fn a_worker_that_died_is_replaced_and_cannot_speak_afterwards() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let id = queue(&register, "li.hua@example.cn");
    let lost = delivery::lease(&register.register).unwrap().unwrap();
    assert_eq!((lost.letter.id, lost.attempt), (id, 1));
    assert!(round(&jobs).is_idle(), "nobody else sends it while the lease runs");
    register.advance(LEASE);
    assert_eq!(round(&jobs), Round { sent: 1, ..Round::default() });
    for late in [Outcome::Failed("x".into()), Outcome::Refused("x".into()), Outcome::Sent] {
        assert_eq!(delivery::settle(&register.register, &lost, late).unwrap(), Settled::Overtaken);
    }
    let row = row(&register, id);
    assert_eq!((row.state.as_str(), row.attempts, row.last_error), ("sent", 2, None));
}

#[test]
fn a_mail_that_kills_its_worker_is_given_up() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let id = queue(&register, "li.hua@example.cn");
    for _ in 0..ATTEMPTS {
        delivery::lease(&register.register).unwrap().unwrap();
        register.advance(LEASE);
    }
    assert!(round(&jobs).is_idle());
    assert_eq!(row(&register, id).state, "dead");
    assert!(relay.mails().is_empty());
}

#[test]
fn workers_share_the_outbox_and_no_mail_goes_twice() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    for n in 0..24 {
        queue(&register, &format!("reader{n}@example.cn"));
    }
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let jobs = jobs.clone();
            thread::spawn(move || round(&jobs))
        })
        .collect();
    let sent: usize = workers.into_iter().map(|worker| worker.join().unwrap().sent).sum();
    let mails = relay.mails();
    assert_eq!((sent, mails.len()), (24, 24));
    assert_eq!(message_ids(&mails).into_iter().collect::<BTreeSet<_>>().len(), 24);
}

#[test]
fn an_unreachable_relay_costs_one_mail_one_attempt() {
    let register = TestRegister::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let jobs = jobs(&register, &format!("smtp://127.0.0.1:{port}"));
    let ids = [1, 2, 3].map(|n| queue(&register, &format!("reader{n}@example.cn")));
    assert_eq!(round(&jobs), Round { postponed: 1, ..Round::default() });
    assert_eq!(ids.map(|id| row(&register, id).attempts), [1, 0, 0]);
    assert!(row(&register, ids[0]).last_error.unwrap().starts_with("temporary at connect"));
}

#[test]
fn a_wrong_secret_loses_no_mail() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let right = jobs(&register, &relay.url("smtp", "", ""));
    let mut wrong = right.clone();
    wrong.register.keys = Keys::from_master(&[8; 32]);
    let id = queue(&register, "li.hua@example.cn");
    assert!(round(&wrong).is_idle());
    assert_eq!((row(&register, id).state.as_str(), row(&register, id).attempts), ("queued", 1));
    register.advance(Duration::minutes(1));
    assert_eq!(round(&right), Round { sent: 1, ..Round::default() });
}

#[test]
fn sent_mails_are_forgotten_and_dead_letters_are_not() {
    let register = TestRegister::new();
    let relay = Relay::with(Tls::None, &[(At::Rcpt, Does::Says("550 5.1.1 no such user"))]);
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let dead = queue(&register, "li.hua@example.cn");
    let sent = queue(&register, "wang.fang@example.cn");
    round(&jobs);
    register.advance(Duration::days(90));
    assert!(round(&jobs).is_idle());
    register.advance(Duration::seconds(1));
    assert_eq!(round(&jobs), Round { forgotten: 1, ..Round::default() });
    assert_eq!(row(&register, dead).state, "dead");
    assert!(register.register.read(|conn| Ok(store::outbox::by_id(conn, sent)?)).is_err());
}

#[test]
fn a_retry_after_a_lost_answer_is_recognisable() {
    let register = TestRegister::new();
    let relay = Relay::with(Tls::None, &[(At::End, Does::HangsUp)]);
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    queue(&register, "li.hua@example.cn");
    assert_eq!(round(&jobs).postponed, 1);
    register.advance(Duration::minutes(1));
    assert_eq!(round(&jobs).sent, 1);
    let mails = relay.mails();
    let ids = message_ids(&mails);
    assert_eq!((ids.len(), ids[0]), (2, ids[1]));
}

#[test]
fn a_round_that_is_told_to_stop_begins_nothing() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let id = queue(&register, "li.hua@example.cn");
    let stop = Stop::new();
    stop.ask();
    assert!(run_due(&jobs, &stop).is_idle());
    assert_eq!(row(&register, id).attempts, 0);
}

#[test]
fn the_runner_works_until_it_is_stopped() {
    let (register, relay) = (TestRegister::new(), Relay::start());
    let jobs = jobs(&register, &relay.url("smtp", "", ""));
    let runner = Runner::start(jobs, std::time::Duration::from_secs(600)).unwrap();
    for n in 1..=2 {
        queue(&register, "li.hua@example.cn");
        runner.wake();
        relay.wait(|heard| heard.iter().map(|one| one.mails.len()).sum::<usize>() == n);
    }
    assert!(runner.stop(std::time::Duration::from_secs(30)), "it ended in time");
    let id = queue(&register, "li.hua@example.cn");
    thread::sleep(std::time::Duration::from_millis(50));
    assert_eq!(row(&register, id).attempts, 0);
}
