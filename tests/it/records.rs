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
