//! The schema: each migration goes up, down and up again, both databases end up with the same tables, and a program
//! does not touch a database that a newer one has made.

use crate::support::register::postgres;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use qipin::store::{Conn, Place, Store, migrate};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(conn: &mut Conn, sqlite: &str, postgres: &str) -> BTreeSet<String> {
    let found: Vec<Line> = match conn {
        Conn::Sqlite(c) => diesel::sql_query(sqlite).load(c).unwrap(),
        Conn::Pg(c) => diesel::sql_query(postgres).load(c).unwrap(),
    };
    found.into_iter().map(|row| row.line).collect()
}

/// Everything that the migrations make, word for word.
fn schema(conn: &mut Conn) -> BTreeSet<String> {
    lines(
        conn,
        "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS line FROM sqlite_master \
         WHERE tbl_name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        "SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || \
            coalesce(column_default, '') AS line \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%' \
         UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE '\\_\\_diesel%' \
         UNION ALL SELECT 'rule ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) FROM pg_constraint \
            WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE '\\_\\_diesel%' \
         UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    )
}

/// Tables with their columns and whether they may be empty, in the words that both databases share.
fn columns(conn: &mut Conn) -> BTreeSet<String> {
    lines(
        conn,
        "SELECT t.name || '.' || c.name || CASE WHEN c.\"notnull\" OR c.pk THEN '' ELSE ' or nothing' END AS line \
         FROM sqlite_master t, pragma_table_info(t.name) c \
         WHERE t.type = 'table' AND t.name NOT LIKE '\\_\\_diesel%' ESCAPE '\\' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        "SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'NO' THEN '' ELSE ' or nothing' END AS line \
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%'",
    )
}

/// Runs a test on an empty database of each kind that there is.
fn for_each_empty_database(test: impl Fn(&Place)) {
    let dir = tempfile::tempdir().unwrap();
    test(&Place::Sqlite { path: dir.path().join("empty.db").display().to_string(), create: true });
    if let Some(url) = postgres() {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("qipin_empty_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let mut server = Place::Postgres { url: url.clone() }.open().unwrap();
        server.batch_execute(&format!("CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")).unwrap();
        test(&Place::Postgres { url: format!("{}/{name}", url.rsplit_once('/').unwrap().0) });
        server.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).unwrap();
    }
}

#[test]
fn every_migration_goes_up_down_and_up_again() {
    for_each_empty_database(|place| {
        let mut conn = place.open().unwrap();
        let count = migrate::up(&mut conn).unwrap().len();
        assert!(count >= 4);
        assert_eq!(migrate::pending(&mut conn).unwrap(), 0);
        let whole = schema(&mut conn);
        assert!(whole.len() > 50, "{} parts", whole.len());
        for steps in 1..=count {
            for _ in 0..steps {
                migrate::down_one(&mut conn).unwrap();
            }
            assert_eq!(migrate::pending(&mut conn).unwrap(), steps);
            if steps == count {
                assert_eq!(schema(&mut conn), BTreeSet::new(), "something is left of the first migration");
            }
            assert_eq!(migrate::up(&mut conn).unwrap().len(), steps);
            assert_eq!(schema(&mut conn), whole, "after {steps} migrations down and up");
        }
        assert_eq!(migrate::up(&mut conn).unwrap(), Vec::<String>::new(), "a second start finds nothing to do");
    });
}

#[test]
fn both_databases_have_the_same_tables() {
    let all = std::cell::RefCell::new(Vec::new());
    for_each_empty_database(|place| {
        let mut conn = place.open().unwrap();
        migrate::up(&mut conn).unwrap();
        all.borrow_mut().push(columns(&mut conn));
    });
    let all = all.into_inner();
    assert!(all[0].contains("certificate.number"), "{:?}", all[0]);
    for other in &all[1..] {
        assert_eq!(all[0].symmetric_difference(other).collect::<Vec<_>>(), Vec::<&String>::new());
    }
}

#[test]
fn a_database_of_a_newer_program_is_refused() {
    for_each_empty_database(|place| {
        let mut conn = place.open().unwrap();
        migrate::up(&mut conn).unwrap();
        conn.batch_execute(
            "INSERT INTO __diesel_schema_migrations (version, run_on) VALUES ('99999999999999', CURRENT_TIMESTAMP)",
        )
        .unwrap();
        let error = migrate::up(&mut conn).unwrap_err().to_string();
        assert!(error.contains("99999999999999") && error.contains("newer"), "{error}");
        drop(conn);
        let address = match place {
            Place::Sqlite { path, .. } => format!("sqlite:{path}"),
            Place::Postgres { url } => url.clone(),
        };
        assert!(Store::open(&address, false, 2).is_err());
    });
}

#[test]
fn two_programs_that_start_at_once_migrate_once() {
    for_each_empty_database(|place| {
        drop(place.open().unwrap());
        let done: Vec<usize> = std::thread::scope(|scope| {
            let run = || scope.spawn(|| migrate::up(&mut place.open().unwrap()).unwrap().len());
            let all = [run(), run(), run(), run()];
            all.map(|thread| thread.join().unwrap()).to_vec()
        });
        assert_eq!(done.iter().filter(|count| **count > 0).count(), 1, "{done:?}");
    });
}

#[test]
fn boards_that_stand_twice_survive_the_way_up_and_the_games_keep_their_seats() {
    for_each_empty_database(|place| {
        let mut conn = place.open().unwrap();
        migrate::up(&mut conn).unwrap();
        while migrate::down_one(&mut conn).unwrap() != "00000000000008" {}
        conn.batch_execute(
            "INSERT INTO agency (id, code, area_code, name_zh, name_en, level, ceiling, state, valid_from, created_at) \
                VALUES (1, '000', '000', '办', 'office', 'national', 33, 'active', '2020-01-01', '2026-01-01'); \
             INSERT INTO account (id, login, name, mail_sealed, mail_index, role, agency_id, state, lang, failures, created_at) \
                VALUES (1, 'a', 'a', '', '', 'national-auditor', 1, 'active', 'zh', 0, '2026-01-01'); \
             INSERT INTO scheme_version (scheme_id, version, toml, sha256, recorded_at) VALUES ('s', '1', '', '', '2026-01-01'); \
             INSERT INTO event (id, slug, agency_id, name, place, level, scheme_id, scheme_version, starts_on, ends_on, state, \
                reopened, settings, revision, created_at) VALUES (1, 'e', 1, 'e', 'p', 'city', 's', '1', '2026-01-01', \
                '2026-01-01', 'closed', FALSE, '{}', 0, '2026-01-01'); \
             INSERT INTO upload (id, event_id, group_key, version, results_name, results_bytes, results_sha256, accepted, answer, \
                current, uploaded_by, uploaded_at) VALUES (1, 1, 'all', 1, 'r', '', '', 'yes', '{}', TRUE, 1, '2026-01-01');",
        )
        .unwrap();
        for id in 1..=4 {
            conn.batch_execute(&format!(
                "INSERT INTO entry (id, upload_id, event_id, group_key, file_id, line, name, match_state, minor) \
                 VALUES ({id}, 1, 1, 'all', '{id}', {id}, 'n', 'doubtful', FALSE)"
            ))
            .unwrap();
        }
        let game = |id: i64, board: i64| {
            format!(
                "INSERT INTO game (id, upload_id, round, board, black_entry, white_entry, result, won_by, handicap, line) \
                 VALUES ({id}, 1, 1, {board}, {}, {}, 'B', 'unstated', 0, {id}); \
                 INSERT INTO seat (upload_id, round, entry_id, game_id, colour) VALUES (1, 1, {}, {id}, 'B');",
                2 * id - 1,
                2 * id,
                2 * id - 1
            )
        };
        conn.batch_execute(&game(1, 7)).unwrap();
        assert!(conn.batch_execute(&game(2, 7)).is_err(), "the earlier table has the rule");
        conn.batch_execute(&game(2, 8)).unwrap();
        migrate::up(&mut conn).unwrap();
        conn.batch_execute("UPDATE game SET board = 7 WHERE id = 2").unwrap();
        let boards = "SELECT game.id || ' ' || coalesce(cast(board AS TEXT), '-') AS line \
                      FROM game JOIN seat ON seat.game_id = game.id";
        let all = |lines: [&str; 2]| BTreeSet::from(lines.map(str::to_owned));
        assert_eq!(lines(&mut conn, boards, boards), all(["1 7", "2 7"]));
        while migrate::down_one(&mut conn).unwrap() != "00000000000008" {}
        assert_eq!(lines(&mut conn, boards, boards), all(["1 7", "2 -"]), "the first game keeps the board");
        migrate::up(&mut conn).unwrap();
        // A game with seats still cannot go without them.
        assert!(conn.batch_execute("DELETE FROM game WHERE id = 1").is_err());
    });
}

#[test]
fn what_the_journal_says_of_certificates_becomes_their_steps_and_a_held_notice_keeps_its_days() {
    for_each_empty_database(|place| {
        let mut conn = place.open().unwrap();
        migrate::up(&mut conn).unwrap();
        while migrate::down_one(&mut conn).unwrap() != "00000000000012" {}
        let unchecked = match &conn {
            Conn::Sqlite(_) => "PRAGMA foreign_keys = OFF",
            Conn::Pg(_) => "SET session_replication_role = replica",
        };
        conn.batch_execute(unchecked).unwrap();
        for (id, grade) in [(1, 30), (2, 16)] {
            conn.batch_execute(&format!(
                "INSERT INTO certificate (id, award_id, person_id, agency_id, grade, number, holder, issuer_zh, issuer_en, \
                    event_name, face, issued_on, state, state_on) VALUES ({id}, {id}, 1, 1, {grade}, '310260001', 'n', 'z', \
                    'e', 'v', '{{}}', '2026-03-01', 'valid', '2026-03-01')"
            ))
            .unwrap();
        }
        let entries = [
            ("certificate.issue", "5d", r#"{"state":"valid"}"#),
            ("certificate.suspend", "5d", r#"{"state":"suspended"}"#),
            ("certificate.copy", "5d", r#"{"copy":1}"#),
            ("certificate.reinstate", "5d", r#"{"state":"superseded"}"#),
            ("certificate.revoke", "10k", r#"{"from":"valid","state":"revoked"}"#),
        ];
        for (seq, (action, grade, payload)) in (1..).zip(entries) {
            let actor = if seq == 4 { "job:notice" } else { "account:7" };
            conn.batch_execute(&format!(
                "INSERT INTO journal (seq, at, actor, action, subject, payload, prev, hash) VALUES ({seq}, \
                    '2026-03-0{seq} 17:00:00', '{actor}', '{action}', 'certificate:{grade}/310260001', '{payload}', '', '')"
            ))
            .unwrap();
        }
        for (id, held) in [(1, "2026-03-03 01:00:00"), (2, "2026-03-01 06:00:00")] {
            conn.batch_execute(&format!(
                "INSERT INTO notice (id, reference, award_id, opened_at, ends_at, held_since, state) VALUES ({id}, 'G{id}', {id}, \
                    '2026-03-01 04:00:00', '2026-03-08 16:00:00', '{held}', 'held')"
            ))
            .unwrap();
        }
        migrate::up(&mut conn).unwrap();
        let steps = "SELECT certificate_id || ' ' || before || ' ' || after || ' ' || on_day || ' ' || \
                     coalesce(account_id, 0) AS line FROM certificate_step";
        let all = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<BTreeSet<_>>();
        let expected =
            ["1 valid suspended 2026-03-03 7", "1 suspended superseded 2026-03-05 0", "2 valid revoked 2026-03-06 7"];
        assert_eq!(lines(&mut conn, steps, steps), all(&expected), "days in Beijing");
        let ends = "SELECT id || ' ' || substr(CAST(ends_at AS TEXT), 1, 16) AS line FROM notice";
        assert_eq!(lines(&mut conn, ends, ends), all(&["1 2026-03-09 16:00", "2 2026-03-08 16:00"]));
        while migrate::down_one(&mut conn).unwrap() != "00000000000012" {}
        assert_eq!(lines(&mut conn, ends, ends), all(&["1 2026-03-08 16:00", "2 2026-03-08 16:00"]));
    });
}

#[test]
fn byes_leave_the_games_won_on_the_way_up_and_join_them_again_where_they_are_worth_a_win() {
    for_each_empty_database(|place| {
        let mut conn = place.open().unwrap();
        migrate::up(&mut conn).unwrap();
        while migrate::down_one(&mut conn).unwrap() != "00000000000013" {}
        let unchecked = match &conn {
            Conn::Sqlite(_) => "PRAGMA foreign_keys = OFF",
            Conn::Pg(_) => "SET session_replication_role = replica",
        };
        conn.batch_execute(unchecked).unwrap();
        // A win and a bye worth a win; a win and a bye worth a draw; a draw and a bye worth a win; a win, a draw, no bye.
        for (entry, points, wins) in [(1, 4, 2), (2, 3, 1), (3, 3, 1), (4, 3, 1)] {
            conn.batch_execute(&format!(
                "INSERT INTO outcome (entry_id, place, points, wins, losses, tiebreaks, reason_zh, reason_en) \
                 VALUES ({entry}, {entry}, {points}, {wins}, 0, '{{}}', '', '')"
            ))
            .unwrap();
        }
        let games = [
            (1, "B", 1),
            (2, "bye", 1),
            (3, "B", 2),
            (4, "bye", 2),
            (5, "draw", 3),
            (6, "bye", 3),
            (7, "B", 4),
            (8, "draw", 4),
        ];
        for (id, result, black) in games {
            let white = if result == "bye" { "NULL".to_owned() } else { (10 + id).to_string() };
            conn.batch_execute(&format!(
                "INSERT INTO game (id, upload_id, round, black_entry, white_entry, result, won_by, handicap, line) \
                    VALUES ({id}, 1, {id}, {black}, {white}, '{result}', 'unstated', 0, {id}); \
                 INSERT INTO seat (upload_id, round, entry_id, game_id, colour) VALUES (1, {id}, {black}, {id}, 'B');"
            ))
            .unwrap();
        }
        migrate::up(&mut conn).unwrap();
        let all = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<BTreeSet<_>>();
        let apart = "SELECT entry_id || ' won ' || wins || ' byes ' || byes AS line FROM outcome";
        let expected = ["1 won 1 byes 1", "2 won 1 byes 1", "3 won 0 byes 1", "4 won 1 byes 0"];
        assert_eq!(lines(&mut conn, apart, apart), all(&expected));
        while migrate::down_one(&mut conn).unwrap() != "00000000000013" {}
        let together = "SELECT entry_id || ' won ' || wins AS line FROM outcome";
        assert_eq!(lines(&mut conn, together, together), all(&["1 won 2", "2 won 1", "3 won 1", "4 won 1"]));
    });
}
