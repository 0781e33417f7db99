//! What players say of their games: a code for each side, a word that is said once, what the journal covers of it, and what
//! follows for the results.

use crate::support::event::{self as play, Crew};
use crate::support::register::{TestRegister, with_register};
use diesel::connection::SimpleConnection;
use qipin::domain::check_code::CheckCode;
use qipin::domain::finding::Severity;
use qipin::service::event::{self, EventForm, RecordSettings, Verdict};
use qipin::service::records::{self, PlayerSays, RuledResult, RulingForm, RulingKind, WordForm};
use qipin::service::results::{self, Files};
use qipin::service::view::codes;
use qipin::service::{ServiceError, ServiceResult};
use qipin::store::event::Event;
use qipin::store::{journal, pairing, player_word};

pub const PLAYERS: [&str; 4] = ["陈一鸣", "林小满", "周子墨", "吴清源二"];

/// Two of age and two children, all of one grade; the upper always wins.
pub fn results_files(grade: &str) -> Files {
    let births = ["1990-01-01", "1991-02-02", "2014-05-05", "2015-06-06"];
    let rows: Vec<String> =
        PLAYERS.iter().zip(births).map(|(name, birth)| format!("{name},男,{birth},{grade},,,")).collect();
    play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// An approved event that asks its players.
pub fn asking(test: &TestRegister, crew: &Crew) -> Event {
    let form = EventForm { records: RecordSettings { confirm: true, ..Default::default() }, ..play::form(test) };
    let made = event::create(&test.register, &crew.clerk, &form).unwrap();
    event::file(&test.register, &crew.clerk, &made.slug).unwrap();
    event::decide_filing(&test.register, &crew.reviewer, &made.slug, &Verdict::Approve).unwrap();
    made
}

/// The same with results and a code for each side of each game.
pub fn coded(test: &TestRegister, crew: &Crew) -> Event {
    let made = asking(test, crew);
    play::upload(test, crew, &made, &results_files("5级"));
    assert_eq!(records::make_codes(&test.register, &crew.clerk, &made.slug, "all", None).unwrap(), 12);
    made
}

/// The codes of Black and White of a game that wait for their word.
pub fn codes(test: &TestRegister, crew: &Crew, made: &Event, round: u16, black: &str) -> [Option<CheckCode>; 2] {
    let of = codes::of_round(&test.register, &crew.clerk, (&made.slug, "all"), Some(round), 0).unwrap();
    of.slips.into_iter().find(|slip| slip.game.black == black).unwrap().codes
}

fn word(says: PlayerSays) -> WordForm {
    WordForm { says, result: "B+R".to_owned(), note: String::new() }
}

fn confirm(test: &TestRegister, code: Option<CheckCode>) -> ServiceResult<()> {
    records::say(&test.register, &code.unwrap(), &word(PlayerSays::Confirmed))
}

fn key(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::Refused { key, .. } => key,
        ServiceError::Invalid(fields) => fields[0].key,
        ServiceError::NotFound => "not found",
        _ => "",
    }
}

fn pairing_of(test: &TestRegister, made: &Event, black: usize, white: usize) -> i64 {
    let all = test.register.read(|conn| Ok(pairing::of_group(conn, made.id, "all")?)).unwrap();
    let is_it = |one: &&pairing::Pairing| one.black_file == black.to_string() && one.white_file == white.to_string();
    all.iter().find(is_it).unwrap().id
}

/// The journal with everything that it says.
fn written(test: &TestRegister) -> String {
    let rows = test.register.read(|conn| Ok(journal::after(conn, 0, 100_000)?)).unwrap();
    rows.iter().map(|row| format!("{} {} {} {}\n", row.actor, row.action, row.subject, row.payload)).collect()
}

fn run(test: &TestRegister, sql: &str) {
    test.register.store.reader().unwrap().batch_execute(sql).unwrap();
}

/// The codes of the findings on the present results that are about the players' word.
fn findings(test: &TestRegister, crew: &Crew, made: &Event, grade: &str) -> Vec<(&'static str, String)> {
    let report = results::dry_run(&test.register, &crew.clerk, &made.slug, "all", &results_files(grade)).unwrap();
    let about = |code: &str| ["W830", "W831", "E834", "I833"].contains(&code);
    report.findings.into_iter().filter(|one| about(one.code)).map(|one| (one.code, one.found)).collect()
}

#[test]
fn each_side_says_once_whether_the_game_was_so_and_the_journal_covers_it() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = coded(test, &crew);
        assert_eq!(records::make_codes(&test.register, &crew.clerk, &made.slug, "all", Some(1)).unwrap(), 0);
        let [black, white] = codes(test, &crew, &made, 1, PLAYERS[0]);
        confirm(test, black).unwrap();
        assert_eq!(key(&confirm(test, black).unwrap_err()), "refusal.word_said");
        let against = WordForm { note: " 结果写反了 13800138000 ".to_owned(), ..word(PlayerSays::Disputed) };
        let stale = WordForm { result: "W+R".to_owned(), ..against.clone() };
        let said = |form: &WordForm| records::say(&test.register, &white.unwrap(), form);
        assert_eq!(key(&said(&stale).unwrap_err()), "refusal.changed_meanwhile", "another result was shown");
        let long = WordForm { note: "长".repeat(records::NOTE + 1), ..against.clone() };
        assert_eq!(key(&said(&long).unwrap_err()), "refusal.word_note");
        said(&against).unwrap();
        let never_made = CheckCode::from_bytes([9; 10]);
        assert_eq!(key(&confirm(test, Some(never_made)).unwrap_err()), "not found");

        let rows = test.register.read(|conn| Ok(player_word::of_group(conn, made.id, "all")?)).unwrap();
        let said: Vec<&str> = rows.iter().filter_map(|(row, _)| row.said.as_deref()).collect();
        assert_eq!((rows.len(), said), (12, vec!["confirmed", "disputed"]));
        assert!(rows.iter().any(|(row, _)| row.note == "结果写反了 13800138000"));
        // The journal says what was said, without the words and without the code.
        let journal = written(test);
        for secret in ["结果写反了", "13800138000", &black.unwrap().to_string(), &white.unwrap().grouped()] {
            assert!(!journal.contains(secret), "{secret}");
        }
        assert_eq!(journal.matches("visitor game.word").count(), 2, "{journal}");
        test.assert_journal_agrees();
    });
}

#[test]
fn codes_are_made_where_the_event_asks_for_games_that_there_are_until_the_results_are_confirmed() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let make = |made: &Event| records::make_codes(&test.register, &crew.clerk, &made.slug, "all", None);
    let plain = play::approved(&test, &crew);
    assert_eq!(key(&make(&plain).unwrap_err()), "refusal.words_not_asked");
    let empty = asking(&test, &crew);
    assert_eq!(key(&make(&empty).unwrap_err()), "refusal.words_no_games");
    let made = coded(&test, &crew);
    let [black, _] = codes(&test, &crew, &made, 1, PLAYERS[0]);
    results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
    event::confirm(&test.register, &crew.manager, &made.slug).unwrap();
    assert_eq!(key(&make(&made).unwrap_err()), "refusal.event_state");
    assert_eq!(key(&confirm(&test, black).unwrap_err()), "refusal.word_over");
    test.assert_journal_agrees();
}

#[test]
fn a_new_code_ends_what_was_said_with_the_earlier_one_and_takes_nothing_away() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = coded(&test, &crew);
    let [black, _] = codes(&test, &crew, &made, 1, PLAYERS[0]);
    confirm(&test, black).unwrap();
    let of = pairing_of(&test, &made, 1, 4);
    let renew = || records::renew_code(&test.register, &crew.clerk, &made.slug, of, "B");
    renew().unwrap();
    assert_eq!(key(&confirm(&test, black).unwrap_err()), "refusal.word_ended");
    let [again, _] = codes(&test, &crew, &made, 1, PLAYERS[0]);
    assert_ne!(again, black);
    records::say(&test.register, &again.unwrap(), &word(PlayerSays::Disputed)).unwrap();
    // What a player disputes is for the referee: with another code the agency could speak in the player's place.
    assert_eq!(key(&renew().unwrap_err()), "refusal.word_disputed");
    let rows = test.register.read(|conn| Ok(player_word::of_pairing(conn, of)?)).unwrap();
    let of_black: Vec<_> =
        rows.iter().filter(|row| row.side == "B").map(|row| (row.said.as_deref(), row.ended_at.is_some())).collect();
    assert_eq!(of_black, [(Some("confirmed"), true), (Some("disputed"), false)]);
    let journal = written(&test);
    assert!(journal.contains("game.code-renew") && journal.contains(r#""words_ended":{"#), "{journal}");
    assert!(journal.contains(r#":"confirmed"}"#), "what ended is named: {journal}");
    test.assert_journal_agrees();
    // Nobody of another agency may.
    let other = play::crew(&test, "320");
    let foreign = records::renew_code(&test.register, &other.clerk, &made.slug, of, "B").unwrap_err();
    assert!(matches!(foreign, ServiceError::Forbidden), "{foreign:?}");
}

#[test]
fn a_word_holds_of_the_result_that_was_shown_and_ends_where_it_becomes_another_one() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = coded(&test, &crew);
    let [first, _] = codes(&test, &crew, &made, 1, PLAYERS[0]);
    let [second, _] = codes(&test, &crew, &made, 1, PLAYERS[1]);
    confirm(&test, first).unwrap();
    confirm(&test, second).unwrap();
    let state = |code: Option<CheckCode>| {
        qipin::service::view::player_word::by_code(&test.register, &code.unwrap()).unwrap().state
    };
    use records::CodeState::{Ended, Used};
    // The first game is won by the other one in results that are sent again.
    let changed = String::from_utf8(results_files("5级").results.1).unwrap().replacen("1,4,B+R", "1,4,W+R", 1);
    let files = Files { results: ("b.results.csv".to_owned(), changed.into_bytes()), ..results_files("5级") };
    results::upload(&test.register, &crew.clerk, &made.slug, "all", &files).unwrap();
    assert_eq!((state(first), state(second)), (Ended, Used));
    assert!(written(&test).contains(r#""words_ended""#));
    // The side gets another code, and the other's is still there.
    assert_eq!(records::make_codes(&test.register, &crew.clerk, &made.slug, "all", Some(1)).unwrap(), 1);
    // A ruling gives the second game another result.
    let ruling = RulingForm {
        pairing: pairing_of(&test, &made, 2, 3),
        record: None,
        kind: RulingKind::TwoWarnings,
        result: Some(RuledResult::White),
        margin_quarters: None,
        dead: Vec::new(),
        article: "第十二条".to_owned(),
        note: "两次警告".to_owned(),
    };
    let (id, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &ruling).unwrap();
    if !in_force {
        let referee = test.account(qipin::domain::permission::Role::Referee, crew.clerk.agency_id);
        assert_eq!(state(second), Used, "a ruling that waits changes nothing");
        records::agree(&test.register, &referee, &made.slug, id).unwrap();
    }
    assert_eq!(state(second), Ended);
    test.assert_journal_agrees();
}

#[test]
fn the_journal_names_a_word_that_was_edited_removed_or_added() {
    use qipin::service::journal_verify::{Kind, verify};
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = coded(&test, &crew);
    let [black, white] = codes(&test, &crew, &made, 1, PLAYERS[0]);
    confirm(&test, black).unwrap();
    records::say(&test.register, &white.unwrap(), &word(PlayerSays::Disputed)).unwrap();
    test.assert_journal_agrees();
    let found = |statement: &str, back: &str| {
        run(&test, statement);
        let problems = verify(&test.register).unwrap().problems;
        run(&test, back);
        let named = |one: &qipin::service::journal_verify::Problem| format!("{}{}", one.found, one.expected);
        assert!(problems.iter().all(|one| named(one).contains("player_word")), "{problems:?}");
        problems.iter().map(|one| one.kind).collect::<Vec<Kind>>()
    };
    let said = found(
        "UPDATE player_word SET said = 'confirmed' WHERE said = 'disputed'",
        "UPDATE player_word SET said = 'disputed' WHERE side = 'W' AND said IS NOT NULL",
    );
    assert_eq!(said, [Kind::TableDiffers]);
    let note = found(
        "UPDATE player_word SET note = 'x' WHERE said = 'disputed'",
        "UPDATE player_word SET note = '' WHERE said = 'disputed'",
    );
    assert_eq!(note, [Kind::TableDiffers]);
    let unsaid = found(
        "UPDATE player_word SET ended_at = said_at WHERE said = 'disputed'",
        "UPDATE player_word SET ended_at = NULL",
    );
    assert_eq!(unsaid, [Kind::TableDiffers]);
    let added = found(
        "INSERT INTO player_word (pairing_id, side, code_hash, code_sealed, result, note, made_at, ended_at) \
         SELECT pairing_id, side, '1', '1', '', 'added', made_at, made_at FROM player_word WHERE said = 'disputed'",
        "DELETE FROM player_word WHERE note = 'added'",
    );
    assert_eq!(added, [Kind::NotInJournal]);
    let removed = found("DELETE FROM player_word WHERE said = 'disputed'", "SELECT 1");
    assert_eq!(removed, [Kind::NotInTable]);
}

#[test]
fn a_game_that_is_disputed_or_not_confirmed_by_both_is_a_finding() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = coded(&test, &crew);
    let count = |code: &str| findings(&test, &crew, &made, "5级").iter().filter(|(of, _)| *of == code).count();
    assert_eq!((count("W831"), count("W830")), (6, 0), "every game waits for its players");
    let [black, white] = codes(&test, &crew, &made, 1, PLAYERS[0]);
    confirm(&test, black).unwrap();
    // A dry run of another result finds nobody who has confirmed that one.
    let mut other = results_files("5级");
    other.results.1 = String::from_utf8(other.results.1).unwrap().replacen(",1,4,B+R,", ",1,4,W+R,", 1).into_bytes();
    let report = results::dry_run(&test.register, &crew.clerk, &made.slug, "all", &other).unwrap();
    let silent: Vec<&str> =
        report.findings.iter().filter(|one| one.code == "W831").map(|one| one.found.as_str()).collect();
    assert!(silent.len() == 6 && silent.iter().all(|found| *found == silent[0]), "{silent:?}");
    let of_first: Vec<_> = findings(&test, &crew, &made, "5级");
    assert!(of_first.contains(&("W831", "白方".to_owned())), "who has not: {of_first:?}");
    confirm(&test, white).unwrap();
    assert_eq!(count("W831"), 5);
    let [black, _] = codes(&test, &crew, &made, 1, PLAYERS[1]);
    records::say(&test.register, &black.unwrap(), &word(PlayerSays::Disputed)).unwrap();
    assert_eq!((count("W831"), count("W830")), (5, 1));
    // The referee's desk has it, and a ruling settles it.
    let desk = qipin::service::view::game_desk::queue(&test.register, &crew.manager, None).unwrap();
    assert!(desk.lines.iter().any(|line| line.why == qipin::service::view::game_desk::Why::Disputed));
    rule_that_it_stands(&test, &crew, &made, 2, 3);
    assert_eq!((count("W831"), count("W830"), count("I833")), (4, 0, 1));
}

fn rule_that_it_stands(test: &TestRegister, crew: &Crew, made: &Event, black: usize, white: usize) {
    let ruling = RulingForm {
        pairing: pairing_of(test, made, black, white),
        record: None,
        kind: RulingKind::Stands,
        result: None,
        margin_quarters: None,
        dead: Vec::new(),
        article: "第十二条".to_owned(),
        note: "双方到场说明".to_owned(),
    };
    let (id, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &ruling).unwrap();
    if !in_force {
        let second = test.account(qipin::domain::permission::Role::Referee, crew.clerk.agency_id);
        records::agree(&test.register, &second, &made.slug, id).unwrap();
    }
}

#[test]
fn no_dan_rests_on_a_game_that_not_both_confirm_where_the_event_asks_them() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = asking(&test, &crew);
    let answer = results::upload(&test.register, &crew.clerk, &made.slug, "all", &results_files("1级")).unwrap();
    let errors = |code: &str| answer.report.findings.iter().filter(|one| one.code == code).count();
    assert_eq!((errors("E834"), errors("W831")), (3, 3), "the three wins of the one who becomes 1段");
    records::make_codes(&test.register, &crew.clerk, &made.slug, "all", None).unwrap();
    let refused = results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap_err();
    assert!(matches!(refused, ServiceError::Refused { .. } | ServiceError::Invalid(_)), "{refused:?}");
    // Confirmed by both, or ruled on, it carries the award.
    for round in [1, 2] {
        let [black, white] = codes(&test, &crew, &made, round, PLAYERS[0]);
        confirm(&test, black).unwrap();
        confirm(&test, white).unwrap();
    }
    let left = |code: &str| findings(&test, &crew, &made, "1级").iter().filter(|(of, _)| *of == code).count();
    assert_eq!(left("E834"), 1);
    rule_that_it_stands(&test, &crew, &made, 1, 3);
    assert_eq!(left("E834"), 0);
    let report = results::dry_run(&test.register, &crew.clerk, &made.slug, "all", &results_files("1级")).unwrap();
    assert_eq!(report.count(Severity::Error), 0);
}
