//! One of everything that belongs to an agency, for tests of who may reach it.

use super::register::TestRegister;
use chrono::NaiveDate;
use qipin::domain::permission::Role;
use qipin::domain::results::Entry;
use qipin::domain::running::RunSettings;
use qipin::domain::scheme;
use qipin::service::{Actor, Keys, ServiceResult, Tx, results, running};
use qipin::store::running as stored_running;
use qipin::store::{
    Conn, award, bar, certificate, entry, event, game_record, outbox, pairing, person, print_job, record_source,
    result_slip, upload,
};

/// Ids of things of one agency.
#[derive(Clone, Debug)]
pub struct Things {
    /// Code of the agency.
    pub agency: String,
    agency_id: i64,
    account: i64,
    person: i64,
    event: i64,
    upload: i64,
    entry: i64,
    award: i64,
    notice: i64,
    objection: i64,
    certificate: i64,
    group: String,
    print: i64,
    change: i64,
    bar: i64,
    mail: i64,
    record: i64,
    pairing: i64,
    slip: i64,
    grade: String,
    number: String,
}

impl Things {
    /// Makes them.
    pub fn of(test: &TestRegister, code: &str) -> Self {
        let agency_id = test.agency(code);
        let account = test.account(Role::Referee, agency_id).account_id;
        test.register.write(Actor::System, |tx| make(tx, &test.register.keys, code, agency_id, account)).unwrap()
    }

    /// What stands for a variable part of an address: its name, or the part before it where it is just `{id}`.
    pub fn value(&self, name: &str, before: &str) -> String {
        let kind = if name == "id" { before.trim_end_matches('s') } else { name };
        let id = match kind {
            "agency" => return self.agency.clone(),
            "token" => return "0".repeat(64),
            "slug" => return format!("event-{}", self.agency),
            "group" => return self.group.clone(),
            "version" => return "1".to_owned(),
            "grade" => return self.grade.clone(),
            "number" => return self.number.clone(),
            "file" => return "results.csv".to_owned(),
            "part" => return "results".to_owned(),
            // Of the group that is run here.
            "member" | "round" | "board" => return "1".to_owned(),
            "print" => self.print,
            "change" => self.change,
            "bar" => self.bar,
            "mail" => self.mail,
            "record" => self.record,
            "pairing" => self.pairing,
            "slip" => self.slip,
            "agency_id" => self.agency_id,
            "account" => self.account,
            "person" | "people" => self.person,
            "event" => self.event,
            "upload" => self.upload,
            "entry" => self.entry,
            "award" => self.award,
            "notice" => self.notice,
            "objection" => self.objection,
            "certificate" => self.certificate,
            other => panic!("say in `Things` what stands for {{{other}}} in addresses"),
        };
        id.to_string()
    }
}

fn make(tx: &mut Tx<'_>, keys: &Keys, code: &str, agency_id: i64, account: i64) -> ServiceResult<Things> {
    let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
    let now = tx.now;
    let rules = scheme::builtin("open-test", None).unwrap();
    let group = rules.groups[0].id.clone();
    let conn = &mut *tx.conn;
    event::insert_scheme_version(
        conn,
        &event::NewSchemeVersion {
            scheme_id: "open-test".into(),
            version: format!("test-{code}"),
            toml: rules.source_text().to_owned(),
            sha256: "0".repeat(64),
            recorded_at: now,
        },
    )?;
    let person = person::insert(
        conn,
        &person::NewPerson {
            register_no: format!("P-{code}"),
            name: "王芳".into(),
            name_key: "王芳".into(),
            sex: None,
            birth: None,
            region: code[..3].into(),
            grade: Some(28),
            state: "active".into(),
            guardian_consent: false,
            publication_consent: true,
            merged_into: None,
            entered_by: agency_id,
            created_at: now,
        },
    )?;
    let event = event::insert(
        conn,
        &event::NewEvent {
            slug: format!("event-{code}"),
            agency_id,
            name: "秋季升段赛".into(),
            place: "体育馆".into(),
            level: "city".into(),
            scheme_id: "open-test".into(),
            scheme_version: format!("test-{code}"),
            starts_on: day(14),
            ends_on: day(15),
            state: "draft".into(),
            reopened: false,
            settings: serde_json::json!({"groups": [&group], "lot_seed": 1}).to_string(),
            revision: 1,
            created_at: now,
        },
    )?;
    let upload = upload::insert(
        conn,
        &upload::NewUpload {
            event_id: event,
            group_key: group.clone(),
            version: 1,
            results_name: "a.results.csv".into(),
            results_bytes: results::seal_file(keys, (event, &group, 1), "results", b"")?,
            results_sha256: "0".repeat(64),
            players_name: None,
            players_bytes: None,
            players_sha256: None,
            accepted: "yes".into(),
            answer: "{}".into(),
            current: true,
            uploaded_by: account,
            uploaded_at: now,
        },
    )?;
    let mut entries = Vec::new();
    for line in 1..=2 {
        entries.push(entry::insert(
            conn,
            &entry::NewEntry {
                upload_id: upload,
                event_id: event,
                group_key: group.clone(),
                file_id: line.to_string(),
                line,
                person_id: Some(person),
                name: "王芳".into(),
                sex: None,
                from_grade: Some(28),
                match_state: "linked".into(),
                minor: false,
            },
        )?);
    }
    let mut awards = Vec::new();
    for (entry_id, grade, state) in [(entries[0], 29, "on-notice"), (entries[1], 28, "certified")] {
        awards.push(award::insert(
            conn,
            &award::NewAward {
                person_id: person,
                event_id: Some(event),
                entry_id: Some(entry_id),
                from_grade: Some(27),
                grade,
                basis: "contest".into(),
                scheme_id: "open-test".into(),
                scheme_version: format!("test-{code}"),
                clause: "all-30".into(),
                reason_zh: "前三成".into(),
                reason_en: "among the first 30 %".into(),
                state: state.into(),
                agency_id,
                granted_on: None,
                created_at: now,
            },
        )?);
    }
    let notice = award::insert_notice(
        conn,
        &award::NewNotice {
            reference: format!("N-{code}"),
            award_id: awards[0],
            opened_at: now,
            ends_at: now + chrono::Duration::days(8),
            held_since: Some(now),
            state: "held".into(),
            closed_at: None,
            opened_by: Some(account),
        },
    )?;
    let objection = award::insert_objection(
        conn,
        &award::NewObjection {
            receipt: format!("R-{code}"),
            notice_id: notice,
            sender_sealed: Vec::new(),
            sender_index: Vec::new(),
            lang: "zh".into(),
            body: "第三轮的成绩有误。".into(),
            state: "open".into(),
            filed_at: now,
            decided_at: None,
            decided_by: None,
            decision: None,
        },
    )?;
    let certificate = certificate::insert(
        conn,
        &certificate::NewCertificate {
            award_id: awards[1],
            person_id: person,
            agency_id,
            grade: 28,
            number: format!("{}26{:04}", &code[..3], agency_id),
            holder: "王芳".into(),
            issuer_zh: "协会".into(),
            issuer_en: "association".into(),
            event_name: "秋季升段赛".into(),
            face: "{}".into(),
            issued_on: day(18),
            state: "valid".into(),
            state_on: day(18),
            state_reason: None,
            superseded_by: None,
        },
    )?;
    let print = print_job::insert(
        conn,
        &print_job::NewPrintJob {
            agency_id,
            event_id: Some(event),
            account_id: account,
            paper: "a4".into(),
            state: "queued".into(),
            certificates: format!("[{certificate}]"),
            total: 1,
            printed: 0,
            refused: "[]".into(),
            file: None,
            created_at: now,
            finished_at: None,
        },
    )?;
    let change = person::insert_person_change(
        conn,
        &person::NewPersonChange {
            person_id: person,
            field: "region".into(),
            old_value: "110".into(),
            new_value: code[..3].into(),
            kind: "typo".into(),
            effective_on: day(16),
            recorded_at: now,
            account_id: account,
            reason: "笔误".into(),
            undone_at: None,
        },
    )?;
    let bar = bar::insert(
        conn,
        &bar::NewBar {
            person_id: person,
            from_on: day(17),
            until_on: None,
            reason: "代打".into(),
            account_id: account,
            recorded_at: now,
        },
    )?;
    let mail = outbox::insert(
        conn,
        &outbox::NewOutgoing {
            account_id: Some(account),
            to_sealed: Vec::new(),
            kind: "event-filed".into(),
            lang: "zh".into(),
            payload: "{}".into(),
            state: "dead".into(),
            attempts: 9,
            due_at: now,
            leased_until: None,
            last_error: Some("no such mailbox".into()),
            created_at: now,
            sent_at: None,
        },
    )?;
    make_running(conn, keys, (event, &group), account, now)?;
    let game = pairing::NewPairing {
        event_id: event,
        group_key: group.clone(),
        round: 1,
        black_file: "1".into(),
        white_file: "2".into(),
    };
    pairing::insert_all(conn, std::slice::from_ref(&game))?;
    let pairing = pairing::of_group(conn, event, &group)?[0].id;
    let digest = format!("{agency_id:064x}");
    let bytes = keys.seal(&format!("record/{digest}"), super::records::game(0, "王芳", "李明").as_slice())?;
    let source = record_source::NewRecordSource { sha256: digest.clone(), bytes, size: 1, first_at: now };
    record_source::insert_all(conn, &[&source])?;
    let source_id = record_source::ids_of(conn, std::slice::from_ref(&digest))?[0].1;
    let row = game_record::NewGameRecord {
        event_id: event,
        group_key: group.clone(),
        source_id,
        part: 0,
        name: "1.sgf".into(),
        pairing_id: Some(pairing),
        placed_by: Some("hand".into()),
        state: "waiting".into(),
        stones: None,
        whole_key: None,
        uploaded_by: account,
        uploaded_at: now,
    };
    game_record::insert_all(conn, &[row])?;
    let record = game_record::of_group(conn, event, &group)?[0].id;
    let photo = result_slip::NewSlip {
        pairing_id: pairing,
        sha256: digest.clone(),
        mime: "image/png".into(),
        bytes: keys.seal(&format!("slip/{pairing}/{digest}"), b"\x89PNG\r\n\x1a\n".as_slice())?,
        uploaded_by: account,
        uploaded_at: now,
    };
    let slip = result_slip::insert(conn, &photo)?;
    tx.record("test.things", &format!("agency:{agency_id}"), serde_json::json!({}));
    let (entry, award) = (entries[0], awards[0]);
    let agency = code.to_owned();
    Ok(Things {
        agency,
        agency_id,
        account,
        person,
        event,
        upload,
        entry,
        award,
        notice,
        objection,
        certificate,
        group,
        print,
        change,
        bar,
        mail,
        record,
        pairing,
        slip,
        grade: "3d".to_owned(),
        number: format!("{}26{agency_id:04}", &code[..3]),
    })
}

/// A group that is run here, with two players at the board of its first round.
fn make_running(
    conn: &mut Conn,
    keys: &Keys,
    (event, group): (i64, &str),
    account: i64,
    now: chrono::NaiveDateTime,
) -> ServiceResult<()> {
    let row = stored_running::NewRunningGroup {
        event_id: event,
        group_key: group.to_owned(),
        settings: RunSettings::default().to_json(),
        numbered: true,
        started_by: account,
        started_at: now,
    };
    let run_id = stored_running::insert(conn, &row)?;
    for ordinal in 1..=2 {
        let entry = Entry { name: format!("棋手{ordinal}"), ..Entry::default() };
        let row = stored_running::NewRunningPlayer {
            run_id,
            ordinal,
            number: ordinal,
            sealed: running::seal(keys, (run_id, ordinal), &entry)?,
            joined: 1,
            left_from: None,
            absent: String::new(),
        };
        stored_running::insert_players(conn, &[row])?;
    }
    let round = stored_running::NewRunningRound {
        run_id,
        round: 1,
        state: "open".into(),
        reopened: false,
        paired_by: account,
        paired_at: now,
    };
    let round_id = stored_running::insert_round(conn, &round)?;
    let board = stored_running::NewRunningBoard { round_id, board: 1, black: 1, white: Some(2), result: String::new() };
    stored_running::insert_boards(conn, &[board])?;
    Ok(())
}
