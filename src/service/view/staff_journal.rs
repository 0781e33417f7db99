//! The journal as its readers see it: a page of entries, newest first, by subject, actor, action and day.

use crate::clock::beijing;
use crate::domain::permission::Action;
use crate::service::{Register, ServiceResult, Staff, journal_verify};
use crate::store::journal::{self, Filter, JournalRow};
use crate::store::{Conn, account, agency, event, person};
use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeZone};
use std::collections::{HashMap, HashSet};

/// How many entries a page shows.
pub const PAGE: usize = 50;

/// What is looked for; what is empty is not asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The subject: `event:7`.
    pub subject: String,
    /// A login, or an actor as the journal writes it: `job:notice`.
    pub actor: String,
    /// An action, or all of a kind: `award.grant`, `award.`.
    pub action: String,
    /// The first day, in Beijing.
    pub from: Option<NaiveDate>,
    /// The last day, in Beijing.
    pub until: Option<NaiveDate>,
    /// The position before which the page begins.
    pub before: Option<i64>,
}

/// An entry with who acted and where its subject is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The entry.
    pub row: JournalRow,
    /// Name of the account, where an account acted.
    pub name: Option<String>,
    /// The page of the subject in the workplace, where it has one.
    pub href: Option<String>,
}

/// A page of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalPage {
    /// The entries, newest first.
    pub entries: Vec<Entry>,
    /// The position before which the next page begins, where there is one.
    pub next: Option<i64>,
}

/// Reads a page.
pub fn page(register: &Register, staff: &Staff, asked: &Asked) -> ServiceResult<JournalPage> {
    staff.require_everywhere(Action::ViewJournal)?;
    register.read(|conn| {
        let actor = match asked.actor.trim() {
            "" => None,
            typed => match account::find::by_login(conn, typed)? {
                Some(account) => Some(format!("account:{}", account.id)),
                None => Some(typed.to_owned()),
            },
        };
        let given = |text: &str| Some(text.trim().to_owned()).filter(|t| !t.is_empty());
        let filter = Filter {
            subject: given(&asked.subject),
            actor,
            action: given(&asked.action),
            since: asked.from.and_then(begins),
            until: asked.until.and_then(|day| day.succ_opt()).and_then(begins),
        };
        let before = asked.before.unwrap_or(i64::MAX);
        let mut rows = journal::find(conn, &filter, before, PAGE as i64 + 1)?;
        let more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let next = rows.last().filter(|_| more).map(|row| row.seq);
        Ok(JournalPage { entries: entries(conn, rows)?, next })
    })
}

/// The moment at which a day begins in Beijing, UTC.
fn begins(day: NaiveDate) -> Option<NaiveDateTime> {
    let begins = beijing().from_local_datetime(&day.and_time(NaiveTime::MIN)).single()?;
    Some(begins.naive_utc())
}

fn entries(conn: &mut Conn, rows: Vec<JournalRow>) -> ServiceResult<Vec<Entry>> {
    let id_of = |kind: &str, text: &str| text.strip_prefix(kind)?.parse::<i64>().ok();
    let names: HashMap<i64, String> = account::names(conn)?.into_iter().collect();
    let mut events: Vec<i64> = rows.iter().filter_map(|row| id_of("event:", &row.subject)).collect();
    events.sort_unstable();
    events.dedup();
    let events: HashMap<i64, String> = event::by_ids(conn, &events)?.into_iter().map(|e| (e.id, e.slug)).collect();
    let agencies: HashMap<i64, String> = match rows.iter().any(|row| row.subject.starts_with("agency:")) {
        true => agency::all(conn)?.into_iter().map(|a| (a.id, a.code)).collect(),
        false => HashMap::new(),
    };
    let mut persons: Vec<i64> = rows.iter().filter_map(|row| id_of("person:", &row.subject)).collect();
    persons.sort_unstable();
    persons.dedup();
    // Who is not confirmed yet has no page.
    let persons: HashSet<i64> =
        person::by_ids(conn, &persons)?.into_iter().filter(|p| p.state != "provisional").map(|p| p.id).collect();
    let href = |subject: &str| {
        if let Some(slug) = id_of("event:", subject).and_then(|id| events.get(&id)) {
            return Some(format!("/staff/events/{slug}"));
        }
        if let Some(code) = id_of("agency:", subject).and_then(|id| agencies.get(&id)) {
            return Some(format!("/staff/agencies/{code}"));
        }
        if let Some(id) = id_of("person:", subject) {
            return persons.contains(&id).then(|| format!("/staff/people/{id}"));
        }
        subject.strip_prefix("certificate:").map(|rest| format!("/staff/certificates/{rest}"))
    };
    Ok(rows
        .into_iter()
        .map(|row| Entry {
            name: id_of("account:", &row.actor).and_then(|id| names.get(&id).cloned()),
            href: href(&row.subject),
            row,
        })
        .collect())
}

/// Reads the whole journal and everything that it speaks of, as `qipin journal verify` does.
pub fn verify(register: &Register, staff: &Staff) -> ServiceResult<journal_verify::Verification> {
    staff.require_everywhere(Action::ViewJournal)?;
    journal_verify::verify(register)
}
