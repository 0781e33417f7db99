//! The pages of the players' word, over HTTP: the visitor with a code and no account, the agency with its slips, and what
//! the public is shown of it.

use crate::player_words::{PLAYERS, asking, coded, codes, results_files};
use crate::staff_people::signed_in;
use crate::support::event as play;
use crate::support::fixture::World;
use crate::support::records::game;
use crate::support::server::{Answer, Browser, TestServer};
use qipin::domain::check_code::CheckCode;
use qipin::domain::permission::Role;
use qipin::service::{event, records, results};
use qipin::store::event::Event;
use qipin::text::{Lang, text};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::{Limit, Limits};

struct House {
    world: World,
    crew: play::Crew,
    made: Event,
    server: TestServer,
}

impl House {
    fn new() -> Self {
        let world = World::new();
        let crew = play::crew(&world.test, "310");
        let made = coded(&world.test, &crew);
        let server = world.server();
        Self { world, crew, made, server }
    }

    fn codes(&self, round: u16, black: &str) -> [CheckCode; 2] {
        codes(&self.world.test, &self.crew, &self.made, round, black).map(Option::unwrap)
    }

    fn slips(&self, below: &str) -> String {
        format!("/staff/events/{}/groups/all/codes{below}", self.made.slug)
    }

    fn clerk(&self) -> Browser {
        signed_in(&self.world, &self.server, &self.crew.clerk)
    }
}

fn says(key: &'static str) -> &'static str {
    text(Lang::Zh, key)
}

/// Opens the page of a code and sends a word from it.
fn send(browser: &mut Browser, code: &CheckCode, fields: &[(&str, &str)]) -> Answer {
    let path = format!("/g/{code}");
    assert_eq!(browser.get(&path).status, 200);
    let mut all = vec![("result", browser.value("result"))];
    all.extend(fields.iter().map(|(name, value)| (*name, (*value).to_owned())));
    let all: Vec<(&str, &str)> = all.iter().map(|(name, value)| (*name, value.as_str())).collect();
    browser.submit(&path, &all)
}

#[test]
fn a_visitor_confirms_a_game_with_its_code_once_and_without_an_account() {
    let house = House::new();
    let [black, white] = house.codes(1, PLAYERS[0]);
    let record = game(0, PLAYERS[0], PLAYERS[3]);
    let files = [("1-1-4.sgf".to_owned(), record)];
    records::send(house.world.register(), &house.crew.clerk, &house.made.slug, "all", &files).unwrap();
    records::recount_due(house.world.register(), 0).unwrap();
    let mut visitor = house.server.browser();
    // From the front page to the game, by the code as somebody types it.
    assert!(visitor.get("/").text().contains("href=\"/g\""));
    assert!(visitor.get("/g").text().contains(says("public.slip.ask-lead")));
    let answer = visitor.get(&format!("/g?code={}", black.grouped().to_lowercase()));
    assert_eq!((answer.status, answer.header("location")), (303, Some(format!("/g/{black}").as_str())));
    let answer = visitor.get(&format!("/g/{black}"));
    let page = answer.text();
    assert!(page.contains("第1轮") && page.contains("测试升段赛") && page.contains("<svg"), "{page}");
    // The address is a secret: not indexed, not kept, not told on.
    assert!(page.contains("name=\"robots\" content=\"noindex\""));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    // Nobody is named before anybody is identified.
    for name in PLAYERS {
        assert!(!page.contains(name), "{name}: {page}");
    }
    assert!(page.contains("陈*鸣") && page.contains("吴**二"), "{page}");
    let answer = send(&mut visitor, &black, &[("says", "confirmed"), ("note", "不留下")]);
    assert_eq!((answer.status, answer.header("location")), (303, Some(format!("/g/{black}").as_str())));
    let page = visitor.get(&format!("/g/{black}")).text();
    assert!(page.contains(says("public.slip.confirmed")) && page.contains("badge-good"), "{page}");
    assert!(!page.contains("name=\"says\""), "nothing can be said again: {page}");
    // Sent once more, as from a page that was left open.
    visitor.get(&format!("/g/{white}"));
    let again = visitor.submit(&format!("/g/{black}"), &[("says", "disputed"), ("result", "B+R")]);
    assert_eq!(again.status, 409);
    assert!(again.text().contains(says("refusal.word_said")), "{}", again.text());
    // The other side disputes, and what is added is told to nobody here.
    let answer = send(&mut visitor, &white, &[("says", "disputed"), ("note", "我没有认输")]);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let page = visitor.get(&format!("/g/{white}")).text();
    assert!(page.contains(says("public.slip.disputed")) && !page.contains("我没有认输"), "{page}");
}

#[test]
fn a_form_from_elsewhere_and_one_without_a_word_are_refused() {
    let house = House::new();
    let [black, _] = house.codes(1, PLAYERS[0]);
    let path = format!("/g/{black}");
    let mut visitor = house.server.browser();
    visitor.get(&path);
    let bare = visitor.post(&path, &[("says", "confirmed"), ("result", "B+R")]);
    assert_eq!(bare.status, 403, "without the token of the page");
    let mut foreign = house.server.browser().sending("sec-fetch-site", "cross-site");
    foreign.get(&path);
    assert_eq!(foreign.submit(&path, &[("says", "confirmed"), ("result", "B+R")]).status, 403);
    assert_eq!(send(&mut visitor, &black, &[]).status, 400);
    let long = "长".repeat(501);
    let answer = send(&mut visitor, &black, &[("says", "disputed"), ("note", &long)]);
    assert_eq!(answer.status, 422);
    assert!(answer.text().contains(says("refusal.word_note")) && answer.text().contains(&long), "what was typed stays");
    // Opening the address says nothing.
    assert!(visitor.get(&path).text().contains("name=\"says\""));
}

#[test]
fn a_code_that_does_not_exist_is_answered_alike_and_guessing_is_slowed_down() {
    let house = House::new();
    let never: Vec<String> = ["0000000000000000", "ZZZZZZZZZZZZZZZZ", "not-a-code", "%E6%AE%B5"]
        .iter()
        .map(|code| {
            let answer = house.server.get(&format!("/g/{code}"));
            assert_eq!(answer.status, 404, "{code}");
            let text = answer.text().replace(code, "");
            assert!(text.contains(says("public.slip.unknown")), "{code}");
            text
        })
        .collect();
    assert_eq!(never[0], never[1]);
    let typed = house.server.get("/g?code=U123");
    assert_eq!(typed.status, 422, "what is no code at all is said beside the field");
    let limits = Limits { word: Limit { per_minute: 1, burst: 3, total_per_second: 100 }, ..Limits::raised() };
    let settings = WebSettings { limits, ..WebSettings::default() };
    let slow = TestServer::start(AppState::new(house.world.register().clone(), settings));
    let asked: Vec<u16> = (0..5).map(|n| slow.get(&format!("/g/000000000000000{n}")).status).collect();
    assert_eq!(asked, [404, 404, 404, 429, 429]);
}

#[test]
fn the_agency_makes_codes_prints_slips_and_reads_what_was_said() {
    let world = World::new();
    let crew = play::crew(&world.test, "310");
    let made = asking(&world.test, &crew);
    play::upload(&world.test, &crew, &made, &results_files("5级"));
    let server = world.server();
    let house = House { world, crew, made, server };
    let mut clerk = house.clerk();
    let records_page = clerk.get(&format!("/staff/events/{}/groups/all/records", house.made.slug)).text();
    assert!(records_page.contains(&house.slips("")), "the records lead there");
    let page = clerk.get(&house.slips("?round=2")).text();
    assert!(page.contains(says("staff_record.slip.no-code")) && !page.contains("/codes/print"), "{page}");
    let answer = clerk.submit(&house.slips(""), &[("which", "round"), ("round", "2")]);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let page = clerk.get(answer.header("location").unwrap()).text();
    assert!(page.contains("生成了4个确认码") && page.contains("/codes/print?round=2"), "{page}");
    let [black, white] = house.codes(2, PLAYERS[0]);
    let printed = clerk.get(&house.slips("/print?round=2")).text();
    assert!(printed.contains(&black.grouped()) && printed.contains(&white.grouped()), "{printed}");
    assert_eq!(printed.matches("class=\"code-slip\"").count(), 2);
    assert_eq!(printed.matches("class=\"slip-qr\"").count(), 4);
    assert!(printed.contains(PLAYERS[0]) && printed.contains("noindex"));
    assert!(!page.contains(&black.grouped()), "codes stand on the slips only");
    // A player disputes; the agency reads why, the national office does not, and a referee does not print codes.
    let mut visitor = house.server.browser();
    send(&mut visitor, &black, &[("says", "disputed"), ("note", "我没有认输")]);
    let page = clerk.get(&house.slips("?round=2")).text();
    assert!(page.contains("我没有认输") && page.contains("badge-bad"), "{page}");
    let of_game = page.split("/games/").nth(1).unwrap().split('"').next().unwrap();
    let desk = clerk.get(&format!("/staff/events/{}/games/{of_game}", house.made.slug)).text();
    assert!(desk.contains("我没有认输"), "{desk}");
    let mut reviewer = signed_in(&house.world, &house.server, &house.crew.reviewer);
    let seen = reviewer.get(&house.slips("?round=2"));
    assert!(seen.status == 200 && !seen.text().contains("我没有认输"), "{}", seen.text());
    let referee = house.world.test.account(Role::Referee, house.crew.clerk.agency_id);
    let mut referee = signed_in(&house.world, &house.server, &referee);
    assert_eq!(referee.get(&house.slips("")).status, 200);
    assert_eq!(referee.get(&house.slips("/print")).status, 403);
    // What is disputed is for the referee; whoever has lost a code or confirmed in error gets another one.
    let page = clerk.get(&house.slips("?round=2")).text();
    assert_eq!(page.matches("class=\"slip-renew\"").count(), 3, "three of the four sides: {page}");
    let mut renew = |side: &'static str| {
        let fields = [("pairing", of_game), ("side", side), ("round", "2")];
        clerk.submit(&house.slips("/renew"), &fields)
    };
    let refused = renew("B");
    assert!(refused.status != 303 && refused.text().contains(says("refusal.word_disputed")), "{}", refused.text());
    let answer = renew("W");
    assert_eq!(answer.status, 303, "{}", answer.text());
    let page = clerk.get(answer.header("location").unwrap()).text();
    assert!(page.contains(says("staff_record.slip.renewed")) && page.contains("我没有认输"), "{page}");
    let gone = visitor.get(&format!("/g/{white}")).text();
    assert!(gone.contains(says("refusal.word_ended")), "{gone}");
    house.world.test.assert_journal_agrees();
}

#[test]
fn games_that_not_both_have_confirmed_are_marked_where_they_are_listed() {
    let house = House::new();
    let register = house.world.register();
    let mut visitor = house.server.browser();
    for code in house.codes(1, PLAYERS[0]) {
        send(&mut visitor, &code, &[("says", "confirmed")]);
    }
    let [black, _] = house.codes(1, PLAYERS[1]);
    send(&mut visitor, &black, &[("says", "disputed")]);
    // The findings are others than those that were accepted before anybody had spoken.
    play::upload(&house.world.test, &house.crew, &house.made, &results_files("5级"));
    results::submit(register, &house.crew.clerk, &house.made.slug, "").unwrap();
    let awards = house.clerk().get(&format!("/staff/events/{}/awards", house.made.slug)).text();
    assert!(awards.contains("胜局双方未都确认 2"), "{awards}");
    event::confirm(register, &house.crew.manager, &house.made.slug).unwrap();
    let path = format!("/events/{}", house.made.slug);
    let page = visitor.get(&path).text();
    assert!(page.contains(says("public.event.marks-players")) && page.contains("href=\"/g\""), "{page}");
    assert_eq!(page.matches("class=\"mark-players\"").count(), 10, "both sides of five games: {page}");
    assert!(page.contains(says("public.word.both")) && page.contains(says("public.word.not-both")), "{page}");
    let json = visitor.get(&format!("/api/v1{path}")).json();
    let games = json["results"]["games"].as_array().unwrap();
    let said: Vec<&str> = games.iter().filter_map(|game| game["players"].as_str()).collect();
    assert_eq!(said.iter().filter(|said| **said == "confirmed").count(), 1, "{said:?}");
    assert_eq!(said.iter().filter(|said| **said == "disputed").count(), 1, "{said:?}");
    assert_eq!(said.len(), 6);
}
