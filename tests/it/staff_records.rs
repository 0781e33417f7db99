//! Game records in the workplace, over HTTP: asked for, sent, placed, recounted, ruled on, and what the awards say of it.

use crate::staff_people::signed_in;
use crate::support::event as play;
use crate::support::fixture::World;
use crate::support::records::{game, lying, zipped};
use crate::support::server::{Answer, Browser, TestServer};
use qipin::domain::permission::Role;
use qipin::service::event::EventSettings;
use qipin::service::records;
use qipin::service::results::Files;
use qipin::store::event::Event;
use qipin::store::{event, game_record, pairing};
use qipin::text::{Lang, fill, text};

pub const PLAYERS: [&str; 4] = ["陈一鸣", "林小满", "周子墨", "吴清源二"];

/// The games of the round robin: round, Black and White by their ids.
const PAIRINGS: [(u16, usize, usize); 6] = [(1, 1, 4), (1, 2, 3), (2, 1, 2), (2, 3, 4), (3, 1, 3), (3, 2, 4)];

fn results_files() -> Files {
    let rows: Vec<String> = PLAYERS.iter().map(|name| format!("{name},男,1990-01-01,5级,,,")).collect();
    play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A world with an event whose results are submitted, and the crew of its agency.
pub struct House {
    pub world: World,
    pub crew: play::Crew,
    pub made: Event,
    pub server: TestServer,
}

impl House {
    pub fn new() -> Self {
        let world = World::new();
        let crew = play::crew(&world.test, "310");
        let made = play::submitted(&world.test, &crew, &results_files());
        let server = world.server();
        Self { world, crew, made, server }
    }

    pub fn clerk(&self) -> Browser {
        signed_in(&self.world, &self.server, &self.crew.clerk)
    }

    pub fn manager(&self) -> Browser {
        signed_in(&self.world, &self.server, &self.crew.manager)
    }

    /// A second person who may rule.
    pub fn referee(&self) -> Browser {
        let referee = self.world.test.account(Role::Referee, self.crew.clerk.agency_id);
        signed_in(&self.world, &self.server, &referee)
    }

    pub fn path(&self, below: &str) -> String {
        format!("/staff/events/{}{below}", self.made.slug)
    }

    fn recount(&self) {
        let mut above = 0;
        loop {
            let batch = records::recount_due(self.world.register(), above).unwrap();
            if batch.last == 0 {
                return;
            }
            above = batch.last;
        }
    }

    fn records(&self) -> Vec<game_record::GameRecord> {
        self.world.register().read(|conn| Ok(game_record::of_group(conn, self.made.id, "all")?)).unwrap()
    }

    pub fn pairing(&self, black: usize, white: usize) -> i64 {
        let all = self.world.register().read(|conn| Ok(pairing::of_group(conn, self.made.id, "all")?)).unwrap();
        let is_it =
            |one: &&pairing::Pairing| one.black_file == black.to_string() && one.white_file == white.to_string();
        all.iter().find(is_it).unwrap().id
    }

    fn send(&self, browser: &mut Browser, files: &[(String, Vec<u8>)]) -> Answer {
        let path = self.path("/groups/all/records");
        browser.get(&path);
        let parts: Vec<(&str, &str, &[u8])> =
            files.iter().map(|(name, bytes)| ("records", name.as_str(), bytes.as_slice())).collect();
        browser.upload(&path, &[], &parts)
    }

    /// Sends a record of the second round that says that Black has won, and has it recounted.
    pub fn contradicted(&self) -> i64 {
        // By the board White has won this one.
        let lie = lying(2, PLAYERS[0], PLAYERS[1], "B+4.5");
        assert_eq!(self.send(&mut self.clerk(), &[("2-1-2.sgf".to_owned(), lie)]).status, 303);
        self.recount();
        self.pairing(1, 2)
    }
}

fn all_records() -> Vec<(String, Vec<u8>)> {
    let one = |(number, (round, black, white)): (usize, &(u16, usize, usize))| {
        (format!("{round}-{black}-{white}.sgf"), game(number, PLAYERS[black - 1], PLAYERS[white - 1]))
    };
    PAIRINGS.iter().enumerate().map(one).collect()
}

pub fn says(key: &'static str) -> &'static str {
    text(Lang::Zh, key)
}

#[test]
fn a_zip_is_sent_followed_and_read_verdict_by_verdict() {
    let house = House::new();
    let mut clerk = house.clerk();
    let path = house.path("/groups/all/records");
    assert!(clerk.get(&house.path("/groups/all")).text().contains(&path), "the group leads there");
    assert!(clerk.get(&path).text().contains(says("staff_record.none")));
    let sent = house.send(&mut clerk, &[("round.zip".to_owned(), zipped(&all_records()))]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    let to = sent.header("location").unwrap().to_owned();
    let page = clerk.get(&to).text();
    let words = fill(Lang::Zh, "staff_record.done.sent", &[("new", "6"), ("placed", "6"), ("known", "0")]);
    assert!(page.contains(&words), "{page}");
    // While some wait the page asks again, with a script and without.
    assert!(page.contains("data-reload") && page.contains("http-equiv=\"refresh\"") && page.contains("<progress"));
    house.recount();
    let page = clerk.get(&path).text();
    assert!(!page.contains("data-reload") && !page.contains("<progress"), "{page}");
    assert!(page.contains("id=\"round-1\"") && page.contains("id=\"round-3\""), "{page}");
    assert_eq!(page.matches("badge-good").count(), 6, "each is confirmed: {page}");
    // The same again is known, and what is no record is named with its reason.
    let mut again = all_records();
    again.push(("slip.jpg".to_owned(), vec![0xff, 0xd8, 0xff, 0xe0, 0, 0]));
    let answer = house.send(&mut clerk, &again);
    assert_eq!(answer.status, 200);
    let page = answer.text();
    let words = fill(Lang::Zh, "staff_record.done.sent", &[("new", "0"), ("placed", "0"), ("known", "6")]);
    assert!(page.contains(&words) && page.contains("slip.jpg"), "{page}");
    assert!(page.contains(says("game_record.left-out.photo")), "{page}");
    // English is complete.
    let english = clerk.get(&format!("{path}?lang=en")).text();
    assert!(english.contains(text(Lang::En, "staff_record.send.button")), "{english}");
}

#[test]
fn what_is_no_upload_is_refused_beside_its_field_and_more_than_fits_is_not_read() {
    let house = House::new();
    let mut clerk = house.clerk();
    let path = house.path("/groups/all/records");
    clerk.get(&path);
    let nothing = clerk.upload(&path, &[], &[]);
    assert_eq!(nothing.status, 422, "{}", nothing.text());
    assert!(nothing.text().contains("id=\"records-error\""), "{}", nothing.text());
    let damaged = house.send(&mut clerk, &[("a.zip".to_owned(), b"PK\x03\x04 and then nothing".to_vec())]);
    assert_eq!(damaged.status, 422, "{}", damaged.text());
    assert!(damaged.text().contains(says("game_record.refusal.damaged")), "{}", damaged.text());
    let huge = house.send(&mut clerk, &[("a.sgf".to_owned(), vec![b'x'; 66 << 20])]);
    assert_eq!(huge.status, 413);
    assert!(house.records().is_empty());
    // Another group than those of the event has no page, and a form from elsewhere does nothing.
    assert_eq!(clerk.get(&house.path("/groups/other/records")).status, 404);
    let foreign = clerk.post(&path, &[("csrf", "0")]);
    assert!(matches!(foreign.status, 403 | 415), "{}", foreign.status);
}

#[test]
fn a_record_of_other_names_is_placed_by_somebody_who_sees_both() {
    let house = House::new();
    let mut clerk = house.clerk();
    house.send(&mut clerk, &[("x.sgf".to_owned(), game(0, "甲某", "乙某"))]);
    let id = house.records()[0].id;
    let place = house.path(&format!("/records/{id}/place"));
    let list = clerk.get(&house.path("/groups/all/records")).text();
    assert!(list.contains(says("staff_record.loose")) && list.contains(&place), "{list}");
    let page = clerk.get(&place).text();
    assert!(page.contains("甲某") && page.contains("<svg") && page.matches("type=\"radio\"").count() == 7, "{page}");
    assert_eq!(clerk.submit(&place, &[("game", "9:1:2")]).status, 404);
    assert_eq!(clerk.submit(&place, &[("game", "x")]).status, 400);
    let done = clerk.submit(&place, &[("game", "2:1:2")]);
    assert_eq!(done.status, 303, "{}", done.text());
    assert_eq!(house.records()[0].pairing_id, Some(house.pairing(1, 2)));
    // The game is taken now: it is not offered to the next, which is refused if it is asked for all the same.
    house.send(&mut clerk, &[("y.sgf".to_owned(), game(1, "丙某", "丁某"))]);
    let other = house.records()[1].id;
    let place = house.path(&format!("/records/{other}/place"));
    assert_eq!(clerk.get(&place).text().matches("type=\"radio\"").count(), 6);
    let taken = clerk.submit(&place, &[("game", "2:1:2")]);
    assert_eq!(taken.status, 409);
    assert!(taken.text().contains(says("refusal.game_has_record")));
    // It can be taken away again.
    let first = house.path(&format!("/records/{id}/place"));
    clerk.get(&first);
    assert_eq!(clerk.submit(&first, &[("game", "none")]).status, 303);
    assert_eq!(house.records()[0].pairing_id, None);
}

#[test]
fn a_contradicted_game_goes_from_the_queue_to_a_ruling_and_the_awards_change() {
    let house = House::new();
    let pairing = house.contradicted();
    let here = house.path(&format!("/games/{pairing}"));
    let (mut manager, mut referee) = (house.manager(), house.referee());

    let list = manager.get(&house.path("/groups/all/records")).text();
    assert!(list.contains("id=\"doubtful\"") && list.contains(&here), "{list}");
    assert!(manager.get("/staff").text().contains("/staff/desk"));
    let queue = manager.get("/staff/desk").text();
    assert!(queue.contains(&here) && queue.contains(says("finding.E811.title")), "{queue}");
    let awards = manager.get(&house.path("/awards")).text();
    let contradicted = fill(Lang::Zh, "staff_record.won.contradicted", &[("n", "1")]);
    assert!(awards.contains(&contradicted) && awards.contains(&here), "{awards}");

    // The board with its groups, the count, and what is said beside it.
    let page = manager.get(&here).text();
    assert!(
        page.contains("data-fate=") && page.contains("id=\"count\"") && page.contains(says("staff_record.differs"))
    );
    assert!(page.contains("<option value=\"W\" selected>"), "the count fills the result in: {page}");
    let form = [
        ("kind", "stones"),
        ("result", "W"),
        ("margin", "2.5"),
        ("article", "围棋竞赛规则 第九条"),
        ("note", "点目后白胜"),
    ];
    // Without its article it comes back with what was typed.
    let wrong: Vec<_> = form.iter().filter(|(name, _)| *name != "article").copied().chain([("article", "")]).collect();
    let refused = manager.submit(&here, &wrong);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("点目后白胜") && refused.text().contains(says("refusal.ruling_article")));
    let unreadable: Vec<_> =
        form.iter().map(|(name, value)| (*name, if *name == "margin" { "多" } else { value })).collect();
    assert!(manager.submit(&here, &unreadable).text().contains(says("refusal.ruling_margin")));
    let signed = manager.submit(&here, &form);
    assert_eq!(signed.status, 303, "{}", signed.text());
    assert!(signed.header("location").unwrap().contains("done=ruled-waits"), "{:?}", signed.header("location"));

    // Whoever ruled is not asked to agree; the second person is.
    let page = manager.get(&here).text();
    assert!(!page.contains("value=\"agree\""), "{page}");
    let id = {
        let page = referee.get(&here).text();
        assert!(page.contains("value=\"agree\"") && page.contains("点目后白胜"), "{page}");
        referee.value("ruling")
    };
    let own = manager.submit(&format!("{here}/decide"), &[("ruling", &id), ("verdict", "agree")]);
    assert_eq!(own.status, 409);
    assert!(own.text().contains(says("refusal.ruling_four_eyes")));
    let queue = referee.get("/staff/desk").text();
    assert!(queue.contains(says("staff_record.ruling-waits")), "{queue}");
    referee.get(&here);
    let agreed = referee.submit(&format!("{here}/decide"), &[("ruling", &id), ("verdict", "agree")]);
    assert_eq!(agreed.status, 303, "{}", agreed.text());

    // The result and the awards follow, and nothing is left to do.
    let page = manager.get(&here).text();
    assert!(page.contains(says("staff_record.reported")) && page.contains(says("staff_record.ruling.in-force")));
    assert!(!manager.get("/staff/desk").text().contains(&here));
    let awards = manager.get(&house.path("/awards")).text();
    assert!(!awards.contains(&contradicted), "{awards}");
    assert!(awards.contains(&fill(Lang::Zh, "staff_record.won.confirmed", &[("n", "1")])), "{awards}");
    house.world.test.assert_journal_agrees();
}

#[test]
fn a_record_that_agrees_with_itself_and_not_with_the_results_is_shown_to_the_referee() {
    let house = House::new();
    // White has won this one, as its record says; the results say that Black has.
    let record = game(2, PLAYERS[0], PLAYERS[1]);
    assert_eq!(house.send(&mut house.clerk(), &[("2-1-2.sgf".to_owned(), record)]).status, 303);
    house.recount();
    let list = house.clerk().get(&house.path("/groups/all/records")).text();
    assert!(list.contains("id=\"doubtful\"") && list.contains(says("staff_record.against")), "{list}");
    let awards = house.manager().get(&house.path("/awards")).text();
    assert!(awards.contains(&fill(Lang::Zh, "staff_record.won.contradicted", &[("n", "1")])), "{awards}");
}

#[test]
fn what_a_group_is_taken_for_changes_the_count_and_stays_in_the_address() {
    let house = House::new();
    let pairing = house.contradicted();
    let here = house.path(&format!("/games/{pairing}"));
    let mut manager = house.manager();
    let count = |page: &str| page.split("id=\"count\"").nth(1).unwrap().split("</section>").next().unwrap().to_owned();
    let first = manager.get(&here).text();
    let link = first.split("<a href=\"").find(|part| part.contains("data-fate")).unwrap();
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    let pressed = manager.get(link.split('#').next().unwrap()).text();
    assert_ne!(count(&first), count(&pressed));
    assert!(pressed.contains("class=\"dead\"") && pressed.contains(says("staff_record.as-recounted")));
    // The same by the form, and as much as anybody sends is read within bounds.
    let long: String = (0..900).map(|n| format!("&g-{n}=dead")).collect();
    assert_eq!(manager.get(&format!("{here}?set=1{long}")).status, 200);
    let none = manager.get(&format!("{here}?set=1&g-zz=dead&g-aa=sleeping")).text();
    assert!(none.contains(says("staff_record.none-marked")), "{none}");
}

#[test]
fn who_only_sees_may_not_send_place_or_rule() {
    let house = House::new();
    let pairing = house.contradicted();
    let record = house.records()[0].id;
    let here = house.path(&format!("/games/{pairing}"));
    let mut referee = house.referee();
    let mut clerk = house.clerk();
    let form = [("kind", "stands"), ("result", ""), ("article", "第九条"), ("note", "维持")];
    clerk.get(&here);
    assert_eq!(clerk.submit(&here, &form).status, 403, "a clerk does not rule");
    assert!(!clerk.get(&here).text().contains("name=\"article\""));
    assert_eq!(clerk.get("/staff/desk").status, 403);
    referee.get(&here);
    assert_eq!(referee.submit(&house.path("/groups/all/records"), &[]).status, 403, "a referee does not send");
    assert_eq!(referee.get(&house.path(&format!("/records/{record}/place"))).status, 403);
    let other = house.world.test.account(Role::Referee, house.world.test.agency("320"));
    let mut other = signed_in(&house.world, &house.server, &other);
    for path in [here.clone(), house.path("/groups/all/records"), house.path(&format!("/records/{record}/file"))] {
        assert!(matches!(other.get(&path).status, 403 | 404), "{path}");
    }
    assert!(!other.get("/staff/desk").text().contains(&here));
    // A pairing or a record of another event is not reached through this one.
    let foreign = house.path(&format!("/games/{}", pairing + 99));
    assert_eq!(referee.get(&foreign).status, 404);
    // The bytes come as they were sent, and the journal says who took them.
    let file = referee.get(&house.path(&format!("/records/{record}/file")));
    assert_eq!(file.body, lying(2, PLAYERS[0], PLAYERS[1], "B+4.5"));
    assert!(file.header("content-disposition").unwrap().starts_with("attachment"));
    // A contradicted game is ruled on before the results are confirmed; after that they have to be opened again first.
    referee.get(&here);
    assert_eq!(referee.submit(&here, &form).status, 303);
    let ruling = house.world.register().read(|conn| Ok(qipin::store::ruling::of_pairing(conn, pairing)?)).unwrap();
    let second = house.world.test.account(Role::Referee, house.crew.clerk.agency_id);
    qipin::service::records::agree(house.world.register(), &second, &house.made.slug, ruling[0].id).unwrap();
    qipin::service::event::confirm(house.world.register(), &house.crew.manager, &house.made.slug).unwrap();
    let page = referee.get(&here).text();
    assert!(page.contains(says("staff_record.rule.closed")) && !page.contains("name=\"article\""), "{page}");
}

#[test]
fn an_event_says_what_it_asks_of_records() {
    let world = World::new();
    let server = world.server();
    let mut clerk = signed_in(&world, &server, &world.clerk);
    let day = (world.register().today() - chrono::Duration::days(1)).to_string();
    let page = clerk.get("/staff/events/new?scheme=open-test").text();
    assert!(page.contains("name=\"records_from\"") && page.contains("name=\"records_confirm\""), "{page}");
    let form = |records: &[(&'static str, &'static str)], key: &str| -> Vec<(String, String)> {
        let fixed = [("scheme", "open-test"), ("name", "秋季赛"), ("place", "棋院"), ("level", "province")];
        let days = [("starts_on", day.as_str()), ("ends_on", day.as_str()), ("groups", "all"), ("key", key)];
        let all = fixed.iter().chain(&days).chain(records);
        all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let mut send = |records: &[(&'static str, &'static str)]| {
        let all = form(records, "");
        let fields: Vec<(&str, &str)> = all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        clerk.submit("/staff/events/new", &fields)
    };
    for (name, value, key) in [
        ("records_from", "99", "refusal.records_from"),
        ("records_sample", "101", "refusal.records_sample"),
        ("records_sample", "一半", "refusal.records_sample"),
        ("records_rules", "chess", "refusal.records_rules"),
        ("records_komi", "很多", "refusal.records_komi"),
    ] {
        let answer = send(&[(name, value)]);
        assert_eq!(answer.status, 422, "{name}={value}");
        assert!(answer.text().contains(&format!("id=\"{name}-error\"")) && answer.text().contains(says(key)), "{name}");
    }
    let made = send(&[
        ("records_from", "29"),
        ("records_sample", "20%"),
        ("records_rules", "chinese"),
        ("records_komi", "3又3/4子"),
        ("records_void", "1"),
        ("records_confirm", "1"),
    ]);
    assert_eq!(made.status, 303, "{}", made.text());
    let slug =
        made.header("location").unwrap().trim_start_matches("/staff/events/").split('?').next().unwrap().to_owned();
    let kept = world.register().read(|conn| Ok(event::by_slug(conn, &slug)?)).unwrap();
    let asked = EventSettings::from_json(&kept.settings).records;
    assert_eq!((asked.required_from, asked.sample_percent, asked.rules.as_deref()), (Some(29), 20, Some("chinese")));
    assert_eq!((asked.komi_half, asked.void_passes, asked.confirm), (Some(15), true, true));
    let page = clerk.get(&format!("/staff/events/{slug}")).text();
    assert!(page.contains(&fill(Lang::Zh, "staff_record.asks.sample", &[("n", "20")])), "{page}");
    // The form of the draft has it all again.
    let page = clerk.get(&format!("/staff/events/{slug}/edit")).text();
    assert!(page.contains("value=\"29\" selected") && page.contains("value=\"7.5\""), "{page}");
}

#[test]
fn a_game_that_another_agency_has_stands_beside_it_without_the_names_of_who_played_there() {
    use crate::support::records::{put, turned};
    let house = House::new();
    let own = game(1, PLAYERS[0], PLAYERS[1]);
    house.send(&mut house.clerk(), &[("2-1-2.sgf".to_owned(), own.clone())]);
    // Elsewhere two children have played it, on a board that was turned and with the colours exchanged.
    let other = play::crew(&house.world.test, "320");
    let made = play::approved(&house.world.test, &other);
    let children = ["钟子轩", "童小溪"];
    let rows: Vec<String> = children.iter().map(|name| format!("{name},男,2016-01-01,5级,,,")).collect();
    let files = play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    qipin::service::results::upload(house.world.register(), &other.clerk, &made.slug, "all", &files).unwrap();
    let text = String::from_utf8(turned(&own, true)).unwrap();
    let theirs = put(&put(&text, "PB", children[0]), "PW", children[1]).into_bytes();
    let sent = [("钟子轩对童小溪.sgf".to_owned(), theirs)];
    records::send(house.world.register(), &other.clerk, &made.slug, "all", &sent).unwrap();
    house.recount();

    let id = house.records()[0].id;
    let same = house.path(&format!("/records/{id}/same"));
    let mut manager = house.manager();
    let game = manager.get(&house.path(&format!("/games/{}", house.pairing(1, 2)))).text();
    assert!(game.contains(&same), "{game}");
    let page = manager.get(&same).text();
    let boards: Vec<&str> =
        page.split("class=\"desk-board\"").skip(1).map(|rest| rest.split("</svg>").next().unwrap()).collect();
    assert_eq!(boards.len(), 2, "{page}");
    let board = |text: &str| text[text.find("<svg").unwrap()..].to_owned();
    assert_eq!(board(boards[0]), board(boards[1]), "the other board is laid as this one");
    assert!(page.contains(says("staff_record.same.reused")) && page.contains("测试升段赛"), "{page}");
    assert!(children.iter().all(|name| !page.contains(name)), "{page}");
    // The other agency sees the same from its side, and this one's page not at all.
    let theirs = house.world.register().read(|conn| Ok(game_record::of_group(conn, made.id, "all")?)).unwrap()[0].id;
    let mut stranger = signed_in(&house.world, &house.server, &other.manager);
    let page = stranger.get(&format!("/staff/events/{}/records/{theirs}/same", made.slug)).text();
    assert!(
        page.matches("class=\"desk-board\"").count() == 2 && PLAYERS.iter().all(|name| !page.contains(name)),
        "{page}"
    );
    assert!(matches!(stranger.get(&same).status, 403 | 404));
    assert_eq!(manager.get(&house.path(&format!("/records/{theirs}/same"))).status, 404);
}

#[test]
fn a_famous_game_is_named_beside_the_record_that_is_one() {
    use qipin::domain::game_record::famous;
    use weiqi_rules::fingerprint::Fingerprint;
    use weiqi_rules::record::Record;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games/goban-original-games");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("{} is not there: left out", folder.display());
        return;
    };
    let read = |bytes: &[u8]| Record::read_all(bytes).into_iter().next().and_then(Result::ok);
    let known = files.filter_map(|file| {
        let bytes = std::fs::read(file.unwrap().path()).ok()?;
        let (famous, _) = famous(&Fingerprint::of(&read(&bytes)?))?;
        Some((bytes, famous.words().zh))
    });
    let (bytes, words) = known.min_by(|a, b| a.1.cmp(&b.1)).unwrap();
    let house = House::new();
    house.send(&mut house.clerk(), &[("2-1-2.sgf".to_owned(), bytes)]);
    house.recount();
    let id = house.records()[0].id;
    let page = house.manager().get(&house.path(&format!("/records/{id}/same"))).text();
    assert!(page.contains(says("staff_record.same.famous")) && page.contains(&words), "{page}");
    assert!(page.contains(says("staff_record.same.no-board")) && !page.contains("class=\"desk-board\""), "{page}");
}
