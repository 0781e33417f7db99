//! Every page of a lively nation, in both languages, for the public and for each role: a Chinese page shows no name
//! that only the code knows, an English page says that its Chinese is Chinese and writes grades the English way.

use crate::support::server::{Browser, TestServer};
use qipin::demo::{Demo, open_or_build};
use qipin::web::routes;
use qipin::web::state::{AppState, WebSettings};
use qipin::web::throttle::Limits;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many addresses of a kind are asked in a language.
const OF_A_KIND: usize = 5;

/// Endings of names that a page may show: files to fetch and hosts.
const NAMES: [&str; 9] = [".csv", ".xlsx", ".pdf", ".sgf", ".example", ".cn", ".org", ".com", ".net"];

/// A text of a page with what the elements around it say.
#[derive(Debug)]
struct Said {
    text: String,
    chinese: bool,
    code: bool,
}

/// The texts of a page; not those of scripts, styles and drawings, nor of its title, which cannot be marked.
fn said(page: &str) -> Vec<Said> {
    let mut out = Vec::new();
    let mut open: Vec<(String, bool, bool, bool)> = Vec::new();
    for piece in page.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap().to_owned();
        if tag.starts_with('/') {
            if let Some(at) = open.iter().rposition(|(opened, ..)| *opened == name) {
                open.truncate(at);
            }
        } else if !tag.starts_with('!') && !tag.ends_with('/') {
            let (mut chinese, mut code, mut hidden) =
                open.last().map_or((false, false, false), |(_, a, b, c)| (*a, *b, *c));
            if let Some((_, lang)) = tag.split_once(" lang=\"") {
                chinese = lang.starts_with("zh");
            }
            code |= matches!(name.as_str(), "code" | "pre") || tag.contains("class=\"address\"");
            hidden |= matches!(name.as_str(), "script" | "style" | "svg" | "title");
            if !matches!(name.as_str(), "meta" | "link" | "input" | "br" | "wbr" | "hr" | "img") {
                open.push((name, chinese, code, hidden));
            }
        }
        let (chinese, code, hidden) = open.last().map_or((false, false, false), |(_, a, b, c)| (*a, *b, *c));
        if !hidden && !text.trim().is_empty() {
            let text = text.replace("&#38;", "&").replace("&#39;", "'").replace("&#34;", "\"").trim().to_owned();
            out.push(Said { text, chinese, code });
        }
    }
    out
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Words with an underscore or a dot, or put together from small letters with hyphens: names that only code knows.
fn identifiers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_.-@:/".contains(c)));
    let is_name = |word: &&str| {
        let word = word.trim_matches(|c: char| ".-:/".contains(c));
        let parts: Vec<&str> = word.split(['_', '.', '-']).collect();
        let small =
            |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        parts.len() > 1
            && parts.iter().all(small)
            && parts.iter().any(|part| part.bytes().any(|b| b.is_ascii_lowercase()))
            && !NAMES.iter().any(|ending| word.ends_with(ending))
    };
    words.filter(is_name).map(str::to_owned).collect()
}

/// Whether a run of Chinese is nothing but a grade or a run of grades, which English has its own words for. The id of
/// a group (定段), which is typed as it is, is none.
fn is_a_grade(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || "-–.≤>< ".contains(c));
    matches!(rest, "段" | "级" | "段组" | "级组" | "无级")
}

#[test]
fn names_of_code_and_chinese_grades_are_told_from_words() {
    assert_eq!(
        identifiers("guests_take_places、certificate.issue：all-best"),
        ["guests_take_places", "certificate.issue", "all-best"]
    );
    assert_eq!(
        identifiers("CSV（UTF-8 或 GB18030）event.results.csv 2026-11-20 4.5 a@b.example 10-8"),
        Vec::<String>::new()
    );
    assert!(
        is_a_grade("5段") && is_a_grade("10-8级") && is_a_grade("无级") && !is_a_grade("6段赛") && !is_a_grade("上海")
    );
    let page = "<p>a <b lang=\"zh-CN\">段<br>级</b> <code>x_y</code>c</p>";
    let texts: Vec<_> = said(page).into_iter().map(|s| (s.text, s.chinese, s.code)).collect();
    let is = |text: &str, chinese, code| (text.to_owned(), chinese, code);
    assert_eq!(
        texts,
        [
            is("a", false, false),
            is("段", true, false),
            is("级", true, false),
            is("x_y", false, true),
            is("c", false, false)
        ]
    );
}

/// The local addresses that a page leads to, without their language.
fn links(page: &str) -> Vec<String> {
    let targets = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let plain = |target: &str| {
        let target = target.replace("&#38;", "&");
        let target = target.split('#').next().unwrap_or_default().to_owned();
        target.replace("?lang=en&", "?").replace("?lang=zh&", "?").replace("&lang=en", "").replace("&lang=zh", "")
    };
    let local = targets.filter(|target| target.starts_with('/') && !target.starts_with("/static"));
    local.map(plain).map(|t| t.trim_end_matches("?lang=en").trim_end_matches("?lang=zh").to_owned()).collect()
}

/// The route of an address: literal parts win.
fn kind(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap();
    let fits = |route: &&str| {
        let (a, b): (Vec<_>, Vec<_>) = (path.split('/').collect(), route.split('/').collect());
        a.len() == b.len() && a.iter().zip(&b).all(|(part, of)| part == of || of.starts_with('{') && !part.is_empty())
    };
    routes::all().map(|entry| entry.path).filter(fits).min_by_key(|route| route.matches('{').count())
}

/// What is wrong with the pages that a reader finds from some addresses on.
fn faults(reader: &mut Browser, first: Vec<String>, seen: &mut BTreeMap<&'static str, usize>) -> Vec<String> {
    let mut found = Vec::new();
    let (mut queue, mut asked): (VecDeque<String>, BTreeSet<String>) = (first.into(), BTreeSet::new());
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    while let Some(path) = queue.pop_front() {
        let Some(kind) = kind(&path).filter(|_| asked.insert(path.clone())) else { continue };
        let count = counts.entry(kind).or_default();
        if *count >= OF_A_KIND || kind.contains("logout") || kind.ends_with("/file") {
            continue;
        }
        *count += 1;
        for lang in ["zh", "en"] {
            let answer = reader.get(&format!("{path}{}lang={lang}", if path.contains('?') { '&' } else { '?' }));
            if !answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
                break;
            }
            let page = answer.text();
            *seen.entry(kind).or_default() += 1;
            queue.extend(links(&page));
            let tag = if lang == "en" { "<html lang=\"en\"" } else { "<html lang=\"zh-CN\"" };
            assert!(page.contains(tag), "{path} is not in {lang}");
            for said in said(&page).iter().filter(|said| !said.code) {
                let wrong = match lang {
                    "zh" => identifiers(&said.text).join(" "),
                    _ if said.chinese && is_a_grade(&said.text) => said.text.clone(),
                    _ if !said.chinese && said.text.chars().any(is_han) => said.text.clone(),
                    _ => String::new(),
                };
                if !wrong.is_empty() {
                    found.push(format!("{kind} ({lang}): {wrong} in “{}”, {path}", said.text));
                }
            }
        }
    }
    found
}

fn nation() -> (tempfile::TempDir, Demo, TestServer) {
    let dir = tempfile::tempdir().unwrap();
    let demo = open_or_build(dir.path(), "http://127.0.0.1:8080").unwrap();
    let settings = WebSettings { limits: Limits::raised(), ..WebSettings::default() };
    let server = TestServer::start(AppState::new(demo.register.clone(), settings));
    (dir, demo, server)
}

fn no_faults(mut found: Vec<String>) {
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_public_page_speaks_one_language_and_no_code() {
    let (_dir, demo, server) = nation();
    let mut first: Vec<String> =
        ["/", "/notices", "/notices?state=ended", "/events", "/people", "/agencies", "/schemes"]
            .iter()
            .chain(&["/check", "/staff/login", "/staff/reset", "/nothing-here"])
            .map(|path| (*path).to_owned())
            .collect();
    let papers = demo.register.read(|conn| Ok(qipin::store::verify::certificates_after(conn, 0, 1000)?)).unwrap();
    let mut states = BTreeSet::new();
    for paper in papers.into_iter().filter(|paper| states.insert(paper.state.clone())) {
        let copies =
            demo.register.read(|conn| Ok(qipin::store::certificate::current_copies(conn, &[paper.id])?)).unwrap();
        let code = qipin::service::certificate::open_code(&demo.register.keys, &paper, &copies[0]).unwrap();
        let slug = qipin::service::certificate::grade_of(paper.grade).slug();
        first.push(format!("/c/{slug}/{}?k={code}", paper.number));
    }
    let mut seen = BTreeMap::new();
    let found = faults(&mut server.browser(), first, &mut seen);
    assert!(seen.len() > 12, "{seen:?}");
    no_faults(found);
}

#[test]
fn every_page_of_the_workplace_speaks_one_language_and_no_code() {
    let (_dir, demo, server) = nation();
    let mut seen = BTreeMap::new();
    let mut found = Vec::new();
    let mut roles = BTreeSet::new();
    for login in demo.logins.iter().filter(|login| roles.insert(login.role.clone())) {
        let mut reader = server.browser();
        reader.sign_in(&login.login, &login.password);
        found.extend(faults(&mut reader, vec!["/staff".to_owned(), "/staff/account".to_owned()], &mut seen));
    }
    let staff = seen.keys().filter(|route| route.starts_with("/staff")).count();
    assert!(staff > 20, "{seen:?}");
    no_faults(found);
}
