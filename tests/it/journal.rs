//! The journal shows every hand that is laid on it, or on the tables it speaks of.

use crate::support::event as play;
use crate::support::fixture::World;
use crate::support::register::{TestRegister, postgres};
use diesel::connection::SimpleConnection;
use qipin::domain::permission::Role;
use qipin::service::Actor;
use qipin::service::certificate::{self, Issue, Sanction};
use qipin::service::journal_verify::{Kind, Problem, verify};
use qipin::service::keys::{hex, sha256};
use qipin::service::person::{self, Consent, ConsentForm};
use qipin::service::results::{self, Files};
use qipin::store::certificate as papers;
use qipin::store::certificate_step::{self, NewCertificateStep};

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
    let lost =
        |number: &str| found.iter().any(|f| f.0 == Kind::NotInTable && f.1 == format!("certificate:1d/{number}"));
    assert!(lost("310260003"), "{found:?}");
    assert!(lost("310260001") && lost("310260002"), "their copies are gone: {found:?}");
}

/// The one subject whose table was seen to differ.
fn differs(sql: &str) -> String {
    let found = after(sql);
    assert!(found.iter().all(|f| f.0 == Kind::TableDiffers && f.1 == found[0].1), "{found:?}");
    found[0].1.clone()
}

#[test]
fn whatever_decides_is_named_when_it_was_changed_behind_the_journal() {
    for (sql, kind) in [
        ("UPDATE award SET grade = 30 WHERE id = (SELECT min(id) FROM award)", "award:"),
        ("UPDATE award SET clause = 'x' WHERE id = (SELECT min(id) FROM award)", "award:"),
        ("UPDATE award SET person_id = (SELECT max(id) FROM person) WHERE id = (SELECT min(id) FROM award)", "award:"),
        ("UPDATE event SET settings = '{\"groups\":[\"all\"],\"lot_seed\":7}'", "event:"),
        ("UPDATE scheme_version SET toml = toml || '# more'", "scheme:"),
        ("UPDATE scheme_version SET sha256 = 'x'", "scheme:"),
        ("UPDATE upload SET results_sha256 = 'x'", "event:"),
        ("UPDATE upload SET players_bytes = NULL", "event:"),
        ("UPDATE upload SET answer = '{}'", "event:"),
        ("UPDATE kept_answer SET answer = '{}'", "event:"),
        ("UPDATE kept_answer SET account_id = account_id + 1", "event:"),
        ("UPDATE kept_answer SET at = '2026-01-01 00:00:00'", "event:"),
        ("UPDATE upload SET uploaded_by = uploaded_by + 1", "event:"),
        ("UPDATE upload SET uploaded_at = '2026-01-01 00:00:00'", "event:"),
        (
            "UPDATE certificate_copy SET holder = '李四' WHERE id = (SELECT min(id) FROM certificate_copy)",
            "certificate:",
        ),
        (
            "UPDATE certificate_copy SET state = 'superseded' WHERE id = (SELECT min(id) FROM certificate_copy)",
            "certificate:",
        ),
        (
            "UPDATE certificate SET superseded_by = (SELECT max(id) FROM certificate) \
             WHERE id = (SELECT min(id) FROM certificate)",
            "certificate:",
        ),
        ("UPDATE account SET role = 'national-admin' WHERE role = 'agency-clerk'", "account:"),
        (
            "UPDATE person SET merged_into = (SELECT min(id) FROM person), state = 'merged' \
             WHERE id = (SELECT max(id) FROM person)",
            "person:",
        ),
    ] {
        let subject = differs(sql);
        assert!(subject.starts_with(kind), "{subject}: {sql}");
    }
    // The bytes of a file and the hash that finds a copy, in the words of each database.
    let (file, hash) = match postgres() {
        Some(_) => ("'\\x00'::bytea", "'\\x01'::bytea"),
        None => ("X'00'", "X'01'"),
    };
    assert!(differs(&format!("UPDATE upload SET results_bytes = {file}")).starts_with("event:"));
    let copy =
        format!("UPDATE certificate_copy SET code_hash = {hash} WHERE id = (SELECT min(id) FROM certificate_copy)");
    assert_eq!(differs(&copy), "certificate:1d/310260001");
}

#[test]
fn an_upload_that_is_gone_or_that_nobody_sent_is_named() {
    let found = after("UPDATE upload SET version = 9");
    let kinds: Vec<Kind> = found.iter().map(|f| f.0).collect();
    assert_eq!(kinds, [Kind::NotInJournal, Kind::NotInTable]);
}

#[test]
fn every_submission_keeps_what_it_was_decided_on() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::submitted(&register, &crew, &play::files("卯", 10, "1级"));
    let kept = || register.register.read(|conn| Ok(qipin::store::kept_answer::after(conn, 0, 10)?)).unwrap();
    let first = kept();
    assert_eq!(first.len(), 1);
    qipin::service::event::return_results(&register.register, &crew.manager, &made.slug, "请核对").unwrap();
    // By then the deadline has passed, and the same file is answered otherwise.
    register.advance(chrono::Duration::days(40));
    let rubbish = Files { results: ("a.xml".to_owned(), b"<?xml version=\"1.0\"?><a/>".to_vec()), players: None };
    let refused = results::upload(&register.register, &crew.clerk, &made.slug, "all", &rubbish).unwrap();
    play::upload(&register, &crew, &made, &play::files("卯", 10, "1级"));
    qipin::service::results::submit(&register.register, &crew.clerk, &made.slug, "场馆停电，补录成绩").unwrap();
    let both = kept();
    assert_eq!((both.len(), &both[0]), (2, &first[0]), "the first submission's answer stays");
    assert!(both[1].2.answer.contains("W722") && !both[0].2.answer.contains("W722"));
    register.assert_journal_agrees();
    // What is published of it cannot be tried out: no digest that anybody can make of names and birth dates.
    let payloads = register.register.read(|conn| Ok(qipin::store::journal::before(conn, i64::MAX, 1000)?)).unwrap();
    for (_, _, kept) in &both {
        let open = hex(&sha256(kept.answer.as_bytes()));
        assert!(payloads.iter().all(|row| !row.payload.contains(&open)));
    }
    // An answer is that of one upload.
    for upload in [refused.upload_id, both[0].2.upload_id] {
        let sql = format!("UPDATE kept_answer SET upload_id = {upload} WHERE id = (SELECT min(id) FROM kept_answer)");
        let mut conn = register.register.store.reader().unwrap();
        conn.batch_execute(&sql).unwrap();
        drop(conn);
        let kinds: Vec<Kind> = verify(&register.register).unwrap().problems.iter().map(|p| p.kind).collect();
        assert_eq!(kinds, vec![Kind::TableDiffers; usize::from(upload == refused.upload_id)]);
    }
    for (sql, kind) in [
        ("UPDATE kept_answer SET answer = '{}' WHERE id = (SELECT min(id) FROM kept_answer)", Kind::TableDiffers),
        ("DELETE FROM kept_answer WHERE id = (SELECT min(id) FROM kept_answer)", Kind::NotInTable),
        (
            "INSERT INTO kept_answer (upload_id, answer, account_id, at) SELECT upload_id, answer, account_id, at \
             FROM kept_answer",
            Kind::NotInJournal,
        ),
    ] {
        let mut conn = register.register.store.reader().unwrap();
        conn.batch_execute(sql).unwrap();
        drop(conn);
        let problems = verify(&register.register).unwrap().problems;
        assert!(problems.iter().any(|p| p.kind == kind && p.subject == format!("event:{}", made.id)), "{problems:?}");
    }
}

#[test]
fn a_register_in_use_is_not_accused() {
    let register = lively();
    let office = register.agency("320");
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for _ in 0..60 {
                register.account(qipin::domain::permission::Role::AgencyClerk, office);
            }
        });
        let mut checks = 0;
        while !writer.is_finished() {
            register.assert_journal_agrees();
            checks += 1;
        }
        assert!(checks > 0);
        writer.join().unwrap();
    });
    register.assert_journal_agrees();
}

/// A register in which something was decided about names, agreed to for a child, and done to a certificate.
fn decided() -> TestRegister {
    let world = World::on(lively());
    let (register, admin) = (world.register(), world.test.account(Role::NationalAdmin, world.test.national_office()));
    let reviewer = &world.reviewer;
    let (child, other) = (world.person("李小明", "2015-05-01"), world.person("王建国", "1970-05-01"));
    // The fixture enters them without a word in the journal.
    register
        .write(Actor::System, |tx| {
            for one in [&child, &other] {
                tx.record("person.enter", &format!("person:{}", one.id), serde_json::json!({"state": "active"}));
            }
            Ok(())
        })
        .unwrap();
    let consent =
        |what, given| ConsentForm { what, given, who: "李立（父亲）".into(), on_day: Some(register.today()) };
    person::consent(register, &admin, child.id, &consent(Consent::Record, true)).unwrap();
    person::consent(register, &admin, child.id, &consent(Consent::Publication, true)).unwrap();
    person::consent(register, &admin, child.id, &consent(Consent::Record, false)).unwrap();
    person::withhold(register, &admin, other.id, "本人要求").unwrap();
    person::show_again(register, &admin, other.id, "本人撤回").unwrap();
    let paper = register.read(|conn| Ok(papers::by_number(conn, 26, "310260001")?)).unwrap();
    certificate::sanction(register, reviewer, paper.id, Sanction::Suspend, "身份待核实").unwrap();
    certificate::sanction(register, reviewer, paper.id, Sanction::Reinstate, "已核实").unwrap();
    world.test
}

#[test]
fn what_was_decided_about_a_name_agreed_to_or_done_to_a_certificate_cannot_be_edited_unseen() {
    let lay_hands = |sql: &str| {
        let register = decided();
        register.assert_journal_agrees();
        let mut conn = register.register.store.reader().unwrap();
        conn.batch_execute(sql).unwrap();
        drop(conn);
        let found = verify(&register.register).unwrap().problems;
        assert!(!found.is_empty(), "nobody noticed: {sql}");
        found
    };
    let sealed = if postgres().is_some() { "'\\x00'::bytea" } else { "X'00'" };
    for (table, what) in [
        ("person_step", "note = '另一个理由' WHERE step = 'withheld'".to_owned()),
        ("person_step", "step = 'withheld' WHERE step = 'shown'".to_owned()),
        ("person_step", "on_day = '2020-01-01' WHERE step = 'record-agreed'".to_owned()),
        ("person_step", format!("who_sealed = {sealed} WHERE step = 'publication-agreed'")),
        ("person_step", "account_id = (SELECT min(id) FROM account) WHERE step = 'record-withdrawn'".to_owned()),
        ("certificate_step", "note = '另一个理由' WHERE after = 'suspended'".to_owned()),
        ("certificate_step", "on_day = '2020-01-01' WHERE after = 'valid'".to_owned()),
    ] {
        let found = lay_hands(&format!("UPDATE {table} SET {what}"));
        assert!(found.iter().all(|problem| problem.kind == Kind::TableDiffers), "{what}: {found:?}");
        assert_eq!(found.len(), 1, "{what}: {found:?}");
    }
    for table in ["person_step", "certificate_step"] {
        let gone = lay_hands(&format!("DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})"));
        assert_eq!((gone.len(), gone[0].kind), (1, Kind::NotInTable), "{gone:?}");
    }
    let more = lay_hands(
        "INSERT INTO person_step (person_id, step, on_day, note, account_id, recorded_at) \
         SELECT person_id, step, on_day, note, account_id, recorded_at FROM person_step WHERE step = 'withheld'",
    );
    assert_eq!((more.len(), more[0].kind), (1, Kind::NotInJournal), "{more:?}");
    let hidden = lay_hands("UPDATE person SET hidden = TRUE WHERE id = (SELECT min(id) FROM person)");
    assert_eq!((hidden.len(), hidden[0].kind), (1, Kind::TableDiffers), "{hidden:?}");
}

/// What the check says of a register after somebody laid hands on its tables.
fn hands(register: &TestRegister, sql: &str) -> Vec<Problem> {
    register.assert_journal_agrees();
    let mut conn = register.register.store.reader().unwrap();
    conn.batch_execute(sql).unwrap();
    drop(conn);
    verify(&register.register).unwrap().problems
}

#[test]
fn a_reason_for_a_warning_that_was_edited_removed_or_added_is_named() {
    let first = "WHERE id = (SELECT min(id) FROM acknowledgement)";
    for (sql, kind) in [
        (format!("UPDATE acknowledgement SET reason = '另一个理由' {first}"), Kind::TableDiffers),
        (format!("UPDATE acknowledgement SET finding_key = 'x' {first}"), Kind::TableDiffers),
        (format!("UPDATE acknowledgement SET account_id = (SELECT max(id) FROM account) {first}"), Kind::TableDiffers),
        (format!("UPDATE acknowledgement SET at = '2026-01-01 00:00:00' {first}"), Kind::TableDiffers),
        (format!("DELETE FROM acknowledgement {first}"), Kind::NotInTable),
        (
            format!(
                "INSERT INTO acknowledgement (upload_id, finding_key, reason, account_id, at) \
                 SELECT upload_id, 'x', reason, account_id, at FROM acknowledgement {first}"
            ),
            Kind::NotInJournal,
        ),
    ] {
        let register = TestRegister::new();
        let crew = play::crew(&register, "310");
        let made = play::submitted(&register, &crew, &play::files("卯", 10, "1段"));
        let rows = register.register.read(|conn| Ok(qipin::store::journal::before(conn, i64::MAX, 100)?)).unwrap();
        let told = rows.iter().find(|row| row.action == "event.acknowledge").unwrap();
        assert!(told.payload.contains("\"code\":\"W726\"") && told.payload.contains("\"digest\":"), "{}", told.payload);
        let found = hands(&register, &sql);
        let of_it = |p: &Problem| format!("{} {}", p.found, p.expected).contains("acknowledgement ");
        assert!(found.len() == 1 && of_it(&found[0]), "{sql}: {found:?}");
        assert_eq!((found[0].kind, found[0].subject.as_str()), (kind, format!("event:{}", made.id).as_str()), "{sql}");
    }
}

#[test]
fn which_version_counts_is_in_the_journal() {
    let register = TestRegister::new();
    let crew = play::crew(&register, "310");
    let made = play::approved(&register, &crew);
    let files = play::files("卯", 10, "1级");
    play::upload(&register, &crew, &made, &files);
    play::upload(&register, &crew, &made, &play::turned(&files));
    // What cannot be read takes the place of nothing.
    let rubbish = Files { results: ("a.xml".to_owned(), b"<?xml version=\"1.0\"?><a/>".to_vec()), players: None };
    results::upload(&register.register, &crew.clerk, &made.slug, "all", &rubbish).unwrap();
    let found =
        hands(&register, "UPDATE upload SET current = FALSE; UPDATE upload SET current = TRUE WHERE version = 1");
    let said: Vec<(Kind, &str)> = found.iter().map(|p| (p.kind, p.found.as_str())).collect();
    let expected =
        [(Kind::TableDiffers, "upload all 1: counts true"), (Kind::TableDiffers, "upload all 2: counts false")];
    assert_eq!(said, expected);
}

#[test]
fn who_a_doubtful_player_was_decided_to_be_after_the_submission_is_covered() {
    let played = |decide: bool| {
        let register = TestRegister::new();
        let crew = play::crew(&register, "310");
        let row = |name: &str, birth: &str| format!("{name},男,{birth},1级,,,");
        let (one, other) = (row("王为民", "1990-01-02"), row("李建国", "1985-05-05"));
        play::confirmed(&register, &crew, &play::files_of(&[&one, &other]));
        register.advance(chrono::Duration::days(40));
        // A birth date that may be a slip.
        let (slip, third) = (row("王为民", "1990-01-03"), row("赵文博", "1981-05-05"));
        let files = play::files_of(&[&third, &slip]);
        match decide {
            true => drop(play::submitted(&register, &crew, &files)),
            false => {
                let made = play::approved(&register, &crew);
                play::upload(&register, &crew, &made, &files);
                results::submit(&register.register, &crew.clerk, &made.slug, "").unwrap();
                assert_eq!(play::cases(&register, &made).len(), 1);
            }
        }
        register
    };
    for (decided, sql, kind) in [
        (true, "UPDATE match_case SET reason = '另一个理由'", Kind::TableDiffers),
        (true, "UPDATE match_case SET candidates = '[]'", Kind::TableDiffers),
        (true, "UPDATE match_case SET account_id = (SELECT max(id) FROM account)", Kind::TableDiffers),
        (true, "UPDATE match_case SET person_id = (SELECT min(id) FROM person)", Kind::TableDiffers),
        (true, "UPDATE match_case SET decided_at = '2026-01-01 00:00:00'", Kind::TableDiffers),
        (true, "DELETE FROM match_case", Kind::NotInTable),
        (false, "UPDATE match_case SET candidates = '[]'", Kind::TableDiffers),
        (false, "DELETE FROM match_case", Kind::NotInTable),
    ] {
        let found = hands(&played(decided), sql);
        let of_it = |p: &Problem| format!("{} {}", p.found, p.expected).contains("case ");
        assert!(!found.is_empty() && found.iter().all(|p| p.kind == kind && of_it(p)), "{sql}: {found:?}");
    }
}

#[test]
fn a_step_from_before_the_first_that_the_journal_attests_is_what_an_older_program_recorded() {
    let world = World::on(lively());
    let (register, paper) =
        (world.register(), world.test.register.read(|c| Ok(papers::by_number(c, 26, "310260001")?)));
    let paper = paper.unwrap();
    // As an older program did it: the journal says the state, and the step holds no reason.
    let day = register.today();
    register
        .write(world.reviewer.actor(), |tx| {
            papers::set_state(tx.conn, paper.id, "suspended", day, None, None)?;
            let row = NewCertificateStep {
                certificate_id: paper.id,
                before: "valid".to_owned(),
                after: "suspended".to_owned(),
                on_day: day,
                note: String::new(),
                account_id: Some(world.reviewer.account_id),
                recorded_at: tx.now,
            };
            certificate_step::insert(tx.conn, &row)?;
            tx.record("certificate.suspend", "certificate:1d/310260001", serde_json::json!({"state": "suspended"}));
            Ok(())
        })
        .unwrap();
    certificate::sanction(register, &world.reviewer, paper.id, Sanction::Reinstate, "已核实").unwrap();
    let kinds = |found: Vec<Problem>| found.into_iter().map(|p| (p.kind, p.subject)).collect::<Vec<_>>();
    let subject = || "certificate:1d/310260001".to_owned();
    let edited = hands(&world.test, "UPDATE certificate_step SET note = '补写的理由' WHERE after = 'suspended'");
    assert_eq!(kinds(edited), [(Kind::NotInJournal, subject()), (Kind::NotInTable, subject())]);
    let register = lively();
    let inserted = hands(
        &register,
        "INSERT INTO certificate_step (id, certificate_id, before, after, on_day, note, recorded_at) \
         SELECT -1, id, 'valid', 'suspended', '2026-01-01', '', '2026-01-01 00:00:00' FROM certificate \
         WHERE number = '310260001'",
    );
    assert_eq!(kinds(inserted), [(Kind::NotInJournal, subject())]);
    let register = decided();
    let inserted = hands(
        &register,
        "INSERT INTO person_step (id, person_id, step, on_day, note, account_id, recorded_at) \
         SELECT -1, person_id, 'shown', on_day, note, account_id, '2026-01-01 00:00:00' FROM person_step \
         WHERE step = 'withheld'",
    );
    assert_eq!(inserted.iter().map(|p| p.kind).collect::<Vec<_>>(), [Kind::NotInJournal]);
}
