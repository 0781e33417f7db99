//! Looking a certificate up: by number and name, or by the code on the paper.

use super::hash_of_code;
use crate::domain::check_code::CheckCode;
use crate::domain::grade::Grade;
use crate::domain::name::lookup_key;
use crate::service::{ServiceError, ServiceResult};
use crate::store::Conn;
use crate::store::award::{self, Award, Notice};
use crate::store::certificate::{self, Certificate, CertificateCopy};
use crate::store::person;

/// What the code on a paper answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAnswer {
    /// The copy that bears the code.
    pub copy: CertificateCopy,
    /// The certificate.
    pub certificate: Certificate,
}

/// The certificate of a code, if the code belongs to this grade and number. One read.
pub fn by_code(conn: &mut Conn, grade: Grade, number: &str, code: &CheckCode) -> ServiceResult<CodeAnswer> {
    match certificate::by_code(conn, &hash_of_code(code))? {
        Some((copy, paper)) if paper.grade == i64::from(grade.rank()) && paper.number == number => {
            Ok(CodeAnswer { copy, certificate: paper })
        }
        _ => Err(ServiceError::NotFound),
    }
}

/// Every certificate of `number` whose holder's name is `name`, the highest grade first. Both facts must agree;
/// an unknown number and a wrong name do the same work and answer the same: nothing.
pub fn by_name(conn: &mut Conn, number: &str, name: &str) -> ServiceResult<Vec<Certificate>> {
    let wanted = lookup_key(name);
    let found = certificate::all_of_number(conn, number)?;
    let mut matching = Vec::new();
    // At least one comparison is made whatever the number, so that time tells nothing about its existence.
    let mut compared = 0;
    for paper in found {
        compared += 1;
        if lookup_key(&paper.holder) == wanted {
            matching.push(paper);
        }
    }
    if compared == 0 {
        std::hint::black_box(lookup_key(name) == wanted);
    }
    Ok(matching)
}

/// The award behind a notice's reference, if the person's name is `name`.
pub fn notice_by_name(conn: &mut Conn, reference: &str, name: &str) -> ServiceResult<(Notice, Award)> {
    let wanted = lookup_key(name);
    let notice = award::notice_by_reference(conn, reference)?;
    let given = award::by_id(conn, notice.award_id)?;
    let holder = person::by_id(conn, given.person_id)?;
    if lookup_key(&holder.name) == wanted { Ok((notice, given)) } else { Err(ServiceError::NotFound) }
}
