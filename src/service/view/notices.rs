//! Public notices.

use super::name::Whom;
use super::{AgencyRef, EventRef, PublicName};
use crate::domain::area_code::AreaCode;
use crate::domain::grade::Grade;
use crate::service::certificate::grade_of;
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::Conn;
use crate::store::public::Who;
pub use crate::store::public::notices::After;
use crate::store::public::notices::{self as rows, Row};
use crate::text::Bilingual;
use chrono::{NaiveDate, NaiveDateTime};
use std::collections::HashMap;

/// How many notices a page of the list holds.
pub const PAGE: usize = 50;
/// How many the feed holds.
const FEED: i64 = 100;
/// How many the table for downloading holds at most.
const TABLE: i64 = 5000;

/// A notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeView {
    /// Its place in the list.
    pub cursor: After,
    /// The reference.
    pub reference: String,
    /// Who is to be awarded.
    pub name: PublicName,
    /// The person's public number; not where the award was refused.
    pub register_no: Option<String>,
    /// The person's home region.
    pub region: Bilingual,
    /// The grade held before.
    pub from: Option<Grade>,
    /// The grade to be awarded.
    pub grade: Grade,
    /// `contest`, `appraisal` or `other`.
    pub basis: String,
    /// Why, in words.
    pub reason: Bilingual,
    /// The event.
    pub event: Option<EventRef>,
    /// The agency.
    pub agency: AgencyRef,
    /// When it was published, UTC.
    pub opened_at: NaiveDateTime,
    /// When it ends unless held, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an objection holds it, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// `running`, `held`, `closed` or `refused`.
    pub state: String,
    /// What it has come to.
    pub fate: Fate,
    /// When it closed, UTC.
    pub closed_at: Option<NaiveDateTime>,
    /// How many objections there were.
    pub objections: Counts,
    /// The reference of the next notice of the same award, where it was put on notice again.
    pub later: Option<String>,
}

/// What a notice has come to by now: a notice that ran to its end grants, but what was granted need not last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It runs.
    Running,
    /// An objection holds it.
    Held,
    /// It ended before its time and nothing was granted.
    Refused,
    /// It ended and what it granted stands.
    Granted,
    /// It ended, and the award is on notice again.
    Renewed,
    /// What it granted lapsed.
    Lapsed,
    /// What it granted was refused afterwards.
    Withdrawn,
    /// The certificate of what it granted is suspended.
    Suspended,
    /// The certificate of what it granted was revoked.
    Revoked,
}

impl Fate {
    /// By the states of the notice, of its award, and of the award's certificate.
    pub fn of(notice: &str, award: &str, certificate: Option<&str>) -> Self {
        match (notice, award, certificate) {
            ("running", ..) => Fate::Running,
            ("held", ..) => Fate::Held,
            ("refused", ..) => Fate::Refused,
            (.., Some("revoked")) => Fate::Revoked,
            (_, "refused", _) => Fate::Withdrawn,
            (_, "lapsed", _) => Fate::Lapsed,
            (_, "on-notice" | "held", _) => Fate::Renewed,
            (.., Some("suspended")) => Fate::Suspended,
            _ => Fate::Granted,
        }
    }

    /// Its name for programs and in the keys of words.
    pub fn key(self) -> &'static str {
        match self {
            Fate::Running => "running",
            Fate::Held => "held",
            Fate::Refused => "refused",
            Fate::Granted => "granted",
            Fate::Renewed => "renewed",
            Fate::Lapsed => "lapsed",
            Fate::Withdrawn => "withdrawn",
            Fate::Suspended => "suspended",
            Fate::Revoked => "revoked",
        }
    }
}

/// How many objections to a notice are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Not decided.
    pub open: i64,
    /// Upheld.
    pub upheld: i64,
    /// Dismissed.
    pub dismissed: i64,
}

/// An objection as everybody sees it: no sender, no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectionView {
    /// `open`, `upheld` or `dismissed`.
    pub state: String,
    /// When it was filed, UTC.
    pub filed_at: NaiveDateTime,
    /// When it was decided, UTC.
    pub decided_at: Option<NaiveDateTime>,
    /// The published reason of the decision.
    pub decision: Option<String>,
}

impl From<rows::ObjectionRow> for ObjectionView {
    fn from(row: rows::ObjectionRow) -> Self {
        Self { state: row.state, filed_at: row.filed_at, decided_at: row.decided_at, decision: row.decision }
    }
}

/// Which notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Running and held.
    Open,
    /// Closed and refused.
    Ended,
}

/// A page of notices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticeList {
    /// The notices in their order.
    pub notices: Vec<NoticeView>,
    /// Where the next page begins.
    pub next: Option<After>,
}

/// A page of the list.
pub fn list(register: &Register, which: Which, after: Option<After>) -> ServiceResult<NoticeList> {
    let today = register.today();
    register.read(|conn| {
        let limit = PAGE as i64 + 1;
        let mut found = match which {
            Which::Open => rows::open(conn, after, limit)?,
            Which::Ended => rows::ended(conn, after, limit)?,
        };
        let more = found.len() > PAGE;
        found.truncate(PAGE);
        let notices = views(conn, found, today)?;
        let next = notices.last().filter(|_| more).map(|last| last.cursor);
        Ok(NoticeList { notices, next })
    })
}

/// Every open notice, for downloading.
pub fn table(register: &Register) -> ServiceResult<Vec<NoticeView>> {
    let today = register.today();
    register.read(|conn| {
        let found = rows::open(conn, None, TABLE)?;
        views(conn, found, today)
    })
}

/// The notices published last, for the feed.
pub fn feed(register: &Register) -> ServiceResult<Vec<NoticeView>> {
    let today = register.today();
    register.read(|conn| {
        let found = rows::latest(conn, FEED)?;
        views(conn, found, today)
    })
}

/// One notice with its objections.
pub fn one(register: &Register, reference: &str) -> ServiceResult<(NoticeView, Vec<ObjectionView>)> {
    let today = register.today();
    register.read(|conn| {
        let found = rows::by_reference(conn, reference)?.ok_or(ServiceError::NotFound)?;
        let objections = rows::objections(conn, found.0.id)?.into_iter().map(ObjectionView::from).collect();
        let notice = views(conn, vec![found], today)?.pop().ok_or(ServiceError::NotFound)?;
        Ok((notice, objections))
    })
}

fn views(conn: &mut Conn, found: Vec<Row>, today: NaiveDate) -> ServiceResult<Vec<NoticeView>> {
    let mut whom: Vec<Who> = found.iter().map(|row| row.2.clone()).collect();
    Who::kept(conn, &mut whom)?;
    let mut counts: HashMap<i64, Counts> = HashMap::new();
    for (notice, state, n) in rows::objection_counts(conn, &found.iter().map(|row| row.0.id).collect::<Vec<_>>())? {
        let of_notice = counts.entry(notice).or_default();
        match state.as_str() {
            "open" => of_notice.open = n,
            "upheld" => of_notice.upheld = n,
            _ => of_notice.dismissed = n,
        }
    }
    let all = rows::of_awards(conn, &found.iter().map(|row| row.1.id).collect::<Vec<_>>())?;
    let views = found.into_iter().zip(whom).map(|(row, who)| {
        let (id, award) = (row.0.id, row.1.id);
        // They come in the order in which they were published.
        let later = all.iter().find(|(of, other, _)| *of == award && *other > id);
        NoticeView {
            objections: counts.get(&id).copied().unwrap_or_default(),
            later: later.map(|(.., reference)| reference.clone()),
            ..view(row, &who, today)
        }
    });
    Ok(views.collect())
}

fn view((notice, award, _, agency, event, certificate): Row, who: &Who, today: NaiveDate) -> NoticeView {
    let refused = notice.state == "refused" || award.state == "refused";
    let (name, register_no) = Whom::of(who, &who.name).told_on(today, Some(&who.register_no), refused);
    NoticeView {
        cursor: (notice.ends_at, notice.id),
        reference: notice.reference,
        name,
        register_no,
        region: who.region.parse::<AreaCode>().map(AreaCode::name).unwrap_or_default(),
        from: super::grade(award.from_grade),
        grade: grade_of(award.grade),
        basis: award.basis,
        reason: Bilingual { zh: award.reason_zh, en: award.reason_en },
        event: event.map(|event| EventRef { slug: event.slug, name: event.name, reopened: event.reopened }),
        agency: agency.into(),
        opened_at: notice.opened_at,
        ends_at: notice.ends_at,
        held_since: notice.held_since,
        fate: Fate::of(&notice.state, &award.state, certificate.as_deref()),
        state: notice.state,
        closed_at: notice.closed_at,
        objections: Counts::default(),
        later: None,
    }
}
