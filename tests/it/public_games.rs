//! Game records for anybody: the recount for programs, the page of a game, its board and its record without what others
//! wrote into it, the links from the results.

use crate::support::event::{self as play, Crew};
use crate::support::records::{game, lying, put};
use crate::support::register::TestRegister;
use crate::support::server::{Answer, TestServer, multipart};
use qipin::service::records::{self, RuledResult, RulingForm, RulingKind};
use qipin::service::view::won::{self, Standing};
use qipin::store::event::Event;
use qipin::store::recount::{self, NewRecount};
use qipin::store::{game_record, pairing};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::{Limit, Limits};
use serde_json::Value;
use std::collections::BTreeSet;

const RESCORE: &str = "/api/v1/rescore";

/// A game on three lines that White has not won, whatever it says.
const LIE: &str = "(;GM[1]SZ[3]KM[0.5]RU[Chinese]RE[W+3.5];B[ba];W[aa];B[bb];W[];B[bc];W[])";

/// Two players of age and two children.
const PLAYERS: [(&str, &str); 4] =
    [("陈一鸣", "1990-01-01"), ("林小满", "1990-01-01"), ("周子墨", "2014-05-05"), ("吴清源二", "1988-01-01")];

/// What nobody may read: it stands in comments and names of the records.
const SECRETS: [&str; 6] =
    ["who@example.org", "192.0.2.77", "13800138000", "上海市某路1号", "周子墨", "2001:db8::beef"];

fn serve(test: &TestRegister) -> TestServer {
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    TestServer::start(AppState::new(test.register.clone(), settings))
}

/// Sends a record as it is.
fn rescore(server: &TestServer, query: &str, record: &[u8]) -> Answer {
    server.browser().post_bytes(&format!("{RESCORE}{query}"), "application/x-go-sgf", record)
}

/// What the command says of a file.
fn command(name: &str, record: &[u8], arguments: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(name), record).unwrap();
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_qipin"))
        .current_dir(dir.path())
        .args(["rescore", name, "--format", "json"])
        .args(arguments)
        .output()
        .unwrap();
    String::from_utf8(said.stdout).unwrap()
}

#[test]
fn programs_get_the_recount_of_the_command_byte_for_byte() {
    let test = TestRegister::new();
    let server = serve(&test);
    let one = game(0, "甲", "乙");
    let several = [one.clone(), LIE.as_bytes().to_vec(), b"(;GM[1]SZ[99];B[aa])".to_vec()].concat();
    for (query, arguments) in [
        ("?file=a.sgf", &[][..]),
        ("?file=a.sgf&rules=japanese&komi=6.5", &["--rules", "japanese", "--komi", "6.5"]),
        ("?file=a.sgf&komi=-0.5&no-marks=yes", &["--komi", "-0.5", "--no-marks"]),
        ("?file=a.sgf&no-dead=yes&on-void=pass", &["--no-dead", "--on-void", "pass"]),
        ("?file=a.sgf&dead=", &["--dead", ""]),
        ("?file=a.sgf&dead=aa,B2", &["--dead", "aa,B2"]),
    ] {
        for record in [&one, &several, &b"no record".to_vec()] {
            let answer = rescore(&server, query, record);
            assert_eq!(answer.status, 200, "{query}: {}", answer.text());
            assert_eq!(answer.text(), command("a.sgf", record, arguments), "{query}");
        }
    }
    // A record of one game is one object; several are lines.
    let alone = rescore(&server, "", &one);
    assert_eq!(alone.header("content-type"), Some("application/json"));
    assert_eq!((&alone.json()["file"], &alone.json()["verdict"]), (&"record".into(), &"confirmed".into()));
    let lines = rescore(&server, "", &several);
    assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
    let verdicts: Vec<Value> =
        lines.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["verdict"].clone()).collect();
    assert_eq!(verdicts, ["confirmed", "winner-differs", "unreadable"]);
    // A form with the file gives the same, under the name of the file.
    let (kind, body) = multipart(&[], &[("record", "a.sgf", one.as_slice())]);
    let form = server.browser().post_bytes(RESCORE, &kind, &body);
    assert_eq!(form.text(), rescore(&server, "?file=a.sgf", &one).text());

    let document = server.get("/api/v1/openapi.json").json();
    let described: BTreeSet<String> =
        document["components"]["schemas"]["Rescore"]["properties"].as_object().unwrap().keys().cloned().collect();
    let there: BTreeSet<String> = alone.json().as_object().unwrap().keys().cloned().collect();
    assert_eq!(there, described);
    insta::assert_snapshot!("rescore", rescore(&server, "?file=lie.sgf", LIE.as_bytes()).text());
}

#[test]
fn a_question_that_cannot_be_answered_is_refused_with_its_part_and_the_rule() {
    let test = TestRegister::new();
    let server = serve(&test);
    let one = game(0, "甲", "乙");
    for (query, part, rule) in [
        ("?rules=chess", "rules", "wmsg2008"),
        ("?komi=3.75", "komi", "7.5"),
        ("?dead=nowhere", "dead", "D16"),
        ("?no-dead=1", "no-dead", "yes"),
        ("?no-dead=yes&dead=aa", "no-dead", "dead"),
        ("?on-void=never", "on-void", "pass"),
        ("?ruels=chinese", "query", "rules"),
        (&format!("?dead={}", "aa,".repeat(2000)), "dead", "4096"),
    ] {
        let answer = rescore(&server, query, &one);
        let body = answer.json();
        assert_eq!((answer.status, body["error"].as_str()), (400, Some("bad-request")), "{query}");
        for language in ["zh", "en"] {
            let words = body[language].as_str().unwrap();
            assert!(words.contains(&format!("{part}: ")) && words.contains(rule), "{query}: {words}");
        }
    }
    let many = LIE.repeat(10_000);
    let answer = rescore(&server, "", many.as_bytes());
    assert!(answer.status == 400 && answer.json()["en"].as_str().unwrap().contains("10000"), "{}", answer.text());
    let files: Vec<(&str, &str, &[u8])> = vec![("record", "a.sgf", &one), ("record", "b.sgf", &one)];
    for files in [&files[..], &[]] {
        let (kind, body) = multipart(&[], files);
        assert_eq!(server.browser().post_bytes(RESCORE, &kind, &body).status, 400);
    }
    assert_eq!(rescore(&server, "", &vec![b' '; 9 << 20]).status, 413);

    let submit = Limit { per_minute: 1, burst: 2, total_per_second: 100 };
    let settings = WebSettings { limits: Limits { submit, ..Limits::raised() }, ..WebSettings::default() };
    let strict = TestServer::start(AppState::new(test.register.clone(), settings));
    let statuses: Vec<u16> = (0..3).map(|_| rescore(&strict, "", &one).status).collect();
    assert_eq!(statuses, [200, 200, 429], "paced as other work is");
}

/// A submitted event whose first round has records, with everything in them that nobody may read.
struct Played {
    test: TestRegister,
    crew: Crew,
    event: Event,
    files: qipin::service::results::Files,
}

impl Played {
    fn new() -> Self {
        let talkative = |number: usize, black: usize, white: usize| {
            let text = String::from_utf8(game(number, PLAYERS[black - 1].0, PLAYERS[white - 1].0)).unwrap();
            let said = format!("C[{} PW 周子墨]GC[{}]PC[{}]", SECRETS[0], SECRETS[2], SECRETS[3]);
            let text = text.replacen("(;", &format!("(;{said}AN[{}]XX[{}]", SECRETS[1], SECRETS[5]), 1);
            put(&text, "PB", PLAYERS[black - 1].0).into_bytes()
        };
        Self::with("B+R", [talkative(0, 1, 4), talkative(1, 2, 3)])
    }

    /// The same with another result of the first game, and with these records of both.
    fn with(first: &str, sent: [Vec<u8>; 2]) -> Self {
        let test = TestRegister::new();
        let crew = play::crew(&test, "310");
        let rows: Vec<String> = PLAYERS.iter().map(|(name, birth)| format!("{name},男,{birth},5级,,,")).collect();
        let mut files = play::files_of(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let results = String::from_utf8(files.results.1).unwrap();
        files.results.1 = results.replacen(",1,4,B+R,", &format!(",1,4,{first},"), 1).into_bytes();
        let event = play::submitted(&test, &crew, &files);
        let [one, two] = sent;
        let sent = [("1-1-4.sgf".to_owned(), one), ("1-2-3.sgf".to_owned(), two)];
        let answer = records::send(&test.register, &crew.clerk, &event.slug, "all", &sent).unwrap();
        assert_eq!(answer.placed, 2, "{answer:?}");
        records::recount_due(&test.register, 0).unwrap();
        Self { test, crew, event, files }
    }

    fn game(&self, black: usize, white: usize) -> i64 {
        let all = self.test.register.read(|conn| Ok(pairing::of_group(conn, self.event.id, "all")?)).unwrap();
        let is_it =
            |one: &&pairing::Pairing| one.black_file == black.to_string() && one.white_file == white.to_string();
        all.iter().find(is_it).unwrap().id
    }

    fn address(&self, black: usize, white: usize) -> String {
        format!("/events/{}/games/{}", self.event.slug, self.game(black, white))
    }
}

/// The words of a page between its first heading and the foot, a line a piece.
fn words(page: &str) -> String {
    let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap().split_once('>').unwrap().1;
    let mut out = String::new();
    let mut rest = main;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        let (tag, next) = after.split_once('>').unwrap();
        if tag.starts_with("svg") && tag.contains("viewBox=\"0 0 2") {
            out.push_str("[board]");
        }
        let block = ["p", "/p", "li", "h1", "h2", "dt", "div", "/li", "section", "/h1", "/h2"];
        if block.iter().any(|name| tag.split(' ').next() == Some(name)) {
            out.push('\n');
        }
        rest = match tag.starts_with("svg") {
            true => next.split_once("</svg>").unwrap().1,
            false => next,
        };
    }
    let lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_of_a_game_shows_it_move_by_move_with_names_as_the_crosstable_has_them() {
    let played = Played::new();
    let server = serve(&played.test);
    let own = played.address(2, 3);
    let page = server.get(&own);
    assert_eq!(page.status, 200, "{}", page.text());
    let text = page.text();
    let without_times = |text: &str| {
        let mut text = words(text);
        while let Some(at) = text.find("北京时间") {
            let start = text[..at].rfind('年').map_or(at, |at| at.saturating_sub(4));
            let end = at + text[at..].find(['；', '，', '\n', '以', ' ']).unwrap_or("北京时间".len());
            text.replace_range(start..end.max(at + "北京时间".len()), "[时间]");
        }
        text
    };
    insta::assert_snapshot!("game_page", without_times(&text));
    let last: usize = {
        let answer = server.get(&own).text();
        answer.matches("<li class=\"b\">").count() + answer.matches("<li class=\"w\">").count()
    };
    assert!(last > 30, "{last} moves");
    // From the last move one goes back, from the first one on; the links are those that the keys follow.
    let link = |page: &str, key: &str| {
        let mark = format!("data-arrow=\"{key}\"");
        let tag = page.split("<a ").find(|tag| tag.split('>').next().unwrap().contains(&mark))?;
        Some(tag.split("href=\"").nth(1)?.split('"').next()?.to_owned())
    };
    assert_eq!(link(&text, "ArrowLeft"), Some(format!("{own}?move={}#board", last - 1)));
    assert_eq!((link(&text, "ArrowRight"), link(&text, "End")), (None, None));
    let first = server.get(&format!("{own}?move=0")).text();
    assert_eq!(link(&first, "ArrowRight"), Some(format!("{own}?move=1#board")));
    assert_eq!((link(&first, "ArrowLeft"), link(&first, "Home")), (None, None));
    assert!(server.get(&format!("{own}?move=99999")).text().contains("aria-current=\"true\""));
    assert_eq!(server.get(&format!("{own}?move=x")).status, 400);
    let stones = |n: usize| {
        let svg = server.get(&format!("{own}/board.svg?move={n}"));
        assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
        svg.text().matches("r=\"11\"").count()
    };
    assert_eq!([0, 1, 2].map(stones), [0, 1, 2]);
    let end = server.get(&format!("{own}/board.svg")).text();
    assert!(
        end.contains("class=\"territory\"")
            && !server.get(&format!("{own}/board.svg?move=5")).text().contains("territory")
    );
    let english = server.get(&format!("{own}?lang=en")).text();
    assert!(english.contains("Confirmed by recount") && english.contains("lang=en#board"), "{english}");
}

#[test]
fn nothing_that_a_record_says_of_others_is_told() {
    let played = Played::new();
    let server = serve(&played.test);
    let own = played.address(2, 3);
    let event = format!("/events/{}", played.event.slug);
    let mut addresses =
        vec![event.clone(), format!("{event}/boards"), format!("{event}/games.csv"), format!("/api/v1{event}")];
    for own in [played.address(1, 4), own.clone()] {
        addresses.extend([
            own.clone(),
            format!("{own}?move=3&lang=en"),
            format!("{own}/board.svg"),
            format!("{own}/record.sgf"),
        ]);
    }
    for path in addresses {
        let answer = server.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        for secret in SECRETS {
            assert!(!answer.text().contains(secret), "{path} tells {secret}");
        }
    }
    let sgf = server.get(&format!("{own}/record.sgf"));
    assert!(sgf.header("content-disposition").unwrap().ends_with(".sgf\""));
    let text = sgf.text();
    assert!(text.contains("PB[林小满]PW[周*墨]"), "{text}");
    let record = weiqi_rules::record::Record::read_all(text.as_bytes()).remove(0).unwrap();
    let sent = weiqi_rules::record::Record::read_all(&game(1, "a", "b")).remove(0).unwrap();
    let plays = |record: &weiqi_rules::record::Record| record.moves.iter().map(|one| one.play).collect::<Vec<_>>();
    assert_eq!(plays(&record), plays(&sent));
    assert_eq!((record.size, record.komi.half_points), (sent.size, sent.komi.half_points));
}

#[test]
fn results_lead_to_the_records_of_their_games_and_name_the_verdict() {
    let played = Played::new();
    let server = serve(&played.test);
    let event = format!("/events/{}", played.event.slug);
    let page = server.get(&event).text();
    for own in [played.address(1, 4), played.address(2, 3)] {
        assert!(
            page.matches(&format!("href=\"{own}\"")).count() >= 3,
            "both rows of the crosstable and the list: {own}"
        );
    }
    assert!(page.contains("class=\"mark mark-good\"") && page.contains("棋谱复核相符"));
    let csv = server.get(&format!("{event}/games.csv")).text();
    let head = csv.lines().next().unwrap();
    assert!(head.ends_with("game,verdict,ruled"), "{head}");
    let ends: Vec<&str> = csv.lines().skip(1).filter(|line| line.ends_with(",confirmed,no")).collect();
    assert_eq!(ends.len(), 2, "{csv}");
    let json = server.get(&format!("/api/v1{event}")).json();
    let games = json["results"]["games"].as_array().unwrap();
    let with: Vec<&Value> = games.iter().map(|one| &one["record"]).filter(|record| !record.is_null()).collect();
    assert_eq!((games.len(), with.len()), (6, 2));
    insta::assert_json_snapshot!("record_of_a_game", with[0], { ".game" => "[id]" });
    let boards = server.get(&format!("{event}/boards")).text();
    assert_eq!(boards.matches("/board.svg\"").count(), 2);
    assert!(boards.contains("周*墨") && boards.contains("复核相符"));
}

#[test]
fn a_record_that_agrees_with_itself_and_not_with_the_results_is_nowhere_called_confirmed() {
    // The board gives the first game to White as its record says, and the second is said to be resigned by Black; Black
    // has won both by the results.
    let names = |at: usize| PLAYERS[at - 1].0;
    let played = Played::with("B+3.5", [game(2, names(1), names(4)), lying(4, names(2), names(3), "W+R")]);
    let server = serve(&played.test);
    let event = format!("/events/{}", played.event.slug);
    let grounds: Vec<Option<String>> = played
        .test
        .register
        .read(|conn| Ok(game_record::of_group(conn, played.event.id, "all")?))
        .unwrap()
        .into_iter()
        .map(|one| one.ground)
        .collect();
    assert_eq!(grounds, [Some("E811".to_owned()), Some("E823".to_owned())]);

    for (path, good, bad) in [
        (event.clone(), "棋谱：复核相符", "棋谱：胜方不符"),
        (format!("{event}?lang=en"), "record: Confirmed by recount", "record: The winner differs"),
        (format!("{event}/boards"), "复核相符", "胜方不符"),
        (played.address(1, 4), "复核相符", "棋谱与申报的成绩不一致"),
        (played.address(2, 3), "未数子", "棋谱与申报的成绩不一致"),
        (format!("{}?lang=en", played.address(1, 4)), "Confirmed by recount", "the reported results differ"),
    ] {
        let page = server.get(&path).text();
        assert!(!page.contains(good) && page.contains(bad), "{path}: {page}");
    }
    let page = server.get(&event).text();
    assert_eq!((page.matches("mark mark-bad").count(), page.contains("mark-good")), (4, false), "{page}");
    // A line of the list each; the sign of what is confirmed is explained once.
    assert_eq!((page.matches("胜方不符</span>").count(), page.matches("复核相符").count()), (2, 1), "{page}");
    let csv = server.get(&format!("{event}/games.csv")).text();
    assert_eq!(csv.lines().filter(|line| line.ends_with(",winner-differs,no")).count(), 2, "{csv}");
    let json = server.get(&format!("/api/v1{event}")).json();
    let games = json["results"]["games"].as_array().unwrap();
    let verdicts: Vec<&Value> =
        games.iter().map(|one| &one["record"]["verdict"]).filter(|one| !one.is_null()).collect();
    assert_eq!(verdicts, ["winner-differs", "winner-differs"]);

    // The workplace says the same of what the wins rest on.
    let won = won::of_event(&played.test.register, &played.crew.clerk, &played.event.slug).unwrap();
    let contradicted = won.values().flatten().filter(|one| one.standing == Standing::Contradicted);
    assert_eq!(contradicted.count(), 2);

    // Once a referee has ruled, that is told instead.
    let form = RulingForm {
        pairing: played.game(1, 4),
        record: None,
        kind: RulingKind::Stands,
        result: None,
        margin_quarters: None,
        dead: Vec::new(),
        article: "围棋竞赛规则（2023）第三十二条".to_owned(),
        note: "核对过成绩单".to_owned(),
    };
    let (id, in_force) = records::rule(&played.test.register, &played.crew.manager, &played.event.slug, &form).unwrap();
    if !in_force {
        let second = played.test.account(qipin::domain::permission::Role::Referee, played.crew.clerk.agency_id);
        records::agree(&played.test.register, &second, &played.event.slug, id).unwrap();
    }
    let page = server.get(&event).text();
    assert_eq!((page.matches("mark mark-bad").count(), page.matches("mark mark-ruled").count()), (2, 2), "{page}");
}

#[test]
fn nobody_is_said_to_have_resigned_where_only_the_results_say_so() {
    let names = |at: usize| PLAYERS[at - 1].0;
    let played = Played::with("B", [lying(2, names(1), names(4), ""), lying(4, names(2), names(3), "")]);
    let server = serve(&played.test);
    for own in [played.address(1, 4), played.address(2, 3)] {
        let page = server.get(&own).text();
        assert!(page.contains("未数子") && page.contains("没有写明") && page.contains("只查了着法"), "{page}");
        assert!(!page.contains("以认输") && !page.contains("复核相符"), "{page}");
        let english = server.get(&format!("{own}?lang=en")).text();
        assert!(english.contains("Not counted") && english.contains("none stated"), "{english}");
        assert!(!english.contains("Ended by resignation"), "{english}");
    }
    let page = server.get(&format!("/events/{}", played.event.slug)).text();
    assert!(!page.contains("mark-good") && !page.contains("mark-bad"), "{page}");
}

#[test]
fn what_is_not_public_yet_or_of_another_event_is_not_there() {
    let played = Played::new();
    let server = serve(&played.test);
    let id = played.game(1, 4);
    let other = play::approved(&played.test, &played.crew);
    for path in [
        format!("/events/{}/games/{id}", other.slug),
        format!("/events/nowhere/games/{id}"),
        format!("/events/{}/games/{}", played.event.slug, id + 1000),
        format!("/events/{}/games/x", played.event.slug),
        format!("/events/{}/games/{id}/board.svg?move=1", other.slug),
    ] {
        assert_eq!(server.get(&path).status, 404, "{path}");
    }
    // A game without a record has no page either, and a record without a game has none at all.
    let record = played.test.register.read(|conn| Ok(game_record::of_group(conn, played.event.id, "all")?)).unwrap();
    records::place_by_hand(&played.test.register, &played.crew.clerk, &played.event.slug, record[0].id, None).unwrap();
    assert_eq!(server.get(&played.address(1, 4)).status, 404);
    assert!(!server.get(&format!("/events/{}", played.event.slug)).text().contains(&format!("/games/{id}\"")));
    // Results that were sent back are not shown, and their games neither.
    let own = played.address(2, 3);
    assert_eq!(server.get(&own).status, 200);
    qipin::service::event::return_results(&played.test.register, &played.crew.manager, &played.event.slug, "再核对")
        .unwrap();
    assert_eq!(server.get(&own).status, 404);
}

#[test]
fn rulings_and_earlier_recounts_are_told_without_names() {
    let played = Played::new();
    let server = serve(&played.test);
    let register = &played.test.register;
    let own = played.address(2, 3);
    let form = RulingForm {
        pairing: played.game(2, 3),
        record: None,
        kind: RulingKind::TwoWarnings,
        result: Some(RuledResult::Black),
        margin_quarters: None,
        dead: Vec::new(),
        article: "围棋竞赛规则（2023）第三十二条".to_owned(),
        note: "王裁判现场记录 13800138000".to_owned(),
    };
    records::rule(register, &played.crew.manager, &played.event.slug, &form).unwrap();
    let page = server.get(&own).text();
    assert!(page.contains("两次警告判负") && page.contains(&form.article), "{page}");
    assert!(!page.contains("王裁判") && !page.contains("13800138000"));
    assert!(server.get(&format!("/events/{}", played.event.slug)).text().contains("mark-ruled"));

    // A later version of the program says something else: both are told, and what is different.
    let record = register
        .read(|conn| {
            let all = game_record::of_group(conn, played.event.id, "all")?;
            Ok(all.into_iter().find(|one| one.pairing_id == Some(form.pairing)).unwrap())
        })
        .unwrap();
    let kept = register.read(|conn| Ok(recount::current_of(conn, &[record.id])?)).unwrap().remove(0);
    let (winner, margin) = match kept.winner.as_deref() {
        Some("B") => ("W", 1),
        _ => ("B", 1),
    };
    let later = NewRecount {
        record_id: record.id,
        version: "9.9.9".to_owned(),
        asked: kept.asked.clone(),
        verdict: "winner-differs".to_owned(),
        matched: None,
        winner: Some(winner.to_owned()),
        margin_half: Some(margin),
        answer: kept.answer.clone(),
        current: true,
        made_at: register.now(),
    };
    register
        .write(qipin::service::Actor::System, |tx| {
            tx.nothing_to_record();
            Ok(recount::replace(tx.conn, &[later])?)
        })
        .unwrap();
    let page = server.get(&own).text();
    assert!(page.contains("9.9.9") && page.contains(weiqi_rules::VERSION), "{page}");
    assert!(page.contains("结论由“复核相符”改为“胜方不符”") && page.contains("结果由"), "{page}");
}

#[test]
fn a_person_and_the_row_of_an_award_lead_to_the_games_that_count() {
    let played = Played::new();
    let server = serve(&played.test);
    let register = &played.test.register;
    let records_of = |page: &str| -> Vec<String> {
        let links = page.split("class=\"to-record\" href=\"").skip(1);
        links.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    // The one who wins every game is given a grade, by a record of the first round among others.
    let event = format!("/events/{}", played.event.slug);
    let row = |page: &str, name: &str| {
        let rows = page.split("<tr>").map(|row| row.split("</tr>").next().unwrap());
        let of_standings = |row: &&str| row.contains("class=\"reason\"") && row.contains(name);
        rows.clone().find(of_standings).unwrap_or_else(|| panic!("{page}")).to_owned()
    };
    let page = server.get(&event).text();
    let first = row(&page, PLAYERS[0].0);
    assert!(first.contains("胜局棋谱") && first.contains(&played.address(1, 4)), "{first}");
    assert!(!first.contains(&played.address(2, 3)), "a game of others");
    let last = row(&page, PLAYERS[3].0);
    assert!(!last.contains("胜局棋谱"), "{last}");

    // The records have come since the submission: what they warn of gets its reason first.
    let (crew, slug) = (&played.crew, &played.event.slug);
    qipin::service::event::return_results(register, &crew.manager, slug, "棋谱晚到").unwrap();
    play::upload(&played.test, crew, &played.event, &played.files);
    qipin::service::results::submit(register, &crew.clerk, slug, "").unwrap();
    qipin::service::event::confirm(register, &crew.manager, slug).unwrap();
    let numbers: Vec<String> = register
        .read(|conn| {
            let persons: Vec<i64> =
                play::entries(&played.test, &played.event).iter().filter_map(|one| one.person_id).collect();
            Ok(qipin::store::person::by_ids(conn, &persons)?.into_iter().map(|one| one.register_no).collect())
        })
        .unwrap();
    let pages: Vec<Vec<String>> =
        numbers.iter().map(|number| records_of(&server.get(&format!("/people/{number}")).text())).collect();
    let mut all: Vec<String> = pages.concat();
    all.sort();
    let mut expected = [played.address(1, 4), played.address(1, 4), played.address(2, 3), played.address(2, 3)];
    expected.sort();
    assert_eq!(all, expected, "each of the two games stands on the pages of both its players");
    assert_eq!(server.get(&all[0]).status, 200);
}

#[test]
fn a_record_that_anybody_checks_shows_its_board_beside_the_verdict_and_is_not_kept() {
    let test = TestRegister::new();
    let server = serve(&test);
    let check = |bytes: &[u8]| {
        let mut browser = server.browser();
        browser.get("/check");
        browser.upload("/check", &[], &[("results", "game.sgf", bytes)])
    };
    let one = game(0, PLAYERS[0].0, PLAYERS[1].0);
    let answer = check(&one);
    let page = answer.text();
    assert_eq!(answer.status, 200, "{page}");
    assert!(page.contains("<svg") && page.contains("class=\"territory\""), "{page}");
    assert!(page.contains("复核相符") && page.contains("class=\"sum\""), "{page}");
    // A record that ends with a move against the rules shows the board there.
    let text = String::from_utf8(one).unwrap();
    let first = text.find(";B[").unwrap();
    let illegal = text.replacen(&text[first + 6..first + 12], &format!(";W[{}]", &text[first + 3..first + 5]), 1);
    let page = check(illegal.as_bytes()).text();
    assert!(page.contains("<svg") && page.contains("stroke-width=\"3\"") && !page.contains("class=\"territory\""));
    // Two games in a file: the first is recounted, as the command does it.
    let two = format!("{text}{LIE}");
    let page = check(two.as_bytes()).text();
    assert!(page.matches("class=\"game-board\"").count() == 1 && page.contains("W810"), "{page}");
    let nothing = check("(no game at all".as_bytes()).text();
    assert!(!nothing.contains("game-board"), "{nothing}");
    let kept = test.register.read(|conn| Ok(qipin::store::verify::recounts_after(conn, 0, 10)?.len()));
    assert_eq!(kept.unwrap(), 0);
}
