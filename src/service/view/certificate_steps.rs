//! What became of a certificate after it was issued, for anybody: suspensions and their lifting, further notices, later
//! copies.

use crate::clock::beijing_time;
use crate::service::ServiceResult;
use crate::service::certificate::grade_of;
use crate::service::notice::last_day;
use crate::store::Conn;
use crate::store::certificate_step;
use crate::store::public::certificate::{self as rows, PaperRow};
use crate::store::public::notices::{self, AwardNotice};
use chrono::{NaiveDate, NaiveDateTime};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// 暂停
    Suspended,
    /// 恢复 after a suspension.
    Reinstated,
    /// A higher grade took its place.
    Superseded,
    /// In force again, the higher one being revoked.
    InForceAgain,
    /// Its award was put on notice again.
    OnNotice(String),
    /// That notice ran to its end.
    NoticePassed(String),
    /// That notice was ended and the award refused.
    NoticeRefused(String),
    /// 补发, with its number.
    Reissued(i64),
    /// 更正, with its number.
    Corrected(i64),
}

/// A step after the issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperStep {
    /// The day from which it holds.
    pub day: NaiveDate,
    /// What.
    pub what: What,
    /// The published reason, where one was given.
    pub reason: Option<String>,
}

/// The steps of a certificate after its issue, in their order. A revocation and a higher grade that hold now are not
/// among them: they are the state. `first` is the notice under which it was issued.
pub(super) fn after_issue(
    conn: &mut Conn,
    paper: &PaperRow,
    copy: &rows::CopyRow,
    first: Option<&str>,
) -> ServiceResult<Vec<PaperStep>> {
    let mut steps: Vec<(NaiveDateTime, PaperStep)> = Vec::new();
    let changes = certificate_step::of_one(conn, paper.id)?;
    let all = match grade_of(paper.grade).needs_notice() {
        true => notices::of_award(conn, paper.award_id)?,
        false => Vec::new(),
    };
    let issued_under = all.iter().position(|notice| Some(notice.reference.as_str()) == first);
    for notice in all.into_iter().skip(issued_under.map_or(0, |at| at + 1)) {
        let opened = changes.iter().find(|step| step.recorded_at == notice.opened_at && step.after == "on-notice");
        steps.extend(of_notice(notice, opened.map(|step| step.note.clone())));
    }
    let last = changes.len().saturating_sub(1);
    for (at, change) in changes.into_iter().enumerate() {
        let what = match (change.before.as_str(), change.after.as_str()) {
            (before, "suspended") if before != "suspended" => What::Suspended,
            ("suspended", "valid" | "on-notice" | "superseded") => What::Reinstated,
            ("superseded", "valid" | "on-notice") => What::InForceAgain,
            ("valid", "superseded") if at < last => What::Superseded,
            _ => continue,
        };
        let reason = Some(change.note).filter(|note| !note.is_empty());
        steps.push((change.recorded_at, PaperStep { day: change.on_day, what, reason }));
    }
    // Where the first copy is the current one there is no other.
    let later =
        if copy.copy_no == 0 && copy.state == "current" { Vec::new() } else { rows::later_copies(conn, paper.id)? };
    for copy in later {
        let what = if copy.mark == "reissue" { What::Reissued(copy.mark_no) } else { What::Corrected(copy.mark_no) };
        // Of a copy only the day is kept: it comes last of its day.
        let night = crate::clock::beijing_midnight(copy.made_on + chrono::Duration::days(1));
        steps.push((night, PaperStep { day: copy.made_on, what, reason: None }));
    }
    steps.sort_by_key(|(at, _)| *at);
    Ok(steps.into_iter().map(|(_, step)| step).collect())
}

/// Whether anything can have happened after the issue: of most certificates nothing has, and then nothing is read.
pub(super) fn untouched(paper: &PaperRow, copy: &rows::CopyRow) -> bool {
    paper.state == "valid"
        && paper.state_on == paper.issued_on
        && paper.state_reason.is_none()
        && copy.copy_no == 0
        && copy.state == "current"
}

fn of_notice(notice: AwardNotice, reason: Option<String>) -> Vec<(NaiveDateTime, PaperStep)> {
    let AwardNotice { reference, opened_at, state, closed_at, ends_at, .. } = notice;
    let reason = reason.filter(|note| !note.is_empty());
    let day = beijing_time(opened_at).date();
    let mut steps = vec![(opened_at, PaperStep { day, what: What::OnNotice(reference.clone()), reason })];
    let ended = match state.as_str() {
        "closed" => Some((ends_at, last_day(ends_at), What::NoticePassed(reference))),
        "refused" => closed_at.map(|at| (at, beijing_time(at).date(), What::NoticeRefused(reference))),
        _ => None,
    };
    steps.extend(ended.map(|(at, day, what)| (at, PaperStep { day, what, reason: None })));
    steps
}
