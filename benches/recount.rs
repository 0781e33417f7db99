//! From an upload to stored verdicts: records sent in an archive, read, kept, recounted on all cores and written, beside
//! the same games recounted from memory without a register. And whether a game was sent before, asked of a register with
//! a million games.
//!
//! `cargo bench --bench recount`, with `-- known` only the question among a million games. The games are finished ones of the crate's own play, turned and recoloured so that each
//! is another game; `QIPIN_BENCH_DIR` names the folder where the register with a million games is kept.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/mod.rs"]
mod support;

use qipin::domain::recount::{self, Asked};
use qipin::service::{Actor, Register, records};
use qipin::store::game_record::{self, Beginning, NewGameRecord};
use qipin::store::record_source::{self, NewRecordSource};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::Office;
use weiqi_rules::fingerprint::Fingerprint;
use weiqi_rules::record::Record;

/// Records of an archive.
const RECORDS: usize = 2_000;

/// Games a second that are wanted.
const GOAL: u128 = 500;

const ROUNDS: usize = 3;

fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let register = support::open(&folder.path().join("recount.db"), support::clock_at(2026));
    let office = support::offices(&register).swap_remove(0);
    if std::env::args().any(|argument| argument == "known") {
        return looked_up(&office);
    }
    for (at, (what, games)) in sets().into_iter().enumerate() {
        let mut best: Option<(Duration, Duration)> = None;
        for round in 0..ROUNDS {
            let event = support::approved(&register, &office, at * ROUNDS + round);
            let archive = archive(&games, round);
            let begun = Instant::now();
            let sent = records::send(&register, &office.manager, &event.slug, "all", &[("a.zip".to_owned(), archive)])
                .unwrap();
            assert_eq!(records::recount_while(&register, || true).unwrap(), RECORDS);
            let whole = begun.elapsed();
            assert_eq!(sent.new, RECORDS);
            let alone = alone(&games);
            println!("{what}, round {round}: {} games/s, in memory on one core {}", rate(whole), rate(alone));
            best = best.filter(|(known, _)| *known <= whole).or(Some((whole, alone)));
        }
        let (whole, alone) = best.unwrap();
        let reached = if rate(whole) >= GOAL { "reached" } else { "NOT REACHED" };
        println!(
            "{what}: best {} games/s from the upload to the stored verdict, {} % of one core without a register; at least {GOAL}: {reached}",
            rate(whole),
            rate(whole) * 100 / rate(alone).max(1)
        );
    }
    looked_up(&office);
}

/// The games that are sent: those of the shared folder that are played in the bench of the rules crate, where the folder
/// is there, and finished games on 19 lines, all of which are counted.
fn sets() -> Vec<(&'static str, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A mark is put behind the beginning of each, so that none are the same bytes.
    let read = |path: PathBuf| String::from_utf8(std::fs::read(path).unwrap()).ok().filter(|text| text.contains("(;"));
    let own = std::fs::read_dir(root.join("rules/tests/games")).unwrap().map(|entry| entry.unwrap().path());
    let counted = own.filter(|path| path.to_string_lossy().contains("-19-")).filter_map(read).collect();
    let mut sets = vec![("finished games on 19 lines", counted)];
    let shared = root.join("../shared/games");
    if let Ok(list) = std::fs::read_to_string(shared.join("sets.tsv")) {
        for (set, what) in [
            ("bench", "games of every kind"),
            ("bots", "counted games of programs"),
            ("pro", "counted games of professionals, most of which stop before the end"),
        ] {
            let paths = list.lines().filter_map(|line| line.split_once('\t').filter(|(of, _)| *of == set));
            sets.push((what, paths.filter_map(|(_, path)| read(shared.join(path))).collect()));
        }
    } else {
        println!("left out: the shared folder of games is not there");
    }
    sets
}

/// Games of the register in which others are looked up.
const KNOWN: usize = 1_000_000;

/// Lookups that are timed.
const LOOKUPS: usize = 1_000;

/// Whether games were sent before, asked of a register with a million of them.
fn looked_up(office: &Office) {
    let folder = std::env::var_os("QIPIN_BENCH_DIR")
        .map_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("lookup"), PathBuf::from);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.db");
    let filled = path.with_extension("filled");
    if !filled.exists() {
        for suffix in ["db", "db-wal", "db-shm", "db.key"] {
            let _ = std::fs::remove_file(path.with_extension(suffix));
        }
        let register = support::open(&path, support::clock_at(2026));
        let office = support::offices(&register).swap_remove(0);
        fill(&register, &office);
        std::fs::write(&filled, "").unwrap();
    }
    let register = support::open(&path, support::clock_at(2026));
    // A register that is in use lies in the system's memory; how fast a disk is that was never asked is another question.
    std::io::copy(&mut std::fs::File::open(&path).unwrap(), &mut std::io::sink()).unwrap();
    let newest = register.read(|conn| Ok(game_record::waiting(conn, 0, LOOKUPS as i64)?)).unwrap();
    assert_eq!(newest.len(), LOOKUPS, "{}", office.area);
    let mut times: Vec<Duration> = newest
        .iter()
        .map(|one| {
            let begun = Instant::now();
            std::hint::black_box(records::others_like(&register, one.id).unwrap());
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    let (half, most) = (times[LOOKUPS / 2], times[LOOKUPS * 99 / 100]);
    let reached = if most <= Duration::from_millis(2) { "reached" } else { "NOT REACHED" };
    println!(
        "{KNOWN} games: one looked up in {} µs, 99 of 100 within {} µs; at most 2,000: {reached}",
        half.as_micros(),
        most.as_micros()
    );
}

/// Beginnings shorter than this, in stones, are not kept.
const TELLING: u16 = 31;

/// Stones of each game that are put where another one of the game that it is made of stands.
const ELSEWHERE: usize = 24;

/// The keys of a game that the crate has played with itself, some of its stones put elsewhere, so that each is another
/// game. The first ones have a twin.
fn keys(games: &[Record], at: usize) -> Fingerprint {
    let twin = at % (KNOWN / 2);
    let seed = if twin < LOOKUPS { twin } else { at };
    let mut number = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed as u64 + 1);
    let mut below = |limit: usize| {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        (number % limit as u64) as usize
    };
    let mut record = games[seed % games.len()].clone();
    for stone in 0..ELSEWHERE {
        // Some within the opening, so that only twins have one in common.
        let (one, other) = (below(if stone < 8 { 31 } else { 200 }), below(record.moves.len()));
        record.moves[one].play = record.moves[other].play;
    }
    Fingerprint::of(&record)
}

/// A million games by the keys that the crate gives them. The first ones wait, so that looking them up finds their twins.
fn fill(register: &Register, office: &Office) {
    let [event, other] = [0, 1].map(|serial| support::approved(register, office, serial).id);
    let (_, texts) = sets().swap_remove(0);
    let games: Vec<Record> = texts.iter().map(|text| recount::read(text.as_bytes()).remove(0).unwrap()).collect();
    for chunk in (0..KNOWN).collect::<Vec<_>>().chunks(10_000) {
        register
            .write(Actor::System, |tx| {
                tx.nothing_to_record();
                let source = match record_source::ids_of(tx.conn, &["0".to_owned()])?.first() {
                    Some((_, id)) => *id,
                    None => {
                        let row =
                            NewRecordSource { sha256: "0".to_owned(), bytes: Vec::new(), size: 0, first_at: tx.now };
                        record_source::insert_all(tx.conn, &[&row])?;
                        record_source::ids_of(tx.conn, &["0".to_owned()])?[0].1
                    }
                };
                let keys: Vec<Fingerprint> = chunk.iter().map(|at| keys(&games, *at)).collect();
                let rows: Vec<NewGameRecord> = chunk
                    .iter()
                    .zip(&keys)
                    .map(|(at, keys)| NewGameRecord {
                        event_id: if *at < KNOWN / 2 { event } else { other },
                        group_key: "all".to_owned(),
                        source_id: source,
                        part: *at as i64,
                        name: "a.sgf".to_owned(),
                        pairing_id: None,
                        placed_by: None,
                        state: if *at < LOOKUPS { "waiting" } else { "recounted" }.to_owned(),
                        stones: Some(i64::from(keys.stones)),
                        whole_key: Some(keys.whole.cast_signed()),
                        uploaded_by: office.manager.account_id,
                        uploaded_at: tx.now,
                    })
                    .collect();
                game_record::insert_all(tx.conn, &rows)?;
                let begun = chunk[0] as i64 + 1;
                let mut all = Vec::with_capacity(keys.len() * 7);
                for (at, keys) in keys.iter().enumerate() {
                    for (stones, key) in keys.beginnings.iter().filter(|(stones, _)| *stones >= TELLING) {
                        let (beginning_key, stones) = (key.cast_signed(), i64::from(*stones));
                        all.push(Beginning { beginning_key, record_id: begun + at as i64, stones });
                    }
                }
                Ok(game_record::insert_beginnings(tx.conn, &all)?)
            })
            .unwrap();
    }
}

fn rate(time: Duration) -> u128 {
    RECORDS as u128 * 1_000_000 / time.as_micros().max(1)
}

/// The same games recounted on one core, from memory.
fn alone(games: &[String]) -> Duration {
    let begun = Instant::now();
    for number in 0..RECORDS {
        let text = &games[number % games.len()];
        let read = recount::read(text.as_bytes());
        std::hint::black_box(recount::game("a", 0, &read[0], &Asked::default()));
    }
    begun.elapsed()
}

/// Games as an archive; each has a name of its own, so that none are the same bytes.
fn archive(games: &[String], round: usize) -> Vec<u8> {
    let mut out = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in 0..RECORDS {
        out.start_file(format!("{number}.sgf"), zip::write::SimpleFileOptions::default()).unwrap();
        let text = games[number % games.len()].replacen("(;", &format!("(;GC[{round}-{number}]"), 1);
        out.write_all(text.as_bytes()).unwrap();
    }
    out.finish().unwrap().into_inner()
}
