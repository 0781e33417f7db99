//! The public page of a person with 10,000 games, beside that of one with three: `cargo bench --bench person`.
//!
//! Plays the events into a register of its own, starts `qipin serve` on it and opens both pages in turn, each over a
//! connection of its own as a reader's would be. Prints how long half and 95 of 100 answers took at most.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/pages.rs"]
mod pages;
#[path = "support/server.rs"]
mod server;
#[path = "support/mod.rs"]
mod support;

use pages::told;
use qipin::service::Register;
use qipin::store::{entry, person};
use server::Server;
use std::time::Duration;
use support::{Office, Winner};

/// Players of an event; whoever plays all others has a game less.
const PLAYERS: usize = 100;
const EVENTS: usize = 102;
const ASKED: usize = 400;
const GOAL: Duration = Duration::from_millis(200);

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("person.db");
    let register = support::open(&database, support::clock_at(2026));
    let office = support::offices(&register).swap_remove(0);
    let veteran = played(&register, &office, 0, EVENTS, PLAYERS - 1);
    let novice = played(&register, &office, EVENTS, 1, 3);
    drop(register);
    let server = Server::serve(&database, folder.path());
    let (mut many, mut few) = (Vec::new(), Vec::new());
    for _ in 0..ASKED {
        many.push(server.open(&format!("/people/{veteran}")));
        few.push(server.open(&format!("/people/{novice}")));
    }
    let games = EVENTS * (PLAYERS - 1);
    let slowest = told(&format!("{games} games"), many);
    told("3 games", few);
    let verdict = if slowest < GOAL { "reached" } else { "NOT REACHED" };
    println!("95 of 100 answers of a person with {games} games within {} ms: {verdict}", GOAL.as_millis());
}

/// Events in which one person, whose number this answers, plays a game in each of `rounds` rounds.
fn played(register: &Register, office: &Office, serial: usize, events: usize, rounds: usize) -> String {
    let mut persons: Vec<Option<i64>> = vec![None; PLAYERS];
    register
        .write(office.manager.actor(), |tx| {
            for nth in 0..events {
                let winners: Vec<Winner> = persons.iter().map(|person| Winner { person: *person, grade: 26 }).collect();
                let (event_id, known) = support::event(tx, office, serial + nth, &winners)?;
                let entries = entry::of_event(tx.conn, event_id)?;
                for round in 0..rounds {
                    support::game(tx, &entries, round as i64 + 1, (0, round + 1))?;
                }
                persons = known.into_iter().map(Some).collect();
            }
            let hero = persons[0].unwrap();
            Ok(person::by_id(tx.conn, hero)?.register_no)
        })
        .unwrap()
}
