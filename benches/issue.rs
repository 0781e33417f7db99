//! 300 certificates in one click, beside the same rows written by plain SQL in one transaction.
//!
//! `cargo bench --bench issue`. Each round plays an event with 300 granted awards, copies the register, issues in the
//! one, and writes into the copy what issuing has written: certificates, copies, journal, mail, the outcome under its
//! key, the counters and the awards' states, as one ready SQL text in one transaction of the same kind of connection.
//! Then the print job makes the PDF, after the commit as always.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

#[path = "support/mod.rs"]
mod support;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use qipin::jobs::print::sheet;
use qipin::print::{Fonts, Options, PaperSize, render};
use qipin::service::Register;
use qipin::service::certificate::{self, Issue};
use qipin::service::print;
use qipin::store::{Conn, Place, print_job};
use std::path::Path;
use std::time::{Duration, Instant};
use support::{Office, Winner};

const CERTIFICATES: usize = 300;
const ROUNDS: usize = 7;
const MOST_TIMES: u128 = 10;
const MOST_BYTES_A_PAGE: usize = 64 * 1024;

/// The tables that issuing adds rows to, and what tells the new rows from the old.
const ADDED: [(&str, &str); 5] = [
    ("certificate", "id"),
    ("certificate_copy", "id"),
    ("journal", "seq"),
    ("mail_outbox", "id"),
    ("idempotency", "rowid"),
];

fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let register = support::open(&folder.path().join("issue.db"), support::clock_at(2026));
    let office = support::offices(&register).swap_remove(0);
    let (mut issued, mut plain) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let (service, sql) = round_of(&register, &office, folder.path(), round);
        println!("round {round}: issued in {} µs, plain SQL {} µs", service.as_micros(), sql.as_micros());
        issued.push(service);
        plain.push(sql);
    }
    let (issued, plain) = (issued.into_iter().min().unwrap(), plain.into_iter().min().unwrap());
    let tenths = issued.as_micros() * 10 / plain.as_micros().max(1);
    println!(
        "{CERTIFICATES} certificates: best {} µs, plain SQL best {} µs: {}.{} times",
        issued.as_micros(),
        plain.as_micros(),
        tenths / 10,
        tenths % 10
    );
    println!("  less than {MOST_TIMES} times: {}", verdict(tenths < MOST_TIMES * 10));
    pdf(&register, &office);
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "NOT REACHED" }
}

fn round_of(register: &Register, office: &Office, folder: &Path, round: usize) -> (Duration, Duration) {
    let winners: Vec<Winner> = (0..CERTIFICATES).map(|n| Winner { person: None, grade: [26, 27, 28][n % 3] }).collect();
    let (event_id, _) =
        register.write(office.manager.actor(), |tx| support::event(tx, office, round, &winners)).unwrap();
    let copy = folder.join(format!("copy-{round}.db"));
    let mut conn = register.store.place().open().unwrap();
    conn.batch_execute(&format!("VACUUM INTO '{}'", copy.display())).unwrap();
    let before: Vec<i64> = ADDED.iter().map(|(table, key)| last(&mut conn, table, key)).collect();

    let begun = Instant::now();
    let made =
        certificate::issue(register, &office.manager, office.id, &Issue::Event(event_id), &format!("round-{round}"));
    let service = begun.elapsed();
    assert_eq!(made.unwrap().new, CERTIFICATES);

    let text = as_sql(&mut conn, &before, event_id);
    let mut other = Place::Sqlite { path: copy.display().to_string(), create: false }.open().unwrap();
    let begun = Instant::now();
    other.batch_execute(&text).unwrap();
    let sql = begun.elapsed();
    for (table, key) in ADDED {
        assert_eq!(last(&mut other, table, key), last(&mut conn, table, key), "{table}");
    }
    (service, sql)
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(conn: &mut Conn, query: &str) -> Vec<String> {
    let found: Vec<Line> = diesel::sql_query(query).load(conn).unwrap();
    found.into_iter().map(|line| line.line).collect()
}

fn last(conn: &mut Conn, table: &str, key: &str) -> i64 {
    let found = lines(conn, &format!("SELECT CAST(coalesce(max({key}), 0) AS TEXT) AS line FROM {table}"));
    found[0].parse().unwrap()
}

/// What was written after `before`, as one transaction in plain SQL.
fn as_sql(conn: &mut Conn, before: &[i64], event_id: i64) -> String {
    let mut text = String::from("BEGIN IMMEDIATE;\n");
    for ((table, key), before) in ADDED.iter().zip(before) {
        let columns = lines(conn, &format!("SELECT name AS line FROM pragma_table_info('{table}') ORDER BY cid"));
        let quoted: Vec<String> = columns.iter().map(|column| format!("quote({column})")).collect();
        let row = format!("'(' || {} || ')'", quoted.join(" || ',' || "));
        let rows = lines(conn, &format!("SELECT {row} AS line FROM {table} WHERE {key} > {before} ORDER BY {key}"));
        assert!(!rows.is_empty(), "{table}");
        text.push_str(&format!("INSERT INTO {table} ({}) VALUES {};\n", columns.join(","), rows.join(",\n")));
    }
    text.push_str(&format!("UPDATE award SET state = 'certified' WHERE event_id = {event_id};\n"));
    let counters = "'INSERT OR REPLACE INTO series (grade, area, year, last) VALUES (' || grade || ',' || quote(area) \
        || ',' || year || ',' || last || ');'";
    for line in lines(conn, &format!("SELECT {counters} AS line FROM series")) {
        text.push_str(&line);
    }
    let head = "'UPDATE journal_head SET seq = ' || seq || ', hash = ' || quote(hash) || ';'";
    text.push_str(&lines(conn, &format!("SELECT {head} AS line FROM journal_head")).concat());
    text.push_str("COMMIT;");
    text
}

/// The PDF of the last 300 certificates, as the print job makes it.
fn pdf(register: &Register, office: &Office) {
    let ids: Vec<i64> = register
        .read(|conn| Ok(qipin::store::verify::certificates_after(conn, ((ROUNDS - 1) * CERTIFICATES) as i64, 300)?))
        .unwrap()
        .iter()
        .map(|paper| paper.id)
        .collect();
    assert_eq!(ids.len(), CERTIFICATES);
    let fonts = Fonts::shipped().unwrap();
    let mut best = Duration::MAX;
    let mut size = [0, 0];
    for _ in 0..5 {
        let id = print::queue(register, &office.manager, None, &ids, "a4").unwrap();
        let job = register.read(|conn| Ok(print_job::by_id(conn, id)?)).unwrap();
        let begun = Instant::now();
        let sheets: Vec<_> = print::papers(register, &job).unwrap().0.iter().map(sheet).collect();
        let mut file = tempfile::tempfile().unwrap();
        let printed = render(&fonts, &sheets, PaperSize::A4, Options::default(), &mut file).unwrap();
        best = best.min(begun.elapsed());
        assert_eq!(printed.pages, CERTIFICATES);
        for (at, some) in [&sheets[..], &sheets[..1]].into_iter().enumerate() {
            let mut bytes = Vec::new();
            render(&fonts, some, PaperSize::A4, Options::default(), &mut bytes).unwrap();
            size[at] = bytes.len();
        }
    }
    let page = size[0] / CERTIFICATES;
    println!(
        "their PDF: read and made in {} ms, {} KiB, {} bytes a page with all fonts (one alone: {} KiB)",
        best.as_millis(),
        size[0] / 1024,
        page,
        size[1] / 1024
    );
    println!("  at most 64 KiB a page: {}", verdict(page <= MOST_BYTES_A_PAGE));
}
