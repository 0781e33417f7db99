//! A small register to look at: agencies, people, events with results, awards, notices and certificates.
//!
//! What has a use case is made by it; the rest is written into the tables as the use cases would leave it.

use super::register::TestRegister;
use super::server::TestServer;
use chrono::NaiveDate;
use qipin::domain::grade::Grade;
use qipin::domain::id_document::IdDocument;
use qipin::domain::name::search_key;
use qipin::domain::permission::Role;
use qipin::domain::register_number::RegisterNumber;
use qipin::service::certificate::{Issue, issue, open_code};
use qipin::service::event::{EventForm, create};
use qipin::service::results::seal_file;
use qipin::service::{Actor, Register, Staff, notice};
use qipin::store::award::NewAward;
use qipin::store::certificate::Certificate;
use qipin::store::entry::{NewEntry, NewGame, NewOutcome, NewSeat};
use qipin::store::event::Event;
use qipin::store::person::{NewIdDocument, NewPerson, Person};
use qipin::store::upload::NewUpload;
use qipin::store::{Conn, award, certificate, entry, event, person, upload};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::sync::atomic::{AtomicU32, Ordering};

/// A register with one agency and the people who work in it.
pub struct World {
    pub test: TestRegister,
    pub agency: i64,
    pub clerk: Staff,
    pub manager: Staff,
    pub reviewer: Staff,
    made: AtomicU32,
}

/// A certificate and the code printed on its current copy.
pub struct Paper {
    pub certificate: Certificate,
    pub code: String,
}

impl Paper {
    /// The address of its page, without the code.
    pub fn path(&self) -> String {
        let grade = Grade::from_rank(self.certificate.grade as u8).unwrap();
        format!("/c/{}/{}", grade.slug(), self.certificate.number)
    }

    /// The address that the code on the paper opens.
    pub fn coded(&self) -> String {
        format!("{}?k={}", self.path(), self.code)
    }
}

/// A player of a group: who, the grade held, the place, the wins and losses, the grade awarded.
pub struct Player<'a> {
    pub person: &'a Person,
    pub from: Option<Grade>,
    pub place: i64,
    pub score: (i64, i64),
    pub award: Option<Grade>,
}

/// A game between two players, by their places in the list.
pub struct Played {
    pub round: i64,
    pub black: usize,
    pub white: Option<usize>,
    pub result: &'static str,
    pub won_by: &'static str,
    pub margin_quarters: Option<i64>,
    pub handicap: i64,
    pub komi_half: Option<i64>,
}

impl Played {
    /// An even game that somebody won by resignation.
    pub fn even(round: i64, black: usize, white: usize, result: &'static str) -> Self {
        let won_by = if matches!(result, "B" | "W") { "resignation" } else { "unstated" };
        Self {
            round,
            black,
            white: Some(white),
            result,
            won_by,
            margin_quarters: None,
            handicap: 0,
            komi_half: Some(15),
        }
    }
}

/// A civil date.
pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A dan grade.
pub fn dan(n: u8) -> Grade {
    Grade::dan(n).unwrap()
}

impl World {
    /// A register in an SQLite file with the agency of Shanghai.
    pub fn new() -> Self {
        Self::on(TestRegister::new())
    }

    /// The same over a register at hand.
    pub fn on(test: TestRegister) -> Self {
        let agency = test.agency("310");
        let office = test.national_office();
        let (clerk, manager) = (test.account(Role::AgencyClerk, agency), test.account(Role::AgencyManager, agency));
        let reviewer = test.account(Role::NationalReviewer, office);
        Self { agency, clerk, manager, reviewer, test, made: AtomicU32::new(1) }
    }

    /// The register.
    pub fn register(&self) -> &Register {
        &self.test.register
    }

    /// A server over it that keeps nobody waiting.
    pub fn server(&self) -> TestServer {
        let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
        TestServer::start(AppState::new(self.register().clone(), settings))
    }

    /// Writes rows that no use case writes alone.
    pub fn write<T>(&self, body: impl FnOnce(&mut Conn) -> T) -> T {
        self.register()
            .write(Actor::System, |tx| {
                tx.nothing_to_record();
                Ok(body(tx.conn))
            })
            .unwrap()
    }

    /// A person of Shanghai.
    pub fn person(&self, name: &str, birth: &str) -> Person {
        self.person_of(name, birth, "310", |_| {})
    }

    /// A person with whatever else is set.
    pub fn person_of(&self, name: &str, birth: &str, region: &str, set: impl FnOnce(&mut NewPerson)) -> Person {
        let number = RegisterNumber::from_random(self.made.fetch_add(1, Ordering::SeqCst) * 7919).unwrap();
        let mut row = NewPerson {
            register_no: number.to_string(),
            name: name.to_owned(),
            name_key: search_key(name),
            sex: None,
            birth: (!birth.is_empty()).then(|| day(birth)),
            region: region.to_owned(),
            grade: None,
            state: "active".to_owned(),
            guardian_consent: false,
            publication_consent: false,
            merged_into: None,
            entered_by: self.agency,
            created_at: self.register().now(),
        };
        set(&mut row);
        self.write(|conn| {
            let id = person::insert(conn, &row).unwrap();
            person::by_id(conn, id).unwrap()
        })
    }

    /// Keeps a document of a person.
    pub fn document(&self, person: &Person, number: &str) {
        let read = IdDocument::read(number).unwrap();
        let keys = &self.register().keys;
        let row = NewIdDocument {
            person_id: person.id,
            kind: read.kind().code().to_owned(),
            sealed: keys.seal("test", read.expose().as_bytes()).unwrap(),
            blind_index: keys.blind_index("document", &read.normalised()),
            last4: read.last4().to_owned(),
            entered_by: self.agency,
            created_at: self.register().now(),
        };
        self.write(|conn| person::insert_id_document(conn, &row).unwrap());
    }

    /// An event that ended on a day, in a state.
    pub fn event(&self, name: &str, ends_on: &str, state: &str) -> Event {
        let form = EventForm {
            name: name.to_owned(),
            place: "上海棋院".to_owned(),
            level: "province".to_owned(),
            scheme: "open-test".to_owned(),
            starts_on: Some(day(ends_on) - chrono::Duration::days(1)),
            ends_on: Some(day(ends_on)),
            key: format!("event {name} {ends_on}"),
            ..EventForm::default()
        };
        let made = create(self.register(), &self.clerk, &form).unwrap();
        let now = self.register().now();
        self.write(|conn| {
            for step in ["filed", "approved", "submitted", "confirmed", "closed"] {
                event::step(conn, made.id, step, None, now, "").unwrap();
                if step == state {
                    break;
                }
            }
            event::set_state(conn, made.id, state).unwrap();
            event::by_id(conn, made.id).unwrap()
        })
    }

    /// An award of a person.
    pub fn award(&self, person: &Person, event: Option<&Event>, grade: Grade, state: &str) -> i64 {
        self.award_of(person, event, grade, state, |_| {})
    }

    /// An award with whatever else is set.
    pub fn award_of(
        &self,
        person: &Person,
        event: Option<&Event>,
        grade: Grade,
        state: &str,
        set: impl FnOnce(&mut NewAward),
    ) -> i64 {
        let granted = matches!(state, "granted" | "certified");
        let mut row = NewAward {
            person_id: person.id,
            event_id: event.map(|e| e.id),
            entry_id: None,
            from_grade: (grade.rank() > 1).then(|| i64::from(grade.rank()) - 1),
            grade: i64::from(grade.rank()),
            basis: if event.is_some() { "contest" } else { "appraisal" }.to_owned(),
            scheme_id: event.map(|e| e.scheme_id.clone()).unwrap_or_default(),
            scheme_version: event.map(|e| e.scheme_version.clone()).unwrap_or_default(),
            clause: "top".to_owned(),
            reason_zh: "7胜2负，40人中第3名，前30%升一级".to_owned(),
            reason_en: "7 wins, 2 losses, place 3 of 40; the first 30 % rise".to_owned(),
            state: state.to_owned(),
            agency_id: self.agency,
            granted_on: granted.then(|| self.register().today()),
            created_at: self.register().now(),
        };
        set(&mut row);
        self.write(|conn| {
            if granted {
                let held = qipin::store::person::by_id(conn, row.person_id).unwrap().grade;
                qipin::store::person::set_grade(conn, row.person_id, held.max(Some(row.grade))).unwrap();
            }
            award::insert(conn, &row).unwrap()
        })
    }

    /// Puts an award on notice; answers the reference.
    pub fn notice(&self, person: &Person, event: &Event, grade: Grade) -> String {
        let id = self.award(person, Some(event), grade, "confirmed");
        notice::publish(self.register(), &self.reviewer, &[id]).unwrap().references.remove(0)
    }

    /// Issues a certificate for a grade won at an event.
    pub fn certificate(&self, person: &Person, event: Option<&Event>, grade: Grade) -> Paper {
        let id = self.award(person, event, grade, "granted");
        self.issue(id)
    }

    /// Issues the certificate of a granted award.
    pub fn issue(&self, award: i64) -> Paper {
        let key = format!("issue {award}");
        let made = issue(self.register(), &self.manager, self.agency, &Issue::Awards(vec![award]), &key).unwrap();
        self.paper(made.certificates[0])
    }

    /// A certificate as it is now, with the code of its current copy.
    pub fn paper(&self, id: i64) -> Paper {
        let read = self.register().read(|conn| {
            let paper = certificate::by_id(conn, id)?;
            let copies = certificate::current_copies(conn, &[id])?;
            Ok((paper, copies))
        });
        let (certificate, copies) = read.unwrap();
        let code = open_code(&self.register().keys, &certificate, &copies[0]).unwrap().to_string();
        Paper { certificate, code }
    }

    /// The results of a group as a submission leaves them; answers the entries in the players' order.
    pub fn results(&self, event: &Event, group: &str, players: &[Player<'_>], games: &[Played]) -> Vec<i64> {
        let now = self.register().now();
        let place = (event.id, group, 1);
        let sealed = seal_file(&self.register().keys, place, "results", b"round,board\n").unwrap();
        self.write(|conn| {
            let upload_id = upload::insert(
                conn,
                &NewUpload {
                    event_id: event.id,
                    group_key: group.to_owned(),
                    version: 1,
                    results_name: "a.results.csv".to_owned(),
                    results_bytes: sealed,
                    results_sha256: "0".repeat(64),
                    players_name: None,
                    players_bytes: None,
                    players_sha256: None,
                    accepted: "yes".to_owned(),
                    answer: "{}".to_owned(),
                    current: true,
                    uploaded_by: self.clerk.account_id,
                    uploaded_at: now,
                },
            )
            .unwrap();
            let byes =
                |at: i64| games.iter().filter(|game| game.result == "bye" && game.black as i64 + 1 == at).count();
            let entries: Vec<i64> = (1..)
                .zip(players)
                .map(|(at, player)| self.player(conn, event, (upload_id, group), (at, byes(at) as i64), player))
                .collect();
            for (line, game) in (2..).zip(games) {
                play(conn, upload_id, line, &entries, game);
            }
            entries
        })
    }

    fn player(
        &self,
        conn: &mut Conn,
        event: &Event,
        (upload_id, group): (i64, &str),
        (at, byes): (i64, i64),
        it: &Player,
    ) -> i64 {
        let of_age = it.person.birth.is_some_and(|b| event.ends_on.years_since(b).is_some_and(|age| age >= 18));
        let id = entry::insert(
            conn,
            &NewEntry {
                upload_id,
                event_id: event.id,
                group_key: group.to_owned(),
                file_id: at.to_string(),
                line: at + 1,
                person_id: Some(it.person.id),
                name: it.person.name.clone(),
                sex: None,
                from_grade: it.from.map(|g| i64::from(g.rank())),
                match_state: "linked".to_owned(),
                minor: !of_age,
            },
        )
        .unwrap();
        let (wins, losses) = it.score;
        entry::insert_outcome(
            conn,
            &NewOutcome {
                entry_id: id,
                place: it.place,
                points: (wins + byes) * 2,
                wins,
                byes,
                losses,
                tiebreaks: r#"{"opponents":42,"beaten":20}"#.to_owned(),
                grade: it.award.map(|g| i64::from(g.rank())),
                clause: it.award.map(|_| "top".to_owned()),
                reason_zh: if it.award.is_some() { "前30%升一级" } else { "第4名，前30%只有1个名额" }.to_owned(),
                reason_en: if it.award.is_some() { "the first 30 % rise" } else { "place 4; 1 place at 30 %" }
                    .to_owned(),
            },
        )
        .unwrap();
        if let Some(grade) = it.award {
            let row = NewAward {
                person_id: it.person.id,
                event_id: Some(event.id),
                entry_id: Some(id),
                from_grade: it.from.map(|g| i64::from(g.rank())),
                grade: i64::from(grade.rank()),
                basis: "contest".to_owned(),
                scheme_id: event.scheme_id.clone(),
                scheme_version: event.scheme_version.clone(),
                clause: "top".to_owned(),
                reason_zh: "前30%升一级".to_owned(),
                reason_en: "the first 30 % rise".to_owned(),
                state: "granted".to_owned(),
                agency_id: self.agency,
                granted_on: None,
                created_at: self.register().now(),
            };
            // A test may have made the award itself.
            let made = award::of_event(conn, event.id).unwrap();
            if !made.iter().any(|a| a.person_id == row.person_id && a.grade == row.grade) {
                award::insert(conn, &row).unwrap();
            }
        }
        id
    }
}

fn play(conn: &mut Conn, upload_id: i64, line: i64, entries: &[i64], game: &Played) {
    let row = NewGame {
        upload_id,
        round: game.round,
        board: None,
        black_entry: entries[game.black],
        white_entry: game.white.map(|white| entries[white]),
        result: game.result.to_owned(),
        won_by: game.won_by.to_owned(),
        margin_quarters: game.margin_quarters,
        handicap: game.handicap,
        komi_half: game.komi_half,
        record: None,
        line,
    };
    let game_id = entry::insert_game(conn, &row).unwrap();
    let seats = [(Some(row.black_entry), "B"), (row.white_entry, "W")];
    for (entry_id, colour) in seats.into_iter().filter_map(|(id, colour)| Some((id?, colour))) {
        let seat = NewSeat { upload_id, round: row.round, entry_id, game_id, colour: colour.to_owned() };
        entry::insert_seat(conn, &seat).unwrap();
    }
}
