//! Every route × every role × things of the own, a lower and a foreign agency, over HTTP: what the matrix does not
//! grant is refused and changes nothing.

use crate::support::register::TestRegister;
use crate::support::server::{Answer, Browser, TestServer};
use crate::support::things::Things;
use qipin::domain::permission::{Action, Reach, Relation, Role, reach};
use qipin::service::{Staff, account};
use qipin::text::{Lang, text};
use qipin::web::csrf::CsrfKey;
use qipin::web::routes::{self, Audience, Entry, Needs, Verb};
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::fmt::Write;

/// The agencies, seen from the national office and from 310: own, directly below, any other.
const OF_OFFICE: [(&str, Relation); 3] =
    [("000", Relation::Own), ("310", Relation::FirstLevel), ("310-310100", Relation::Other)];
const OF_AGENCY: [(&str, Relation); 3] =
    [("310", Relation::Own), ("310-310100", Relation::Child), ("320", Relation::Other)];

/// Pages of the workplace that ask for no account, and why.
const DOORS: &[(&str, &str)] = &[
    ("/staff/login", "signing in"),
    ("/staff/invitation/{token}", "the link is the key"),
    ("/staff/reset", "a forgotten password"),
    ("/staff/reset/{token}", "the link is the key"),
];

struct House {
    test: TestRegister,
    csrf: CsrfKey,
    things: Vec<Things>,
}

impl House {
    fn new() -> Self {
        let test = TestRegister::new();
        let things = ["000", "310", "310-310100", "320"].map(|code| Things::of(&test, code)).to_vec();
        let csrf = AppState::new(test.register.clone(), WebSettings::default()).csrf;
        Self { test, csrf, things }
    }

    fn serve(&self) -> TestServer {
        let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
        TestServer::start(AppState::new(self.test.register.clone(), settings))
    }

    fn staff(&self, role: Role) -> Staff {
        let agency = self.test.agency(if role.is_national() { "000" } else { "310" });
        self.test.account(role, agency)
    }

    fn things(&self, code: &str) -> &Things {
        self.things.iter().find(|things| things.agency == code).unwrap()
    }

    fn last_entry(&self) -> i64 {
        self.test.register.read(|conn| Ok(qipin::store::journal::head(conn)?.0)).unwrap()
    }
}

/// The address with the things of an agency; a session is the reader's own or somebody else's.
fn address(entry: &Entry, things: &Things, session: i64) -> String {
    let mut before = "";
    let segments = entry.path.split('/').map(|segment| {
        let value = match segment.strip_prefix('{').and_then(|s| s.strip_suffix('}')) {
            Some("session") => session.to_string(),
            Some(name) => things.value(name, before),
            None => segment.to_owned(),
        };
        before = segment;
        value
    });
    segments.collect::<Vec<_>>().join("/")
}

fn names_an_agency(entry: &Entry) -> bool {
    entry.path.contains('{') && !entry.path.contains("{session}")
}

/// What a form needs so that it is read before it is refused, where more than its token is needed.
fn fields(entry: &Entry) -> Vec<(&'static str, &'static str)> {
    match entry.path {
        "/staff/accounts/of/{agency}/invite" => {
            vec![("login", "some.one"), ("name", "某人"), ("mail", "some@example.cn"), ("role", "referee")]
        }
        _ => Vec::new(),
    }
}

fn ask(browser: &mut Browser, entry: &Entry, path: &str, token: &str) -> Answer {
    match entry.verb {
        Verb::Get => browser.get(path),
        Verb::Post => {
            let mut all = vec![("csrf", token)];
            all.extend(fields(entry));
            browser.post(path, &all)
        }
    }
}

/// Refused, as the gate and the services refuse.
fn is_refused(answer: &Answer) -> bool {
    matches!(answer.status, 403 | 404)
}

/// Let through, whatever then came of it (a form without its fields is sent back).
fn is_let_through(answer: &Answer) -> bool {
    let to_the_door = answer.header("location").is_some_and(|to| to.starts_with("/staff/login?next="));
    !to_the_door && !matches!(answer.status, 401 | 403 | 404 | 405 | 429) && answer.status < 500
}

/// Whether the page that answers a form holds it, to be sent again for the other language.
fn offers_to_send_again(answer: &Answer) -> bool {
    let page = answer.text();
    let langs = page.split_once("<nav class=\"langs\"").and_then(|(_, rest)| rest.split_once("</nav>"));
    langs.is_some_and(|(langs, _)| langs.contains("<form"))
}

#[test]
fn every_route_lets_through_exactly_whom_the_matrix_names() {
    let house = House::new();
    let server = house.serve();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for role in Role::ALL {
        let agencies = if role.is_national() { OF_OFFICE } else { OF_AGENCY };
        for entry in routes::all().filter(|entry| entry.audience == Audience::Staff) {
            for (code, relation) in agencies {
                let expected = match entry.needs {
                    Needs::Account if entry.path.contains("{session}") => relation == Relation::Own,
                    Needs::Account => true,
                    Needs::May(action) if names_an_agency(entry) => reach(role, action).covers(relation),
                    Needs::May(action) => reach(role, action) != Reach::None,
                    Needs::Nothing => panic!("{} asks for nothing", entry.path),
                };
                // A form may end the session or change the account: each has one of its own.
                let staff = house.staff(role);
                let other = house.staff(role);
                let begun = account::open_session(&house.test.register, staff.account_id, "matrix").unwrap();
                let theirs = account::open_session(&house.test.register, other.account_id, "matrix").unwrap();
                let session = if relation == Relation::Own { &begun } else { &theirs }.live.session_id;
                let path = address(entry, house.things(code), session);
                let mut browser = server.browser();
                browser.set_cookie("qipin-local", &begun.token);
                let before = house.last_entry();
                let answer = ask(&mut browser, entry, &path, &house.csrf.token(&begun.token));
                asked += 1;
                let fits = if expected { is_let_through(&answer) } else { is_refused(&answer) };
                if !fits {
                    let what = format!("{} {path} as {} of {relation:?}", entry.verb.text(), role.key());
                    wrong.push(format!("{what}: {}, expected let through: {expected}", answer.status));
                }
                if entry.verb == Verb::Post && answer.status != 422 && offers_to_send_again(&answer) {
                    wrong.push(format!("POST {path}: {} is sent again by switching the language", answer.status));
                }
                if !expected && house.last_entry() != before {
                    wrong.push(format!(
                        "{} {path} as {}: refused, and changed something",
                        entry.verb.text(),
                        role.key()
                    ));
                }
                if !names_an_agency(entry) && !entry.path.contains("{session}") {
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let routes = routes::all().filter(|entry| entry.audience == Audience::Staff).count();
    assert!(asked >= routes * Role::ALL.len() && routes > 10, "{asked} questions for {routes} routes");
}

#[test]
fn without_a_session_the_workplace_is_a_door() {
    let house = House::new();
    let server = house.serve();
    let things = house.things("310");
    let before = house.last_entry();
    for entry in routes::all().filter(|entry| entry.audience == Audience::Staff) {
        let path = address(entry, things, 1);
        for cookie in [None, Some("0".repeat(64)), Some("not a token".to_owned())] {
            let mut browser = server.browser();
            if let Some(value) = &cookie {
                browser.set_cookie("qipin-local", value);
            }
            let token = house.csrf.token(cookie.as_deref().unwrap_or("x"));
            let answer = ask(&mut browser, entry, &path, &token);
            match entry.verb {
                Verb::Get => {
                    let to = answer.header("location").unwrap_or("");
                    assert_eq!((answer.status, to), (303, format!("/staff/login?next={path}").as_str()), "{path}");
                    let program = server.browser().sending("accept", "application/json").get(&path);
                    assert_eq!((program.status, program.json()["error"].as_str()), (401, Some("sign-in-first")));
                }
                Verb::Post => assert_eq!(answer.status, 401, "{path}"),
            }
        }
        if entry.verb == Verb::Post {
            let foreign = server.browser().sending("sec-fetch-site", "cross-site").post(&path, &[]);
            assert_eq!(foreign.status, 403, "{path}");
        }
    }
    assert_eq!(house.last_entry(), before, "nothing changed");
}

#[test]
fn the_workplace_is_closed_but_for_its_doors() {
    for entry in routes::all().filter(|entry| entry.path.starts_with("/staff")) {
        let is_door = DOORS.iter().any(|(path, _)| *path == entry.path);
        assert_eq!(entry.audience != Audience::Staff, is_door, "{} {}", entry.verb.text(), entry.path);
    }
    for (door, _) in DOORS {
        assert!(routes::all().any(|entry| entry.path == *door), "{door} is gone");
    }
}

/// docs/permissions.md as the matrix says it.
fn document() -> String {
    let mut out = String::from(
        "# Who may do what\n\n\
         Written from the matrix in [`src/domain/permission.rs`](../src/domain/permission.rs) by \
         `UPDATE_DOCS=1 cargo test permission_matrix`; a test sees that it is up to date, and another asks every \
         page with every role.\n\n\
         What the table does not grant is denied. Four eyes come on top: whoever submitted an event does not \
         confirm it. The holder of an account sees their own account page whatever the role.\n\n\
         - *own*: things of the account's own agency\n\
         - *below*: things of the lower agencies directly below it\n\
         - *first level*: things of the first-level agencies and of the national office, above which nobody is\n\
         - *all*: things of every agency\n\n| |",
    );
    for role in Role::ALL {
        let key = format!("role.{}", role.key());
        write!(out, " {} {} |", text(Lang::En, &key), text(Lang::Zh, &key)).unwrap();
    }
    out.push_str("\n|---|");
    out.push_str(&"---|".repeat(Role::ALL.len()));
    out.push('\n');
    for action in Action::ALL {
        let key = format!("action.{}", action.key());
        write!(out, "| {} {} |", text(Lang::En, &key), text(Lang::Zh, &key)).unwrap();
        for role in Role::ALL {
            let cell = match reach(role, action) {
                Reach::None => "",
                Reach::Own => "own",
                Reach::Children => "below",
                Reach::OwnAndChildren => "own, below",
                Reach::FirstLevel => "first level",
                Reach::All => "all",
            };
            if cell.is_empty() { out.push_str(" |") } else { write!(out, " {cell} |").unwrap() }
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_document_says_what_the_matrix_says() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/permissions.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, document()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == document(), "docs/permissions.md is out of date: UPDATE_DOCS=1 cargo test permission_matrix");
}
