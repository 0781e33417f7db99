//! Game records of an event: sent, placed on the games of the results, recounted once, ruled on.

use crate::support::event::{self as play, Crew};
use crate::support::records::{game, lying, zipped};
use crate::support::register::{TestRegister, with_register};
use diesel::connection::SimpleConnection;
use qipin::service::records::{self, Chosen, Photo, RuledResult, RulingForm, RulingKind, Sent, SlipOf};
use qipin::service::{ServiceError, results};
use qipin::store::event::Event;
use qipin::store::game_record::GameRecord;
use qipin::store::recount::Recount;
use qipin::store::{entry, game_record, pairing, recount, upload};

const PLAYERS: [&str; 4] = ["陈一鸣", "林小满", "周子墨", "吴清源二"];

/// The games of the round robin: round, Black and White by their ids.
const PAIRINGS: [(u16, usize, usize); 6] = [(1, 1, 4), (1, 2, 3), (2, 1, 2), (2, 3, 4), (3, 1, 3), (3, 2, 4)];

fn results_files() -> results::Files {
    let rows: Vec<String> = PLAYERS.iter().map(|name| format!("{name},男,1990-01-01,5级,,,")).collect();
    play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The records of all games, each with the names of those who played.
fn all_records() -> Vec<(String, Vec<u8>)> {
    let one = |(number, (round, black, white)): (usize, &(u16, usize, usize))| {
        (format!("{round}-{black}-{white}.sgf"), game(number, PLAYERS[black - 1], PLAYERS[white - 1]))
    };
    PAIRINGS.iter().enumerate().map(one).collect()
}

fn send(test: &TestRegister, crew: &Crew, made: &Event, files: &[(String, Vec<u8>)]) -> Sent {
    records::send(&test.register, &crew.clerk, &made.slug, "all", files).unwrap()
}

fn recounted(test: &TestRegister) -> usize {
    let (mut above, mut done) = (0, 0);
    loop {
        let batch = records::recount_due(&test.register, above).unwrap();
        if batch.last == 0 {
            return done;
        }
        (above, done) = (batch.last, done + batch.done);
    }
}

fn rows(test: &TestRegister, made: &Event) -> Vec<GameRecord> {
    test.register.read(|conn| Ok(game_record::of_group(conn, made.id, "all")?)).unwrap()
}

fn answers(test: &TestRegister, made: &Event) -> Vec<Recount> {
    let ids: Vec<i64> = rows(test, made).iter().map(|one| one.id).collect();
    test.register.read(|conn| Ok(recount::current_of(conn, &ids)?)).unwrap()
}

/// The pairing of two players.
fn pairing_of(test: &TestRegister, made: &Event, black: usize, white: usize) -> i64 {
    let all = test.register.read(|conn| Ok(pairing::of_group(conn, made.id, "all")?)).unwrap();
    let is_it = |one: &&pairing::Pairing| one.black_file == black.to_string() && one.white_file == white.to_string();
    all.iter().find(is_it).unwrap().id
}

/// Changes a table behind the register's back.
fn run(test: &TestRegister, sql: &str) {
    let mut conn = test.register.store.reader().unwrap();
    conn.batch_execute(sql).unwrap();
}

fn key(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::Refused { key, .. } => key,
        ServiceError::Invalid(fields) => fields[0].key,
        _ => "",
    }
}

#[test]
fn records_of_a_zip_are_placed_on_their_games_and_recounted_once() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        play::upload(test, &crew, &made, &results_files());
        let bundle = [("round.zip".to_owned(), zipped(&all_records()))];
        assert_eq!(send(test, &crew, &made, &bundle), Sent { new: 6, placed: 6, known: 0, left_out: Vec::new() });
        assert!(
            rows(test, &made).iter().all(|one| one.state == "waiting" && one.placed_by.as_deref() == Some("names"))
        );
        // The same bytes again are what is there, in whatever wrapping.
        let again = send(test, &crew, &made, &all_records()[..2]);
        assert_eq!((again.new, again.known), (0, 2));
        assert_eq!(recounted(test), 6);
        assert_eq!(recounted(test), 0);
        let answers = answers(test, &made);
        assert_eq!(answers.len(), 6);
        for one in &answers {
            assert_eq!(
                (one.verdict.as_str(), one.version.as_str()),
                ("confirmed", weiqi_rules::VERSION),
                "{}",
                one.answer
            );
        }
        assert!(rows(test, &made).iter().all(|one| one.state == "recounted"));
    });
}

#[test]
fn records_that_come_before_the_results_are_placed_when_these_arrive() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        assert_eq!(send(test, &crew, &made, &all_records()).placed, 0);
        play::upload(test, &crew, &made, &results_files());
        assert!(rows(test, &made).iter().all(|one| one.pairing_id.is_some()));
    });
}

#[test]
fn the_bytes_are_kept_as_they_came_and_not_in_the_clear() {
    let test = TestRegister::on_sqlite();
    let crew = play::crew(&test, "310");
    let made = play::approved(&test, &crew);
    let sent = all_records();
    send(&test, &crew, &made, &sent);
    for (one, (_, bytes)) in rows(&test, &made).iter().zip(&sent) {
        let kept = test.register.read(|conn| records::bytes_of(&test.register.keys, conn, one.source_id)).unwrap();
        assert_eq!(&kept, bytes);
        let sealed =
            test.register.read(|conn| Ok(qipin::store::record_source::bytes_of(conn, &[one.source_id])?)).unwrap();
        assert!(!sealed[0].2.windows(9).any(|window| window == PLAYERS[0].as_bytes()));
    }
}

#[test]
fn a_record_of_other_names_is_placed_by_hand_and_a_game_has_one() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        play::upload(test, &crew, &made, &results_files());
        let strange = [("a.sgf".to_owned(), game(0, "甲", "乙")), ("b.sgf".to_owned(), game(1, "丙", "丁"))];
        assert_eq!(send(test, &crew, &made, &strange).placed, 0);
        let [one, other] = rows(test, &made).try_into().map(|rows: [GameRecord; 2]| rows.map(|row| row.id)).unwrap();
        let place = |record, chosen: Option<&Chosen>| {
            records::place_by_hand(&test.register, &crew.clerk, &made.slug, record, chosen)
        };
        let chosen = Chosen { round: 2, black: "1".into(), white: "2".into() };
        place(one, Some(&chosen)).unwrap();
        assert_eq!(key(&place(other, Some(&chosen)).unwrap_err()), "refusal.game_has_record");
        assert!(matches!(
            place(other, Some(&Chosen { round: 9, ..chosen.clone() })).unwrap_err(),
            ServiceError::NotFound
        ));
        place(one, None).unwrap();
        place(other, Some(&chosen)).unwrap();
        assert_eq!(recounted(test), 2);
    });
}

#[test]
fn programs_that_recount_at_once_write_each_record_once() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        send(test, &crew, &made, &all_records());
        let done: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| recounted(test))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(done, 6);
        let all: usize = rows(test, &made)
            .iter()
            .map(|one| test.register.read(|conn| Ok(recount::of_record(conn, one.id)?)).unwrap().len())
            .sum();
        assert_eq!(all, 6);
    });
}

#[test]
fn a_ruling_that_changes_who_is_promoted_counts_when_a_second_person_agrees() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::submitted(test, &crew, &results_files());
        // The second wins the last game, by the board.
        send(test, &crew, &made, &[("2-1-2.sgf".to_owned(), lying(1, PLAYERS[0], PLAYERS[1], "B+R"))]);
        let award = |id: &str| {
            let entry = play::entries(test, &made).into_iter().find(|one| one.file_id == id).unwrap().id;
            let state = |a: &qipin::store::award::Award| a.entry_id == Some(entry) && a.state == "proposed";
            play::awards(test, &made).iter().any(state)
        };
        assert!(award("1") && !award("2"));
        let form = RulingForm {
            pairing: pairing_of(test, &made, 1, 2),
            record: None,
            kind: RulingKind::Stones,
            result: Some(RuledResult::White),
            margin_quarters: Some(5),
            dead: vec!["aa".to_owned()],
            article: "围棋竞赛规则 第九条".to_owned(),
            note: "点目后白胜".to_owned(),
        };
        assert_eq!(
            key(&records::rule(
                &test.register,
                &crew.manager,
                &made.slug,
                &RulingForm { kind: RulingKind::Draw, ..form.clone() }
            )
            .unwrap_err()),
            "refusal.ruling_result"
        );
        let (id, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap();
        assert!(!in_force && award("1") && !award("2"), "it waits for a second person");
        let alone = records::agree(&test.register, &crew.manager, &made.slug, id).unwrap_err();
        assert_eq!(key(&alone), "refusal.ruling_four_eyes");
        let second = test.account(qipin::domain::permission::Role::Referee, test.agency("310"));
        records::agree(&test.register, &second, &made.slug, id).unwrap();
        assert!(!award("1") && award("2"));
        let results: Vec<String> = test
            .register
            .read(|conn| {
                let row = upload::current_of_group(conn, made.id, "all")?.unwrap();
                Ok(entry::games_of_upload(conn, row.id)?)
            })
            .unwrap()
            .iter()
            .filter(|one| one.round == 2)
            .map(|one| format!("{} {} {:?}", one.result, one.won_by, one.margin_quarters))
            .collect();
        assert!(results.contains(&"W count Some(5)".to_owned()), "{results:?}");
        // A later word on the same game takes the place of the earlier one, which stays to be read.
        let stands = RulingForm { kind: RulingKind::Stands, result: None, margin_quarters: None, dead: vec![], ..form };
        let (again, in_force) = records::rule(&test.register, &second, &made.slug, &stands).unwrap();
        assert!(!in_force);
        records::agree(&test.register, &crew.manager, &made.slug, again).unwrap();
        assert!(award("1") && !award("2"));
        let states: Vec<String> = test
            .register
            .read(|conn| Ok(qipin::store::ruling::of_pairing(conn, stands.pairing)?))
            .unwrap()
            .into_iter()
            .map(|one| one.state)
            .collect();
        assert_eq!(states, ["superseded", "in-force"]);
    });
}

#[test]
fn a_ruling_that_changes_no_award_is_in_force_at_once_and_one_of_confirmed_results_is_refused() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::submitted(test, &crew, &results_files());
        send(test, &crew, &made, &all_records()[3..4]);
        recounted(test);
        let form = RulingForm {
            pairing: pairing_of(test, &made, 3, 4),
            record: None,
            kind: RulingKind::TwoWarnings,
            result: Some(RuledResult::White),
            margin_quarters: None,
            dead: Vec::new(),
            article: "第十二条".to_owned(),
            note: "两次警告判负".to_owned(),
        };
        let (_, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap();
        assert!(in_force);
        qipin::service::event::confirm(&test.register, &crew.manager, &made.slug).unwrap();
        let late = records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap_err();
        assert_eq!(key(&late), "refusal.event_state");
        let clerk = records::rule(&test.register, &crew.clerk, &made.slug, &form).unwrap_err();
        assert!(matches!(clerk, ServiceError::Forbidden | ServiceError::NotFound));
    });
}

#[test]
fn the_journal_names_an_answer_or_a_ruling_that_was_edited_removed_or_added() {
    use qipin::service::journal_verify::{Kind, verify};
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = play::submitted(&test, &crew, &results_files());
    send(&test, &crew, &made, &all_records());
    recounted(&test);
    let form = RulingForm {
        pairing: pairing_of(&test, &made, 3, 4),
        record: None,
        kind: RulingKind::Stands,
        result: None,
        margin_quarters: None,
        dead: Vec::new(),
        article: "第十二条".to_owned(),
        note: "维持原判".to_owned(),
    };
    records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap();
    test.assert_journal_agrees();
    let found = |statement: &str, back: &str| {
        run(&test, statement);
        let problems: Vec<Kind> = verify(&test.register).unwrap().problems.iter().map(|one| one.kind).collect();
        run(&test, back);
        problems
    };
    let edited = found(
        "UPDATE recount SET answer = answer || ' ' WHERE id = (SELECT MIN(id) FROM recount)",
        "UPDATE recount SET answer = trim(answer) WHERE id = (SELECT MIN(id) FROM recount)",
    );
    assert_eq!(edited, [Kind::TableDiffers]);
    let margin = found(
        "UPDATE recount SET margin_half = margin_half + 2 WHERE id = (SELECT MIN(id) FROM recount)",
        "UPDATE recount SET margin_half = margin_half - 2 WHERE id = (SELECT MIN(id) FROM recount)",
    );
    assert_eq!(margin, [Kind::TableDiffers]);
    let counting = found(
        "UPDATE recount SET current = FALSE WHERE id = (SELECT MIN(id) FROM recount)",
        "UPDATE recount SET current = TRUE WHERE id = (SELECT MIN(id) FROM recount)",
    );
    assert_eq!(counting, [Kind::TableDiffers]);
    let other = "(SELECT MIN(id) FROM account WHERE id <> ruled_by)";
    let signed = found(
        &format!("UPDATE ruling SET ruled_by = {other}"),
        &format!("UPDATE ruling SET ruled_by = {}", crew.manager.account_id),
    );
    assert_eq!(signed, [Kind::TableDiffers]);
    let agreed = found(
        &format!("UPDATE ruling SET agreed_by = {other}, agreed_at = ruled_at"),
        "UPDATE ruling SET agreed_by = NULL, agreed_at = NULL",
    );
    assert_eq!(agreed, [Kind::TableDiffers]);
    let ruled = found("UPDATE ruling SET result = 'B'", "UPDATE ruling SET result = NULL");
    assert_eq!(ruled, [Kind::TableDiffers]);
    let state = found("UPDATE ruling SET state = 'refused'", "UPDATE ruling SET state = 'in-force'");
    assert_eq!(state, [Kind::TableDiffers]);
    let added = found(
        "INSERT INTO ruling (pairing_id, kind, dead, article, note, state, ruled_by, ruled_at) \
         SELECT pairing_id, 'stands', '[]', 'a', 'b', 'proposed', ruled_by, ruled_at FROM ruling",
        "DELETE FROM ruling WHERE article = 'a'",
    );
    assert_eq!(added, [Kind::NotInJournal]);
    let removed = found("DELETE FROM recount", "SELECT 1");
    assert_eq!(removed, [Kind::NotInTable]);
}

#[test]
fn a_photo_of_the_slip_is_kept_sealed_beside_its_game_once_and_only_a_picture_is() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        play::upload(test, &crew, &made, &results_files());
        let game = Chosen { round: 2, black: "1".into(), white: "2".into() };
        let of = SlipOf::Game { group: "all".into(), game };
        let keep = |of: &SlipOf, bytes: &[u8]| {
            let photo = Photo { name: "slip.jpg".into(), bytes: bytes.to_vec() };
            records::add_slip(&test.register, &crew.clerk, &made.slug, Some(of), &photo)
        };
        let add = |bytes: &[u8]| keep(&of, bytes);
        let photo = b"\xff\xd8\xff\xe0 a photo of a slip".as_slice();
        let (pairing, id) = add(photo).unwrap();
        assert_eq!(add(photo).unwrap(), (pairing, id));
        assert_eq!(keep(&SlipOf::Pairing(pairing), photo).unwrap(), (pairing, id), "the same game by its pairing");
        let missing =
            SlipOf::Game { group: "all".into(), game: Chosen { round: 9, black: "1".into(), white: "2".into() } };
        assert!(matches!(keep(&missing, photo), Err(ServiceError::NotFound)));
        assert_eq!(key(&add(b"<svg onload=x>").unwrap_err()), "refusal.photo_kind");
        assert_eq!(key(&add(&vec![0xff; records::PHOTO + 1]).unwrap_err()), "refusal.photo_too_large");
        let (line, bytes) = records::slip(&test.register, &crew.manager, &made.slug, id).unwrap();
        assert_eq!((line.mime.as_str(), bytes.as_slice()), ("image/jpeg", photo));
        let stranger = play::crew(test, "320");
        assert!(records::slip(&test.register, &stranger.clerk, &made.slug, id).is_err());
    });
}

#[test]
fn a_record_that_cannot_be_opened_holds_up_no_other() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = play::approved(&test, &crew);
    send(&test, &crew, &made, &all_records());
    let first = rows(&test, &made)[0].source_id;
    let nothing = if crate::support::register::postgres().is_some() { "'\\x00'::bytea" } else { "X'00'" };
    run(&test, &format!("UPDATE record_source SET bytes = {nothing} WHERE id = {first}"));
    assert_eq!(recounted(&test), 5);
    assert_eq!(recounted(&test), 0, "it is tried again in the next round, and does not go round within one");
    let states: Vec<String> = rows(&test, &made).into_iter().map(|one| one.state).collect();
    assert_eq!(states.iter().filter(|state| *state == "waiting").count(), 1);
}

/// What the board of each of the records says.
const TRUE: [&str; 6] = ["B+3.5", "B+33.5", "W+2.5", "B+21.5", "B+39.5", "B+9.5"];

/// The results with komi and result of each game as said, in the order of the games.
fn results_said(said: [(&str, &str); 6]) -> results::Files {
    let mut rows = String::from("round,board,black,white,result,handicap,komi,game\n");
    for ((board, (round, black, white)), (result, komi)) in (1..).zip(PAIRINGS).zip(said) {
        rows.push_str(&format!("{round},{board},{black},{white},{result},,{komi},\n"));
    }
    results::Files { results: ("a.results.csv".to_owned(), rows.into_bytes()), ..results_files() }
}

#[test]
fn results_sent_anew_let_those_records_wait_again_whose_game_has_another_result_or_komi() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        let mut said = TRUE.map(|result| (result, "7.5"));
        play::upload(test, &crew, &made, &results_said(said));
        send(test, &crew, &made, &all_records());
        assert_eq!(recounted(test), 6);
        let first = answers(test, &made);
        let waiting = || -> Vec<String> {
            rows(test, &made).into_iter().filter(|one| one.state == "waiting").map(|one| one.name).collect()
        };
        // The same again under another name is nothing new, and neither is a version that changes none of the games.
        let mut more = results_said(said);
        more.players.as_mut().unwrap().1.extend_from_slice("5,郑多余,男,1990-01-01,5级,,,\n".as_bytes());
        play::upload(test, &crew, &made, &more);
        assert_eq!(waiting(), [""; 0]);
        // Another result of the second game, other komi of the last.
        said[1].0 = "B+R";
        said[5].1 = "6.5";
        play::upload(test, &crew, &made, &results_said(said));
        assert_eq!(waiting(), ["1-2-3.sgf", "3-2-4.sgf"]);
        assert_eq!(recounted(test), 2);
        let again = answers(test, &made);
        let changed: Vec<usize> = (0..6).filter(|at| first[*at].id != again[*at].id).collect();
        assert_eq!(changed, [1, 5]);
        assert!(again[5].answer.contains("\"komi\":6.5"), "{}", again[5].answer);
        // What was said of the game before is still there to be read.
        let all = test.register.read(|conn| Ok(recount::of_record(conn, first[5].record_id)?)).unwrap();
        assert_eq!(all.iter().map(|one| one.current).collect::<Vec<_>>(), [true, false]);
        assert_eq!(all[1].answer, first[5].answer);
        test.assert_journal_agrees();
    });
}

#[test]
fn a_record_without_a_result_is_judged_by_that_of_the_version_that_counts() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        let mut said = TRUE.map(|result| (result, "7.5"));
        said[2].0 = "B+2.5";
        play::upload(test, &crew, &made, &results_said(said));
        send(test, &crew, &made, &[("2-1-2.sgf".to_owned(), lying(2, PLAYERS[0], PLAYERS[1], ""))]);
        recounted(test);
        assert_eq!(answers(test, &made)[0].verdict, "winner-differs");
        said[2].0 = TRUE[2];
        play::upload(test, &crew, &made, &results_said(said));
        recounted(test);
        assert_eq!(answers(test, &made)[0].verdict, "confirmed");
    });
}

#[test]
fn a_record_that_finds_its_game_with_the_results_is_recounted_as_that_game() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        send(test, &crew, &made, &all_records()[..1]);
        assert_eq!(recounted(test), 1);
        play::upload(test, &crew, &made, &results_said(TRUE.map(|result| (result, "6.5"))));
        assert_eq!(recounted(test), 1);
        assert!(answers(test, &made)[0].answer.contains("\"komi\":6.5"));
    });
}

/// Two walls on five lines with a white stone behind Black's: with the stone taken off Black wins by 4.5 points, without by
/// none at komi of half a point.
fn walls(declared: &str) -> Vec<u8> {
    format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0.5]RU[Chinese]PB[{}]PW[{}]RE[{declared}];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];\
         W[dd];B[ce];W[de];B[];W[aa];B[];W[])",
        PLAYERS[0], PLAYERS[1]
    )
    .into_bytes()
}

#[test]
fn the_stones_that_a_referee_calls_dead_are_the_count_the_result_and_the_awards() {
    with_register(|test| {
        for declared in ["W+6.5", "W+R"] {
            let crew = play::crew(test, "310");
            let second = test.account(qipin::domain::permission::Role::Referee, test.agency("310"));
            let mut said = TRUE.map(|result| (result, "7.5"));
            said[2] = (declared, "0.5");
            let made = play::submitted(test, &crew, &results_said(said));
            send(test, &crew, &made, &[("2-1-2.sgf".to_owned(), walls(declared))]);
            recounted(test);
            let winner = || {
                let awards = play::awards(test, &made).into_iter().find(|one| one.state == "proposed").unwrap();
                let entries = play::entries(test, &made);
                entries.into_iter().find(|one| Some(one.id) == awards.entry_id).unwrap().file_id
            };
            assert_eq!(winner(), "2", "{declared}");
            let form = RulingForm {
                pairing: pairing_of(test, &made, 1, 2),
                record: Some(rows(test, &made)[0].id),
                kind: RulingKind::Stones,
                result: Some(RuledResult::White),
                margin_quarters: None,
                dead: vec!["aa".to_owned()],
                article: "围棋竞赛规则 第九条".to_owned(),
                note: "角上白子是死子".to_owned(),
            };
            let rule = |by, form: &RulingForm| records::rule(&test.register, by, &made.slug, form);
            // Marks that give Black the game are no ground to give it to White, nor another margin to Black.
            assert_eq!(key(&rule(&crew.manager, &form).unwrap_err()), "refusal.ruling_count");
            let black = RulingForm { result: Some(RuledResult::Black), margin_quarters: Some(7), ..form };
            assert_eq!(key(&rule(&crew.manager, &black).unwrap_err()), "refusal.ruling_count");
            let black = RulingForm { margin_quarters: Some(9), ..black };
            let (id, in_force) = rule(&crew.manager, &black).unwrap();
            assert!(!in_force && !answers(test, &made)[0].answer.contains("\"given\""), "it waits for a second person");
            records::agree(&test.register, &second, &made.slug, id).unwrap();

            let ruled = |one: &Recount| {
                let answer: serde_json::Value = serde_json::from_str(&one.answer).unwrap();
                assert_eq!(answer["dead"], serde_json::json!(["aa"]), "{declared}");
                assert_eq!(answer["dead_source"], "given");
                assert_eq!((one.winner.as_deref(), one.margin_half), (Some("B"), Some(9)));
                let sum = answer["findings"].as_array().unwrap().iter().find(|note| note["code"] == "sum").unwrap();
                assert!(sum["message"].as_str().unwrap().contains("15"), "{sum}");
            };
            ruled(&answers(test, &made)[0]);
            assert!(rows(test, &made).iter().all(|one| one.state == "recounted"), "nothing waits for the job");
            assert_eq!(winner(), "1");
            let row = test.register.read(|conn| {
                let upload = upload::current_of_group(conn, made.id, "all")?.unwrap();
                Ok(entry::games_of_upload(conn, upload.id)?)
            });
            let game = row.unwrap().into_iter().find(|one| one.margin_quarters == Some(9)).unwrap();
            assert_eq!((game.result.as_str(), game.won_by.as_str()), ("B", "count"));

            // A newer version counts with the same stones.
            run(test, "UPDATE recount SET version = '0.0.1'");
            assert_eq!(records::recount_again(&test.register, &crew.clerk, &made.slug, "all").unwrap(), 1);
            assert_eq!(recounted(test), 1);
            let newer = &answers(test, &made)[0];
            assert_eq!(newer.version, weiqi_rules::VERSION);
            ruled(newer);

            // Where a later ruling takes the place of this one, so does the count.
            let stands =
                RulingForm { kind: RulingKind::Stands, result: None, margin_quarters: None, dead: vec![], ..black };
            let (id, _) = rule(&crew.manager, &stands).unwrap();
            records::agree(&test.register, &second, &made.slug, id).unwrap();
            assert!(!answers(test, &made)[0].answer.contains("\"given\""));
            assert_eq!(winner(), "2");
            test.assert_journal_agrees();
        }
    });
}

#[test]
fn a_handicap_game_is_recounted_without_the_komi_that_the_event_gives_in_even_games() {
    use qipin::service::event::{self, EventForm, RecordSettings, Verdict};
    with_register(|test| {
        let crew = play::crew(test, "310");
        let settings = RecordSettings { komi_half: Some(13), ..RecordSettings::default() };
        let form = EventForm { records: settings, ..play::form(test) };
        let made = event::create(&test.register, &crew.clerk, &form).unwrap();
        event::file(&test.register, &crew.clerk, &made.slug).unwrap();
        event::decide_filing(&test.register, &crew.reviewer, &made.slug, &Verdict::Approve).unwrap();
        // Even, 让先, two stones, two stones with komi that is stated, even with komi that is stated, nine stones.
        let stated = [("", ""), ("1", ""), ("2", ""), ("2", "0.5"), ("", "5.5"), ("9", "")];
        let mut sheet = String::from("round,board,black,white,result,handicap,komi,game\n");
        for ((board, (round, black, white)), (handicap, komi)) in (1..).zip(PAIRINGS).zip(stated) {
            sheet.push_str(&format!("{round},{board},{black},{white},B+R,{handicap},{komi},\n"));
        }
        let files = results::Files { results: ("a.results.csv".to_owned(), sheet.into_bytes()), ..results_files() };
        results::upload(&test.register, &crew.clerk, &made.slug, "all", &files).unwrap();
        send(test, &crew, &made, &all_records());
        assert_eq!(recounted(test), 6);
        let komi: Vec<f64> = answers(test, &made)
            .iter()
            .map(|one| serde_json::from_str::<serde_json::Value>(&one.answer).unwrap()["komi"].as_f64().unwrap())
            .collect();
        assert_eq!(komi, [6.5, 0.0, 0.0, 0.5, 5.5, 0.0]);
    });
}
