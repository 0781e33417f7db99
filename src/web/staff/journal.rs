//! The journal: what was done, by whom, to what; and whether it is whole.

use super::blocking;
use crate::clock::beijing_time;
use crate::service::journal_verify::{Problem, Verification};
use crate::service::view::staff_journal::{self, Asked, Entry};
use crate::text;
use crate::web::error::AppError;
use crate::web::page::Page;
use crate::web::parts::{Badge, Choice, Crumbs, Field, Pager, Tone};
use crate::web::shell::Shell;
use crate::web::state::AppState;
use crate::web::user::User;
use actix_web::web;
use askama::Template;
use chrono::NaiveDateTime;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeMap;

/// How many problems are shown.
const MOST: usize = 200;

/// What the address asks for.
#[derive(serde::Deserialize)]
pub struct Query {
    subject: Option<String>,
    actor: Option<String>,
    action: Option<String>,
    from: Option<String>,
    until: Option<String>,
    before: Option<i64>,
}

/// An entry.
struct Row {
    seq: i64,
    at: String,
    who: String,
    actor: String,
    deed: String,
    action: String,
    subject: String,
    href: Option<String>,
    payload: String,
}

#[derive(Template)]
#[template(path = "staff/journal.html")]
struct JournalPage {
    filters: [Field; 5],
    rows: Vec<Row>,
    pager: Pager,
    shell: Shell,
}

/// What was done, in words; an action that has none shows itself.
pub(super) fn deed(shell: &Shell, action: &str) -> String {
    let key = format!("deed.{action}");
    if text::has(&key) { shell.t(&key).to_owned() } else { action.to_owned() }
}

/// A moment in Beijing to the second; the head of the column says whose time it is.
pub(super) fn moment(shell: &Shell, utc: &NaiveDateTime) -> String {
    let there = beijing_time(*utc);
    format!("{} {}", shell.date(&there.date()), there.format("%H:%M:%S"))
}

/// Who acted: the name of an account, or what acts by itself.
pub(super) fn actor(shell: &Shell, name: Option<&str>, actor: &str) -> String {
    match (name, actor.split(':').next().unwrap_or_default()) {
        (Some(name), _) => name.to_owned(),
        (None, "job") => shell.t("office.journal.job").to_owned(),
        (None, "visitor") => shell.t("office.journal.visitor").to_owned(),
        (None, _) => shell.t("office.journal.system").to_owned(),
    }
}

fn row(shell: &Shell, entry: Entry) -> Row {
    Row {
        seq: entry.row.seq,
        at: moment(shell, &entry.row.at),
        who: actor(shell, entry.name.as_deref(), &entry.row.actor),
        deed: deed(shell, &entry.row.action),
        href: entry.href.map(|path| shell.href(&path)),
        actor: entry.row.actor,
        action: entry.row.action,
        subject: entry.row.subject,
        payload: entry.row.payload,
    }
}

/// Every deed to choose from, in words, under the kind of thing that it is done to; `award.` asks for all of a kind.
fn deeds(shell: &Shell, asked: &str) -> Vec<Choice> {
    let mut kinds: BTreeMap<&str, Vec<Choice>> = BTreeMap::new();
    let keys = text::keys();
    for key in &keys {
        let Some((deed, kind)) = key.strip_prefix("deed.").and_then(|deed| Some((deed, deed.split_once('.')?.0)))
        else {
            continue;
        };
        kinds.entry(kind).or_default().push(Choice::new(deed, shell.t(key).to_owned()));
    }
    let mut headed: Vec<(&'static str, &str, Vec<Choice>)> =
        kinds.into_iter().map(|(kind, each)| (kind_words(shell, kind), kind, each)).collect();
    headed.sort_by_key(|(heading, ..)| *heading);
    let mut all = vec![Choice::new("", shell.t("office.journal.any").to_owned())];
    for (heading, kind, mut each) in headed {
        each.sort_by(|a, b| a.words.cmp(&b.words));
        let whole = shell.fill("office.journal.any-of", &[("kind", heading)]);
        all.push(Choice::new(format!("{kind}."), whole).under(heading));
        all.extend(each.into_iter().map(|one| one.under(heading)));
    }
    if !all.iter().any(|one| one.value == asked) {
        all.push(Choice::new(asked, asked.to_owned()));
    }
    all
}

/// What the deeds of a kind are done to.
fn kind_words(shell: &Shell, kind: &str) -> &'static str {
    shell.t(match kind {
        "account" => "office.journal.of.account",
        "agency" => "office.journal.of.agency",
        "award" => "office.journal.of.award",
        "certificate" => "office.journal.of.certificate",
        "demo" => "office.journal.of.demo",
        "entry" => "office.journal.of.entry",
        "event" => "office.journal.of.event",
        "game" => "office.journal.of.game",
        "mail" => "office.journal.of.mail",
        "notice" => "office.journal.of.notice",
        "objection" => "office.journal.of.objection",
        "person" => "office.journal.of.person",
        "print" => "office.journal.of.print",
        "running" => "office.journal.of.running",
        "scheme" => "office.journal.of.scheme",
        "session" => "office.journal.of.session",
        _ => "office.journal.of.register",
    })
}

/// The page.
pub async fn show(
    shell: Shell,
    state: web::Data<AppState>,
    user: User,
    query: web::Query<Query>,
) -> Result<Page<impl Template>, AppError> {
    let text = |value: &Option<String>| value.as_deref().unwrap_or("").trim().to_owned();
    let asked = Asked {
        subject: text(&query.subject),
        actor: text(&query.actor),
        action: text(&query.action),
        from: text(&query.from).parse().ok(),
        until: text(&query.until).parse().ok(),
        before: query.before,
    };
    let (register, staff, wanted) = (state.register.clone(), user.staff.clone(), asked.clone());
    let found = blocking(move || staff_journal::page(&register, &staff, &wanted)).await?;
    let mut here = "/staff/journal?".to_owned();
    let days = [asked.from, asked.until].map(|day| day.map(|d| d.to_string()).unwrap_or_default());
    let [from, until] = &days;
    let pairs = [
        ("subject", &asked.subject),
        ("actor", &asked.actor),
        ("action", &asked.action),
        ("from", from),
        ("until", until),
    ];
    for (name, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
        here.push_str(&format!("{name}={}&", utf8_percent_encode(value, NON_ALPHANUMERIC)));
    }
    let first = asked.before.map(|_| here.trim_end_matches(['&', '?']).to_owned());
    let next = found.next.map(|seq| format!("{here}before={seq}"));
    let field = |name: &'static str, key: &str, help: &str| {
        Field::text(name, shell.t(key).to_owned()).help(shell.t(help).to_owned()).max(60).optional(&shell)
    };
    let filters = [
        field("subject", "office.journal.subject", "office.journal.subject-help").value(&asked.subject),
        field("actor", "office.journal.actor", "office.journal.actor-help").value(&asked.actor),
        Field::select("action", shell.t("office.journal.action").to_owned(), deeds(&shell, &asked.action))
            .value(&asked.action)
            .optional(&shell),
        Field::date("from", shell.t("office.journal.from").to_owned()).value(from).optional(&shell),
        Field::date("until", shell.t("office.journal.until").to_owned()).value(until).optional(&shell),
    ];
    let rows = found.entries.into_iter().map(|entry| row(&shell, entry)).collect();
    Ok(Page(JournalPage {
        filters,
        rows,
        pager: Pager::new(&shell, shell.t("office.journal.newest"), first.as_deref(), next.as_deref()),
        shell,
    }))
}

/// A problem.
struct ProblemRow {
    at: String,
    subject: String,
    kind: String,
    found: String,
    expected: String,
}

#[derive(Template)]
#[template(path = "staff/journal_verify.html")]
struct VerifyPage {
    crumbs: Crumbs,
    badge: Badge,
    said: String,
    rows: Vec<ProblemRow>,
    left_out: usize,
    shell: Shell,
}

fn problem(shell: &Shell, problem: &Problem) -> ProblemRow {
    ProblemRow {
        at: problem.seq.map(|seq| seq.to_string()).unwrap_or_default(),
        subject: problem.subject.clone(),
        kind: shell.t(problem.kind.key()).to_owned(),
        found: problem.found.clone(),
        expected: problem.expected.clone(),
    }
}

/// Reads the whole journal and says whether it is whole and the tables say what it says.
pub async fn verify(shell: Shell, state: web::Data<AppState>, user: User) -> Result<Page<impl Template>, AppError> {
    let (register, staff) = (state.register.clone(), user.staff.clone());
    let answer: Verification = blocking(move || staff_journal::verify(&register, &staff)).await?;
    let whole = answer.problems.is_empty();
    let (tone, key) = match whole {
        true => (Tone::Good, "office.verify.whole"),
        false => (Tone::Bad, "office.verify.not-whole"),
    };
    let count = |n: usize| shell.count(&i64::try_from(n).unwrap_or(i64::MAX));
    let (rows, compared, problems) = (shell.count(&answer.rows), count(answer.compared), count(answer.problems.len()));
    Ok(Page(VerifyPage {
        crumbs: Crumbs::new(&shell).step(&shell, "/staff/journal", shell.t("office.journal.nav").to_owned()),
        badge: Badge::new(tone, shell.t(key).to_owned()).large(),
        said: shell.fill("office.verify.said", &[("rows", &rows), ("compared", &compared), ("problems", &problems)]),
        rows: answer.problems.iter().take(MOST).map(|one| problem(&shell, one)).collect(),
        left_out: answer.problems.len().saturating_sub(MOST),
        shell,
    }))
}
