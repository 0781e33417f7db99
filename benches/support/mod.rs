//! A register of any size for measurements: agencies with a manager, events with entries and outcomes, persons,
//! granted awards. Every row goes through the store and every change is in the journal, so that
//! `qipin journal verify` finds nothing to say about what is measured.

// Several benches share this file, each using its part.
#![allow(dead_code)]

use chrono::{DateTime, Datelike, Duration, NaiveDate, Utc};
use qipin::clock::MovableClock;
use qipin::domain::area_code::areas_on;
use qipin::domain::name::search_key;
use qipin::domain::permission::Role;
use qipin::domain::register_number::RegisterNumber;
use qipin::domain::scheme::builtin;
use qipin::service::event::EventSettings;
use qipin::service::key_check;
use qipin::service::keys::{hex, random, sha256};
use qipin::service::outbox::account_mail_place;
use qipin::service::register::Policy;
use qipin::service::{Actor, Keys, Register, ServiceResult, Staff, Tx, account};
use qipin::store::account::NewAccount;
use qipin::store::agency::{self, NewAgency};
use qipin::store::award::{self, NewAward};
use qipin::store::entry::{self, Entry, NewEntry, NewGame, NewOutcome, NewSeat};
use qipin::store::event::{self, NewEvent, NewSchemeVersion};
use qipin::store::person::{self, NewPerson};
use qipin::store::upload::{self, NewUpload};
use qipin::store::{Place, Store};
use qipin::text::Lang;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Awards of one event.
pub const AWARDS_OF_AN_EVENT: usize = 100;

/// The scheme that the events run under.
const SCHEME: &str = "open-test";

/// An agency with its manager.
pub struct Office {
    /// The agency's id.
    pub id: i64,
    /// Its three digits.
    pub area: String,
    /// Who issues.
    pub manager: Staff,
}

/// Opens (or makes) the register in an SQLite file, with its key beside it as `qipin serve` expects.
pub fn open(path: &Path, clock: Arc<MovableClock>) -> Register {
    let key_file = path.with_extension("db.key");
    if !key_file.exists() {
        std::fs::write(&key_file, hex(&random::<32>().unwrap())).unwrap();
    }
    let keys = Keys::from_hex(&std::fs::read_to_string(&key_file).unwrap()).unwrap();
    let place = format!("sqlite:{}", path.display());
    let store = Store::open(&place, true, 4).unwrap();
    store.write(|conn| key_check::agree(conn, &keys)).unwrap();
    Register::new(store, clock, keys, Policy::default())
}

/// A clock standing at noon of the first of November.
pub fn clock_at(year: i32) -> Arc<MovableClock> {
    let noon: DateTime<Utc> = format!("{year}-11-01T04:00:00Z").parse().unwrap();
    Arc::new(MovableClock::frozen(noon))
}

/// The national office's agencies, one for each area, each with a manager.
pub fn offices(register: &Register) -> Vec<Office> {
    register
        .write(Actor::System, |tx| {
            let office = account::national_office(tx)?;
            keep_scheme(tx)?;
            let mut made = Vec::new();
            for area in areas_on(register.today()).filter(|area| area.code.to_string() != "000") {
                let code = area.code.to_string();
                let row = NewAgency {
                    code: code.clone(),
                    area_code: code.clone(),
                    name_zh: format!("{}围棋协会", area.name.zh),
                    name_en: format!("{} Weiqi Association", area.name.en),
                    level: "province".to_owned(),
                    parent_id: Some(office),
                    ceiling: 30,
                    state: "active".to_owned(),
                    valid_from: NaiveDate::from_ymd_opt(2010, 1, 1).unwrap(),
                    valid_to: None,
                    created_at: tx.now,
                };
                let id = agency::insert(tx.conn, &row)?;
                tx.record("agency.add", &format!("agency:{id}"), json!({"code": code, "state": row.state}));
                made.push(Office { id, area: code, manager: manager(register, tx, id, &row.code)? });
            }
            Ok(made)
        })
        .unwrap()
}

fn keep_scheme(tx: &mut Tx<'_>) -> ServiceResult<()> {
    let scheme = builtin(SCHEME, None).unwrap();
    let row = NewSchemeVersion {
        scheme_id: scheme.id.clone(),
        version: scheme.version.to_string(),
        toml: scheme.source_text().to_owned(),
        sha256: hex(&sha256(scheme.source_text().as_bytes())),
        recorded_at: tx.now,
    };
    event::insert_scheme_version(tx.conn, &row)?;
    tx.record("scheme.keep", &format!("scheme:{SCHEME}/{}", row.version), json!({"sha256": row.sha256}));
    Ok(())
}

fn manager(register: &Register, tx: &mut Tx<'_>, agency_id: i64, code: &str) -> ServiceResult<Staff> {
    let login = format!("manager.{code}");
    let mail = format!("{login}@example.cn");
    let row = NewAccount {
        login: login.clone(),
        name: "周经理".to_owned(),
        mail_sealed: register.keys.seal(&account_mail_place(&login), mail.as_bytes())?,
        mail_index: register.keys.blind_index("account mail", &mail),
        password_hash: None,
        role: Role::AgencyManager.key().to_owned(),
        agency_id,
        state: "active".to_owned(),
        lang: "zh".to_owned(),
        failures: 0,
        locked_until: None,
        created_at: tx.now,
    };
    let id = qipin::store::account::insert(tx.conn, &row)?;
    tx.record("account.invite", &account::subject(id), json!({"role": row.role, "state": row.state}));
    let role = Role::AgencyManager;
    Ok(Staff { account_id: id, name: row.name, login, role, agency_id, lang: Lang::Zh })
}

/// An approved event of an agency, without results.
pub fn approved(register: &Register, office: &Office, serial: usize) -> event::Event {
    register
        .write(Actor::System, |tx| {
            let last: NaiveDate = tx.now.date() - Duration::days(1);
            let row = NewEvent {
                slug: format!("{}-records-{serial}", office.area),
                agency_id: office.id,
                name: format!("第{serial}届{}业余围棋升段赛", office.area),
                place: "市棋院".to_owned(),
                level: "province".to_owned(),
                scheme_id: SCHEME.to_owned(),
                scheme_version: builtin(SCHEME, None).unwrap().version.to_string(),
                starts_on: last,
                ends_on: last,
                state: "approved".to_owned(),
                reopened: false,
                settings: EventSettings { groups: vec!["all".to_owned()], ..EventSettings::default() }.to_json(),
                revision: 0,
                created_at: tx.now,
            };
            let id = event::insert(tx.conn, &row)?;
            tx.record("event.approve", &format!("event:{id}"), json!({"state": "approved"}));
            Ok(event::by_id(tx.conn, id)?)
        })
        .unwrap()
}

/// Somebody who is to have an award: a person of the register, or nobody yet, and the rank of the grade.
#[derive(Clone, Copy)]
pub struct Winner {
    /// The person, where the register has one.
    pub person: Option<i64>,
    /// The grade's rank on the ladder.
    pub grade: i64,
}

/// Plays a closed event of as many players as there are `winners`, and grants each the award: rows of the event,
/// its upload, the entries, their outcomes, the persons and the awards. Answers the persons.
pub fn event(tx: &mut Tx<'_>, office: &Office, serial: usize, winners: &[Winner]) -> ServiceResult<(i64, Vec<i64>)> {
    let last: NaiveDate = tx.now.date() - Duration::days(30 + (serial % 300) as i64);
    let row = NewEvent {
        slug: format!("{}-{}-{serial}", office.area, last.year()),
        agency_id: office.id,
        name: format!("第{serial}届{}业余围棋升段赛", office.area),
        place: "市棋院".to_owned(),
        level: "province".to_owned(),
        scheme_id: SCHEME.to_owned(),
        scheme_version: builtin(SCHEME, None).unwrap().version.to_string(),
        starts_on: last - Duration::days(1),
        ends_on: last,
        state: "closed".to_owned(),
        reopened: false,
        settings: EventSettings { groups: vec!["all".to_owned()], ..EventSettings::default() }.to_json(),
        revision: 0,
        created_at: tx.now,
    };
    let event_id = event::insert(tx.conn, &row)?;
    tx.record("event.close", &format!("event:{event_id}"), json!({"state": "closed"}));
    let upload_id = upload::insert(
        tx.conn,
        &NewUpload {
            event_id,
            group_key: "all".to_owned(),
            version: 1,
            results_name: "a.results.csv".to_owned(),
            results_bytes: Vec::new(),
            results_sha256: hex(&sha256(row.slug.as_bytes())),
            players_name: None,
            players_bytes: None,
            players_sha256: None,
            accepted: "yes".to_owned(),
            answer: "{}".to_owned(),
            current: true,
            uploaded_by: office.manager.account_id,
            uploaded_at: tx.now,
        },
    )?;
    let persons = winners
        .iter()
        .map(|winner| winner.person.map_or_else(|| new_person(tx, office), Ok))
        .collect::<ServiceResult<Vec<i64>>>()?;
    let entries: Vec<NewEntry> = persons
        .iter()
        .enumerate()
        .map(|(at, person)| NewEntry {
            upload_id,
            event_id,
            group_key: "all".to_owned(),
            file_id: (at + 1).to_string(),
            line: at as i64 + 2,
            person_id: Some(*person),
            name: name_of(*person),
            sex: None,
            from_grade: None,
            match_state: "linked".to_owned(),
            minor: true,
        })
        .collect();
    entry::insert_all(tx.conn, &entries)?;
    let entries: Vec<i64> = entry::of_upload(tx.conn, upload_id)?.iter().map(|e| e.id).collect();
    let outcomes: Vec<NewOutcome> = entries.iter().zip(winners).enumerate().map(outcome).collect();
    entry::insert_outcomes(tx.conn, &outcomes)?;
    for (at, (entry_id, winner)) in entries.iter().zip(winners).enumerate() {
        let id = award::insert(
            tx.conn,
            &NewAward {
                person_id: persons[at],
                event_id: Some(event_id),
                entry_id: Some(*entry_id),
                from_grade: None,
                grade: winner.grade,
                basis: "contest".to_owned(),
                scheme_id: SCHEME.to_owned(),
                scheme_version: row.scheme_version.clone(),
                clause: "all-best".to_owned(),
                reason_zh: format!("前30%（第{}名，共{}名）", at + 1, entries.len()),
                reason_en: format!("top 30 % (place {} of {})", at + 1, entries.len()),
                state: "granted".to_owned(),
                agency_id: office.id,
                granted_on: Some(last),
                created_at: tx.now,
            },
        )?;
        tx.record("award.grant", &format!("award:{id}"), json!({"state": "granted"}));
    }
    Ok((event_id, persons))
}

fn outcome((at, (entry_id, winner)): (usize, (&i64, &Winner))) -> NewOutcome {
    NewOutcome {
        entry_id: *entry_id,
        place: at as i64 + 1,
        points: 14,
        wins: 7,
        byes: 0,
        losses: 2,
        tiebreaks: "{\"opponents\":\"88\"}".to_owned(),
        grade: Some(winner.grade),
        clause: Some("all-best".to_owned()),
        reason_zh: "前30%".to_owned(),
        reason_en: "top 30 %".to_owned(),
    }
}

/// An even game of two of an event's entries, won by black by 3¾ 子.
pub fn game(tx: &mut Tx<'_>, entries: &[Entry], round: i64, (black, white): (usize, usize)) -> ServiceResult<()> {
    let upload_id = entries[black].upload_id;
    let row = NewGame {
        upload_id,
        round,
        board: None,
        black_entry: entries[black].id,
        white_entry: Some(entries[white].id),
        result: "B".to_owned(),
        won_by: "count".to_owned(),
        margin_quarters: Some(15),
        handicap: 0,
        komi_half: Some(15),
        record: None,
        line: round + 1,
    };
    let game_id = entry::insert_game(tx.conn, &row)?;
    for (at, colour) in [(black, "B"), (white, "W")] {
        let seat = NewSeat { upload_id, round, entry_id: entries[at].id, game_id, colour: colour.to_owned() };
        entry::insert_seat(tx.conn, &seat)?;
    }
    Ok(())
}

fn new_person(tx: &mut Tx<'_>, office: &Office) -> ServiceResult<i64> {
    // Every register id once, in an order that jumps about: 3 to the 18th shares no factor with 10 to the 9th.
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let serial = NEXT.fetch_add(1, Ordering::Relaxed);
    let jumped = u64::from(serial) * 387_420_489 % 1_000_000_000;
    let number = RegisterNumber::from_payload(u32::try_from(jumped).unwrap()).unwrap();
    let name = name_of(i64::from(serial));
    let id = person::insert(
        tx.conn,
        &NewPerson {
            register_no: number.to_string(),
            name_key: search_key(&name),
            name,
            sex: None,
            birth: NaiveDate::from_ymd_opt(2012, 5, 17),
            region: office.area.clone(),
            grade: None,
            state: "active".to_owned(),
            guardian_consent: false,
            publication_consent: false,
            merged_into: None,
            entered_by: office.id,
            created_at: tx.now,
        },
    )?;
    tx.record("person.enter", &format!("person:{id}"), json!({"agency": office.id, "state": "active"}));
    Ok(id)
}

/// A name of three characters.
fn name_of(n: i64) -> String {
    const SURNAMES: &str = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜";
    const GIVEN: &str = "轩宇涵子睿梓浩博文欣怡雨泽晨思远嘉懿诗琪俊杰明哲若曦沐辰语桐安宁";
    let pick = |text: &str, n: i64| text.chars().nth(n.unsigned_abs() as usize % 32).unwrap_or('王');
    [pick(SURNAMES, n), pick(GIVEN, n / 32), pick(GIVEN, n / 1024 + n)].iter().collect()
}

/// The address of an open register's file.
pub fn file_of(register: &Register) -> &str {
    match register.store.place() {
        Place::Sqlite { path, .. } => path,
        Place::Postgres { url } => url,
    }
}
