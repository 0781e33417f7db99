//! The public page of a game, its last move and one in the middle, beside the page of the event: `cargo bench --bench game`.
//!
//! Plays an event into a register of its own, recounts a finished game on 19 lines for one of its games, starts `qipin
//! serve` on it and opens the pages in turn, each over a connection of its own as a reader's would be. Prints how long half
//! and 95 of 100 answers took at most.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/pages.rs"]
mod pages;
#[path = "support/server.rs"]
mod server;
#[path = "support/mod.rs"]
mod support;

use pages::told;
use qipin::service::{Register, records};
use qipin::store::event;
use qipin::store::game_record;
use qipin::store::pairing::{self, NewPairing};
use qipin::store::{entry, recount};
use server::Server;
use std::path::Path;
use std::time::Duration;
use support::{Office, Winner};

const PLAYERS: usize = 32;
const ROUNDS: i64 = 7;
const ASKED: usize = 400;
const GOAL: Duration = Duration::from_millis(20);

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("game.db");
    let register = support::open(&database, support::clock_at(2026));
    let office = support::offices(&register).swap_remove(0);
    let page = recounted(&register, &office);
    drop(register);
    let server = Server::serve(&database, folder.path());
    let event = page.split("/games/").next().unwrap().to_owned();
    let pages = [page.clone(), format!("{page}?move=120"), format!("{page}/board.svg"), event];
    let names =
        ["the page of a game, at its end", "the same after 120 moves", "the picture alone", "the page of the event"];
    let mut times = vec![Vec::new(); pages.len()];
    for _ in 0..ASKED {
        for (page, times) in pages.iter().zip(&mut times) {
            times.push(server.open(page));
        }
    }
    let most: Vec<Duration> = names.iter().zip(times).map(|(name, times)| told(name, times)).collect();
    let verdict = if most[0].max(most[1]) <= GOAL { "reached" } else { "NOT REACHED" };
    println!("95 of 100 answers of the page of a game within {} ms: {verdict}", GOAL.as_millis());
}

/// An event of which one game has a record that was recounted; the address of its page.
fn recounted(register: &Register, office: &Office) -> String {
    let winners = vec![Winner { person: None, grade: 26 }; PLAYERS];
    let found = register
        .write(office.manager.actor(), |tx| {
            let (id, _) = support::event(tx, office, 0, &winners)?;
            let entries = entry::of_event(tx.conn, id)?;
            for round in 1..=ROUNDS {
                for board in 0..PLAYERS / 2 {
                    support::game(tx, &entries, round, (board * 2, board * 2 + 1))?;
                }
            }
            let played = NewPairing {
                event_id: id,
                group_key: "all".to_owned(),
                round: 1,
                black_file: "1".to_owned(),
                white_file: "2".to_owned(),
            };
            pairing::insert_all(tx.conn, &[played])?;
            // A closed event takes no records.
            event::set_state(tx.conn, id, "approved")?;
            Ok(event::by_id(tx.conn, id)?)
        })
        .unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/tests/games/chinese-19-037.sgf");
    let files = [("a.sgf".to_owned(), std::fs::read(path).unwrap())];
    records::send(register, &office.manager, &found.slug, "all", &files).unwrap();
    let game = register
        .write(office.manager.actor(), |tx| {
            tx.nothing_to_record();
            let record = game_record::of_group(tx.conn, found.id, "all")?.swap_remove(0);
            let game = pairing::of_group(tx.conn, found.id, "all")?.swap_remove(0);
            game_record::set_pairing(tx.conn, record.id, Some((game.id, "hand")))?;
            event::set_state(tx.conn, found.id, "closed")?;
            Ok((game.id, record.id))
        })
        .unwrap();
    records::recount_due(register, 0).unwrap();
    let answers = register.read(|conn| Ok(recount::of_record(conn, game.1)?)).unwrap();
    assert_eq!(answers.len(), 1);
    println!("the game: {}", answers[0].verdict);
    format!("/events/{}/games/{}", found.slug, game.0)
}
