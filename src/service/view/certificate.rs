//! A certificate as anyone may see it who has its code, or its number and its holder's name.

use super::certificate_steps::{self, PaperStep};
use crate::domain::check_code::CheckCode;
use crate::domain::grade::Grade;
use crate::service::ServiceResult;
use crate::service::certificate::{Face, grade_of, hash_of_code};
use crate::store::Conn;
use crate::store::public::certificate::{self as rows, HolderRow, Row};
use crate::text::Bilingual;
use chrono::NaiveDate;

/// What the public is told of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// 有效
    Valid,
    /// 公示中
    OnNotice,
    /// 暂停
    Suspended,
    /// 撤销
    Revoked,
    /// 已被取代
    Superseded,
    /// 查无此证
    Unknown,
}

impl State {
    /// All states.
    pub const ALL: [State; 6] =
        [State::Valid, State::OnNotice, State::Suspended, State::Revoked, State::Superseded, State::Unknown];

    /// The stable word of the interface.
    pub const fn key(self) -> &'static str {
        match self {
            State::Valid => "valid",
            State::OnNotice => "on-notice",
            State::Suspended => "suspended",
            State::Revoked => "revoked",
            State::Superseded => "superseded",
            State::Unknown => "unknown",
        }
    }

    /// The state of a stored word. A word that this program does not know is never told as valid.
    pub fn of(stored: &str) -> Self {
        State::ALL.into_iter().find(|state| state.key() == stored).unwrap_or(State::Unknown)
    }
}

/// Which printed copy a paper is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyView {
    /// 0 for the first copy.
    pub no: i64,
    /// `first`, `reissue` (补发) or `correction` (更正).
    pub mark: String,
    /// The mark's number.
    pub mark_no: i64,
    /// The day it was made.
    pub made_on: NaiveDate,
    /// Whether no later copy has replaced it.
    pub current: bool,
}

/// Another certificate, by its identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The grade.
    pub grade: Grade,
    /// The number.
    pub number: String,
}

impl Identity {
    /// The address of its page.
    pub fn path(&self) -> String {
        ["/c/", &self.grade.slug(), "/", &self.number].concat()
    }
}

/// How much of a certificate is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What stands on the paper, and the state.
    Facts,
    /// That, and every step since it was issued.
    Steps,
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateView {
    /// What a reader is told first.
    pub state: State,
    /// The grade.
    pub grade: Grade,
    /// The number.
    pub number: String,
    /// The holder's name, unless it is withheld.
    pub holder: Option<String>,
    /// The issuer, from the register.
    pub issuer: Bilingual,
    /// The event's name; empty for an award without an event.
    pub event_name: String,
    /// Whether the event was reopened after closing; the mark stays for ever.
    pub reopened: bool,
    /// The frozen rest of the face, as it is kept and as the journal attests it.
    pub frozen: String,
    /// Day of issue.
    pub issued_on: NaiveDate,
    /// Since when the certificate's state holds.
    pub state_on: NaiveDate,
    /// The published reason of the state.
    pub state_reason: Option<String>,
    /// The copy asked about.
    pub copy: CopyView,
    /// The certificate of the higher grade that superseded it.
    pub higher: Option<Identity>,
    /// The reference of the notice that is open.
    pub notice: Option<String>,
    /// What happened to it after it was issued, in order; none where only the facts were asked for.
    pub steps: Vec<PaperStep>,
}

impl CertificateView {
    /// The frozen rest of the face.
    pub fn face(&self) -> Face {
        Face::from_json(&self.frozen)
    }

    /// The address of its page.
    pub fn path(&self) -> String {
        ["/c/", &self.grade.slug(), "/", &self.number].concat()
    }
}

/// The certificate of a code, if the code belongs to this grade and number: one read, and a second one only
/// where a state points to something else.
pub fn by_code(
    conn: &mut Conn,
    grade: Grade,
    number: &str,
    code: &CheckCode,
    detail: Detail,
) -> ServiceResult<Option<CertificateView>> {
    let found = rows::by_code(conn, &hash_of_code(code))?;
    match found.filter(|(_, paper, ..)| paper.grade == i64::from(grade.rank()) && paper.number == number) {
        Some(row) => Ok(Some(view(conn, row, detail)?)),
        None => Ok(None),
    }
}

/// A read row as a view.
pub(super) fn view(
    conn: &mut Conn,
    (copy, paper, holder, reopened): Row,
    detail: Detail,
) -> ServiceResult<CertificateView> {
    let current = copy.state == "current";
    let stored = State::of(&paper.state);
    let higher = match paper.superseded_by {
        Some(id) => {
            let (grade, number) = rows::identity(conn, id)?;
            Some(Identity { grade: grade_of(grade), number })
        }
        None => None,
    };
    let notice = match stored {
        State::OnNotice => rows::open_notice(conn, paper.award_id)?,
        _ => None,
    };
    let withheld = withheld(conn, &holder)?;
    let steps = match detail == Detail::Facts || certificate_steps::untouched(&paper, &copy) {
        true => Vec::new(),
        false => certificate_steps::after_issue(conn, &paper, &copy, Face::from_json(&paper.face).notice.as_deref())?,
    };
    Ok(CertificateView {
        // A sanction is told of every copy; a copy that was replaced is not in force even where its paper is.
        state: if stored == State::Valid && !current { State::Superseded } else { stored },
        grade: grade_of(paper.grade),
        number: paper.number,
        holder: (!withheld).then_some(copy.holder),
        issuer: Bilingual { zh: paper.issuer_zh, en: paper.issuer_en },
        event_name: paper.event_name,
        reopened: reopened.unwrap_or(false),
        frozen: paper.face,
        issued_on: paper.issued_on,
        state_on: paper.state_on,
        state_reason: paper.state_reason,
        copy: CopyView { no: copy.copy_no, mark: copy.mark, mark_no: copy.mark_no, made_on: copy.made_on, current },
        higher,
        notice,
        steps,
    })
}

/// Whether the holder's name is withheld, also where the record was merged into one whose name is.
fn withheld(conn: &mut Conn, holder: &HolderRow) -> ServiceResult<bool> {
    Ok(match holder.merged_into {
        Some(kept) => holder.state == "withheld" || rows::is_withheld(conn, kept)?,
        None => holder.state == "withheld",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_states_have_six_words_and_what_is_not_known_is_not_valid() {
        let words: std::collections::HashSet<_> = State::ALL.iter().map(|state| state.key()).collect();
        assert_eq!(words.len(), 6);
        for state in State::ALL {
            assert_eq!(State::of(state.key()), state);
        }
        assert_eq!(State::of("VALID"), State::Unknown);
        assert_eq!(State::of(""), State::Unknown);
    }
}
