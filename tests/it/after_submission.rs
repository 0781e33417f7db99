//! What comes to the games of an event after its results were submitted or confirmed: rulings that settle what stands
//! against them, words of players, records that contradict them.

use crate::player_words::{PLAYERS, coded, codes, results_files};
use crate::support::event::{self as play, Crew};
use crate::support::records::{game, lying};
use crate::support::register::{TestRegister, with_register};
use chrono::Duration;
use diesel::connection::SimpleConnection;
use qipin::domain::permission::Role;
use qipin::service::journal_verify::{Kind, verify};
use qipin::service::records::{self, Photo, PlayerSays, RulingForm, RulingKind, SlipOf, WordForm};
use qipin::service::view::{codes as slips, game_desk};
use qipin::service::{ServiceError, ServiceResult, event, notice, results};
use qipin::store::event::Event;
use qipin::store::{game_record, journal, pairing};

/// Four players of 3段: the one who wins most is promoted.
fn dans() -> results::Files {
    let rows: Vec<String> = PLAYERS.iter().map(|name| format!("{name},男,1990-01-01,3段,,,")).collect();
    play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

fn key<T: std::fmt::Debug>(answer: ServiceResult<T>) -> (&'static str, String) {
    match answer.unwrap_err() {
        ServiceError::Refused { key, arguments } => {
            (key, arguments.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(" "))
        }
        other => panic!("{other:?}"),
    }
}

fn pairing_of(test: &TestRegister, made: &Event, black: usize, white: usize) -> i64 {
    let all = test.register.read(|conn| Ok(pairing::of_group(conn, made.id, "all")?)).unwrap();
    let is_it = |one: &&pairing::Pairing| one.black_file == black.to_string() && one.white_file == white.to_string();
    all.iter().find(is_it).unwrap().id
}

fn stands(pairing: i64) -> RulingForm {
    RulingForm {
        pairing,
        record: None,
        kind: RulingKind::Stands,
        result: None,
        margin_quarters: None,
        dead: Vec::new(),
        article: "第十二条".to_owned(),
        note: "核对过成绩单".to_owned(),
    }
}

fn game_record_of(test: &TestRegister, made: &Event, name: &str) -> i64 {
    let all = test.register.read(|conn| Ok(game_record::of_group(conn, made.id, "all")?)).unwrap();
    all.iter().find(|one| one.name == name).unwrap().id
}

fn send(test: &TestRegister, crew: &Crew, made: &Event, name: &str, bytes: Vec<u8>) {
    records::send(&test.register, &crew.clerk, &made.slug, "all", &[(name.to_owned(), bytes)]).unwrap();
    records::recount_while(&test.register, || true).unwrap();
}

#[test]
fn a_ruling_that_a_contradicted_result_stands_needs_a_second_person_where_an_award_rests_on_the_game() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::submitted(test, &crew, &dans());
        // By their boards White has won both; the first player is promoted, the others are not.
        send(test, &crew, &made, "1.sgf", lying(1, PLAYERS[0], PLAYERS[1], "W+1.25"));
        send(test, &crew, &made, "2.sgf", lying(4, PLAYERS[2], PLAYERS[3], "W+1.25"));
        let ruled = |black, white| {
            records::rule(&test.register, &crew.manager, &made.slug, &stands(pairing_of(test, &made, black, white)))
        };
        let (id, in_force) = ruled(1, 2).unwrap();
        assert!(!in_force, "the award of the first player rests on it");
        let refused = key(event::confirm(&test.register, &crew.manager, &made.slug)).0;
        assert_eq!(refused, "refusal.rulings_proposed");
        let second = test.account(Role::Referee, test.agency("310"));
        records::agree(&test.register, &second, &made.slug, id).unwrap();
        // A further word on it settles the same and needs the same; nothing rests on the other game.
        assert!(!ruled(1, 2).unwrap().1);
        assert!(ruled(3, 4).unwrap().1);
        test.assert_journal_agrees();
    });
}

#[test]
fn a_ruling_of_one_person_is_made_anew_by_two_once_an_award_rests_on_the_game() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::approved(test, &crew);
        // By the first version somebody else wins the last game of the one who will be promoted.
        let right = dans();
        let mut wrong = dans();
        let text = String::from_utf8(wrong.results.1).unwrap();
        wrong.results.1 = text.replace(",1,2,B+R,", ",1,2,W+R,").replace(",1,3,B+R,", ",1,3,W+R,").into_bytes();
        play::upload(test, &crew, &made, &wrong);
        send(test, &crew, &made, "1.sgf", lying(2, PLAYERS[0], PLAYERS[3], "W+1.25"));
        let ruling = stands(pairing_of(test, &made, 1, 4));
        let (_, alone) = records::rule(&test.register, &crew.manager, &made.slug, &ruling).unwrap();
        assert!(alone, "nothing rests on it yet");
        play::upload(test, &crew, &made, &right);
        results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
        let confirm = || event::confirm(&test.register, &crew.manager, &made.slug);
        assert_eq!(key(confirm()), ("refusal.rulings_alone", "1".to_owned()));
        let (again, alone) = records::rule(&test.register, &crew.manager, &made.slug, &ruling).unwrap();
        assert!(!alone);
        let second = test.account(Role::Referee, test.agency("310"));
        records::agree(&test.register, &second, &made.slug, again).unwrap();
        confirm().unwrap();
        test.assert_journal_agrees();
    });
}

#[test]
fn what_players_say_after_the_submission_is_answered_before_the_results_are_confirmed() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = coded(test, &crew);
        results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
        let [black, _] = codes(test, &crew, &made, 3, PLAYERS[0]);
        let word = WordForm { says: PlayerSays::Disputed, result: "B+R".to_owned(), note: String::new() };
        records::say(&test.register, &black.unwrap(), &word).unwrap();
        let confirm = || event::confirm(&test.register, &crew.manager, &made.slug);
        assert_eq!(key(confirm()), ("refusal.games_unanswered", "1".to_owned()));
        // Returned, given a reason, submitted again, it can be confirmed.
        event::return_results(&test.register, &crew.manager, &made.slug, "第三轮有棋手不认可").unwrap();
        play::upload(test, &crew, &made, &results_files("5级"));
        results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
        // A player who agrees is nothing that anybody has to answer for.
        let [black, _] = codes(test, &crew, &made, 1, PLAYERS[0]);
        records::say(&test.register, &black.unwrap(), &WordForm { says: PlayerSays::Confirmed, ..word }).unwrap();
        confirm().unwrap();
    });
}

#[test]
fn a_record_that_contradicts_confirmed_results_is_on_the_desk_and_holds_their_notices() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = play::confirmed(test, &crew, &dans());
        let award = play::awards(test, &made)[0].id;
        notice::publish(&test.register, &crew.reviewer, &[award]).unwrap();
        let desk = || game_desk::queue(&test.register, &crew.manager, None).unwrap().lines.len();
        send(test, &crew, &made, "3.sgf", game(1, PLAYERS[1], PLAYERS[2]));
        let before = desk();
        send(test, &crew, &made, "1.sgf", game(2, PLAYERS[0], PLAYERS[1]));
        assert_eq!(desk(), before + 1);
        let refused = records::rule(&test.register, &crew.manager, &made.slug, &stands(pairing_of(test, &made, 1, 2)));
        assert_eq!(key(refused).0, "refusal.event_state", "confirmed results are opened again first");
        // Nor does it let the notice end to take the record off its game.
        let held = game_record_of(test, &made, "1.sgf");
        let moved = records::place_by_hand(&test.register, &crew.clerk, &made.slug, held, None);
        assert_eq!(key(moved).0, "refusal.record_holds");
        test.advance(Duration::days(10));
        assert_eq!(notice::close_due(&test.register).unwrap(), 0);
        // Opened again, ruled on by two people, confirmed again, the notice ends.
        event::reopen(&test.register, &crew.reviewer, &made.slug, "棋谱与成绩矛盾").unwrap();
        let (id, _) =
            records::rule(&test.register, &crew.manager, &made.slug, &stands(pairing_of(test, &made, 1, 2))).unwrap();
        let second = test.account(Role::Referee, test.agency("310"));
        records::agree(&test.register, &second, &made.slug, id).unwrap();
        assert_eq!(desk(), before);
        play::upload(test, &crew, &made, &dans());
        results::submit(&test.register, &crew.clerk, &made.slug, "").unwrap();
        event::confirm(&test.register, &crew.manager, &made.slug).unwrap();
        assert_eq!(notice::close_due(&test.register).unwrap(), 1);
        test.assert_journal_agrees();
    });
}

#[test]
fn whoever_opens_the_codes_of_the_players_is_in_the_journal() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = coded(&test, &crew);
    let opened = || {
        let rows = test.register.read(|conn| Ok(journal::after(conn, 0, 100_000)?)).unwrap();
        rows.iter().filter(|row| row.action == "event.open_file" && row.payload.contains(r#""part":"codes""#)).count()
    };
    assert_eq!(opened(), 0);
    slips::of_round(&test.register, &crew.clerk, (&made.slug, "all"), Some(1), 0).unwrap();
    assert_eq!(opened(), 1);
}

#[test]
fn the_journal_names_a_record_that_was_moved_to_another_game_and_a_photo_that_was_exchanged() {
    let test = TestRegister::new();
    let crew = play::crew(&test, "310");
    let made = play::approved(&test, &crew);
    send(&test, &crew, &made, "1.sgf", game(0, PLAYERS[0], PLAYERS[3]));
    play::upload(&test, &crew, &made, &dans());
    send(&test, &crew, &made, "2.sgf", game(1, PLAYERS[1], PLAYERS[2]));
    let photo = Photo { name: "slip.jpg".into(), bytes: b"\xff\xd8\xff\xe0 a photo of a slip".to_vec() };
    let of = SlipOf::Pairing(pairing_of(&test, &made, 1, 4));
    records::add_slip(&test.register, &crew.clerk, &made.slug, Some(&of), &photo).unwrap();
    test.assert_journal_agrees();
    let run = |sql: &str| test.register.store.reader().unwrap().batch_execute(sql).unwrap();
    let found = |statement: &str, back: &str| {
        run(statement);
        let problems: Vec<Kind> = verify(&test.register).unwrap().problems.iter().map(|one| one.kind).collect();
        run(back);
        problems
    };
    let (one, other) = (pairing_of(&test, &made, 1, 4), pairing_of(&test, &made, 2, 3));
    let moved = found(
        &format!("UPDATE game_record SET pairing_id = NULL, placed_by = NULL WHERE pairing_id = {one}"),
        &format!("UPDATE game_record SET pairing_id = {one}, placed_by = 'names' WHERE pairing_id IS NULL"),
    );
    assert_eq!(moved, [Kind::TableDiffers]);
    let slip = found(
        &format!("UPDATE result_slip SET pairing_id = {other}"),
        &format!("UPDATE result_slip SET pairing_id = {one}"),
    );
    assert_eq!(slip, [Kind::TableDiffers]);
    assert_eq!(found("DELETE FROM result_slip", "SELECT 1"), [Kind::NotInTable]);
}
