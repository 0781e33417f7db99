//! Rulings and what goes on around them: nothing is submitted or confirmed past one that waits for its second person, and
//! a game that was ruled on, or whose players have codes, does not become the game of others.

use crate::player_words::{PLAYERS, coded, codes, results_files};
use crate::staff_records::{House, says};
use crate::support::event::{self as play, Crew};
use crate::support::register::{TestRegister, with_register};
use qipin::domain::permission::Role;
use qipin::service::records::{self, CodeState, PlayerSays, RuledResult, RulingForm, RulingKind, WordForm};
use qipin::service::results::{self, Files};
use qipin::service::{ServiceError, ServiceResult, Staff, event};
use qipin::store::event::Event;
use qipin::store::{pairing, player_word, upload};
use qipin::text::{Lang, fill};

fn pairing_of(test: &TestRegister, made: &Event, black: usize, white: usize) -> i64 {
    let all = test.register.read(|conn| Ok(pairing::of_group(conn, made.id, "all")?)).unwrap();
    let is_it = |one: &&pairing::Pairing| one.black_file == black.to_string() && one.white_file == white.to_string();
    all.iter().find(is_it).unwrap().id
}

fn two_warnings(pairing: i64) -> RulingForm {
    RulingForm {
        pairing,
        record: None,
        kind: RulingKind::TwoWarnings,
        result: Some(RuledResult::White),
        margin_quarters: None,
        dead: Vec::new(),
        article: "第十二条".to_owned(),
        note: "两次警告判负".to_owned(),
    }
}

/// Rules that the second has won against the first, who is promoted with that game.
fn proposed(test: &TestRegister, by: &Staff, made: &Event) -> i64 {
    let form = two_warnings(pairing_of(test, made, 1, 2));
    let (id, in_force) = records::rule(&test.register, by, &made.slug, &form).unwrap();
    assert!(!in_force, "who is promoted changes with it");
    id
}

fn waits_for_the_second_person(done: ServiceResult<()>) {
    match done.unwrap_err() {
        ServiceError::Refused { key: "refusal.rulings_proposed", arguments } => {
            assert_eq!(arguments, [("count", "1".to_owned())]);
        }
        other => panic!("{other:?}"),
    }
}

/// The same results with two of the players under each other's ids.
fn exchanged(one: usize, other: usize) -> Files {
    let files = results_files("5级");
    let (name, bytes) = files.players.unwrap();
    let mut lines: Vec<String> = String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect();
    let what = |line: &str| line.split_once(',').unwrap().1.to_owned();
    let (first, second) = (what(&lines[one]), what(&lines[other]));
    lines[one] = format!("{one},{second}");
    lines[other] = format!("{other},{first}");
    Files { results: files.results, players: Some((name, (lines.join("\n") + "\n").into_bytes())) }
}

fn send(test: &TestRegister, crew: &Crew, made: &Event, files: &Files) -> ServiceResult<results::Answer> {
    results::upload(&test.register, &crew.clerk, &made.slug, "all", files)
}

#[test]
fn results_are_neither_submitted_nor_confirmed_past_a_ruling_that_waits_for_its_second_person() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = coded(test, &crew);
        let referee = test.account(Role::Referee, crew.clerk.agency_id);
        let submit = || results::submit(&test.register, &crew.clerk, &made.slug, "");
        let confirm = || event::confirm(&test.register, &crew.manager, &made.slug);

        let before = proposed(test, &crew.manager, &made);
        waits_for_the_second_person(submit());
        assert_eq!(play::state(test, &made), "approved");
        records::refuse(&test.register, &referee, &made.slug, before).unwrap();
        submit().unwrap();

        // A ruling that comes after the submission counts for what is confirmed.
        let after = proposed(test, &referee, &made);
        waits_for_the_second_person(confirm());
        assert_eq!(play::state(test, &made), "submitted");
        assert!(play::awards(test, &made).iter().all(|award| award.state == "proposed"));
        records::agree(&test.register, &crew.manager, &made.slug, after).unwrap();
        confirm().unwrap();
        let second = play::entries(test, &made).into_iter().find(|one| one.file_id == "2").unwrap().id;
        let granted: Vec<_> = play::awards(test, &made).into_iter().map(|one| (one.entry_id, one.state)).collect();
        assert!(granted.contains(&(Some(second), "granted".to_owned())), "{granted:?}");
        test.assert_journal_agrees();
    });
}

#[test]
fn the_page_of_an_event_says_that_a_ruling_waits_and_leads_to_the_desk() {
    let house = House::new();
    let pairing = house.contradicted();
    let register = house.world.register();
    let (_, in_force) = records::rule(register, &house.crew.manager, &house.made.slug, &two_warnings(pairing)).unwrap();
    assert!(!in_force);
    let (mut manager, mut clerk) = (house.manager(), house.clerk());
    let page = manager.get(&house.path("")).text();
    let next = fill(Lang::Zh, "staff.next.rulings", &[("n", "1")]);
    assert!(page.contains(&next) && page.contains(r#"class="button" href="/staff/desk""#), "{page}");
    let confirm = house.path("/confirm");
    assert!(page.contains(says("staff.confirm.rulings-first")) && !page.contains(&format!("{confirm}\"")), "{page}");
    let refused = manager.submit(&confirm, &[]);
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains(&fill(Lang::Zh, "refusal.rulings_proposed", &[("count", "1")])));
    // Nothing keeps the results from going back; they cannot come again before the ruling is decided.
    event::return_results(register, &house.crew.manager, &house.made.slug, "待裁定").unwrap();
    let page = clerk.get(&house.path("")).text();
    let hurdle = fill(Lang::Zh, "staff.hurdle.rulings", &[("n", "1")]);
    assert!(page.contains(&hurdle) && !page.contains("href=\"/staff/desk\""), "a clerk has no desk: {page}");
    let submit = results::submit(register, &house.crew.clerk, &house.made.slug, "");
    waits_for_the_second_person(submit);
}

#[test]
fn the_codes_of_a_game_end_with_all_that_was_said_where_results_give_it_to_other_players() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = coded(test, &crew);
        let [black, white] = codes(test, &crew, &made, 1, PLAYERS[0]);
        let [kept, _] = codes(test, &crew, &made, 1, PLAYERS[1]);
        let word = WordForm { says: PlayerSays::Confirmed, result: "B+R".to_owned(), note: String::new() };
        let say = |code: &Option<_>| records::say(&test.register, code.as_ref().unwrap(), &word);
        say(&black).unwrap();
        say(&kept).unwrap();

        // The first and the last exchange their ids; what the results say of the ids stays.
        send(test, &crew, &made, &exchanged(1, 4)).unwrap();
        let state = |code: &Option<_>| {
            qipin::service::view::player_word::by_code(&test.register, code.as_ref().unwrap()).unwrap().state
        };
        assert_eq!((state(&black), state(&white)), (CodeState::Ended, CodeState::Ended), "said or not");
        assert_eq!(state(&kept), CodeState::Used, "both are who they were");
        let late = say(&white).unwrap_err();
        assert!(matches!(late, ServiceError::Refused { key: "refusal.word_ended", .. }), "{late:?}");
        let rows = test.register.read(|conn| Ok(player_word::of_group(conn, made.id, "all")?)).unwrap();
        let open: Vec<_> = rows.iter().filter(|(row, _)| row.ended_at.is_none()).map(|(_, of)| of).collect();
        assert_eq!((rows.len(), open.len()), (12, 2));
        assert!(open.iter().all(|of| of.id == pairing_of(test, &made, 2, 3)), "{open:?}");
        // Those who play them now get codes of their own.
        assert_eq!(records::make_codes(&test.register, &crew.clerk, &made.slug, "all", None).unwrap(), 10);
        test.assert_journal_agrees();
    });
}

#[test]
fn results_that_give_a_ruled_game_to_other_players_are_refused_with_the_game() {
    with_register(|test| {
        let crew = play::crew(test, "310");
        let made = coded(test, &crew);
        let refused = |files: &Files, round: &str, black: usize, white: usize| {
            let told = [("round", round), ("black", PLAYERS[black - 1]), ("white", PLAYERS[white - 1])];
            match send(test, &crew, &made, files).unwrap_err() {
                ServiceError::Refused { key: "refusal.ruled_players", arguments } => {
                    assert_eq!(arguments, told.map(|(name, value)| (name, value.to_owned())));
                }
                other => panic!("{other:?}"),
            }
        };
        let form = two_warnings(pairing_of(test, &made, 3, 4));
        let (_, in_force) = records::rule(&test.register, &crew.manager, &made.slug, &form).unwrap();
        assert!(in_force);
        refused(&exchanged(1, 4), "2", 3, 4);
        let lines = test.register.read(|conn| Ok(upload::lines_of(conn, made.id)?)).unwrap();
        assert_eq!(lines.len(), 1, "nothing was kept");
        let rows = test.register.read(|conn| Ok(player_word::of_group(conn, made.id, "all")?)).unwrap();
        assert!(rows.iter().all(|(row, _)| row.ended_at.is_none()));

        // Neither is one that waits; where it is not agreed with, the game is nobody's any more.
        let waits = proposed(test, &crew.manager, &made);
        refused(&exchanged(1, 2), "2", 1, 2);
        let referee = test.account(Role::Referee, crew.clerk.agency_id);
        records::refuse(&test.register, &referee, &made.slug, waits).unwrap();
        send(test, &crew, &made, &exchanged(1, 2)).unwrap();
        test.assert_journal_agrees();
    });
}
