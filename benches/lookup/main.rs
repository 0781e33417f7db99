//! How many certificate pages a second: `qipin serve` on registers of 10,000 and of 1,000,000 certificates, beside a
//! bare handler of the same framework that answers `hello`, all under the same load in the same run.
//!
//! `cargo bench --bench lookup` fills the registers once (about 2 GB, kept in the target folder, or in the folder that
//! `QIPIN_BENCH_DIR` names), starts the servers, loads them with wrk and prints a table. What is served is the program
//! and its middleware as they are; only the limits of requests are raised, by their setting. Every answer reads
//! state, holder, issuer and event from the database.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

mod fill;
mod hello;
mod load;
#[path = "../support/server.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;

use fill::Filled;
use load::{Seen, load, load_one};
use server::Server;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;

const WORKERS: usize = 2;
const SECONDS: u64 = 5;
const ROUNDS: usize = 5;
const SIZES: [usize; 2] = [10_000, 1_000_000];
const HTML: &str = "text/html";
const JSON: &str = "application/json";

/// One round's figures of one register.
#[derive(Clone, Copy)]
struct Round {
    /// The bare handler asked for one address, where wrk has the least to do itself.
    bare: Seen,
    /// The bare handler under the very load of the others.
    hello: Seen,
    page: Seen,
    json: Seen,
    /// The bare handler answering the bytes of a page, and those of its JSON.
    same_page: Seen,
    same_json: Seen,
}

/// What is asked for: its name, its part of a round, that of the same bytes by the bare handler, and the share of hello
/// it should reach in percent.
type Answer = (&'static str, fn(&Round) -> Seen, fn(&Round) -> Seen, u64);

fn main() {
    match std::env::args().collect::<Vec<_>>().as_slice() {
        [_, what] if what == "hello" => return hello::serve(WORKERS),
        [_, what, answer] if what == "again" => return hello::serve_again(WORKERS, Path::new(answer)),
        _ => {}
    }
    let folder = std::env::var_os("QIPIN_BENCH_DIR").map_or_else(default_folder, PathBuf::from);
    let registers: Vec<Filled> = SIZES.iter().map(|count| fill::filled(&folder, *count)).collect();
    let hello = Server::start(Command::new(std::env::current_exe().unwrap()).arg("hello"));
    let served: Vec<Server> = registers.iter().map(|register| qipin(&folder, &register.database)).collect();
    registers.iter().for_each(|register| fill::wait_for_mails(&register.database));
    for register in &registers {
        std::io::copy(&mut File::open(&register.database).unwrap(), &mut std::io::sink()).unwrap();
    }
    let [page_again, json_again] =
        [HTML, JSON].map(|accept| again(&folder, &served[0], &registers[0].addresses, accept));
    println!("{WORKERS} workers, wrk with 2 threads and 64 connections, {SECONDS} s each, requests a second");
    let mut rounds: Vec<Vec<Round>> = vec![Vec::new(); SIZES.len()];
    for _ in 0..ROUNDS {
        for (at, register) in registers.iter().enumerate() {
            let ask = |server: &Server, accept| load(server, &register.addresses, accept, SECONDS);
            let round = Round {
                bare: load_one(&hello, SECONDS),
                hello: ask(&hello, HTML),
                page: ask(&served[at], HTML),
                json: ask(&served[at], JSON),
                same_page: ask(&page_again, HTML),
                same_json: ask(&json_again, JSON),
            };
            println!(
                "{:>9}: hello {:>6}, same load {:>6}, same page {:>6}, same JSON {:>6}   page {:>6} ({} %, {} %)   JSON {:>6} ({} %, {} %)   \
                 p99 {}, {} µs",
                SIZES[at],
                round.bare.rate,
                round.hello.rate,
                round.same_page.rate,
                round.same_json.rate,
                round.page.rate,
                percent(round.page, round.bare),
                percent(round.page, round.hello),
                round.json.rate,
                percent(round.json, round.bare),
                percent(round.json, round.hello),
                round.page.p99,
                round.json.p99
            );
            rounds[at].push(round);
        }
    }
    conclude(&rounds);
}

/// The middle round of each register, the goals, and how the time of the slowest hundredth grows with the register.
fn conclude(rounds: &[Vec<Round>]) {
    println!(
        "\n| certificates | answer | hello/s | same load | same bytes | answer/s | of hello | of same load | of same bytes \
         | p50 | p99 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let answers: [Answer; 2] = [
        ("page", |round| round.page, |round| round.same_page, 45),
        ("JSON", |round| round.json, |round| round.same_json, 50),
    ];
    for (count, rounds) in SIZES.iter().zip(rounds) {
        for (name, of, same, _) in answers {
            let seen = middle(rounds, |round| percent(of(round), round.bare));
            println!(
                "| {count} | {name} | {} | {} | {} | {} | {} % | {} % | {} % | {} µs | {} µs |",
                seen.bare.rate,
                seen.hello.rate,
                same(seen).rate,
                of(seen).rate,
                percent(of(seen), seen.bare),
                percent(of(seen), seen.hello),
                percent(of(seen), same(seen)),
                of(seen).p50,
                of(seen).p99
            );
        }
    }
    println!("\nwith {} certificates:", SIZES[1]);
    for (name, of, same, least) in answers {
        let share = |to: fn(&Round) -> Seen| {
            let round = middle(&rounds[1], |round| percent(of(round), to(round)));
            percent(of(round), to(round))
        };
        let (bare, loaded) = (share(|round| round.bare), share(|round| round.hello));
        let bytes = middle(&rounds[1], |round| percent(same(round), round.bare));
        println!(
            "  {name}: the bare handler with the same bytes reaches {} % of hello",
            percent(same(bytes), bytes.bare)
        );
        println!(
            "  {name} at least {least} % of hello: {bare} %, {}; of hello under the same load: {loaded} %, {}",
            verdict(bare >= least),
            verdict(loaded >= least)
        );
        let slowest_hundredth = |at: usize| of(middle(&rounds[at], |round| of(round).p99)).p99;
        let grown = slowest_hundredth(1) * 100 / slowest_hundredth(0).max(1);
        println!("  p99 of {name} at most 150 % of that with {}: {grown} %, {}", SIZES[0], verdict(grown <= 150));
    }
}

/// The round in the middle of all by this figure: neither the luckiest nor the one that something disturbed.
fn middle(rounds: &[Round], by: impl Fn(&Round) -> u64) -> &Round {
    let mut sorted: Vec<&Round> = rounds.iter().collect();
    sorted.sort_by_key(|round| by(round));
    sorted[sorted.len() / 2]
}

fn percent(part: Seen, whole: Seen) -> u64 {
    part.rate * 100 / whole.rate.max(1)
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "NOT REACHED" }
}

fn default_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("lookup")
}

/// The bare handler with the answer that a server gives for the first of these addresses.
fn again(folder: &Path, server: &Server, addresses: &Path, accept: &str) -> Server {
    let address = BufReader::new(File::open(addresses).unwrap()).lines().next().unwrap().unwrap();
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    write!(stream, "GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let kept = folder.join(format!("{}.answer", accept.replace('/', "-")));
    std::io::copy(&mut stream, &mut File::create(&kept).unwrap()).unwrap();
    Server::start(Command::new(std::env::current_exe().unwrap()).arg("again").arg(kept))
}

/// The program itself, with the limits of requests raised by their setting.
fn qipin(folder: &Path, database: &Path) -> Server {
    Server::start(
        Command::new(env!("CARGO_BIN_EXE_qipin"))
            .args(["serve", "--bind", "127.0.0.1:0", "--limit-factor", "1000000", "--workers"])
            .arg(WORKERS.to_string())
            .arg("--database")
            .arg(format!("sqlite:{}", database.display()))
            .args(["--mail", &format!("file:{}", folder.join("mail").display())])
            .arg("--print-dir")
            .arg(folder.join("prints"))
            .current_dir(folder)
            .env_remove("RUST_LOG"),
    )
}
