//! What nobody is told: looked for in every public answer, every log line and every row of the journal of a lively
//! nation.

use crate::support::dates::told_of;
use crate::support::register::PASSWORD;
use crate::support::server::TestServer;
use qipin::demo::{Demo, open_or_build};
use qipin::service::Register;
use qipin::store::{journal, person::Person};
use qipin::web::routes::{self, Audience, Verb};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// How many addresses are asked at most: every kind many times over.
const MOST: usize = 700;

fn nation() -> (TempDir, Demo) {
    let dir = tempfile::tempdir().unwrap();
    let demo = open_or_build(dir.path(), "http://127.0.0.1:8080").unwrap();
    (dir, demo)
}

fn persons(register: &Register) -> Vec<Person> {
    let ids: Vec<i64> = (1..5000).collect();
    register.read(|conn| Ok(qipin::store::person::by_ids(conn, &ids)?)).unwrap()
}

/// The birth dates of a nation.
fn birthdays(register: &Register) -> BTreeSet<chrono::NaiveDate> {
    let births: BTreeSet<chrono::NaiveDate> = persons(register).iter().filter_map(|p| p.birth).collect();
    assert!(births.len() > 50, "a nation has birthdays");
    births
}

/// The local paths that a page leads to.
fn links(page: &str) -> Vec<String> {
    let targets = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    // One board of a game is like the next.
    let wanted = |target: &&str| target.starts_with('/') && !target.contains("move=");
    targets.filter(wanted).map(|target| target.replace("&#38;", "&")).collect()
}

/// Gives a game with a child a record in which others wrote what nobody may be told; answers the address of its page.
fn talkative_record(register: &Register) -> String {
    use qipin::store::{entry, event, game_record, pairing, public, record_source, upload};
    let shown = |one: &event::Event| matches!(one.state.as_str(), "confirmed" | "closed");
    let (found, group, played, [black, white], by) = register
        .read(|conn| {
            for found in event::by_ids(conn, &(1..2000).collect::<Vec<_>>())?.into_iter().filter(shown) {
                for (group, _) in public::results::groups(conn, found.id)? {
                    let entries = entry::of_upload(conn, group.id)?;
                    let of = |id: i64| entries.iter().find(|one| one.id == id).unwrap().clone();
                    let games = entry::games_of_upload(conn, group.id)?;
                    let Some((game, white)) = games.into_iter().find_map(|game| {
                        let white = game.white_entry.filter(|_| of(game.black_entry).minor)?;
                        Some((game, white))
                    }) else {
                        continue;
                    };
                    let by = upload::current_of_group(conn, found.id, &group.group_key)?.unwrap().uploaded_by;
                    let both = [of(game.black_entry), of(white)];
                    return Ok((found, group.group_key, game, both, by));
                }
            }
            panic!("no child has played");
        })
        .unwrap();
    let text = String::from_utf8(crate::support::records::game(0, &black.name, &white.name)).unwrap();
    let said = "C[write to who@example.org, 13812345678]GC[11010519491231002X]PC[192.0.2.77]AN[who@example.org]";
    let bytes = text.replacen("(;", &format!("(;{said}"), 1).into_bytes();
    let sha256: String =
        sha2::Digest::finalize(sha2::Digest::chain_update(<sha2::Sha256 as sha2::Digest>::new(), &bytes))
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
    let sealed = register.keys.seal(&format!("record/{sha256}"), &bytes).unwrap();
    let now = register.now();
    let id = register
        .write(qipin::service::Actor::System, |tx| {
            tx.nothing_to_record();
            let row = pairing::NewPairing {
                event_id: found.id,
                group_key: group.clone(),
                round: played.round,
                black_file: black.file_id.clone(),
                white_file: white.file_id.clone(),
            };
            pairing::insert_all(tx.conn, std::slice::from_ref(&row))?;
            let game = pairing::of_group(tx.conn, found.id, &group)?.iter().find(|one| one.as_new() == row).unwrap().id;
            let size = bytes.len() as i64;
            let source = record_source::NewRecordSource { sha256: sha256.clone(), bytes: sealed, size, first_at: now };
            record_source::insert_all(tx.conn, &[&source])?;
            let source_id = record_source::ids_of(tx.conn, &[sha256])?[0].1;
            let record = game_record::NewGameRecord {
                event_id: found.id,
                group_key: group,
                source_id,
                part: 0,
                name: format!("{} who@example.org.sgf", black.name),
                pairing_id: Some(game),
                placed_by: Some("hand".to_owned()),
                state: "waiting".to_owned(),
                stones: None,
                whole_key: None,
                uploaded_by: by,
                uploaded_at: now,
            };
            game_record::insert_all(tx.conn, &[record])?;
            Ok(game)
        })
        .unwrap();
    qipin::service::records::recount_due(register, 0).unwrap();
    format!("/events/{}/games/{id}", found.slug)
}

/// Gives a side of a game a code, with which something was said that nobody may be told; answers the address that it opens.
fn code_of(register: &Register, game: &str) -> String {
    use qipin::store::player_word;
    let code = qipin::domain::check_code::CheckCode::from_bytes([5; 10]);
    let pairing_id: i64 = game.rsplit('/').next().unwrap().parse().unwrap();
    let code_hash = qipin::service::keys::sha256(code.as_bytes());
    register
        .write(qipin::service::Actor::System, |tx| {
            tx.nothing_to_record();
            let row = player_word::NewPlayerWord {
                pairing_id,
                side: "B".to_owned(),
                code_hash: code_hash.clone(),
                code_sealed: Vec::new(),
                result: String::new(),
                note: String::new(),
                made_at: tx.now,
            };
            player_word::insert_all(tx.conn, &[row])?;
            let (row, _) = player_word::by_code(tx.conn, &code_hash)?.unwrap();
            player_word::say(tx.conn, row.id, ("disputed", "B", "who@example.org 13812345678"), tx.now)?;
            Ok(())
        })
        .unwrap();
    format!("/g/{code}")
}

/// Whether an address is of a route, whatever stands for its variable parts.
fn is_of(path: &str, route: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap();
    let (mut a, mut b) = (path.split('/'), route.split('/'));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(part), Some(of)) if part == of || of.starts_with('{') && !part.is_empty() => {}
            _ => return false,
        }
    }
}

/// Something that looks like a mail address, a mobile number or an identity number.
fn contacts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || "@.+-_".contains(c))) {
        let mail = word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let all = digits == word.len();
        let mobile = all && digits == 11 && word.starts_with('1');
        let identity = word.len() == 18 && digits >= 17 && (all || word.ends_with(['X', 'x']));
        if mail || mobile || identity {
            found.push(word.to_owned());
        }
    }
    found
}

#[test]
fn contacts_are_recognised() {
    assert_eq!(contacts("write to li.hua@example.cn or 13812345678"), ["li.hua@example.cn", "13812345678"]);
    assert_eq!(contacts("11010519491231002X / 310260001, 2026-11-20"), ["11010519491231002X"]);
    assert_eq!(contacts("Q1234567890 @here 1.95"), Vec::<String>::new());
}

#[test]
fn no_public_answer_holds_a_birth_date_a_document_a_telephone_number_or_a_mail_address() {
    let (_dir, demo) = nation();
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    let server = TestServer::start(AppState::new(demo.register.clone(), settings));
    let birthdays = birthdays(&demo.register);
    let minors: Vec<Person> = {
        let today = demo.register.today();
        let young = |p: &Person| p.birth.is_none_or(|b| today.years_since(b).is_none_or(|age| age < 18));
        persons(&demo.register).into_iter().filter(|p| young(p) && !p.publication_consent).collect()
    };
    assert!(!minors.is_empty(), "a nation has children");

    // From the front page along every link, and to what no page leads to: papers by their codes, receipts, files.
    let mut queue: VecDeque<String> = ["/", "/notices", "/notices?state=ended", "/events", "/agencies", "/schemes"]
        .into_iter()
        .chain(["/people", "/check", "/notices.atom", "/notices.csv", "/robots.txt", "/healthz", "/metrics"])
        .chain(["/demo/clock", "/favicon.ico", "/api/v1", "/api/v1/openapi.json", "/api/v1/notices"])
        .chain(["/api/v1/events", "/api/v1/agencies", "/api/v1/schemes"])
        .chain(["/api/v1/certificates/withdrawn.csv"])
        .map(str::to_owned)
        .collect();
    let game = talkative_record(&demo.register);
    for part in ["", "?move=3", "/board.svg?move=3", "/record.sgf"] {
        queue.push_front(format!("{game}{part}"));
    }
    queue.extend(["/g".to_owned(), code_of(&demo.register, &game)]);
    let event = game.split("/games/").next().unwrap();
    queue.extend([event.to_owned(), format!("{event}/boards")]);
    // The list of addresses is long: the rounds of an event that is played, and the files of one, come first.
    let played = demo.register.read(|conn| Ok(qipin::store::running::all(conn)?[0].event_id)).unwrap();
    let played = demo.register.read(|conn| Ok(qipin::store::event::by_id(conn, played)?.slug)).unwrap();
    queue.push_front(format!("/events/{played}/rounds"));
    let files = links(&server.get(&format!("{event}/export")).text()).into_iter().filter(|to| to.contains("/export/"));
    files.for_each(|to| queue.push_front(to));
    for (grade, number, _) in demo.samples() {
        queue.push_back(format!("/c/{grade}/{number}"));
    }
    let papers = demo.register.read(|conn| Ok(qipin::store::verify::certificates_after(conn, 0, 60)?)).unwrap();
    let ids: Vec<i64> = papers.iter().map(|paper| paper.id).collect();
    let copies = demo.register.read(|conn| Ok(qipin::store::certificate::current_copies(conn, &ids)?)).unwrap();
    let by_code: Vec<String> = copies
        .iter()
        .map(|copy| {
            let paper = papers.iter().find(|paper| paper.id == copy.certificate_id).unwrap();
            let code = qipin::service::certificate::open_code(&demo.register.keys, paper, copy).unwrap();
            let slug = qipin::service::certificate::grade_of(paper.grade).slug();
            format!("{slug}/{}?k={code}", paper.number)
        })
        .collect();
    for paper in &by_code {
        queue.push_back(format!("/c/{paper}"));
        queue.push_back(format!("/api/v1/certificates/{paper}"));
    }
    let notices: Vec<i64> = (1..400).collect();
    let receipts: Vec<String> = demo
        .register
        .read(|conn| {
            let mut all = Vec::new();
            for id in &notices {
                all.extend(qipin::store::award::objections_of(conn, *id)?.into_iter().map(|o| o.receipt));
            }
            Ok(all)
        })
        .unwrap();
    queue.extend(receipts.iter().map(|receipt| format!("/objections/{receipt}")));

    let mut asked = BTreeSet::new();
    let mut told = Vec::new();
    while let Some(path) = queue.pop_front() {
        let path = path.split('#').next().unwrap().to_owned();
        if asked.len() >= MOST || path.starts_with("/staff") || !asked.insert(path.clone()) {
            continue;
        }
        let answer = server.get(&path);
        let text = answer.text();
        if answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            queue.extend(links(&text));
        }
        if is_of(&path, "/events/{slug}") {
            let slug = path.split(['?', '#']).next().unwrap().trim_start_matches("/events/");
            queue.push_back(format!("/api/v1/events/{slug}"));
        }
        if is_of(&path, "/people/{register_no}") {
            queue.push_back(format!("/api/v1{}", path.split(['?', '#']).next().unwrap()));
        }
        // A scheme's own dates and sources are no person's.
        let of_persons = !path.starts_with("/schemes") && !path.starts_with("/static");
        if of_persons {
            told.extend(told_of(&text, &birthdays).into_iter().map(|birthday| format!("{path}: {birthday}")));
            for contact in contacts(&text) {
                told.push(format!("{path}: {contact}"));
            }
        }
        // A child's name is on the paper whose code one holds, and nowhere else in full.
        if of_persons && !path.contains("?k=") {
            for minor in minors.iter().filter(|p| p.name.chars().count() > 2 && text.contains(&p.name)) {
                told.push(format!("{path}: {}", minor.name));
            }
        }
    }
    let unasked: Vec<&str> = routes::all()
        .filter(|route| route.verb == Verb::Get && route.audience != Audience::Staff)
        .map(|route| route.path)
        // The doors of the workplace hold nobody's data.
        .filter(|route| !route.starts_with("/staff"))
        .filter(|route| !asked.iter().any(|path| is_of(path, route)))
        .collect();
    assert_eq!(unasked, Vec::<&str>::new(), "of {} addresses", asked.len());
    assert!(asked.len() > 150, "{}", asked.len());
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn the_journal_names_nobody() {
    let (_dir, demo) = nation();
    let rows = demo.register.read(|conn| Ok(journal::after(conn, 0, 1_000_000)?)).unwrap();
    assert!(rows.len() > 500, "{}", rows.len());
    let birthdays = birthdays(&demo.register);
    let names: BTreeSet<String> = persons(&demo.register).into_iter().map(|p| p.name).collect();
    let logins: Vec<String> = demo.logins.iter().map(|login| format!("\"{}\"", login.login)).collect();
    let mut told = Vec::new();
    for row in &rows {
        let text = format!("{} {} {} {}", row.actor, row.action, row.subject, row.payload);
        let named = names.iter().any(|name| text.contains(name.as_str()));
        let known = logins.iter().any(|login| text.contains(login.as_str()));
        let born = row.action != "agency.add" && !told_of(&text, &birthdays).is_empty();
        if named || known || born || !contacts(&text).is_empty() {
            told.push(text);
        }
    }
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn the_log_says_what_was_asked_and_of_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_qipin"))
        .args(["demo", "--bind", "127.0.0.1:0", "--dir"])
        .arg(dir.path())
        .env("RUST_LOG", "info,qipin=debug")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = program.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        text
    });
    let said: Vec<String> = BufReader::new(program.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
        .take_while(|line| !line.starts_with("ready"))
        .collect();
    let field = |kind: &str| said.iter().find(|line| line.starts_with(kind)).unwrap().split_whitespace().skip(1);
    let address = field("address").next().unwrap().trim_end_matches('/').to_owned();
    let certificate: Vec<String> = field("certificate").map(str::to_owned).collect();
    let login = field("login").nth(2).unwrap().to_owned();

    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build(),
    );
    let get = |path: &str| agent.get(format!("{address}{path}")).call().unwrap().status().as_u16();
    let send = |path: &str, kind: &str, body: &str| {
        let request = agent.post(format!("{address}{path}")).header("content-type", kind);
        request.header("sec-fetch-site", "same-origin").send(body).unwrap().status().as_u16()
    };
    let body = format!("{{\"number\":\"{}\",\"name\":\"{}\"}}", certificate[1], certificate[2..].join(" "));
    assert_eq!(send("/api/v1/lookup", "application/json", &body), 200);
    assert_eq!(get(&format!("/c/{}/{}?k=0123456789ABCDEF", certificate[0], certificate[1])), 200);
    assert_eq!(get("/g/0123456789ABCDEF"), 404);
    get("/people/Q1234567890?name=%E7%8E%8B%E4%BC%9F");
    let form = format!("login={login}&password=not-the-password-of-anybody&csrf=x");
    send("/staff/login", "application/x-www-form-urlencoded", &form);
    get("/staff/reset/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    program.kill().unwrap();
    program.wait().unwrap();
    let log = reading.join().unwrap();

    let lines: Vec<&str> = log.lines().filter(|line| line.starts_with('{')).collect();
    assert!(lines.iter().any(|line| line.contains("\"route\":\"/api/v1/lookup\"")), "{log}");
    assert!(lines.iter().any(|line| line.contains("/c/{grade}/{number}")), "by its pattern: {log}");
    assert!(lines.iter().any(|line| line.contains("/g/{code}")), "by its pattern: {log}");
    let secrets = [
        certificate[1].clone(),
        certificate[2].clone(),
        login,
        "0123456789ABCDEF".to_owned(),
        "0123456789abcdef0123".to_owned(),
        "not-the-password".to_owned(),
        "Q1234567890".to_owned(),
        "%E7%8E%8B".to_owned(),
        PASSWORD.to_owned(),
    ];
    for secret in secrets {
        assert!(!lines.iter().any(|line| line.contains(&secret)), "{secret} is in the log");
    }
    assert!(lines.iter().all(|line| contacts(line).is_empty()), "{log}");
    let asked = lines.iter().filter(|line| line.contains("\"route\""));
    assert!(
        asked.clone().count() >= 4 && !asked.clone().any(|line| line.contains("127.0.0.1")),
        "no address of a client"
    );
}
