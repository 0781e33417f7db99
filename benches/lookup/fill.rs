//! A register with so many certificates, and the addresses that readers ask for.

use crate::support::{self, AWARDS_OF_AN_EVENT, Office, Winner};
use qipin::service::Register;
use qipin::service::certificate::{self, Issue, grade_of, open_code};
use qipin::store::{certificate as rows, outbox, verify};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many addresses the load is spread over, where there are so many.
const ADDRESSES: usize = 100_000;
/// The years in which certificates were issued.
const YEARS: std::ops::RangeInclusive<i32> = 2023..=2026;

/// A filled register.
pub struct Filled {
    /// The database.
    pub database: PathBuf,
    /// The file of addresses, one a line.
    pub addresses: PathBuf,
}

/// The register with `count` certificates in a folder; made when it is not there yet.
pub fn filled(folder: &Path, count: usize) -> Filled {
    std::fs::create_dir_all(folder).unwrap();
    let made =
        Filled { database: folder.join(format!("{count}.db")), addresses: folder.join(format!("{count}.addresses")) };
    if made.addresses.exists() && made.database.exists() {
        return made;
    }
    // A half-filled register of a run that was broken off is of no use.
    for ending in ["", "-wal", "-shm", ".key"] {
        let _ = std::fs::remove_file(format!("{}{ending}", made.database.display()));
    }
    let begun = Instant::now();
    println!("filling {} with {count} certificates", made.database.display());
    let clock = support::clock_at(*YEARS.start());
    let register = support::open(&made.database, clock.clone());
    let offices = support::offices(&register);
    let turns = YEARS.count() * offices.len();
    let mut held: Vec<Vec<Winner>> = vec![Vec::new(); offices.len()];
    for turn in 0..turns {
        if turn > 0 && turn % offices.len() == 0 {
            clock.advance(chrono::Duration::days(365));
        }
        let share = count * (turn + 1) / turns - count * turn / turns;
        let at = turn % offices.len();
        held[at] = issue(&register, &offices[at], turn, share, &held[at]);
    }
    write_addresses(&register, count, &made.addresses);
    println!("  filled in {} s", begun.elapsed().as_secs());
    made
}

/// One agency's year: events, and everything granted issued at once. Every tenth award goes to somebody who holds a
/// lower grade, whose certificate the new one supersedes.
fn issue(register: &Register, office: &Office, turn: usize, share: usize, before: &[Winner]) -> Vec<Winner> {
    let mut held = Vec::with_capacity(share);
    let winners: Vec<Winner> = (0..share)
        .map(|n| match before.get(n / 10).filter(|w| n % 10 == 0 && w.grade < 30) {
            Some(lower) => Winner { grade: lower.grade + 1, ..*lower },
            // 1段 most often, 5段 least.
            None => Winner { person: None, grade: 26 + [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][n % 10] },
        })
        .collect();
    register
        .write(office.manager.actor(), |tx| {
            for (nth, chunk) in winners.chunks(AWARDS_OF_AN_EVENT).enumerate() {
                let (_, persons) = support::event(tx, office, turn * 1000 + nth, chunk)?;
                held.extend(chunk.iter().zip(persons).map(|(w, person)| Winner { person: Some(person), ..*w }));
            }
            Ok(())
        })
        .unwrap();
    let made =
        certificate::issue(register, &office.manager, office.id, &Issue::Everything, &format!("fill-{turn}")).unwrap();
    assert_eq!(made.new, share);
    held
}

/// Waits until a server has sent the mails that issuing has left in the outbox, so that it has nothing else to do.
pub fn wait_for_mails(database: &Path) {
    let register = support::open(database, support::clock_at(*YEARS.end()));
    while !register.read(|conn| Ok(outbox::due(conn, register.now(), 1)?)).unwrap().is_empty() {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Writes the addresses behind the codes of certificates spread over the whole register.
fn write_addresses(register: &Register, count: usize, path: &Path) {
    let wanted = ADDRESSES.min(count);
    let unfinished = path.with_extension("unfinished");
    let mut out = std::io::BufWriter::new(std::fs::File::create(&unfinished).unwrap());
    let (mut after, mut seen, mut written) = (0, 0, 0);
    loop {
        let page = register.read(|conn| Ok(verify::certificates_after(conn, after, 5000)?)).unwrap();
        let Some(last) = page.last() else { break };
        after = last.id;
        let chosen: Vec<_> = page
            .iter()
            .filter(|_| {
                seen += 1;
                let take = seen * wanted / count > written;
                written += usize::from(take);
                take
            })
            .collect();
        let ids: Vec<i64> = chosen.iter().map(|c| c.id).collect();
        let copies = register.read(|conn| Ok(rows::current_copies(conn, &ids)?)).unwrap();
        for one in chosen {
            let copy = copies.iter().find(|copy| copy.certificate_id == one.id).unwrap();
            let code = open_code(&register.keys, one, copy).unwrap();
            writeln!(out, "/c/{}/{}?k={code}", grade_of(one.grade).slug(), one.number).unwrap();
        }
    }
    assert_eq!(written, wanted);
    out.into_inner().unwrap().sync_all().unwrap();
    std::fs::rename(&unfinished, path).unwrap();
}
