//! Persons: found by three facts, and the history of one.

use crate::support::dates::{assert_no_birth_date, assert_no_birth_year};
use crate::support::fixture::{Played, Player, World, dan, day};
use crate::support::queries::{alone, count};
use crate::support::server::{Answer, TestServer};
use qipin::domain::grade::Grade;
use qipin::domain::name::SEPARATORS;
use qipin::service::person as change;
use qipin::service::view::people;
use qipin::service::view::person::{self, Led};
use qipin::store::person::Person;
use qipin::store::public::people as rows;

fn look_up(server: &TestServer, name: &str, region: &str, year: &str) -> Answer {
    let mut reader = server.browser();
    reader.get("/people");
    reader.submit("/people", &[("name", name), ("region", region), ("year", year)])
}

#[test]
fn a_history_shows_the_grade_before_and_after_the_event_the_number_and_its_state() {
    let world = World::new();
    let event = world.event("2026年上海市业余围棋升段赛", "2026-10-18", "closed");
    let holder = world.person("李建国", "1970-01-01");
    let lower = world.certificate(&holder, Some(&event), dan(2));
    let higher = world.certificate(&holder, None, dan(3));
    let server = world.server();
    let answer = server.get(&format!("/people/{}", holder.register_no));
    assert_eq!(answer.status, 200);
    let page = answer.text();
    let steps: Vec<&str> = page.split("<p class=\"grades-step\">").skip(1).collect();
    assert_eq!(steps.len(), 2);
    for shown in [">2段<", ">3段<", "鉴定棋手推荐", "有效"] {
        assert!(steps[0].contains(shown), "{shown}");
    }
    for shown in [">1段<", "2026年上海市业余围棋升段赛", "前30%升一级", "已被更高段位取代", ">310<"]
    {
        assert!(steps[1].contains(shown), "{shown}");
    }
    assert_eq!((lower.certificate.number.as_str(), higher.certificate.number.as_str()), ("310260001", "310260001"));
    assert_no_birth_year(&page, "1970-01-01");
    assert_eq!(server.get("/people/Q1").status, 400);
    assert_eq!(server.get("/people/310260001").status, 400);
    let unknown = qipin::domain::register_number::RegisterNumber::from_random(99).unwrap();
    assert_eq!(server.get(&format!("/people/{unknown}")).status, 404);
}

#[test]
fn a_merged_record_leads_to_the_one_that_is_kept_with_the_history_of_both_and_can_be_parted_again() {
    let world = World::new();
    let (kept, double) = (world.person("李建国", "1970-01-01"), world.person("李建国", "1970-01-01"));
    world.certificate(&kept, None, dan(2));
    world.certificate(&double, None, dan(1));
    change::merge(world.register(), &world.reviewer, kept.id, double.id, "同一人").unwrap();
    let server = world.server();
    let moved = server.get(&format!("/people/{}", double.register_no));
    let target = format!("/people/{}", kept.register_no);
    assert_eq!((moved.status, moved.header("location")), (301, Some(target.as_str())));
    let steps = |number: &str| server.get(&format!("/people/{number}")).text().matches("grades-step").count();
    assert_eq!(steps(&kept.register_no), 2);
    change::unmerge(world.register(), &world.reviewer, double.id, "两个人").unwrap();
    assert_eq!((steps(&kept.register_no), steps(&double.register_no)), (1, 1));
}

#[test]
fn minors_are_masked_and_withheld_names_do_not_appear() {
    let world = World::new();
    let minor = world.person("张文轩", "2012-05-05");
    let hidden = world.person_of("保密人", "1980-01-01", "310", |p| p.state = "withheld".to_owned());
    let newcomer = world.person_of("新来人", "1980-01-01", "310", |p| p.state = "provisional".to_owned());
    let server = world.server();
    let page = server.get(&format!("/people/{}", minor.register_no)).text();
    assert!(page.contains("张*轩") && !page.contains("张文轩"));
    assert_no_birth_year(&page, "2012-05-05");
    let page = server.get(&format!("/people/{}", hidden.register_no)).text();
    assert!(page.contains("姓名不公开") && !page.contains("保密人"));
    assert_eq!(server.get(&format!("/people/{}", newcomer.register_no)).status, 404);
}

#[test]
fn a_player_is_found_whatever_is_typed_between_the_parts_of_the_name() {
    let world = World::new();
    let one = world.person("买买提·艾力", "1988-01-01");
    world.person("买买提·艾山", "1988-01-01");
    world.person("买买提·艾力", "1989-01-01");
    let server = world.server();
    for typed in ["买买提·艾力", "买买提艾力", "买买提 艾力", "买买提•艾力", "买买提-艾力"]
    {
        let page = look_up(&server, typed, "310", "1988").text();
        let found = page.matches("href=\"/people/Q").count();
        assert!(found == 1 && page.contains(&one.register_no), "{typed}: {found}");
    }
    assert!(look_up(&server, "买买提", "310", "1988").text().contains("没有三项都相符"), "a part of a name is no name");
}

#[test]
fn a_name_typed_otherwise_is_looked_for_among_names_of_several_parts_and_only_once() {
    let world = World::new();
    // More than a page of one family: none of them is read for a name that is not theirs.
    for n in 0..120 {
        world.person(&format!("买{}", char::from_u32(0x4e10 + n).unwrap()), "1988-01-01");
    }
    let holder = world.person("买买提·艾力", "1988-01-01");
    let joined = world.person("买买提艾山", "1988-01-01");
    let year = (day("1988-01-01"), day("1988-12-31"));
    let read = |limit| {
        let found = world.register().read(|conn| Ok(rows::by_beginning(conn, '买', &SEPARATORS, "310", year, limit)?));
        found.unwrap().into_iter().map(|who| who.register_no).collect::<Vec<_>>()
    };
    assert_eq!((read(1000), read(0)), (vec![holder.register_no.clone()], vec![]));
    let find = |name: &str, after| people::find(world.register(), name, "310", 1988, after).unwrap();
    for (typed, who) in [("买买提艾力", &holder), ("买买提 艾力", &holder), ("买买提·艾山", &joined)] {
        let (found, more) = find(typed, None);
        assert_eq!(found.iter().map(|line| &line.register_no).collect::<Vec<_>>(), [&who.register_no], "{typed}");
        assert!(!more && find(typed, Some("")).0.is_empty(), "{typed}: a further page looks no further");
    }
}

#[test]
fn five_hundred_namesakes_are_told_apart_by_region_and_year_and_never_taken_for_one() {
    let world = World::new();
    for n in 0..500 {
        let birth = format!("{}-03-01", 1950 + n % 50);
        world.person_of("王伟", &birth, if n % 2 == 0 { "310" } else { "320" }, |_| {});
    }
    let holder = world.person("王伟", "1990-07-07");
    world.certificate(&holder, None, dan(4));
    let server = world.server();
    let found = look_up(&server, "王 伟", "310", "1990").text();
    assert_eq!(found.matches("<th scope=\"row\">").count(), 11);
    let row = found.split("<tr>").find(|row| row.contains(&holder.register_no)).unwrap();
    assert!(row.contains(">4段<") && row.contains("有效") && row.contains("上海"), "grade, certificate, region: {row}");
    assert!(found.contains("无证书") && found.contains("尚无授予记录"));
    assert_no_birth_date(&found, "1990-07-07");
    assert_no_birth_date(&found, "1990-03-01");
    let nobody = look_up(&server, "王伟", "110", "1990");
    assert!(nobody.status == 200 && nobody.text().contains("没有三项都相符的棋手"));
}

#[test]
fn all_three_facts_are_needed_and_minors_are_found_masked_by_them_only() {
    let world = World::new();
    world.person("张文轩", "2012-05-05");
    world.person_of("保密人", "1980-01-01", "310", |p| p.state = "withheld".to_owned());
    let server = world.server();
    for (name, region, year, field) in [
        ("", "310", "2012", "name"),
        ("张文轩", "", "2012", "region"),
        ("张文轩", "310", "", "year"),
        ("张文轩", "999", "2012", "region"),
        ("张文轩", "310", "20120505", "year"),
        ("张文轩", "310", "3000", "year"),
    ] {
        let answer = look_up(&server, name, region, year);
        assert_eq!(answer.status, 422, "{name} {region} {year}");
        assert!(answer.text().contains(&format!("href=\"#{field}\"")), "{field}");
    }
    let found = look_up(&server, "张文轩", "310", "２０１２").text();
    assert!(found.contains("张*轩"), "{found}");
    assert!(look_up(&server, "张文轩", "310", "2011").text().contains("没有三项都相符"));
    assert!(look_up(&server, "保密人", "310", "1980").text().contains("没有三项都相符"));
    assert!(server.get("/people").text().contains("method=\"post\""), "names do not stand in addresses");
}

/// A person with very many games, the rest of them spread over events.
fn veteran(world: &World, events: usize, rounds: usize) -> Person {
    let hero = world.person("李建国", "1970-01-01");
    let other = world.person("王为民", "1971-01-01");
    let player = |person, place| Player { person, from: Grade::kyu(1), place, score: (1, 0), award: None };
    for n in 0..events {
        let event = world.event(&format!("第{n}届{rounds}轮赛"), "2026-10-18", "closed");
        let games: Vec<Played> = (1..=rounds).map(|round| Played::even(round as i64, 0, 1, "B")).collect();
        world.results(&event, "all", &[player(&hero, 1), player(&other, 2)], &games);
    }
    hero
}

#[test]
fn ten_thousand_games_are_as_many_statements_as_three_and_open_a_page_at_a_time() {
    alone("public_people::ten_thousand_games_are_as_many_statements_as_three_and_open_a_page_at_a_time", || {
        let world = World::new();
        let (novice, veteran) = (veteran(&world, 1, 3), veteran(&world, 102, 99));
        let ask = |person: &Person, before| {
            count(|| match person::by_register_no(world.register(), &person.register_no, before).unwrap() {
                Led::Here(view) => view,
                Led::Elsewhere(_) => panic!("not merged"),
            })
        };
        let (few, small) = ask(&novice, None);
        let (many, large) = ask(&veteran, None);
        assert_eq!((small.games_total, large.games_total), (3, 102 * 99));
        assert!(few == many && few > 0, "{few} and {many} statements");
        assert_eq!(large.games.len(), person::GAMES);
        let (_, next) = ask(&veteran, large.next);
        assert!(next.games[0].cursor < large.games[person::GAMES - 1].cursor);
        let server = world.server();
        let answer = server.get(&format!("/people/{}", veteran.register_no));
        assert!(answer.status == 200 && answer.text().contains("10,098"), "{}", answer.status);
        assert_eq!(server.get(&format!("/people/{}?before=x", veteran.register_no)).status, 400);
    });
}

#[test]
fn a_game_is_told_from_the_side_of_its_player() {
    let world = World::new();
    let hero = veteran(&world, 1, 1);
    let server = world.server();
    let page = server.get(&format!("/people/{}", hero.register_no)).text();
    let row = page.split("<table class=\"cards games\">").nth(1).unwrap().split("<tbody>").nth(1).unwrap();
    for shown in ["第0届1轮赛", ">黑<", "王为民", "分先", "3¾子", ">胜<", "中盘"] {
        assert!(row.contains(shown), "{shown}: {row}");
    }
    let _ = day("2026-01-01");
}

#[test]
fn a_bye_is_told_as_a_bye_and_counted_as_no_game() {
    let world = World::new();
    let event = world.event("三人赛", "2026-11-01", "closed");
    let (a, b) = (world.person("李建国", "1970-01-01"), world.person("王为民", "1971-01-01"));
    let player = |person, place, score| Player { person, from: Some(dan(1)), place, score, award: None };
    let bye = |round, at| Played { white: None, ..Played::even(round, at, 0, "bye") };
    let games = [Played::even(1, 0, 1, "B"), bye(2, 0), bye(3, 1)];
    world.results(&event, "all", &[player(&a, 1, (1, 0)), player(&b, 2, (0, 1))], &games);
    let server = world.server();
    let page = server.get(&format!("/people/{}", a.register_no)).text();
    assert!(page.contains("<small>1 · 轮空1次</small>"), "{page}");
    let row = page.split("<tr>").find(|row| row.contains(">轮空<")).unwrap();
    for not_said in [">黑<", ">白<", "分先", "3¾子"] {
        assert!(!row.contains(not_said), "{not_said}: {row}");
    }
    assert!(row.contains("无对手"), "{row}");
    let json = server.get(&format!("/api/v1/people/{}", a.register_no)).json();
    assert_eq!((json["games_total"].as_i64(), json["byes_total"].as_i64()), (Some(1), Some(1)));
    // The round's list says so too.
    let page = server.get(&format!("/events/{}?round=2", event.slug)).text();
    let row = page.split("<tr class=\"\">").find(|row| row.contains("轮空")).unwrap();
    assert!(!row.contains("分先") && !row.contains("3¾子"), "{row}");
}
