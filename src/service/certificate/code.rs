//! The code on the paper: random, found again by its hash, sealed until nobody needs to print it any more.

use crate::domain::check_code::CheckCode;
use crate::service::keys::{Keys, random, sha256};
use crate::service::{ServiceError, ServiceResult};
use crate::store::certificate::{Certificate, CertificateCopy};

/// A new code with its hash and its seal.
pub(super) struct FreshCode {
    pub(super) hash: Vec<u8>,
    pub(super) sealed: Vec<u8>,
}

/// The place for which the code of a copy is sealed: the copy itself.
fn place(grade: i64, number: &str, copy_no: i64) -> String {
    format!("certificate_copy.code/{grade}/{number}/{copy_no}")
}

/// Draws a code for a copy.
pub(super) fn fresh(keys: &Keys, grade: i64, number: &str, copy_no: i64) -> ServiceResult<FreshCode> {
    let code = CheckCode::from_bytes(random()?);
    Ok(FreshCode { hash: hash_of_code(&code), sealed: keys.seal(&place(grade, number, copy_no), code.as_bytes())? })
}

/// The hash under which a code is found. The code holds 80 random bits, so it needs no salt.
pub fn hash_of_code(code: &CheckCode) -> Vec<u8> {
    sha256(code.as_bytes())
}

/// The code of a copy, for printing it.
pub fn open_code(keys: &Keys, certificate: &Certificate, copy: &CertificateCopy) -> ServiceResult<CheckCode> {
    let bytes = keys.open(&place(certificate.grade, &certificate.number, copy.copy_no), &copy.code_sealed)?;
    let bytes = <[u8; 10]>::try_from(bytes.as_slice()).map_err(|_| ServiceError::Internal("code length".to_owned()))?;
    Ok(CheckCode::from_bytes(bytes))
}
