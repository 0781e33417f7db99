//! A further copy of a certificate: 补发 after a loss, 更正 after a mistake. The number stays.

use super::{attested, attested_copy, code, subject};
use crate::domain::permission::Action;
use crate::service::agency::require_authorised;
use crate::service::once::Once;
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::agency;
use crate::store::certificate::{self, NewCertificateCopy};
use serde_json::json;

/// Why a further copy is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyKind {
    /// 补发: the earlier one was lost or damaged.
    Reissue,
    /// 更正: the earlier one says something wrong.
    Correction,
}

impl CopyKind {
    /// The stable key.
    pub const fn key(self) -> &'static str {
        match self {
            CopyKind::Reissue => "reissue",
            CopyKind::Correction => "correction",
        }
    }
}

/// What the form sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyForm {
    /// Reissue or correction.
    pub kind: CopyKind,
    /// The corrected name, for a correction.
    pub holder: Option<String>,
    /// Why.
    pub reason: String,
    /// The form's idempotency key.
    pub key: String,
}

/// The new copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its number among the copies; 0 is the first.
    pub copy_no: i64,
}

/// Makes a further copy. The code of every earlier copy answers `superseded` from then on.
pub fn make_copy(register: &Register, staff: &Staff, certificate_id: i64, form: &CopyForm) -> ServiceResult<Copied> {
    let reason = form.reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    let holder = match (form.kind, form.holder.as_deref().map(str::trim)) {
        (CopyKind::Reissue, _) => None,
        (CopyKind::Correction, Some(name)) => {
            let name = crate::domain::name::PersonName::read(name)
                .map_err(|_| ServiceError::field("holder", "refusal.name"))?;
            Some(name.as_str().to_owned())
        }
        (CopyKind::Correction, None) => return Err(ServiceError::field("holder", "refusal.name")),
    };
    let once = Once::new(staff, "copy", &form.key, &format!("{certificate_id} {form:?}"))?;
    register.write(staff.actor(), |tx| {
        let paper = certificate::by_id(tx.conn, certificate_id)?;
        let issuer = agency::by_id(tx.conn, paper.agency_id)?;
        staff.require(Action::CopyCertificate, &issuer)?;
        if let Some(before) = once.before(tx)? {
            tx.nothing_to_record();
            return Ok(Copied { copy_no: before.parse().unwrap_or_default() });
        }
        require_authorised(&issuer, register.today())?;
        if matches!(paper.state.as_str(), "revoked" | "suspended") {
            return Err(ServiceError::refused("refusal.certificate_not_valid"));
        }
        let copies = certificate::copies_of(tx.conn, certificate_id)?;
        let copy_no = copies.iter().map(|c| c.copy_no).max().unwrap_or(-1) + 1;
        let mark_no = copies.iter().filter(|c| c.mark == form.kind.key()).count() as i64 + 1;
        let name = holder.clone().unwrap_or_else(|| paper.holder.clone());
        let secret = code::fresh(&register.keys, paper.grade, &paper.number, copy_no)?;
        certificate::supersede_copies(tx.conn, certificate_id)?;
        let row = NewCertificateCopy {
            certificate_id,
            copy_no,
            mark: form.kind.key().to_owned(),
            mark_no,
            code_hash: secret.hash,
            code_sealed: secret.sealed,
            holder: name.clone(),
            made_on: register.today(),
            state: "current".to_owned(),
            reason: reason.to_owned(),
            made_by: Some(staff.account_id),
        };
        certificate::insert_copy(tx.conn, &row)?;
        if holder.is_some() {
            certificate::set_holder(tx.conn, certificate_id, &name)?;
        }
        let after = certificate::by_id(tx.conn, certificate_id)?;
        tx.record(
            "certificate.copy",
            &subject(&paper),
            json!({
                "attested": attested(&register.keys, &after),
                "copy": copy_no,
                "copy_attested": attested_copy(&register.keys, (paper.grade, &paper.number), &(&row).into()),
                "mark": form.kind.key(),
                "mark_no": mark_no,
            }),
        );
        once.remember(tx, &copy_no.to_string())?;
        Ok(Copied { copy_no })
    })
}
