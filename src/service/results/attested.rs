//! What the journal keeps of rows that hold names and birth dates: keyed digests. An edited row shows, and nobody can try
//! out who it is about.

use crate::service::Keys;
use crate::store::entry::NewMatchCase;
use crate::store::kept_answer::NewKeptAnswer;
use crate::store::match_choice::NewMatchChoice;
use crate::store::upload::NewAcknowledgement;
use chrono::NaiveDateTime;

/// A keyed digest of a decision, for the journal: who decided on whom, among whom, and why.
pub(crate) fn digest_of(keys: &Keys, choice: &NewMatchChoice) -> String {
    let person = choice.person_id.map(|id| id.to_string()).unwrap_or_default();
    let numbers = [choice.upload_id, choice.account_id].map(|id| id.to_string());
    keys.attest("match choice", &[&numbers[0], &choice.file_id, &person, &choice.reason, &numbers[1], &choice.compared])
}

/// The same of what a submission was decided on: which upload, what it was answered, who submitted and when.
pub(crate) fn digest_of_answer(keys: &Keys, kept: &NewKeptAnswer) -> String {
    let numbers = [kept.upload_id, kept.account_id].map(|id| id.to_string());
    keys.attest("kept answer", &[&numbers[0], &kept.answer, &numbers[1], &moment(kept.at)])
}

/// The same of what an upload was answered when it came: which upload, who sent it and when.
pub(crate) fn digest_of_upload(
    keys: &Keys,
    (event, group, version): (i64, &str, i64),
    answer: &str,
    (account, at): (i64, NaiveDateTime),
) -> String {
    let numbers = [event, version, account].map(|number| number.to_string());
    keys.attest("upload answer", &[&numbers[0], group, &numbers[1], answer, &numbers[2], &moment(at)])
}

/// The same of the reason for which a warning was accepted: of which upload, which finding, by whom and when.
pub(crate) fn digest_of_acknowledgement(keys: &Keys, given: &NewAcknowledgement) -> String {
    let numbers = [given.upload_id, given.account_id].map(|id| id.to_string());
    let fields = [&numbers[0], &given.finding_key, &given.reason, &numbers[1], &moment(given.at)];
    keys.attest("acknowledgement", &fields.map(String::as_str))
}

/// The same of a doubtful player of a submission: among whom, who it was decided to be, why, by whom and when.
pub(crate) fn digest_of_case(keys: &Keys, case: &NewMatchCase) -> String {
    let number = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
    let fields = [
        &case.entry_id.to_string(),
        &case.event_id.to_string(),
        &case.candidates,
        &case.state,
        &number(case.person_id),
        &case.reason,
        &number(case.account_id),
        &case.decided_at.map(moment).unwrap_or_default(),
    ];
    keys.attest("match case", &fields.map(String::as_str))
}

fn moment(at: NaiveDateTime) -> String {
    at.and_utc().timestamp_micros().to_string()
}
