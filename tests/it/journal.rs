//! The journal shows every hand that is laid on it, or on the tables it speaks of.

use crate::support::event as play;
use crate::support::register::{TestRegister, postgres};
use diesel::connection::SimpleConnection;
use qipin::service::certificate::{self, Issue};
use qipin::service::journal_verify::{Kind, verify};

fn lively() -> TestRegister {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::confirmed(&register, &crew, &play::files("卯", 10, "1级"));
    certificate::issue(&register.register, &crew.manager, made.agency_id, &Issue::Event(made.id), "k").unwrap();
    register
}

/// What the check says after somebody changed the database behind our back.
fn after(sql: &str) -> Vec<(Kind, String, Option<i64>)> {
    let register = lively();
    register.assert_journal_agrees();
    let mut conn = register.register.store.reader().unwrap();
    let unchecked = match postgres() {
        Some(_) => "SET session_replication_role = replica",
        None => "PRAGMA foreign_keys = OFF",
    };
    conn.batch_execute(&format!("{unchecked}; {sql}")).unwrap();
    drop(conn);
    let answer = verify(&register.register).unwrap();
    assert!(!answer.problems.is_empty(), "nobody noticed: {sql}");
    answer.problems.into_iter().map(|p| (p.kind, p.subject, p.seq)).collect()
}

#[test]
fn an_edited_row_is_named() {
    let found = after("UPDATE journal SET actor = 'account:99' WHERE seq = 5");
    assert_eq!(found.iter().map(|f| (f.0, f.2)).collect::<Vec<_>>(), [(Kind::Edited, Some(5))]);
}

#[test]
fn a_removed_row_is_named_by_the_one_after_it() {
    let found = after("DELETE FROM journal WHERE seq = 6");
    assert!(found.contains(&(Kind::Missing, found[0].1.clone(), Some(7))), "{found:?}");
}

#[test]
fn swapped_rows_are_named() {
    let found = after(
        "UPDATE journal SET seq = -1 WHERE seq = 8; UPDATE journal SET seq = 8 WHERE seq = 9; \
         UPDATE journal SET seq = 9 WHERE seq = -1",
    );
    assert!(found.iter().any(|f| f.2 == Some(8)) && found.iter().any(|f| f.2 == Some(9)), "{found:?}");
}

#[test]
fn an_inserted_row_is_named() {
    let found = after(
        "INSERT INTO journal SELECT (SELECT max(seq) + 1 FROM journal), at, actor, action, subject, payload, hash, hash \
         FROM journal ORDER BY seq DESC LIMIT 1",
    );
    assert!(found.iter().any(|f| f.0 == Kind::Edited || f.0 == Kind::CutOff), "{found:?}");
}

#[test]
fn a_journal_cut_off_at_its_end_is_noticed() {
    let found = after("DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)");
    assert!(found.iter().any(|f| f.0 == Kind::CutOff), "{found:?}");
}

#[test]
fn a_state_changed_behind_the_journal_is_named() {
    let found = after("UPDATE certificate SET state = 'revoked' WHERE number = '310260002'");
    assert_eq!(
        found.iter().map(|f| (f.0, f.1.as_str())).collect::<Vec<_>>(),
        [(Kind::TableDiffers, "certificate:1d/310260002")]
    );
}

#[test]
fn a_holder_changed_behind_the_journal_is_named() {
    let found = after("UPDATE certificate SET holder = '李四' WHERE number = '310260001'");
    assert_eq!(
        found.iter().map(|f| (f.0, f.1.as_str())).collect::<Vec<_>>(),
        [(Kind::TableDiffers, "certificate:1d/310260001")]
    );
}

#[test]
fn a_row_that_the_journal_never_heard_of_is_named() {
    let found = after(
        "INSERT INTO agency (code, area_code, name_zh, name_en, level, parent_id, ceiling, state, valid_from, created_at) \
         SELECT '999', '999', 'x', 'x', 'province', parent_id, 1, 'active', valid_from, created_at FROM agency LIMIT 1",
    );
    assert!(found.iter().all(|f| f.0 == Kind::NotInJournal), "{found:?}");
}

#[test]
fn a_deleted_row_is_named() {
    let found = after("DELETE FROM certificate_copy; DELETE FROM certificate WHERE number = '310260003'");
    assert!(found.contains(&(Kind::NotInTable, "certificate:1d/310260003".to_owned(), found[0].2)), "{found:?}");
}
