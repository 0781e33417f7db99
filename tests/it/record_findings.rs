//! What records say against results: planted lies are found, and nothing true is accused.

use crate::support::event::{self as play, Crew};
use crate::support::records::{cut, game, lying, put, turned};
use crate::support::register::{TestRegister, with_register};
use qipin::domain::finding::{Finding, Severity};
use qipin::service::event::{self, EventForm, RecordSettings, Verdict};
use qipin::service::records::{self, RuledResult, RulingForm, RulingKind};
use qipin::service::{ServiceError, results};
use qipin::store::event::Event;
use qipin::store::pairing;

const PLAYERS: [&str; 4] = ["陈一鸣", "林小满", "周子墨", "吴浩然"];

/// What each of our games is declared as, in the words of a result file; the winner is Black where it says B.
const DECLARED: [&str; 6] = ["B+1.75子", "B+33.5", "W+1.25子", "B+21.5", "B+19.75子", "B+9.5"];

/// The games: round, board, Black, White.
const GAMES: [(u16, u16, usize, usize); 6] =
    [(1, 1, 1, 4), (1, 2, 2, 3), (2, 1, 1, 2), (2, 2, 3, 4), (3, 1, 1, 3), (3, 2, 2, 4)];

fn results_of(said: &[&str; 6]) -> results::Files {
    let mut players = String::from("id,name,sex,birth,grade,certificate,register,document\n");
    for (id, name) in (1..).zip(PLAYERS) {
        players.push_str(&format!("{id},{name},男,1990-01-01,5级,,,\n"));
    }
    let mut results = String::from("round,board,black,white,result,handicap,komi,game\n");
    for ((round, board, black, white), result) in GAMES.iter().zip(said) {
        results.push_str(&format!("{round},{board},{black},{white},{result},,7.5,\n"));
    }
    results::Files {
        results: ("a.results.csv".to_owned(), results.into_bytes()),
        players: Some(("a.players.csv".to_owned(), players.into_bytes())),
    }
}

fn record(number: usize) -> Vec<u8> {
    let (_, _, black, white) = GAMES[number];
    game(number, PLAYERS[black - 1], PLAYERS[white - 1])
}

fn approved(test: &TestRegister, crew: &Crew, records: RecordSettings) -> Event {
    let form = EventForm { records, ..play::form(test) };
    let made = event::create(&test.register, &crew.clerk, &form).unwrap();
    event::file(&test.register, &crew.clerk, &made.slug).unwrap();
    event::decide_filing(&test.register, &crew.reviewer, &made.slug, &Verdict::Approve).unwrap();
    made
}

/// An event with results and records, recounted.
fn played(test: &TestRegister, said: &[&str; 6], records: &[(usize, Vec<u8>)]) -> (Crew, Event) {
    let crew = play::crew(test, "310");
    let made = approved(test, &crew, RecordSettings::default());
    results::upload(&test.register, &crew.clerk, &made.slug, "all", &results_of(said)).unwrap();
    send(test, &crew, &made, records);
    (crew, made)
}

fn send(test: &TestRegister, crew: &Crew, made: &Event, records: &[(usize, Vec<u8>)]) {
    let files: Vec<(String, Vec<u8>)> =
        records.iter().map(|(number, bytes)| (format!("{number}.sgf"), bytes.clone())).collect();
    records::send(&test.register, &crew.clerk, &made.slug, "all", &files).unwrap();
    while records::recount_due(&test.register, 0).unwrap().last > 0 {}
}

/// The findings about games and records.
fn findings(test: &TestRegister, crew: &Crew, made: &Event, said: &[&str; 6]) -> Vec<Finding> {
    let report = results::dry_run(&test.register, &crew.clerk, &made.slug, "all", &results_of(said)).unwrap();
    report.findings.into_iter().filter(|one| one.code[1..].starts_with('8')).collect()
}

fn codes(found: &[Finding]) -> Vec<(&'static str, Option<u16>, Option<u16>)> {
    found.iter().map(|one| (one.code, one.round, one.board)).collect()
}

fn all() -> Vec<(usize, Vec<u8>)> {
    (0..6).map(|number| (number, record(number))).collect()
}

#[test]
fn records_that_agree_with_the_results_say_nothing_against_them() {
    with_register(|test| {
        let (crew, made) = played(test, &DECLARED, &all());
        assert_eq!(codes(&findings(test, &crew, &made, &DECLARED)), []);
    });
}

#[test]
fn planted_lies_are_found_each_on_its_game() {
    with_register(|test| {
        let mut said = DECLARED;
        // The results give the first game to the other side, and the second another margin.
        said[0] = "W+1.75子";
        said[1] = "B+23.5";
        let mut records = all();
        // A stone on a stone.
        let text = String::from_utf8(record(3)).unwrap();
        let first = text.find(";B[").unwrap();
        let point = &text[first + 3..first + 5];
        records[3].1 = text.replacen(&text[first + 6..first + 12], &format!(";W[{point}]"), 1).into_bytes();
        // Played in another year.
        records[4].1 = put(&text_with_date(4), "DT", "2019-05-01").into_bytes();
        let (crew, made) = played(test, &said, &records);
        let found = findings(test, &crew, &made, &said);
        let has = |code: &str, number: usize| {
            let (round, board, ..) = GAMES[number];
            found.iter().any(|one| one.code == code && one.round == Some(round) && one.board == Some(board))
        };
        assert!(has("E811", 0) && has("E823", 0), "{:?}", codes(&found));
        assert!(has("W813", 1) && has("W824", 1), "{:?}", codes(&found));
        assert!(has("E812", 3), "{:?}", codes(&found));
        assert!(has("W820", 4), "{:?}", codes(&found));
        for number in [2, 5] {
            let (round, board, ..) = GAMES[number];
            let accused = found.iter().any(|one| one.round == Some(round) && one.board == Some(board));
            assert!(!accused, "nothing true is accused: {:?}", codes(&found));
        }
    });
}

fn text_with_date(number: usize) -> String {
    String::from_utf8(record(number)).unwrap().replacen("RU[", "DT[2026-11-20]RU[", 1)
}

#[test]
fn a_game_that_was_sent_before_is_found_turned_renamed_and_cut_off() {
    with_register(|test| {
        let (crew, made) = played(test, &DECLARED, &all());
        // Another agency, another event: the same games under other names.
        let other = play::crew(test, "320");
        let again = approved(test, &other, RecordSettings::default());
        results::upload(&test.register, &other.clerk, &again.slug, "all", &results_of(&DECLARED)).unwrap();
        let signed = |bytes: Vec<u8>, number: usize| {
            let (_, _, black, white) = GAMES[number];
            let text = put(&String::from_utf8(bytes).unwrap(), "PB", PLAYERS[black - 1]);
            put(&text, "PW", PLAYERS[white - 1]).into_bytes()
        };
        // Game 5 of the one is sent as game 0 of the other, turned with the colours exchanged; 1 as 1 turned and cut off.
        let records = [(0, signed(turned(&record(5), true), 0)), (1, signed(cut(&turned(&record(1), false), 6), 1))];
        send(test, &other, &again, &records);
        let found = findings(test, &other, &again, &DECLARED);
        let reused: Vec<&Finding> = found.iter().filter(|one| one.code == "E825").collect();
        assert_eq!(reused.iter().map(|one| one.round).collect::<Vec<_>>(), [Some(1), Some(1)], "{:?}", codes(&found));
        assert!(reused.iter().all(|one| one.zh.contains("测试升段赛")), "{:?}", reused[0].zh);
        // Both sides learn of it, and nobody is named.
        let first = findings(test, &crew, &made, &DECLARED);
        assert_eq!(first.iter().filter(|one| one.code == "E825").count(), 2, "{:?}", codes(&first));
        assert!(found.iter().chain(&first).all(|one| PLAYERS.iter().all(|name| !one.zh.contains(name))));
    });
}

#[test]
fn a_contradicted_result_stops_the_submission_until_a_referee_has_ruled() {
    with_register(|test| {
        let mut said = DECLARED;
        said[0] = "W+1.75子";
        let (crew, made) = played(test, &said, &[(0, record(0))]);
        let refused = results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap_err();
        assert!(matches!(refused, ServiceError::Refused { key: "refusal.results_blocked", .. }), "{refused:?}");
        let pairing = test.register.read(|conn| Ok(pairing::of_group(conn, made.id, "all")?)).unwrap()[0].id;
        let form = RulingForm {
            pairing,
            record: None,
            kind: RulingKind::Stones,
            result: Some(RuledResult::Black),
            margin_quarters: Some(7),
            dead: Vec::new(),
            article: "第九条".to_owned(),
            note: "复核棋谱，黑胜".to_owned(),
        };
        let (id, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap();
        if !in_force {
            let referee = test.account(qipin::domain::permission::Role::Referee, test.agency("310"));
            records::agree(&test.register, &referee, &made.slug, id).unwrap();
        }
        let found = findings(test, &crew, &made, &said);
        assert_eq!(codes(&found), [("I833", Some(1), Some(1))]);
        assert!(found.iter().all(|one| one.severity == Severity::Info));
        play::upload(test, &crew, &made, &results_of(&said));
        results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
    });
}

#[test]
fn a_record_that_comes_after_the_submission_and_contradicts_it_stops_the_confirmation() {
    with_register(|test| {
        let mut said = DECLARED;
        said[0] = "W+1.75子";
        let crew = play::crew(test, "310");
        let made = approved(test, &crew, RecordSettings::default());
        play::upload(test, &crew, &made, &results_of(&said));
        results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
        send(test, &crew, &made, &[(0, record(0))]);
        let refused = event::confirm(&test.register, &crew.manager, &made.slug).unwrap_err();
        assert!(matches!(refused, ServiceError::Refused { key: "refusal.games_contradicted", .. }), "{refused:?}");
    });
}

#[test]
fn an_event_that_asks_for_records_says_which_are_missing_the_same_ones_each_time() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = approved(test, &crew, RecordSettings { sample_percent: 50, ..RecordSettings::default() });
        results::upload(&test.register, &crew.clerk, &made.slug, "all", &results_of(&DECLARED)).unwrap();
        let missing = codes(&findings(test, &crew, &made, &DECLARED));
        assert!(missing.iter().all(|(code, ..)| *code == "W828"), "{missing:?}");
        assert_eq!(missing, codes(&findings(test, &crew, &made, &DECLARED)));
        let everything = approved(test, &crew, RecordSettings { sample_percent: 100, ..RecordSettings::default() });
        results::upload(&test.register, &crew.clerk, &everything.slug, "all", &results_of(&DECLARED)).unwrap();
        assert_eq!(codes(&findings(test, &crew, &everything, &DECLARED)).len(), 6);
        // An award rests on the games that its player won.
        let by_grade = approved(test, &crew, RecordSettings { required_from: Some(1), ..RecordSettings::default() });
        results::upload(&test.register, &crew.clerk, &by_grade.slug, "all", &results_of(&DECLARED)).unwrap();
        assert_eq!(codes(&findings(test, &crew, &by_grade, &DECLARED)).len(), 3, "those of the one who is promoted");
    });
}

#[test]
fn what_a_lying_record_declares_is_compared_with_the_results() {
    with_register(|test| {
        let (_, _, black, white) = GAMES[5];
        let lie = lying(5, PLAYERS[black - 1], PLAYERS[white - 1], "W+9.5");
        let (crew, made) = played(test, &DECLARED, &[(5, lie)]);
        let found = codes(&findings(test, &crew, &made, &DECLARED));
        assert_eq!(found, [("E823", Some(3), Some(2))]);
    });
}
