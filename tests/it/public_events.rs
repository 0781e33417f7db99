//! Events: the list, where one stands, the results of its groups.

use crate::support::fixture::{Played, Player, World, dan};
use crate::support::queries::{alone, count};
use qipin::domain::grade::Grade;
use qipin::service::certificate::{Sanction, sanction};
use qipin::service::view::{event as view, results};
use qipin::store::award;
use qipin::store::entry;
use qipin::store::event::{self, Event};
use qipin::store::person::Person;

fn played(world: &World, state: &str) -> (Event, Vec<Person>) {
    let event = world.event("2026年上海市业余围棋升段赛", "2026-11-01", state);
    let people = vec![
        world.person("李建国", "1970-01-01"),
        world.person("张文轩", "2012-05-05"),
        world.person("买买提·艾力", "1988-01-01"),
        world.person_of("保密人", "1980-01-01", "310", |p| p.state = "withheld".to_owned()),
    ];
    let player =
        |at: usize, place, score, award| Player { person: &people[at], from: Some(dan(1)), place, score, award };
    let players = [
        player(0, 1, (3, 0), Some(dan(2))),
        player(1, 2, (2, 1), None),
        player(2, 3, (0, 2), None),
        Player { person: &people[3], from: None, place: 4, score: (0, 2), award: None },
    ];
    let counted = Played { won_by: "count", margin_quarters: Some(7), ..Played::even(1, 0, 1, "B") };
    let handicap = Played { handicap: 2, komi_half: Some(0), ..Played::even(1, 2, 3, "W") };
    let games = [
        counted,
        handicap,
        Played::even(2, 1, 0, "W"),
        Played { white: None, ..Played::even(2, 2, 0, "bye") },
        Played { won_by: "time", ..Played::even(3, 0, 2, "B") },
        Played::even(3, 1, 3, "draw"),
    ];
    world.results(&event, "all", &players, &games);
    (event, people)
}

#[test]
fn every_game_shows_colour_handicap_komi_winner_margin_and_how_it_was_decided() {
    let world = World::new();
    let (event, _) = played(&world, "closed");
    let server = world.server();
    let page = |round: u8| server.get(&format!("/events/{}?group=all&round={round}", event.slug)).text();
    let table = |page: String| {
        let table =
            page.split("<table class=\"cards games\">").nth(1).unwrap().split("</table>").next().unwrap().to_owned();
        let row = |row: &str| {
            let cells = row.split("<t").skip(1).filter(|cell| !cell.starts_with('r'));
            cells.map(|cell| text_of(cell.split_once('>').unwrap().1)).collect::<Vec<_>>().join(" | ")
        };
        table.split("<tr").skip(1).map(row).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!("games_round_1", table(page(1)));
    insta::assert_snapshot!("games_round_2", table(page(2)));
    insta::assert_snapshot!("games_round_3", table(page(3)));
}

#[test]
fn what_an_event_is_said_to_be_is_what_its_notices_and_certificates_are() {
    let world = World::new();
    let (event, people) = played(&world, "closed");
    let server = world.server();
    let (page, list) = (format!("/events/{}", event.slug), "/events");
    assert!(server.get(&page).text().contains("成绩和授予都已确定") && server.get(list).text().contains("已结束"));
    // A notice of one of its awards runs, as after a renewal.
    world.notice(&people[2], &event, dan(5));
    let shown = server.get(&page).text();
    assert!(!shown.contains("成绩和授予都已确定") && shown.contains("正在公示"), "{shown}");
    assert!(shown.contains("公示截止") && shown.contains("公示中 1 项"), "{shown}");
    assert!(!server.get(list).text().contains("已结束"));
    assert_eq!(server.get(&format!("/api/v1/events/{}", event.slug)).json()["status"], "on-notice");
    // A certificate that was revoked is not told as issued and nothing more.
    let given = world.register().read(|c| Ok(award::of_persons(c, &[people[0].id])?)).unwrap();
    let paper = world.issue(given[0].id);
    assert!(server.get(&page).text().contains("已发证"));
    for (what, said) in [(Sanction::Suspend, "证书暂停"), (Sanction::Revoke, "证书撤销")] {
        sanction(world.register(), &world.reviewer, paper.certificate.id, what, "查实代赛").unwrap();
        let shown = server.get(&page).text();
        assert!(shown.contains(said) && !shown.contains("已发证"), "{shown}");
    }
}

/// The text of a piece of a page.
fn text_of(html: &str) -> String {
    let mut out = String::new();
    for part in html.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_standings_show_the_official_place_and_every_value_that_decided_it() {
    let world = World::new();
    let (event, _) = played(&world, "closed");
    let server = world.server();
    let answer = server.get(&format!("/events/{}", event.slug));
    assert_eq!(answer.status, 200);
    let page = answer.text();
    let table = page.split("<table class=\"cards standings\">").nth(1).unwrap().split("</table>").next().unwrap();
    let rows: Vec<String> = table.split("<tr>").skip(1).map(|row| text_of(&row.replace("</t", " </t"))).collect();
    insta::assert_snapshot!("standings", rows.join("\n"));
    assert!(page.contains("class=\"cross\"") && page.contains("role=\"region\""), "the crosstable scrolls in its box");
    assert!(page.contains("张*轩") && !page.contains("张文轩"), "a minor is masked");
    assert!(page.contains("姓名不公开") && !page.contains("保密人"));
    let csv = server.get(&format!("/events/{}/standings.csv?group=all", event.slug)).text();
    assert!(csv.starts_with('\u{feff}') && csv.contains("1,李建国,Q") && csv.contains("2段"), "{csv}");
    assert!(csv.contains("points,wins,losses,byes,") && csv.contains(",2,0,2,1,42,20,"), "a bye is no win: {csv}");
    assert!(csv.contains("张*轩") && !csv.contains("张文轩") && !csv.contains("保密人"));
    let csv = server.get(&format!("/events/{}/games.csv?group=all", event.slug)).text();
    assert!(csv.contains("1,,李建国,1,张*轩,2,0,7.5,B,3.5,count"), "{csv}");
    let json = server.get(&format!("/api/v1/events/{}", event.slug)).json();
    assert_eq!((json["status"].as_str().unwrap(), json["results"]["games"].as_array().unwrap().len()), ("final", 6));
    assert_eq!(json["results"]["standings"][1]["name"], serde_json::json!({"shown": "masked", "name": "张*轩"}));
    assert_eq!(json["results"]["standings"][3]["name"], serde_json::json!({"shown": "withheld"}));
    assert_eq!(
        (&json["results"]["standings"][2]["wins"], &json["results"]["standings"][2]["byes"]),
        (&0.into(), &1.into())
    );
    assert!(server.get(&format!("/events/{}?lang=en", event.slug)).text().contains("0–2<small class=\"under\">1 bye<"));
}

/// The rule of the notices holds wherever an award that was not given is told.
#[test]
fn who_was_not_awarded_is_not_named_beside_it_in_any_public_answer() {
    let world = World::new();
    let (event, people) = played(&world, "closed");
    let server = world.server();
    let (slug, number) = (&event.slug, &people[0].register_no);
    let opponent = &people[2].register_no;
    let own = [
        format!("/events/{slug}"),
        format!("/events/{slug}?round=3"),
        format!("/events/{slug}/standings.csv"),
        format!("/events/{slug}/games.csv"),
        format!("/api/v1/events/{slug}"),
        format!("/people/{opponent}"),
        format!("/api/v1/people/{opponent}"),
    ];
    for path in &own {
        assert!(server.get(path).text().contains("李建国"), "{path}: what is given is told by name");
    }
    let given = world.register().read(|c| Ok(award::of_persons(c, &[people[0].id])?)).unwrap();
    world.write(|conn| award::set_state(conn, &[given[0].id], "refused", None).unwrap());
    for path in &own {
        let text = server.get(path).text();
        assert!(text.contains("李*国") && !text.contains("李建国"), "{path}: {text}");
        assert!(!text.contains(number.as_str()), "{path}: no number leads to the person: {text}");
    }
    // The person's own page keeps the name, and is silent about what was refused.
    let page = server.get(&format!("/people/{number}")).text();
    assert!(page.contains("李建国") && !page.contains("grades-step"), "{page}");
}

#[test]
fn whoever_has_no_place_stands_last_on_either_database() {
    let world = World::new();
    let (event, _) = played(&world, "closed");
    let first = world.register().read(|conn| Ok(entry::of_event(conn, event.id)?.remove(0))).unwrap();
    world.write(|conn| entry::forget_outcomes(conn, &[first.id]).unwrap());
    let shown = view::by_slug(world.register(), &event.slug).unwrap();
    let found = results::of_group(world.register(), &shown, shown.group(None).unwrap()).unwrap();
    let places: Vec<Option<i64>> = found.standings.iter().map(|standing| standing.place).collect();
    assert_eq!(places, [Some(2), Some(3), Some(4), None]);
}

#[test]
fn all_games_between_the_same_pair_are_shown() {
    let world = World::new();
    let event = world.event("双循环赛", "2026-11-01", "closed");
    let (a, b) = (world.person("李建国", "1970-01-01"), world.person("王为民", "1971-01-01"));
    let player = |person, place| Player { person, from: None, place, score: (1, 1), award: None };
    let games = [Played::even(1, 0, 1, "B"), Played::even(2, 1, 0, "B"), Played::even(3, 0, 1, "B")];
    world.results(&event, "all", &[player(&a, 1), player(&b, 2)], &games);
    let server = world.server();
    let json = server.get(&format!("/api/v1/events/{}", event.slug)).json();
    assert_eq!(json["results"]["games"].as_array().unwrap().len(), 3);
    let page = server.get(&format!("/events/{}", event.slug)).text();
    let cross = page.split("class=\"cross\"").nth(1).unwrap();
    assert_eq!(cross.split("</table>").next().unwrap().matches("title=\"对").count(), 6, "three games from each side");
}

#[test]
fn where_an_event_stands_is_told_with_dates_and_what_comes_next() {
    let world = World::new();
    let server = world.server();
    let mut number = 0;
    let mut page = |state: &str| {
        number += 1;
        let event = world.event(&format!("赛事{number}"), "2026-11-01", state);
        (server.get(&format!("/events/{}", event.slug)), event)
    };
    for hidden in ["draft", "filed"] {
        assert_eq!(page(hidden).0.status, 404, "{hidden}");
    }
    for (state, words, next) in [
        ("approved", "已批准", "2026年12月1日前"),
        ("submitted", "成绩已提交", "等待确认"),
        ("confirmed", "已确认", "待结束"),
        ("closed", "成绩和授予都已确定", ""),
    ] {
        let text = page(state).0.text();
        assert!(text.contains(words) && text.contains(next), "{state}: {words}, {next}");
        assert!(text.contains("2026年11月20日 12:00（北京时间）"), "{state} has its dates");
    }
    let (_, noticed) = page("confirmed");
    world.notice(&world.person("李建国", "1970-01-01"), &noticed, dan(5));
    let text = server.get(&format!("/events/{}", noticed.slug)).text();
    assert!(text.contains("公示中") && text.contains("2026年11月27日 24:00（北京时间）前"), "the last notice's end");
    let (_, reopened) = page("closed");
    qipin::service::event::reopen(world.register(), &world.reviewer, &reopened.slug, "成绩录入有误").unwrap();
    let text = server.get(&format!("/events/{}", reopened.slug)).text();
    assert!(text.contains("曾重开") && text.contains("成绩录入有误") && text.contains("已退回"));
    world.write(|conn| event::set_state(conn, reopened.id, "closed").unwrap());
    assert!(server.get(&format!("/events/{}", reopened.slug)).text().contains("永久保留"), "the mark stays for ever");
    assert!(server.get("/events").text().contains("曾重开"));
}

#[test]
fn results_are_shown_once_submitted_and_called_provisional_until_confirmed() {
    let world = World::new();
    let (event, _) = played(&world, "submitted");
    let server = world.server();
    let path = format!("/events/{}", event.slug);
    assert!(server.get(&path).text().contains("尚未经第二人确认"));
    world.write(|conn| event::set_state(conn, event.id, "confirmed").unwrap());
    let page = server.get(&path).text();
    assert!(page.contains("李建国") && !page.contains("尚未经第二人确认"));
    for hidden in ["returned", "approved"] {
        world.write(|conn| event::set_state(conn, event.id, hidden).unwrap());
        let page = server.get(&path).text();
        assert!(!page.contains("李建国") && page.contains("还没有可以公布的成绩"), "{hidden}");
    }
    assert_eq!(server.get(&format!("{path}?group=none")).status, 400);
    assert_eq!(server.get(&format!("{path}?round=x")).status, 400);
    assert_eq!(server.get("/events/nothing").status, 404);
}

#[test]
fn the_list_is_narrowed_by_words_agency_and_year_and_paged_in_its_order() {
    let world = World::new();
    for n in 0..42 {
        world.event(&format!("第{n}届升段赛"), "2026-10-18", "closed");
    }
    world.event("百分之百%赛", "2025-05-01", "closed");
    let server = world.server();
    let rows = |path: &str| server.get(path).text().matches("<th scope=\"row\"").count();
    assert_eq!(rows("/events"), 40);
    let first = server.get("/events").text();
    let next = first.split("rel=\"next\" href=\"").nth(1).unwrap().split('"').next().unwrap().replace("&#38;", "&");
    assert_eq!(rows(&next), 3);
    assert!(first.find("第41届").unwrap() < first.find("第40届").unwrap(), "ties are in a fixed order");
    assert_eq!(rows("/events?year=2025"), 1);
    assert_eq!(rows("/events?q=%25"), 1, "a per cent sign is a per cent sign");
    assert_eq!(rows("/events?q=%E7%AC%AC7%E5%B1%8A&agency=310"), 1);
    assert_eq!(rows("/events?agency=110"), 0);
    world.event("Shanghai Cup", "2025-06-01", "closed");
    assert_eq!((rows("/events?q=shanghai"), rows("/events?q=SHANGHAI")), (1, 1), "whatever the case");
    let none = server.get("/events?agency=110");
    assert!(none.status == 200 && none.text().contains("没有符合条件的赛事"));
    assert_eq!(server.get("/events?year=abc").status, 400);
    assert_eq!(server.get("/events?after=abc").status, 400);
}

#[test]
fn a_group_that_is_large_costs_no_more_statements() {
    alone("public_events::a_group_that_is_large_costs_no_more_statements", || {
        let world = World::new();
        let ask = |slug: &str| {
            count(|| {
                let event = view::by_slug(world.register(), slug).unwrap();
                let found = results::of_group(world.register(), &event, event.group(None).unwrap()).unwrap();
                (found.standings.len(), found.games.len())
            })
        };
        let (small, _) = played(&world, "closed");
        let few = ask(&small.slug);
        let event = world.event("大赛", "2026-10-18", "closed");
        let people: Vec<Person> = (0..120).map(|n| world.person(&format!("棋手{n}"), "1990-01-01")).collect();
        let players: Vec<Player> = (1..)
            .zip(&people)
            .map(|(place, person)| Player { person, from: Grade::kyu(1), place, score: (0, 0), award: None })
            .collect();
        let games: Vec<Played> =
            (1..=7).flat_map(|round| (0..60).map(move |n| Played::even(round, n, n + 60, "B"))).collect();
        world.results(&event, "all", &players, &games);
        let many = ask(&event.slug);
        assert_eq!((few.1, many.1), ((4, 6), (120, 420)));
        assert!(few.0 == many.0 && few.0 > 0, "{} and {}", few.0, many.0);
    });
}

#[test]
fn a_large_group_is_shown_a_page_at_a_time_and_a_player_is_found_in_it() {
    let world = World::new();
    let event = world.event("百人赛", "2026-11-01", "closed");
    let mut people: Vec<Person> =
        (0..129).map(|n| world.person(&format!("棋手{}", char::from_u32(0x4e10 + n).unwrap()), "1990-01-01")).collect();
    people.push(world.person("买买提·艾力", "1988-01-01"));
    people.push(world.person("张文轩", "2015-05-01"));
    let players: Vec<Player> = (1..)
        .zip(&people)
        .map(|(place, person)| Player { person, from: Some(dan(1)), place, score: (1, 1), award: None })
        .collect();
    let mut games: Vec<Played> = (0..65).map(|n| Played::even(1, 2 * n, 2 * n + 1, "B")).collect();
    games.extend((0..65).map(|n| Played::even(2, n, 129 - n, "W")));
    world.results(&event, "all", &players, &games);
    let server = world.server();
    let own = format!("/events/{}", event.slug);
    let rows = |page: &str, table: &str| {
        let table = page.split(table).nth(1).map_or("", |rest| rest.split("</table>").next().unwrap());
        table.matches("<tr").count() - usize::from(!table.is_empty())
    };
    let (standings, cross, list) = ("class=\"cards standings\"", "class=\"cross\"", "class=\"cards games\"");
    let next = |page: &str, after: &str| {
        let rest = page.split(after).nth(1)?;
        let link = rest.split("</nav>").next()?.split("rel=\"next\" href=\"").nth(1)?;
        Some(link.split('"').next()?.replace("&#38;", "&"))
    };
    let first = server.get(&own).text();
    for jump in ["standings", "cross", "games"] {
        assert!(first.contains(&format!("href=\"#{jump}\"")) && first.contains(&format!("id=\"{jump}\"")), "{jump}");
    }
    // Nothing is lost: page by page everybody is there, and every game of a round.
    let (mut pages, mut seen) = (vec![first.clone()], rows(&first, standings));
    while let Some(link) = next(pages.last().unwrap(), standings) {
        let page = server.get(link.split('#').next().unwrap()).text();
        assert_eq!(rows(&page, standings), rows(&page, cross));
        seen += rows(&page, standings);
        pages.push(page);
    }
    assert!(seen == people.len() && pages.len() > 1, "{seen} in {} pages", pages.len());
    let (mut page, mut played) = (server.get(&format!("{own}?round=2")).text(), 0);
    loop {
        played += rows(&page, list);
        let Some(link) = next(&page, list) else { break };
        page = server.get(link.split('#').next().unwrap()).text();
    }
    assert_eq!(played, 65);
    let find = |typed: &str| {
        let typed = percent_encoding::utf8_percent_encode(typed, percent_encoding::NON_ALPHANUMERIC);
        format!("{own}?player={typed}")
    };
    // A player by name in any writing, by a part of it, by place, by number.
    let number = &people[129].register_no;
    for typed in ["买买提·艾力", "买买提艾力", "艾力", "130", number.as_str()] {
        let page = server.get(&find(typed)).text();
        assert_eq!((rows(&page, standings), rows(&page, cross), rows(&page, list)), (1, 1, 2), "{typed}");
        assert!(page.contains(">130<") && page.contains("显示全部选手"), "{typed}");
    }
    let shown = server.get(&find("张*轩")).text();
    assert_eq!(rows(&shown, standings), 1, "a masked name is found as it is shown");
    let hidden = server.get(&find("张文轩"));
    assert!(hidden.status == 200 && hidden.text().contains("本组没有这样的选手"), "what is hidden is not searched");
}

#[test]
fn a_place_that_a_lot_gave_is_shown_with_the_lot() {
    use crate::support::event::{self as play, Crew};
    let world = World::new();
    let crew = Crew { clerk: world.clerk.clone(), manager: world.manager.clone(), reviewer: world.reviewer.clone() };
    // 1 beat 3 and 2 beat 4: 1 and 2 are equal in everything that is looked at, and so are 3 and 4.
    let mut files = play::files("癸", 4, "5级");
    files.results.1 =
        b"round,board,black,white,result,handicap,komi,game\n1,1,1,3,B+R,,7.5,\n1,2,2,4,B+R,,7.5,\n".to_vec();
    let made = play::confirmed(&world.test, &crew, &files);
    let server = world.server();
    let page = server.get(&format!("/events/{}", made.slug)).text();
    assert!(page.contains("抽签"), "{page}");
    let shown = view::by_slug(world.register(), &made.slug).unwrap();
    let found = results::of_group(world.register(), &shown, shown.group(None).unwrap()).unwrap();
    let at = found.tiebreaks.iter().position(|tie| *tie == "lot").unwrap();
    let lots: Vec<i64> = found.standings.iter().map(|row| row.tiebreaks[at].unwrap()).collect();
    assert!(lots[0] < lots[1] && lots[2] < lots[3], "the smaller lot stands higher: {lots:?}");
}
