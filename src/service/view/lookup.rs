//! Looking up by two facts: a certificate's number, or a notice's reference, and the name.

use super::certificate::{self, CertificateView, Detail, Identity};
use super::notices::Fate;
use crate::domain::certificate_number::{self, CertificateNumber, NumberError, NumberNote};
use crate::domain::check_code::CheckCode;
use crate::domain::grade::Grade;
use crate::domain::name::lookup_key;
use crate::service::certificate::{grade_of, hash_of_code, notice_by_name};
use crate::service::{Register, ServiceError, ServiceResult};
use crate::store::award::{Award, Notice};
use crate::store::public::certificate as rows;
use crate::store::{self, event};
use chrono::NaiveDateTime;

/// The first of the two facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The number of a certificate.
    Number(CertificateNumber),
    /// The reference of a notice: `G` and eight digits.
    Reference(String),
}

/// Reads what was typed into the field for a number; the notes say what had to be repaired.
pub fn read(text: &str) -> Result<(Asked, Vec<NumberNote>), NumberError> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if let Some(digits) = compact.strip_prefix(['G', 'g', 'Ｇ'])
        && digits.len() == 8
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        return Ok((Asked::Reference(format!("G{digits}")), Vec::new()));
    }
    certificate_number::read(text).map(|read| (Asked::Number(read.number), read.notes))
}

/// Whether a text was meant for the reference of a notice: it begins as one, but is none.
pub fn meant_for_a_reference(text: &str) -> bool {
    let compact = text.trim_start();
    compact.starts_with(['G', 'g', 'Ｇ']) && !matches!(read(text), Ok((Asked::Reference(_), _)))
}

/// An award on notice, for whoever knows its reference and the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeAnswer {
    /// The reference.
    pub reference: String,
    /// The grade to be awarded.
    pub grade: Grade,
    /// `running`, `held`, `closed` or `refused`.
    pub state: String,
    /// What it has come to.
    pub fate: Fate,
    /// The end of the notice, UTC.
    pub ends_at: NaiveDateTime,
    /// Since when an objection holds it, UTC.
    pub held_since: Option<NaiveDateTime>,
    /// The event's name.
    pub event: String,
}

/// What both facts together lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Every certificate of the number whose holder has the name, the highest grade first.
    pub certificates: Vec<CertificateView>,
    /// The notice of the reference, if the person on notice has the name.
    pub notice: Option<NoticeAnswer>,
}

impl Found {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.certificates.is_empty() && self.notice.is_none()
    }
}

/// Looks up. Both facts must agree: an unknown number and a wrong name answer the same.
pub fn lookup(register: &Register, asked: &Asked, name: &str, grade: Option<Grade>) -> ServiceResult<Found> {
    let wanted = lookup_key(name);
    register.read(|conn| match asked {
        Asked::Number(number) => {
            let mut certificates = Vec::new();
            for row in rows::by_number(conn, &number.to_string())? {
                let same_grade = grade.is_none_or(|grade| i64::from(grade.rank()) == row.1.grade);
                if same_grade && lookup_key(&row.1.holder) == wanted {
                    certificates.push(certificate::view(conn, row, Detail::Steps)?);
                }
            }
            Ok(Found { certificates, notice: None })
        }
        Asked::Reference(reference) => match notice_by_name(conn, reference, name) {
            Ok((notice, award)) => Ok(Found { notice: Some(answer(conn, notice, award)?), ..Found::default() }),
            Err(ServiceError::NotFound) => Ok(Found::default()),
            Err(error) => Err(error),
        },
    })
}

/// The certificate of a number whose paper bears a code, whatever its grade.
pub fn grade_of_code(register: &Register, number: &str, code: &CheckCode) -> ServiceResult<Option<Identity>> {
    let found = register.read(|conn| Ok(rows::by_code(conn, &hash_of_code(code))?))?;
    let paper = found.map(|(_, paper, ..)| paper).filter(|paper| paper.number == number);
    Ok(paper.map(|paper| Identity { grade: grade_of(paper.grade), number: paper.number }))
}

fn answer(conn: &mut crate::store::Conn, notice: Notice, award: Award) -> ServiceResult<NoticeAnswer> {
    let event = match award.event_id {
        Some(id) => event::by_id(conn, id)?.name,
        None => String::new(),
    };
    let papers = store::certificate::of_awards(conn, &[award.id])?;
    Ok(NoticeAnswer {
        fate: Fate::of(&notice.state, &award.state, papers.first().map(|paper| paper.state.as_str())),
        reference: notice.reference,
        grade: grade_of(award.grade),
        state: notice.state,
        ends_at: notice.ends_at,
        held_since: notice.held_since,
        event,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_a_reference_are_told_apart_and_the_rest_is_refused_with_its_reason() {
        assert_eq!(read("g 1234-5678").unwrap().0, Asked::Reference("G12345678".into()));
        let (asked, notes) = read("310 26 0001").unwrap();
        assert!(matches!(asked, Asked::Number(number) if number.to_string() == "310260001"));
        assert!(notes.is_empty());
        assert_eq!(read("G1234567").unwrap_err().code(), "other-registry");
        for (text, meant) in [("G1234567", true), (" g123456789", true), ("G12345678", false), ("310260001", false)] {
            assert_eq!(meant_for_a_reference(text), meant, "{text}");
        }
        assert_eq!(read("31026").unwrap_err().code(), "too-short");
    }
}
