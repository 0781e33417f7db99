//! Accepting a warning, with a reason that the auditor reads.

use super::attested::digest_of_acknowledgement;
use super::reasons::Reasons;
use crate::domain::finding::{Finding, Severity, codes};
use crate::domain::permission::Action;
use crate::service::event::{find, require_state, subject};
use crate::service::keys::{hex, sha256};
use crate::service::{Register, ServiceError, ServiceResult, Staff};
use crate::store::event;
use crate::store::upload::{self, NewAcknowledgement};
use serde_json::json;

/// Which finding of an upload: a digest of what it says, so that it stays the same when others come and go.
///
/// How late an upload is changes every midnight; the deadline that it missed does not.
pub fn finding_key(finding: &Finding) -> String {
    let late = finding.code == codes::W722.id;
    let said = if late { &finding.expected } else { &finding.found };
    let place = format!(
        "{}|{:?}|{:?}|{:?}|{:?}|{:?}|{}",
        finding.code, finding.line, finding.column, finding.round, finding.board, finding.person, said
    );
    hex(&sha256(place.as_bytes())[..12])
}

/// Which warnings are acknowledged.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChosenWarnings<'a> {
    /// These, by [`finding_key`].
    pub keys: &'a [String],
    /// All of these codes that wait for a reason, each with [`shown_together`] of those that were shown.
    pub codes: &'a [(String, String)],
}

/// A digest of the warnings of a code that wait for a reason, by their [`finding_key`]s in any order: whoever answers all of
/// them has seen these and no others.
pub fn shown_together<'a>(keys: impl IntoIterator<Item = &'a str>) -> String {
    let mut keys: Vec<&str> = keys.into_iter().collect();
    keys.sort_unstable();
    hex(&sha256(keys.join("|").as_bytes())[..12])
}

/// Acknowledges warnings of the upload that counts.
pub fn acknowledge(
    register: &Register,
    staff: &Staff,
    slug: &str,
    upload_id: i64,
    chosen: &ChosenWarnings<'_>,
    reason: &str,
) -> ServiceResult<usize> {
    let reason = reason.trim();
    if !(2..=500).contains(&reason.chars().count()) {
        return Err(ServiceError::field("reason", "refusal.reason_required"));
    }
    let (found, row) = register.read(|conn| {
        let found = find(conn, staff, slug, Action::EditEvent)?;
        let row = upload::by_id(conn, upload_id)?;
        Ok((found, row))
    })?;
    if row.event_id != found.id {
        return Err(ServiceError::NotFound);
    }
    let report = super::upload::check_again(register, &found, &row)?;
    let warnings = report.findings.iter().filter(|f| f.severity == Severity::Warning);
    let warnings: Vec<(&Finding, String)> = warnings.map(|f| (f, finding_key(f))).collect();
    let reasons = Reasons::of(register, &found, &row)?;
    for (code, shown) in chosen.codes {
        let open = warnings.iter().filter(|(f, _)| f.code == code && reasons.reason(f).is_none());
        if *shown != shown_together(open.map(|(_, key)| key.as_str())) {
            return Err(ServiceError::refused("refusal.warnings_changed"));
        }
    }
    // What somebody has answered by deciding who a player is has its reason, and is not one of those that wait.
    let is_chosen = |(finding, key): &&(&Finding, String)| {
        let with_code = || chosen.codes.iter().any(|(code, _)| code == finding.code);
        chosen.keys.contains(key) || (with_code() && reasons.reason(finding).is_none())
    };
    register.write(staff.actor(), |tx| {
        let found = event::by_id(tx.conn, found.id)?;
        require_state(&found, &["approved", "returned"])?;
        let known: Vec<String> =
            upload::acknowledgements_of(tx.conn, upload_id)?.into_iter().map(|a| a.finding_key).collect();
        let mut given = serde_json::Map::new();
        for (finding, key) in warnings.iter().filter(is_chosen).filter(|(_, key)| !known.contains(key)) {
            let row = NewAcknowledgement {
                upload_id,
                finding_key: key.clone(),
                reason: reason.to_owned(),
                account_id: staff.account_id,
                at: tx.now,
            };
            let id = upload::insert_acknowledgement(tx.conn, &row)?;
            let digest = digest_of_acknowledgement(&register.keys, &row);
            given.insert(id.to_string(), json!({"code": finding.code, "digest": digest}));
        }
        if given.is_empty() {
            return Err(ServiceError::refused("refusal.nothing_chosen"));
        }
        let done = given.len();
        let said = json!({"count": done, "given": given, "upload": upload_id});
        tx.record("event.acknowledge", &subject(&found), said);
        Ok(done)
    })
}
